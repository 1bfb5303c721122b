"""A log of any module, opened without rules to be joined or cut: where things lie, and the turn that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trc_module.digits import is_number
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import GameLog, SaveReader, read_to_execute
from trc_module.replay.pieces import Piece
from trc_module.replay.table import Table
from trc_module.roster import Marker, Unit
from trc_module.rules.clock import Clock
from trc_module.vassal import sequence
from trc_module.vassal.saves import SavedGame


@dataclass(frozen=True)
class AnyLog(GameLog):
    """A log in which no counter is known; `parts` are those of any game, of which only the order of turns is used."""

    def table(self) -> Table:
        """Return a table as the log begins with; all of its maps count."""
        return _table(self.saved)

    def name_of(self, piece: Piece) -> str:
        """Return '': pieces have their own names alone."""
        return ""

    def unit_of(self, piece: Piece) -> Unit | None:
        """Return None."""
        return None

    def marker_of(self, piece: Piece) -> Marker | None:
        """Return None."""
        return None

    def clock_of(self, state: str) -> Clock | None:
        """Return the turn that a tracker shows first, at its beginning; None if it shows none."""
        turn = turn_shown(state)
        order = self.parts.game.sequence
        return None if turn is None else order.at(turn, order.steps[0])


def open_any(path: Path, parts: ModuleInputs, read: SaveReader = read_to_execute) -> AnyLog:
    """Open a log or a save of any module; FormatError if it is neither."""
    saved = read(path)
    return AnyLog(path, saved, parts, _table(saved))


def _table(saved: SavedGame) -> Table:
    table = Table()
    for node in saved.initial:
        table.execute(node)
    return table


def turn_shown(state: str) -> int | None:
    """Return the number of the turn that a state of a turn tracker shows first, None if it is none.

    A counter shows it; of a list the place counts, from 1 [VASSAL.build.module.turn.CounterTurnLevel, ListTurnLevel].
    """
    levels = sequence.decode(state, "|")
    first = sequence.decode(levels[1], ";") if len(levels) > 1 else []
    if len(first) < 3 or not is_number(first[0]):
        return None
    counts = first[2] in ("true", "false")
    return int(first[0]) + (0 if counts else 1)
