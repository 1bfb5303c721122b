"""Patterns of rule numbers: those of our games, those that need no end, and those that are none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.gamespec.rule_numbers import RuleNumbers

OURS = (r"M41-[A-Z]+(-\d+)?", r"\d+(\.\d+)*(-\d+)*[a-z]?", r"\d+(\.[0-9A-Za-z-]+)*[a-z]?", r"[IVX]+\.[A-Z0-9]+")
OTHERS = (
    r"(?:a|ab)(c|bcd)?",
    r"[^\d.]{2,3}x*",
    r"\w+\.\S",
    "",
    "a|",
    r"(a*)*b",
    r"[]\]a-]+",
    r"\.\-\(",
    "a{2}b{1,}",
    ".{3}",
)


@given(st.sampled_from(OURS + OTHERS), st.text("abcdxIVX.M41-0]( é", max_size=12))
def test_a_pattern_fits_what_pythons_does(pattern: str, number: str) -> None:
    # Of patterns that are quick in Python too.
    assert RuleNumbers(pattern).fits(number) is (re.fullmatch(pattern, number, re.DOTALL) is not None)


@pytest.mark.parametrize(
    "pattern", ["(a+)+b", "(a|a)*b", "(a|aa)+b", "(((a*)*)*)*b", "(a?){90}(a?){90}b", "a*a*a*a*a*a*b"]
)
def test_a_pattern_with_more_ways_than_anybody_waits_for_ends(pattern: str) -> None:
    numbers = RuleNumbers(pattern)
    assert not numbers.fits("a" * 180)
    assert numbers.fits("a" * 179 + "b")


@pytest.mark.parametrize(
    "pattern",
    [
        "(a",
        "a)",
        "[a",
        "a**",
        "*a",
        "a{1",
        "a{x}",
        "^a",
        "a$",
        r"\b",
        r"(a)\1",
        "(?=a)",
        "(?P<n>a)",
        "a" * 201,
        "\\",
        "{2}",
        "[z-a]",
        "[a--b]",
        "[[a]",
        r"[\w-a]",
    ],
)
def test_what_is_no_such_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"letter|letters"):
        RuleNumbers(pattern)
