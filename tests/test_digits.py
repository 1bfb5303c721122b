"""Texts that are read as numbers."""

from __future__ import annotations

import pytest

from trc_module.digits import (
    in_natural_order,
    is_number,
    is_signed_number,
    is_whole,
    read_real,
    read_whole,
    shortened,
    whole_or,
)


@pytest.mark.parametrize(
    ("text", "plain", "signed"),
    [
        ("0", True, True),
        ("123456789", True, True),
        ("-12", False, True),
        ("", False, False),
        ("-", False, False),
        ("--1", False, False),
        ("1234567890", False, False),
        # `int` fails at the first two, and would read the third as 3.
        ("9" * 5000, False, False),
        ("²", False, False),
        ("٣", False, False),
        ("1_0", False, False),
        (" 1", False, False),
    ],
)
def test_a_number_is_a_few_plain_digits(text: str, plain: bool, signed: bool) -> None:
    assert (is_number(text), is_signed_number(text)) == (plain, signed)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("+7", 7),
        ("-12", -12),
        ("0000000001", 1),
        ("2147483647", 2147483647),
        ("-2147483648", -2147483648),
        ("2147483648", None),
        ("-2147483649", None),
        ("99999999999", None),
        ("9" * 400, None),
        ("", None),
        ("-", None),
        ("1.0", None),
        ("1_0", None),
        (" 1", None),
        ("1\n", None),
        ("²", None),
        ("٣", None),
    ],
    ids=lambda value: shortened(str(value)),
)
def test_a_whole_number_is_one_of_java(text: str, number: int | None) -> None:
    assert is_whole(text) is (number is not None)
    assert whole_or(text, 5) == (5 if number is None else number)
    if number is not None:
        assert read_whole(text) == number
        return
    with pytest.raises(ValueError, match="x should be a whole number") as told:
        read_whole(text, "x")
    assert len(str(told.value)) < 120


@pytest.mark.parametrize(("text", "number"), [("1", 1.0), ("-.5", -0.5), ("2.", 2.0), ("1e3", 1000.0), ("90.0", 90.0)])
def test_a_real_number_has_a_fraction_or_none(text: str, number: float) -> None:
    assert read_real(text) == number


@pytest.mark.parametrize(
    "text", ["", ".", "inf", "NaN", "1e999", "1e10", "9" * 400, "0x1", "1_0", " 1", "1e", "٣"], ids=shortened
)
def test_a_real_number_is_plain_and_no_larger_than_a_billion(text: str) -> None:
    with pytest.raises(ValueError, match="it should be a number"):
        read_real(text)


def test_the_second_comes_before_the_tenth() -> None:
    units = ["10th Army", "2nd Army", "1st Shock Army", "Guards", "A10", "A9", "a2"]
    assert sorted(units, key=in_natural_order) == [
        "1st Shock Army",
        "2nd Army",
        "10th Army",
        "a2",
        "A9",
        "A10",
        "Guards",
    ]
