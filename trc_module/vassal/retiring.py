"""Taking pieces out of a game: no stack or deck holds them, and no step touches them."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from trc_module.vassal import sequence
from trc_module.vassal.commands import AddPiece, ChangePiece, Command, MovePiece, NullCommand, RemovePiece
from trc_module.vassal.traits import Deck, Stack

_PLACE = 3
"""Fields of a stack's state in front of its pieces: map, x, y."""
_BEFORE_CARDS = 4
"""Fields of a deck's state in front of its cards: map, x, y, and whether they lie face down."""


@dataclass(slots=True)
class Retiring:
    """The pieces that leave the game; commands are shown to it in the game's order."""

    gone: set[str] = field(default_factory=set)
    _stacks: set[str] = field(default_factory=set)
    _decks: set[str] = field(default_factory=set)

    def stack(self, command: AddPiece, pile: Stack | Deck) -> Command:
        """Return the command that makes a stack or deck without the pieces that leave; a stack of none leaves too."""
        if isinstance(pile, Deck):
            self._decks.add(command.id or "")
            return replace(command, state=self._deck(command.state))
        self._stacks.add(command.id or "")
        left = tuple(member for member in pile.members if member not in self.gone)
        if left == pile.members:
            return command
        if left:
            return replace(pile, members=left).command()
        self.gone.add(command.id or "")
        return NullCommand()

    def command(self, command: Command) -> Command:
        """Return a later command without the pieces that leave."""
        match command:
            case RemovePiece() | ChangePiece() | MovePiece() if command.id in self.gone:
                return NullCommand()
            case MovePiece() if command.new_under in self.gone or command.old_under in self.gone:
                under, before = (self._staying(each) for each in (command.new_under, command.old_under))
                return replace(command, new_under=under, old_under=before)
            case ChangePiece() if self.gone:
                old = command.old_state
                return replace(
                    command,
                    new_state=self._pile(command.id, command.new_state),
                    old_state=None if old is None else self._pile(command.id, old),
                )
        return command

    def _staying(self, id_: str | None) -> str | None:
        return None if id_ in self.gone else id_

    def _pile(self, id_: str, state: str) -> str:
        """Return the state of a stack or deck without the pieces that leave; that of a piece as it is."""
        if id_ in self._decks:
            return self._deck(state)
        if id_ not in self._stacks:
            return state
        place, members = sequence.decode(state, ";")[:_PLACE], sequence.decode(state, ";")[_PLACE:]
        left = [member for member in members if member not in self.gone]
        return state if len(left) == len(members) else sequence.encode([*place, *left], ";")

    def _deck(self, state: str) -> str:
        tokens = sequence.decode(state, ";")
        if len(tokens) <= _BEFORE_CARDS:
            return state
        cards = sequence.decode(tokens[_BEFORE_CARDS], ",")
        left = [card for card in cards if card not in self.gone]
        if len(left) == len(cards):
            return state
        tokens[_BEFORE_CARDS] = sequence.encode(left, ",") if left else ""
        return sequence.encode(tokens, ";")
