"""Fates of the units in a combat phase, and the test whether the result of a battle may have caused them.

The log shows who was lost and who went where, but not in which order. Wherever something is not known it is taken in
the players' favour: enemies that may have been gone do not bar a retreat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from msgspec import Struct

from trc_module.board import Terrain
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.combat.attack_obligations import Front
from trc_module.games.trc.combat.combat_results import (
    holds_out,
    lost_instead,
    may_decline_retreat,
    unaffected,
)
from trc_module.games.trc.combat.retreat_routes import cannot_retreat, retreat_bounds
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.movement.stacking import excess
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.interpretation import PieceTrack
from trc_module.rules.paths import Bounds
from trc_module.rules.results import SideResult
from trc_module.rules.retreats import ends
from trc_module.rules.state import Deployment, Place, State, UnitId


class Lot(Struct, frozen=True):
    """The fate of a unit in a combat phase: the box it was put into, or the hex it went to; neither if it stayed."""

    box: str = ""
    goal: Hex | None = None
    unclear: bool = False
    """Whether anything may have become of it."""

    @property
    def changed(self) -> bool:
        """Tell whether only a battle explains it."""
        return not self.unclear and (bool(self.box) or self.goal is not None)


STAYED = Lot()
UNCLEAR = Lot(unclear=True)


def of_battle(state: State, track: PieceTrack) -> bool:
    """Tell whether a track is what battles bring: from a hex to another, or to the boxes of the lost."""
    at = state.place(track.unit)
    if at is None or isinstance(at, str) or track.goal is None:
        return False
    return not isinstance(track.goal, str) or track.goal in (POOL, SURRENDERED)


class Fates:
    """The fate of every unit in a combat phase: `elsewhere` has the places of units that are not where they were.

    `tracks` are the ways that no line explains.
    """

    def __init__(
        self, game: Trc, state: State, tracks: Iterable[PieceTrack], elsewhere: Mapping[UnitId, Place | None]
    ) -> None:
        self.game = game
        self.state = state
        self.side = state.clock.side
        self.elsewhere = elsewhere
        self.front = Front.now(game, state)
        self.tracks = {track.unit: track for track in tracks if of_battle(state, track)}
        self.lots = dict(self._lots())
        self._ends: dict[tuple[object, ...], HexSet] = {}
        self._states: dict[tuple[object, ...], State] = {}

    def _lots(self) -> Iterator[tuple[UnitId, Lot]]:
        for unit, place in self.elsewhere.items():
            track = self.tracks.get(unit)
            if track is None:
                # Some line speaks of it, or it went where no battle sends anybody.
                yield unit, UNCLEAR
            elif isinstance(place, str):
                surrendered = place == SURRENDERED and self.game.side_of[unit] == self.side
                # No attacker surrenders in battle, but one who cannot attack does (12.5).
                yield unit, UNCLEAR if surrendered else Lot(box=place)
            else:
                yield unit, Lot(goal=place)

    def lot(self, unit: UnitId) -> Lot:
        """Return what became of a unit."""
        return self.lots.get(unit, STAYED)

    def fits(self, units: tuple[UnitId, ...], result: SideResult, *, unfinished: bool = False) -> bool:
        """Tell whether a result may have done to a side's units what became of them.

        Where the battle is `unfinished`, more of them may still have to be lost or to retreat.
        """
        unclear = sum(self.lot(unit).unclear for unit in units)
        lost = [unit for unit in units if self.lot(unit).box]
        few = len(lost) + unclear < min(result.lose, len(units))
        if few and not unfinished and unaffected not in self.game.policies:
            return False
        if any(self.lot(unit).box != self._box(unit, result) for unit in lost):
            return False
        # More are lost only because they had to retreat and could not.
        if not self._as_they_like and sum(self._sparable(unit, result) for unit in lost) > result.lose:
            return False
        left = [unit for unit in units if not self.lot(unit).box and not (unfinished and self.lot(unit) == STAYED)]
        return all(self._may_end(unit, result) for unit in left)

    def _sparable(self, unit: UnitId, result: SideResult) -> bool:
        """Tell whether a unit that a result does not take survives: in woods it stays (14.2), elsewhere it retreats."""
        return result.retreat is None or self.place_at_start(unit) in self._woods or self.could_go(unit, result.retreat)

    def _box(self, unit: UnitId, result: SideResult) -> str:
        return SURRENDERED if result.surrender or self.game.units[unit].type == "worker" else POOL

    def _may_end(self, unit: UnitId, result: SideResult) -> bool:
        lot = self.lot(unit)
        if lot.unclear:
            return True
        holds = self.place_at_start(unit) in self._woods
        if lot.goal is None:
            return result.retreat is None or holds or self._as_they_like
        return (
            result.retreat is not None and not holds and bool(self.may_have_gone(unit, result.retreat) >> lot.goal & 1)
        )

    @cached_property
    def _as_they_like(self) -> bool:
        """Whether an option lets some (unknown) units stand or die instead of retreating."""
        return any(s in self.game.policies for s in (holds_out, may_decline_retreat, lost_instead, unaffected))

    @cached_property
    def _woods(self) -> frozenset[Hex]:
        return frozenset(hexes(self.game.terrain(Terrain.WOODS)))

    def place_at_start(self, unit: UnitId) -> Hex:
        """Return where a unit stood when the phase began."""
        at = self.front.own.get(unit)
        return self.front.enemy[unit] if at is None else at

    def may_have_gone(self, unit: UnitId, length: tuple[int, int]) -> HexSet:
        """Return where a retreat may have ended, if only those bar it who stood there all the time."""
        key = ("ways", unit, length)
        found = self._ends.get(key)
        if found is None:
            bounds = self.bounds_of(unit).sure
            gone = cannot_retreat(self.game, self.state, unit) is not None
            found = self._ends[key] = 0 if gone else ends(bounds, self.place_at_start(unit), *length)
        return found

    def bounds_of(self, unit: UnitId) -> Bounds:
        """Return what limits the retreat of a unit if only those bar it who stood there all the time."""
        side = self.game.side_of[unit]
        return retreat_bounds(self.game, self._only_those_who_stayed(ENEMY[side]), side)

    def _only_those_who_stayed(self, side: str) -> State:
        places = {u: p for u, p in self.state.forces[side].places.items() if u not in self.elsewhere}
        return self.with_places(side, places)

    def with_places(self, side: str, places: Mapping[UnitId, Place]) -> State:
        """Return the position with other places of a side's units."""
        key = ("state", side, tuple(places.items()))
        found = self._states.get(key)
        if found is None:
            deployment = Deployment(FrozenMap(places))
            found = self._states[key] = self.state.changed(forces=self.state.forces.put(side, deployment))
        return found

    def could_go(self, unit: UnitId, length: tuple[int, int] = (1, 2)) -> bool:
        """Tell whether a unit could retreat for certain, whatever the order of the battles was."""
        key = ("sure", unit, length)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = self._surely_open(unit, length)
        return bool(found)

    def _surely_open(self, unit: UnitId, length: tuple[int, int]) -> HexSet:
        at = self.place_at_start(unit)
        if at in self._woods or cannot_retreat(self.game, self.state, unit) is not None:
            return 0
        game, side = self.game, self.game.side_of[unit]
        enemy = self.state.forces[ENEMY[side]].places
        moved = {u: p for u, p in self.elsewhere.items() if u in enemy and p is not None}
        before = retreat_bounds(game, self.state, side)
        after = retreat_bounds(game, self.with_places(ENEMY[side], {**enemy, **moved}), side)
        shut = {limit.rule: limit.shut for limit in after.limits}
        limits = tuple(replace(limit, shut=limit.shut | shut.get(limit.rule, 0)) for limit in before.limits)
        open_ = ends(Bounds(game.board.grid, limits, game.board.walk), at, *length)
        # Comrades who came or went fill a hex in any order.
        comrades: dict[Hex, list[UnitId]] = {}
        for other, place in (*self.state.forces[side].places.items(), *self.elsewhere.items()):
            if place is not None and not isinstance(place, str) and game.side_of[other] == side and other != unit:
                comrades.setdefault(place, []).append(other)
        for place, stack in comrades.items():
            if open_ >> place & 1 and excess(game, self.state, (*dict.fromkeys(stack), unit))[0]:
                open_ &= ~(1 << place)
        return open_
