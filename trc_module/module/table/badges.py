"""Badges of counters while a log is written: their parts in a battle, and lost steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from trc_module.declarations import ATTACK, DEFEND, LEAVE, Grammar
from trc_module.module.battle import ATTACKER, DEFENDER, NO_ROLE, ROLE_LAYER
from trc_module.module.pieces import FACES
from trc_module.module.recipe import BadgesShown, ModuleInputs, VirtualTable
from trc_module.module.table.commands import MenuCommand
from trc_module.module.table.conditions import IS, IS_NOT, layer_name
from trc_module.module.table.statuses import STATUS, next_number
from trc_module.module.table_file import ConditionData, StatusData
from trc_module.rules.clock import Clock
from trc_module.rules.state import State
from trc_module.systems.conditions import units_that_are
from trc_module.systems.statuses import STATUSES
from trc_module.systems.steps import STEPS as LOST_STEPS
from trc_module.vassal.commands import ChangeProperty, Command

_ROLES = {ATTACK: ATTACKER, DEFEND: DEFENDER, LEAVE: NO_ROLE}


class TableBadges:
    """The parts in a battle and the faces of the counters on a virtual table."""

    def __init__(
        self,
        table: VirtualTable,
        grammar: Grammar,
        turning: Callable[[str, str], int],
        faces: Mapping[str, int],
        *,
        moving: Callable[[Clock], bool] | None = None,
    ) -> None:
        """Keep a table; `turning(verb, unit)` tells by how many faces a line turns a unit, `faces` how many each has.

        With `moving`, which tells phases in which units move, units keep their parts until units move again.
        """
        self._moving = moving
        self._table = table
        self._grammar = grammar
        self._turning = turning
        self._faces = faces
        self._roles: dict[str, int] = {}
        self._levels: dict[str, int] = {}
        self._battle = "1"

    def begin(self, state: State) -> None:
        """Turn units to the faces that they show when the log begins."""
        for unit, steps in LOST_STEPS.of(state).items():
            if self._table.shows(unit, FACES):
                self._levels[unit] = min(1 + steps, self._faces[unit])
                self._table.show(unit, FACES, self._levels[unit])

    def resume(self) -> None:
        """Go on from what the counters and the module's number of the battle show."""
        self._roles = {unit: level for unit, level in self._table.showing(ROLE_LAYER) if level > NO_ROLE}
        self._levels = {unit: level for unit, level in self._table.showing(FACES) if level > 1}
        self._battle = self._table.value("BattleId") or self._battle

    def said(self, verb: str, fields: Mapping[str, str]) -> Iterator[Command]:
        """Yield the changes that come with a line."""
        unit, role = fields.get("u", ""), self._grammar.role(verb)
        if role in _ROLES:
            if fields["b"] != self._battle:
                if self._moving is None:
                    yield from self._leave()
                yield ChangeProperty("BattleId", self._battle, fields["b"], "Module")
                self._battle = fields["b"]
            if self._table.shows(unit, ROLE_LAYER) and self._roles.get(unit, NO_ROLE) != _ROLES[role]:
                self._roles[unit] = _ROLES[role]
                yield self._table.show(unit, ROLE_LAYER, _ROLES[role])
                if self._moving is not None and role in (ATTACK, DEFEND) and self._table.shows(unit, "InBattle"):
                    yield self._table.show(unit, "InBattle", int(fields["b"]))
        step = self._turning(verb, unit)
        if step and self._table.shows(unit, FACES):
            level = self._levels.get(unit, 1)
            turned = min(max(level + step, 1), self._faces[unit])
            if turned != level:
                self._levels[unit] = turned
                yield self._table.show(unit, FACES, turned)

    def begin_phase(self, clock: Clock) -> Iterator[Command]:
        """Yield what ends every part in a battle."""
        if self._moving is None or self._moving(clock):
            yield from self._leave()

    def _leave(self) -> Iterator[Command]:
        for unit, role in list(self._roles.items()):
            if role != NO_ROLE:
                yield self._table.show(unit, ROLE_LAYER, NO_ROLE)
        self._roles.clear()


class StatusBadges:
    """Statuses of the counters on a virtual table, over what they show besides."""

    def __init__(
        self,
        basic: BadgesShown,
        table: VirtualTable,
        parts: ModuleInputs,
        statuses: Sequence[StatusData],
        changing: Sequence[MenuCommand],
    ) -> None:
        """Keep a table; `changing` are the commands that change a status."""
        self._basic = basic
        self._table = table
        self._units = parts.roster.units
        self._statuses = statuses
        self._changing = changing
        self._numbers: dict[str, int] = {}

    def begin(self, state: State) -> None:
        """Let units show the statuses that they have when the log begins."""
        self._basic.begin(state)
        words = [status.id for status in self._statuses]
        for unit, status in STATUSES.of(state).items():
            if status in words and self._table.shows(unit, STATUS):
                self._numbers[unit] = words.index(status) + 1
                self._table.show(unit, STATUS, self._numbers[unit])

    def resume(self) -> None:
        """Go on from what the counters show."""
        self._basic.resume()
        self._numbers = {unit: number for unit, number in self._table.showing(STATUS) if number}

    def said(self, verb: str, fields: Mapping[str, str]) -> Iterator[Command]:
        """Yield the changes that come with a line."""
        yield from self._basic.said(verb, fields)
        unit = fields.get("u", "")
        command = self._command(verb, fields, unit)
        if command is None or not self._table.shows(unit, STATUS):
            return
        now = self._numbers.get(unit, 0)
        after = next_number(self._statuses, command.data.status, now)
        if after != now:
            self._numbers[unit] = after
            yield self._table.show(unit, STATUS, after)

    def _command(self, verb: str, fields: Mapping[str, str], unit: str) -> MenuCommand | None:
        """Return the command of a unit that prints such a line and changes its status."""
        for command in self._changing:
            fixed = all(fields.get(key) == value for key, value in command.data.fixed.items())
            kind = unit in self._units and (not command.data.types or self._units[unit].type in command.data.types)
            if command.verb.name == verb and fixed and kind:
                return command
        return None

    def begin_phase(self, clock: Clock) -> Iterator[Command]:
        """Yield what the turn tracker clears when a phase begins."""
        yield from self._basic.begin_phase(clock)


class ConditionBadges:
    """Conditions of the counters on a virtual table, over what they show besides."""

    def __init__(self, basic: BadgesShown, table: VirtualTable, conditions: Sequence[ConditionData]) -> None:
        """Keep a table."""
        self._basic = basic
        self._table = table
        self._conditions = conditions
        self._are: dict[str, set[str]] = {condition.id: set() for condition in conditions}

    def begin(self, state: State) -> None:
        """Let units show the conditions that they have when the log begins."""
        self._basic.begin(state)
        for condition in self._conditions:
            for unit in sorted(units_that_are(state, condition.id)):
                if self._table.shows(unit, layer_name(condition.id)):
                    self._are[condition.id].add(unit)
                    self._table.show(unit, layer_name(condition.id), IS)

    def resume(self) -> None:
        """Go on from what the counters show."""
        self._basic.resume()
        for condition in self._conditions:
            shown = self._table.showing(layer_name(condition.id))
            self._are[condition.id] = {unit for unit, level in shown if level == IS}

    def said(self, verb: str, fields: Mapping[str, str]) -> Iterator[Command]:
        """Yield the changes that come with a line."""
        yield from self._basic.said(verb, fields)
        unit = fields.get("u", "")
        for condition in self._conditions:
            are, name = self._are[condition.id], layer_name(condition.id)
            if verb in condition.begins and unit not in are and self._table.shows(unit, name):
                are.add(unit)
                yield self._table.show(unit, name, IS)
            elif verb in condition.ends and unit in are:
                are.discard(unit)
                yield self._table.show(unit, name, IS_NOT)

    def begin_phase(self, clock: Clock) -> Iterator[Command]:
        """Yield what the turn tracker clears when a phase begins."""
        yield from self._basic.begin_phase(clock)
        for condition in self._conditions:
            if clock.phase == condition.until:
                for unit in sorted(self._are[condition.id]):
                    yield self._table.show(unit, layer_name(condition.id), IS_NOT)
                self._are[condition.id].clear()
