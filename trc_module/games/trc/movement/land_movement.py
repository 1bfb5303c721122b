"""Moves over land: where the limits of all chapters meet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from weakref import WeakKeyDictionary

from trc_module.games.trc.book import book
from trc_module.games.trc.charts import Allowance
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import Moved
from trc_module.games.trc.movement.closed_hexes import (
    bulgaria_is_closed,
    bulgaria_is_open,
    closed_beyond_doubt,
    finland_closed,
    finland_is_closed,
    friends_only,
    hangs_on_bulgaria,
    perhaps_closed,
)
from trc_module.games.trc.movement.headquarters import headquarters_want_company, rails_ships_and_allies_go_on
from trc_module.games.trc.movement.move_context import MoveContext
from trc_module.games.trc.movement.mover import Mover, mover
from trc_module.games.trc.movement.restrictions import (
    no_crossing_of_coasts,
    no_walking_on_the_causeway,
    no_zone_to_zone,
    pinned,
    placed_under_the_enemys_eyes,
    stop_beyond_the_strait,
    stop_in_rough,
)
from trc_module.games.trc.movement.zones_of_control import foes_near, stop_in_zone
from trc_module.games.trc.steps import MOVEMENT, in_phase
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Move
from trc_module.rules.finding import Finding, as_doubt, violation
from trc_module.rules.game import in_words
from trc_module.rules.hooks import hook
from trc_module.rules.paths import Bounds, Limit, faults, is_plain
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

LIMITS: tuple[Callable[[Mover], Limit], ...] = (
    stop_beyond_the_strait,
    no_walking_on_the_causeway,
    bulgaria_is_closed,
    finland_is_closed,
    friends_only,
    no_zone_to_zone,
    stop_in_rough,
    stop_in_zone,
    no_crossing_of_coasts,
)
"""The limits on all movers, from the most special to the most general."""

OF_THE_ENEMY = frozenset({friends_only, no_zone_to_zone, stop_in_zone})
"""Those that follow from where the enemy stands, and from nothing else; all others look at anything but that."""


@hook
def bounds_of(game: Trc, state: State, unit: Unit) -> Bounds:
    """Return what binds a mover apart from its allowance; once for each kind of unit and enemy deployment."""
    company = _company(game, state, unit) if unit.type == "hq" else 0
    bulgaria = finland = surely = False
    if state.marks:
        bulgaria, finland = bulgaria_is_open(state), finland_closed(state)
        surely = finland and closed_beyond_doubt(state)
    kind = (unit.type, weather_of(state) == "snow", bulgaria, finland, surely, company)
    memo = state.forces[ENEMY[unit.side]].memo
    found: Bounds | None = memo.get(kind)
    if found is None:
        found = memo[kind] = _joined(game, mover(game, state, unit), kind[:-1], company)
    return found


def _joined(game: Trc, who: Mover, kind: Hashable, company: HexSet) -> Bounds:
    """Return what binds one kind of mover against one deployment of the enemy."""
    lasting = _lasting_bounds(game, who, kind)
    memo = who.state.forces[ENEMY[who.unit.side]].memo
    hq = who.unit.type == "hq"
    # Kinds that the same limits bind wherever the enemy stands are bound by the same ones here.
    alike: list[tuple[Bounds, Bounds]] = memo.setdefault(Bounds, [])
    for other, found in alike:
        if other is lasting and not hq:
            return found
    # Limits that follow from the enemy are the same for all movers; the others are the same against all enemies.
    enemy: dict[Callable[[Mover], Limit], Limit] | None = memo.get("limits")
    if enemy is None:
        enemy = memo["limits"] = {limit: limit(who) for limit in LIMITS if limit in OF_THE_ENEMY}
    always = iter(lasting.limits)
    limits = tuple([enemy[limit] if limit in enemy else next(always) for limit in LIMITS])
    fresh = tuple(enemy.values())
    if hq:
        wanted = headquarters_want_company(who, company)
        return lasting.joined_by((wanted, *fresh), (wanted, *limits))
    found = lasting.joined_by(fresh, limits)
    alike.append((lasting, found))
    return found


_lasting: WeakKeyDictionary[Trc, dict[Hashable, Bounds]] = WeakKeyDictionary()


def _lasting_bounds(game: Trc, who: Mover, kind: Hashable) -> Bounds:
    """Return what binds one kind of mover wherever the enemy stands."""
    known = _lasting.setdefault(game, {})
    key = (who.state.options, kind)
    if key not in known:
        limits = tuple(limit(who) for limit in LIMITS if limit not in OF_THE_ENEMY)
        same = next((bounds for bounds in known.values() if bounds.limits == limits), None)
        known[key] = same or Bounds(game.board.grid, limits, game.board.zoc)
    return known[key]


@hook
def allowance_of(game: Trc, state: State, unit: Unit) -> Allowance:
    """Return how far a unit may move now: by the chart, or not at all where its country has lost its leader."""
    if state.marks:
        none = rails_ships_and_allies_go_on(state, unit)
        if none is not None:
            return none
    return game.printed_allowance(unit.id, state.clock.part, weather_of(state))


def _company(game: Trc, state: State, unit: Unit) -> HexSet:
    own = state.forces[unit.side]
    company = own.occupied
    for hq in game.headquarters:
        at = own.places.get(hq)
        if at is not None and not isinstance(at, str) and game.headquarters.issuperset(own.stack(at)):
            company &= ~(1 << at)
    return company


def reachable(game: Trc, state: State, unit: UnitId) -> HexSet:
    """Return the hexes in which a unit that has not moved yet may end its move, its own among them.

    A unit that may not move now, or whose allowance is unknown, stays where it is.
    """
    who = game.units[unit]
    at = state.forces[who.side].places.get(unit)
    if at is None or isinstance(at, str):
        return 0
    allowance = allowance_of(game, state, who).value
    bounds = bounds_of(game, state, who)
    if not in_phase(state.clock, who.side, MOVEMENT) or not allowance or pinned(game, state, who, at):
        return 1 << at
    return bounds.reach(at, allowance)


@book.lister(Move)
def legal_moves(game: Trc, state: State) -> Iterator[Move]:
    """Yield a move to every hex in reach of every unit of the side that moves and has not moved yet."""
    for unit, at in state.forces[state.clock.side].places.items():
        if isinstance(at, str) or unit in state.trails or Moved(unit) in state.marks:
            continue
        for goal in hexes(reachable(game, state, unit) & ~(1 << at)):
            yield Move(unit, Trail((at, goal), frozenset({0})))


@book.judge(Move)
def judge_move(game: Trc, state: State, act: Move) -> Sequence[Finding]:
    """Judge a move over land: is there a legal way, as it was made or any at all?"""
    unit = game.units[act.unit]
    if not in_phase(state.clock, unit.side, MOVEMENT):
        return ()
    told: list[Finding] = []
    before = state.trails.get(act.unit)
    if before is not None and "R2b" in state.options:
        text = Sentence("{unit} was moved a second time in the same phase.", act.unit)
        told.append(violation("5.3b", text, units=(act.unit,)))
    trail = act.trail if before is None else before.then(act.trail)
    start = trail.hexes[0]
    bounds = bounds_of(game, state, unit)
    if pinned(game, state, unit, start):
        if any(h != start for h in trail.hexes):
            told.append(_pinned(game, state, act, start))
        return told
    allowance = allowance_of(game, state, unit)
    plain = is_plain(bounds, trail, allowance.value)
    if plain and allowance.value is not None and not (state.marks and Moved(act.unit) in state.marks):
        return told
    case = MoveContext(game, state, act, unit, trail, bounds)
    found = () if plain else faults(bounds, trail, allowance.value)
    if not found:
        return [*told, *case.untold(allowance)]
    if hangs_on_bulgaria(state, lambda there: bounds_of(game, there, unit), trail, allowance.value):
        return [*told, perhaps_closed(act.unit)]
    factor = (unit.fact("move"),) if allowance.value or allowance.certain_max else ()
    no_doubt = bounds.sure is bounds and allowance.certain_max == allowance.value
    sure = found if no_doubt else faults(bounds.sure, trail, allowance.certain_max)
    if sure:
        return [*told, *case.findings(sure, allowance.certain_max, (allowance.bound, *factor))]
    return [*told, *map(as_doubt, case.findings(found, allowance.value, (allowance.fact, *factor)))]


def _pinned(game: Trc, state: State, act: Move, start: Hex) -> Finding:
    foes = foes_near(game, state, act.unit, start)
    held = (
        Sentence("the zone of control of {foes}", in_words(foes))
        if foes
        else "the zone of control of an enemy removed since"
    )
    placed = placed_under_the_enemys_eyes(state, act.unit)
    rule, began = ("20.3c", "arrived") if placed else ("8.4", "began the second impulse")
    return violation(
        rule,
        Sentence("{unit} {began} in {held} in {start} and then moved.", act.unit, began, held, game.hex_name(start)),
        units=(act.unit, *foes),
        hexes=(game.hex_name(start),),
        legal="it stays where it is.",
        dedup_key=(game.side_of[act.unit], rule, act.unit, state.clock),
    )


@book.effect(Move)
def carry_out(game: Trc, state: State, act: Move) -> State:
    """Put the unit where it went, and remember its way for the rest of the phase."""
    before = state.trails.get(act.unit)
    trail = act.trail if before is None else before.then(act.trail)
    return state.moved(game.side_of[act.unit], act.unit, act.trail.hexes[-1], state.trails.put(act.unit, trail))
