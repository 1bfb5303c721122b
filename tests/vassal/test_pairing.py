"""Finding the like of a trait's type: as `same_type` tells, each once, in their order."""

from __future__ import annotations

import pytest

from trc_module.vassal.traits.pairing import UnpairedTypes

TYPE = "delete;Go;71,130;why"


def taken(waiting: list[str], *asked: str) -> list[int | None]:
    types = UnpairedTypes(enumerate(waiting))
    return [types.take(text) for text in asked]


def test_each_is_taken_once_and_the_first_before_others() -> None:
    assert taken([TYPE, "clone;Go;71,130;why", TYPE], TYPE, TYPE, TYPE) == [0, 2, None]
    assert taken([TYPE], "delete;Go;71,130;else") == [None]


def test_a_text_with_fewer_fields_is_the_same() -> None:
    assert taken(["delete;Go;71,130;"], "delete;Go;71,130") == [0]


@pytest.mark.parametrize(
    ("waiting", "asked", "found"),
    [
        # What stands behind all fields that are known is compared with what stands there, if anything does.
        ([f"{TYPE};1", TYPE], [f"{TYPE};1", TYPE], [0, 1]),
        ([TYPE, f"{TYPE};1"], [f"{TYPE};1", f"{TYPE};1"], [1, 0]),
        ([f"{TYPE};1", f"{TYPE};2"], [TYPE, TYPE, TYPE], [0, 1, None]),
        ([f"{TYPE};1"], [f"{TYPE};2"], [None]),
    ],
)
def test_later_fields_count_where_both_have_them(waiting: list[str], asked: list[str], found: list[int | None]) -> None:
    assert taken(waiting, *asked) == found
