"""Results (10.7): steps, losses, retreats, and who is shattered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from trc_module.games.nr.acts.combat import Shatter
from trc_module.games.nr.cards.effects import NO_FORTS, NO_ZONES, STEP_MORE, battle_effects, opened
from trc_module.games.nr.cards.grants import DISCARDING, LOSS, first_grant, outstanding_demands, paid_off, use
from trc_module.games.nr.combat.battle import site_of
from trc_module.games.nr.combat.odds import SS_PANZER, counted_as, result_doubts, result_of, shock_units
from trc_module.games.nr.data import (
    ALLIES,
    AXIS,
    CADRE,
    COMBAT,
    DESTROYED,
    DISORGANIZED,
    OTHER_SIDE,
    SHATTERED,
    SOVIET,
    UNSUPPLIED,
    Nr,
    book,
)
from trc_module.games.nr.marks import ExtraStep, Grant, Paid, Shattered
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.zones import possible_zone_of, room, zone_of
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import End, Lose, Retreat
from trc_module.rules.battles import Battle, battle_numbered, driven_off, fought_without, with_battle
from trc_module.rules.counts import settled
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import hexes_told
from trc_module.rules.paths import Bounds, Limit, allowed, both_ways
from trc_module.rules.retreats import ends, fits
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.conditions import units_that_are, with_condition
from trc_module.systems.steps import Reduce, steps_lost, with_steps_lost

WAY = 2
"""Hexes of a retreat."""
FURTHER = 2
"""Hexes more for units without supply."""
RETREATING = frozenset({"DR", "DS", "DD"})


class Demands(Struct, frozen=True):
    """The demands of a battle's result that are not yet met.

    Not the kit's (`systems.kit.owing`): forts change the result, events lift it, and a unit may stand fast.
    """

    attackers: bool
    """Whether an attacker has still to lose a step."""
    defenders: tuple[UnitId, ...]
    """The defenders of whom a step is demanded; of an exchange one of them pays."""
    retreats: tuple[UnitId, ...]
    """Those that have still to retreat."""
    shattered: tuple[UnitId, ...]
    """Those that go to the box of shattered units."""
    exchange: bool


def demands(game: Nr, state: State, battle: Battle) -> Demands:
    """Return what is still to be carried out of a battle's result."""
    result = as_against_forts(game, state, battle)
    exchange = result == "EX"
    paid = {mark.unit for mark in Paid.of(state, str(battle.number))}
    there = _still_there(state, battle)
    attackers = exchange and not _have_paid(battle, battle.attackers, paid)
    steps: tuple[UnitId, ...] = ()
    if exchange and not _have_paid(battle, battle.defenders, paid):
        steps = there
    elif result == "DD":
        steps = tuple(unit for unit in there if unit not in paid)
    gone: tuple[UnitId, ...] = ()
    if result in RETREATING:
        gone = tuple(u for u in there if u not in battle.ways and not stands_fast(game, state, battle, u))
    return Demands(attackers, steps, gone, there if result == "DS" else (), exchange)


def _still_there(state: State, battle: Battle) -> tuple[UnitId, ...]:
    """Return the defenders that are not lost; an event may bring a shattered one back before the phase is over."""
    gone = {mark.unit for mark in Shattered.of(state, str(battle.number))} | set(battle.lost)
    return tuple(unit for unit in battle.defenders if unit not in gone and state.place(unit) != SHATTERED)


def _have_paid(battle: Battle, units: tuple[UnitId, ...], paid: set[str]) -> bool:
    return any(unit in paid or unit in battle.lost for unit in units)


@book.rule("14.1c")
def stands_fast(game: Nr, state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a unit does not retreat: a fort, or one that has become regional infantry in this very battle."""
    if has_effect(state, battle.number, NO_FORTS):
        return False
    return game.is_fortress(state, unit) or (
        Paid(str(battle.number), unit) in state.marks and game.units[unit].type == "regional"
    )


def has_effect(state: State, number: int, word: str) -> bool:
    """Tell whether an event has done something to a battle that has no number."""
    return any(effect.what == word for effect in battle_effects(state, number))


def as_against_forts(game: Nr, state: State, battle: Battle) -> str:
    """Return the result of a battle, as it is against forts: DR is nothing, DS an exchange."""
    result = result_of(game, state, battle)
    if result in ("DR", "DS") and all(stands_fast(game, state, battle, unit) for unit in battle.defenders):
        return "NE" if result == "DR" else "EX"
    return result


# ----------------------------------------------------------------- steps and losses


@book.check("10.7", Reduce, Lose)
def as_the_result_says(game: Nr, state: State, act: Reduce | Lose) -> Iterator[Finding]:
    """Units lose steps as the result says; one with a single step, or without a way to retreat, is destroyed."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        yield from _outside_battles(game, state, act)
        return
    if is_free(state, battle) or _by_event(game, state, act) is not None:
        return
    wanted = demands(game, state, battle)
    owes = (wanted.attackers and act.unit in battle.attackers) or act.unit in wanted.defenders
    if isinstance(act, Reduce):
        yield from _of_a_step(game, state, act, battle, owes=owes)
    else:
        yield from _of_a_loss(game, state, act, battle, wanted, owes=owes)
    if owes and wanted.exchange and act.unit in battle.attackers:
        yield from _elite_first(game, state, act, battle)


def _of_a_step(game: Nr, state: State, act: Reduce, battle: Battle, *, owes: bool) -> Iterator[Finding]:
    facts = result_doubts(game, state, battle)
    if not owes:
        result = result_of(game, state, battle) or "no result"
        text = Sentence(
            "{unit} lost a step; {result} of battle {number} demands none of it.", act.unit, result, act.number
        )
        yield violation("10.7", text, units=(act.unit,), facts=facts)
    elif game.steps_left(state, act.unit) <= 1:
        text = Sentence("{unit} has one step: it is destroyed, not turned.", act.unit)
        yield violation(_of_one_step(game, act.unit), text, units=(act.unit,), facts=facts)


def _not_demanded(game: Nr, state: State, battle: Battle) -> str:
    """Say of a battle that its result does not demand what became of a unit."""
    result = result_of(game, state, battle)
    number = battle.number
    return (
        Sentence("{result} of battle {number} does not demand it", result, number)
        if result
        else Sentence("battle {number} has no result", number)
    )


def _of_a_loss(game: Nr, state: State, act: Lose, battle: Battle, wanted: Demands, *, owes: bool) -> Iterator[Finding]:
    last, facts = game.steps_left(state, act.unit) <= 1, result_doubts(game, state, battle)
    if act.unit in wanted.retreats and not (owes and last):
        if ways_back(game, state, act.unit, sure=True):
            text = Sentence("{unit} was destroyed; it can retreat.", act.unit)
            yield violation("10.7", text, units=(act.unit,), facts=facts, legal=_a_way(game, state, act.unit))
    elif owes and not last:
        text = Sentence("{unit} was destroyed; it has two steps, and loses one.", act.unit)
        yield violation("14.1a" if game.is_fortress(state, act.unit) else "10.7", text, units=(act.unit,), facts=facts)
    elif not owes:
        text = Sentence("{unit} was destroyed; {not_demanded}.", act.unit, _not_demanded(game, state, battle))
        yield violation("10.7", text, units=(act.unit,), facts=facts)


def _outside_battles(game: Nr, state: State, act: Reduce | Lose) -> Iterator[Finding]:
    """Units lose steps outside battles when an event says so."""
    grant = first_grant(state, LOSS, game.side_of[act.unit])
    if grant is None or not isinstance(state.place(act.unit), int):
        return
    if not _may_lose(game, state, grant, act.unit):
        text = Sentence(
            "{unit} lost a step by the event on {card}, which is about units with supply that are not cadres.",
            act.unit,
            grant.card,
        )
        yield violation("5k", text, units=(act.unit,))
    elif isinstance(act, Lose) and game.steps_left(state, act.unit) > 1 and game.side_of[act.unit] == AXIS:
        text = Sentence(
            "{unit} was destroyed by the event on {card}; it has two steps, and loses one.", act.unit, grant.card
        )
        yield violation("5k", text, units=(act.unit,))


def _by_event(game: Nr, state: State, act: Reduce | Lose) -> Grant | str | None:
    """Return what lets a unit lose a step that its battle does not demand: a grant, or one step more for each side."""
    battle = battle_numbered(state.battles, act.number)
    side = game.side_of[act.unit]
    if battle is not None:
        wanted = demands(game, state, battle)
        owes = (wanted.attackers and act.unit in battle.attackers) or act.unit in (*wanted.defenders, *wanted.retreats)
        if owes:
            return None
        more = has_effect(state, act.number, STEP_MORE) and act.unit in battle.units
        if more and ExtraStep(str(act.number), side) not in state.marks:
            return STEP_MORE
    grant = first_grant(state, LOSS, side)
    return grant if grant is not None and _may_lose(game, state, grant, act.unit) else None


def _may_lose(game: Nr, state: State, grant: Grant, unit: UnitId) -> bool:
    """Tell whether an event lets a unit lose a step: one of those that its card names."""
    if grant.asks("no-cadre") and game.arm(state, unit) == CADRE:
        return False
    return not grant.asks("supplied") or unit in supply_of(game, state, game.side_of[unit]).possible


def _lost_by_event(game: Nr, state: State, act: Reduce | Lose) -> State:
    """Return the position in which a loss has used up what an event allows, or counts for what it asks."""
    found = _by_event(game, state, act)
    side = game.side_of[act.unit]
    if isinstance(found, Grant):
        after = use(state, found)
        # A side that loses a step instead of a second card discards one less.
        asked = any(card == found.card for _, card in outstanding_demands(after, side, DISCARDING))
        return paid_off(after, side, DISCARDING) if asked else after
    return state.with_mark(ExtraStep(str(act.number), side)) if found == STEP_MORE else state


def _of_one_step(game: Nr, unit: UnitId) -> str:
    """Return the rule by which a unit has one step."""
    if game.units[unit].side == SOVIET:
        return "13.5-17"
    return "14.2a" if game.units[unit].nation in ALLIES else "10.7"


def is_free(state: State, battle: Battle) -> bool:
    """Tell whether an event changes the outcome of a battle in a way that no log shows."""
    return opened(state, "10.7") or opened(state, f"battle-{battle.number}")


@book.rule("15.1b", "15.2b")
def _elite_first(game: Nr, state: State, act: Reduce | Lose, battle: Battle) -> Iterator[Finding]:
    """An elite unit among the attackers takes the step of an exchange."""
    for option, rule, elite in (
        ("15.1", "15.1b", tuple(unit for unit in battle.attackers if unit == SS_PANZER)),
        ("15.2", "15.2b", shock_units(game, state, battle.attackers)),
    ):
        if option in state.options and elite and act.unit not in elite:
            text = Sentence("{unit} took the step of the exchange; {elite} attacked and takes it.", act.unit, elite[0])
            yield violation(rule, text, units=(act.unit, *elite), facts=result_doubts(game, state, battle))


@book.effect(Reduce)
def lose_step(game: Nr, state: State, act: Reduce) -> State:
    """Turn a unit: an Axis one to its other face, a Soviet one back to its front."""
    state = _lost_by_event(game, state, act)
    shown = steps_lost(state, act.unit)
    now = shown + 1 if game.side_of[act.unit] == AXIS else 0
    return with_steps_lost(state, act.unit, now).with_mark(Paid(str(act.number), act.unit))


@book.effect(Lose)
def destroy(game: Nr, state: State, act: Lose) -> State:
    """Put a unit into the box of destroyed units."""
    return _gone(game, _lost_by_event(game, state, act), act.number, act.unit, DESTROYED)


def _gone(game: Nr, state: State, number: int, unit: UnitId, box: str) -> State:
    battle = battle_numbered(state.battles, number)
    after = state.with_unit(game.side_of[unit], unit, box)
    for status in (UNSUPPLIED, DISORGANIZED):
        after = with_condition(after, status, units_that_are(after, status) - {unit})
    if battle is None or box != DESTROYED:
        return after
    return after.changed(battles=with_battle(after.battles, battle.losing(unit)))


@book.check("10.7b", Shatter)
def shattered(game: Nr, state: State, act: Shatter) -> Iterator[Finding]:
    """A unit is shattered that DS makes retreat; without a way back it is destroyed."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or is_free(state, battle):
        return
    wanted = demands(game, state, battle)
    if act.unit not in wanted.shattered:
        text = Sentence("{unit} was shattered; {not_demanded}.", act.unit, _not_demanded(game, state, battle))
        yield violation("10.7b", text, units=(act.unit,), facts=result_doubts(game, state, battle))
    elif act.unit in wanted.retreats and not ways_back(game, state, act.unit, sure=False):
        text = Sentence("{unit} was shattered; it has no route to retreat and must be destroyed.", act.unit)
        yield violation("10.7b", text, units=(act.unit,), facts=result_doubts(game, state, battle))


@book.effect(Shatter)
def shatter(game: Nr, state: State, act: Shatter) -> State:
    """Put a unit into the box of shattered units."""
    after = _gone(game, state, act.number, act.unit, SHATTERED)
    return after.with_mark(Shattered(str(act.number), act.unit))


# ------------------------------------------------------------------------- retreats


@lru_cache(maxsize=128)
def _bounds(game: Nr, zone: HexSet, held: HexSet, friends: HexSet) -> Bounds:
    limits = (
        Limit("lake", closed=both_ways(game.board.closed_sides)),
        Limit("enemy", shut=held),
        Limit("zone", shut=zone & ~friends),
    )
    return Bounds(game.board.grid, limits, game.board.walk)


def ways_of(game: Nr, state: State, unit: UnitId, *, sure: bool, zones: bool = True) -> Bounds:
    """Return what binds a unit on its retreat; `sure`: by any reading of the rules; `zones`: whether enemy zones do."""
    side = game.side_of[unit]
    enemy = OTHER_SIDE[side]
    held, friends = state.forces[enemy].occupied, state.forces[side].occupied
    if sure:
        # Nothing in it may be in doubt: no hex of a friend, nor any where an enemy may have a zone.
        return _bounds(game, possible_zone_of(game, state, enemy), held | friends, 0)
    return _bounds(game, zone_of(game, state, enemy) if zones else 0, held, friends)


def length_of(game: Nr, state: State, unit: UnitId) -> int:
    """Return how many hexes a unit retreats."""
    return WAY + (FURTHER if game.is_cut_off(state, unit) else 0)


def ways_back(game: Nr, state: State, unit: UnitId, *, sure: bool) -> HexSet:
    """Return the hexes in which a unit may end its retreat; `sure`: by any reading of the rules."""
    at = state.place(unit)
    if not isinstance(at, int):
        return 0
    length = length_of(game, state, unit)
    found = ends(ways_of(game, state, unit, sure=sure), at, length, length) & room(game, state, game.side_of[unit])
    if sure:
        found &= ~game.board.grid.disc(at, length - 1) & ~game.areas
    return found


def _a_way(game: Nr, state: State, unit: UnitId) -> str:
    goals = game.board.grid.names(ways_back(game, state, unit, sure=True))
    return Sentence("a retreat to {goals}.", " or ".join(goals[:3]))


@book.check("10.7c", Retreat)
def retreat(game: Nr, state: State, act: Retreat) -> Iterator[Finding]:
    """Defenders retreat two hexes, out of enemy zones of control and past no enemy."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    goal = game.hex_name(act.trail.hexes[-1])
    if act.unit in battle.attackers:
        text = Sentence("{unit} retreated to {goal}; no result makes attackers retreat.", act.unit, goal)
        yield violation("10.7c", text, units=(act.unit,), hexes=(goal,))
        return
    if opened(state, "10.7"):
        return
    wanted = demands(game, state, battle)
    if act.unit not in wanted.retreats and not is_free(state, battle):
        if act.unit in battle.defenders and stands_fast(game, state, battle, act.unit):
            text = Sentence("{unit} retreated to {goal}; forts do not retreat.", act.unit, goal)
            yield violation("14.1c", text, units=(act.unit,), hexes=(goal,))
        else:
            text = Sentence(
                "{unit} retreated to {goal}; {not_demanded}.", act.unit, goal, _not_demanded(game, state, battle)
            )
            facts = result_doubts(game, state, battle)
            yield violation("10.7c", text, units=(act.unit,), hexes=(goal,), facts=facts)
        return
    length = length_of(game, state, act.unit)
    zones = not has_effect(state, act.number, NO_ZONES)
    ways = ways_of(game, state, act.unit, sure=False, zones=zones)
    if not (allowed(ways, act.trail, None) and fits(ways, act.trail, length, length)):
        text = Sentence(
            "{unit} did not retreat {length} to {goal} by a route that is open to it.",
            act.unit,
            hexes_told(length),
            goal,
        )
        legal = _a_way(game, state, act.unit) if ways_back(game, state, act.unit, sure=True) else ""
        yield violation("10.7c", text, units=(act.unit,), hexes=(goal,), legal=legal)


@book.follow_on(Retreat, Lose, Shatter)
def fight_on_without_it(game: Nr, before: State, after: State, act: Retreat | Lose | Shatter) -> State:
    """Fight the other battles for a hex without a unit that has left it."""
    if len(after.battles) < 2:
        return after
    battle = battle_numbered(after.battles, act.number)
    if battle is None:
        return after
    open_ = {each.number for each in after.battles if not result_of(game, after, each)}
    left = fought_without(after.battles, battle, act.unit, open_)
    return after if left == after.battles else after.changed(battles=left)


# ----------------------------------------------------------------------------- ends


@book.check("10.7d", End)
def carried_out(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """A combat phase ends when each battle is rolled and each result carried out."""
    if state.clock.phase != COMBAT:
        return
    for battle in state.battles:
        if is_free(state, battle):
            continue
        if not result_of(game, state, battle):
            if driven_off(state.battles, battle):
                continue
            text = Sentence("Battle {number} was declared but not rolled.", battle.number)
            yield violation("10.7d", text, units=battle.attackers)
            continue
        wanted = demands(game, state, battle)
        owing = (
            *(battle.attackers if wanted.attackers else ()),
            *wanted.defenders,
            *wanted.retreats,
            *wanted.shattered,
        )
        at = site_of(state, battle)
        if owing and at is not None:
            text = Sentence(
                "The result {result} of battle {number} was not carried out on {owing}.",
                battle.result,
                battle.number,
                owing[0],
            )
            units, facts = tuple(dict.fromkeys(owing)), result_doubts(game, state, battle)
            yield violation("10.7d", text, units=units, hexes=(game.hex_name(at),), facts=facts)


@book.effect(End)
def forget(game: Nr, state: State, act: End) -> State:
    """Forget what the results of the phase rest on."""
    if state.clock.phase != COMBAT:
        return state
    for battle in state.battles:
        state = settled(state, counted_as(battle.number))
    return state
