"""The commands that act on pieces (VASSAL.build.module.BasicCommandEncoder)."""

from __future__ import annotations

from sys import intern

from trc_module.digits import read_whole
from trc_module.vassal import sequence
from trc_module.vassal.commands.base import Command


def _or_null(text: str | None) -> str:
    return "null" if text is None else text


def _unless_null(text: str) -> str | None:
    return None if text == "null" else text


class AddPiece(Command, frozen=True):
    """Create a piece, a stack or a deck.

    `type` and `state` are the texts that `trc_module.vassal.traits` reads and writes. Without an
    `id` the engine makes one.
    """

    id: str | None
    type: str
    state: str
    extra: tuple[str, ...] = ()

    @classmethod
    def decode(cls, text: str) -> AddPiece:
        """Read `+/ID/TYPE/STATE`."""
        _, *tokens = sequence.decode(text, "/")
        if len(tokens) < 3:
            raise ValueError("a piece needs an id, a type and a state")
        return cls(_unless_null(tokens[0]), tokens[1], tokens[2], tuple(tokens[3:]))

    def encode(self) -> str:
        """Return `+/ID/TYPE/STATE`."""
        return "+/" + sequence.encode((_or_null(self.id), self.type, self.state, *self.extra), "/")


class RemovePiece(Command, frozen=True):
    """Remove a piece. Its state is not in the text, so undoing needs a copy."""

    id: str

    @classmethod
    def decode(cls, text: str) -> RemovePiece:
        """Read `-/ID`."""
        return cls(text[2:])

    def encode(self) -> str:
        """Return `-/ID`."""
        return f"-/{self.id}"


class ChangePiece(Command, frozen=True):
    """Change a piece's state.

    With an old state only the traits whose token differs between the two are set. A change of the
    innermost state moves the piece.
    """

    id: str
    new_state: str
    old_state: str | None = None
    extra: tuple[str, ...] = ()

    @classmethod
    def decode(cls, text: str) -> ChangePiece:
        """Read `D/ID/NEW` or `D/ID/NEW/OLD`."""
        tokens = sequence.decode(text[2:], "/")
        if len(tokens) < 2:
            raise ValueError("a change needs an id and a state")
        # A state comes a second time as the old one of the next change: a long log holds each once.
        old = intern(tokens[2]) if len(tokens) > 2 else None
        return cls(intern(tokens[0]), intern(tokens[1]), old, tuple(tokens[3:]))

    def encode(self) -> str:
        """Return `D/ID/NEW` or `D/ID/NEW/OLD`."""
        old = () if self.old_state is None else (self.old_state, *self.extra)
        return "D/" + sequence.encode((self.id, self.new_state, *old), "/")


class MovePiece(Command, frozen=True):
    """Move a piece or a stack with all it holds.

    Maps and the pieces underneath may be None. `player` is the mover's password, the only trace of
    who acted; None where an old file does not say.
    """

    id: str | None
    new_map: str | None
    new_x: int
    new_y: int
    new_under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: str | None = None
    extra: tuple[str, ...] = ()

    @classmethod
    def decode(cls, text: str) -> MovePiece:
        """Read `M/ID/map/x/y/under/map/x/y/under/PLAYER`."""
        tokens = sequence.decode(text[2:], "/")
        if len(tokens) < 9:
            raise ValueError("a move needs an id and two places of map, x, y and piece underneath")
        # Pieces, maps and players recur from move to move.
        return cls(
            _unless_null(intern(tokens[0])),
            _unless_null(intern(tokens[1])),
            read_whole(tokens[2], "new_x"),
            read_whole(tokens[3], "new_y"),
            _unless_null(tokens[4]),
            _unless_null(intern(tokens[5])),
            read_whole(tokens[6], "old_x"),
            read_whole(tokens[7], "old_y"),
            _unless_null(tokens[8]),
            intern(tokens[9]) if len(tokens) > 9 else None,
            tuple(tokens[10:]),
        )

    def encode(self) -> str:
        """Return `M/ID/map/x/y/under/map/x/y/under/PLAYER`."""
        player = () if self.player is None else (self.player, *self.extra)
        return "M/" + sequence.encode(
            (
                _or_null(self.id),
                _or_null(self.new_map),
                str(self.new_x),
                str(self.new_y),
                _or_null(self.new_under),
                _or_null(self.old_map),
                str(self.old_x),
                str(self.old_y),
                _or_null(self.old_under),
                *player,
            ),
            "/",
        )
