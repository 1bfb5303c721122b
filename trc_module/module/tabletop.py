"""The virtual table while a save or a log is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from trc_module.digits import whole_or
from trc_module.errors import UserError
from trc_module.module.agreement import IN_PLAY, option_property, tick_property
from trc_module.module.layout import MAIN_MAP, BoxKey, Spot
from trc_module.module.maps import BOARD_NAME
from trc_module.module.options import OPTIONS_MAP
from trc_module.module.recipe import ModuleInputs
from trc_module.module.turns import TurnState
from trc_module.roster import Marker, Unit
from trc_module.rules.clock import Clock
from trc_module.rules.state import State
from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    AddPlayer,
    ChangePiece,
    Command,
    MovePiece,
    Node,
    PlacedBoard,
    RestoreProperty,
    SetBoards,
)
from trc_module.vassal.saves import GameSetup
from trc_module.vassal.traits import Deck, Piece, Stack, Trait
from trc_module.vassal.writing import source_date


def turn_command(parts: ModuleInputs, clock: Clock) -> Command:
    """Return the command that sets the module's turn tracker to a moment of the game."""
    steps = parts.game.sequence.steps
    return TurnState(clock.turn, steps.index(clock.step)).command(parts.last_turn, len(steps))


@dataclass(slots=True)
class Lying:
    """The place of a piece on the virtual table."""

    piece: Piece
    map: str
    x: int
    y: int


class Tabletop:
    """The virtual table while a save or a log is written: pieces by counter, stacks by place, ids in order."""

    def __init__(self, parts: ModuleInputs) -> None:
        self.parts = parts
        # VASSAL's ids are milliseconds of the creating clock; ours count up from the build's date.
        self._next_id = source_date() * 1000
        self.lying: dict[str, Lying] = {}
        self._stacks: dict[tuple[str, int, int], list[str]] = {}
        self._cells: dict[str, int] = {}
        self._decks: dict[tuple[str, int, int], tuple[str, Trait]] = {}
        """The decks, with their ids, by where they lie; what lies in them is in the stack of that place."""
        self.values: dict[str, str] = {}
        """Properties of the module, as far as they are known."""

    def _new_id(self) -> str:
        self._next_id += 1
        return str(self._next_id)

    def point(self, spot: Spot) -> tuple[str, int, int]:
        """Return where to put a piece: a hex's centre, or a box's next free cell; UserError if there is no such box."""
        if not isinstance(spot, str):
            return self.parts.layout.point(spot)
        cell = self._cells.get(spot, 0)
        try:
            point = self.parts.layout.point(spot, cell)
        except KeyError:
            raise UserError(
                f"the module has no box '{spot}' for this side; put the counter into one of the side's own."
            ) from None
        self._cells[spot] = cell + 1
        return point

    def put(self, item: Unit | Marker, spot: Spot, copy: int = 0) -> None:
        """Place a counter as the game begins, on top of what lies there; a `copy` has a number of its own."""
        map_name, x, y = self.point(spot)
        piece = self.parts.maker.placed_piece(item, self._new_id(), map_name, x, y)
        name = f"{item.id} {copy}" if copy else item.id
        self.lying[name] = Lying(piece, map_name, x, y)
        self._stacks.setdefault((map_name, x, y), []).append(name)

    def put_in_hand(self, card: Marker, map_name: str, x: int, y: int) -> None:
        """Put a card into the window of a hand."""
        self.lying[card.id] = Lying(self.parts.maker.placed_piece(card, self._new_id(), map_name, x, y), map_name, x, y)
        self._stacks.setdefault((map_name, x, y), []).append(card.id)

    def put_in_deck(self, deck: Trait, cards: Iterable[Marker]) -> None:
        """Put a deck on the table that holds these cards, the lowest first."""
        place = str(deck.state_value("map")), _number(deck, "x"), _number(deck, "y")
        for card in cards:
            self.lying[card.id] = Lying(self.parts.maker.placed_piece(card, self._new_id(), *place), *place)
            self._stacks.setdefault(place, []).append(card.id)
        self._decks[place] = self._new_id(), deck

    def put_markers(self, state: State) -> None:
        """Place the markers that the module places as the game begins."""
        for marker in self._placed():
            self.put(marker, self._marker_spot(marker, state))

    def move_markers(self, before: State, after: State, password: str) -> Iterator[Command]:
        """Yield the moves of those of them that lie in the wrong place now."""
        for marker in self._placed():
            if self._marker_spot(marker, before) != self._marker_spot(marker, after):
                yield self.move(marker.id, self._marker_spot(marker, after), password)[0]

    def _placed(self) -> Iterator[Marker]:
        kinds = self.parts.recipe.placed
        return (marker for marker in self.parts.roster.markers.values() if marker.kind in kinds)

    def _marker_spot(self, marker: Marker, state: State) -> BoxKey:
        return self.parts.recipe.marker_spot(self.parts, marker, state)

    def save(
        self,
        state: State,
        players: Iterable[AddPlayer] = (),
        components: Iterable[Command] = (),
        others: Iterable[Piece] = (),
    ) -> tuple[Node, ...]:
        """Return the commands of a save of the table as it is, with other pieces and what its components hold."""
        properties = {"Scenario": state.scenario}
        for system in self.parts.game.systems:
            properties |= system.on_table(self.parts.game, state)
        properties |= self.parts.recipe.words_on_table(self.parts, state)
        properties |= {option_property(number): f"{number}," for number in sorted(state.options)}
        properties |= {tick_property(number): IN_PLAY for number in sorted(state.options)}
        for number in sorted(state.options):
            properties |= self.parts.recipe.lines_of(self.parts, number)
        stacks = [
            Stack(self._new_id(), *place, self._ids_at(place)) for place in self._stacks if place not in self._decks
        ]
        decks = [Deck(id_, deck.with_state(members=self._ids_at(place))) for place, (id_, deck) in self._decks.items()]
        # VASSAL gives hands their boards by itself where it puts the decks on the table.
        hands = self.parts.recipe.hands(self.parts) if self._decks else ()
        return GameSetup(
            pieces=(*(lying.piece for lying in self.lying.values()), *self._option_rows(), *map(self._with_id, others)),
            stacks=(*stacks, *decks),
            players=tuple(players),
            components=(
                *(RestoreProperty(name, value, "Module") for name, value in properties.items()),
                turn_command(self.parts, state.clock),
                *components,
            ),
            boards=(
                SetBoards(MAIN_MAP, (PlacedBoard(BOARD_NAME),)),
                *(SetBoards(window.name, (PlacedBoard(window.name),)) for window in self.parts.layout.windows),
                *(SetBoards(w.name, (PlacedBoard(w.name),)) for w in self.parts.recipe.drawn_windows(self.parts)),
                *(SetBoards(name, (PlacedBoard(name),)) for name in hands),
                *((SetBoards(OPTIONS_MAP, (PlacedBoard(OPTIONS_MAP),)),) if self.parts.options else ()),
            ),
        ).commands(begun=bool(self._decks) or not self.parts.recipe.has_decks)

    def _ids_at(self, place: tuple[str, int, int]) -> tuple[str, ...]:
        return tuple(str(self.lying[item].piece.id) for item in self._stacks.get(place, ()))

    def _with_id(self, piece: Piece) -> Piece:
        return replace(piece, id=self._new_id())

    def _option_rows(self) -> Iterator[Piece]:
        for row in self.parts.option_rows:
            yield replace(row.piece, id=self._new_id()).with_position(OPTIONS_MAP, row.x, row.y)

    def move(self, unit: str, spot: Spot, password: str) -> tuple[MovePiece, str]:
        """Move a unit on top of what lies there; return the command and the report in words."""
        lying = self.lying.get(unit)
        if lying is None:
            raise UserError(f"'{unit}' cannot move: the record puts it nowhere.")
        old = (lying.map, lying.x, lying.y)
        before = self._place_name(*old)
        self._leave(unit, old)
        new = self.point(spot)
        command = self._put_down(unit, new, password)
        return command, f"* {lying.piece.name}: {before} to {self._place_name(*new)}"

    def lies(self, item: str) -> tuple[str, int, int] | None:
        """Return the map and the point where a counter lies; None if it is not on the table."""
        lying = self.lying.get(item)
        return None if lying is None else (lying.map, lying.x, lying.y)

    def carry(self, item: str, point: tuple[str, int, int], password: str) -> MovePiece:
        """Move a counter to a point of any map, on top of what lies there: a card into a hand, a deck or a pile."""
        lying = self.lying[item]
        self._leave(item, (lying.map, lying.x, lying.y))
        return self._put_down(item, point, password)

    def _put_down(self, unit: str, new: tuple[str, int, int], password: str) -> MovePiece:
        """Put a counter that has left its place on top of what lies in another one."""
        lying = self.lying[unit]
        under = self._stacks.setdefault(new, [])
        command = MovePiece(
            lying.piece.id,
            *new,
            self.lying[under[-1]].piece.id if under else None,
            lying.map,
            lying.x,
            lying.y,
            None,
            password,
        )
        under.append(unit)
        lying.map, lying.x, lying.y = new
        return command

    def show(self, unit: str, badge: str, number: int) -> ChangePiece:
        """Let a unit show a badge: the level of its layer, or the value of its property, of that name."""
        lying = self.lying[unit]
        index = self._badge(unit, badge)
        if index is None:
            raise ValueError(f"{unit} has no badge {badge}")
        before = lying.piece.with_position(lying.map, lying.x, lying.y)
        lying.piece = before.with_trait_state(index, str(number))
        return ChangePiece(lying.piece.id or "", lying.piece.state_text, before.state_text)

    def mask(self, item: str, owner: str) -> ChangePiece:
        """Hide a counter from all but one player, by his password; '' lets all see it again."""
        lying = self.lying[item]
        index = next(place for place, trait in enumerate(lying.piece.traits) if trait.id == "obs")
        before = lying.piece.with_position(lying.map, lying.x, lying.y)
        # The engine adds who else may see it: nobody [VASSAL.counters.Obscurable, PlayerAccess].
        state = sequence.encode((owner, "false|0"), ";") if owner else "null;"
        lying.piece = before.with_trait_state(index, state)
        return ChangePiece(lying.piece.id or "", lying.piece.state_text, before.state_text)

    def is_masked(self, item: str) -> bool:
        """Tell whether a counter hides from all but one player."""
        masks = (trait for trait in self.lying[item].piece.traits if trait.id == "obs")
        return any(mask.state_value("owner") != "null" for mask in masks)

    def shows(self, unit: str, badge: str) -> bool:
        """Tell whether a unit lies on the table and can show a badge: aircraft, for one, have no part in a battle."""
        return unit in self.lying and self._badge(unit, badge) is not None

    def showing(self, badge: str) -> Iterator[tuple[str, int]]:
        """Yield the counters that can show a badge, each with the number that it shows."""
        for unit in self.lying:
            index = self._badge(unit, badge)
            if index is not None:
                trait = self.lying[unit].piece.traits[index]
                level = trait.state_value("level") if trait.id == "emb2" else trait.state
                yield unit, whole_or(str(level), 0)

    def value(self, name: str) -> str:
        """Return the value of a property of the module; '' if the table does not say it."""
        return self.values.get(name, "")

    def _badge(self, unit: str, badge: str) -> int | None:
        for place, trait in enumerate(self.lying[unit].piece.traits):
            if trait.id in ("emb2", "PROP") and trait.text_of("name") == badge:
                return place
        return None

    def _leave(self, unit: str, place: tuple[str, int, int]) -> None:
        stack = self._stacks[place]
        stack.remove(unit)
        if not stack:
            del self._stacks[place]

    def _place_name(self, map_name: str, x: int, y: int) -> str:
        spot = self.parts.layout.place(map_name, x, y)
        if isinstance(spot, str):
            return self.parts.board.boxes[spot].name
        return "" if spot is None else self.parts.board.grid.name(spot)


def _number(deck: Trait, name: str) -> int:
    value = deck.state_value(name)
    assert isinstance(value, int)
    return value
