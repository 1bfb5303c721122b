"""A movement phase: rides, crossings, marches, automatic victories, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.acts.victors import automatic_victor
from trc_module.games.trc.combat.attack_obligations import Front
from trc_module.games.trc.combat.battle_context import AUTOMATIC, attackable, strongholds
from trc_module.games.trc.combat.first_impulse import free_to_attack
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import Landed, Moved, Railed, Sailed
from trc_module.games.trc.movement.land_movement import allowance_of, bounds_of, reachable
from trc_module.games.trc.players.chapter import Chapter, full
from trc_module.games.trc.players.legal_actions import hopeless, legal_exits, partisans_found, victories_over
from trc_module.games.trc.players.option_actions import RIDES, marches, stays
from trc_module.games.trc.transport.rail_movement import (
    NEVER_BY_RAIL,
    allotment,
    arrivals_ride_free,
    free_only_at_once,
    in_the_first_impulse,
    no_free_ride_from_the_boxes,
    ride_of,
)
from trc_module.games.trc.transport.sea_movement import courses, sails
from trc_module.games.trc.turn.status_sheet import Certainty, due
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, Move, Surrender
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.state import Mark, Trail, UnitId
from trc_module.systems.rails import rails_of

FARTHEST = 9
"""The greatest distance of units that are considered for an attack on a hex."""


@lru_cache(maxsize=1 << 12)
def _around(game: Trc, prey: Hex) -> HexSet:
    """Return the hexes from which units might come to attack one."""
    return game.board.grid.disc(prey, FARTHEST)


_MOVED = frozenset(kind.word for kind in (Moved, Sailed, Railed, Landed))


@lru_cache(maxsize=1 << 8)
def _moved(marks: frozenset[Mark]) -> frozenset[UnitId]:
    """Return the units that are remembered to have moved in one way or another."""
    return frozenset(mark[1] for mark in marks if mark[0] in _MOVED and len(mark) == 2)


class Moves(Chapter):
    """Plays a movement phase after the arrivals."""

    def acts(self) -> Iterator[Action]:
        """Yield the acts."""
        yield from self.further(RIDES, 0.5)
        yield from self._rides()
        yield from self._crossings()
        for at in self.taste.prey(self.state):
            yield from self._gather(at)
        yield from self._march()
        yield from self._victories()
        yield from self._exits()
        yield from self._last_things()

    def _rides(self) -> Iterator[Action]:
        state, side, game = self.state, self.side, self.game
        if in_the_first_impulse(state.clock):
            return
        rails = rails_of(state)[side]
        units = [unit for unit, at in state.forces[side].places.items() if not isinstance(at, str) and rails >> at & 1]
        left = allotment(game, state, side)[1]
        reaches: list[HexSet] = []
        for unit in self.taste.order(state, units):
            state = self.state
            if game.units[unit].type in NEVER_BY_RAIL or unit in state.trails or Sailed(unit) in state.marks:
                continue
            box = arrivals_ride_free(state, unit)
            free = free_only_at_once(box, state.clock.turn) and not no_free_ride_from_the_boxes(box)
            if not free and not left:
                continue
            at = self._at(unit)
            # A ride leads from everywhere in a piece of the net to everywhere else in it.
            piece = next((piece for piece in reaches if piece >> at & 1), None)
            if piece is None:
                reaches.append(piece := ride_of(game, state, side).reach(at))
            reach = piece & ~(1 << at)
            goal = self.taste.ride(state, unit, at, self.room(unit, reach))
            if goal is None:
                continue
            act = RailMove(unit, self._line(at, goal), free)
            if self.fine(act) and self.keeps(act):
                left -= not free
                yield act

    def _line(self, at: Hex, goal: Hex) -> Trail:
        way = ride_of(self.game, self.state, self.side).way(at, goal)
        assert way is not None
        joined = self.game.board.rails.joined
        # Off the map and back: the record has no hexes there.
        return Trail(tuple(way), frozenset(i for i, (a, b) in enumerate(pairwise(way)) if not joined(a, b)))

    def _at(self, unit: UnitId) -> Hex:
        at = self.state.place(unit)
        assert at is not None
        assert not isinstance(at, str)
        return at

    def _crossings(self) -> Iterator[Action]:
        if not self.taste.rare(0.15):
            return
        for _ in range(3):
            act = self._sailing()
            if act is None:
                return
            if not isinstance(act.goal, str) and full(self.game, self.state, act.unit) >> act.goal & 1:
                continue
            told = check(self.game, self.state, act)
            if any(finding.verdict is Verdict.UNDECIDED for finding in told):
                act = replace(act, die=self.taste.die())
            if self.fine(act) and self._safe(act, act.unit) and self.keeps(act):
                yield act
                return

    def _sailing(self) -> SeaMove | None:
        """Return any sea move of a unit that has one, of several that are looked at."""
        state, places = self.state, self.state.forces[self.side].places
        coast = self.game.board.coast
        able = [u for u, at in places.items() if not isinstance(at, str) and coast >> at & 1 and not self._busy(u)]
        able += [one.unit for one in due(self.game, state) if one.certainty is not Certainty.PERHAPS]
        for unit in self.taste.shuffled(able)[:4]:
            # Any of the legal ones; most are not, and to judge them all takes long.
            options = self.taste.shuffled(list(courses(self.game, state, unit)))
            found = next((act for act in options if sails(self.game, state, act)), None)
            if found is not None:
                return found
        return None

    def _safe(self, act: Action, unit: UnitId) -> bool:
        """Tell whether after an act everybody near the unit, where it was and where it is, can fight as he must."""
        before = self.state.place(unit)
        after = self.look.after(act)
        place = after.place(unit)
        foes = self.near_foes(at for at in (before, place) if at is not None and not isinstance(at, str))
        return not foes or self.fightable(after, foes)

    def _gather(self, prey: Hex) -> Iterator[Action]:
        """Bring up against one enemy hex the units that can be there, and win without a die if enough can."""
        plan = self.taste.assault(self.state, prey, self._who_comes)
        if plan is not None:
            for unit, there in plan:
                yield from self._go(unit, self._at(unit), there)
            yield from self._victory(prey)
            return
        near, side = self.game.board.zoc.of[prey], self.side
        around = _around(self.game, prey) & ~near
        places = self.state.forces[side].places
        near_by = [unit for unit, at in places.items() if not isinstance(at, str) and around >> at & 1]
        for unit in self.taste.order(self.state, near_by):
            if self.taste.enough(self.state, prey):
                break
            at = self.state.forces[side].places.get(unit)
            if at is None or isinstance(at, str) or self._busy(unit):
                continue
            reach = self.room(unit, reachable(self.game, self.state, unit) & near)
            goal = self.taste.approach(self.state, reach) if reach else None
            if goal is not None:
                yield from self._go(unit, at, goal)
        yield from self._victory(prey)

    def _who_comes(self, prey: Hex) -> dict[UnitId, HexSet]:
        """Return from where units may attack an enemy hex: by going there, or where they stand next to it."""
        game, state, near, around = self.game, self.state, self.game.board.zoc.of[prey], _around(self.game, prey)
        found: dict[UnitId, HexSet] = {}
        for unit, at in state.forces[self.side].places.items():
            if isinstance(at, str) or not around >> at & 1 or not attackable(game, (unit,)):
                continue
            if not free_to_attack(game, state, unit, 1 << prey):
                continue
            if near >> at & 1:
                found[unit] = 0 if automatic_victor(state, unit) else 1 << at
            elif not self._busy(unit):
                found[unit] = self.room(unit, reachable(game, state, unit) & near)
        return {unit: reach for unit, reach in found.items() if reach}

    def _march(self) -> Iterator[Action]:
        side = self.side
        places = self.state.forces[side].places
        for unit in self.taste.order(self.state, [unit for unit, at in places.items() if not isinstance(at, str)]):
            yield from self._walk(unit)

    def _walk(self, unit: UnitId) -> Iterator[Action]:
        state, game = self.state, self.game
        at = state.forces[state.clock.side].places.get(unit)
        if at is None or isinstance(at, str) or self._busy(unit):
            return
        if game.policies and self.taste.rare(0.2):
            for march in marches(game, state, unit):
                if not self.taste.goes():
                    continue
                goal = self.taste.goal(state, unit, at, self.room(unit, march.reach & ~(1 << at)))
                act = None if goal is None else march.go(goal)
                if act is not None and self.fine(act) and self._safe(act, unit) and self.keeps(act):
                    yield act
                    return
        if not self.taste.goes():
            return
        reach = reachable(game, state, unit) & ~(1 << at)
        if not reach:
            return
        goal = self.taste.goal(state, unit, at, self.room(unit, reach))
        if goal is not None:
            yield from self._go(unit, at, goal)

    def _go(self, unit: UnitId, at: Hex, goal: Hex) -> Iterator[Action]:
        act = Move(unit, self._way(unit, at, goal))
        if self.near_foes((at, goal)) and not (self.fine(act) and self._safe(act, unit)):
            return
        if not self.keeps(act):
            return
        if len(act.trail.hexes) > 2 and self.taste.rare(0.03):
            middle = len(act.trail.hexes) // 2
            for part in (act.trail.hexes[: middle + 1], act.trail.hexes[middle:]):
                yield Move(unit, Trail(part))
        else:
            yield act

    def _busy(self, unit: UnitId) -> bool:
        state = self.state
        if unit in state.trails or self.game.units[unit].type == "air":
            return True
        if state.marks and unit in _moved(state.marks):
            return True
        return bool(automatic_victor(state, unit)) or stays(self.game, state, unit)

    def _way(self, unit: UnitId, at: Hex, goal: Hex) -> Trail:
        who = self.game.units[unit]
        allowance = allowance_of(self.game, self.state, who).value
        way = bounds_of(self.game, self.state, who).way(at, goal, allowance)
        assert way is not None
        return Trail(way)

    def _victories(self) -> Iterator[Action]:
        for at in self.taste.shuffled(list(hexes(strongholds(self.game, self.state, ENEMY[self.side])))):
            yield from self._victory(at)

    def _victory(self, at: Hex) -> Iterator[Action]:
        options = list(victories_over(self.game, self.state, at))
        if not options or not self.taste.chance(0.7):
            return
        act = self.taste.one(options)
        air = self.supported(act) if self.taste.supports(AUTOMATIC - 1) else act
        for chosen in (air, act):
            after = self.game.apply(self.state, chosen)
            foes = self.near_foes(self._at(unit) for unit in chosen.attackers) & ~(1 << at)
            if self.fine(chosen) and self.fightable(after, foes):
                yield chosen
                return

    def _exits(self) -> Iterator[Action]:
        if not self.taste.rare(0.1):
            return
        for act in list(legal_exits(self.game, self.state)):
            if not self.taste.chance(0.3) or act.unit in self.state.trails:
                continue
            if self._safe(act, act.unit) and self.keeps(act):
                yield act

    def _last_things(self) -> Iterator[Action]:
        yield from list(partisans_found(self.game, self.state))
        while found := list(hopeless(Front.now(self.game, self.state, supported=False))):
            for unit, rule in found:
                yield Surrender(unit, rule)
