"""The bundled font: advances, kerning and outlines of its four faces, with tabular figures throughout."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeAlias

import msgspec

from trc_module.art.font_tables import FontTable, table_path
from trc_module.errors import UserError
from trc_module.resources import source_art_dir

GlyphName: TypeAlias = str

PathCommand: TypeAlias = tuple[str, tuple[tuple[float, float], ...]]
"""`M`, `L` (one point), `Q` (control, end) or `Z` (none), in units of the em, y upwards."""

Contour: TypeAlias = tuple[tuple[float, float], ...]
"""A closed polygon in units of the em, y upwards; the first point is not repeated."""


class Face(Enum):
    """A face of Barlow Condensed, by its file in `source_art/fonts`."""

    MEDIUM = "BarlowCondensed-Medium"
    SEMIBOLD = "BarlowCondensed-SemiBold"
    BOLD = "BarlowCondensed-Bold"
    ITALIC = "BarlowCondensed-MediumItalic"


@dataclass(frozen=True, slots=True)
class FontData:
    """The data of one face that a picture needs; lengths in units of the em (1.0 is the size of the type)."""

    table: FontTable
    glyph_of: dict[str, GlyphName]
    advances: dict[GlyphName, float]
    """The distance that the pen moves after each glyph."""
    kerning: dict[GlyphName, dict[GlyphName, float]]
    """By how much a glyph comes closer (negative) to each that may follow it."""
    cap_height: float
    x_height: float


def glyph_name(face: Face, char: str) -> GlyphName:
    """Return the glyph of a character; UserError if the bundled subset has none."""
    glyph = font_data(face).glyph_of.get(char)
    if glyph is None:
        raise UserError(f"The bundled font has no character {char!r} (U+{ord(char):04X}): use another spelling.")
    return glyph


@cache
def font_data(face: Face) -> FontData:
    """Read a face (once a run)."""
    path = table_path(source_art_dir() / "fonts" / f"{face.value}.ttf")
    try:
        table = msgspec.json.decode(path.read_bytes(), type=FontTable)
    except OSError:
        raise UserError(f"{path}: the bundled font is missing; reinstall trc-module.") from None
    em = table.em
    advances = {glyph: width / em for glyph, width in table.advances.items()}
    kerning = {left: {right: by / em for right, by in pairs.items()} for left, pairs in table.kerning.items()}
    return FontData(table, table.glyphs, advances, kerning, table.cap_height / em, table.x_height / em)


@cache
def outline(face: Face, glyph: GlyphName) -> tuple[PathCommand, ...]:
    """Return the outline of a glyph as path commands (fill rule: nonzero)."""
    table = font_data(face).table
    em = table.em
    commands: list[PathCommand] = []
    for command in re.findall("[MLQZ][^MLQZ]*", table.outlines[glyph]):
        values = [float(v) / em for v in command[1:].split()]
        commands.append((command[0], tuple(zip(values[::2], values[1::2], strict=True))))
    return tuple(commands)


@cache
def contours(face: Face, glyph: GlyphName, steps: int = 8) -> tuple[Contour, ...]:
    """Return the outline of a glyph as polygons, each curve flattened into so many steps."""
    found: list[Contour] = []
    points: list[tuple[float, float]] = []
    # The weights of start, control and end at each step.
    weights = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (step / steps for step in range(1, steps + 1))]
    for name, args in outline(face, glyph):
        if name == "M":
            points = [args[0]]
        elif name == "L":
            points.append(args[0])
        elif name == "Q":
            (x0, y0), (x1, y1), (x2, y2) = points[-1], *args
            points += [(a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2) for a, b, c in weights]
        elif name == "Z" and len(points) > 2:
            found.append(tuple(points[:-1] if points[-1] == points[0] else points))
    return tuple(found)
