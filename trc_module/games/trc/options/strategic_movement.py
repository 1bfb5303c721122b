"""26.10: strategic movement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from msgspec import structs

from trc_module.facts import Fact
from trc_module.games.trc.acts.movement import Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.charts import Allowance
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.movement.closed_hexes import hangs_on_bulgaria, perhaps_closed
from trc_module.games.trc.movement.land_movement import allowance_of, bounds_of
from trc_module.games.trc.movement.move_context import MoveContext
from trc_module.games.trc.players.option_actions import March, marches, stays
from trc_module.games.trc.steps import MOVEMENT, in_phase
from trc_module.games.trc.supply.control import UNSURE, held
from trc_module.games.trc.supply.rails import UNSURE_RAILS, owner_in_doubt, rail_doubts, rails_in_doubt
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Move
from trc_module.rules.finding import Finding, Verdict, as_doubt, violation
from trc_module.rules.marks import PLAYER_TURN, KindOfMark
from trc_module.rules.paths import ALLOWANCE, Bounds, Limit, faults
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import weather_of

option = book.option("26.10")
FIRST_TURN = 2
"""July/August 1941."""


class MovedStrategically(KindOfMark, word="strategic", until=PLAYER_TURN):
    """a unit: it has moved strategically in this player turn (26.10)"""

    unit: UnitId


@option.check("26.10a", Strategic)
def not_before_july(game: Trc, state: State, act: Strategic) -> Iterator[Finding]:
    """Strategic movement begins with the turn of July 1941."""
    if state.clock.turn < FIRST_TURN:
        text = Sentence(
            "{unit} moved strategically on turn {turn}; strategic movement begins on turn {first_turn}.",
            act.unit,
            state.clock.turn,
            FIRST_TURN,
        )
        yield violation("26.10a", text, units=(act.unit,))


@option.check("26.10c", Strategic, Move)
def first_impulse_only(game: Trc, state: State, act: Strategic | Move) -> Iterator[Finding]:
    """Strategic movement takes place in the first impulse, and the unit does not move in the second."""
    if state.clock.part == 1:
        return
    if isinstance(act, Strategic):
        yield violation(
            "26.10c", Sentence("{unit} moved strategically in the second impulse.", act.unit), units=(act.unit,)
        )
    elif MovedStrategically(act.unit) in state.marks:
        text = Sentence("{unit} moved in the second impulse after a strategic move in the first.", act.unit)
        yield violation("26.10c", text, units=(act.unit,), dedup_key=(state.clock.side, "26.10c", act.unit))


def near_the_enemy(game: Trc, state: State, side: str) -> tuple[HexSet, HexSet, HexSet]:
    """Return the hexes of enemy rails, cities and wells and those next to them.

    First where that is sure, then where the record leaves it open, then where our data of the map are in doubt.
    """
    board = game.board
    features = board.city_hexes | board.oil_hexes
    enemy = ENEMY[side]
    theirs = (held(state.control)[enemy] & features) | rails_of(state).get(enemy, 0)
    open_ = (state.traces.get(UNSURE, 0) & features) | state.traces.get(UNSURE_RAILS, 0)
    rails = rails_in_doubt(board, state) & ~(features & held(state.control)[enemy])
    cities = sum(where for city, where in board.cities_in_doubt if state.control.get(city.hex) == enemy)
    spread = board.grid.spread
    near = theirs & ~(open_ | rails | cities)
    near |= spread(near)
    open_ = (open_ | spread(open_)) & ~near
    in_doubt = rails & (theirs | owner_in_doubt(board, state)) | cities
    return near, open_, (in_doubt | spread(in_doubt)) & ~(near | open_)


def _near_doubts(game: Trc, state: State, members: HexSet) -> tuple[Fact, ...]:
    """Return the doubtful data about rails and cities in some hexes or next to them."""
    board = game.board
    around = members | board.grid.spread(members)
    return (*board.city_doubts(around), *rail_doubts(board, state, around))


@option.rule("26.10b")
def away_from_the_enemy(game: Trc, state: State, unit: Unit) -> Limit:
    """A strategic move enters no enemy zone of control and no hex next to an enemy rail, city or oil well."""
    near, open_, in_doubt = near_the_enemy(game, state, unit.side)
    return _away(game, state, unit, near | open_ | in_doubt, open_ | in_doubt)


def _as_known(game: Trc, state: State, unit: Unit, bounds: Bounds) -> Bounds:
    """Return bounds in which only what the record leaves open is open, and our data are right."""
    near, open_, in_doubt = near_the_enemy(game, state, unit.side)
    limit = _away(game, state, unit, near | open_ | in_doubt, open_)
    return replace(bounds, limits=tuple(limit if one.rule == limit.rule else one for one in bounds.limits))


def _away(game: Trc, state: State, unit: Unit, shut: HexSet, unsure: HexSet) -> Limit:
    zone = game.zones.of(state.forces[ENEMY[unit.side]])
    return Limit(
        "26.10b",
        shut=zone | shut,
        doubted=unsure & ~zone,
        step="moved strategically into {b}, in an enemy zone of control or next to an enemy rail, city or well",
        stretch="enters an enemy zone of control or a hex next to an enemy rail, city or well",
        displaces=frozenset({"7.2", "8.3a", "5.3a"}),
    )


@option.check("26.10e", Strategic)
def not_out_of_a_zone(game: Trc, state: State, act: Strategic) -> Iterator[Finding]:
    """A strategic move does not begin in an enemy zone of control."""
    start, side = act.trail.hexes[0], game.side_of[act.unit]
    if act.unit not in state.trails and game.zones.of(state.forces[ENEMY[side]]) >> start & 1:
        at = game.hex_name(start)
        text = Sentence("{unit} began a strategic move in an enemy zone of control, in {at}.", act.unit, at)
        yield violation("26.10e", text, units=(act.unit,), hexes=(at,))


@option.check("26.10f", Strategic)
def not_beside_the_enemys_rails(game: Trc, state: State, act: Strategic) -> Iterator[Finding]:
    """A strategic move does not begin on or next to an enemy rail, city or oil well."""
    start, side = act.trail.hexes[0], game.side_of[act.unit]
    near, open_, in_doubt = near_the_enemy(game, state, side)
    at = game.hex_name(start)
    if act.unit in state.trails:
        return
    if near >> start & 1:
        text = Sentence("{unit} began a strategic move in {at}, next to an enemy rail, city or well.", act.unit, at)
        yield violation("26.10f", text, units=(act.unit,), hexes=(at,))
    elif in_doubt >> start & 1:
        text = Sentence("{unit} began a strategic move in {at}, next to an enemy rail, city or well.", act.unit, at)
        yield violation("26.10f", text, units=(act.unit,), hexes=(at,), facts=_near_doubts(game, state, 1 << start))
    elif open_ >> start & 1:
        text = Sentence(
            "{unit} began a strategic move in {at}; the owner of the rails and places there is unknown.", act.unit, at
        )
        yield Finding("26.10f", Verdict.UNDECIDED, text, (act.unit,), (at,))


@option.rule("26.10g")
def twice_the_factor(printed: Allowance) -> Allowance:
    """A strategic move goes twice as far as the movement chart allows in that weather."""
    double = {
        name: None if n is None else 2 * n for name, n in (("value", printed.value), ("max", printed.certain_max))
    }
    return structs.replace(printed, value=double["value"], certain_max=double["max"])


@option.rule("26.10d")
def printed_factor_in_snow(game: Trc, unit: Unit, printed: Allowance) -> Allowance:
    """In snow a strategic move has the printed factor, not halved, rounded and doubled."""
    fact = unit.fact("move")
    return structs.replace(printed, value=unit.move, certain_max=unit.move, fact=fact, bound=fact)


def far(game: Trc, state: State, unit: Unit) -> Allowance:
    """Return how far a unit may move strategically now."""
    printed = allowance_of(game, state, unit)
    if printed.value == 0:
        return printed
    return printed_factor_in_snow(game, unit, printed) if weather_of(state) == "snow" else twice_the_factor(printed)


def strategic_bounds(game: Trc, state: State, unit: Unit) -> Bounds:
    """Return what binds a unit that moves strategically, apart from its allowance."""
    bounds = bounds_of(game, state, unit)
    return replace(bounds, limits=(away_from_the_enemy(game, state, unit), *bounds.limits))


@option.judge(Strategic)
def judge_strategic_move(game: Trc, state: State, act: Strategic) -> Iterator[Finding]:
    """Judge the way of a strategic move: as it was made, or any at all."""
    unit = game.units[act.unit]
    if not in_phase(state.clock, unit.side, MOVEMENT) or state.clock.part != 1:
        return
    before = state.trails.get(act.unit)
    trail = act.trail if before is None else before.then(act.trail)
    bounds, may = strategic_bounds(game, state, unit), far(game, state, unit)
    if hangs_on_bulgaria(state, lambda there: strategic_bounds(game, there, unit), trail, may.value):
        yield perhaps_closed(act.unit)
        return
    case = MoveContext(game, state, Move(act.unit, act.trail), unit, trail, bounds)
    factor = (unit.fact("move"),) if may.value or may.certain_max else ()
    found = faults(bounds.sure, trail, may.certain_max)
    doubted = not found
    # Whose the rails and places near are may be open by the record, or in doubt by our data.
    known = not found and bool(faults(_as_known(game, state, unit, bounds).sure, trail, may.certain_max))
    for fault in found or faults(bounds, trail, may.value):
        finding = case.finding(
            fault, may.certain_max if found else may.value, (may.bound if found else may.fact, *factor)
        )
        if fault.rule == ALLOWANCE and finding.rule != "11.3a":
            finding = replace(finding, rule="26.10d" if weather_of(state) == "snow" else "26.10g")
        if doubted and finding.rule == "26.10b":
            facts = (*finding.facts, *_near_doubts(game, state, 1 << fault.b))
            yield replace(finding, verdict=Verdict.DOUBT if known else Verdict.UNDECIDED, facts=facts)
        else:
            yield as_doubt(finding) if doubted else finding


@book.effect(Strategic)
def move_strategically(game: Trc, state: State, act: Strategic) -> State:
    """Put the unit where it went, and remember that it has moved so."""
    before = state.trails.get(act.unit)
    trail = act.trail if before is None else before.then(act.trail)
    after = state.moved(game.side_of[act.unit], act.unit, act.trail.hexes[-1], state.trails.put(act.unit, trail))
    return after.with_mark(MovedStrategically(act.unit))


@option.override(stays)
def stays_in_the_second(basic: Callable[[Trc, State, UnitId], bool], game: Trc, state: State, unit: UnitId) -> bool:
    """Keep in place in the second impulse who has moved strategically in the first."""
    return basic(game, state, unit) or MovedStrategically(unit) in state.marks


@option.override(marches)
def strategically(
    basic: Callable[[Trc, State, UnitId], Iterator[March]], game: Trc, state: State, unit: UnitId
) -> Iterator[March]:
    """Yield strategic movement, where it leads the unit anywhere."""
    yield from basic(game, state, unit)
    who, at = game.units[unit], state.place(unit)
    if state.clock.turn < FIRST_TURN or state.clock.part != 1 or at is None or isinstance(at, str):
        return
    near, open_, in_doubt = near_the_enemy(game, state, who.side)
    allowance = far(game, state, who).value
    if (near | open_ | in_doubt | game.zones.of(state.forces[ENEMY[who.side]])) >> at & 1 or not allowance:
        return
    bounds = strategic_bounds(game, state, who)

    def go(goal: Hex) -> Strategic:
        way = bounds.way(at, goal, allowance)
        assert way is not None
        return Strategic(unit, Trail(way))

    yield March(bounds.reach(at, allowance), go)


EXTENSION = Extension(marks=(MovedStrategically,))
