"""Possible gains of a side by passing: places and rail hexes, computed once for each deployment of the enemy."""

from __future__ import annotations

from msgspec import Struct

from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.supply.control import UNSURE, held, holding
from trc_module.games.trc.supply.rails import UNSURE_RAILS, either_way
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State
from trc_module.systems.conversion import RailGround
from trc_module.systems.rails import rails_of


class Prospects(Struct):
    """The possible gains of a side as control and rails are.

    The first four fields are what it follows from, besides the enemy's deployment.
    """

    control: FrozenMap[Hex, str]
    own: HexSet
    """The side's rail hexes."""
    unsure: HexSet
    """The places of unsure control."""
    unsure_rails: HexSet
    open: HexSet
    """The places that it would gain by passing: not its own, and in no enemy zone."""
    loose: HexSet
    """The places whose control its moves can change, or make sure: its own that are in no enemy zone stay its own."""
    rails: HexSet
    """The rail hexes that are not its own for certain."""
    _ways: tuple[RailGround, RailGround] | None = None
    _cut_off: HexSet | None = None

    def ways(self, game: Trc, state: State, side: str) -> tuple[RailGround, RailGround]:
        """Return the railroad with all places of unsure control lost to the side, and with all of them gained."""
        if self._ways is None:
            self._ways = either_way(game, state, side)
        return self._ways

    def to_pass(self, game: Trc, state: State, side: str, entered: HexSet) -> HexSet:
        """Return the rail hexes that it gains something by passing: the enemy's, and those entered that are cut off."""
        own = entered & self.own & ~self.unsure_rails
        if not own:
            return self.rails
        if self._cut_off is None:
            sure = self.own & ~self.unsure_rails
            self._cut_off = sure & ~self.ways(game, state, side)[0].home(sure)
        return self.rails | own & self._cut_off


def prospects_of(game: Trc, state: State, side: str) -> Prospects:
    """Return the places that a side can gain; states that differ only in other things share one object."""
    memo, traces = state.forces[ENEMY[side]].memo, state.traces
    control, own = state.control, rails_of(state)[side]
    unsure, unsure_rails = traces.get(UNSURE, 0), traces.get(UNSURE_RAILS, 0)
    # Every checked move comes by here, and most find what the one before them has found.
    last: Prospects | None = memo.get(Prospects)
    if (
        last is not None
        and last.control is control
        and last.own == own
        and last.unsure == unsure
        and last.unsure_rails == unsure_rails
    ):
        return last
    key = (Prospects, control, own, unsure, unsure_rails)
    found: Prospects | None = memo.get(key)
    if found is None:
        found = memo[key] = _worked_out(game, state, side, unsure, unsure_rails)
    memo[Prospects] = found
    return found


def _worked_out(game: Trc, state: State, side: str, unsure: HexSet, unsure_rails: HexSet) -> Prospects:
    how, enemy = holding(game), state.forces[ENEMY[side]]
    zone: HexSet | None = enemy.memo.get("zone of holders")
    if zone is None:
        enemies = how.holders(enemy)
        zone = enemy.memo["zone of holders"] = enemies | how.reach.spread(enemies)
    mine, own = held(state.control)[side], rails_of(state)[side]
    return Prospects(
        state.control,
        own,
        unsure,
        unsure_rails,
        open=how.places & ~zone & ~mine,
        loose=how.places & ~(mine & ~zone) | unsure,
        rails=game.board.rail_hexes & ~(own & ~unsure_rails),
    )
