"""Colours of a game's own drawings: as the legend says them, and legible on their ground in every style."""

from __future__ import annotations

from trc_module.art.colour import Colour, contrast, luminance, mix, opaque
from trc_module.art.map.style import MapStyle

_ROLES = {"shallows": "sea_shallow", "paper": "city_rim"}
_DARK = 0.18
"""The luminance of a ground below which light inks stand out better."""


def named(style: MapStyle, word: str) -> Colour:
    """Return a colour of the legend: `#rrggbb` as it is, or that of something on the map in this style."""
    return word if word.startswith("#") else opaque(style[_ROLES.get(word, word)])


def away_from(ground: Colour) -> Colour:
    """Return black or white, whichever stands out more from a ground."""
    return "#000000" if luminance(ground) > _DARK else "#ffffff"


def legible(style: MapStyle, ink: Colour, ground: Colour) -> Colour:
    """Return an ink that stands out from its ground as much as the style asks, darker or lighter if need be."""
    mixes = (mix(ink, away_from(ground), share / 10) for share in range(11))
    return next((each for each in mixes if contrast(each, ground) >= style.legible), away_from(ground))
