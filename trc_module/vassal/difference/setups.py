"""What two set-ups (saves inside a module) differ in: which piece lies where, and in what state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from trc_module.vassal.commands import AddPiece
from trc_module.vassal.difference.changes import Detail
from trc_module.vassal.difference.pieces import piece_details
from trc_module.vassal.obfuscation import reveal_bytes
from trc_module.vassal.saves import SavedGame, read_saved_text
from trc_module.vassal.traits import Deck, Piece, Stack, read_piece

_Table: TypeAlias = dict[str, list["_Lying"]]


@dataclass(frozen=True, slots=True)
class _Lying:
    piece: Piece
    place: str


def compare_setups(old: bytes, new: bytes, known: Mapping[str, Collection[Detail]]) -> Iterator[Detail]:
    """Yield what differs between two saved games, given as the bytes of their `savedGame`.

    `known` are the differences of the palette's pieces by number, which are not told again of each copy.

    Raises:
        FormatError: One of them cannot be read.
    """
    games = [read_saved_text(reveal_bytes(data)) for data in (old, new)]
    tables = [_table(game) for game in games]
    for number in dict.fromkeys((*tables[0], *tables[1])):
        for a, b in zip_longest(tables[0].get(number, ()), tables[1].get(number, ())):
            yield from _differ(a, b, known.get(number, ()))
    before, after = (_others(game) for game in games)
    for gone, come in zip_longest([c for c in before if c not in after], [c for c in after if c not in before]):
        yield Detail("command", gone, come)


def _differ(a: _Lying | None, b: _Lying | None, known: Collection[Detail]) -> Iterator[Detail]:
    if a is None or b is None:
        there = a or b
        assert there is not None
        yield Detail(there.piece.name, a.place if a else None, b.place if b else None)
        return
    if a.place != b.place:
        yield Detail(b.piece.name, a.place, b.place)
    for detail in piece_details(a.piece, b.piece):
        if detail not in known:
            yield Detail(f"{b.piece.name}: {detail.what}", detail.old, detail.new)


def _table(game: SavedGame) -> _Table:
    """Return the pieces by number (by name without one), those of one number in a fixed order of places."""
    things = [read_piece(command) for command in game.commands() if isinstance(command, AddPiece)]
    heights: dict[str, str] = {}
    for holder in things:
        if isinstance(holder, Stack | Deck) and len(holder.members) > 1:
            where = f" in deck {holder.name}" if isinstance(holder, Deck) else ""
            heights |= {member: f"{where}, {height} from below" for height, member in enumerate(holder.members, 1)}
    table: _Table = defaultdict(list)
    for piece in things:
        if isinstance(piece, Piece):
            x, y = piece.position
            place = f"{piece.map or 'no map'} {x},{y}{heights.get(piece.id or '', '')}"
            table[piece.gpid or piece.name].append(_Lying(piece, place))
    for lying in table.values():
        lying.sort(key=lambda each: each.place)
    return table


def _others(game: SavedGame) -> list[str]:
    return [text for c in game.commands() if not isinstance(c, AddPiece) and (text := c.encode())]
