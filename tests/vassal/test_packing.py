from __future__ import annotations

import zlib

from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal.packing import pack

BLOCKS = st.lists(st.binary(max_size=40).map(lambda part: part * 1500), min_size=1, max_size=5)


@given(BLOCKS)
def test_blocks_are_one_stream_that_any_program_unpacks(blocks: list[bytes]) -> None:
    packed = pack(blocks)
    text = b"".join(blocks)
    assert zlib.decompress(b"".join(packed.blocks), wbits=-zlib.MAX_WBITS) == text
    assert (packed.size, packed.crc) == (len(text), zlib.crc32(text))
