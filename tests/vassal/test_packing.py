from __future__ import annotations

import zlib

from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal.packing import Known, pack

BLOCKS = st.lists(st.binary(max_size=40).map(lambda part: part * 1500), min_size=1, max_size=5)


@given(BLOCKS)
def test_blocks_are_one_stream_that_any_program_unpacks(blocks: list[bytes]) -> None:
    packed = pack(blocks)
    text = b"".join(blocks)
    assert zlib.decompress(b"".join(packed.blocks), wbits=-zlib.MAX_WBITS) == text
    assert (packed.size, packed.crc) == (len(text), zlib.crc32(text))


@given(BLOCKS, BLOCKS)
def test_texts_that_share_blocks_are_packed_as_each_by_itself(one: list[bytes], other: list[bytes]) -> None:
    known: Known = {}
    texts = one, other, one + other, other + one
    assert [pack(blocks, known) for blocks in texts] == [pack(blocks) for blocks in texts]
    parts = {(block, last) for blocks in texts for block, last in zip(blocks, _lasts(blocks), strict=True)}
    assert {(block, last) for block, _, last in known} == parts


def _lasts(blocks: list[bytes]) -> list[bool]:
    return [False] * (len(blocks) - 1) + [True]
