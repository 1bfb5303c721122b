from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal import sequence

# Short texts of the characters that matter.
texts = st.text(alphabet="a;\\'\t\x00é", max_size=8)
items = st.lists(texts, min_size=1, max_size=6)


def kept(item: str) -> bool:
    # What the format can hold: see the module's docstring.
    return not item.endswith("\\")


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        ([], ""),
        ([""], ""),
        (["", ""], ";"),
        (["a", "", "b"], "a;;b"),
        (["a;b", "c"], r"a\;b;c"),
        ([r"a\;b", "c"], r"a\\;b;c"),
        ([r"a\b"], r"a\b"),
        ([r"\a"], r"'\a'"),
        ([r"\a;b"], r"'\a\;b'"),
        (["'"], "'''"),
        (["'a'"], "''a''"),
        (["'a"], "'a"),
        (["a'", "'b"], "a';'b"),
    ],
)
def test_items_become_text(listed: list[str], text: str) -> None:
    assert sequence.encode(listed, ";") == text


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("", [""]),
        (";", ["", ""]),
        ("a;", ["a", ""]),
        (r"a\;b;c", ["a;b", "c"]),
        (r"a\\;b;c", [r"a\;b", "c"]),
        (r"\;", [";"]),
        (r"a\;", ["a;"]),
        (r"\;;", [";", ""]),
        ("'a';b", ["a", "b"]),
        ("''", [""]),
        ("'", ["'"]),
        (r"'\a\;b'", [r"\a;b"]),
        ("\x00\\;;", ["\x00;", ""]),
    ],
)
def test_text_becomes_items(text: str, listed: list[str]) -> None:
    assert sequence.decode(text, ";") == listed


def test_an_item_that_ends_with_a_backslash_merges_with_the_next() -> None:
    assert sequence.decode(sequence.encode(["a\\", "b"], ";"), ";") == ["a;b"]


@given(st.lists(texts.filter(kept), min_size=1, max_size=6))
def test_what_is_written_reads_the_same(listed: list[str]) -> None:
    assert sequence.decode(sequence.encode(listed, ";"), ";") == listed


def decode_by_letter(text: str, delimiter: str) -> list[str]:
    """Split as the engine does: look at each delimiter and at the character before it."""
    found = [""]
    for index, letter in enumerate(text):
        if letter != delimiter:
            found[-1] += letter
        elif index and text[index - 1] == "\\":
            found[-1] = found[-1][:-1] + delimiter
        else:
            found.append("")
    return [item[1:-1] if len(item) > 1 and item[0] == item[-1] == "'" else item for item in found]


@given(texts)
def test_splitting_is_the_engines(text: str) -> None:
    assert sequence.decode(text, ";") == decode_by_letter(text, ";")


def decode_by_level(text: str) -> list[str]:
    level = decode_by_letter(text, "\t")
    return [level[0], *decode_by_level(level[1])] if len(level) > 1 else [level[0]]


def encode_by_level(listed: list[str]) -> str:
    if len(listed) == 1:
        return listed[0]
    return sequence.encode([listed[0], encode_by_level(listed[1:])], "\t")


@given(texts)
def test_a_nested_list_is_split_as_level_by_level(text: str) -> None:
    assert sequence.decode_nested(text) == decode_by_level(text)


@given(items)
def test_a_nested_list_is_written_as_level_by_level(listed: list[str]) -> None:
    assert sequence.encode_nested(listed) == encode_by_level(listed)


def test_nesting_shows_as_growing_runs_of_backslashes() -> None:
    assert sequence.encode_nested(["a", "b", "c", "d"]) == "a\tb\\\tc\\\\\td"
    assert sequence.decode_nested("a\tb\\\tc\\\\\td") == ["a", "b", "c", "d"]


def test_a_delimiter_of_an_items_own_survives_nesting() -> None:
    listed = ["a", "b\tc", "d"]
    assert sequence.decode_nested(sequence.encode_nested(listed)) == listed


@given(st.lists(texts.filter(kept), min_size=1, max_size=5))
def test_with_a_count_the_last_item_is_taken_as_it_stands(listed: list[str]) -> None:
    text = encode_by_level(listed)
    assert sequence.decode_nested(text, count=len(listed)) == listed


def test_fewer_items_than_the_count_are_all_there_is() -> None:
    assert sequence.decode_nested("a\tb", count=3) == ["a", "b"]


@given(
    st.text(alphabet="a;\\'\té", max_size=12) | items.map(sequence.encode_nested),
    st.integers(1, 6),
)
def test_what_surrounds_a_plain_innermost_item_does_not_depend_on_it(text: str, count: int) -> None:
    parts = sequence.part_innermost(text)
    if parts is None:
        return
    around, innermost = parts
    assert around + innermost == text
    plain = sequence.decode_nested(around + sequence.PLAIN, count=count)
    if len(plain) == count and plain[-1] == sequence.PLAIN:
        listed = [*plain[:-1], innermost]
        assert sequence.decode_nested(text, count=count) == listed
        comes_back = sequence.encode_nested(plain) == around + sequence.PLAIN
        assert (sequence.encode_nested(listed) == text) == comes_back


@pytest.mark.parametrize("innermost", ["'a", "a'", "\\a", "a\\"])
def test_an_innermost_item_that_may_be_quoted_is_not_parted(innermost: str) -> None:
    assert sequence.part_innermost(f"a\t{innermost}") is None
