"""A self-played game ends in the real engine as it does on our table and by the rules; and what differs is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from tests.engine_games.comparing import lying_apart, made_apart, placed_apart, set_apart
from tests.engine_games.game import Stepped, at_the_end, step_through
from tests.referee.engine import Engine, Game, WrittenPiece
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.rules.selfplay import record_of, self_play
from trc_module.rules.state import State
from trc_module.vassal.commands import MovePiece, RestoreProperty

ACTS = 150
"""The number of acts of a game that bring its first battles."""


@pytest.fixture(scope="module")
def game(referee: Engine, module_file: Path) -> Game:
    return referee.keep(module_file)


@dataclass(frozen=True)
class Ended:
    """A game, stepped through: our side, the position by the rules, and the engine's pieces."""

    stepped: Stepped
    state: State
    pieces: Mapping[str, WrittenPiece]


@pytest.fixture(scope="module")
def ended(game: Game, parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    trc = parts.game
    start = trc.start("campaign", frozenset())
    played = list(islice(self_play(trc, start, trc.player("random", 2), 1), ACTS))
    acts, state = [told.action for told, _ in played], played[-1][1]
    path = tmp_path_factory.mktemp("engine") / "game.vlog"
    compose(parts, record_of(trc, start, acts), path, "0.0.1")
    return Ended(step_through(game, path, parts), state, {piece.id: piece for piece in game.written()})


def alone(state: State) -> str:
    """Return a Russian unit that has a hex to itself."""
    return next(stack[0] for stack in state.forces["russian"].stacks.values() if len(stack) == 1)


def test_engine_table_and_rules_have_every_piece_in_the_same_place(game: Game, ended: Ended) -> None:
    stepped = ended.stepped
    assert stepped.found == []
    assert stepped.compared > 3
    assert list(at_the_end(game, ended.pieces, stepped.log, stepped.table, ended.state)) == []


def test_a_unit_that_is_elsewhere_in_the_game_is_named(ended: Ended) -> None:
    log, table, state = ended.stepped.log, ended.stepped.table, ended.state
    unit = alone(state)
    away = state.with_unit("russian", unit, "replacement-pool")
    place = state.forces["russian"].places[unit]
    assert not isinstance(place, str)
    there = log.parts.board.grid.name(place)
    assert list(placed_apart(ended.pieces, log, table, away)) == [
        f"{unit}: in Russian replacement pool by the game, in {there} on our table"
    ]
    gone = state.with_unit("russian", unit, None)
    (sentence,) = placed_apart(ended.pieces, log, table, gone)
    assert sentence.startswith(f"{unit}: out of play by the game, at Main Map (")


def test_a_piece_that_differs_from_the_engines_is_named(game: Game, ended: Ended) -> None:
    log, unit = ended.stepped.log, alone(ended.state)
    table = log.table()
    for _ in log.steps(table):
        pass
    piece = next(piece for piece in table.pieces.values() if piece.markers.get("unit") == unit)
    spot = piece.spot
    assert spot is not None
    table.execute(MovePiece(piece.id, spot.map, 20, 30, None, spot.map, spot.x, spot.y, None, None))
    table.execute(RestoreProperty("BattleId", "99", "Module"))
    assert f"piece {piece.id} ({piece.name}): {(spot.map, spot.x, spot.y, 0)} for the engine" in next(
        lying_apart(game, table)
    )
    assert list(set_apart(game, table)) == [
        f"property BattleId: {game.property('BattleId')!r} in the engine, '99' on our table"
    ]
    piece.state = ("changed", *piece.state[1:])
    (sentence,) = made_apart(ended.pieces, table)
    assert sentence.startswith(f"piece {piece.id} ({piece.name}): states (")
