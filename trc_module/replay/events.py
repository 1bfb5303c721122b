"""Events of one step of a log, described by their outcome and not by their commands."""

from __future__ import annotations

from msgspec import Struct

from trc_module.declarations import Declaration, Malformed, visible
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import Changes, SeatedPlayer


class Moved(Struct, frozen=True):
    """Pieces that went together from one point to another; several are a stack."""

    pieces: tuple[Piece, ...]
    before: Spot
    after: Spot


class PieceAdded(Struct, frozen=True):
    """A piece that was not on the table before."""

    piece: Piece
    after: Spot | None


class Removed(Struct, frozen=True):
    """A piece that is gone from the table."""

    piece: Piece
    before: Spot | None


class Flipped(Struct, frozen=True):
    """A piece one of whose layers shows another face; `old` and `new` are the layers' states."""

    piece: Piece
    old: tuple[str, ...]
    new: tuple[str, ...]


class ChatLine(Struct, frozen=True):
    """A line that a player typed."""

    player: str
    words: str


class Reported(Struct, frozen=True):
    """A line that VASSAL wrote, with what it declares; None if it declares nothing."""

    text: str
    declares: Declaration | Malformed | None

    @property
    def shown(self) -> str:
        """The line of it in VASSAL's chat window."""
        return visible(self.text)


class PropertySet(Struct, frozen=True):
    """A global property that changed; dice write their results this way."""

    name: str
    old: str
    new: str


class TurnSet(Struct, frozen=True):
    """A turn tracker that was set; `old` is empty where its state was not known."""

    tracker: str
    old: str
    new: str


Event = Moved | PieceAdded | Removed | Flipped | ChatLine | Reported | PropertySet | TurnSet


class Step(Struct, frozen=True):
    """One logged step (from 1): what happened, what it changed, and who did it, if the log says so.

    `is_undo` marks a step by which VASSAL took back an earlier one.
    """

    number: int
    events: tuple[Event, ...]
    changes: Changes
    by: SeatedPlayer | None = None
    is_undo: bool = False

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """Return the declarations that its lines make, in their order."""
        # Asked half a dozen times of each step: a list takes half the time of two generators.
        return tuple(
            [
                event.declares
                for event in self.events
                if isinstance(event, Reported) and isinstance(event.declares, Declaration)
            ]
        )
