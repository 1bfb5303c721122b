"""28.6, part III: three choices take the Italians out, and none other does."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.games.trc import load
from trc_module.games.trc.arrivals.minor_allies import in_play
from trc_module.rules.actions import Surrender

GAME = load(frozenset({"28.6"}))


def at(*marks: str) -> str:
    before = f"before: {', '.join(marks)}\n" if marks else ""
    return f"options: 28.6\nat: turn 10 axis impulse 1 movement clear\n{before}on Y20: ita-3-inf\n"


@pytest.mark.parametrize(
    ("choice", "rule"),
    [("mediterranean-distraction", "28.6-MD-3"), ("italian-sellout", "28.6-IS-4"), ("tunisia", "28.6-TT-2")],
)
def test_each_choice_takes_them_out_under_its_own_rule(choice: str, rule: str) -> None:
    chosen = at(f"choice {choice} yes")
    assert told(f"{chosen}surrender italy because {rule}\nend") == []
    assert told(f"{chosen}surrender italy because 28.6\nend") == []
    assert told(f"{chosen}end\nend") == [f"violation {rule}"]
    assert told(f"{at()}surrender italy because {rule}") == [f"undecided {rule}"]
    assert told(f"{at(f'choice {choice} no')}surrender italy because {rule}") == [f"violation {rule}"]
    assert not in_play(GAME, position(f"{chosen}surrender italy because {rule}"), "italy")
    assert list(GAME.book.listers[Surrender](GAME, position(chosen + "mark weather-drm 0"))) == [
        Surrender("italy", rule)
    ]


def test_those_still_to_come_and_to_be_set_up_stay_out() -> None:
    boxes = "box axis turn-10: ita-5-inf\nbox axis at-start: ita-4-inf\n"
    gone = f"{at('choice tunisia yes')}{boxes}surrender italy because 28.6-TT-2\n"
    assert "violation 24.1" in told(f"{gone}enter ita-5-inf E33")
    start = "options: 28.6\nat: turn 1 axis impulse 1 weather clear\nbefore: choice italian-sellout yes\n"
    assert "violation 28.6-IS-4" in told(f"{start}setup ita-3-inf M26")


def test_otherwise_italy_leaves_in_1943() -> None:
    assert told(f"{at()}surrender italy because 24.4") == ["violation 24.4"]
    assert told(f"{at()}end") == []


ITALY = "options: 28.6\nat: turn 3 axis impulse 1 movement clear\n{}on M26: ita-3-inf\non AA28: rum-cav\n"


@pytest.mark.parametrize(
    ("choice", "nation", "expected"),
    [
        ("yes", "italy", []),
        ("no", "italy", ["violation 24.4"]),
        ("yes", "rumania", ["violation 24.3"]),
    ],
)
def test_a_choice_lets_italy_go_early_and_nobody_else(choice: str, nation: str, expected: list[str]) -> None:
    text = ITALY.format(f"before: choice italian-sellout {choice}\n")
    assert told(text + f"surrender {nation} because 24.4\n") == expected


def test_italy_going_by_no_choice_in_particular_is_told_once() -> None:
    assert told(ITALY.format("") + "surrender italy because 28.6\n") == ["undecided 28.6-MD-3"]
