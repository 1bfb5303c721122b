"""The things that lie on a table: pieces, and stacks and decks that hold pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from trc_module.vassal import sequence


class Spot(NamedTuple):
    """A point of a map, in pixels of the map."""

    # A tuple, since a log makes and compares them by the hundred thousand: a frozen dataclass takes four times as long.

    map: str
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.map} ({self.x}, {self.y})"


class PieceKind(Struct, frozen=True):
    """The data of a piece's type text that the table needs; shared by all pieces of that type.

    `traits` is outermost first, the basic piece last; `markers` gives for each Marker trait its place among
    them and its keys; `layers` the places of the layers that players turn; `no_stack` is the trait Does Not Stack;
    `hidden` the place of a trait that hides the piece from the others, or None.
    """

    traits: tuple[str, ...]
    name: str
    markers: tuple[tuple[int, tuple[str, ...]], ...]
    layers: tuple[int, ...]
    no_stack: bool
    hidden: int | None


@lru_cache(maxsize=4096)
def kind_of(type_text: str) -> PieceKind:
    """Read a piece's type text; texts recur in the thousands, so the answers are kept."""
    traits = tuple(sequence.decode_nested(type_text))
    basic = sequence.decode(traits[-1], ";")
    markers = []
    no_stack = False
    hidden = None
    for place, trait in enumerate(traits):
        if trait.startswith("mark;"):
            markers.append((place, tuple(sequence.decode(sequence.decode(trait, ";")[1], ","))))
        elif trait.startswith("immob;"):
            tokens = sequence.decode(trait, ";")
            # Up to 3.6 the trait had no third token and always kept a piece out of stacks [Immobilized].
            no_stack = not (len(tokens) > 3 and tokens[3].startswith("L"))
        elif trait.startswith("hide;"):
            hidden = place
    layers = tuple(place for place, trait in enumerate(traits) if trait.startswith(("emb2;", "emb;")))
    layers = tuple(place for place in layers if not _follows(traits[place]))
    return PieceKind(traits, basic[4] if len(basic) > 4 else "", tuple(markers), layers, no_stack, hidden)


def _follows(layer: str) -> bool:
    """Tell whether a layer shows what a property says: its state is what it last happened to be drawn with."""
    tokens = sequence.decode(layer, ";")
    return tokens[0] == "emb2" and len(tokens) > _FOLLOW and tokens[_FOLLOW] == "true"


_FOLLOW = 22
"""The place of the flag 'follow' in a layer's type [Embellishment]."""


class Piece:
    """A piece: its type, the state of each of its traits, and where it lies.

    A piece in a stack lies where the stack lies; the map and point of its own that it keeps meanwhile
    count again when it leaves the stack without being told where to go, as in the engine.
    """

    __slots__ = ("_marked", "_markers", "id", "kind", "map", "on", "order", "parent", "state", "type", "x", "y")

    def __init__(self, id_: str, type_text: str) -> None:
        self.id = id_
        self.type = type_text
        self.kind = kind_of(type_text)
        self.state: tuple[str, ...] = ()
        self._marked: tuple[str, ...] | None = None
        self._markers: dict[str, str] = {}
        self.map: str | None = None
        self.x = 0
        self.y = 0
        self.parent: Stack | None = None
        self.on: str | None = None
        """The map that draws it by itself; None while a stack does."""
        self.order = 0

    def __repr__(self) -> str:
        return f"<Piece {self.id} {self.kind.name!r} {self.spot}>"

    @property
    def layer(self) -> int:
        """Pieces that do not stack are drawn below all others [DefaultPieceCollection]."""
        return 0 if self.kind.no_stack else 1

    @property
    def spot(self) -> Spot | None:
        """The place where it lies; None while it is on no map."""
        holder = self.parent or self
        return None if holder.map is None else Spot(holder.map, holder.x, holder.y)

    @property
    def name(self) -> str:
        """The basic name, without what layers or labels add to it."""
        return self.kind.name

    @property
    def gpid(self) -> str:
        """The number of the palette slot that it was copied from; empty where the state does not say."""
        basic = sequence.decode(self.state[-1], ";")
        return basic[3] if len(basic) > 3 else ""

    @property
    def markers(self) -> Mapping[str, str]:
        """The values of its Marker traits; the outermost counts where two have the same key."""
        if self._marked is not self.state:
            # They are asked for at every step and change with the state alone.
            values: dict[str, str] = {}
            for place, keys in self.kind.markers:
                for key, value in zip(keys, sequence.decode(self.state[place], ","), strict=False):
                    values.setdefault(key, value)
            self._marked, self._markers = self.state, values
        return self._markers

    def hidden_by(self) -> str | None:
        """Return the password or side that hides it from the others, or None."""
        if self.kind.hidden is None:
            return None
        owner = self.state[self.kind.hidden]
        return None if owner in ("", "null") else owner


class Stack:
    """A stack or a deck: pieces at one point, bottom first. Emptied stacks stay, as in the engine."""

    __slots__ = ("id", "is_deck", "map", "on", "order", "pieces", "x", "y")

    def __init__(self, id_: str, *, is_deck: bool = False) -> None:
        self.id = id_
        self.is_deck = is_deck
        self.pieces: list[Piece] = []
        self.map: str | None = None
        self.x = 0
        self.y = 0
        self.on: str | None = None
        self.order = 0

    def __repr__(self) -> str:
        kind = "Deck" if self.is_deck else "Stack"
        return f"<{kind} {self.id} {[p.id for p in self.pieces]} {self.map} {self.x},{self.y}>"

    @property
    def layer(self) -> int:
        """Decks are drawn below stacks [DefaultPieceCollection, Deck]."""
        return 0 if self.is_deck else 1

    @property
    def parent(self) -> None:
        """Nothing holds a stack."""
        return
