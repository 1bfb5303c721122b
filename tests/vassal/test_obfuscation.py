from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal.obfuscation import Container, container_of, key_of, reveal, reveal_stream, veil
from trc_module.vassal.problems import FormatError

texts = st.text(max_size=40)
containers = st.sampled_from(Container)


def test_the_old_container_is_a_key_and_hex_digits() -> None:
    assert veil("aé", Container.HEX, 0x0F) == b"!VCSK0f6eccA6".lower().replace(b"!vcsk", b"!VCSK")


def test_the_new_container_is_a_key_and_bytes() -> None:
    assert veil("ab", Container.RAW, 1) == b"VOBS\x01`c"


def test_plain_text_stays() -> None:
    assert veil("begin_save", Container.PLAIN) == b"begin_save"
    assert reveal(b"begin_save") == "begin_save"


@given(texts, st.sampled_from([Container.HEX, Container.RAW]), st.integers(1, 255))
def test_what_is_veiled_is_revealed(text: str, container: Container, key: int) -> None:
    data = veil(text, container, key)
    assert reveal(data) == text
    assert container_of(data) is container or not text


@given(st.binary(max_size=40), st.integers(1, 255))
def test_bytes_that_are_no_utf8_come_back(data: bytes, key: int) -> None:
    hidden = b"!VCSK%02x" % key + bytes(byte ^ key for byte in data).hex().encode()
    assert veil(reveal(hidden), Container.HEX, key) == hidden


@given(texts, containers, st.integers(1, 9))
def test_a_stream_reveals_the_same(text: str, container: Container, size: int) -> None:
    data = veil(text, container)
    assert b"".join(reveal_stream(io.BytesIO(data), size)).decode() == reveal(data)


@pytest.mark.parametrize("data", [b"!VCSKzz00", b"!VCSK0", b"!VCSK00abc", b"!VCSK00xy"])
def test_a_damaged_hex_container_is_one_sentence(data: bytes) -> None:
    if container_of(data) is Container.PLAIN:
        assert reveal(data) == data.decode()
        return
    with pytest.raises(FormatError, match="saved game"):
        reveal(data)
    with pytest.raises(FormatError, match="saved game"):
        list(reveal_stream(io.BytesIO(data)))


def test_a_key_is_a_byte() -> None:
    with pytest.raises(ValueError, match="0 to 255"):
        veil("", Container.HEX, 256)


def test_digits_in_upper_case_come_back_in_upper_case() -> None:
    data = b"!VCSK4A" + bytes(byte ^ 0x4A for byte in b"begin_save").hex().upper().encode()
    assert container_of(data) is Container.UPPER
    assert reveal(data) == "begin_save"
    assert veil(reveal(data), Container.UPPER, key_of(data)) == data
    assert b"".join(reveal_stream(io.BytesIO(data))) == b"begin_save"
