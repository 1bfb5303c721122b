"""28.7, the first chit of the Russians: no winter war, and a Finland that stays neutral."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_hexes import waiting_in
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement
from trc_module.games.trc.arrivals.special_entries import LAPLAND
from trc_module.games.trc.book import book
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.movement.closed_hexes import finland
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.options.limiting import limited
from trc_module.games.trc.players.legal_actions import full, starting_area
from trc_module.games.trc.scenarios import before_play
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.turn.setup import AT_START, still_to_set_up
from trc_module.games.trc.variants.political_chits import shown
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Action, End, Enter, Replace, Retreat, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import Stack, State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.7")
CHIT = "1"
BORDER_GUARDS = ("rus-7-inf", "rus-23-inf")
"""The Russian armies at the Finnish border."""
JULY_1941 = 2


def neutral(state: State) -> bool:
    """Tell whether Finland is neutral."""
    return shown(state, RUSSIAN, CHIT)


def _into(game: Trc, act: Action, state: State) -> Hex | None:
    """Return the first hex of Finland that an act is known to have entered from outside."""
    inside = finland(game)
    if isinstance(act, Setup | Drop):
        return act.hex if inside >> act.hex & 1 else None
    if isinstance(act, Enter | Replace):
        return Hex(act.place) if not isinstance(act.place, str) and inside >> act.place & 1 else None
    if isinstance(act, SeaMove):
        return Hex(act.goal) if not isinstance(act.goal, str) and inside >> act.goal & 1 else None
    steps = pairwise(act.trail.hexes) if isinstance(act, RailMove | Strategic | Retreat) else ()
    return next((b for a, b in steps if inside >> b & 1 and not inside >> a & 1), None)


@option.check("28.7-R1", Setup, Enter, Replace, RailMove, SeaMove, Strategic, Drop, Retreat, End)
def nobody_in_finland(game: Trc, state: State, act: Action) -> Iterator[Finding]:
    """With the first chit of the Russians no unit enters Finland, and the Finns take no part."""
    if not neutral(state):
        return
    if isinstance(act, End):
        if before_play(state):
            there = tuple(
                name for name, unit in game.units.items() if unit.nation == "finnish" and _on_map(state, name)
            )
            for unit in there:
                yield violation("28.7-R1", Sentence("{unit} was set up; Finland is neutral.", unit), units=(unit,))
        return
    unit = act.unit  # type: ignore[attr-defined]
    if isinstance(act, Enter | Replace) and game.units[unit].nation == "finnish":
        yield violation("28.7-R1", Sentence("{unit} arrived; Finland is neutral.", unit), units=(unit,))
        return
    at = _into(game, act, state)
    if at is not None:
        name = game.hex_name(at)
        text = Sentence("{unit} entered {name}, in Finland, which is neutral.", unit, name)
        yield violation("28.7-R1", text, units=(unit,), hexes=(name,), facts=(game.board.country_fact(at),))


def _on_map(state: State, unit: UnitId) -> bool:
    at = state.place(unit)
    return at is not None and not isinstance(at, str)


@option.override(bounds_of)
def bounds_of_finland(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Shut Finland to everybody who is outside it."""
    bounds = basic(game, state, unit)
    if not neutral(state):
        return bounds
    inside = finland(game)
    border = game.board.grid.spread(inside) & ~inside
    doubted = sum(1 << h for h in game.board.country_of if inside >> h & 1 and not _sure(game, h))
    limit = Limit(
        "28.7-R1",
        leave=border,
        enter=inside,
        doubted=doubted,
        step="moved from {a} to {b}, into Finland, which is neutral",
        stretch="enters Finland, which is neutral",
    )
    return limited(bounds, state, unit, "neutral-finland", limit)


def _sure(game: Trc, at: Hex) -> bool:
    return game.board.country_fact(at).trust.carries_violation


@option.override(still_to_set_up)
def finns_stay_away(basic: Callable[[Trc, State, str], Stack], game: Trc, state: State, side: str) -> Stack:
    """Ask for no Finns."""
    left = basic(game, state, side)
    return tuple(unit for unit in left if game.units[unit].nation != "finnish") if neutral(state) else left


@option.check("28.7-R1b", Setup)
def border_guards_in_other_cities(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """With that chit the two armies of the Finnish border start in any city outside the military districts."""
    unit = game.units[act.unit]
    if not neutral(state) or act.unit not in BORDER_GUARDS:
        return
    if not other_cities(game) >> act.hex & 1:
        at = game.hex_name(act.hex)
        text = Sentence("{unit} was set up in {at}, which is not a city outside the military districts.", act.unit, at)
        facts = (unit.fact("setup"), game.board.district_fact(act.hex))
        yield violation("28.7-R1b", text, units=(act.unit,), hexes=(at,), facts=facts)


def other_cities(game: Trc) -> HexSet:
    """Return the cities of Russia outside the military districts."""
    return game.board.city_hexes & game.board.regions["Russia"].hexes & ~sum(1 << h for h in game.board.district_of)


@special(option, Basic.SET_UP)
def border_guards_are(game: Trc, state: State, unit: Unit) -> bool:
    """Judge the place of the border armies by the chit."""
    return unit.id in BORDER_GUARDS and neutral(state)


@option.override(starting_area)
def where_border_guards_start(
    basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId
) -> HexSet:
    """Open the other cities to the border armies, and nothing to the Finns."""
    who = game.units[unit]
    if not neutral(state):
        return basic(game, state, unit)
    if who.nation == "finnish":
        return 0
    if unit in BORDER_GUARDS:
        return other_cities(game) & ~full(game, state, unit) & ~_bespoken(game, state)
    return basic(game, state, unit) & ~finland(game)


def _bespoken(game: Trc, state: State) -> HexSet:
    """Return the cities in which others still have to start, who could not if border armies filled them."""
    waiting = (game.units[unit] for unit in state.forces[RUSSIAN].stack(AT_START))
    bound = {unit.area for unit in waiting if unit.setup == "C" and unit.stacks != "none"}
    return sum(1 << city.hex for name, city in game.board.cities.items() if name in bound)


@option.check("28.7-R1c", Enter, Delay)
def lapland_in_july(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """With that chit the Russian 14th Army comes in the first impulse of July 1941."""
    unit = game.units[act.unit]
    if not neutral(state) or unit.side != RUSSIAN or waiting_in(state, unit) != LAPLAND:
        return
    if not _july(state):
        text = Sentence("{unit} arrived in {clock}; it is due in July 1941.", act.unit, state.clock.words)
        yield violation("28.7-R1c", text, units=(act.unit,))


def _july(state: State) -> bool:
    return state.clock.turn >= JULY_1941


@special(option, Basic.RELEASE)
def released_by_peace(game: Trc, state: State, unit: Unit) -> bool:
    """Bring the 14th Army in without the capture of Helsinki."""
    by_chit = unit.side == RUSSIAN and unit.setup == "S" and neutral(state)
    return by_chit and in_movement(state.clock, RUSSIAN, state.clock.part)
