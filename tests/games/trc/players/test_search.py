"""The player who looks ahead: it values plans by expected results, and carries the best out."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.players.evaluation import Taste
from trc_module.games.trc.players.greedy import Greedy
from trc_module.games.trc.players.opponents import opponent
from trc_module.games.trc.players.player import TrcPlayer
from trc_module.games.trc.players.search import SearchingPlayer
from trc_module.games.trc.players.worth import VICTORY, worth_to
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Verdict
from trc_module.rules.selfplay import LiveObserver
from trc_module.systems.players.attitude import ATTITUDES

AXIS_TURN = """
scenario: campaign
at: turn 3 axis impulse 1 movement clear
control: Minsk russian, Brest axis, Warsaw axis
on O22: ger-41-pz ger-12-inf ger-13-inf
on Q26: ger-2-inf
on O19: rus-24-inf
on P14: rus-30-inf
"""


def played(player: SearchingPlayer) -> list[Action]:
    """Return the acts of the movement phase; each is judged before it is carried out."""
    referee = Referee(GAME, position(AXIS_TURN))
    look = LiveObserver(referee)
    done: list[Action] = []
    for act in player.acts(look):
        assert all(finding.verdict is Verdict.NOTE for finding in look.found(act)), act
        referee.act(act)
        done.append(act)
        if isinstance(act, End):
            break
    return done


@pytest.fixture(scope="module")
def player() -> SearchingPlayer:
    found = SearchingPlayer(GAME, 1, 60.0, tries=4)
    found.done_acts = played(found)  # type: ignore[attr-defined]
    return found


def test_it_carries_out_the_plan_that_was_worth_most(player: SearchingPlayer) -> None:
    best = player.plans[0]
    assert tuple(player.done_acts) == best.acts  # type: ignore[attr-defined]
    assert any(isinstance(act, Move) for act in best.acts)
    answered = [plan.answered for plan in player.plans if plan.answered is not None]
    assert len(answered) >= 2
    assert best.answered == max(answered)


def test_plans_differ_and_each_is_valued(player: SearchingPlayer) -> None:
    assert len({plan.acts for plan in player.plans}) == len(player.plans) > 1
    assert {plan.attitude for plan in player.plans} <= set(ATTITUDES[:4])
    assert all(plan.fought for plan in player.plans)


def test_the_same_position_gives_the_same_plan(player: SearchingPlayer) -> None:
    again = SearchingPlayer(GAME, 1, 60.0, tries=4)
    assert played(again) == player.done_acts  # type: ignore[attr-defined]


def test_time_bounds_it() -> None:
    hurried = SearchingPlayer(GAME, 1, 0.0)
    assert isinstance(played(hurried)[-1], End)
    assert len(hurried.plans) == 1
    assert hurried.plans[0].answered is None


def test_a_position_is_worth_to_one_side_what_it_costs_the_other() -> None:
    state = position(AXIS_TURN)
    assert worth_to(GAME, state, "axis") == -worth_to(GAME, state, "russian")
    lost = state.with_unit("russian", "rus-24-inf", "replacement-pool")
    assert worth_to(GAME, lost, "axis") > worth_to(GAME, state, "axis")
    assert worth_to(GAME, state, "axis") < VICTORY


def test_who_errs_draws_by_lot() -> None:
    easy, fair = opponent(GAME, "easy", 1, 1.0), opponent(GAME, "fair", 1, 1.0)
    assert isinstance(easy, TrcPlayer)
    assert isinstance(fair, TrcPlayer)
    assert type(easy.taste) is Taste
    assert type(fair.taste) is Greedy
