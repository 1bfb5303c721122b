"""Texts that are read as numbers."""

from __future__ import annotations

import pytest

from trc_module.digits import is_number, is_signed_number


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
