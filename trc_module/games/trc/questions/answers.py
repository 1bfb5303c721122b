"""The questions of players, each handed to the module that answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from trc_module.games.trc.data import Trc
from trc_module.games.trc.questions import attacking, moving, overlays
from trc_module.games.trc.steps import advance
from trc_module.games.trc.supply.derived_state import keep_track
from trc_module.hexgrid import Hex
from trc_module.rules.clock import Clock
from trc_module.rules.places import Place, UnitId
from trc_module.rules.questions import Best, Bound, Odds, Overlay, Reach, Supposed, Way
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.questions import CONTROL, POINTS, EngineQuestions

_DRAWN: Mapping[str, Callable[[Trc, State], Overlay]] = {
    overlays.ZONES: overlays.zones,
    overlays.SUPPLY: overlays.supply,
    overlays.RAILS: overlays.rails,
    overlays.DUTIES: overlays.duties,
}


class TrcQuestions(EngineQuestions):
    """The answers of The Russian Campaign."""

    overlays: Sequence[str] = (overlays.ZONES, overlays.SUPPLY, CONTROL, overlays.RAILS, overlays.DUTIES, POINTS)

    def __init__(self, game: Trc) -> None:
        super().__init__(game)
        self._trc = game

    def _when(
        self, state: State, side: str, kind: str, fits: Callable[[State], bool] = lambda moment: True
    ) -> Supposed | None:
        found = super()._when(state, side, kind, fits)
        if found is None or found.state.clock.turn == state.clock.turn:
            return found
        return Supposed(
            found.state, Sentence("{words}; the weather of that turn is unknown, and taken as it is now", found.words)
        )

    def moved_on(self, state: State, clock: Clock) -> State:
        """Return a position at a later moment: what belongs to the phases before it is forgotten, nothing is done."""
        while state.clock != clock:
            state = advance(state, self._trc.mark_kinds)
        return state

    def bound(self, state: State) -> Bound | None:
        """Return the units that must attack."""
        return overlays.bound(self._trc, state)

    def reach(self, state: State, unit: UnitId) -> Reach | None:
        """Return where a unit may go."""
        return moving.reach(self._trc, state, unit, _hex_of(state, unit))

    def way(self, state: State, unit: UnitId, goal: Hex, manner: str) -> Way | None:
        """Return how a unit comes to a hex, or what stands against it."""
        return moving.way(self._trc, state, unit, _hex_of(state, unit), goal, manner)

    def may_join(self, state: State, side: str, targets: Sequence[Hex]) -> Sequence[tuple[UnitId, Hex]] | None:
        """Return the units of a side that could attack some hexes from where they are."""
        return attacking.near(self._trc, state, side, targets)

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return what an attack is worth."""
        return attacking.odds_of(self._trc, state, attackers, targets, support)

    def best(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Best | None:
        """Return the best attack on some hexes that a side with its movement before it can make."""
        return attacking.best(self._trc, state, attackers, targets, support)

    def overlay(self, state: State, key: str) -> Overlay | None:
        """Return an overlay."""
        drawn = _DRAWN.get(key)
        return super().overlay(state, key) if drawn is None else drawn(self._trc, state)

    def put(self, state: State, unit: UnitId, place: Place | None) -> State:
        """Return the position with a unit put somewhere by hand, control of cities and rails followed up."""
        after = state.with_unit(self._trc.side_of[unit], unit, place)
        return keep_track(self._trc, state, after, None)


def _hex_of(state: State, unit: UnitId) -> Hex:
    at = state.place(unit)
    if at is None or isinstance(at, str):
        raise KeyError(unit)
    return at
