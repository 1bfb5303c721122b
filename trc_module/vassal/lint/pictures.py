"""The sizes of pictures, read off the first bytes of their files without decoding them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import IO


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """A picture's format and its size in pixels; a drawing of lines (SVG) has none."""

    format: str
    width: int = 0
    height: int = 0


_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_HEAD = 1024


def read_picture(stream: IO[bytes]) -> PictureFormat:
    """Read a picture's format and size.

    Raises:
        ValueError: It is none that VASSAL reads (PNG, JPEG, GIF, BMP, SVG), or cut short.
    """
    head = stream.read(_HEAD)
    if head.startswith(b"\x89PNG\r\n\x1a\n") and head[12:16] == b"IHDR" and len(head) >= 24:
        return PictureFormat("PNG", *struct.unpack(">II", head[16:24]))
    if head[:6] in (b"GIF87a", b"GIF89a") and len(head) >= 10:
        return PictureFormat("GIF", *struct.unpack("<HH", head[6:10]))
    if head.startswith(b"BM") and len(head) >= 26:
        width, height = struct.unpack("<ii", head[18:26])
        return PictureFormat("BMP", width, abs(height))
    if head.startswith(b"\xff\xd8"):
        return _jpeg(head[2:], stream)
    if b"<svg" in head or head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith((b"<?xml", b"<!--", b"<!DOCTYPE svg")):
        return PictureFormat("SVG")
    raise ValueError("it is neither PNG, JPEG, GIF, BMP nor SVG")


def _jpeg(data: bytes, stream: IO[bytes]) -> PictureFormat:
    held = bytearray(data)

    def need(count: int) -> bool:
        while len(held) < count:
            block = stream.read(1 << 14)
            if not block:
                return False
            held.extend(block)
        return True

    at = 0
    while need(at + 9):
        if held[at] != 0xFF:
            break
        marker = held[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", held[at + 5 : at + 9])
            return PictureFormat("JPEG", width, height)
        alone = 0xD0 <= marker <= 0xD9 or marker == 0x01
        at += 2 if alone else 2 + int.from_bytes(held[at + 2 : at + 4], "big")
    raise ValueError("it begins as a JPEG but has no size")
