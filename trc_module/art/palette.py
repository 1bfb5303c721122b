"""The palettes of `source_art/palettes`: what colours and which band tell the nationalities and formations apart."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

from trc_module.art.colour import Colour, Vision, contrast, difference, rgba, seen
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.resources import source_art_dir

TEXT_CONTRAST = 7.0
"""The least contrast of letters and figures with what they stand on (WCAG 2, level AAA)."""
_PLAIN = 18.0


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of one nationality or formation: see the head of `standard.toml` for what each paints."""

    name: str
    ground: Colour
    ink: Colour
    box: Colour
    symbol: Colour
    tab: Colour
    band: str
    back: Colour
    fore: Colour
    rim: Colour = ""


@dataclass(frozen=True, slots=True)
class MarkerLivery:
    """The colours of the markers that one side, or either, uses."""

    name: str
    ground: Colour
    ink: Colour
    frame: Colour
    accent: Colour
    frame_ink: Colour


@dataclass(frozen=True)
class Palette:
    """All liveries of one file, by name."""

    path: Path
    liveries: dict[str, Livery]
    markers: dict[str, MarkerLivery]

    def livery(self, name: str) -> Livery:
        """Return a livery; UserError if the palette has none of that name."""
        return _named(self.liveries, name, self.path)

    def marker(self, name: str) -> MarkerLivery:
        """Return the livery of a marker, made of a unit's if it has none of its own; UserError if there is neither."""
        if name not in self.markers and name in self.liveries:
            return _marker_of(self.liveries[name])
        return _named(self.markers, name, self.path)


def _marker_of(livery: Livery) -> MarkerLivery:
    light, dark = "#ffffff", "#000000"
    ink = max((light, dark), key=lambda each: contrast(each, livery.back))
    return MarkerLivery(livery.name, livery.box, livery.symbol, livery.back, livery.back, ink)


@cache
def load_palette(name: str = "standard") -> Palette:
    """Read `source_art/palettes/<name>.toml`; DataError names the livery and the field that is wrong."""
    path = source_art_dir() / "palettes" / f"{name}.toml"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        known = sorted(p.stem for p in path.parent.glob("*.toml"))
        raise UserError(f"There is no palette '{name}'; choose {one_of(known, name)}.") from None
    return parse_palette(text, path)


def parse_palette(text: str, path: Path) -> Palette:
    """Read a palette from TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(path, f"TOML ({error})") from error
    return Palette(
        path,
        {name: _read(Livery, name, table, path) for name, table in data.get("livery", {}).items()},
        {name: _read(MarkerLivery, name, table, path) for name, table in data.get("marker", {}).items()},
    )


def palette_problems(palette: Palette) -> Iterator[str]:
    """Yield one sentence for everything in a palette that a player may fail to read or to tell apart."""
    for livery in palette.liveries.values():
        for what, paint, ground in (
            ("figures", livery.ink, livery.ground),
            ("set-up code", livery.ink, livery.tab),
            ("symbol", livery.symbol, livery.box),
        ):
            yield from _weak(livery.name, what, paint, ground)
    for marker in palette.markers.values():
        yield from _weak(f"{marker.name} markers", "figures", marker.ink, marker.ground)
        yield from _weak(f"{marker.name} markers", "captions", marker.frame_ink, marker.frame)
    for a, b in combinations(palette.liveries.values(), 2):
        if a.band == b.band:
            yield f"{a.name} and {b.name}: the same band '{a.band}'; give one of them another."
        for vision in Vision:
            if confusable(a, b, vision):
                yield f"{a.name} and {b.name}: alike to {vision.name.lower()} vision; move their colours apart."


def confusable(a: Livery, b: Livery, vision: Vision) -> bool:
    """Tell whether two liveries may be taken for each other.

    They may not if their grounds are plainly different colours, or if both bands can be made out
    (of which a plain one has nothing to make out but its own colour) and differ.
    """
    if difference(seen(a.ground, vision), seen(b.ground, vision)) >= _PLAIN:
        return False
    return a.band == b.band or not all(_band_shows(x, vision) for x in (a, b))


def _band_shows(livery: Livery, vision: Vision) -> bool:
    other = livery.ground if livery.fore == livery.back else livery.fore
    return difference(seen(livery.back, vision), seen(other, vision)) >= _PLAIN


def _weak(name: str, what: str, paint: Colour, ground: Colour) -> Iterator[str]:
    ratio = contrast(paint, ground)
    if ratio < TEXT_CONTRAST:
        yield f"{name}: {what} in {paint} on {ground} have a contrast of {ratio:.1f}, {TEXT_CONTRAST:.0f} is needed."


_L = TypeVar("_L", Livery, MarkerLivery)
_T = TypeVar("_T")


def _read(kind: type[_L], name: str, table: dict[str, Any], path: Path) -> _L:
    wanted = {f.name for f in fields(kind)} - {"name"}
    required = wanted - {"rim"}
    for missing in sorted(required - table.keys()):
        raise DataError(path, f"the field '{missing}' of '{name}'")
    for unknown in sorted(table.keys() - wanted):
        raise DataError(path, f"of '{name}' only the fields {', '.join(sorted(wanted))}", unknown)
    for field, value in table.items():
        try:
            if field != "band":
                rgba(value)
        except (ValueError, TypeError):
            raise DataError(path, "a colour as #rrggbb", str(value), field=f"{name}.{field}") from None
    return kind(name=name, **table)


def _named(table: dict[str, _T], name: str, path: Path) -> _T:
    try:
        return table[name]
    except KeyError:
        raise DataError(path, f"a livery '{name}' (there are {', '.join(table)})") from None
