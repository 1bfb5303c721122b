"""Integrity of a log: the table before a step, as the step states it, is compared with the executed table.

VASSAL writes into a move where the piece came from, and into a die's result what the die showed before. Both are
taken from the author's own table, so they always fit, unless steps were cut out of the file or written into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import Table
from trc_module.vassal.commands import AddPiece, ChangePiece, ChangeProperty, Chat, Command, MovePiece, RemovePiece

RESULT = "_result"
"""The suffix of a die's name for the property that holds its result [DiceButton, SpecialDiceButton]."""


class StateMismatch(Struct, frozen=True):
    """A step with a recorded "before" that differs from the executed table."""

    step: int
    piece: Piece | None
    sentence: str
    claimed: Spot | None = None
    """The place from which the piece came, as the step states it."""
    lay: Spot | None = None
    """The place where the piece lay."""


def state_mismatches(
    table: Table, number: int, commands: Iterable[Command], values: dict[tuple[str, str], str]
) -> Iterator[StateMismatch]:
    """Yield what of a step does not fit the table before it; `values` keeps the dice's results between calls."""
    touched: set[str | None] = set()
    commands = tuple(commands)
    if _tells_of_a_die_alone(commands):
        # A step of another's log, written again without what its die showed: the author's table knows that, ours not.
        values.clear()
    for command in commands:
        match command:
            case MovePiece():
                piece = None if command.id is None else table.find(command.id)
                if piece is not None and command.id not in touched:
                    yield from _move(table, number, command, piece)
                touched.add(command.id)
                if command.id is not None and piece is None:
                    # A stack goes with all that lies in it.
                    touched.update(p.id for p in table.at(Spot(command.old_map or "", command.old_x, command.old_y)))
            case AddPiece() | RemovePiece() | ChangePiece():
                if not isinstance(command, ChangePiece) or _moves(command):
                    touched.add(command.id)
            case ChangeProperty(name=name, old=old, new=new, container=container) if name.endswith(RESULT):
                known = values.get((container, name))
                if known is not None and known != old:
                    die = name.removesuffix(RESULT)
                    text = f"{die} showed {old or 'nothing'} before this roll, but the log last had it show {known}"
                    yield StateMismatch(number, None, f"{text}: a roll between them is not in the log.")
                values[container, name] = new


def _tells_of_a_die_alone(commands: Iterable[Command]) -> bool:
    told = any(isinstance(command, Chat) and " die=" in command.text for command in commands)
    return told and not any(isinstance(c, ChangeProperty) and c.name.endswith(RESULT) for c in commands)


def _move(table: Table, number: int, command: MovePiece, piece: Piece) -> Iterator[StateMismatch]:
    nowhere = command.old_map is None or command.old_map in table.unseen
    claimed = None if nowhere else Spot(command.old_map or "", command.old_x, command.old_y)
    if piece.spot != claimed:
        yield StateMismatch(
            number, piece, f"{piece.name} is moved from a place where it does not lie.", claimed, piece.spot
        )


def _moves(change: ChangePiece) -> bool:
    """Tell whether a change of state puts a piece elsewhere, so that a move after it comes from there."""
    return change.old_state is None or _place(change.new_state) != _place(change.old_state)


def _place(state: str) -> list[str]:
    # The innermost state comes last, and begins with map, x and y.
    return state.rpartition("\t")[2].split(";", 3)[:3]
