"""Italy and Finland leave the war by the date, wherever a record begins."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.rules.finding import Finding, Verdict

MOVEMENT = "turn {} axis impulse 1 movement clear"


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("on Y20: ita-3-inf\nmove ita-3-inf Y20 Y19", MOVEMENT.format(14), []),
        ("on Y20: ita-3-inf\nmove ita-3-inf Y20 Y19", MOVEMENT.format(15), ["violation 24.4b"]),
        ("on Y20: ger-12-inf\nmove ger-12-inf Y20 Y19\nend", MOVEMENT.format(15), []),
        ("on Y20: ita-3-inf\nmove ita-3-inf Y20 Y19", MOVEMENT.format(16), ["violation 24.4"]),
        ("on Y20: ita-3-inf\nmove ita-3-inf Y20 Y19\nend", MOVEMENT.format(17), ["violation 24.4"]),
        ("on Y20: ita-3-inf\nend", MOVEMENT.format(17), ["violation 24.4"]),
        (
            "on Y20: ita-3-inf\non Y19: rus-24-inf\nattack 1: ita-3-inf x rus-24-inf",
            "turn 15 axis impulse 2 combat clear",
            ["violation 24.4"],
        ),
        ("before: surrendered italy turn 15\non Y20: ita-3-inf\nmove ita-3-inf Y20 Y19",
         "turn 16 axis impulse 1 movement clear", ["violation 24.1"]),
        ("on Y20: ita-3-inf\nsurrender italy because 24.4\nend", MOVEMENT.format(17), []),
    ],
)  # fmt: skip
def test_italy_is_out_from_september_1943_on(text: str, at: str, expected: list[str]) -> None:
    assert told(text, at) == expected


@pytest.mark.parametrize(
    ("header", "turn", "expected"),
    [
        ("", 21, ["violation 24.5a"]),
        ("", 20, []),
        ("control: Leningrad axis\n", 21, []),
        # It was the Axis's when the impulse began, or nobody knows whose.
        ("before: changed E10\nbefore: was-axis E10\nbefore: began-axis E10\n", 21, []),
        ("before: changed E10\n", 21, []),
        ("before: due finland\nbefore: changed E10\n", 21, ["violation 24.5a"]),
    ],
)
def test_finland_is_asked_when_the_axis_impulse_begins(header: str, turn: int, expected: list[str]) -> None:
    assert GAME.hex_name(GAME.places["Leningrad"]) == "E10"
    assert told(f"{header}on C14: fin-4-inf\nend", MOVEMENT.format(turn)) == expected


def test_the_date_alone_decides_about_italy() -> None:
    state = GAME.joined(position("on Y20: ita-3-inf\n", MOVEMENT.format(17)))
    found = (Finding(rule, Verdict.VIOLATION, "", ("ita-3-inf",)) for rule in ("24.1", "24.4", "24.4b", "24.5a"))
    unknown = [GAME.unknown_before(state, finding, state.clock) for finding in found]
    assert [one and one.words for one in unknown] == [
        "which countries surrendered before the log begins",
        None,
        None,
        "who controlled Leningrad before the log begins",
    ]


def test_a_guess_of_who_held_leningrad_before_a_late_log_makes_no_surrender_due() -> None:
    text = "on C14: fin-4-inf\non E12: ger-41-pz\nend\nmove ger-41-pz E12 E11 E10\nend"
    at = "turn 21 axis impulse 1 weather clear"
    assert "violation 24.5a" in told(text, at)
    assert "violation 24.5a" not in told(f"before: untold-control E10\n{text}", at)


@pytest.mark.parametrize(
    ("header", "turn", "expected"),
    [
        ("", 20, set()),
        ("", 21, {"finland"}),
        ("control: Leningrad none\n", 21, {"finland"}),
        ("control: Leningrad axis\n", 21, set()),
        ("before: unsure-control E10\n", 21, set()),
        ("before: untold-control E10\n", 21, set()),
    ],
)
def test_finland_is_due_from_september_1944_on_if_the_axis_is_known_to_be_without_leningrad(
    header: str, turn: int, expected: set[str]
) -> None:
    text = f"before: rolled weather, surrendered italy turn 15\n{header}on C14: fin-4-inf\nend\n"
    marks = position(text, f"turn {turn} axis impulse 1 weather clear").marks
    assert {mark[1] for mark in marks if mark[0] == "due"} == expected
