"""Positions as values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.clock import Clock
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.places import Box, Mark, Place, Stack, Trail, UnitId

if TYPE_CHECKING:
    # A build needs positions alone, and no battles.
    from trc_module.rules.battles import Battle

__all__ = ["Box", "Deployment", "Mark", "Place", "Stack", "State", "Trail", "UnitId", "first_words", "forces"]


@lru_cache(maxsize=1 << 10)
def first_words(marks: frozenset[Mark]) -> frozenset[str]:
    """Return the first words of some marks, which say of what kind they are."""
    return frozenset(mark[0] for mark in marks)


class Deployment:
    """The places of one side's units.

    A value: a move makes a new one and leaves the other side's alone, with all that has been
    worked out about it (`memo`). Two are equal when the same units are in the same places; the
    order within a stack, which no rule looks at, is kept for the sake of those who draw it.
    """

    __slots__ = ("_late", "_occupied", "_piled", "_stacks", "memo", "places")

    def __init__(self, places: FrozenMap[UnitId, Place], late: tuple[UnitId, ...] = ()) -> None:
        self.places = places
        self.memo: dict[Hashable, Any] = {}
        """Values derived from these places, by the deriver's own key; they live as long as the places do."""
        self._late = late
        """The units that came to their stacks after all others, in that order: they lie on top."""
        self._stacks: dict[Hex, Stack] | None = None
        self._occupied: HexSet | None = None
        self._piled: HexSet | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deployment) and self.places == other.places

    def __hash__(self) -> int:
        return hash(self.places)

    def __repr__(self) -> str:
        return f"Deployment({len(self.places)} units)"

    @property
    def order(self) -> tuple[UnitId, ...]:
        """The units that came to their stacks after all others: two equal deployments of one order are drawn alike."""
        return self._late

    @property
    def stacks(self) -> Mapping[Hex, Stack]:
        """The stack in every occupied hex."""
        if self._stacks is None:
            found: dict[Hex, list[UnitId]] = {}
            late = set(self._late)
            for unit in (*(unit for unit in self.places if unit not in late), *self._late):
                place = self.places.get(unit)
                if place is not None and not isinstance(place, str):
                    found.setdefault(place, []).append(unit)
            self._stacks = {place: tuple(units) for place, units in found.items()}
        return self._stacks

    @property
    def occupied(self) -> HexSet:
        """The hexes that hold a unit of this side."""
        if self._occupied is None:
            members = 0
            for place in self.places.values():
                if not isinstance(place, str):
                    members |= 1 << place
            self._occupied = members
        return self._occupied

    @property
    def piled(self) -> HexSet:
        """The hexes that hold two units of this side or more."""
        if self._piled is None:
            members = 0
            for place, stack in self.stacks.items():
                if len(stack) > 1:
                    members |= 1 << place
            self._piled = members
        return self._piled

    def stack(self, place: Place) -> Stack:
        """Return the units in one hex or box, bottom first."""
        if isinstance(place, str):
            return tuple(unit for unit, at in self.places.items() if at == place)
        return self.stacks.get(place, ())

    def put(self, unit: UnitId, place: Place | None) -> Deployment:
        """Return the deployment with one unit on top of a stack, in a box, or out of play (None)."""
        places = self.places.without((unit,)) if place is None else self.places.put(unit, place)
        late = self._late
        if unit in late:
            at = late.index(unit)
            late = late[:at] + late[at + 1 :]
        after = Deployment(places, (*late, unit))
        left = self.places.get(unit)
        if self._stacks is not None:
            stacks = after._stacks = self._restacked(unit, left, place)
            if self._piled is not None:
                piled = self._piled
                if left is not None and not isinstance(left, str) and len(stacks.get(left, ())) < 2:
                    piled &= ~(1 << left)
                if place is not None and not isinstance(place, str) and len(stacks[place]) > 1:
                    piled |= 1 << place
                after._piled = piled
        if self._occupied is not None:
            after._occupied = self._occupied
            # Where there are no stacks the values are looked through in C, quicker than to count every unit again.
            held = places.values() if after._stacks is None else after._stacks
            if left is not None and not isinstance(left, str) and left not in held:
                after._occupied &= ~(1 << left)
            if place is not None and not isinstance(place, str):
                after._occupied |= 1 << place
        return after

    def _restacked(self, unit: UnitId, before: Place | None, place: Place | None) -> dict[Hex, Stack]:
        # Only two of some hundred stacks change: patching them beats rebuilding.
        assert self._stacks is not None
        stacks = dict(self._stacks)
        if before is not None and not isinstance(before, str):
            left = tuple(other for other in stacks[before] if other != unit)
            if left:
                stacks[before] = left
            else:
                del stacks[before]
        if place is not None and not isinstance(place, str):
            stacks[place] = (*stacks.get(place, ()), unit)
        return stacks

    def merged(self, places: Mapping[UnitId, Place]) -> Deployment:
        """Return the deployment with many units elsewhere, each as high in its stack as it was."""
        return Deployment(self.places.merged(places), self._late)


@dataclass(frozen=True, slots=True)
class State:
    """A position: everything that the rules may ask about, and nothing else.

    Hashable, comparable, and cheap to change by `with_...`, which return new states. Its text
    form is the header of a record (`trc_module.rules.record`).
    """

    scenario: str
    clock: Clock
    forces: FrozenMap[str, Deployment]
    """By side. Every side of the game has an entry."""
    options: frozenset[str] = frozenset()
    """Optional rules in force, by their number."""
    control: FrozenMap[Hex, str] = field(default_factory=FrozenMap)
    """The controller of each place that can be controlled: a side, or '' for neither."""
    slices: FrozenMap[str, Any] = field(default_factory=FrozenMap)
    """The memory of the game's systems, by their keys (`rules.slices`): the weather, rails, steps lost, cards."""
    used: FrozenMap[str, int] = field(default_factory=FrozenMap)
    """Counters that limit later acts: `axis rail` -> 2."""
    marks: frozenset[Mark] = frozenset()
    """Earlier acts that still matter."""
    trails: FrozenMap[UnitId, Trail] = field(default_factory=FrozenMap)
    """The moves of this phase, by unit."""
    traces: FrozenMap[str, HexSet] = field(default_factory=FrozenMap)
    """Earlier acts that still matter and are a matter of hexes: `passed` -> the rail hexes that units have passed."""
    battles: tuple[Battle, ...] = ()
    """The battles of this impulse, in the order of their declaration."""

    def place(self, unit: UnitId) -> Place | None:
        """Return where a unit is, or None if it is out of play."""
        for deployment in self.forces.values():
            found = deployment.places.get(unit)
            if found is not None:
                return found
        return None

    def with_unit(self, side: str, unit: UnitId, place: Place | None) -> State:
        """Return the state with one unit of a side elsewhere."""
        return self.moved(side, unit, place, self.trails)

    def moved(self, side: str, unit: UnitId, place: Place | None, trails: FrozenMap[UnitId, Trail]) -> State:
        """Return the state after a move, with what is known of the way."""
        after = _draft(self)
        after.forces = self.forces.put(side, self.forces[side].put(unit, place))
        after.trails = trails
        return _finished(after)

    def changed(self, **entries: Any) -> State:
        """Return the state with some fields changed, as dataclasses.replace does in many times the time."""
        after = _draft(self)
        for name, value in entries.items():
            setattr(after, name, value)
        return _finished(after)

    def whole_way(self, unit: UnitId, trail: Trail) -> Trail:
        """Return the way of a unit in this phase, with one that goes on from it."""
        known = self.trails.get(unit)
        return trail if known is None else known.then(trail)

    def with_units(self, side: str, places: Mapping[UnitId, Place]) -> State:
        """Return the state with many units of a side put elsewhere at once."""
        return self.changed(forces=self.forces.put(side, self.forces[side].merged(places)))

    def with_mark(self, *marks: Mark) -> State:
        """Return the state with earlier acts remembered."""
        return self.changed(marks=self.marks | frozenset(marks))

    def without_marks(self, gone: Callable[[Mark], bool]) -> State:
        """Return the state with those marks forgotten for which `gone` is true."""
        return self.changed(marks=frozenset(mark for mark in self.marks if not gone(mark)))

    def untraced(self, *traces: str) -> State:
        """Return the state with some traces forgotten."""
        if not any(trace in self.traces for trace in traces):
            return self
        return self.changed(traces=self.traces.without(traces))

    def counted(self, counter: str, more: int = 1) -> State:
        """Return the state with a counter raised."""
        return self.changed(used=self.used.put(counter, self.used.get(counter, 0) + more))


_Draft: Any = type("_Draft", (), {"__slots__": tuple(f.name for f in fields(State))})
"""A state in the making, which may be written; one that is finished is given its class, and refuses to be."""


def _draft(state: State) -> Any:
    # Hot path. Copying fields by name is 2x faster than a loop and 7x faster than object.__setattr__.
    after = _Draft()
    after.scenario = state.scenario
    after.clock = state.clock
    after.forces = state.forces
    after.options = state.options
    after.control = state.control
    after.slices = state.slices
    after.used = state.used
    after.marks = state.marks
    after.trails = state.trails
    after.traces = state.traces
    after.battles = state.battles
    return after


def _finished(draft: Any) -> State:
    draft.__class__ = State
    state: State = draft
    return state


def forces(sides: Iterable[str]) -> FrozenMap[str, Deployment]:
    """Return empty deployments for all sides of a game."""
    return FrozenMap({side: Deployment(FrozenMap()) for side in sides})
