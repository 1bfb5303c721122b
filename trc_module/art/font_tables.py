"""Tables of the bundled fonts, taken out of the font files once: parsing those takes longer than drawing.

    python -m trc_module.art.font_tables

writes a table beside each font file in `source_art/fonts`; a test tells when one is out of date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from trc_module.resources import source_art_dir


class FontTable(msgspec.Struct, forbid_unknown_fields=True):
    """A face of the font, with tabular figures throughout; lengths in font units.

    Attributes:
        em: Font units to the em.
        glyphs: The glyph of each character.
        advances: How far the pen moves after each glyph.
        kerning: By how much a glyph comes closer (negative) to each that may follow it; pairs left out are not moved.
        outlines: Path commands as in SVG (M, L, Q, Z), y upwards, fill rule nonzero.
    """

    em: int
    cap_height: int
    x_height: int
    glyphs: dict[str, str]
    advances: dict[str, int]
    kerning: dict[str, dict[str, int]]
    outlines: dict[str, str]


def table_path(font: Path) -> Path:
    """Return where the table of a font file is."""
    return font.with_suffix(".json")


def extract(path: Path) -> FontTable:
    """Return the table of a font file."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    font = TTFont(path)
    tabular = _tabular_figures(font)
    glyphs = {chr(code): tabular.get(glyph, glyph) for code, glyph in sorted(font.getBestCmap().items())}
    used = sorted(set(glyphs.values()))
    kerning = _Kerning(font)
    pairs = {a: {b: units for b in used if (units := kerning.between(a, b))} for a in used}
    metrics, shapes = font["hmtx"].metrics, font.getGlyphSet()
    return FontTable(
        em=font["head"].unitsPerEm,
        cap_height=font["OS/2"].sCapHeight,
        x_height=font["OS/2"].sxHeight,
        glyphs=glyphs,
        advances={glyph: metrics[glyph][0] for glyph in used},
        kerning={a: found for a, found in pairs.items() if found},
        outlines={glyph: _outline(shapes, glyph) for glyph in used},
    )


def encoded(table: FontTable) -> bytes:
    """Return a table as the bytes of its file."""
    return msgspec.json.encode(table) + b"\n"


def _tabular_figures(font: Any) -> dict[str, str]:
    table = font["GSUB"].table
    swaps: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    swaps.update(subtable.mapping)
    return swaps


class _Kerning:
    """Pair kerning of a face, read from its GPOS table."""

    def __init__(self, font: Any) -> None:
        table = font["GPOS"].table
        wanted = {
            index
            for record in table.FeatureList.FeatureRecord
            if record.FeatureTag == "kern"
            for index in record.Feature.LookupListIndex
        }
        self._lookups = [
            [(set(sub.Coverage.glyphs), _pairs(sub), sub) for sub in table.LookupList.Lookup[index].SubTable]
            for index in sorted(wanted)
            if table.LookupList.Lookup[index].LookupType == 2
        ]

    def between(self, left: str, right: str) -> int:
        """Return by how many units two glyphs come closer (negative) or further apart."""
        return sum(self._of(lookup, left, right) for lookup in self._lookups)

    def _of(self, lookup: list[tuple[set[str], dict[tuple[str, str], int], Any]], left: str, right: str) -> int:
        # The first subtable that knows the pair decides; a class table knows every pair of its coverage.
        for coverage, pairs, sub in lookup:
            if left not in coverage:
                continue
            if sub.Format == 1:
                if (left, right) in pairs:
                    return pairs[left, right]
                continue
            second = sub.ClassDef2.classDefs.get(right, 0)
            record = sub.Class1Record[sub.ClassDef1.classDefs.get(left, 0)].Class2Record[second]
            return int(getattr(record.Value1, "XAdvance", 0) or 0) if record.Value1 else 0
        return 0


def _pairs(sub: Any) -> dict[tuple[str, str], int]:
    if sub.Format != 1:
        return {}
    return {
        (first, pair.SecondGlyph): int(getattr(pair.Value1, "XAdvance", 0) or 0) if pair.Value1 else 0
        for first, pairs in zip(sub.Coverage.glyphs, sub.PairSet, strict=True)
        for pair in pairs.PairValueRecord
    }


def _outline(shapes: Any, glyph: str) -> str:
    from fontTools.pens.basePen import decomposeQuadraticSegment  # type: ignore[import-untyped]
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # type: ignore[import-untyped]

    pen = DecomposingRecordingPen(shapes)
    shapes[glyph].draw(pen)
    commands: list[str] = []
    for name, points in pen.value:
        if name in ("moveTo", "lineTo"):
            commands.append(f"{'M' if name == 'moveTo' else 'L'}{_text(points[0])}")
        elif name == "qCurveTo":
            commands += [f"Q{_text(c)} {_text(e)}" for c, e in decomposeQuadraticSegment(points)]
        elif name == "closePath":
            commands.append("Z")
    return "".join(commands)


def _text(point: tuple[float, float]) -> str:
    return " ".join(f"{v:g}" for v in point)


def main() -> None:
    """Write the table of every bundled font."""
    for path in sorted((source_art_dir() / "fonts").glob("*.ttf")):
        table_path(path).write_bytes(encoded(extract(path)))


if __name__ == "__main__":
    main()
