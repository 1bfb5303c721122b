"""Ground attack allocation (M41-OPC-1, M41-OPC-3, M41-OPM-1, M41-BLZ-1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from trc_module.games.m41.acts import Fortify
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.firepower import target_of
from trc_module.games.m41.marks import Flown, Grounded
from trc_module.games.m41.movement import (
    all_up_the_road,
    before_attack,
    fits,
    phase_allows,
    steps_of,
    stuck_in_mud,
    up_the_road,
    way_facts,
)
from trc_module.games.m41.supply import supply_facts, unit_supplied
from trc_module.games.m41.weather import weather_facts
from trc_module.games.m41.words import (
    AIR,
    AIR_BOX,
    ARMY,
    BLITZ,
    DEEP,
    DISRUPTED,
    FORTIFIED,
    FRONT,
    GERMAN,
    MOVEMENT,
    MOVING,
    PANZER,
    RUSSIAN,
    SHOCK,
    TANK,
)
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Attack, End
from trc_module.rules.battles import Battle, next_number
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import hexes_told, spaced
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of, with_status
from trc_module.systems.weather import weather_of

SUPERIOR = frozenset({PANZER, FRONT})
"""The types of units of which only one attacks across a hexside."""
ACROSS = 2
"""The units that may attack across a hexside, one more with the Russian tanks."""


def ground_of(game: M41, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Return the ground units among some."""
    return tuple(unit for unit in units if game.units[unit].type != AIR)


def air_of(game: M41, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Return the air units among some."""
    return tuple(unit for unit in units if game.units[unit].type == AIR)


def _target(game: M41, state: State, act: Attack) -> Hex | None:
    """Return the one hex that is attacked; None if the defenders are not in one hex of the map."""
    places = {state.place(unit) for unit in act.defenders}
    at = next(iter(places))
    return at if len(places) == 1 and isinstance(at, int) else None


@book.judge(Attack)
def against_one_hex(game: M41, state: State, act: Attack) -> Iterator[Finding]:
    """Attacks are allocated in operational phases of the own side, against all enemies of a hex (M41-SEQ, OPC-1)."""
    clock = state.clock
    if clock.phase not in MOVING or any(game.side_of[unit] != clock.side for unit in act.attackers):
        yield violation(
            "M41-SEQ",
            Sentence("Battle {number} was declared in {clock}.", act.number, clock.words),
            units=act.attackers,
        )
        return
    target = _target(game, state, act)
    enemy = game.enemy(clock.side)
    if target is None or any(game.side_of[unit] != enemy for unit in act.defenders):
        text = Sentence("Battle {number} is not against the enemies in one hex.", act.number)
        yield violation("M41-OPC-1", text, units=act.defenders)
        return
    left_out = set(state.forces[enemy].stack(target)) - set(act.defenders)
    if left_out:
        text = Sentence(
            "Battle {number} leaves out {left_out}, which stands in {target} too.",
            act.number,
            min(left_out),
            game.hex_name(target),
        )
        yield violation("M41-OPC-1", text, units=(min(left_out),))
    for unit in ground_of(game, act.attackers):
        at = state.place(unit)
        if isinstance(at, int) and not game.near.of[target] >> at & 1:
            text = Sentence("{unit} attacks {target}, to which it is not adjacent.", unit, game.hex_name(target))
            yield violation("M41-OPC-1", text, units=(unit,), facts=game.map_facts)
    yield from _once(game, state, act)


def _once(game: M41, state: State, act: Attack) -> Iterator[Finding]:
    fought = {unit for battle in state.battles for unit in battle.units}
    again = sorted(fought.intersection((*ground_of(game, act.attackers), *act.defenders)))
    if again:
        text = Sentence("{again} is in another battle of this phase already.", again[0])
        yield violation("M41-OPC-1", text, units=(again[0],))


@book.judge(Attack)
def able_to_attack(game: M41, state: State, act: Attack) -> Iterator[Finding]:
    """Disrupted units do not attack; a Blitzkrieg needs Good or Hard Frost, a Deep Battle Snow and Shock armies."""
    for unit in ground_of(game, act.attackers):
        if status_of(state, unit) == DISRUPTED:
            yield violation("M41-DIS-1", Sentence("{unit} attacks; it is disrupted.", unit), units=(unit,))
    if state.clock.phase == DEEP:
        for unit in ground_of(game, act.attackers):
            if game.units[unit].type != SHOCK:
                text = Sentence("{unit} attacks in the Deep Battle; only Shock armies do.", unit)
                yield violation("M41-BLZ-1", text, units=(unit,))
    may = phase_allows(game, state)
    if may is False:
        phase, weather = state.clock.phase, weather_of(state)
        text = Sentence(
            "Battle {number} was declared in the {phase} phase; there is none in weather {weather}.",
            act.number,
            phase,
            spaced(weather),
        )
        yield violation("M41-BLZ-1", text, facts=weather_facts(game, state))
    elif may is None:
        text = Sentence(
            "Battle {number} was declared in the {phase} phase; the weather is unknown.",
            act.number,
            state.clock.phase_words,
        )
        yield Finding("M41-BLZ-1", Verdict.UNDECIDED, text)


@book.judge(Attack)
def not_too_far_before(game: M41, state: State, act: Attack) -> Iterator[Finding]:
    """A unit attacks after no more hexes than its kind may move before (M41-OPM-1, M41-OPM-2)."""
    if state.clock.phase not in MOVING:
        return
    target = _target(game, state, act)
    for unit in ground_of(game, act.attackers):
        trail = state.trails.get(unit)
        if trail is None:
            continue
        most = before_attack(game, state, unit)
        facts = (*way_facts(game, trail), game.units[unit].fact("move"))
        if not fits(game, state, unit, trail, most):
            plain, _ = steps_of(game, state, unit, trail)
            rule = "M41-OPM-2" if state.clock.phase == BLITZ and plain <= (game.units[unit].move or 0) else "M41-OPM-1"
            text = Sentence(
                "{unit} moved {plain} and attacks; it may move {most}, and one more along the road.",
                unit,
                hexes_told(plain),
                most,
            )
            yield violation(rule, text, units=(unit,), facts=facts)
        elif stuck_in_mud(game, state, unit) and not (
            game.units[unit].type == PANZER
            and all_up_the_road(game, trail)
            and target is not None
            and _leads_on(game, trail.hexes[-1], target)
        ):
            text = Sentence("{unit} moved in mud and attacks; only panzers up the Moscow road do.", unit)
            yield violation("M41-OPM-2", text, units=(unit,), facts=(*facts, *weather_facts(game, state)))


def _leads_on(game: M41, at: Hex, target: Hex) -> bool:
    """Tell whether who has come up the road may attack there: any hex (it is the way that must lead up the road)."""
    return up_the_road(game, at, target) or game.near.of[at] >> target & 1 == 1


@book.check("M41-OPC-3", Attack)
def few_across_a_hexside(game: M41, state: State, act: Attack) -> Iterator[Finding]:
    """Two units attack across a hexside, three with the Russian tanks; one of them is a panzergruppe or a front."""
    groups: dict[Hex, list[UnitId]] = {}
    for unit in ground_of(game, act.attackers):
        at = state.place(unit)
        if isinstance(at, int):
            groups.setdefault(at, []).append(unit)
    for at, units in groups.items():
        most = ACROSS + any(game.units[unit].type == TANK for unit in units)
        superior = [unit for unit in units if game.units[unit].type in SUPERIOR]
        if len(units) > most:
            text = Sentence(
                "{count} units attack from {at} across one hexside; {most} may.", len(units), game.hex_name(at), most
            )
            yield violation("M41-OPC-3", text, units=tuple(units))
        elif len(superior) > 1:
            text = Sentence(
                "{superior} and {other_superior} attack across one hexside; only one panzergruppe or front may.",
                superior[0],
                superior[1],
            )
            yield violation("M41-OPC-3", text, units=tuple(superior))


@book.check("M41-OPC-1", End)
def germans_beside_attackers(game: M41, state: State, act: End) -> Iterator[Finding]:
    """A hex with an undisrupted German unit next to an attacking Russian unit is attacked too."""
    clock = state.clock
    if clock.side != RUSSIAN or clock.phase not in MOVING:
        return
    attacked = {target_of(battle) for battle in state.battles}
    told = set(attacked)
    for battle in state.battles:
        for unit in ground_of(game, battle.attackers):
            for at, ready in _germans_beside(game, state, battle.places[unit]):
                if at not in told:
                    told.add(at)
                    text = Sentence(
                        "{ready} in {at} is next to {unit}, which attacks, and is not attacked.",
                        ready[0],
                        game.hex_name(at),
                        unit,
                    )
                    yield violation("M41-OPC-1", text, units=(ready[0], unit), facts=game.map_facts)


def _germans_beside(game: M41, state: State, at: Hex) -> Iterator[tuple[Hex, list[UnitId]]]:
    """Yield the hexes beside one that hold undisrupted German units, and these."""
    for other in hexes(game.near.of[at] & state.forces[GERMAN].occupied):
        ready = [each for each in state.forces[GERMAN].stack(other) if status_of(state, each) != DISRUPTED]
        if ready:
            yield other, ready


@book.check("M41-AIR-1", Attack)
def air_units_once(game: M41, state: State, act: Attack) -> Iterator[Finding]:
    """An air unit flies once in a phase: a strike of its own, or support of attacking units in supply."""
    ground = ground_of(game, act.attackers)
    for unit in air_of(game, act.attackers):
        if state.place(unit) != AIR_BOX or Grounded(unit) in state.marks:
            yield violation("M41-AIR-1", Sentence("{unit} cannot fly in this phase.", unit), units=(unit,))
        elif Flown(unit) in state.marks:
            yield violation("M41-AIR-1", Sentence("{unit} flies a second time in this phase.", unit), units=(unit,))
        elif ground and not any(unit_supplied(game, state, each) for each in ground):
            text = Sentence("{unit} supports battle {number}, in which no attacker is in supply.", unit, act.number)
            yield violation("M41-AIR-1", text, units=(unit,), facts=supply_facts(game))


@book.check("M41-AIR-2", Attack)
def russian_air_alone(game: M41, state: State, act: Attack) -> Iterator[Finding]:
    """Russian air units fly in the first combat phase alone, and one in a battle."""
    flying = [unit for unit in air_of(game, act.attackers) if game.side_of[unit] == RUSSIAN]
    if flying and state.clock.phase != MOVEMENT:
        text = Sentence(
            "{flying} flies in the {phase} phase; Russian air units do not.", flying[0], state.clock.phase_words
        )
        yield violation("M41-AIR-2", text, units=(flying[0],))
    elif len(flying) > 1:
        text = Sentence(
            "{flying} and {other_flying} fly in battle {number}; only one Russian air unit may.",
            flying[0],
            flying[1],
            act.number,
        )
        yield violation("M41-AIR-2", text, units=tuple(flying))


@book.effect(Attack)
def declare(game: M41, state: State, act: Attack) -> State:
    """Add a battle; its air units are where it is fought."""
    target = next((at for unit in act.defenders if isinstance(at := state.place(unit), int)), None)
    if target is None:
        return state
    places: dict[UnitId, Hex] = {}
    for unit in (*act.attackers, *act.defenders):
        at = state.place(unit)
        places[unit] = at if isinstance(at, int) else target
    battle = Battle(act.number, act.attackers, act.defenders, FrozenMap(places))
    others = tuple(each for each in state.battles if each.number != act.number)
    after = state.changed(battles=(*others, battle))
    return after.with_mark(*(Flown(unit) for unit in air_of(game, act.attackers)))


@book.check("M41-FORT-1", Fortify)
def who_may_fortify(game: M41, state: State, act: Fortify) -> Iterator[Finding]:
    """A German army or a Russian front fortifies, undisrupted, where it has not moved."""
    who = game.units[act.unit]
    if (who.side, MOVEMENT) != (state.clock.side, state.clock.phase):
        yield violation(
            "M41-SEQ", Sentence("{unit} fortified in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
    elif who.type != (ARMY if who.side == GERMAN else FRONT):
        yield violation(
            "M41-FORT-1", Sentence("{unit} fortified; a {type} unit cannot.", act.unit, who.type), units=(act.unit,)
        )
    elif status_of(state, act.unit) == DISRUPTED:
        yield violation("M41-FORT-1", Sentence("{unit} fortified; it is disrupted.", act.unit), units=(act.unit,))
    elif act.unit in state.trails:
        yield violation("M41-FORT-1", Sentence("{unit} fortified; it has moved.", act.unit), units=(act.unit,))


@book.effect(Fortify)
def fortify(game: M41, state: State, act: Fortify) -> State:
    """Fortify a unit."""
    return with_status(state, act.unit, FORTIFIED)


@book.lister(Fortify)
def fortifications(game: M41, state: State) -> Iterator[Fortify]:
    """Yield the units that may fortify."""
    if state.clock.phase == MOVEMENT:
        for unit, at in state.forces[state.clock.side].places.items():
            if isinstance(at, int) and unit not in state.trails and not status_of(state, unit):
                yield Fortify(unit)


@book.lister(Attack)
def attacks(game: M41, state: State) -> Iterator[Attack]:
    """Yield the attacks of one or two units, with an air unit or without, and strikes from the air."""
    if state.clock.phase not in MOVING or not phase_allows(game, state):
        return
    side, enemy = state.clock.side, game.enemy(state.clock.side)
    number = next_number(state.battles)
    attacked = {target_of(battle) for battle in state.battles}
    air = [unit for unit in state.forces[side].stack(AIR_BOX) if Flown(unit) not in state.marks]
    for at, stack in state.forces[enemy].stacks.items():
        if at in attacked:
            continue
        ready = _ready_beside(game, state, at, attacked)
        for group in (group for count in (1, 2, 3) for group in combinations(ready, count)):
            yield Attack(number, group, stack)
            yield from (Attack(number, (*group, flying), stack) for flying in air)
        yield from (Attack(number, (flying,), stack) for flying in air)


def _ready_beside(game: M41, state: State, at: Hex, attacked: set[Hex]) -> list[UnitId]:
    """Return the units of the side of this phase that may attack a hex; Russians without obliging others to attack."""
    side = state.clock.side
    near = [unit for other in hexes(game.near.of[at]) for unit in state.forces[side].stack(other)]
    ready = [unit for unit in near if status_of(state, unit) != DISRUPTED]
    if side == RUSSIAN:
        return [unit for unit in ready if _obliges_to_no_more(game, state, unit, attacked | {at})]
    return ready


def _obliges_to_no_more(game: M41, state: State, unit: UnitId, attacked: set[Hex]) -> bool:
    """Tell whether a Russian unit may attack without making other attacks necessary."""
    at = state.place(unit)
    return isinstance(at, int) and all(other in attacked for other, _ in _germans_beside(game, state, at))
