"""The bundled font: advances, kerning and outlines of its four faces, with tabular figures throughout."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Any, TypeAlias

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
    """What a picture needs of one face; lengths in units of the em (1.0 is the size of the type)."""

    font: Any
    glyphs: Any
    """The glyphs as fontTools draws them."""
    em: float
    """Font units to the em."""
    glyph_of: dict[str, GlyphName]
    advances: dict[GlyphName, float]
    """How far the pen moves after each glyph."""
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
    """Open a face (once a run)."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    path = source_art_dir() / "fonts" / f"{face.value}.ttf"
    if not path.is_file():
        raise UserError(f"{path}: the bundled font is missing; reinstall trc-module.")
    font = TTFont(path, lazy=True)
    tabular = _tabular_figures(font)
    glyph_of = {chr(code): tabular.get(glyph, glyph) for code, glyph in font.getBestCmap().items()}
    em = font["head"].unitsPerEm
    advances = {glyph: width / em for glyph, (width, _) in font["hmtx"].metrics.items()}
    heights = font["OS/2"].sCapHeight / em, font["OS/2"].sxHeight / em
    return FontData(font, font.getGlyphSet(), float(em), glyph_of, advances, *heights)


def _tabular_figures(font: Any) -> dict[GlyphName, GlyphName]:
    table = font["GSUB"].table
    swaps: dict[GlyphName, GlyphName] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    swaps.update(subtable.mapping)
    return swaps


class _Kerning:
    """Pair kerning of a face, read from its GPOS table."""

    def __init__(self, font: Any) -> None:
        self._em = font["head"].unitsPerEm
        table = font["GPOS"].table
        wanted = {
            index
            for record in table.FeatureList.FeatureRecord
            if record.FeatureTag == "kern"
            for index in record.Feature.LookupListIndex
        }
        self._lookups = [
            [(set(sub.Coverage.glyphs), sub) for sub in table.LookupList.Lookup[index].SubTable]
            for index in sorted(wanted)
            if table.LookupList.Lookup[index].LookupType == 2
        ]

    @cached_property
    def _pairs(self) -> dict[int, dict[tuple[GlyphName, GlyphName], int]]:
        found: dict[int, dict[tuple[GlyphName, GlyphName], int]] = {}
        for lookup in self._lookups:
            for _, sub in lookup:
                if sub.Format == 1:
                    found[id(sub)] = {
                        (first, pair.SecondGlyph): pair.Value1.XAdvance if pair.Value1 else 0
                        for first, pairs in zip(sub.Coverage.glyphs, sub.PairSet, strict=True)
                        for pair in pairs.PairValueRecord
                    }
        return found

    def between(self, left: GlyphName, right: GlyphName) -> float:
        units = sum(self._of(lookup, left, right) for lookup in self._lookups)
        return units / float(self._em)

    def _of(self, lookup: list[tuple[set[GlyphName], Any]], left: GlyphName, right: GlyphName) -> int:
        # The first subtable that knows the pair decides; a class table knows every pair of its coverage.
        for coverage, sub in lookup:
            if left not in coverage:
                continue
            if sub.Format == 1:
                value = self._pairs[id(sub)].get((left, right))
                if value is not None:
                    return value
                continue
            second = sub.ClassDef2.classDefs.get(right, 0)
            record = sub.Class1Record[sub.ClassDef1.classDefs.get(left, 0)].Class2Record[second]
            return int(getattr(record.Value1, "XAdvance", 0) or 0) if record.Value1 else 0
        return 0


@cache
def _kerning(face: Face) -> _Kerning:
    return _Kerning(font_data(face).font)


@cache
def kern(face: Face, left: GlyphName, right: GlyphName) -> float:
    """Return by how much two glyphs come closer (negative) or further apart, in units of the em."""
    return _kerning(face).between(left, right)


@cache
def outline(face: Face, glyph: GlyphName) -> tuple[PathCommand, ...]:
    """Return the outline of a glyph as path commands (fill rule: nonzero)."""
    from fontTools.pens.basePen import decomposeQuadraticSegment  # type: ignore[import-untyped]
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # type: ignore[import-untyped]

    data = font_data(face)
    em, glyphs = data.em, data.glyphs
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(pen)
    commands: list[PathCommand] = []

    def scaled(point: tuple[float, float]) -> tuple[float, float]:
        return point[0] / em, point[1] / em

    for name, points in pen.value:
        if name == "moveTo":
            commands.append(("M", (scaled(points[0]),)))
        elif name == "lineTo":
            commands.append(("L", (scaled(points[0]),)))
        elif name == "qCurveTo":
            commands += [("Q", (scaled(c), scaled(e))) for c, e in decomposeQuadraticSegment(points)]
        elif name == "closePath":
            commands.append(("Z", ()))
    return tuple(commands)


@cache
def contours(face: Face, glyph: GlyphName, steps: int = 8) -> tuple[Contour, ...]:
    """Return the outline of a glyph as polygons, each curve flattened into so many steps."""
    found: list[Contour] = []
    points: list[tuple[float, float]] = []
    for name, args in outline(face, glyph):
        if name == "M":
            points = [args[0]]
        elif name == "L":
            points.append(args[0])
        elif name == "Q":
            start, control, end = points[-1], *args
            for step in range(1, steps + 1):
                t = step / steps
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                x = a * start[0] + b * control[0] + c * end[0]
                y = a * start[1] + b * control[1] + c * end[1]
                points.append((x, y))
        elif name == "Z" and len(points) > 2:
            found.append(tuple(points[:-1] if points[-1] == points[0] else points))
    return tuple(found)
