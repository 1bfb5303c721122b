"""Ways to break a rule by an act: a legal act done otherwise, by what its statement in a record is made of.

Each way changes one thing: who acts, where to, with whom, in which battle, how often, when. So the ways of a game
follow from its acts, and none from its rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action
from trc_module.rules.game import Game
from trc_module.rules.record.grammar import One, Part, Path, RecordSyntax, Units
from trc_module.rules.state import State, Trail, UnitId

LEFT_OUT, AGAIN, LATER = "left out", "done again", "in the next phase"
"""The ways that leave an act as it is: it is not done, done twice, or done when its phase is over."""


class Changed(NamedTuple):
    """An act in another way."""

    way: str
    act: Action


class WaysToBreak:
    """Changes legal acts of one game; what is open about a change is drawn by lot."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game: Any = game
        self.rng = rng
        self._units: list[UnitId] = sorted(game.side_of)

    def syntax(self, act: Action) -> RecordSyntax | None:
        """Return the statement by which a record holds an act."""
        return next((syntax for syntax in self.game.statements if syntax.makes(act)), None)

    def changes(self, state: State, act: Action) -> Iterator[Changed]:
        """Yield an act as it may be done otherwise in a position, each way at most once."""
        syntax = self.syntax(act)
        for part in syntax.parts if syntax is not None else ():
            for into, way, value in self._of_part(state, act, part):
                yield Changed(way, replace(act, **{into: value}))
        yield from self._by_others(state, act)

    def _of_part(self, state: State, act: Action, part: Part) -> Iterator[tuple[str, str, Any]]:
        """Yield what else a part of a statement may say: the field that it fills, the way, and the value."""
        if isinstance(part, Path):
            yield from ((part.into, way, value) for way, value in self._ways(state, act, part.into))
        elif isinstance(part, Units):
            yield from ((part.into, way, value) for way, value in self._groups(state, act, part.into))
        elif isinstance(part, One) and part.shape == "UNIT":
            yield from ((part.into, way, value) for way, value in self._others(state, act, part.into))
        elif isinstance(part, One) and part.shape in ("HEX", "HEX|BOX"):
            yield from ((part.into, way, value) for way, value in self._places(state, act, part.into))
        elif isinstance(part, One) and part.shape == "N:":
            yield from ((part.into, way, value) for way, value in self._battles(state, act, part.into))

    # ------------------------------------------------------------------ units

    def _others(self, state: State, act: Any, into: str) -> Iterator[tuple[str, UnitId]]:
        """Yield other units in the place of one, as far as it goes no way: one's own, and the enemy's."""
        unit: UnitId = getattr(act, into)
        if hasattr(act, "trail"):
            return
        inside = isinstance(state.place(unit), int)
        for way, wanted in (("with another own unit", True), ("with an enemy unit", False)):
            found = [
                other
                for other in self._units
                if other != unit
                and (self.game.side_of[other] == self.game.side_of[unit]) is wanted
                and isinstance(state.place(other), int) is inside
                and state.place(other) is not None
            ]
            if found:
                yield way, self.rng.choice(found)

    def _groups(self, state: State, act: Any, into: str) -> Iterator[tuple[str, tuple[UnitId, ...]]]:
        """Yield groups with one unit more: from afar, from the other side; or with one less."""
        units: tuple[UnitId, ...] = getattr(act, into)
        side, grid = self.game.side_of[units[0]], self.game.board.grid
        others = [unit for unit in self._units if isinstance(state.place(unit), int) and unit not in self._all(act)]
        own = [unit for unit in others if self.game.side_of[unit] == side]
        far = [unit for unit in own if grid.distance(state.place(unit), state.place(units[0])) > 2]
        enemies = [unit for unit in others if self.game.side_of[unit] != side]
        fought = {unit for battle in state.battles for unit in battle.units}
        for way, found in (
            (f"with {into} from afar", far),
            (f"with {into} of an earlier battle", [unit for unit in own if unit in fought]),
            (f"with {into} of the other side", enemies),
        ):
            if found:
                yield way, (*units, self.rng.choice(found))
        if len(units) > 1:
            yield f"without one of the {into}", units[:-1]

    def _all(self, act: Any) -> frozenset[UnitId]:
        syntax = self.syntax(act)
        parts = syntax.parts if syntax is not None else ()
        return frozenset(unit for part in parts if isinstance(part, Units) for unit in getattr(act, part.into))

    # ----------------------------------------------------------------- places

    def _places(self, state: State, act: Any, into: str) -> Iterator[tuple[str, Hex]]:
        """Yield other hexes in the place of one."""
        place = getattr(act, into)
        if isinstance(place, int):
            yield from self._hexes(state, act, self.game.board.grid.neighbours[place] & self.game.board.land)
            far = [at for at in hexes(self.game.board.land) if self.game.board.grid.distance(at, place) > 3]
            if far:
                yield "far away", self.rng.choice(far)

    def _hexes(self, state: State, act: Any, near: HexSet) -> Iterator[tuple[str, Hex]]:
        """Yield a hex of each kind among some: with a friend in it, with an enemy, with nobody."""
        side = self.game.side_of.get(getattr(act, "unit", ""), state.clock.side)
        friends = state.forces[side].occupied if side in state.forces else 0
        enemies = self.game.enemies(state, side) if side in state.forces else 0
        for way, found in (
            ("into a hex beside it", near & ~friends & ~enemies),
            ("onto a friend", near & friends),
            ("onto an enemy", near & enemies),
        ):
            if found:
                yield way, self.rng.choice(list(hexes(found)))

    def _ways(self, state: State, act: Any, into: str) -> Iterator[tuple[str, Trail]]:
        """Yield other ways: with another end, further, less far."""
        way = getattr(act, into).hexes
        grid, land = self.game.board.grid, self.game.board.land
        for word, at in self._hexes(state, act, grid.neighbours[way[-2]] & land & ~(1 << way[-1]) & ~(1 << way[-2])):
            yield word, Trail((*way[:-1], at))
        for word, at in self._hexes(state, act, self._away(way, land)):
            yield f"one hex further, {word}", Trail((*way, at))
        longer = list(way)
        for _ in range(4):
            near = list(hexes(self._away(longer, land)))
            longer += [self.rng.choice(near)] if near else []
        yield "four hexes further", Trail(tuple(longer))
        if len(way) > 2:
            yield "one hex less", Trail(way[:-1])

    def _away(self, way: Sequence[Hex], land: HexSet) -> HexSet:
        """Return the hexes beside the end of a way that lie further from its beginning than the end does."""
        grid = self.game.board.grid
        gone = grid.distance(way[0], way[-1])
        near = hexes(grid.neighbours[way[-1]] & land)
        return sum(1 << at for at in near if grid.distance(way[0], at) > gone)

    def _by_others(self, state: State, act: Any) -> Iterator[Changed]:
        """Yield a step of other units, for an act by which a unit goes a way."""
        if not hasattr(act, "trail") or not hasattr(act, "unit"):
            return
        side = self.game.side_of[act.unit]
        for way, wanted in (("with another own unit", True), ("with an enemy unit", False)):
            found = [
                unit
                for unit in self._units
                if unit != act.unit
                and (self.game.side_of[unit] == side) is wanted
                and isinstance(state.place(unit), int)
            ]
            if found:
                unit = self.rng.choice(found)
                at: Any = state.place(unit)
                free = self.game.board.grid.neighbours[at] & self.game.board.land
                for force in state.forces.values():
                    free &= ~force.occupied
                if free:
                    trail = Trail((at, self.rng.choice(list(hexes(free)))))
                    yield Changed(way, replace(act, unit=unit, trail=trail))

    # ---------------------------------------------------------------- battles

    def _battles(self, state: State, act: Any, into: str) -> Iterator[tuple[str, int]]:
        """Yield the number of another battle, for an act that declares none."""
        others = [battle.number for battle in state.battles if battle.number != getattr(act, into)]
        if others and not self._all(act):
            yield "for another battle", self.rng.choice(others)
