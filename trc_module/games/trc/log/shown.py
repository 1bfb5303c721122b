"""What a log that begins late shows for certain, whatever came before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trc_module.games.trc.arrivals.minor_allies import in_play
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import Sailed, Sunk, surrendered_on
from trc_module.games.trc.supply.control import UNTOLD, held
from trc_module.games.trc.supply.rails import UNTOLD_RAILS
from trc_module.hexgrid import Hex
from trc_module.rules.state import State, UnitId
from trc_module.systems.rails import rails_of


def seen_to_sail(state: State, units: Iterable[UnitId]) -> bool:
    """Tell whether the log has a sea move of one of some units on this turn (10.4)."""
    return any(Sailed(unit) in state.marks or Sunk.of(state, unit) for unit in units)


def victims_in_boxes(game: Trc, state: State, units: Sequence[UnitId]) -> bool:
    """Tell whether enemies of the side to play lie in boxes already: nobody stands around them any more (16.1).

    Of a unit on the map those who stand around it show whether an automatic victory may have been won over it.
    """
    side = state.clock.side
    return bool(units) and all(game.side_of[unit] != side and isinstance(state.place(unit), str) for unit in units)


def finland_told(game: Trc, state: State) -> bool:
    """Tell whether it is known if Finland has surrendered: it fights, or the log has its surrender (24.5)."""
    return surrendered_on(state, "finland") is not None or in_play(game, state, "finland")


def places_nearby_told(game: Trc, state: State, where: Iterable[Hex]) -> bool:
    """Tell whether it is known if hexes lie beside rails, cities or wells of the enemy: he holds one, or all are told.

    A zone of control of his shuts a hex to a strategic move as well (26.10).
    """
    board, enemy, spread = game.board, ENEMY[state.clock.side], game.board.grid.spread
    features = board.city_hexes | board.oil_hexes
    places, rails = state.traces.get(UNTOLD, 0) & features, state.traces.get(UNTOLD_RAILS, 0)
    theirs = held(state.control)[enemy] & features & ~places | rails_of(state).get(enemy, 0) & ~rails
    shut = theirs | spread(theirs) | game.zones.of(state.forces[enemy])
    at = sum(1 << one for one in {*where})
    return bool(at & shut) or not (at | spread(at)) & (places | rails)
