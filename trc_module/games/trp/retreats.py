"""Retreats (XIII.D)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.board import hexside
from trc_module.facts import Fact, Source
from trc_module.games.trp.actions import Advance, Becomes, FallBack, Survive
from trc_module.games.trp.acts import NO_WAY
from trc_module.games.trp.attacks import breakthroughs, die_of, last_rolled, result_for
from trc_module.games.trp.data import ATTACKS, DISPERSED, Trp, book
from trc_module.games.trp.ground import (
    Facts,
    dispersed_beside,
    enemy_of,
    least_steps,
    names,
    near,
    not_farther,
    surest,
    zones,
)
from trc_module.games.trp.marks import Attacked, FellBack, ForDispersed, Survived
from trc_module.games.trp.stacking import MOST, overfull
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Attack, End, Lose, Retreat, RollCombat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import hexes_told
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of

FORCED = ("D1", "D4", "DX")
VOLUNTARY = ("AE", "AD", "S", "X")
FARTHEST = 4
_LEAST_FALL_BACK = 3
_ALONE_KILLED = {"D4": "DE", "DX": "DE", "DE": "BR"}
_SURVIVES_TO = 3
_OPEN = Source("assumed", "the printed map has not been seen")


@book.check("XIII.D1", RollCombat, Retreat, Advance, Attack)
def at_once(game: Trp, state: State, act: RollCombat | Retreat | Advance | Attack) -> Iterator[Finding]:
    """Retreats, advances and breakthrough attacks are made before the next battle is rolled."""
    if isinstance(act, Attack):
        yield from _broken_through_late(state, act)
        return
    if not isinstance(act, RollCombat):
        yield from _too_late(state, act)
        return
    for battle in state.battles:
        left = [unit for unit in battle.defenders if unit not in battle.lost and unit not in battle.ways]
        waiting = [unit for unit in left if result_for(state, battle, unit) == "D1"]
        if battle.number != act.number and waiting:
            text = Sentence(
                "Battle {number} was rolled before {waiting} retreated from battle {battle_number}.",
                act.number,
                waiting[0],
                battle.number,
            )
            key = (state.clock.side, "XIII.D1", battle.number, waiting[0])
            yield violation("XIII.D1", text, units=(waiting[0],), dedup_key=key)


def _too_late(state: State, act: Retreat | Advance) -> Iterator[Finding]:
    battle, last = battle_numbered(state.battles, act.number), last_rolled(state)
    if battle is None or last is None or last.number == act.number or not die_of(state, act.number):
        return
    # Of a retreat by D1 the die of the next battle has told already.
    if isinstance(act, Advance) or (result_for(state, battle, act.unit) != "D1" and act.unit not in battle.ways):
        deed = "advanced" if isinstance(act, Advance) else "retreated"
        text = Sentence(
            "{unit} {deed} after battle {number} when battle {last_number} had been rolled.",
            act.unit,
            deed,
            act.number,
            last.number,
        )
        yield violation("XIII.D1", text, units=(act.unit,))


def _broken_through_late(state: State, act: Attack) -> Iterator[Finding]:
    last = last_rolled(state)
    for unit in act.attackers if last is not None else ():
        of = breakthroughs(state, unit)
        if not of or last is None or str(last.number) in of or Attacked(unit) not in state.marks:
            continue
        # Other units of the same breakthrough may have attacked meanwhile.
        if not any(breakthroughs(state, other) & of for other in last.attackers):
            text = Sentence(
                "{unit} makes its breakthrough attack when battle {number} has been rolled since.", unit, last.number
            )
            yield violation("XIII.D1", text, units=(unit,))


@book.check("XIII.D2", Retreat)
def where_the_result_lets_it(game: Trp, state: State, act: Retreat) -> Iterator[Finding]:
    """A unit retreats from its battle by D1, D4 or DX, or of its own will after AE, AD, S or X; four hexes at most."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit in battle.attackers:
        return
    if act.unit not in battle.defenders:
        yield violation(
            "XIII.D2",
            Sentence("{unit} retreated from battle {number}, in which it is not.", act.unit, act.number),
            units=(act.unit,),
        )
        return
    known = battle.ways.get(act.unit)
    steps = least_steps(game, act.trail if known is None else known.then(act.trail))
    results = {
        battle.result,
        *(own.result for own in ForDispersed.of(state, str(act.number)) if own.unit == act.unit),
    }
    if not results & {*FORCED, *VOLUNTARY}:
        result = Sentence("the result {result}", battle.result) if battle.result else "no result"
        text = Sentence("{unit} retreated from battle {number}, which has {result}.", act.unit, act.number, result)
        yield violation("XIII.D2", text, units=(act.unit,))
    elif steps > FARTHEST:
        yield violation(
            "XIII.D2",
            Sentence("{unit} retreated {steps}; four is the most.", act.unit, hexes_told(steps)),
            units=(act.unit,),
        )


# ----------------------------------------------------------------- the hexes


def step_faults(
    game: Trp, state: State, unit: UnitId, way: tuple[Hex, ...], index: int, *, known: bool = True
) -> Iterator[tuple[str, Facts]]:
    """Yield what speaks against the hex at an index of a way of retreat, each with what it rests on (XIII.D4, a to e).

    Where it is not `known` how the unit came there, only the hex itself counts.
    """
    side, at, before = game.side_of[unit], way[index], way[index - 1]
    enemy = enemy_of(side)
    name = game.hex_name(at)
    if not game.board.land >> at & 1:
        yield Sentence("{name} is water", name), (game.board.terrain_fact(at),)
    if hexside(before, at) in game.board.closed_sides:
        yield (
            Sentence("an arm of the sea parts {before} and {name}", game.hex_name(before), name),
            (game.board.side_fact(before, at),),
        )
    short = not_farther(game, way[0], before, at) if known else None
    if short is not None:
        yield Sentence("{name} is no farther away than {before}", name, game.hex_name(before)), short
    if state.forces[enemy].stack(at):
        yield Sentence("an enemy is in {name}", name), ()
    friends = [one for one in state.forces[side].stack(at) if one != unit]
    held = surest(zones(game, state, enemy, at))
    if held is not None and not friends:
        yield Sentence("{name} is in the zone of {held}", name, held[0]), held[1]
    near_by = surest(dispersed_beside(game, state, enemy, at)) if index > 1 and not friends else None
    if near_by is not None:
        yield Sentence("{name} is beside {near_by}, and not the first hex of the retreat", name, near_by[0]), near_by[1]
    for battle in state.battles:
        # With its die an attack is over, whether or not anybody has said what it brought.
        attacked = not battle.result and any(battle.places.get(one) == at for one in battle.defenders)
        if attacked and not die_of(state, battle.number):
            yield Sentence("{name} is under the attack of battle {number}", name, battle.number), ()


def beside_attackers(game: Trp, battle: Battle, at: Hex) -> Facts | None:
    """Return the facts by which a hex is beside one from which an attack of a battle came; None if it is not."""
    for one in battle.attackers:
        origin = battle.places.get(one)
        facts = near(game, origin, at) if origin is not None else None
        if facts is not None and origin is not None:
            side = f"{game.hex_name(origin)}-{game.hex_name(at)}"
            return (*facts, Fact(f"{side} can be attacked across", _OPEN))
    return None


@book.check("XIII.D4", Retreat)
def into_hexes_that_are_open(game: Trp, state: State, act: Retreat) -> Iterator[Finding]:
    """Each hex of a retreat is farther from the battle, free of enemies, their zones, attacks and attackers."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit not in battle.defenders:
        return
    known = battle.ways.get(act.unit)
    trail = act.trail if known is None else known.then(act.trail)
    way = trail.hexes
    for index in range(len(way) - len(act.trail.hexes) + 1, len(way)):
        found = list(step_faults(game, state, act.unit, way, index, known=index - 1 not in trail.gaps))
        beside = beside_attackers(game, battle, way[index])
        if beside is not None:
            found.append(
                (Sentence("{way} is beside a hex from which it was attacked", game.hex_name(way[index])), beside)
            )
        if found:
            wrong, facts = min(found, key=lambda each: (len(each[1]) > 0, len(each[1])))
            text = Sentence("{unit} retreated wrongly: {wrong}.", act.unit, wrong)
            yield violation("XIII.D4", text, units=(act.unit,), hexes=names(game, way[index]), facts=facts)
            return


def ways_out(game: Trp, state: State, battle: Battle, unit: UnitId) -> tuple[Hex, ...]:
    """Return the hexes into which a defender may retreat first, as far as our map tells."""
    at = state.place(unit)
    if not isinstance(at, int):
        return ()
    found = []
    for other in hexes(game.beside[at]):
        wrong = any(True for _ in step_faults(game, state, unit, (at, other), 1))
        if not wrong and beside_attackers(game, battle, other) is None:
            found.append(other)
    return tuple(found)


def has_room(game: Trp, state: State, unit: UnitId, at: Hex) -> bool:
    """Tell whether a unit may stay in a hex beside the friends there."""
    others = (one for one in state.forces[game.side_of[unit]].stack(at) if one != unit)
    return not any(overfull(game, (*others, unit)))


def retreat_ways(
    game: Trp, state: State, unit: UnitId, at: Hex, battle: Battle | None = None, *, crowded: bool = False
) -> Iterator[tuple[Hex, ...]]:
    """Yield the ways of retreat from a hex, as our map has it, of one to four hexes.

    Each ends where there is room, unless they may be `crowded`.
    """
    ways: list[tuple[Hex, ...]] = [(at,)]
    while ways:
        way = ways.pop(0)
        for other in hexes(game.beside[way[-1]]):
            longer = (*way, other)
            if any(True for _ in step_faults(game, state, unit, longer, len(way))):
                continue
            if battle is not None and beside_attackers(game, battle, other) is not None:
                continue
            if len(longer) <= FARTHEST:
                ways.append(longer)
            if crowded or has_room(game, state, unit, other):
                yield longer


@book.check("XIII.D5", Retreat)
def not_into_full_hexes(game: Trp, state: State, act: Retreat) -> Iterator[Finding]:
    """A retreat does not end in a full hex where another hex is open."""
    battle = battle_numbered(state.battles, act.number)
    way = act.trail.hexes
    side = game.side_of[act.unit]
    there = [one for one in state.forces[side].stack(way[-1]) if one != act.unit]
    # A drag from one hex to the next is one hex: each hex of a retreat is farther from the battle (XIII.D4).
    unknown = len(way) - 2 in act.trail.gaps and near(game, way[-2], way[-1]) is None
    if battle is None or len(there) < MOST or unknown:
        return
    for other in hexes(game.beside[way[-2]]):
        crowd = [one for one in state.forces[side].stack(other) if one != act.unit]
        free = other != way[-1] and len(crowd) < MOST
        if free and not any(True for _ in step_faults(game, state, act.unit, (*way[:-1], other), len(way) - 1)):
            if beside_attackers(game, battle, other) is not None:
                continue
            full, free_one = game.hex_name(way[-1]), game.hex_name(other)
            text = Sentence(
                "{unit} ended its retreat in {full}, which is full; {free_one} is open.", act.unit, full, free_one
            )
            facts = (game.board.terrain_fact(other), game.row_fact)
            yield violation("XIII.D5", text, units=(act.unit,), hexes=names(game, way[-1]), facts=facts)
            return


@book.check("XIII.D6", Becomes, Survive, Lose, End)
def short_retreats(game: Trp, state: State, act: Becomes | Survive | Lose | End) -> Iterator[Finding]:
    """Without a way of two hexes D4 and DX become DE, DE becomes BR; with three alone a die of 4 to 6 eliminates."""
    if isinstance(act, Becomes):
        battle = battle_numbered(state.battles, act.number)
        if act.because == NO_WAY and battle is not None and _ALONE_KILLED.get(battle.result) != act.result:
            text = Sentence(
                "{result} does not become {act_result} for want of a way.", battle.result or "nothing", act.result
            )
            yield violation("XIII.D6", text, units=battle.defenders)
    elif isinstance(act, Survive):
        battle = battle_numbered(state.battles, act.number)
        if battle is not None and (act.unit not in battle.defenders or battle.result not in ("D4", "DX")):
            text = Sentence(
                "A die was rolled for {unit}; the result {result} asks for none.", act.unit, battle.result or "none"
            )
            yield violation("XIII.D6", text, units=(act.unit,))
        elif any(mark.unit == act.unit for mark in Survived.of(state, str(act.number))):
            text = Sentence("A die was rolled for {unit} a second time in battle {number}.", act.unit, act.number)
            yield violation("XIII.D6", text, units=(act.unit,))
    elif isinstance(act, Lose):
        for mark in Survived.of(state, str(act.number)):
            if mark.unit == act.unit and int(mark.die) <= _SURVIVES_TO:
                text = Sentence("{unit} was lost, though its die of {die} lets it live.", act.unit, mark.die)
                yield violation("XIII.D6", text, units=(act.unit,))
    else:
        for mark in Survived.all(state):
            if int(mark.die) > _SURVIVES_TO and isinstance(state.place(mark.unit), int):
                text = Sentence("{unit} was not lost, though its die was a {die}.", mark.unit, mark.die)
                yield violation("XIII.D6", text, units=(mark.unit,))


@book.effect(Survive)
def remember_the_die(game: Trp, state: State, act: Survive) -> State:
    """Remember the die of a unit that can retreat only three hexes."""
    return state.with_mark(Survived(str(act.number), act.unit, str(act.die)))


@book.check("XIII.D7", Retreat, Advance)
def attackers_advance_defenders_retreat(game: Trp, state: State, act: Retreat | Advance) -> Iterator[Finding]:
    """Attackers never retreat, and defenders never advance."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    if isinstance(act, Retreat) and act.unit in battle.attackers:
        yield violation(
            "XIII.D7",
            Sentence("{unit} retreated; it attacked in battle {number}.", act.unit, act.number),
            units=(act.unit,),
        )
    elif isinstance(act, Advance) and act.unit not in battle.attackers:
        yield violation(
            "XIII.D7",
            Sentence("{unit} advanced; it did not attack in battle {number}.", act.unit, act.number),
            units=(act.unit,),
        )


# --------------------------------------------------------------- fall back


@book.check("XIII.D8", FallBack, End)
def voluntary_retreats(game: Trp, state: State, act: FallBack | End) -> Iterator[Finding]:
    """In the enemy's attacks a ready unit that is not attacked may retreat three or four hexes; it is Dispersed."""
    if isinstance(act, End):
        for unit in FellBack.firsts(state):
            if status_of(state, unit) != DISPERSED and isinstance(state.place(unit), int):
                text = Sentence("{unit} retreated of its own will and is not Dispersed.", unit)
                yield violation("XIII.D8", text, units=(unit,))
        return
    clock, steps = state.clock, least_steps(game, act.trail)
    under = [b.number for b in state.battles if act.unit in b.defenders and not b.result]
    text = Sentence("")
    if not clock.phase.startswith(ATTACKS) or clock.side == game.side_of[act.unit]:
        text = Sentence("{unit} retreated of its own will in {clock}.", act.unit, clock.words)
    elif status_of(state, act.unit):
        text = Sentence(
            "{unit} retreated of its own will; it is {status}.", act.unit, status_of(state, act.unit).capitalize()
        )
    elif under:
        text = Sentence("{unit} retreated of its own will; it is attacked in battle {under}.", act.unit, under[0])
    elif steps > FARTHEST or (steps < _LEAST_FALL_BACK and not act.trail.gaps):
        text = Sentence(
            "{unit} retreated {steps} of its own will; three or four are allowed.", act.unit, hexes_told(steps)
        )
    if text:
        yield violation("XIII.D8", text, units=(act.unit,))
        return
    way = act.trail.hexes
    for index in range(1, len(way)):
        found = list(step_faults(game, state, act.unit, way, index, known=index - 1 not in act.trail.gaps))
        if found:
            wrong, facts = min(found, key=lambda each: len(each[1]))
            yield violation(
                "XIII.D8",
                Sentence("{unit} retreated wrongly: {wrong}.", act.unit, wrong),
                units=(act.unit,),
                hexes=names(game, way[index]),
                facts=facts,
            )
            return


@book.effect(FallBack)
def fell_back(game: Trp, state: State, act: FallBack) -> State:
    """Move a unit that retreats of its own will."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1]).with_mark(FellBack(act.unit))
