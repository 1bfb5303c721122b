"""Dice found again in what a log holds of a button's report, whatever stands in the format and in the line."""

from __future__ import annotations

import pytest

from tests.growth import growth
from trc_module.profiles.dice_report import DiceReport


def found(report: str, line: str) -> tuple[str, ...]:
    form = DiceReport.read(report)
    assert form is not None
    return form.find(line)


@pytest.mark.parametrize(
    ("report", "line", "dice"),
    [
        ("** $name$ = $result$ *** <$PlayerName$>", "** 2d6 = 4 *** <Ann>", ("4",)),
        ("$result1$ and $result2$", "3 and 5", ("3", "5")),
        ("$result1$, $result2$ by $PlayerName$", "*  3,   5  by Ann", ("3", "5")),
        ("$PlayerName$ rolls $result$ for $name$ ($result2$)", "Ann rolls 3 for a = (b) (6)", ("3", "6")),
        ("($result$)", "(1) of 2", ("1",)),
        ("rolls $result$", "Ann rolls 4", ("4",)),
        ("rolls $result$", "Ann throws 4", ()),
        ("rolls $result$", "rolls 1234567890", ()),
        ("a $x$ $result$ $y$ $result$", "a b 1 c 2", ("1", "2")),
        (".*+? $result$", ".*+? 3", ("3",)),
        (".*+? $result$", "abc 3", ()),
        ("$result$", "x" * 1999 + "3", ("3",)),
        ("$result$", "x" * 2000 + "3", ()),
    ],
)
def test_dice_are_found_where_the_report_shows_them(report: str, line: str, dice: tuple[str, ...]) -> None:
    assert found(report, line) == dice


@pytest.mark.parametrize("report", ["", "$name$", "a text", "$result$" * 500])
def test_a_report_without_dice_or_without_end_has_none(report: str) -> None:
    assert DiceReport.read(report) is None


@pytest.mark.parametrize("unit", [" ", "a", "0", "= ", "0 ", "a=", "0-"])
def test_a_line_of_double_length_takes_twice_the_time(unit: str) -> None:
    form = DiceReport.read("$a$ = $b$ - $c$ : $d$ a $result1$ - $e$ , $result2$ / $f$ = $result3$")
    assert form is not None
    # A line as long as any that is looked at, many times.
    for length in (1000, 1990):
        assert form.find(unit * (length // len(unit))) in ((), ("0", "0", "0"))
    assert growth(lambda text: [form.find(text[at : at + 2000]) for at in range(0, len(text), 2000)], "", unit, "!") < 3
