"""Chapter 13.4 to 13.7: the hexes to which a unit may retreat."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.combat.battle_context import invaded_now
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.movement.closed_hexes import (
    bulgaria_is_open,
    bulgaria_is_perhaps_open,
    closed_beyond_doubt,
    finland_closed,
    into_finland,
)
from trc_module.games.trc.movement.stacking import crowded
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.hooks import hook
from trc_module.rules.paths import Bounds, Limit, both_ways
from trc_module.rules.retreats import ends
from trc_module.rules.state import State, UnitId


@hook
def without_a_zone(game: Trc, state: State, side: str) -> HexSet:
    """Return the hexes of a side whose units have no zone of control beyond their own hex at this moment."""
    return 0


@book.rule("13.5a")
def not_into_a_zone(game: Trc, state: State, side: str) -> Limit:
    """No retreat enters an enemy zone of control."""
    enemy = state.forces[ENEMY[side]]
    alone = without_a_zone(game, state, ENEMY[side])
    for unit in (unit for at in hexes(alone) for unit in enemy.stack(at)):
        enemy = enemy.put(unit, None)
    zone = game.zones.of(enemy) | alone
    return Limit(
        "13.5a",
        shut=zone,
        step="retreated into the zone of control of {foes_b} in {b}",
        stretch="enters an enemy zone of control",
    )


@book.rule("13.5d")
def not_off_the_board(game: Trc) -> Limit:
    """No retreat leaves the edge of the board."""
    off = game.board.off_play
    return Limit("13.5d", shut=off, doubted=off, step="retreated off the board in {b}", stretch="leaves the board")


@book.rule("13.5e")
def not_across_a_coast(game: Trc) -> Limit:
    """No retreat crosses a coastline except the Kerch Strait."""
    board = game.board
    return Limit(
        "13.5e",
        shut=board.grid.all & ~board.land & ~board.off_play,
        closed=both_ways(board.rail_only),
        doubted=game.doubted_terrain & ~board.land,
        step="retreated across the coast between {a} and {b}",
        stretch="crosses a coastline",
    )


@book.rule("13.5f")
def not_across_a_closed_hexside(game: Trc) -> Limit:
    """No retreat crosses an impassable hexside or one that is all water."""
    return Limit(
        "13.5f",
        closed=both_ways(game.board.closed_sides),
        step="retreated across the closed hexside between {a} and {b}",
        stretch="crosses a closed hexside",
    )


def _not_into_bulgaria(game: Trc, state: State) -> Limit:
    """Keep retreats out of Bulgaria as 5.5 keeps moves; the list of 13.5 does not name it, so it is doubted."""
    bulgaria = 0 if _bulgaria_may_be_open(state) else game.board.regions["Bulgaria"].hexes
    return Limit(
        "5.5",
        shut=bulgaria,
        doubted=bulgaria,
        step="retreated into Bulgaria in {b} before its garrison was released",
        stretch="passes through Bulgaria, whose garrison has not been released",
    )


def _bulgaria_may_be_open(state: State) -> bool:
    return bulgaria_is_open(state) or bulgaria_is_perhaps_open(state)


@book.rule("13.6")
def retreat_bounds(game: Trc, state: State, side: str) -> Bounds:
    """A retreat goes over land of any kind, whatever its cost in movement."""
    memo = state.forces[ENEMY[side]].memo
    finland = finland_closed(state), closed_beyond_doubt(state)
    key = ("retreat", _bulgaria_may_be_open(state), *finland, without_a_zone(game, state, ENEMY[side]))
    found: Bounds | None = memo.get(key)
    if found is None:
        limits = (
            not_off_the_board(game),
            not_across_a_coast(game),
            not_across_a_closed_hexside(game),
            _not_into_bulgaria(game, state),
            into_finland(game, state),
            not_into_a_zone(game, state, side),
        )
        found = memo[key] = Bounds(game.board.grid, limits, game.board.walk)
    return found


@hook
def routes(game: Trc, state: State, unit: UnitId, at: Hex, length: tuple[int, int], *, strict: bool) -> HexSet:
    """Return the hexes in which a retreat may end without breaking a rule, the limits of stacking among them.

    With `strict` only what no doubt can take away; without it also what may be open.
    """
    side = game.side_of[unit]
    bounds = retreat_bounds(game, state, side)
    return ends(bounds if strict else bounds.sure, at, *length) & ~full(game, state, unit)


def full(game: Trc, state: State, unit: UnitId) -> HexSet:
    """Return the hexes in which a unit would be one too many."""
    return crowded(game, state, unit)


@hook
def cannot_retreat(game: Trc, state: State, unit: UnitId) -> tuple[str, str] | None:
    """Return the rule by which a unit is lost when it would have to retreat, and what it is; None for others."""
    kind = game.units[unit].type
    if kind == "worker":
        return "22.2d", "a worker"
    if kind == "leader":
        return "11.2b", "a leader"
    if invaded_now(state, unit):
        return "10.3.2d", "a unit that came ashore in this impulse"
    return None


def named(game: Trc, members: HexSet, most: int = 3) -> str:
    """Return a few hexes of a set, in words."""
    names = [game.hex_name(h) for h in hexes(members)]
    return ", ".join(names[:most]) + (" and others" if len(names) > most else "")
