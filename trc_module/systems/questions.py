"""Answers for games that bring none of their own: what the judges and listers of acts tell by themselves.

A game that lists its moves answers where a unit may go; one that judges moves says what forbids another; one that tells
the odds of an attack has them told. Overlays are those that every position has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from trc_module.digits import in_natural_order
from trc_module.facts import Fact, Trust
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Attack, Move
from trc_module.rules.battles import next_number
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.engine import check, legal_actions
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.places import Place, Trail, UnitId
from trc_module.rules.questions import (
    Best,
    Bound,
    Odds,
    Outcome,
    Overlay,
    OverlayArea,
    Reach,
    Reason,
    Supposed,
    Way,
    Ways,
)
from trc_module.rules.state import State
from trc_module.sentence import Sentence

LAND = "land"
CONTROL, POINTS, SUPPLY = "control", "points", "supply"


def outcomes_of(results: Sequence[str], meanings: Mapping[str, str]) -> Iterator[Outcome]:
    """Yield what the faces of a die may bring: each result once, in the order of the faces."""
    for result, faces in Counter(results).items():
        yield Outcome(result, faces, len(results), meanings.get(result, ""))


def assumed(facts: Iterable[Fact]) -> Iterator[Reason]:
    """Yield each datum once that is assumed or doubtful; one that is missing is told where it is asked for."""
    for fact in dict.fromkeys(facts):
        if fact.trust is not Trust.MISSING and not fact.trust.carries_violation:
            yield Reason("", f"Assumed: {fact}.")


class EngineQuestions:
    """The answers that any game gives by its engine; a game overrides those that it can answer better."""

    overlays: Sequence[str] = (CONTROL, POINTS)

    def __init__(self, game: Any) -> None:
        self.game = game

    # ---------------------------------------------------------------- moments

    def to_move(self, state: State, side: str, unit: UnitId = "") -> Supposed | None:
        """Return the position as it is when a side moves next, or one of its units, if that moves in a phase at all."""
        may_move = getattr(self.game, "may_move", None)
        if unit and may_move is not None:
            own = self._when(state, side, MOVE, lambda moment: may_move(moment, unit))
            if own is not None:
                return own
        return self._when(state, side, MOVE)

    def to_fight(self, state: State, side: str) -> Supposed | None:
        """Return the position as it is when a side fights next."""
        return self._when(state, side, FIGHT)

    def _when(
        self, state: State, side: str, kind: str, fits: Callable[[State], bool] = lambda moment: True
    ) -> Supposed | None:
        """Return the next position of a side in a phase of a kind that fits; None if there is none in a turn."""
        sequence = self.game.sequence
        clock = state.clock
        if clock.side == side and sequence.kind_of(clock) == kind and fits(state):
            return Supposed(state)
        later: Clock = clock
        for _ in sequence.steps:
            later = sequence.after(later)
            if later.side == side and sequence.kind_of(later) == kind and fits(moment := self.moved_on(state, later)):
                return Supposed(moment, Sentence("Shown for {later}, with the pieces where they are now", later.words))
        return None

    def moved_on(self, state: State, clock: Clock) -> State:
        """Return a position at a later moment, as if nothing were done until then but what the ends of phases do."""
        return state.changed(clock=clock, trails=FrozenMap(), battles=())

    # ------------------------------------------------------------------ moves

    def reach(self, state: State, unit: UnitId) -> Reach | None:
        """Return where a unit may go, if the game lists its moves."""
        at = _hex_of(state, unit)
        if Move not in self.game.book.listers:
            return None
        ends = self.ends(state, unit)
        near = self.game.board.grid.neighbours
        foes = self._foes(state, self.game.side_of[unit]) if self.game.book.knows(Attack) else 0
        after = foes & self.game.board.grid.spread(ends | 1 << at)
        return Reach(unit, at, (Ways(LAND, ends),), foes & near[at], after)

    def ends(self, state: State, unit: UnitId) -> HexSet:
        """Return the hexes other than its own in which a unit may end its move, by the moves that the game lists."""
        ends: HexSet = 0
        for act in legal_actions(self.game, state, Move, unit):
            ends |= 1 << act.trail.hexes[-1]
        return ends & ~(1 << _hex_of(state, unit))

    def _foes(self, state: State, side: str) -> HexSet:
        """Return the hexes with units that a side may take for enemies: those of all others."""
        found: HexSet = 0
        for other, force in state.forces.items():
            found |= 0 if other == side else force.occupied
        return found

    def way(self, state: State, unit: UnitId, goal: Hex, manner: str) -> Way | None:
        """Return a way by the moves that the game lists, or what its judges say against going there."""
        if not self.game.book.knows(Move):
            return None
        at = _hex_of(state, unit)
        if Move in self.game.book.listers:
            for act in legal_actions(self.game, state, Move, unit):
                if act.trail.hexes[-1] == goal:
                    known = () if act.trail.gaps else act.trail.hexes
                    return Way(unit, goal, LAND, known or (at, goal), (), ())
        against = check(self.game, state, Move(unit, Trail((at, goal), frozenset({0}))))
        return Way(unit, goal, LAND, (), (), tuple(against))

    # ---------------------------------------------------------------- attacks

    def may_join(self, state: State, side: str, targets: Sequence[Hex]) -> Sequence[tuple[UnitId, Hex]] | None:
        """Return the units next to all of some hexes, if the game knows attacks."""
        if not self.game.book.knows(Attack) or not targets:
            return None
        near = self.game.board.grid.neighbours
        members = near[targets[0]]
        for at in targets[1:]:
            members &= near[at]
        places = state.forces[side].places.items()
        return [(unit, at) for unit, at in places if not isinstance(at, str) and members >> at & 1]

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return the odds as the game tells them of an attack, if it does."""
        defenders = self.defenders(state, targets)
        act = Attack(next_number(state.battles), tuple(attackers), defenders)
        told = self.game.odds(state, act)
        if not told:
            return None
        against = tuple(check(self.game, state, act))
        return Odds(tuple(attackers), tuple(targets), told, 0, 0, (), (), (), (), (), (), against, ())

    def best(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Best | None:
        """Return nothing: what is best is a question of the game's own rules."""
        return None

    def defenders(self, state: State, targets: Iterable[Hex]) -> tuple[UnitId, ...]:
        """Return the units of other sides than the one to play in some hexes."""
        others = [force for side, force in state.forces.items() if side != state.clock.side]
        return tuple(unit for at in targets for force in others for unit in force.stack(at))

    # --------------------------------------------------------------- overlays

    def overlay(self, state: State, key: str) -> Overlay | None:
        """Return who controls what, or how the game stands."""
        if key == CONTROL:
            return self._control(state)
        return self._points(state) if key == POINTS else None

    def _control(self, state: State) -> Overlay:
        held: dict[str, HexSet] = {}
        for at, side in state.control.items():
            held[side] = held.get(side, 0) | 1 << at
        areas = [OverlayArea("controlled", held[side], side) for side in self.game.sides if side in held]
        if held.get(""):
            areas.append(OverlayArea("controlled by neither side", held[""]))
        names = {at: name for name, at in self.game.places.items()}
        told = [
            Reason("", f"{', '.join(sorted((names[at] for at in there), key=in_natural_order))}.", side)
            for side in (*self.game.sides, "")
            if (there := _members(state, side, names))
        ]
        return Overlay(CONTROL, tuple(areas), tuple(told))

    def _points(self, state: State) -> Overlay | None:
        score = self.game.score(state)
        if score.points is None and not score.items and not score.conditions:
            return None
        lines = [Reason("", f"{item.what}: {item.points} ({item.why})") for item in score.items]
        total = (
            []
            if score.points is None
            else [Reason("", Sentence("{points} points, of {least} to {most}.", score.points, score.least, score.most))]
        )
        ends = [Reason("", condition) for condition in score.conditions]
        unknown = [Reason("", f"Unknown: {words}.") for words in score.unknown]
        scored = sum(1 << at for name, at in self.game.places.items() if any(name in item.what for item in score.items))
        areas = (OverlayArea("counts for points", scored),) if scored else ()
        return Overlay(POINTS, areas, (*total, *ends, *lines, *unknown))

    def bound(self, state: State) -> Bound | None:
        """Return nothing: what obliges units to attack is a rule of the game's own."""
        return None

    def supply_told(
        self, state: State, lost: Iterable[UnitId], unsure: Iterable[UnitId], fed: Mapping[str, HexSet]
    ) -> Overlay:
        """Return the overlay of supply: who is out of it, who perhaps, and the hexes in which each side has it."""
        areas = tuple(OverlayArea("in supply", members, side) for side, members in fed.items() if members)
        lines = [
            Reason("", f"{unit} in {self.game.board.grid.name(_hex_of(state, unit))} {says}.", self.game.side_of[unit])
            for units, says in ((lost, "is out of supply"), (unsure, "may be out of supply"))
            for unit in units
        ]
        return Overlay(SUPPLY, areas, tuple(lines) or (Reason("", "Every unit is in supply."),))

    # ------------------------------------------------------------------ hands

    def put(self, state: State, unit: UnitId, place: Place | None) -> State:
        """Return the position with a unit put somewhere by hand, and nothing else changed."""
        return state.with_unit(self.game.side_of[unit], unit, place)


def _members(state: State, side: str, names: dict[Hex, str]) -> list[Hex]:
    return [at for at, holder in state.control.items() if holder == side and at in names]


def _hex_of(state: State, unit: UnitId) -> Hex:
    at = state.place(unit)
    if at is None or isinstance(at, str):
        raise KeyError(unit)
    return at
