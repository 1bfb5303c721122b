"""28.7, the third chit of the Russians: no surprise, and the Stalin Line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.battle_context import BattleContext, added_facts, added_strength
from trc_module.games.trc.combat.combat_results import facts_of_staying, may_decline_retreat
from trc_module.games.trc.combat.combat_terrain import is_surprised
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.variants.political_chits import shown, year_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.battles import Battle
from trc_module.rules.state import State, UnitId

option = book.option("28.7")
CHIT = "3"
MANNED_IN = (1941, 1942)


@option.rule("28.7-R3")
def nobody_is_surprised(state: State) -> bool:
    """With the third chit of the Russians rivers double them in the opening impulse too."""
    return shown(state, RUSSIAN, CHIT)


@option.override(is_surprised)
def surprised_without_the_chit(basic: Callable[[Trc, BattleContext], bool], game: Trc, fight: BattleContext) -> bool:
    """Surprise no unit with the chit."""
    return not nobody_is_surprised(fight.state) and basic(game, fight)


@lru_cache(maxsize=8)
def line_of(game: Trc) -> HexSet:
    """Return the hexes of the Stalin Line: in Russia, outside the military districts, with one of them to the west.

    The boundaries between two districts are left out (R71).
    """
    board, grid = game.board, game.board.grid
    districts = sum(1 << h for h in board.district_of)
    found: HexSet = 0
    for at in hexes(grid.spread(districts) & board.regions["Russia"].hexes & ~districts & board.land):
        col = grid.row_col(at)[1]
        west = (h for h in hexes(grid.spread(1 << at) & districts) if grid.row_col(h)[1] < col)
        found |= 1 << at if next(west, None) is not None else 0
    return found


def _manned(game: Trc, state: State, at: Hex) -> bool:
    return year_of(game, state) in MANNED_IN and bool(line_of(game) >> at & 1) and shown(state, RUSSIAN, CHIT)


@option.rule("28.7-R3b")
def one_more_for_each(fight: BattleContext, at: Hex) -> int:
    """In 1941 and 1942 each Russian unit that defends in the Stalin Line adds one to its factor."""
    return len(fight.garrison(at))


@option.override(added_strength)
def strength_of_the_line(
    basic: Callable[[Trc, BattleContext, Hex], int], game: Trc, fight: BattleContext, at: Hex
) -> int:
    """Add the strength of the line to the defence."""
    mine = fight.enemy == RUSSIAN and _manned(game, fight.state, at)
    return basic(game, fight, at) + (one_more_for_each(fight, at) if mine else 0)


@option.override(added_facts)
def where_the_line_runs(
    basic: Callable[[Trc, BattleContext], tuple[Fact, ...]], game: Trc, fight: BattleContext
) -> tuple[Fact, ...]:
    """Name the districts that the line follows."""
    if fight.enemy != RUSSIAN or not shown(fight.state, RUSSIAN, CHIT):
        return basic(game, fight)
    return (*basic(game, fight), *(fact for at in fight.at_hexes for fact in _facts_of_the_line(game, at)))


def _facts_of_the_line(game: Trc, at: Hex) -> Iterator[Fact]:
    """Yield what it rests on whether the line runs through a hex: its country, the districts around it and its own."""
    board = game.board
    yield board.country_fact(at)
    yield from (board.district_fact(h) for h in hexes((board.grid.spread(1 << at) | 1 << at) & board.land))


@option.override(facts_of_staying)
def where_they_may_stay(
    basic: Callable[[Trc, State, Hex], tuple[Fact, ...]], game: Trc, state: State, at: Hex
) -> tuple[Fact, ...]:
    """Name what the line follows, while it is manned."""
    manned = year_of(game, state) in MANNED_IN and shown(state, RUSSIAN, CHIT)
    return (*basic(game, state, at), *(_facts_of_the_line(game, at) if manned else ()))


@option.rule("28.7-R3c")
def may_hold_the_line(game: Trc, state: State, at: Hex) -> bool:
    """In 1941 and 1942 Russian defenders in the Stalin Line need not retreat."""
    return _manned(game, state, at)


@option.override(may_decline_retreat)
def held_by_the_line(
    basic: Callable[[Trc, State, Battle, UnitId], bool], game: Trc, state: State, battle: Battle, unit: UnitId
) -> bool:
    """Let who stands in the line stay."""
    mine = unit in battle.defenders and game.side_of[unit] == RUSSIAN
    return (mine and may_hold_the_line(game, state, battle.places[unit])) or basic(game, state, battle, unit)
