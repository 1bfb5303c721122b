"""Arms of the sea of The Russian Portfolio's stand-in map: no unit attacks, holds or falls back across one on land."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.games.trp.data import Trp
from trc_module.games.trp.ground import apart, near
from trc_module.games.trp.legal_actions import moves
from trc_module.games.trp.retreats import step_faults
from trc_module.hexgrid import Hex
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record, try_record


def portfolio() -> Trp:
    game = find_game("trp")
    assert isinstance(game, Trp)
    return game


GAME = portfolio()
SEA = "an arm of the sea parts E10-F9"


def at(name: str) -> Hex:
    return GAME.board.grid.hex(name)


@pytest.mark.parametrize(("a", "b"), [("E10", "F9"), ("F10", "E10"), ("KK15", "KK16")])
def test_who_stands_across_one_is_no_neighbour(a: str, b: str) -> None:
    assert near(GAME, at(a), at(b)) is None
    assert [fact.source.kind for fact in apart(GAME, at(a), at(b)) or ()] == ["assumed"]
    assert not GAME.beside[at(a)] >> at(b) & 1


def test_neighbours_on_land_are_neighbours() -> None:
    assert near(GAME, at("F9"), at("F10")) == ()
    assert apart(GAME, at("F9"), at("F10")) is None
    assert GAME.beside[at("F9")] >> at("F10") & 1


def test_an_attack_across_one_is_a_doubt_that_names_it() -> None:
    text = "game: trp\nat: turn 2 axis attacks good\non E10: ger-2-inf\non F9: sov-8-army\n"
    record = read_record(f"{text}attack 1: ger-2-inf x sov-8-army", "attack", find_game)
    (outcome,) = try_record(record, "attack").outcomes
    (finding,) = outcome.told.findings
    assert (finding.rule, finding.verdict, [fact.statement for fact in finding.facts]) == (
        "XIII.A2",
        Verdict.DOUBT,
        [SEA],
    )


def test_a_retreat_does_not_cross_one() -> None:
    text = "game: trp\nat: turn 2 axis attacks good\non F9: sov-8-army"
    state = read_record(text, "position", find_game).start
    (fault,) = step_faults(GAME, state, "sov-8-army", (at("F9"), at("E10")), 1)
    assert (fault[0], [fact.statement for fact in fault[1]]) == ("an arm of the sea parts F9 and E10", [SEA])
    assert list(step_faults(GAME, state, "sov-8-army", (at("F9"), at("F10")), 1)) == []


def test_no_legal_move_crosses_one() -> None:
    text = "game: trp\nat: turn 2 soviet moves good\non F9: sov-8-army"
    state = read_record(text, "position", find_game).start
    ends = {GAME.hex_name(act.trail.hexes[-1]) for act in moves(GAME, state)}
    assert "F10" in ends
    assert "E10" not in ends
