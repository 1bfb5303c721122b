"""Two armor units in a swamp: who moves there or could leave breaks a rule, who cannot leave does not (XII.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of
from trc_module.games import find_game
from trc_module.games.trp.marks import ActedBefore, Recovered
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.engine import check
from trc_module.rules.record import read_record
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State, Trail

FIRST, SECOND = "ger-47-pz", "ger-48-pz"


def standing(phase: str, *, on: str, dispersed: tuple[str, ...]) -> State:
    """Return a position: the first unit in a hex, the second in T5, a swamp of our map."""
    where = f"on T5: {FIRST} {SECOND}\n" if on == "T5" else f"on {on}: {FIRST}\non T5: {SECOND}\n"
    told = "".join(f"status: {unit} dispersed\n" for unit in dispersed)
    return read_record(f"game: trp\nat: turn 2 axis {phase} good\n{told}{where}", "x", find_game).start


def found_at_the_end(state: State, *acts: Action) -> list[str]:
    game = find_game("trp")
    for act in acts:
        state = game.apply(state, act)
    return [f"{finding.verdict.value} {finding.rule}" for finding in check(game, state, End())]


def way(*names: str) -> Trail:
    return Trail(tuple(map(find_game("trp").board.grid.hex, names)))


def test_two_that_stay_where_one_could_leave_break_the_rule() -> None:
    assert found_at_the_end(standing("moves", on="T5", dispersed=())) == ["doubt XII.3"]
    assert found_at_the_end(standing("moves", on="T5", dispersed=(SECOND,))) == ["doubt XII.3"]
    assert found_at_the_end(standing("moves", on="T5", dispersed=()), Move(FIRST, way("T5", "T4"))) == []


def test_two_of_which_none_could_leave_do_not() -> None:
    both = standing("moves", on="T5", dispersed=(FIRST, SECOND))
    assert found_at_the_end(both) == []
    reserve = standing("moves-1", on="T5", dispersed=(SECOND,))
    assert found_at_the_end(reserve.with_mark(ActedBefore(FIRST))) == []
    one = standing("moves", on="T5", dispersed=(SECOND,))
    assert found_at_the_end(one.with_mark(Recovered(FIRST))) == []


def test_one_that_comes_to_another_that_cannot_leave_breaks_the_rule() -> None:
    reserve = standing("moves-1", on="T4", dispersed=(SECOND,))
    assert found_at_the_end(reserve, Move(FIRST, way("T4", "T5"))) == ["doubt XII.3"]


@pytest.mark.parametrize("level", ["greedy", "random"])
def test_a_player_goes_on_where_two_stay_in_a_swamp_for_want_of_a_way(level: str) -> None:
    game = find_game("trp")
    start = standing("moves-1", on="T5", dispersed=(SECOND,)).with_mark(ActedBefore(FIRST))
    phases = {told.clock.phase for told, _ in self_play(game, start, game.player(level, 1), 2)}
    assert "attacks-3" in phases


@pytest.mark.parametrize(
    ("phase", "on", "expected"),
    [("moves", "T5", "doubt XII.3"), ("moves-1", "T5", "undecided XII.3"), ("moves-1", "T4", "doubt XII.3")],
    ids=["first moves", "later moves", "come together"],
)
def test_a_log_that_begins_late_does_not_show_who_has_moved_before(
    phase: str, on: str, expected: str, tmp_path: Path
) -> None:
    where = f"on T5: {FIRST} {SECOND}\n" if on == "T5" else f"on T4: {FIRST}\non T5: {SECOND}\n"
    goes = "" if on == "T5" else f"move {FIRST} T4 T5\n"
    told = told_of(parts_of("trp"), f"at: turn 2 axis {phase} good\n{where}{goes}end\n", [], tmp_path)
    assert [text.split(": ")[0] for text in told] == [expected]
