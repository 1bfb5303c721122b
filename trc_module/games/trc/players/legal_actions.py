"""Legal acts of a whole game beside those that the chapters list: set-ups, victories, losses, removals.

The chapters list moves, rides, crossings, attacks, retreats, drops, arrivals, replacements, withdrawals and exchanges.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.acts.arrivals import Archangel
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.departures import Exit
from trc_module.games.trc.acts.markers import Convert
from trc_module.games.trc.arrivals.encirclements import enemy_edges
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.minor_allies import (
    CAPITALS,
    ENOUGH_IN_HUNGARY,
    held_by,
    in_play,
    is_due,
    russians_in_hungary,
)
from trc_module.games.trc.arrivals.partisans import ss_near
from trc_module.games.trc.arrivals.russian_replacements import archangel_is_lost
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.attack_obligations import Front, offenders
from trc_module.games.trc.combat.automatic_victory import spent
from trc_module.games.trc.combat.battle_context import AUTOMATIC, attackable, attackable_from, fight_of, strongholds
from trc_module.games.trc.combat.battle_odds import shifted
from trc_module.games.trc.combat.combat_results import ATTACKERS, DEFENDERS, RESULTS, BattleResolution
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.marks import ROLLED, Won, surrendered_on
from trc_module.games.trc.movement.closed_hexes import finland
from trc_module.games.trc.movement.stacking import crowded
from trc_module.games.trc.scenarios import opening_turn
from trc_module.games.trc.steps import COMBAT, END, MOVEMENT, WEATHER, in_phase
from trc_module.games.trc.supply.general_supply import unsupplied
from trc_module.games.trc.supply.rail_conversion import assess
from trc_module.games.trc.turn.setup import AT_START, axis_countries
from trc_module.games.trc.turn.weather import weather_without_a_die
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Claim, Eliminate, Lose, Setup, Surrender
from trc_module.rules.allocation import TooHardError
from trc_module.rules.battles import WON as WITHOUT_A_DIE
from trc_module.rules.battles import Battle, next_number
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import WeatherRoll

DICE = range(1, 7)


@hook
def full(game: Trc, state: State, unit: UnitId) -> HexSet:
    """Return the hexes in which a unit that comes would be one too many at this moment."""
    return crowded(game, state, unit)


# 3: set-up


@hook
def starting_area(game: Trc, state: State, unit: UnitId) -> HexSet:
    """Return where a unit may be set up, away from the enemy and where there is room for it."""
    who, board = game.units[unit], game.board
    if who.side == RUSSIAN and who.setup == "C":
        city = board.cities.get(who.area)
        return 0 if city is None else 1 << city.hex
    if who.side == RUSSIAN:
        area = sum(r.hexes for r in board.regions.values() if r.kind == "district" and r.code == who.setup)
    else:
        area = sum(board.regions[country].hexes for country in axis_countries(who))
    foes = state.forces[ENEMY[who.side]].occupied
    return area & board.land & ~board.off_play & ~(foes | board.grid.spread(foes)) & ~full(game, state, unit)


@book.lister(Setup)
def legal_setups(game: Trc, state: State) -> Iterator[Setup]:
    """Yield every place of every unit that is to be set up next: the Russians' first."""
    if state.clock.turn != opening_turn(state) or state.clock.phase != WEATHER:
        return
    side = RUSSIAN if state.forces[RUSSIAN].stack(AT_START) else AXIS
    for unit in state.forces[side].stack(AT_START):
        for at in hexes(starting_area(game, state, unit)):
            if unaccused(game, state, act := Setup(unit, at)):
                yield act


def next_setups(game: Trc, state: State) -> Iterator[Setup]:
    """Yield the places of the unit that is to be set up next: the Russians' first."""
    if state.clock.turn != opening_turn(state) or state.clock.phase != WEATHER:
        return
    for side in (RUSSIAN, AXIS):
        for unit in state.forces[side].stack(AT_START):
            if area := starting_area(game, state, unit):
                yield from (Setup(unit, at) for at in hexes(area))
                return


# 4 and 22.4: dice


@book.lister(WeatherRoll)
def legal_weather(game: Trc, state: State) -> Iterator[WeatherRoll]:
    """Yield every fall of the weather die, if one is to be rolled."""
    if state.clock.turn not in game.charts.turns or state.clock.phase != WEATHER or ROLLED in state.marks:
        return
    if weather_without_a_die(game, state) is None:
        yield from map(WeatherRoll, DICE)


@book.lister(Archangel)
def legal_dice_of_archangel(game: Trc, state: State) -> Iterator[Archangel]:
    """Yield every fall of the die of Archangel, if it may be rolled."""
    if not archangel_is_lost(game, state):
        yield from (act for act in map(Archangel, DICE) if unaccused(game, state, act))


# 16: automatic victories


def victories_over(game: Trc, state: State, at: Hex) -> Iterator[AutomaticVictory]:
    """Yield the automatic victories over the units of one hex: by as few as will do, strongest first, and by all."""
    side = state.clock.side
    around = game.board.grid.neighbours[at] & state.forces[side].occupied
    if not around:
        return
    defenders = attackable(game, state.forces[ENEMY[side]].stack(at))
    near = [
        unit
        for origin in hexes(around)
        if attackable_from(game, origin) >> at & 1
        for unit in attackable(game, state.forces[side].stack(origin))
        if spent(state, unit) is None
    ]
    near.sort(key=lambda unit: (-(game.units[unit].combat or 0), unit))
    strength = sum(game.units[unit].combat or 0 for unit in near)
    if not defenders or strength < 7 * sum(game.units[unit].combat or 0 for unit in defenders):
        # Support shifts by three steps at most.
        return
    number = next_number(state.battles)
    for size in range(1, len(near) + 1):
        act = AutomaticVictory(number, tuple(near[:size]), defenders)
        if shifted(game, fight_of(game, state, act)) >= AUTOMATIC:
            if unaccused(game, state, act):
                yield act
                by_all = AutomaticVictory(number, tuple(near), defenders)
                if size < len(near) and unaccused(game, state, by_all):
                    yield by_all
            return


@book.lister(AutomaticVictory)
def legal_victories(game: Trc, state: State) -> Iterator[AutomaticVictory]:
    """Yield automatic victories over each enemy hex, without support from the air."""
    if state.clock.phase == MOVEMENT:
        for at in hexes(strongholds(game, state, ENEMY[state.clock.side])):
            yield from victories_over(game, state, at)


# 12.5 and 16.3: who surrenders for want of a legal attack


def hopeless(front: Front) -> Iterator[tuple[UnitId, str]]:
    """Yield the units that must surrender as the front stands when movement ends, and the rule."""
    for part in front.parts:
        try:
            if front.feasible(part.combatants):
                continue
            guilty = offenders(front, part)
        except TooHardError:
            continue
        for combatant in guilty:
            yield combatant.unit, "16.3" if combatant.victor else "12.5"


@book.lister(Surrender)
def legal_surrenders(game: Trc, state: State) -> Iterator[Surrender]:
    """Yield what must surrender now: units without a legal attack, and countries."""
    clock = state.clock
    if clock.phase == MOVEMENT:
        for unit, rule in hopeless(Front.now(game, state)):
            yield Surrender(unit, rule)
    yield from countries(game, state)


def countries(game: Trc, state: State) -> Iterator[Surrender]:
    """Yield the countries that must surrender now."""
    for country, rule in (("italy", "24.4"), ("finland", "24.5")):
        if is_due(game, state, country):
            yield Surrender(country, rule)
    if not in_phase(state.clock, RUSSIAN, END):
        return
    if in_play(game, state, "hungary") and len(russians_in_hungary(game, state)) >= ENOUGH_IN_HUNGARY:
        yield Surrender("hungary", "24.2")
    for country, city in CAPITALS.items():
        if in_play(game, state, country) and held_by(game, state, city) == RUSSIAN:
            yield Surrender(country, "24.3")


# 13: losses


def losses(game: Trc, state: State) -> Iterator[Lose]:
    """Yield every loss that the last battle asks for now: of the result, or of a unit that must retreat and cannot."""
    battle = _unfinished(state)
    if battle is None:
        return
    case = BattleResolution(game, state, battle)
    for who in (ATTACKERS, DEFENDERS):
        pending = case.outstanding(who)
        if pending.losses:
            for unit in case.units(who):
                if unit not in battle.lost:
                    yield Lose(battle.number, unit)
            if RESULTS[battle.result].attackers_first:
                return
            continue
        for unit in pending.retreats:
            if not case.routes(unit, strict=True):
                yield Lose(battle.number, unit)


def next_losses(game: Trc, state: State) -> Iterator[Lose]:
    """Yield the losses of which the last battle asks for one now: those of one side, one alone if all of it is lost."""
    battle = _unfinished(state)
    found = list(losses(game, state))
    if battle is None or not found:
        return
    who = ATTACKERS if found[0].unit in battle.attackers else DEFENDERS
    case = BattleResolution(game, state, battle)
    same = [act for act in found if (act.unit in battle.attackers) == (who == ATTACKERS)]
    owed = case.outstanding(who).losses
    yield from same[:1] if not owed or owed >= len(same) else same


def _unfinished(state: State) -> Battle | None:
    if state.clock.phase != COMBAT or not state.battles:
        return None
    battle = state.battles[-1]
    return None if battle.result == WITHOUT_A_DIE or battle.result not in RESULTS else battle


@book.lister(Lose)
def legal_losses(game: Trc, state: State) -> Iterator[Lose]:
    """Yield every loss that the last battle asks for now."""
    yield from losses(game, state)


# 17, 19.3 and 24.5: removals


@book.lister(Eliminate)
def legal_removals(game: Trc, state: State) -> Iterator[Eliminate]:
    """Yield the units that a rule removes now: for want of supply, partisans, and who stays in Finland."""
    yield from without_supply(game, state)
    yield from partisans_found(game, state)
    yield from left_in_finland(game, state)


@hook
def without_supply(game: Trc, state: State) -> Iterator[Eliminate]:
    """Yield the units that are removed in their end phase: those out of supply."""
    if state.clock.phase == END:
        for unit in unsupplied(game, state, state.clock.side):
            yield Eliminate(unit, "17.2")


def partisans_found(game: Trc, state: State) -> Iterator[Eliminate]:
    """Yield the partisans that Axis units remove when their movement ends."""
    if not in_phase(state.clock, AXIS, MOVEMENT):
        return
    zone = game.zones.of(state.forces[AXIS])
    for unit in sorted(game.partisans):
        at = state.place(unit)
        if at is not None and not isinstance(at, str) and (zone >> at & 1 or any(ss_near(game, state, at))):
            yield Eliminate(unit, "19.3")


def left_in_finland(game: Trc, state: State) -> Iterator[Eliminate]:
    """Yield the Axis units in Finland at the end of the turn of its surrender by 24.5."""
    if not in_phase(state.clock, RUSSIAN, END) or surrendered_on(state, "finland") != state.clock.turn:
        return
    inside = finland(game)
    for unit, at in state.forces[AXIS].places.items():
        if not isinstance(at, str) and inside >> at & 1 and game.units[unit].type != "air":
            yield Eliminate(unit, "24.5")


# 9.4, 20.10 and 25


@book.lister(Convert)
def legal_conversions(game: Trc, state: State) -> Iterator[Convert]:
    """Yield the conversion of all rails that are due in the end phase."""
    if state.clock.phase == END:
        due = assess(game, state, state.clock.side).full.due & ~rails_of(state)[state.clock.side]
        if due:
            yield Convert(tuple(hexes(due)))


@book.lister(Exit)
def legal_exits(game: Trc, state: State) -> Iterator[Exit]:
    """Yield every unit that may leave the map over an enemy edge now."""
    side = state.clock.side
    for edge in enemy_edges(state, side):
        for at in hexes(game.board.edges[edge] & state.forces[side].occupied):
            for unit in state.forces[side].stack(at):
                act = Exit(unit, edge)
                if game.units[unit].type not in ("air", "partisan", "worker") and unaccused(game, state, act):
                    yield act


@book.lister(Claim)
def legal_claims(game: Trc, state: State) -> Iterator[Claim]:
    """Yield the victories that have been won and not been claimed."""
    for mark in Won.all(state):
        yield Claim(mark.side, mark.rule)
