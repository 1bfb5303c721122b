"""The bundled font as a page carries it: only the letters that are written on it."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Collection, Mapping

from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from trc_module.art.fonts import Face
from trc_module.report.page.vectors import FAMILIES
from trc_module.resources import source_art_dir


def font_css(letters: Mapping[Face, Collection[str]]) -> str:
    """Return `@font-face` rules for the faces, each with its letters, figures of one width, and nothing else."""
    return "".join(_rule(face, "".join(sorted(used))) for face, used in letters.items())


def _rule(face: Face, letters: str) -> str:
    options = subset.Options(layout_features=["kern", "tnum"], flavor="woff", notdef_outline=True, desubroutinize=True)
    font = TTFont(source_art_dir() / "fonts" / f"{face.value}.ttf", lazy=True, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = "woff"
    stream = io.BytesIO()
    font.save(stream)
    data = b64encode(stream.getvalue()).decode("ascii")
    family = FAMILIES[face]
    return f"@font-face{{font-family:{family};src:url(data:font/woff;base64,{data})}}.{family}{{font-family:{family}}}"
