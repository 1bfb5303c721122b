"""From a game record to the log that VASSAL would have written, had the game been played there.

Every act becomes one logged step: a known path hex by hex, an unknown one as a straight drag, the end of a phase
as a step of the turn tracker. Piece ids and dates follow from the record alone, so the same record gives the
same file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from trc_module.errors import UserError
from trc_module.module.identity import module_data, save_data
from trc_module.module.parts import ModuleParts
from trc_module.module.plan import Spot
from trc_module.module.tabletop import Tabletop, turn_command
from trc_module.module.toolbar import DIE_NAME
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
from trc_module.vassal.commands import (
    AddPlayer,
    ChangeProperty,
    Chat,
    Command,
    Node,
)
from trc_module.vassal.saves import make_step, write_saved_game

_NEUTRAL_SIDE = "Referee"


class _Composer:
    """Turn a record's acts into steps of a log."""

    def __init__(self, parts: ModuleParts, record: Record) -> None:
        self.parts = parts
        self.record = record
        self.table = Tabletop(parts)
        self.clock: Clock = record.start.clock
        self._sides = {unit: side for side, force in record.start.forces.items() for unit in force.places}
        self._die_before = ""
        for side, force in record.start.forces.items():
            for unit, place in force.places.items():
                spot = parts.box_key(side, place) if isinstance(place, str) else place
                self.table.put(parts.roster.units[unit], spot)

    def initial(self) -> tuple[Node, ...]:
        """Return the save with which the log begins."""
        sides = (*self.parts.game.sides, _NEUTRAL_SIDE.lower())
        players = (AddPlayer(_password(side), f"{side.capitalize()} player", side.capitalize()) for side in sides)
        return self.table.save(self.clock, players)

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
        yield [Chat(text), turn_command(self.parts, self.clock)]

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
        save_data=save_data(version, "Composed from a game record"),
        module_data=module_data(version),
    )
    return len(steps)


def _password(side: str) -> str:
    # Composed games belong to nobody; a player who loads one must be able to take any side.
    return f"composed-{side}"
