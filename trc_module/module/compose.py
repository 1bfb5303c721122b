"""From a game record to the log that VASSAL would have written, had the game been played there.

Every act becomes one logged step: a known path hex by hex, an unknown one as a straight drag, the end of a phase
as a step of the turn tracker. Piece ids and dates follow from the record alone, so the same record gives the
same file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trc_module.errors import UserError
from trc_module.module.assembly import DESCRIPTION, MODULE_NAME, VASSAL_VERSION
from trc_module.module.maps import BOARD_NAME
from trc_module.module.parts import ModuleParts
from trc_module.module.plan import MAIN_MAP, Spot
from trc_module.module.toolbar import DIE_NAME
from trc_module.module.turns import TurnState
from trc_module.rules.actions import (
    Action,
    Eliminate,
    End,
    Enter,
    Move,
    Replace,
    Setup,
    Surrender,
    WeatherRoll,
    Withdraw,
)
from trc_module.rules.clock import Clock
from trc_module.rules.record import Expect, Record
from trc_module.rules.state import Trail
from trc_module.vassal.archive import source_date
from trc_module.vassal.commands import (
    AddPlayer,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Node,
    PlacedBoard,
    SetBoards,
)
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import GameSetup, make_step, write_saved_game
from trc_module.vassal.traits import Piece, Stack

_NEUTRAL_SIDE = "Referee"


@dataclass(slots=True)
class _Lying:
    """Where a piece lies on the virtual table."""

    piece: Piece
    map: str
    x: int
    y: int


class _Table:
    """The virtual table while a log is composed: pieces by unit, stacks by place, ids in order."""

    def __init__(self, parts: ModuleParts) -> None:
        self.parts = parts
        # VASSAL's ids are milliseconds of the creating clock; ours count up from the build's date.
        self._next_id = source_date() * 1000
        self.lying: dict[str, _Lying] = {}
        self.stacks: dict[tuple[str, int, int], list[str]] = {}
        self._cells: dict[str, int] = {}

    def new_id(self) -> str:
        self._next_id += 1
        return str(self._next_id)

    def point(self, spot: Spot) -> tuple[str, int, int]:
        """Return where to put a piece: a hex's centre, or a box's next free cell."""
        if not isinstance(spot, str):
            return self.parts.plan.point(spot)
        cell = self._cells.get(spot, 0)
        self._cells[spot] = cell + 1
        return self.parts.plan.point(spot, cell)

    def put(self, unit: str, spot: Spot) -> None:
        """Place a unit as the game begins."""
        map_name, x, y = self.point(spot)
        item = self.parts.roster.units[unit]
        piece = self.parts.maker.placed_piece(item, self.new_id(), map_name, x, y)
        self.lying[unit] = _Lying(piece, map_name, x, y)
        self.stacks.setdefault((map_name, x, y), []).append(unit)

    def move(self, unit: str, spot: Spot, password: str) -> tuple[MovePiece, str]:
        """Move a unit on top of what lies there; return the command and the report in words."""
        lying = self.lying.get(unit)
        if lying is None:
            raise UserError(f"'{unit}' cannot move: the record puts it nowhere.")
        old = (lying.map, lying.x, lying.y)
        before = self._place_name(*old)
        self._leave(unit, old)
        new = self.point(spot)
        under = self.stacks.setdefault(new, [])
        command = MovePiece(
            lying.piece.id,
            *new,
            self.lying[under[-1]].piece.id if under else None,
            *old,
            None,
            password,
        )
        under.append(unit)
        lying.map, lying.x, lying.y = new
        return command, f"* {lying.piece.name}: {before} to {self._place_name(*new)}"

    def _leave(self, unit: str, place: tuple[str, int, int]) -> None:
        stack = self.stacks[place]
        stack.remove(unit)
        if not stack:
            del self.stacks[place]

    def _place_name(self, map_name: str, x: int, y: int) -> str:
        spot = self.parts.plan.place(map_name, x, y)
        if isinstance(spot, str):
            return self.parts.board.boxes[spot].name
        return "" if spot is None else self.parts.board.grid.name(spot)


class _Composer:
    """Turn a record's acts into steps of a log."""

    def __init__(self, parts: ModuleParts, record: Record) -> None:
        self.parts = parts
        self.record = record
        self.table = _Table(parts)
        self.clock: Clock = record.start.clock
        self._sides = {unit: side for side, force in record.start.forces.items() for unit in force.places}
        self._die_before = ""
        for side, force in record.start.forces.items():
            for unit, place in force.places.items():
                self.table.put(unit, parts.box_key(side, place) if isinstance(place, str) else place)

    def initial(self) -> tuple[Node, ...]:
        """Return the save with which the log begins."""
        stacks = [
            Stack(self.table.new_id(), map_name, x, y, tuple(str(self.table.lying[unit].piece.id) for unit in units))
            for (map_name, x, y), units in self.table.stacks.items()
        ]
        sides = (*self.parts.game.sides, _NEUTRAL_SIDE.lower())
        return GameSetup(
            pieces=tuple(lying.piece for lying in self.table.lying.values()),
            stacks=tuple(stacks),
            players=tuple(
                AddPlayer(_password(side), f"{side.capitalize()} player", side.capitalize()) for side in sides
            ),
            components=(self._turn(),),
            boards=(
                SetBoards(MAIN_MAP, (PlacedBoard(BOARD_NAME),)),
                *(SetBoards(window.name, (PlacedBoard(window.name),)) for window in self.parts.plan.windows),
            ),
        ).commands()

    def steps(self) -> Iterator[Node]:
        """Yield the steps of the log."""
        for line in self.record.lines:
            if isinstance(line.entry, Expect):
                continue
            for commands in self._commands(line.entry, line.number):
                yield make_step(commands)

    def _commands(self, action: Action, line: int) -> Iterator[list[Command | None]]:
        writer = _WRITERS.get(type(action))
        if writer is None:
            kind = type(action).__name__.lower()
            raise UserError(f"line {line}: a log cannot be composed of '{kind}' yet; leave the line out.")
        try:
            yield from writer(self, action)
        except UserError as error:
            raise UserError(f"line {line}: {error}") from error

    def setup(self, action: Setup) -> Iterator[list[Command | None]]:
        yield self._moved(action.unit, action.hex)

    def walk(self, action: Move) -> Iterator[list[Command | None]]:
        yield from self._along(action.unit, action.trail)

    def enter(self, action: Enter | Replace) -> Iterator[list[Command | None]]:
        place = action.place
        spot = self.parts.box_key(self._side(action.unit), place) if isinstance(place, str) else place
        yield self._moved(action.unit, spot)

    def withdraw(self, action: Withdraw) -> Iterator[list[Command | None]]:
        yield self._boxed(action.unit, "withdrawn")

    def eliminate(self, action: Eliminate) -> Iterator[list[Command | None]]:
        yield self._boxed(action.unit, "replacement-pool")

    def surrender(self, action: Surrender) -> Iterator[list[Command | None]]:
        yield self._boxed(action.who, "surrendered")

    def roll_weather(self, action: WeatherRoll) -> Iterator[list[Command | None]]:
        side = self.clock.side
        text = self.parts.grammar.line("ROLL", {"die": str(action.die), "by": side.capitalize()})
        result = ChangeProperty(f"{DIE_NAME}_result", self._die_before, str(action.die), "Module")
        self._die_before = str(action.die)
        yield [Chat(text), result]

    def end(self, _: End) -> Iterator[list[Command | None]]:
        self.clock = self.parts.game.sequence.after(self.clock)
        index = self.parts.game.sequence.steps.index(self.clock.step)
        at = f"Turn {self.clock.turn}: {self.parts.phase_names[index]}"
        text = self.parts.grammar.line("PHASE", {"at": at, "by": self.clock.side.capitalize()})
        yield [Chat(text), self._turn()]

    def _along(self, unit: str, trail: Trail) -> Iterator[list[Command | None]]:
        for hex_ in trail.hexes[1:]:
            yield self._moved(unit, hex_)

    def _boxed(self, unit: str, box: str) -> list[Command | None]:
        return self._moved(unit, self.parts.box_key(self._side(unit), box))

    def _moved(self, unit: str, spot: Spot) -> list[Command | None]:
        command, report = self.table.move(unit, spot, _password(self.clock.side))
        return [command, Chat(report)]

    def _side(self, unit: str) -> str:
        return self.parts.roster.units[unit].side if unit in self.parts.roster.units else self._sides.get(unit, "")

    def _turn(self) -> Command:
        steps = self.parts.game.sequence.steps
        return TurnState(self.clock.turn, steps.index(self.clock.step)).command(
            max(self.parts.charts.turns), len(steps)
        )


_WRITERS: dict[type[Action], Callable[[_Composer, Any], Iterator[list[Command | None]]]] = {
    Setup: _Composer.setup,
    Move: _Composer.walk,
    Enter: _Composer.enter,
    Replace: _Composer.enter,
    Withdraw: _Composer.withdraw,
    Eliminate: _Composer.eliminate,
    Surrender: _Composer.surrender,
    WeatherRoll: _Composer.roll_weather,
    End: _Composer.end,
}


def compose(parts: ModuleParts, record: Record, path: Path, version: str) -> int:
    """Write the log of a record and return its number of steps; UserError names the line that has no log yet."""
    composer = _Composer(parts, record)
    initial = composer.initial()
    steps = tuple(composer.steps())
    write_saved_game(
        path,
        initial,
        steps,
        save_data=Metadata(version=version, description="Composed from a game record", vassal_version=VASSAL_VERSION),
        module_data=module_data(version),
    )
    return len(steps)


def module_data(version: str) -> Metadata:
    """Return the module's own data sheet, of which every save carries a copy."""
    return Metadata(name=MODULE_NAME, version=version, description=DESCRIPTION, vassal_version=VASSAL_VERSION)


def _password(side: str) -> str:
    # Composed games belong to nobody; a player who loads one must be able to take any side.
    return f"composed-{side}"
