"""The best attack that units can be brought up for; the game tells where they may go, and the odds of an attack.

Units are taken one after another, the strongest first, each from the first hex that makes the attack stronger and
breaks no more rules than the attack of the first alone; those that make the odds no better are left out again. Not
all ways are looked at, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.finding import ACCUSING
from trc_module.rules.places import Place, UnitId
from trc_module.rules.questions import Best, Odds, OneMoreUnit, Reason, Supposed
from trc_module.rules.state import State
from trc_module.systems.questions import EngineQuestions

NOTES = (
    Reason("", "Each unit is taken to be free to move; what others need it for is not looked at."),
    Reason("", "Not every way to bring units up was looked at: there may be better odds."),
)


class Asked(Protocol):
    """The game's answers to the questions that the search asks."""

    def ends(self, state: State, unit: UnitId) -> HexSet:
        """Return the hexes in which a unit may end its move."""

    def to_fight(self, state: State, side: str) -> Supposed | None:
        """Return the position as it is when a side fights next."""

    def put(self, state: State, unit: UnitId, place: Place | None) -> State:
        """Return the position with a unit put somewhere by hand."""

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return what an attack is worth."""


def brought_up(
    ask: Asked, state: State, ring: HexSet, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
) -> Best | None:
    """Return the best attack found from the hexes of a ring, and what each unit would add to some attackers.

    None if no attack can be told of. `state` is the position as it is when the side to play moves.
    """
    search = _Search(ask, state, targets, tuple(support))
    coming = dict(_coming(ask, state, ring))
    alone = {unit: found for unit, at in coming.items() if (found := search.worth({}, unit, at[0])) is not None}
    if not any(found.odds for found in alone.values()):
        return None
    order = sorted(alone, key=lambda unit: (len(_broken(alone[unit])), -alone[unit].attack, unit))
    chosen: dict[UnitId, Hex] = {}
    best, allowed = alone[order[0]], _broken(alone[order[0]])
    for unit in order:
        for at in coming[unit]:
            found = search.worth(chosen, unit, at)
            if found is not None and _broken(found) <= allowed and (not chosen or found.attack > best.attack):
                chosen[unit], best = at, found
                break
    chosen = search.needed(chosen, best, allowed)
    near = {unit: stands for unit in attackers if isinstance(stands := state.place(unit), int)}
    added = [_added(search, state, near, unit, coming[unit][0]) for unit in order if unit not in near]
    standing = tuple(near.items())
    without = search.worth(dict(standing[:-1]), *standing[-1]) if standing else None
    told = tuple(one for one in added if one is not None and (without is None or one.odds != without.odds))
    return Best(best.odds, tuple(chosen.items()), told, NOTES)


def _added(search: _Search, state: State, near: Mapping[UnitId, Hex], unit: UnitId, at: Hex) -> OneMoreUnit | None:
    found = search.worth(near, unit, at)
    return None if found is None else OneMoreUnit(unit, at, found.odds, state.place(unit) != at)


def _coming(ask: Asked, state: State, ring: HexSet) -> Iterator[tuple[UnitId, tuple[Hex, ...]]]:
    """Yield the units that stand in the ring or may come there, each with its hexes, its own one first."""
    for unit, at in state.forces[state.clock.side].places.items():
        if not isinstance(at, str):
            stays = (at,) if ring >> at & 1 else ()
            ends = (*stays, *hexes(ask.ends(state, unit) & ring & ~(1 << at)))
            if ends:
                yield unit, ends


def _broken(found: Odds) -> frozenset[str]:
    return frozenset(finding.rule for finding in found.against if finding.verdict in ACCUSING)


class _Search:
    def __init__(self, ask: Asked, state: State, targets: Sequence[Hex], support: tuple[str, ...]) -> None:
        self._ask, self._state, self._targets, self._support = ask, state, targets, support

    def worth(self, chosen: Mapping[UnitId, Hex], unit: UnitId, at: Hex) -> Odds | None:
        """Return what an attack is worth with one more unit, None if it cannot come there beside the others."""
        placed = self._state
        for other, where in chosen.items():
            placed = placed if placed.place(other) == where else self._ask.put(placed, other, where)
        if placed.place(unit) != at:
            if not self._ask.ends(placed, unit) >> at & 1:
                return None
            placed = self._ask.put(placed, unit, at)
        fight = self._ask.to_fight(placed, placed.clock.side)
        if fight is None:
            return None
        return self._ask.odds(fight.state, [*chosen, unit], self._targets, self._support)

    def needed(self, chosen: dict[UnitId, Hex], best: Odds, allowed: frozenset[str]) -> dict[UnitId, Hex]:
        """Return the attackers without those that add nothing: a table has a last column, and fractions are lost."""
        kept = dict(chosen)
        for unit in reversed(chosen):
            rest = {other: at for other, at in kept.items() if other != unit}
            if rest:
                last, at = rest.popitem()
                found = self.worth(rest, last, at)
                if found is not None and found.odds == best.odds and _broken(found) <= allowed:
                    del kept[unit]
        return kept


class BestBySearch(EngineQuestions):
    """Answers of a game whose best attack is the one that the search finds.

    The game says in `ends` where a unit may go, and in `odds` what an attack is worth.
    """

    def best(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Best | None:
        """Return the best attack on the first of some hexes, and what one more unit would add to some attackers."""
        ring = self.game.board.grid.neighbours[targets[0]]
        return brought_up(self, state, ring, attackers, targets, support)
