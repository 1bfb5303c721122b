from __future__ import annotations

import io

import pytest
from PIL import Image

from trc_module.vassal.lint.pictures import PictureFormat, read_picture


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP"])
def test_the_size_is_read_off_the_head(kind: str) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (300, 7)).save(buffer, kind)
    assert read_picture(io.BytesIO(buffer.getvalue())) == PictureFormat(kind, 300, 7)


def test_a_long_note_before_the_size_of_a_jpeg_is_skipped() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (12, 34)).save(buffer, "JPEG", comment=b"x" * 50_000)
    assert read_picture(io.BytesIO(buffer.getvalue())) == PictureFormat("JPEG", 12, 34)


def test_a_drawing_has_no_size() -> None:
    assert read_picture(io.BytesIO(b'<?xml version="1.0"?><svg/>')) == PictureFormat("SVG")


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a"])
def test_what_is_cut_short_is_no_picture(data: bytes) -> None:
    with pytest.raises(ValueError, match="it "):
        read_picture(io.BytesIO(data))
