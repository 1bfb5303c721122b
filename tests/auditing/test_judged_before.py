"""What the rules have said of an act is said again without judging it, where a phase is judged again."""

from __future__ import annotations

from typing import cast

import pytest

from trc_module.auditing import judged_before
from trc_module.auditing.judged_before import JudgedBefore
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import Game, GameData
from trc_module.rules.state import Deployment, State

GAME = cast(GameData, object())
HERE = Hex(7)
ONE, OTHER = cast(Action, ("act", 1)), cast(Action, ("act", 2))


def position(*order: str) -> State:
    """Return two units in one hex, of which some came in an order."""
    force = Deployment(FrozenMap({"a": HERE, "b": HERE}))
    for unit in order:
        force = force.put(unit, HERE)
    return State("none", Clock(1, "axis", 1, "movement"), FrozenMap({"axis": force}))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[State, Action]]:
    """Return what the rules were asked, each time."""
    asked: list[tuple[State, Action]] = []

    def check(_: GameData, state: State, action: Action) -> list[Finding]:
        asked.append((state, action))
        return [Finding("1", Verdict.NOTE, str(len(asked)))]

    monkeypatch.setattr(judged_before, "check", check)
    return asked


def test_an_act_is_judged_once_in_equal_positions(asked: list[tuple[State, Action]]) -> None:
    judge = JudgedBefore()
    judge.begin()
    first = judge.check(GAME, position("a"), ONE)
    assert judge.check(GAME, position("a"), ONE) is first
    assert judge.check(GAME, position("a"), OTHER) is not first
    assert [action for _, action in asked] == [ONE, OTHER]


def test_an_act_is_written_once_while_a_phase_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Action] = []

    def action_text(_: Game, action: Action) -> str:
        written.append(action)
        return f"act {len(written)}"

    monkeypatch.setattr(judged_before, "action_text", action_text)
    judge, game = JudgedBefore(), cast(Game, GAME)
    assert [judge.in_words(game, ONE), judge.in_words(game, ONE)] == ["act 1", "act 2"]
    judge.begin()
    assert [judge.in_words(game, act) for act in (ONE, ONE, OTHER)] == ["act 3", "act 3", "act 4"]
    assert [judge.in_words(game, cast(Action, ["no hash"])) for _ in range(2)] == ["act 5", "act 6"]
    judge.forget()
    judge.begin()
    assert judge.in_words(game, ONE) == "act 7"


def test_an_act_is_judged_anew_where_units_came_in_another_order(asked: list[tuple[State, Action]]) -> None:
    judge = JudgedBefore()
    judge.begin()
    assert position("a", "b") == position("b", "a")
    first, other = judge.check(GAME, position("a", "b"), ONE), judge.check(GAME, position("b", "a"), ONE)
    assert (first[0].sentence, other[0].sentence, len(asked)) == ("1", "2", 2)


def test_nothing_is_remembered_before_a_phase_is_judged_again_nor_when_it_is_settled(
    asked: list[tuple[State, Action]],
) -> None:
    judge = JudgedBefore()
    judge.check(GAME, position(), ONE)
    judge.check(GAME, position(), ONE)
    judge.begin()
    judge.check(GAME, position(), ONE)
    judge.begin()
    judge.check(GAME, position(), ONE)
    judge.forget()
    judge.check(GAME, position(), ONE)
    assert len(asked) == 4


def test_no_more_is_remembered_than_a_phase_may_take(
    asked: list[tuple[State, Action]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judged_before, "_MOST", 2)
    judge = JudgedBefore()
    judge.begin()
    for number in (1, 2, 1, 2, 3, 1):
        judge.check(GAME, position(), cast(Action, ("act", number)))
    assert [action[1] for _, action in asked] == [1, 2, 3, 1]  # type: ignore[index]


def test_an_act_without_a_hash_is_judged_each_time(asked: list[tuple[State, Action]]) -> None:
    judge = JudgedBefore()
    judge.begin()
    listed = cast(Action, ["act", 1])
    assert [judge.check(GAME, position(), listed)[0].sentence for _ in range(2)] == ["1", "2"]
