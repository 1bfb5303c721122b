"""Logs written act by act, as players' hands make them."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from trc_module.auditing.audit import Audit, audit_log
from trc_module.games import find_game
from trc_module.games.trc.module.toolbar import WEATHER_DIE
from trc_module.module.buttons import PLAIN_DIE
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.tabletop import Tabletop, turn_command
from trc_module.replay.gamelog import GameLog, open_log
from trc_module.rules.clock import Clock
from trc_module.rules.record import read_record
from trc_module.rules.record.reader import FindGame
from trc_module.vassal.commands import (
    AddPlayer,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Node,
    SetTurn,
    Undo,
)
from trc_module.vassal.saves import make_step, write_saved_game

CLEAR = "at: turn 1 axis impulse 1 movement clear\n"


class Script:
    """A log in the making. Each method that acts makes one step."""

    def __init__(self, parts: ModuleInputs, header: str, path: Path, find: FindGame = find_game) -> None:
        self.parts = parts
        self.path = path
        self.date: int | None = None
        """The time at which the file was saved, in milliseconds; None leaves it out."""
        record = read_record(f"game: trc\n{header}", "header", find)
        self.table = Tabletop(parts)
        self.clock = record.start.clock
        for side, force in record.start.forces.items():
            for unit, place in force.places.items():
                spot = parts.box_key(side, place) if isinstance(place, str) else place
                self.table.put(parts.roster.units[unit], spot)
        sides = ("axis", "russian")
        players = [AddPlayer(f"secret-{side}", f"{side.capitalize()} player", side.capitalize()) for side in sides]
        self.initial: list[Node] = list(self.table.save(record.start, players))
        self.steps: list[list[Command]] = []
        self._die = ""

    def move(self, unit: str, *places: str, by: str = "axis") -> Script:
        """Drag a unit to one place after another, each drag a step."""
        for place in places:
            hex_ = self.parts.board.grid.find(place)
            command, report = self.table.move(unit, place if hex_ is None else hex_, f"secret-{by}")
            self.steps.append([command, Chat(report)])
        return self

    def together(self, *units: str, to: str, by: str = "axis") -> Script:
        """Drag several units as one."""
        hex_ = self.parts.board.grid.hex(to)
        self.steps.append([self.table.move(unit, hex_, f"secret-{by}")[0] for unit in units])
        return self

    def undo(self, of: int = -1) -> Script:
        """Take back a step as the engine does: the inverse commands in a step of their own."""
        inverse = [_inverse(command) for command in reversed(self.steps[of]) if not isinstance(command, Undo)]
        for command in inverse:
            if isinstance(command, MovePiece):
                self._lies_again(command)
        self.steps.append([Undo(True), *inverse, Undo(False)])
        return self

    def _lies_again(self, command: MovePiece) -> None:
        unit, lying = next((u, at) for u, at in self.table.lying.items() if at.piece.id == command.id)
        self.table._leave(unit, (lying.map, lying.x, lying.y))
        lying.map, lying.x, lying.y = command.new_map or "", command.new_x, command.new_y
        self.table._stacks.setdefault((lying.map, lying.x, lying.y), []).append(unit)

    def turn(self, turn: int, side: str, impulse: int, phase: str) -> Script:
        """Set the turn tracker."""
        before = turn_command(self.parts, self.clock)
        self.clock = Clock(turn, side, impulse, phase)
        after = turn_command(self.parts, self.clock)
        assert isinstance(before, SetTurn)
        self.steps.append([Chat(f'* *** TRC1 PHASE at="{self.clock}" by="Axis"'), after])
        return self

    def end(self) -> Script:
        """Set the turn tracker one step on."""
        following = self.parts.game.sequence.after(self.clock)
        return self.turn(following.turn, following.side, following.part, following.phase)

    def roll(self, die: int) -> Script:
        """Roll the die of the weather."""
        return self._rolled(WEATHER_DIE, "WEATHER", die)

    def roll_for_something(self, die: int) -> Script:
        """Roll the die that no line explains."""
        return self._rolled(PLAIN_DIE, "DIE", die)

    def _rolled(self, name: str, verb: str, die: int) -> Script:
        result = ChangeProperty(f"{name}_result", self._die, str(die), "Module")
        self._die = str(die)
        self.steps.append([Chat(f'* *** TRC1 {verb} die={die} by="Axis"'), result])
        return self

    def say(self, line: str, by: str = "axis") -> Script:
        """Print a declaration: verb and fields."""
        self.steps.append([Chat(f'* *** TRC1 {line} by="{by.capitalize()}"')])
        return self

    def raw(self, *commands: Command) -> Script:
        """Make a step of any commands."""
        self.steps.append(list(commands))
        return self

    def piece(self, unit: str) -> str:
        """Return a unit's piece id."""
        return str(self.table.lying[unit].piece.id)

    def write(self, module_name: str | None = None) -> Path:
        """Write the log."""
        data = self.parts.module_data("1")
        if module_name is not None:
            data = type(data)(name=module_name, version="1", vassal_version="3.5.8")
        steps = [make_step(step) for step in self.steps]
        about = replace(save_data("1", ""), date_saved=self.date)
        write_saved_game(self.path, self.initial, steps, save_data=about, module_data=data)
        return self.path

    def log(self) -> GameLog:
        return open_log(self.write(), self.parts)

    def audit(self) -> Audit:
        return audit_log(self.log())


def _inverse(command: Command) -> Command:
    match command:
        case MovePiece(id=id_, player=player):
            back = (command.old_map, command.old_x, command.old_y, None)
            return MovePiece(id_, *back, command.new_map, command.new_x, command.new_y, None, player)
        case Chat(text=text):
            return Chat(f"* UNDO: {text}")
        case ChangeProperty(name=name, old=old, new=new, container=container):
            return ChangeProperty(name, new, old, container)
    raise ValueError(f"no inverse of {command}")


def told(audit: Audit) -> list[str]:
    """Return the findings on steps: `step verdict rule`, notes included."""
    return [f"{n.steps[-1] if n.steps else 0} {n.finding.verdict.value} {n.finding.rule}" for n in audit.findings]


def acts(audit: Audit) -> list[str]:
    return [done.text for done in audit.acts]
