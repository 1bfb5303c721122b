"""Pictures within modules; two modules with different ones are given to `diff`, which draws both."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import partial

from tests.hostile.case import MB, Case
from tests.hostile.modules import module
from tests.vassal.lint.small_module import PIXEL

_EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\n(evil.txt) (w) file closefile\n%%EOF\n"


def png(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG that states a size, with chunks of any kind."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    inner = b"".join(chunk(name, data) for name, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + inner + chunk(b"IEND", b"")


def _case(name: str, tries: str, picture: bytes | Callable[[], bytes]) -> Case:
    def files() -> dict[str, bytes]:
        drawn = picture if isinstance(picture, bytes) else picture()
        return {name: module("", ("images/map.png", each)) for name, each in (("old.vmod", PIXEL), ("new.vmod", drawn))}

    command = ("diff", "old.vmod", "new.vmod", "-o", "new.html")
    return Case(name, tries, command, files, "Wrote new.html.", 1, 60 * MB)


def _bomb(chunk: bytes) -> bytes:
    """Return a picture with a chunk that unpacks to 64 MB; made when it is asked for, since it takes a while."""
    return png(1, 1, (chunk, b"a\0\0" + zlib.compress(bytes(64 * MB), 9)), (b"IDAT", zlib.compress(bytes(5))))


_PACKED = zlib.compress(bytes(4 * MB), 1)
PICTURES = (
    _case("postscript", "a program for Ghostscript that is named as a picture", _EPS),
    _case("picture of 3.6 billion pixels", "a few bytes that ask for 14 GB", png(60_000, 60_000, (b"IDAT", _PACKED))),
    _case("picture of 178 million pixels", "21 KB that ask for 2.4 GB", png(13_000, 13_700, (b"IDAT", _PACKED))),
    _case("picture of no pixels", "a picture without width", png(0, 5, (b"IDAT", _PACKED))),
    _case("picture with a bomb of text", "a note of 64 MB packed in 64 KB",
          partial(_bomb, b"zTXt")),
    _case("picture with a bomb of colours", "a table of colours of 64 MB packed in 64 KB",
          partial(_bomb, b"iCCP")),
    _case("picture that goes on", "more pixels than it states", png(1, 1, (b"IDAT", _PACKED))),
    _case("cut picture", "half a picture", PIXEL[:20]),
    _case("gif of 4 billion pixels", "a screen of 65,535 by 65,535", PIXEL[:6] + b"\xff\xff\xff\xff" + PIXEL[10:]),
    _case("bmp of 2 billion pixels", "a head without a picture",
          b"BM" + struct.pack("<I2HI", 100, 0, 0, 54)
          + struct.pack("<IiiHHIIiiII", 40, 46_000, 46_000, 1, 24, 0, 0, 0, 0, 0, 0)),
    _case("tiff", "a format that Pillow reads and VASSAL does not", b"II*\0\x08\0\0\0\0\0\0\0\0\0"),
    _case("drawing", "an SVG with a reference to a file", b'<svg><image href="file:///etc/passwd"/></svg>'),
)  # fmt: skip
