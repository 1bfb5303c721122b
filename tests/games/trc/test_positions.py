"""Counts of legal acts in published positions, as perft does for chess.

Each file of `positions` is a game record; its comment `# legal:` counts what can be done by kind. Counts of moves are
checked against walking every path, slow and without any kernel; acts of every other kind are judged one by one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.trc.movement.test_land_movement import ends_by_walking
from tests.games.trc.play import GAME
from trc_module.games import find_game
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.movement.land_movement import reachable
from trc_module.hexgrid import hexes
from trc_module.rules import check, legal_actions
from trc_module.rules.actions import Action, Move
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record
from trc_module.rules.state import State
from trc_module.systems.weather import weather_of

POSITIONS = sorted((Path(__file__).parent / "positions").glob("*.game"))
KINDS: dict[str, type[Action]] = {
    syntax.verb: syntax.action for syntax in GAME.statements if syntax.action in GAME.book.listers
}
PART = 40
"""The number of acts of a kind of which one is judged by itself."""


def read(path: Path) -> tuple[State, dict[str, int]]:
    """Return the position of a file and its counts."""
    text = path.read_text(encoding="utf-8")
    found = re.search(r"^# legal: (.+)$", text, re.MULTILINE)
    assert found is not None
    counts = {verb: int(number) for verb, number in (entry.split() for entry in found[1].split(", "))}
    return read_record(text, path.name, find_game).start, counts


def test_there_are_ten_positions_and_more() -> None:
    assert len(POSITIONS) >= 10


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_as_many_acts_are_legal_as_the_file_says(path: Path) -> None:
    state, counts = read(path)
    # 'rail' and 'rail-free' make one kind.
    found = {
        verb: sum(1 for _ in legal_actions(GAME, state, kind)) for verb, kind in KINDS.items() if verb != "rail-free"
    }
    assert {verb: number for verb, number in found.items() if number} == counts


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_the_moves_are_those_that_walking_every_path_finds(path: Path) -> None:
    state, counts = read(path)
    total = 0
    if state.clock.phase == "movement":
        for unit, at in state.forces[state.clock.side].places.items():
            if isinstance(at, str):
                continue
            allowance = GAME.printed_allowance(unit, state.clock.part, weather_of(state)).value
            ends = ends_by_walking(state, unit, allowance or 0)
            assert set(hexes(reachable(GAME, state, unit))) == ends, unit
            total += len(ends) - 1
    assert total == counts.get("move", 0)


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_nothing_is_said_against_what_is_listed(path: Path) -> None:
    state, _ = read(path)
    for kind in dict.fromkeys(KINDS.values()):
        listed = list(legal_actions(GAME, state, kind))
        step = PART if kind in (Move, RailMove, SeaMove) else 1
        for act in listed[:: min(step, max(len(listed), 1))]:
            told = [finding for finding in check(GAME, state, act) if finding.verdict is Verdict.VIOLATION]
            assert told == [], act
