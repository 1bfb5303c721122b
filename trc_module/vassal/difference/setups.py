"""The differences between two set-ups (saves inside a module): which piece lies where, and in what state."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TypeAlias

from trc_module.vassal.commands import AddPiece, Command, SetBoards
from trc_module.vassal.difference.boxes import Boxes
from trc_module.vassal.difference.changes import Detail
from trc_module.vassal.difference.pieces import piece_details
from trc_module.vassal.saves import initial_commands
from trc_module.vassal.traits import Deck, Piece, Stack, read_piece

_Table: TypeAlias = dict[str, list["_Lying"]]


@dataclass(frozen=True, slots=True)
class _Lying:
    """A piece and where it lies: in words, at which point, and whether that is a box."""

    piece: Piece
    place: str
    point: tuple[int, int]
    box: bool
    pile: str
    """The id of the stack or deck that holds it, '' if none does."""
    height: int
    """Its place there from below, from 1."""


def compare_setups(
    old: bytes, new: bytes, known: Mapping[str, Collection[Detail]], boxes: tuple[Boxes, Boxes]
) -> Iterator[Detail]:
    """Yield what differs between two saved games, given as their texts in UTF-8.

    `known` are the differences of the palette's pieces by number, which are not told again of each copy; `boxes` are
    those of the two modules. At which point of a box a piece lies is counted, and not told of each.

    Raises:
        FormatError: One of them cannot be read.
    """
    games = [initial_commands(text) for text in (old, new)]
    tables = [_table(game, own) for game, own in zip(games, boxes, strict=True)]
    shifted: Counter[str] = Counter()
    same: list[tuple[_Lying, _Lying]] = []
    for number in dict.fromkeys((*tables[0], *tables[1])):
        for a, b in _paired(tables[0].get(number, ()), tables[1].get(number, ())):
            yield from _differ(a, b, known.get(number, ()))
            if a is not None and b is not None and a.place == b.place:
                same.append((a, b))
                shifted[a.place] += a.box and a.point != b.point
    for place, count in (+shifted).items():
        pieces = "1 piece" if count == 1 else f"{count} pieces"
        yield Detail(place, pieces, "the same, at other points of the box")
    yield from _reordered(same)
    before, after = (_others(game) for game in games)
    kept = set(before) & set(after)
    for gone, come in zip_longest([c for c in before if c not in kept], [c for c in after if c not in kept]):
        yield Detail("command", gone, come)


def _paired(old: Sequence[_Lying], new: Sequence[_Lying]) -> Iterator[tuple[_Lying | None, _Lying | None]]:
    """Pair the copies of a piece: first those that lie in one place, then the others as they come."""
    waiting: dict[str, deque[_Lying]] = {}
    for b in new:
        waiting.setdefault(b.place, deque()).append(b)
    gone: list[_Lying] = []
    for a in old:
        there = waiting.get(a.place)
        if there:
            yield a, there.popleft()
        else:
            gone.append(a)
    # Both are sorted by place.
    yield from zip_longest(gone, chain.from_iterable(waiting.values()))


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


def _reordered(same: Sequence[tuple[_Lying, _Lying]]) -> Iterator[Detail]:
    """Yield the stacks and decks whose pieces lie in another order; those that went or came do not count."""
    piles: dict[tuple[str, str], list[tuple[_Lying, _Lying]]] = {}
    for a, b in same:
        if a.pile and b.pile and not a.box:
            piles.setdefault((a.pile, b.pile), []).append((a, b))
    for pairs in piles.values():
        was = sorted(pairs, key=lambda pair: pair[0].height)
        now = sorted(pairs, key=lambda pair: pair[1].height)
        if was != now:
            names = (", ".join(b.piece.name for _, b in order) for order in (was, now))
            yield Detail(f"order from below, {was[0][1].place}", *names)


def _table(game: Sequence[Command], boxes: Boxes) -> _Table:
    """Return the pieces by number (by name without one), those of one number in a fixed order of places."""
    things = [read_piece(command) for command in game if isinstance(command, AddPiece)]
    laid = {command.map: command.boards for command in game if isinstance(command, SetBoards)}
    holders: dict[str, tuple[Stack | Deck, int]] = {}
    for holder in things:
        if isinstance(holder, Stack | Deck):
            holders |= {member: (holder, height) for height, member in enumerate(holder.members, 1)}
    table: _Table = defaultdict(list)
    for piece in things:
        if isinstance(piece, Piece):
            pile, height = holders.get(piece.id or "", (None, 0))
            map_name, x, y, gpid = piece.whereabouts()
            box = boxes.at(map_name or "", x, y, laid.get(map_name or "", ()))
            place = f"{map_name}, {box}" if box else f"{map_name or 'no map'} {x},{y}"
            if isinstance(pile, Deck):
                place += f" in deck {pile.name}"
            key = (pile.id or "") if pile else ""
            table[gpid or piece.name].append(_Lying(piece, place, (x, y), bool(box), key, height))
    for lying in table.values():
        lying.sort(key=lambda each: (each.place, each.point, each.height))
    return table


def _others(game: Sequence[Command]) -> list[str]:
    return [text for c in game if not isinstance(c, AddPiece) and (text := c.encode())]
