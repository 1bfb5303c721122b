"""Acts whose lines leave something out: what they may stand for."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.log.completions import UNCLAIMED, completions
from trc_module.rules.actions import Action, AirSupport

PORT = GAME.board.grid.hex("DD24")


@pytest.mark.parametrize(
    ("start", "box", "completed"),
    [("withdrawn", "turn-23", ["turn-23"]), ("withdrawn", "withdrawn", []), ("turn-23", "turn-23", [])],
)
def test_who_sails_from_among_the_withdrawn_waits_for_his_turn(start: str, box: str, completed: list[str]) -> None:
    state = position(f"box axis {box}: ger-2-ss-pz", "turn 23 axis impulse 1 movement snow")
    act = SeaMove("transfer", "ger-2-ss-pz", start, PORT)
    found = [completion.whole for completion in completions(GAME, state, act)]
    assert found == [SeaMove("transfer", "ger-2-ss-pz", box, PORT) for box in completed]


STAND = "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf rus-13-inf\non Y19: ger-hq-south ger-hitler\n"


def victories(stand: str, act: Action, at: str) -> list[AutomaticVictory]:
    found = [completion.whole for completion in completions(GAME, position(stand, at), act)]
    return [act for act in found if isinstance(act, AutomaticVictory)]


def test_a_victory_is_won_over_all_who_stood_together() -> None:
    claimed = AutomaticVictory(1, ("ger-41-pz",), ("rus-24-inf",))
    found = victories(STAND, claimed, "turn 2 axis impulse 1 movement clear")
    assert {act.defenders for act in found} == {("rus-24-inf", "rus-13-inf")}
    assert found[0].attackers == ("ger-41-pz",)
    assert any("ger-47-pz" in act.attackers for act in found)


@pytest.mark.parametrize(
    ("stand", "foe", "at", "support"),
    [
        (STAND, "rus-24-inf", "turn 2 axis impulse 1 movement clear", {("stuka", "ger-hq-south")}),
        (
            "on Y17: rus-24-inf\non X17: ger-41-pz\non Y19: rus-stavka rus-stalin\n",
            "ger-41-pz",
            "turn 20 russian impulse 1 movement clear",
            {("sturmovik", "rus-stavka"), ("sturmovik", "rus-stalin")},
        ),
    ],
)
def test_an_aircraft_may_have_helped_in_a_victory_that_no_line_claims(
    stand: str, foe: str, at: str, support: set[tuple[str, str]]
) -> None:
    unclaimed = victories(stand, AutomaticVictory(UNCLAIMED, (), (foe,)), at)
    assert {one for act in unclaimed for one in act.air} == {AirSupport(*words) for words in support}
    claimed = victories(stand, AutomaticVictory(1, (), (foe,)), at)
    assert {one for act in claimed for one in act.air} == set()
