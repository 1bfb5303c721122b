"""28.6, part III: the Balkans of the Mediterranean Distraction, with Rumania and Hungary neutral for a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from trc_module.facts import Fact
from trc_module.games.trc.acts.arrivals import Drop
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.acts.strategic_choices import DISTRACTION, SELLOUT
from trc_module.games.trc.arrivals.axis_replacements import (
    ReplacementClaim,
    claims,
    finds_a_claim,
    owner_of_a_claim,
    yielding_wells,
)
from trc_module.games.trc.arrivals.russian_replacements import archangel_bonus, archangel_yield
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.retreat_routes import routes
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.options.limiting import entered, limited
from trc_module.games.trc.players.legal_actions import full, starting_area
from trc_module.games.trc.scenarios import before_play
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.supply.general_supply import Closed, closed_to_supply, fed_without_a_line
from trc_module.games.trc.transport.sea_crossing import BLACK, crossing_of, safe_without_a_die
from trc_module.games.trc.turn.weather import perhaps_another_turn, set_weather
from trc_module.games.trc.variants.strategic_choices import begun_early, chosen, unsaid
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, End, Enter, Replace, Retreat, Setup
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.marks import KindOfMark
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import WeatherRoll

option = book.option("28.6")


class AtWar(KindOfMark, word="at-war"):
    """'rumania': Rumania and Hungary have entered the war (28.6)"""

    who: str


JOINED = AtWar("rumania")
"""The mark of Rumania and Hungary having entered the war."""
HOMES = {"rumanian": "Rumania", "hungarian": "Hungary"}
NO_WAR_YET = Closed()
POLAND = "Poland"


def neutral(state: State) -> bool:
    """Tell whether Rumania and Hungary are neutral now."""
    return chosen(state, DISTRACTION) and JOINED not in state.marks


@lru_cache(maxsize=4)
def neutral_land(game: Trc) -> HexSet:
    """Return the hexes of both countries."""
    return game.board.regions["Rumania"].hexes | game.board.regions["Hungary"].hexes


@lru_cache(maxsize=8)
def interior(game: Trc, country: str) -> HexSet:
    """Return the hexes of a country that lie next to no other country; the sea and the edge are no borders."""
    board = game.board
    own = board.regions[country].hexes & board.land
    return own & ~board.grid.spread(board.land & ~board.off_play & ~own)


def _country_fact(game: Trc, at: Hex) -> tuple[Fact, ...]:
    return (game.board.country_fact(at),)


def _home(unit: Unit) -> str:
    return HOMES.get(unit.nation, "")


@option.rule("28.6-MD-2c")
def all_three_ports(game: Trc, state: State) -> bool:
    """Rumania and Hungary enter the war when the Axis controls all three ports of the Black Sea."""
    ports = game.charts.transport.sea[BLACK].ports
    unsure = state.traces.get(UNSURE, 0)
    held = (game.board.cities[name].hex for name in ports)
    return all(unsure >> at & 1 or state.control.get(at) == AXIS for at in held)


@option.follow
def watch_the_ports(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember that both countries have entered the war."""
    if not neutral(after) or (before.control is after.control and not isinstance(act, End)):
        return after
    return after.with_mark(JOINED) if all_three_ports(game, after) else after


@option.check("28.6-MD-2a", RailMove, Strategic, SeaMove, Drop, Enter, Replace, Retreat)
def keep_out_of_neutral_countries(
    game: Trc, state: State, act: RailMove | Strategic | SeaMove | Drop | Enter | Replace | Retreat
) -> Iterator[Finding]:
    """No unit enters Rumania or Hungary while they are neutral."""
    unit = game.units[act.unit]
    if not neutral(state) or _home(unit):
        return
    at = next(iter(_into(act, neutral_land(game))), None)
    if at is not None:
        name = game.hex_name(at)
        text = Sentence(
            "{unit} arrived in {name}, in {country_of}, which is neutral.",
            act.unit,
            name,
            game.board.country_of.get(at),
        )
        yield violation("28.6-MD-2a", text, units=(act.unit,), hexes=(name,), facts=_country_fact(game, at))


def _into(
    act: Setup | RailMove | Strategic | SeaMove | Drop | Enter | Replace | Retreat, land: HexSet
) -> Iterator[Hex]:
    if isinstance(act, RailMove | Strategic):
        yield from entered(act, land)
    elif isinstance(act, Retreat):
        yield from (at for at in act.trail.hexes[-1:] if land >> at & 1)
    else:
        place = act.goal if isinstance(act, SeaMove) else act.hex if isinstance(act, Setup | Drop) else act.place
        if not isinstance(place, str) and land >> place & 1:
            yield place


@option.check("28.6-MD-2e", Setup, RailMove, Strategic, SeaMove, Enter, Replace)
def stay_at_home(
    game: Trc, state: State, act: Setup | RailMove | Strategic | SeaMove | Enter | Replace
) -> Iterator[Finding]:
    """Rumanian and Hungarian units stay in their neutral country, one hex or more from any border."""
    home = _home(game.units[act.unit])
    if not neutral(state) or not home:
        return
    at = next(iter(_into(act, game.board.grid.all & ~interior(game, home))), None)
    if at is not None:
        name = game.hex_name(at)
        text = Sentence(
            "{unit} arrived in {name}; while {home} is neutral it stays inside, a hex from any border.",
            act.unit,
            name,
            home,
        )
        facts = tuple(game.board.fact(f"country {game.hex_name(h)}") for h in _around(game, at))
        yield violation("28.6-MD-2e", text, units=(act.unit,), hexes=(name,), facts=facts)


def _around(game: Trc, at: Hex) -> Iterator[Hex]:
    near = (game.board.grid.spread(1 << at) | 1 << at) & game.board.land & ~game.board.off_play
    yield from (h for h in hexes(near) if h in game.board.country_of)


@option.override(bounds_of)
def around_the_neutrals(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Close the neutral countries to movers, and their borders to their own."""
    bounds = basic(game, state, unit)
    if not neutral(state):
        return bounds
    home = _home(unit)
    return limited(bounds, state, unit, f"neutral {home}", _limit(game, home))


@lru_cache(maxsize=8)
def _limit(game: Trc, home: str) -> Limit:
    """Return what keeps in who is at home in a neutral country, or, without a home, keeps out everybody else."""
    if home:
        shut = game.board.grid.all & ~interior(game, home)
        step, stretch = "left the inside of " + home + " in {b}", f"leaves the inside of {home}"
    else:
        shut = neutral_land(game)
        step, stretch = "entered a neutral country in {b}", "passes through a neutral country"
    doubted = sum(1 << h for h in hexes(shut & neutral_land(game)) if not _sure(game, h))
    return Limit("28.6-MD-2e" if home else "28.6-MD-2a", shut=shut, doubted=doubted, step=step, stretch=stretch)


def _sure(game: Trc, at: Hex) -> bool:
    return game.board.country_fact(at).trust.carries_violation


@option.override(routes)
def retreats_past_the_neutrals(
    basic: Callable[..., HexSet],
    game: Trc,
    state: State,
    unit: UnitId,
    at: Hex,
    length: tuple[int, int],
    *,
    strict: bool,
) -> HexSet:
    """Keep retreats out of the neutral countries."""
    found = basic(game, state, unit, at, length, strict=strict)
    return found & ~neutral_land(game) if neutral(state) else found


@option.check("28.6-MD-2b", SeaMove)
def no_axis_ships_in_the_black_sea(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """No Axis unit moves on the Black Sea while Rumania is neutral."""
    case = crossing_of(game, state, act)
    if case is not None and case.side == AXIS and case.sea == BLACK and neutral(state):
        text = Sentence("{unit} sailed in the Black Sea while Rumania is neutral.", act.unit)
        places = tuple(game.hex_name(at) for at in (act.start, act.goal) if not isinstance(at, str))
        yield violation("28.6-MD-2b", text, units=(act.unit,), hexes=places, facts=case.facts)


@option.rule("28.6-MD-2f")
def russians_sail_safely(state: State, side: str, sea: str) -> bool:
    """Every Russian unit survives a Black Sea move while Rumania is neutral."""
    return side == RUSSIAN and sea == BLACK and neutral(state)


@option.override(safe_without_a_die)
def safe_while_rumania_is_neutral(
    basic: Callable[[Trc, State, str, str], str], game: Trc, state: State, side: str, sea: str
) -> str:
    """Return 28.6-MD-2f for the Russians on the Black Sea."""
    return "28.6-MD-2f" if russians_sail_safely(state, side, sea) else basic(game, state, side, sea)


@option.rule("28.6-MD-2d")
def no_supply_through_neutrals(game: Trc, state: State) -> Closed:
    """No supply runs through Rumania or Hungary, or from their cities and rails, while they are neutral."""
    if not neutral(state):
        return NO_WAR_YET
    why = "every supply line passes through Rumania or Hungary, which are neutral"
    return Closed(neutral_land(game), "28.6-MD-2d", why)


@option.override(closed_to_supply)
def neutrals_feed_nobody(basic: Callable[[Trc, State, str], Closed], game: Trc, state: State, side: str) -> Closed:
    """Close the neutral countries to supply."""
    closed = no_supply_through_neutrals(game, state)
    return closed if closed.hexes else basic(game, state, side)


@option.override(fed_without_a_line)
def neutrals_are_fed(basic: Callable[[Trc, State, UnitId], str], game: Trc, state: State, unit: UnitId) -> str:
    """Feed the units of neutral countries at home."""
    if neutral(state) and _home(game.units[unit]):
        return "28.6-MD-2d"
    return basic(game, state, unit)


@option.rule("28.6-MD-2g")
def no_oil_from_neutrals(game: Trc, state: State) -> HexSet:
    """The Rumanian oil well gives no replacement while Rumania is neutral."""
    wells = game.board.oil_hexes & game.board.regions["Rumania"].hexes
    return wells if neutral(state) and not oil_all_the_same(state) else 0


@option.rule("28.6-IS-6")
def oil_all_the_same(state: State) -> bool:
    """With the Italian Sellout the Rumanian oil well counts even if Rumania is neutral."""
    return chosen(state, SELLOUT)


@option.override(yielding_wells)
def wells_of_belligerents(basic: Callable[[Trc, State], HexSet], game: Trc, state: State) -> HexSet:
    """Leave the Rumanian well out."""
    return basic(game, state) & ~no_oil_from_neutrals(game, state)


@option.override(owner_of_a_claim)
def claims_on_neutral_oil(
    basic: Callable[[Trc, State, str, Sequence[Unit], Sequence[ReplacementClaim]], str],
    game: Trc,
    state: State,
    rule: str,
    taken: Sequence[Unit],
    slots: Sequence[ReplacementClaim],
) -> str:
    """Blame the neutral well for a replacement that it would cover."""
    idle = no_oil_from_neutrals(game, state).bit_count()
    if idle and finds_a_claim(taken, (*slots, *claims(game, state, (), idle)[:idle])):
        return "28.6-MD-2g"
    return basic(game, state, rule, taken, slots)


@option.check("28.6-MD-4", Setup)
def germans_in_poland(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """All German units are set up in Poland, and the districts of 3.7 limit the first impulse."""
    unit = game.units[act.unit]
    if _perhaps_in_poland(state, unit):
        if game.board.country_of.get(act.hex) != "Rumania":
            text = Sentence(
                "{unit} was set up in {hex}. {unsaid}", act.unit, game.hex_name(act.hex), unsaid(state, DISTRACTION)
            )
            yield Finding("28.6-MD-4", Verdict.UNDECIDED, text, (act.unit,))
    elif _in_poland(state, unit) and game.board.country_of.get(act.hex) != POLAND:
        at = game.hex_name(act.hex)
        facts = (game.board.fact(f"country {at}"),)
        text = Sentence("{unit} was set up in {at}; all German units start in Poland.", act.unit, at)
        yield violation("28.6-MD-4", text, units=(act.unit,), hexes=(at,), facts=facts)


def _in_poland(state: State, unit: Unit) -> bool:
    german = unit.nation == "german" and unit.type not in ("leader", "air")
    return german and chosen(state, DISTRACTION)


def _perhaps_in_poland(state: State, unit: Unit) -> bool:
    return unit.nation == "german" and unit.setup == "R" and before_play(state) and bool(unsaid(state, DISTRACTION))


@option.override(perhaps_another_turn)
def perhaps_march_1941(basic: Callable[[Trc, State], str], game: Trc, state: State) -> str:
    """Say that it is unknown whether play begins with March/April 1941."""
    return (unsaid(state, DISTRACTION) if before_play(state) else "") or basic(game, state)


@option.effect(WeatherRoll)
def a_die_is_rolled_in_march(game: Trc, state: State, act: WeatherRoll) -> State:
    """Take a weather die before play for that of March/April 1941, unless the log says otherwise: May has none."""
    if state.clock.turn != 1 or not before_play(state) or not unsaid(state, DISTRACTION):
        return state
    return set_weather(game, begun_early(state), act)


@special(option, Basic.SET_UP)
def germans_start_elsewhere(game: Trc, state: State, unit: Unit) -> bool:
    """Take the Germans out of the countries of 3.4."""
    return _in_poland(state, unit) or _perhaps_in_poland(state, unit)


@special(option, Basic.DISTRICT)
def three_corps_attack_anybody(game: Trc, state: State, unit: Unit) -> bool:
    """Free the German corps with an R from the districts."""
    return _in_poland(state, unit) and unit.setup == "R"


@option.override(starting_area)
def start_in_poland_or_inside(
    basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId
) -> HexSet:
    """Return where a unit may be set up with the Distraction."""
    who = game.units[unit]
    if not chosen(state, DISTRACTION) or who.side != AXIS:
        return basic(game, state, unit)
    if who.nation == "german" and who.type != "leader":
        board, foes = game.board, state.forces[RUSSIAN].occupied
        room = board.regions[POLAND].hexes & board.land & ~(foes | board.grid.spread(foes))
        return room & ~full(game, state, unit)
    home = _home(who)
    area = basic(game, state, unit)
    return area & interior(game, home) if home else area & ~neutral_land(game)


@option.rule("28.6-MD-6")
def twice_archangel(game: Trc, turn: int, die: int) -> int:
    """The Archangel die is doubled."""
    return 2 * (die + archangel_bonus(game, turn))


@option.override(archangel_yield)
def yield_with_the_distraction(basic: Callable[[Trc, State, int], int], game: Trc, state: State, die: int) -> int:
    """Double what Archangel yields."""
    return twice_archangel(game, state.clock.turn, die) if chosen(state, DISTRACTION) else basic(game, state, die)


EXTENSION = Extension(marks=(AtWar,))
