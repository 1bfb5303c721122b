"""A long text deflated in blocks, so that a text which differs in one of them is packed anew only there.

Each block has the end of the one before it as its window and ends on a whole byte, as `pigz` does it: joined they are
one stream, as short as if it had been packed in one go, and what a block becomes depends on nothing but itself and that
window. So it does not matter to the bytes whether blocks were packed now or taken over from an earlier text.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

LEVEL = 6
"""Level 9 takes three times as long and saves a few parts in a hundred."""

_WINDOW = 1 << 15
_RAW = -zlib.MAX_WBITS


@dataclass(frozen=True, slots=True)
class Packed:
    """A text as deflate has it, block by block, with its length and CRC-32."""

    blocks: tuple[bytes, ...]
    size: int
    crc: int


def pack(blocks: Sequence[bytes]) -> Packed:
    """Deflate the blocks of a text."""
    deflated = []
    size = crc = 0
    window = b""
    for number, block in enumerate(blocks, 1):
        deflated.append(_deflate(block, window, last=number == len(blocks)))
        size, crc, window = size + len(block), zlib.crc32(block, crc), _end(block)
    return Packed(tuple(deflated), size, crc)


def repack(blocks: Sequence[bytes], change: Callable[[int, bytes], bytes]) -> Packed:
    """Deflate a text again whose blocks are what `change` makes of each deflated block's number, from 0, and text.

    The outcome is that of packing them all anew. zlib.error if the blocks were not packed here.
    """
    deflated = []
    size = crc = 0
    before = window = b""
    for number, old in enumerate(unpack(blocks)):
        new = change(number, old)
        if new == old and window == before:
            deflated.append(blocks[number])
        else:
            deflated.append(_deflate(new, window, last=number == len(blocks) - 1))
        size, crc, window, before = size + len(new), zlib.crc32(new, crc), _end(new), _end(old)
    return Packed(tuple(deflated), size, crc)


def unpack(blocks: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the texts of deflated blocks; zlib.error if they were not packed here."""
    inflater = zlib.decompressobj(_RAW)
    for block in blocks:
        yield inflater.decompress(block)
    if not inflater.eof:
        raise zlib.error("the last block is missing")


def _end(block: bytes) -> bytes:
    return block[-_WINDOW:]


def _deflate(block: bytes, window: bytes, *, last: bool) -> bytes:
    # zlib will not have a dictionary of no bytes.
    deflater = zlib.compressobj(LEVEL, wbits=_RAW, zdict=window) if window else zlib.compressobj(LEVEL, wbits=_RAW)
    return deflater.compress(block) + deflater.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH)
