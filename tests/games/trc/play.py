"""Small positions and their acts, as the tests of this game state them."""

from __future__ import annotations

from trc_module.games import find_game as find_game
from trc_module.games.trc import TrcGame
from trc_module.rules.finding import Finding
from trc_module.rules.record import read_record, try_record
from trc_module.rules.record.trial import Trial
from trc_module.rules.state import State

found = find_game("trc")
assert isinstance(found, TrcGame)
GAME: TrcGame = found


def trial(text: str, at: str = "turn 2 axis impulse 1 movement clear") -> Trial:
    """Play a record through; `at` is its moment, unless the text names another."""
    header = "game: trc\n" + ("" if "at:" in text else f"at: {at}\n")
    return try_record(read_record(header + text, "test", find_game), "test")


def told(text: str, at: str = "turn 2 axis impulse 1 movement clear") -> list[str]:
    """Return verdict and rule of all that is told, as 'violation 8.3a'."""
    return [f"{finding.verdict.value} {finding.rule}" for finding in findings(text, at)]


def findings(text: str, at: str = "turn 2 axis impulse 1 movement clear") -> list[Finding]:
    """Return all that is told."""
    return [finding for outcome in trial(text, at).outcomes for finding in outcome.told.findings]


def position(text: str, at: str = "turn 2 axis impulse 1 movement clear") -> State:
    """Return the position at the end of a record."""
    return trial(text, at).end


def hexset(*names: str) -> int:
    """Return hexes of the map by their names."""
    return GAME.board.grid.set_of(names)


def names(members: int) -> set[str]:
    """Return the names of hexes."""
    return set(GAME.board.grid.names(members))
