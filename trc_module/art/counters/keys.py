"""Keys of rendered faces: equal exactly if the pictures are, so that an erratum redraws only what it shows on."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import PIL
import shapely

from trc_module.art.counters.faces import STANDARD_PIXELS
from trc_module.art.counters.spec import CounterFace, CounterStyle, FactorSize, MarkerFace, Side
from trc_module.art.counters.subjects import face_of
from trc_module.art.counters.symbols import pictogram, unit_symbol
from trc_module.art.palette import load_palette
from trc_module.resources import source_art_dir
from trc_module.roster import Marker, Unit


def face_key(
    item: Unit | Marker,
    side: Side = "front",
    style: CounterStyle = "nato",
    factors: FactorSize = "normal",
    palette: str = "standard",
    pixels: int = STANDARD_PIXELS,
) -> str:
    """Return the key of a face's picture, 32 hex digits: a hash of what the face shows and of how it is drawn.

    It takes in the face's own values, its livery and symbol, the fonts, our drawing code and the libraries that
    smooth the edges; not the item's id, dates, sources or notes, which no face shows. Blank faces share one key.
    """
    face = face_of(item, side)
    return _digest(None if face is None else _inputs(face, style, factors, palette, pixels))


def _inputs(face: CounterFace, style: CounterStyle, factors: FactorSize, palette: str, pixels: int) -> list[Any]:
    colours = load_palette(palette)
    if isinstance(face, MarkerFace):
        # A marker looks the same in every style and size of factors.
        return [
            drawing_version(),
            pixels,
            repr(face),
            repr(colours.marker(face.livery)),
            pictogram(face.pictogram).text,
        ]
    livery = repr(colours.livery(face.livery))
    if face.lines:
        return [drawing_version(), pixels, repr(face), livery, unit_symbol(face.symbol, "nato").text]
    size = factors if face.factors else "normal"
    return [drawing_version(), pixels, repr(face), livery, style, size, unit_symbol(face.symbol, style).text]


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:32]


@cache
def drawing_version() -> str:
    """Return a digest of all that draws counters."""
    art = Path(__file__).resolve().parents[1]
    sources = [
        *sorted(Path(__file__).parent.glob("*.py")),
        *(art / "backends" / f"{name}.py" for name in ("coverage", "fills", "letters", "raster", "ribbons")),
        *(art / name for name in ("display.py", "fonts.py", "colour.py", "strokes.py", "palette.py")),
        *sorted((source_art_dir() / "fonts").glob("*.json")),
    ]
    digest = hashlib.sha256(f"{PIL.__version__} {np.__version__} {shapely.__version__} {shapely.geos_version}".encode())
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
