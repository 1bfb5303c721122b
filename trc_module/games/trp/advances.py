"""Advances after combat (XIII.D3, XIII.E)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.facts import Fact, Source, Trust
from trc_module.games.trp.actions import Advance
from trc_module.games.trp.attacks import state_weather
from trc_module.games.trp.data import ATTACKS, AXIS, DISPERSED, SOVIET, Trp, book
from trc_module.games.trp.ground import (
    Facts,
    apart,
    certain,
    enemy_of,
    is_strong,
    least_steps,
    names,
    near,
    strong_facts,
    surest,
    zones,
)
from trc_module.games.trp.marks import PERHAPS, SURE, Advanced, ThroughZones
from trc_module.games.trp.odds import attack_factors, defence_factors
from trc_module.hexgrid import Hex
from trc_module.roster import Unit
from trc_module.rules.actions import End
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import hexes_told, spaced
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of

FREE = ("DE", "BR")
"""Results after which an advance through zones costs nothing."""
COSTLY = ("D4", "DX")
"""Results after which it Disperses."""
_FAST = ("armor", "armored-cavalry", "cavalry")
_MECHANIZED = ("mechanized", "motorized")
_MARKED = ("vM", "G")
_ALLIES = Fact(
    "corps of the allies advance one hex, as armies do",
    Source("assumed", "the text names those of Germans and Finns, which advance two, and says nothing of the others"),
)
"""Whether the zones are known however the rows of the map are shifted."""


def good_weather_limits(who: Unit) -> tuple[int, int]:
    """Return the least and the greatest limit of an advance in good weather that the words of the rule allow.

    They differ where the type is not told for certain: a Soviet mechanized corps may be pure armor, or infantry.
    """
    if who.nation == "german" and who.type == "armor":
        mark = who.own["mark"]
        return (3, 4) if mark == "?" else (4, 4) if mark in _MARKED else (3, 3)
    if who.type in _FAST:
        return 3, 3
    if who.type in _MECHANIZED:
        return (1, 3) if who.nation == "soviet" else (2, 3)
    if who.type == "shock" or (who.nation in ("german", "finnish") and who.size == "corps"):
        return 2, 2
    # The text names the corps of Germans and Finns alone for two hexes, and no other Axis corps for one.
    return (1, 2) if who.side == AXIS and who.size == "corps" else (1, 1)


def limits(who: Unit, weather: str) -> tuple[int, int]:
    """Return the least and the greatest limit of an advance in a weather."""
    if weather == "mud":
        return (2, 2) if who.type in ("cavalry", "armored-cavalry") else (1, 1)
    low, high = good_weather_limits(who)
    if weather == "snow" and who.side != SOVIET:
        return min(low, 2), min(high, 2)
    return low, high


@book.check("XIII.E1", Advance)
def no_farther_than_its_type(game: Trp, state: State, act: Advance) -> Iterator[Finding]:
    """An advance is limited by type and weather, and never longer than the shortest retreat."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit not in battle.attackers:
        return
    steps, who = least_steps(game, act.trail), game.units[act.unit]
    weather = state_weather(state)
    # A retreat that is not known hex by hex may have been longer.
    retreats = [len(w.hexes) - 1 for unit, w in battle.ways.items() if unit not in battle.lost and not w.gaps]
    low, high = limits(who, weather)
    if retreats and steps > max(min(retreats), 1):
        text = Sentence(
            "{unit} advanced {steps} after a retreat of {retreats}.", act.unit, hexes_told(steps), min(retreats)
        )
        yield violation("XIII.E1", text, units=(act.unit,))
    elif steps > high:
        text = Sentence(
            "{unit} advanced {steps} in {weather} weather; {high} is the most.",
            act.unit,
            hexes_told(steps),
            spaced(weather),
            high,
        )
        yield violation("XIII.E1", text, units=(act.unit,))
    elif steps > low:
        text = Sentence(
            "{unit} advanced {steps} in {weather} weather; {low} may be the most.",
            act.unit,
            hexes_told(steps),
            spaced(weather),
            low,
        )
        ally = who.side == AXIS and low == 1
        fact = _ALLIES if ally else who.fact("mark" if who.nation == "german" else "type")
        yield violation("XIII.E1", text, units=(act.unit,), facts=(fact,))


# ----------------------------------------------------------------------- zones


def _held_by_one(game: Trp, state: State, enemy: str, a: Hex, b: Hex) -> Iterator[tuple[UnitId, Facts]]:
    there = dict(zones(game, state, enemy, b))
    for unit, facts in zones(game, state, enemy, a):
        if unit in there:
            yield unit, certain(facts, there[unit])


@book.check("XIII.E2", "XIII.E5", Advance)
def through_zones(game: Trp, state: State, act: Advance) -> Iterator[Finding]:
    """An advance stops in an enemy zone; only after D4, DX, DE and BR it goes on, never through that of an army."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit not in battle.attackers:
        return
    enemy = enemy_of(game.side_of[act.unit])
    way = act.trail.hexes
    for index in range(1, len(way) - 1):
        if index in act.trail.gaps:
            continue
        a, b = way[index], way[index + 1]
        strong = surest(
            (u, certain(f, strong_facts(game, u))) for u, f in zones(game, state, enemy, a) if is_strong(game, u)
        )
        if strong is not None:
            rule = "XIII.E5" if battle.result in FREE else "XIII.E2"
            text = Sentence(
                "{unit} advanced on from {first}; the zone of {strong} stops everybody.",
                act.unit,
                game.hex_name(a),
                strong[0],
            )
            yield violation(rule, text, units=(act.unit, strong[0]), hexes=names(game, a), facts=strong[1])
            return
        held = surest(zones(game, state, enemy, a))
        if held is not None and battle.result not in (*FREE, *COSTLY):
            text = Sentence(
                "{unit} advanced on from {first}, in the zone of {held}.", act.unit, game.hex_name(a), held[0]
            )
            yield violation("XIII.E2", text, units=(act.unit, held[0]), hexes=names(game, a, b), facts=held[1])
            return


def _passes(game: Trp, state: State, act: Advance, battle: Battle) -> tuple[str, str]:
    """Return the rule by which an advance from zone to zone Disperses a unit, '' if none does, and how sure it is.

    Who was dragged to a hex next door, beside the one that was vacated, may have gone through that.
    """
    found = _passes_along(game, state, act, battle)
    around = _through_the_vacated(game, act, battle) if found[0] else ()
    for other in around:
        wrong = (*no_farther_than_its_type(game, state, other), *through_zones(game, state, other))
        along = _passes_along(game, state, other, battle)
        if not any(finding.accuses for finding in wrong) and along[1] != SURE:
            return along
    return found


def _through_the_vacated(game: Trp, act: Advance, battle: Battle) -> Iterator[Advance]:
    start, *rest = act.trail.hexes
    if not act.trail.dragged or act.trail.gaps or len(rest) != 1:
        return
    for goal in vacated(battle):
        if goal != rest[0] and None not in (near(game, start, goal), near(game, goal, rest[0])):
            yield replace(act, trail=replace(act.trail, hexes=(start, goal, rest[0])))


def _passes_along(game: Trp, state: State, act: Advance, battle: Battle) -> tuple[str, str]:
    enemy = enemy_of(game.side_of[act.unit])
    way = act.trail.hexes
    for index in range(len(way) - 1):
        if index in act.trail.gaps:
            continue
        found = surest(_held_by_one(game, state, enemy, way[index], way[index + 1]))
        if found is None:
            continue
        sure = PERHAPS if found[1] else SURE
        strong = is_strong(game, found[0])
        if battle.result in COSTLY and (index or not strong):
            return "XIII.E4", sure
        if not index and (strong or battle.result not in FREE):
            return "XIII.E3", sure
    return "", ""


@book.effect(Advance)
def remember_zones(game: Trp, state: State, act: Advance) -> State:
    """Remember that an advance from zone to zone Disperses the unit."""
    battle = battle_numbered(state.battles, act.number)
    # The unit has moved already; the zones are those of the enemy, who has not.
    rule, sure = _passes(game, state, act, battle) if battle is not None else ("", "")
    return state.with_mark(ThroughZones(rule, act.unit, sure)) if rule else state


@book.check("XIII.E3", "XIII.E4", End)
def dispersed_by_zones(game: Trp, state: State, act: End) -> Iterator[Finding]:
    """A unit that has advanced from one zone of an enemy into another of the same is Dispersed."""
    for mark in ThroughZones.all(state):
        unit = mark.unit
        if status_of(state, unit) != DISPERSED and isinstance(state.place(unit), int):
            text = Sentence("{unit} advanced from one zone into another of the same unit and is not Dispersed.", unit)
            facts = (game.row_fact,) if mark.certainty == PERHAPS else ()
            yield violation(mark.rule, text, units=(unit,), facts=facts)


# ------------------------------------------------------------- which hex first


def vacated(battle: Battle) -> tuple[Hex, ...]:
    """Return the hexes in which the defenders of a battle stood."""
    return tuple(sorted({battle.places[unit] for unit in battle.defenders if unit in battle.places}))


@book.check("XIII.E6", Advance)
def the_vacated_hex_first(game: Trp, state: State, act: Advance) -> Iterator[Finding]:
    """An advance enters the vacated hex first; one of a single hex may enter an empty one beside it.

    No hex of its way holds an enemy.
    """
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit not in battle.attackers:
        return
    enemies = state.forces[enemy_of(game.side_of[act.unit])]
    # An advance may be told before the loss or retreat that makes room for it.
    leaving = set(battle.defenders) - set(battle.ways)
    held = next((at for at in act.trail.hexes[1:] if set(enemies.stack(at)) - leaving), None)
    if held is not None:
        text = Sentence("{unit} advanced into {held}, which an enemy holds.", act.unit, game.hex_name(held))
        yield violation("XIII.E6", text, units=(act.unit,), hexes=names(game, held))
        return
    if 0 in act.trail.gaps:
        return
    first, goals = act.trail.hexes[1], vacated(battle)
    if first in goals:
        return
    if len(act.trail.hexes) - 1 > 1:
        text = Sentence("{unit} advanced by way of {first}, not of the vacated hex.", act.unit, game.hex_name(first))
        yield violation("XIII.E6", text, units=(act.unit,), hexes=names(game, first))
    else:
        beside = [apart(game, goal, first) for goal in goals]
        if all(facts is not None for facts in beside):
            facts = min((facts for facts in beside if facts is not None), key=len)
            text = Sentence(
                "{unit} advanced into {first}, which is not beside the vacated hex.", act.unit, game.hex_name(first)
            )
            yield violation("XIII.E6", text, units=(act.unit,), hexes=names(game, first), facts=facts)


@book.check("XIII.D3", End)
def a_cleared_hex_is_entered(game: Trp, state: State, act: End) -> Iterator[Finding]:
    """Attackers with as many factors as the defence advance into a hex that has been cleared."""
    if not state.clock.phase.startswith(ATTACKS):
        return
    for battle in state.battles:
        goals = vacated(battle)
        if len(goals) == 1 and battle.result not in ("", "-") and _is_cleared(state, battle, goals[0]):
            yield from _entered(game, state, battle, goals[0])


def _is_cleared(state: State, battle: Battle, goal: Hex) -> bool:
    """Tell whether the defenders have left their hex by this battle, and no other enemy stands there.

    Who stood it, and went in another wave's battle, has left the hex to that wave.
    """
    left = all(unit in battle.lost or unit in battle.ways for unit in battle.defenders)
    return left and not state.forces[enemy_of(state.clock.side)].stack(goal)


def _entered(game: Trp, state: State, battle: Battle, goal: Hex) -> Iterator[Finding]:
    others = set(state.forces[state.clock.side].stack(goal)) - set(battle.attackers)
    gone = {mark.unit for mark in Advanced.of(state, str(battle.number))}
    able = [u for u in battle.attackers if u not in battle.lost and (u in gone or not status_of(state, u))]
    if able and not gone and not others:
        text = Sentence(
            "No unit advanced into {goal}, which battle {number} has cleared.", game.hex_name(goal), battle.number
        )
        yield violation("XIII.D3", text, units=tuple(able), hexes=names(game, goal))
    elif gone and set(able) - gone:
        yield from _enough(game, state, battle, tuple(sorted(gone)), goal)


def _enough(game: Trp, state: State, battle: Battle, gone: tuple[UnitId, ...], at: Hex) -> Iterator[Finding]:
    attack, facts = attack_factors(game, gone)
    defence, more = defence_factors(game, state, battle.defenders, at, number=battle.number)
    every: tuple[Fact, ...] = (*facts, *more)
    text = Sentence("{gone} advanced after battle {number}", ", ".join(gone), battle.number)
    if attack is None or defence is None:
        missing = tuple(fact for fact in every if fact.trust is Trust.MISSING)
        text = Sentence("{text}; whether that is enough is not known.", text)
        yield violation("XIII.D3", text, units=gone, facts=missing)
    elif attack < defence:
        text = Sentence("{text}; they count {attack}, and the defence was {defence}.", text, attack, defence)
        yield violation("XIII.D3", text, units=gone, facts=every)
