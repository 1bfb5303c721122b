"""A style of the map: the colours and stroke widths of one palette file in `source_art/map`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from trc_module.art.colour import Colour, rgba
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.resources import source_art_dir


@dataclass(frozen=True)
class MapStyle:
    """Colours by what they are for, stroke widths in pixels, and the tint of each country."""

    name: str
    title: str
    colours: Mapping[str, Colour]
    widths: Mapping[str, float]
    tints: Mapping[str, Colour]
    legible: float = 1.0
    """The least contrast (WCAG 2) of the inks of a game's own drawings with their ground."""

    def __getitem__(self, role: str) -> Colour:
        return self.colours[role]

    def width(self, role: str) -> float:
        """Return a stroke width."""
        return self.widths[role]

    def tint(self, country: str) -> Colour:
        """Return the tint along a country's borders."""
        return self.tints.get(country, self.tints["other"])


def style_names() -> list[str]:
    """Return the names of the styles."""
    return sorted(p.stem for p in (source_art_dir() / "map").glob("*.toml"))


@cache
def load_style(name: str) -> MapStyle:
    """Load a style. UserError: unknown name (lists the known ones). DataError: incomplete palette."""
    path = source_art_dir() / "map" / f"{name}.toml"
    if name not in style_names():
        raise UserError(f"There is no style '{name}': choose {one_of(style_names(), name)}.")
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(path, "TOML", str(error)) from None
    colours = {**raw["colours"]}
    for role, colour in {**colours, **raw["tints"]}.items():
        try:
            rgba(colour)
        except ValueError:
            raise DataError(path, "a colour as #rrggbb or #rrggbbaa", str(colour), field=role) from None
    return MapStyle(name, raw["title"], colours, raw["widths"], raw["tints"], raw.get("legible", 1.0))
