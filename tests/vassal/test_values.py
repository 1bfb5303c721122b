from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal.values import (
    CTRL,
    Color,
    Key,
    decode_flag,
    decode_keys,
    decode_texts,
    encode_keys,
    encode_texts,
)

keys = st.one_of(
    st.builds(Key, st.integers(0, 999), st.integers(0, 999)),
    st.builds(Key.named, st.text("abc;\\", min_size=1, max_size=4).filter(lambda name: not name.endswith("\\"))),
)
colors = st.builds(Color, *[st.integers(0, 255)] * 4)


@given(keys)
def test_a_key_reads_as_written(key: Key) -> None:
    assert Key.decode(key.encode()) == key


@given(st.lists(keys, max_size=4).map(tuple))
def test_a_list_of_keys_reads_as_written(listed: tuple[Key, ...]) -> None:
    assert decode_keys(encode_keys(listed)) == listed


def test_a_plain_key_in_a_list_has_its_comma_escaped() -> None:
    assert encode_keys((Key.ctrl("f"), Key.named("Move"))) == r"70\,130,57344\,0\,Move"


def test_a_list_of_keys_with_a_bare_comma_is_refused() -> None:
    with pytest.raises(ValueError, match="comma is not escaped"):
        decode_keys("70,130")


def test_old_keys_are_letters() -> None:
    assert decode_keys("MX") == (Key.ctrl("M"), Key.ctrl("X"))
    assert Key.decode("M") == Key.ctrl("M")
    # The engine takes a small letter for the key of that number, which is none of the letters.
    assert Key.decode("m") == Key(109, CTRL)


def test_a_key_has_one_settled_form() -> None:
    assert Key(77, 2).settled == Key(77, 128).settled == Key(77, 130)
    assert Key(39, 8 | 1).settled == Key(39, 520 + 65)
    assert Key(57399, 0, "Move").settled == Key.named("Move")
    assert Key(112, 0).settled == Key(112, 0)


@pytest.mark.parametrize("text", ["x,y", "12x", "", ","])
def test_other_texts_are_no_keys(text: str) -> None:
    with pytest.raises(ValueError, match="is not a keystroke"):
        Key.decode(text)


@given(colors)
def test_a_color_reads_as_written(color: Color) -> None:
    assert Color.decode(color.encode()) == color


def test_a_color_may_be_one_hex_number() -> None:
    assert Color.decode("0xFF8000") == Color(255, 128, 0)


@pytest.mark.parametrize("text", ["1,2", "1,2,256", "red", "0xGG", "1,2,3,4,5"])
def test_other_texts_are_no_colors(text: str) -> None:
    with pytest.raises(ValueError, match="is not a colour"):
        Color.decode(text)


@given(st.lists(st.text("ab,'", max_size=3), min_size=2, max_size=4).map(tuple))
def test_a_list_of_texts_reads_as_written(listed: tuple[str, ...]) -> None:
    assert decode_texts(encode_texts(listed)) == listed


def test_a_flag_is_true_or_false() -> None:
    assert [decode_flag("true"), decode_flag("false")] == [True, False]
    with pytest.raises(ValueError, match="neither true nor false"):
        decode_flag("yes")
