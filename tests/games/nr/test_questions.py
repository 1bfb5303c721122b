"""Answers of No Retreat! about attacks: the odds of its referee, with every shift and result."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.rules.actions import Attack
from trc_module.rules.record import read_record, try_record
from trc_module.rules.state import State

GAME = find_game("nr")
ASK = GAME.questions


def position(text: str) -> State:
    return read_record(f"game: nr\n{text}", "position", find_game).start


def test_an_attack_is_told_with_factors_shifts_and_results() -> None:
    state = position("at: turn 4 axis combat\non L15: ger-6\non L16: sov-south")
    target = GAME.board.grid.hex("L16")
    found = ASK.odds(state, ["ger-6"], [target], [])
    assert found is not None
    assert [(term.unit, term.counts) for term in (*found.attacking, *found.defending)] == [
        ("ger-6", found.attack),
        ("sov-south", found.defence),
    ]
    assert [(step.rule, step.words) for step in found.steps] == [
        ("10.6", "4 to 3 is 1-1, every fraction in the defender's favour."),
        ("13.1g", "In snow Axis attacks on Soviets lose a column: -1."),
    ]
    assert found.odds == GAME.odds(state, Attack(1, ("ger-6",), ("sov-south",)))
    assert sum(one.faces for one in found.outcomes) == 6
    assert found.outcomes[0].meaning == "the defenders may counterattack at once; terrain does not count"


@pytest.mark.parametrize("header", ["at: turn 2 axis combat\non L15: ger-6\non L14: ger-4\non L16: sov-south"])
def test_who_is_near_may_join(header: str) -> None:
    state = position(header)
    assert ASK.may_join(state, "axis", [GAME.board.grid.hex("L16")]) == [("ger-6", GAME.board.grid.hex("L15"))]


def names(members: int) -> list[str]:
    return sorted(GAME.board.grid.names(members))


def test_a_unit_goes_as_far_as_its_points_and_zones_let_it() -> None:
    state = position("at: turn 2 axis movement\non L15: ger-6\non L17: sov-south")
    found = ASK.reach(state, "ger-6")
    assert found is not None
    (land,) = found.ways
    ends = set(names(land.ends))
    # It stops next to the enemy, and goes no further.
    assert {"L16", "M16"} <= ends
    assert not {"L17", "L18"} & ends
    assert (names(found.attacks), names(found.attacks_after)) == ([], ["L17"])
    assert [(note.rule, note.words) for note in found.notes] == [("8a", "It has 4 movement points.")]


def test_what_it_has_gone_is_taken_off() -> None:
    state = position("at: turn 2 axis movement\non L15: ger-6")
    whole = ASK.reach(state, "ger-6")
    record = "game: nr\nat: turn 2 axis movement\non L15: ger-6\nmove ger-6 L15 L14 L13"
    moved = try_record(read_record(record, "moved", find_game), "moved").end
    rest = ASK.reach(moved, "ger-6")
    assert whole is not None
    assert rest is not None
    assert len(names(rest.ways[0].ends)) < len(names(whole.ways[0].ends))
    assert rest.notes[1].words == "It has moved in this phase: 2 of them are left."


def test_a_way_is_shown_and_what_forbids_one_is_said() -> None:
    state = position("at: turn 2 axis movement\non L15: ger-6\non L17: sov-south")
    near, far = (ASK.way(state, "ger-6", GAME.board.grid.hex(name), "land") for name in ("L16", "L18"))
    assert near is not None
    assert [GAME.board.grid.name(at) for at in near.hexes] == ["L15", "L16"]
    assert near.against == ()
    assert far is not None
    assert (far.hexes, [finding.rule for finding in far.against]) == ((), ["8a"])


def test_the_best_attack_brings_up_whom_it_can() -> None:
    state = position("at: turn 2 axis movement\non L15: ger-6\non M14: ger-4\non L17: sov-south")
    target = GAME.board.grid.hex("L17")
    found = ASK.best(state, [], [target], [])
    assert found is not None
    assert sorted(unit for unit, _ in found.attackers) == ["ger-4", "ger-6"]
    near = GAME.board.grid.neighbours[target]
    assert all(near >> at & 1 for _, at in found.attackers)
    assert [(one.unit, one.moves) for one in found.added] == [("ger-4", True), ("ger-6", True)]
    assert found.notes[1].words == "Not every way to bring units up was looked at: there may be better odds."


def test_nobody_comes_to_an_attack_from_afar() -> None:
    state = position("at: turn 2 axis movement\non C6: ger-6\non L17: sov-south")
    assert ASK.best(state, [], [GAME.board.grid.hex("L17")], []) is None
