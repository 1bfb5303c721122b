"""One game: played, written as a log, stepped through by the engine and by us, and compared."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tests.engine_games.comparing import lying_apart, made_apart, placed_apart, set_apart
from tests.referee.engine import Game, WrittenPiece
from trc_module.games.trc import TrcGame
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.events import TurnSet
from trc_module.replay.gamelog import GameLog, open_log
from trc_module.replay.table import Table
from trc_module.rules.selfplay import record_of, self_play
from trc_module.rules.state import State
from trc_module.version import __version__

TOLD = 5
"""The number of differences of a game that are kept; the first is the one to look at."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was compared; nothing differed if the last is empty."""

    seed: int
    level: str
    declared: bool
    turns: int
    acts: int
    steps: int
    compared: int
    """The number of comparisons of all pieces' places: at the start, after every phase, at the end."""
    pieces: int
    """The pieces on the table at the end."""
    placed: int
    """The units of the game whose hex or box was compared."""
    moved: int
    """Those of them that lie elsewhere than when the log began."""
    seconds: float
    differences: list[str]


@dataclass(slots=True)
class Stepped:
    """A log with which the engine and our table are at the end, and what differed on the way."""

    log: GameLog
    table: Table
    compared: int
    found: list[str]


def play(
    engine: Game, trc: TrcGame, parts: ModuleInputs, seed: int, level: str, turns: int, *, declared: bool
) -> Played:
    """Play a game of so many turns, let the engine step through its log, and compare; `engine` has our module open."""
    begin = time.process_time()
    start = end = trc.start("campaign", frozenset())
    acts = []
    for told, state in self_play(trc, start, trc.player(level, seed), start.clock.turn + turns - 1):
        acts.append(told.action)
        end = state
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        steps = compose(parts, record_of(trc, start, acts), path, __version__, declared=declared)
        stepped = step_through(engine, path, parts)
    table = stepped.table
    if not stepped.found:
        pieces = {piece.id: piece for piece in engine.written()}
        apart = islice(at_the_end(engine, pieces, stepped.log, table, end), TOLD)
        stepped.found += (f"at the end: {text}" for text in apart)
    began = {piece.id: piece.spot for piece in stepped.log.table().pieces.values()}
    return Played(
        seed,
        level,
        declared,
        end.clock.turn - start.clock.turn,
        len(acts),
        steps,
        stepped.compared,
        len(table.pieces),
        sum(len(force.places) for force in end.forces.values()),
        sum(began.get(piece.id) != piece.spot for piece in table.pieces.values()),
        round(time.process_time() - begin, 2),
        stepped.found[:TOLD],
    )


def step_through(engine: Game, path: Path, parts: ModuleInputs) -> Stepped:
    """Execute a log with the engine and on our table, and compare where all pieces lie, to the first difference."""
    log = open_log(path, parts)
    table = log.table()
    if not engine.load(path):
        return Stepped(log, table, 0, [f"the engine does not load the log: {engine.last.complaints}"])
    found = [f"at the start: {text}" for text in lying_apart(engine, table)]
    compared = 1
    behind = 0
    for step in log.steps(table):
        behind += 1
        if any(isinstance(event, TurnSet) for event in step.events):
            found += (f"step {step.number}: {text}" for text in _follow(engine, table, behind))
            compared += 1
            behind = 0
            if found:
                return Stepped(log, table, compared, found)
    found += (f"after the last step: {text}" for text in _follow(engine, table, behind))
    if engine.steps_left:
        found.append(f"the engine has {engine.steps_left} steps left when we have none")
    return Stepped(log, table, compared + 1, found)


def _follow(engine: Game, table: Table, behind: int) -> Iterator[str]:
    """Let the engine make the steps that our table has made, and yield what differs then."""
    yield from engine.steps(behind).complaints
    yield from lying_apart(engine, table)


def at_the_end(
    engine: Game, pieces: Mapping[str, WrittenPiece], log: GameLog, table: Table, state: State
) -> Iterator[str]:
    """Yield what differs between the engine, our table and the game when the log has been stepped through.

    `pieces` are the engine's by their identifiers.
    """
    yield from made_apart(pieces, table)
    yield from set_apart(engine, table)
    yield from placed_apart(pieces, log, table, state)
