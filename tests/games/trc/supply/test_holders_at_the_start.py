"""Holders of a place when the player turn, and the impulse, began."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.games.trc.supply.control import IMPULSE, TURN, held_when_began

KIEV = GAME.places["Kiev"]
TURN_4 = "turn 4 russian impulse 1 movement clear"
RETAKEN = "control: Kiev axis\non W17: rus-24-inf\nmove rus-24-inf W17 > W19\n"
SECOND = "end\nend\n"


def held(text: str) -> tuple[str | None, str | None]:
    state = position(text, TURN_4)
    return held_when_began(state, KIEV, TURN), held_when_began(state, KIEV, IMPULSE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("control: Kiev axis\non W17: rus-24-inf\n", ("axis", "axis")),
        (RETAKEN, ("axis", "axis")),
        (RETAKEN + SECOND, ("axis", "russian")),
        (RETAKEN + SECOND + "end\nend\nend\nend\n", ("russian", "russian")),
        ("control: Kiev none\non W17: rus-24-inf\nmove rus-24-inf W17 > W19\n", ("", "")),
        # A header that says no more than that it has changed hands leaves open who held it.
        ("before: changed W19\non W19: rus-24-inf\n", (None, None)),
        ("before: unsure-control W19\non W17: rus-24-inf\n", (None, None)),
        ("before: unsure-control W19\n" + RETAKEN, (None, None)),
        ("before: changed W19\nbefore: was-axis W19\non W19: rus-24-inf\n", ("axis", "russian")),
        ("before: changed W19\nbefore: was-axis W19\nbefore: began-none W19\non W19: rus-24-inf\n", ("axis", "")),
    ],
)  # fmt: skip
def test_who_held_it_is_remembered(text: str, expected: tuple[str | None, str | None]) -> None:
    assert held(text.replace("began-none", "began-nobody")) == expected


def test_a_worker_comes_into_no_city_that_was_retaken_in_this_turn() -> None:
    enter = "enter rus-worker-a1 W19"
    assert told(RETAKEN + SECOND + enter, TURN_4) == ["violation 22.3a"]
    [found] = findings(f"{RETAKEN}{SECOND}{enter}", TURN_4)
    held_then = "in a city of Russia that the Russians held when their turn began and that has no worker"
    assert found.sentence == f"rus-worker-a1 arrived in W19; it must arrive {held_then}."
    unknown = f"before: changed W19\non W19: rus-24-inf\nend\nend\n{enter}"
    assert told(unknown, TURN_4) == []


def test_a_reinforcement_comes_into_no_city_that_was_retaken_in_this_impulse() -> None:
    moscow = "control: Moscow axis\non R11: rus-1-tank\n{}move rus-1-tank R11 R10 R9\n{}enter rus-34-inf R9"
    turn_3 = "turn 3 russian impulse {} movement clear"
    assert told(moscow.format("", ""), turn_3.format(2)) == ["violation 20.4a"]
    assert told(moscow.format("", SECOND), turn_3.format(1)) == []
    assert told("control: Moscow russian\nbefore: changed R9\non R9: rus-1-tank\nenter rus-34-inf R9",
                turn_3.format(2)) == ["undecided 20.4a"]  # fmt: skip
