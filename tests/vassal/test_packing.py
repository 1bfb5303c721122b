from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal.packing import pack, repack, unpack

BLOCKS = st.lists(st.binary(max_size=40).map(lambda part: part * 1500), min_size=1, max_size=5)


@given(BLOCKS)
def test_blocks_are_one_stream_that_any_program_unpacks(blocks: list[bytes]) -> None:
    packed = pack(blocks)
    text = b"".join(blocks)
    assert zlib.decompress(b"".join(packed.blocks), wbits=-zlib.MAX_WBITS) == text
    assert (packed.size, packed.crc) == (len(text), zlib.crc32(text))
    assert list(unpack(packed.blocks)) == blocks


@given(BLOCKS, st.integers(0, 4), st.binary(max_size=9))
def test_a_changed_text_packed_again_is_as_if_it_had_been_packed_anew(
    blocks: list[bytes], which: int, new: bytes
) -> None:
    which %= len(blocks)
    changed = [*blocks[:which], new + blocks[which][:-5], *blocks[which + 1 :]]
    asked: list[bytes] = []

    def change(number: int, block: bytes) -> bytes:
        asked.append(block)
        return changed[number]

    assert repack(pack(blocks).blocks, change) == pack(changed)
    assert asked == blocks


def test_what_does_not_lie_near_a_change_is_taken_over() -> None:
    blocks = [bytes([number]) * 50_000 for number in range(4)]
    before = pack(blocks).blocks
    after = repack(before, lambda number, block: b"x" + block if number == 1 else block).blocks
    assert [new is old for new, old in zip(after, before, strict=True)] == [True, False, True, True]


def test_a_stream_without_its_end_is_refused() -> None:
    blocks = pack([b"one", b"two"]).blocks
    with pytest.raises(zlib.error):
        list(unpack(blocks[:1]))
