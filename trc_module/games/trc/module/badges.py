"""Badges of counters while a log is written: their parts in a battle, and how they move.

The module does the same with triggers: who joins another battle than the last ends all parts in that one, and a phase
of movement begins with everybody on foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.games.trc.module.unit_commands import WAY_LAYER, WAYS
from trc_module.module.battle import ATTACKER, DEFENDER, NO_ROLE, ROLE_LAYER
from trc_module.module.recipe import VirtualTable
from trc_module.rules.clock import Clock
from trc_module.rules.state import State, UnitId
from trc_module.vassal.commands import ChangeProperty, Command

_ROLES = {"ATT": ATTACKER, "DEF": DEFENDER, "OUT": NO_ROLE}
_SUMS = {"AttackSum": "attack", "DefenceSum": "defence"}
_ON_FOOT = 1


class Badges:
    """The badges of the counters on a virtual table, and the module's properties that go with them."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._roles: dict[UnitId, int] = {}
        self._ways: dict[UnitId, int] = {}
        self._held = {"BattleId": "1", "AttackSum": "0", "DefenceSum": "0"}

    def said(self, verb: str, fields: Mapping[str, str]) -> Iterator[Command]:
        """Yield the changes that come with a line."""
        unit = fields.get("u", "")
        if verb in _ROLES:
            if fields["b"] != self._held["BattleId"]:
                yield from self.leave_battle()
                yield from self._hold("BattleId", fields["b"])
            for name, key in _SUMS.items():
                yield from self._hold(name, fields.get(key, self._held[name]))
            yield from self._show(self._roles, ROLE_LAYER, unit, _ROLES[verb], NO_ROLE)
        way = _way(verb, fields)
        if way:
            yield from self._show(self._ways, WAY_LAYER, unit, way, _ON_FOOT)

    def begin(self, state: State) -> None:
        """Show nothing: a game begins without parts in battles and ways."""

    def resume(self) -> None:
        """Go on from what the counters and the module's properties show."""
        self._roles = {unit: level for unit, level in self._table.showing(ROLE_LAYER) if level > NO_ROLE}
        self._ways = {unit: level for unit, level in self._table.showing(WAY_LAYER) if level > _ON_FOOT}
        self._held = {name: self._table.value(name) or value for name, value in self._held.items()}

    def begin_phase(self, clock: Clock) -> Iterator[Command]:
        """Yield what the turn tracker clears when a phase begins."""
        phase = clock.phase
        if phase in ("movement", "combat"):
            yield from self.leave_battle()
        if phase == "movement":
            for unit in list(self._ways):
                yield from self._show(self._ways, WAY_LAYER, unit, _ON_FOOT, _ON_FOOT)

    def leave_battle(self) -> Iterator[Command]:
        """Yield what ends every part in a battle."""
        for unit in list(self._roles):
            yield from self._show(self._roles, ROLE_LAYER, unit, NO_ROLE, NO_ROLE)
        for name in _SUMS:
            yield from self._hold(name, "0")

    def _show(self, shown: dict[UnitId, int], badge: str, unit: UnitId, number: int, none: int) -> Iterator[Command]:
        if shown.get(unit, none) != number and self._table.shows(unit, badge):
            yield self._table.show(unit, badge, number)
        shown[unit] = number
        if number == none:
            del shown[unit]

    def _hold(self, name: str, value: str) -> Iterator[Command]:
        if self._held[name] != value:
            yield ChangeProperty(name, self._held[name], value, "Module")
            self._held[name] = value


def _way(verb: str, fields: Mapping[str, str]) -> int:
    """Return the number of the way that a line states; 0 if it states none."""
    word = {"MODE": fields.get("mode", ""), "SAIL": fields.get("kind", "")}.get(verb, verb.lower())
    return WAYS.index(word) + 1 if word in WAYS else 0
