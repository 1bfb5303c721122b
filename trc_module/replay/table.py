"""A table that executes a log's commands as the engine does, and tells what each step changed.

The rules are those of VASSAL 3.7 (`VASSAL.command.MovePiece`, `AddPiece`, `RemovePiece`, `ChangePiece`,
`VASSAL.counters.Stack`, `BasicPiece`, `VASSAL.build.module.map.StackMetrics`, `PieceCollection`), seen by
a player from whom nothing is hidden, on maps where stacking is on and without game piece layers.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sized
from functools import lru_cache

from msgspec import Struct

from trc_module.digits import whole_or
from trc_module.replay.pieces import Piece, Spot, Stack
from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Command,
    MovePiece,
    Node,
    RemovePiece,
    RemovePlayer,
    RestoreProperty,
    SetBoards,
    SetTurn,
    walk,
)
from trc_module.vassal.problems import FormatError


class PieceChange(Struct, frozen=True):
    """The change of one piece in a step: where it lay and lies, and its traits' states before and after.

    None stands for not being on a map (spots) or not being in the game (states).
    """

    piece: Piece
    before: Spot | None
    after: Spot | None
    old_state: tuple[str, ...] | None
    new_state: tuple[str, ...] | None

    @property
    def moved(self) -> bool:
        """Tell whether the piece lies elsewhere than before."""
        return self.before != self.after


class Changes(Struct, frozen=True):
    """The changes of all pieces in one step.

    `spots` gives for each point whose stack may have changed the ids that lie there now, bottom first;
    with them a position can be followed forward without executing anything.
    """

    pieces: tuple[PieceChange, ...]
    spots: dict[Spot, tuple[str, ...]]


class SeatedPlayer(Struct, frozen=True):
    """A seated player; the password in the file is left out."""

    name: str
    side: str


MOST_AT_A_POINT = 5_000
"""Pieces that may lie at one point of a map: whatever is done to a pile takes longer the higher it is."""


class Table:
    """The pieces of a game in progress.

    `maps` are the names of the module's maps; a piece sent to any other is taken off the table, as the
    engine does. Without them every name counts as a map. `unseen` are maps that the engine has and this table does not:
    what goes there lies on no map here, so that nothing can tell of it. Where a moved piece meets nothing, VASSAL 3.7
    makes a stack around it and 3.6 puts it down bare (`makes_stacks` false); where pieces lie is the same,
    only the order of those that meet at a point may differ.
    """

    def __init__(
        self, maps: Collection[str] | None = None, *, makes_stacks: bool = True, unseen: Collection[str] = ()
    ) -> None:
        self._makes_stacks = makes_stacks
        self._maps = None if maps is None else frozenset(maps)
        self.unseen = frozenset(unseen)
        self._items: dict[str, Piece | Stack] = {}
        # What each map draws by itself, by point: the engine looks there for something to merge with.
        # Empty stacks, which nothing merges with, are left out: a unit moved to and fro leaves one behind each time.
        self._at: dict[tuple[str, int, int], dict[Piece | Stack, None]] = {}
        self._order = 0
        self._made = 0
        self._touched: dict[Piece, tuple[Spot | None, tuple[str, ...] | None]] = {}
        self._players: dict[str, SeatedPlayer] = {}
        self.boards: dict[str, SetBoards] = {}
        self.properties: dict[tuple[str, str], str] = {}
        """Global properties by container (`Module`, a map's name, `Map:Zone`) and name."""
        self.turns: dict[str, str] = {}
        """The state of each turn tracker."""

    # ------------------------------------------------------------------ reading

    @property
    def pieces(self) -> dict[str, Piece]:
        """All pieces in the game by id, without stacks and decks."""
        return {id_: item for id_, item in self._items.items() if isinstance(item, Piece)}

    @property
    def stacks(self) -> dict[str, Stack]:
        """The stacks and decks in the game by id, the lowest drawn first."""
        found = [item for item in self._items.values() if isinstance(item, Stack)]
        return {stack.id: stack for stack in sorted(found, key=_drawn)}

    @property
    def passwords(self) -> dict[str, SeatedPlayer]:
        """The players at the table, by the passwords that the file gives."""
        return dict(self._players)

    @property
    def players(self) -> tuple[SeatedPlayer, ...]:
        """The players in the order in which they sat down, each once."""
        return tuple(dict.fromkeys(self._players.values()))

    def find(self, id_: str) -> Piece | None:
        """Return the piece of that id; None if there is none or it is a stack."""
        item = self._items.get(id_)
        return item if isinstance(item, Piece) else None

    def player_of(self, password: str | None) -> SeatedPlayer | None:
        """Return whose password that is: the only trace that a move keeps of who made it."""
        return None if password is None else self._players.get(password)

    def at(self, spot: Spot) -> tuple[Piece, ...]:
        """Return the pieces at a point, bottom first."""
        items = self._at.get((spot.map, spot.x, spot.y))
        if not items:
            return ()
        found: list[Piece] = []
        for item in sorted(items, key=_drawn) if len(items) > 1 else items:
            found += item.pieces if isinstance(item, Stack) else [item]
        # An id that was added a second time leaves a picture of the first on the map, but no piece.
        return tuple(p for p in found if self._items.get(p.id) is p)

    def position(self) -> dict[Spot, tuple[str, ...]]:
        """Return for every point with pieces their ids, bottom first."""
        stacks = {}
        for map_name, x, y in self._at:
            spot = Spot(map_name, x, y)
            if here := self.at(spot):
                stacks[spot] = tuple(p.id for p in here)
        return stacks

    # ---------------------------------------------------------------- executing

    def execute(self, node: Node) -> Changes:
        """Execute a command with all its subcommands and return what it changed.

        What the engine does not know or could not read does nothing; the commands inside a log entry
        are not executed (the engine only stores them): give their inner commands.
        """
        return self.execute_all(walk(node))

    def execute_all(self, commands: Iterable[Command]) -> Changes:
        """Execute several commands as one step."""
        self._touched = {}
        for command in commands:
            self._execute(command)
        return self._changes()

    def _execute(self, command: Command) -> None:
        match command:
            case MovePiece():
                self._move(command)
            case ChangePiece():
                self._change(command)
            case AddPiece():
                self._add(command)
            case RemovePiece():
                self._remove(command)
            case ChangeProperty():
                self.properties[command.container, command.name] = command.new
            case RestoreProperty():
                self.properties[command.container, command.name] = command.value
            case SetTurn():
                self.turns[command.id] = command.state
            case AddPlayer():
                self._players[command.password] = SeatedPlayer(command.name, command.side)
            case RemovePlayer():
                self._players.pop(command.password, None)
            case SetBoards():
                self.boards[command.map] = command

    def _changes(self) -> Changes:
        changes = []
        spots: dict[Spot, tuple[str, ...]] = {}
        for piece, (before, old_state) in self._touched.items():
            alive = self._items.get(piece.id) is piece
            after = piece.spot if alive else None
            state = piece.state if alive else None
            if before != after or old_state is not state:
                changes.append(PieceChange(piece, before, after, old_state, state))
            for spot in (before, after):
                if spot is not None and spot not in spots:
                    spots[spot] = tuple(p.id for p in self.at(spot))
                    _expect_pile(spots[spot])
        return Changes(tuple(changes), spots)

    def _touch(self, item: Piece | Stack) -> None:
        for piece in item.pieces if isinstance(item, Stack) else (item,):
            if piece not in self._touched:
                alive = self._items.get(piece.id) is piece
                self._touched[piece] = (piece.spot, piece.state) if alive else (None, None)

    # ----------------------------------------------------------------- commands

    def _add(self, command: AddPiece) -> None:
        id_ = command.id or self._new_id()
        item: Piece | Stack
        if command.type == "stack":
            item = Stack(id_)
        elif command.type.startswith("deck;"):
            item = Stack(id_, is_deck=True)
        else:
            item = Piece(id_, command.type)
        replaced = self._items.get(id_)
        if replaced is not None:
            self._touch(replaced)
        self._touch(item)
        self._items[id_] = item
        if isinstance(item, Stack):
            self._set_stack(item, command.state)
        else:
            self._set_piece(item, self._split_state(item, command.state))
        self._to_front(item)

    def _remove(self, command: RemovePiece) -> None:
        item = self._items.get(command.id)
        if item is None:
            return
        self._touch(item)
        self._to_front(item)
        self._take_off(item)
        if isinstance(item, Stack):
            # Its pieces stay in it and are on no map, until something takes them out.
            item.map = None
        else:
            if item.parent is None or item.parent.map is not None:
                item.map = None
            if item.parent is not None:
                self._leave(item)
        del self._items[command.id]

    def _change(self, command: ChangePiece) -> None:
        item = self._items.get(command.id)
        if item is None:
            return
        if isinstance(item, Stack):
            state = command.new_state
            if command.old_state is not None and not item.is_deck:
                state = _merge_stack_state(item, state, command.old_state)
            self._set_stack(item, state)
            return
        self._touch(item)
        new = self._split_state(item, command.new_state)
        if command.old_state is None:
            self._set_piece(item, new)
            return
        old = self._split_state(item, command.old_state)
        merged = [n if n != o else kept for n, o, kept in zip(new, old, item.state, strict=True)]
        item.state = tuple(merged)
        if new[-1] != old[-1]:
            self._set_place(item)

    def _move(self, command: MovePiece) -> None:
        item = None if command.id is None else self._items.get(command.id)
        if item is None:
            return
        self._touch(item)
        target = self._known(command.new_map)
        if target is None:
            if command.new_map in self.unseen and isinstance(item, Piece):
                self._put_away(item, command.new_x, command.new_y)
            elif self._known(command.old_map) == item.on:
                self._take_off(item)
            return
        under = None if command.new_under is None else self._items.get(command.new_under)
        if under is not None and _lies_at(under, target, command.new_x, command.new_y):
            self._merge(under, item)
            self._to_front(item)
            return
        if not self._merge_with_what_lies_there(item, target, command):
            self._place(item, target, command.new_x, command.new_y)
        if under is None and command.new_under is None and isinstance(item, Piece) and item.parent is not None:
            _put(item.parent, item, 0)
        self._to_front(item)

    def _put_away(self, piece: Piece, x: int, y: int) -> None:
        """Take a piece off the table that goes to a map that is not seen."""
        self._leave(piece)
        self._take_off(piece)
        piece.map, piece.x, piece.y = None, x, y

    def _merge_with_what_lies_there(self, item: Piece | Stack, target: str, command: MovePiece) -> bool:
        for other in sorted(self._at.get((target, command.new_x, command.new_y), ()), key=_drawn):
            if _fits(item, other, command.player):
                self._merge(other, item)
                return True
        return False

    def _place(self, item: Piece | Stack, target: str, x: int, y: int) -> None:
        if self._makes_stacks and isinstance(item, Piece) and not item.kind.no_stack:
            stack = Stack(self._new_id())
            self._items[stack.id] = stack
            self._insert(stack, item, 0)
            self._set_point(stack, x, y)
            self._put_on(stack, target)
            return
        self._set_point(item, x, y)
        self._put_on(item, target)

    def _merge(self, fixed: Piece | Stack, moving: Piece | Stack) -> None:
        # StackMetrics.merge: directly above `fixed`, or above the top of a stack.
        if isinstance(fixed, Stack) and fixed.pieces:
            fixed = fixed.pieces[-1]
        parent = fixed.parent
        if moving is fixed or moving is parent:
            return
        if isinstance(fixed, Stack):
            parent, index = fixed, len(fixed.pieces)
        elif parent is None:
            parent, index = self._stack_around(fixed), 1
        else:
            index = parent.pieces.index(fixed) + 1 if fixed in parent.pieces else 0
        self._touch(parent)
        if isinstance(moving, Stack):
            for piece in list(moving.pieces):
                self._insert(parent, piece, index)
                index += 1
        elif moving.parent is parent:
            _put(parent, moving, index - 1)
        else:
            self._insert(parent, moving, index)

    def _stack_around(self, piece: Piece) -> Stack:
        stack = Stack(self._new_id())
        self._items[stack.id] = stack
        stack.x, stack.y = piece.x, piece.y
        target = piece.map
        self._insert(stack, piece, 0)
        if target is not None:
            self._put_on(stack, target)
        return stack

    # --------------------------------------------------------------- primitives

    def _new_id(self) -> str:
        # The engine takes the clock; ids of stacks made on the way differ from player to player anyway.
        self._made += 1
        return f"local-{self._made}"

    def _known(self, map_name: str | None) -> str | None:
        return map_name if self._maps is None or map_name in self._maps else None

    def _set_stack(self, stack: Stack, state: str) -> None:
        self._touch(stack)
        tokens = sequence.decode(state, ";")
        map_name = None if tokens[0] == "null" else tokens[0]
        x, y = (0, 0) if map_name is None else (_number(tokens, 1), _number(tokens, 2))
        ids = (
            sequence.decode(tokens[4], ",")
            if stack.is_deck and len(tokens) > 4
            else tokens[1 if map_name is None else 3 :]
        )
        self._erase(stack)
        stack.pieces = []
        self._set_point(stack, x, y)
        for id_ in ids:
            piece = self._items.get(id_)
            if isinstance(piece, Piece):
                self._touch(piece)
                self._insert(stack, piece, len(stack.pieces))
        target = self._known(map_name)
        if target != stack.map:
            if target is None:
                stack.map = None
            else:
                self._put_on(stack, target)

    def _split_state(self, piece: Piece, state: str) -> tuple[str, ...]:
        count = len(piece.kind.traits)
        parted = sequence.part_innermost(state) if len(state) < _LONG else None
        around = None if parted is None else _around(parted[0], count)
        if parted is not None and around is not None:
            return (*around, sys.intern(parted[1]))
        return _states(state, count)

    def _set_piece(self, piece: Piece, state: tuple[str, ...]) -> None:
        piece.state = state
        self._set_place(piece)

    def _set_place(self, piece: Piece) -> None:
        # BasicPiece.setState: the point is the piece's own; while it is in a stack the stack's point counts.
        tokens = sequence.decode(piece.state[-1], ";")
        target = None if tokens[0] == "null" else self._known(tokens[0])
        self._set_point(piece, _number(tokens, 1), _number(tokens, 2))
        current = piece.parent.map if piece.parent is not None else piece.map
        if target == current:
            return
        if target is not None:
            self._put_on(piece, target)
        else:
            if current is not None:
                self._take_off(piece)
            piece.map = None

    def _insert(self, stack: Stack, piece: Piece, index: int) -> None:
        self._touch(piece)
        if piece.parent is not None:
            self._leave(piece)
        else:
            self._take_off(piece)
        piece.parent = stack
        stack.pieces.insert(index, piece)
        _expect_pile(stack.pieces)
        self._draw(stack)

    def _set_point(self, item: Piece | Stack, x: int, y: int) -> None:
        if (item.x, item.y) == (x, y):
            return
        self._erase(item)
        item.x, item.y = x, y
        self._draw(item)

    def _put_on(self, item: Piece | Stack, target: str) -> None:
        # Map.addPiece
        if item.on == target:
            return
        if isinstance(item, Piece) and item.parent is not None:
            self._leave(item)
        self._take_off(item)
        self._order += 1
        item.on, item.map, item.order = target, target, self._order
        self._draw(item)

    def _to_front(self, item: Piece | Stack) -> None:
        # The piece that was last moved, added or removed is drawn last, with its stack [HighlightLastMoved].
        holder = item.parent or item
        if holder.on is not None:
            self._order += 1
            holder.order = self._order

    def _take_off(self, item: Piece | Stack) -> None:
        # Map.removePiece: the map no longer draws it; what the piece believes about its map is left alone.
        self._erase(item)
        item.on = None

    def _draw(self, item: Piece | Stack) -> None:
        if item.on is not None and (isinstance(item, Piece) or item.is_deck or item.pieces):
            here = self._at.setdefault((item.on, item.x, item.y), {})
            here[item] = None
            _expect_pile(here)

    def _erase(self, item: Piece | Stack) -> None:
        if item.on is not None:
            self._at.get((item.on, item.x, item.y), {}).pop(item, None)

    def _leave(self, piece: Piece) -> None:
        stack = piece.parent
        if stack is not None and piece in stack.pieces:
            stack.pieces.remove(piece)
            if not stack.pieces and not stack.is_deck:
                self._erase(stack)
        piece.parent = None


def _drawn(item: Piece | Stack) -> tuple[int, int]:
    return item.layer, item.order


def _fits(moving: Piece | Stack, other: Piece | Stack, player: str | None) -> bool:
    """Tell whether a moved thing is put on top of another [MovePiece, CompoundPieceCollection.canMerge]."""
    if isinstance(other, Stack) and other.is_deck:
        return True
    pieces = other.pieces if isinstance(other, Stack) else [other]
    if not any(piece.hidden_by() in (None, player) for piece in pieces):
        return False
    top: Piece | None = moving if isinstance(moving, Piece) else None
    if isinstance(moving, Stack) and moving.pieces:
        top = moving.pieces[-1]
    return top is not None and not top.kind.no_stack and not pieces[-1].kind.no_stack


def _put(stack: Stack, piece: Piece, index: int) -> None:
    if piece in stack.pieces:
        stack.pieces.remove(piece)
    stack.pieces.insert(max(index, 0), piece)


def _lies_at(item: Piece | Stack, map_name: str, x: int, y: int) -> bool:
    holder = item.parent or item
    return (holder.map, holder.x, holder.y) == (map_name, x, y)


_LONG = 4_000
"""Characters from which on a piece's state is not remembered: no counter of a game has so many."""


@lru_cache(maxsize=1 << 10)
def _around(text: str, count: int) -> tuple[str, ...] | None:
    """Return the states of all traits of a piece but the innermost, from what stands before that; None if it is not so.

    They recur where the table of a log is set up once more, or that of another log of the same set-up, and the place of
    a piece is in its innermost trait.
    """
    states = _states(text + sequence.PLAIN, count)
    return states[:-1] if states[-1] == sequence.PLAIN else None


def _states(text: str, count: int) -> tuple[str, ...]:
    """Return the states of so many traits."""
    tokens = sequence.decode_nested(text, "\t", count)
    if len(tokens) != count:
        tokens = [*tokens, *[""] * (count - len(tokens))][:count]
    # The states of single traits recur: a table of 200,000 pieces holds each of them once.
    return tuple(map(sys.intern, tokens))


def _number(tokens: list[str], index: int) -> int:
    # SequenceEncoder.Decoder.nextInt: 0 for what Java does not read as a number.
    return whole_or(tokens[index], 0) if index < len(tokens) else 0


def _expect_pile(pile: Sized) -> None:
    if len(pile) > MOST_AT_A_POINT:
        raise FormatError(
            f"The log puts more than {MOST_AT_A_POINT} pieces on one point of a map, as no game does: it is not read."
        )


def _merge_stack_state(stack: Stack, new: str, old: str) -> str:
    """Add to a stack's new contents what lies in it here but in neither state [Stack.mergeState]."""
    contents = sequence.decode(new, ";")
    head, ids = contents[:3], contents[3:]
    before = sequence.decode(old, ";")[3:]
    for index, piece in enumerate(stack.pieces):
        if piece.id not in ids and piece.id not in before:
            below = stack.pieces[index - 1].id if index else None
            ids.insert(ids.index(below) + 1 if below in ids else 0, piece.id)
    return sequence.encode((*head, *ids), ";")
