"""What counters show of what was said of them, while a log is written: their parts in a battle, and lost steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.declarations import ATTACK, DEFEND, LEAVE, Grammar
from trc_module.module.battle import ATTACKER, DEFENDER, NO_ROLE
from trc_module.module.pieces import FACES
from trc_module.module.recipe import Table
from trc_module.rules.clock import Clock
from trc_module.rules.state import State
from trc_module.systems.steps import STEPS as LOST_STEPS
from trc_module.vassal.commands import ChangeProperty, Command

_ROLES = {ATTACK: ATTACKER, DEFEND: DEFENDER, LEAVE: NO_ROLE}


class TableBadges:
    """The parts in a battle and the faces of the counters on a virtual table."""

    def __init__(self, table: Table, grammar: Grammar, turning: Mapping[str, int], faces: Mapping[str, int]) -> None:
        """Keep a table; `turning` tells by how many faces a verb turns a unit, `faces` how many each unit has."""
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

    def said(self, verb: str, fields: Mapping[str, str]) -> Iterator[Command]:
        """Yield the changes that come with a line."""
        unit, role = fields.get("u", ""), self._grammar.role(verb)
        if role in _ROLES:
            if fields["b"] != self._battle:
                yield from self._leave()
                yield ChangeProperty("BattleId", self._battle, fields["b"], "Module")
                self._battle = fields["b"]
            if self._table.shows(unit, "Role") and self._roles.get(unit, NO_ROLE) != _ROLES[role]:
                self._roles[unit] = _ROLES[role]
                yield self._table.show(unit, "Role", _ROLES[role])
        if verb in self._turning and self._table.shows(unit, FACES):
            level = self._levels.get(unit, 1)
            turned = min(max(level + self._turning[verb], 1), self._faces[unit])
            if turned != level:
                self._levels[unit] = turned
                yield self._table.show(unit, FACES, turned)

    def begin_phase(self, clock: Clock) -> Iterator[Command]:
        """Yield what ends every part in a battle."""
        yield from self._leave()

    def _leave(self) -> Iterator[Command]:
        for unit, role in list(self._roles.items()):
            if role != NO_ROLE:
                yield self._table.show(unit, "Role", NO_ROLE)
        self._roles.clear()
