"""The table with which a log ends, for a log that goes on from there: its counters with the ids that they have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trc_module.module.layout import BoxKey, Spot
from trc_module.module.recipe import ModuleInputs
from trc_module.module.tabletop import Lying, Tabletop
from trc_module.opponent.remembering import notes_in
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece
from trc_module.replay.positions import save_of
from trc_module.replay.table import Table
from trc_module.vassal import sequence
from trc_module.vassal.commands import AddPiece, AddPlayer, Command, Node, NotNewGame, Undo, walk
from trc_module.vassal.saves import read_saved_game, step_commands
from trc_module.vassal.traits import Piece as Placed

MOST_CELLS = 400
"""Cells of a box that are looked at for a free one."""


class EndOfLog:
    """The table with which a save or log ends, and the commands that led to it."""

    def __init__(self, path: Path) -> None:
        saved = read_saved_game(path)
        self._initial = saved.initial
        self._later: list[Command] = [
            command
            for step in saved.steps
            for command in step_commands(step)
            if command is not None and not isinstance(command, Undo)
        ]
        self.table = Table()
        for node in saved.initial:
            self.table.execute(node)
        self.table.execute_all(self._later)

    @property
    def notes(self) -> str:
        """The notes of the scenario."""
        first = (command for node in self._initial for command in walk(node))
        return notes_in([*first, *self._later])

    def seat_of(self, side: str) -> str:
        """Return the password of a side's player; '' if nobody has taken it."""
        seats = self.table.passwords.items()
        return next((password for password, player in seats if player.side.lower() == side), "")

    def save(self, seat: AddPlayer | None = None) -> tuple[Node, ...]:
        """Return the save of it, with one more player at the table."""
        if seat is not None:
            self.table.execute_all([seat])
        saved = save_of(self.table, self._initial, self._later)
        begun = any(isinstance(command, NotNewGame) for node in self._initial for command in walk(node))
        # To a game that has not begun the engine adds its decks; one that has begun has them.
        return saved if begun else tuple(node for node in saved if not isinstance(node, NotNewGame))

    def dice(self) -> dict[str, str]:
        """Return what each die of the module shows."""
        shown = {}
        for (owner, name), value in self.table.properties.items():
            if owner == "Module" and name.endswith(_RESULT):
                shown[name.removesuffix(_RESULT)] = value
        return shown


_RESULT = "_result"


class GoingOn(Tabletop):
    """A table on which a game goes on."""

    def __init__(self, parts: ModuleInputs, log: GameLog, end: EndOfLog) -> None:
        super().__init__(parts)
        self._log = log
        self.values = {name: value for (owner, name), value in end.table.properties.items() if owner == "Module"}
        pieces = end.table.pieces
        for spot, ids in end.table.position().items():
            for id_ in ids:
                name = self._free_name(log.name_of(pieces[id_]) or f"piece {id_}")
                self.lying[name] = Lying(_piece(pieces[id_]), spot.map, spot.x, spot.y)
                self._stacks.setdefault((spot.map, spot.x, spot.y), []).append(name)

    def _free_name(self, name: str) -> str:
        names: Iterator[str] = (f"{name} {number}" for number in range(1, len(self.lying) + 2))
        return name if name not in self.lying else next(each for each in names if each not in self.lying)

    def point(self, spot: Spot) -> tuple[str, int, int]:
        """Return where to put a piece: a hex's centre, or a box's first cell in which nothing lies."""
        if not isinstance(spot, str):
            return super().point(spot)
        self._cells[spot] = self._free_cell(spot)
        return super().point(spot)

    def _free_cell(self, box: BoxKey) -> int:
        try:
            points = [self.parts.layout.point(box, cell) for cell in range(self.parts.layout.box(box).cells)]
        except KeyError:
            # The table says what is wrong with such a box.
            return 0
        free = (cell for cell, point in enumerate(points[:MOST_CELLS]) if point not in self._stacks)
        return next(free, len(points))


def _piece(piece: Piece) -> Placed:
    return Placed.read(AddPiece(piece.id, piece.type, sequence.encode_nested(piece.state, "\t")))
