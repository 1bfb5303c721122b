"""Pictures that strangers mail: none starts another program, and none is decoded that states too much."""

from __future__ import annotations

import io
import re
import struct
import tracemalloc
import zlib
from pathlib import Path

import pytest
from PIL import EpsImagePlugin, Image

from trc_module.vassal.opening import MOST_PIXELS, decode_picture, open_picture

EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\n0 0 moveto\n%%EOF\n"


def picture(format_: str) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (3, 2), (200, 30, 40)).save(stream, format_)
    return stream.getvalue()


def stated(width: int, height: int) -> bytes:
    """A PNG that states a size and holds a few bytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b"")


@pytest.mark.parametrize("format_", ["PNG", "JPEG", "GIF", "BMP"])
def test_what_vassal_draws_is_decoded(format_: str) -> None:
    decoded = decode_picture(picture(format_))
    assert (decoded.size, decoded.mode) == ((3, 2), "RGBA")


@pytest.mark.parametrize(
    "data", [EPS, picture("TIFF"), picture("PPM"), picture("WEBP"), b"", b"\x89PNG\r\n\x1a\n", b"BM"]
)
def test_what_vassal_does_not_draw_is_not_opened(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_: object, **__: object) -> None:
        raise AssertionError("Ghostscript was started")

    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", started)
    with pytest.raises(ValueError, match="cannot be opened as a picture"):
        decode_picture(data)


@pytest.mark.parametrize(
    ("width", "height"), [(MOST_PIXELS // 4000 + 1, 4000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)]
)
def test_what_states_too_many_pixels_is_not_decoded(width: int, height: int) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"it (cannot be opened as a picture|has)"):
            decode_picture(stated(width, height))
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_a_cut_picture_is_told() -> None:
    for format_ in ("PNG", "JPEG", "GIF", "BMP"):
        with open_picture(picture(format_)) as image:
            assert image.size == (3, 2)
        with pytest.raises(ValueError, match="it cannot be"):
            decode_picture(picture(format_)[:-30])


def test_pictures_are_opened_nowhere_else() -> None:
    program = Path(__file__).parents[2] / "trc_module"
    found = [path.name for path in program.rglob("*.py") if re.search(r"Image\.open\(", path.read_text("utf-8"))]
    assert found == ["opening.py"]
