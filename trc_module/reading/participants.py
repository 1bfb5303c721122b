"""Who may have fought in a battle beside those that its lines name: by results, by chat, by where units stood."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations

from trc_module.hexgrid import Hex
from trc_module.reading.battle import Fight
from trc_module.reading.evidence import Evidence
from trc_module.reading.testimony import is_unsure
from trc_module.rules.state import UnitId


def named_in(evidence: Evidence, fight: Fight, fights: Mapping[str, Fight]) -> list[UnitId]:
    """Return the units that results name, or somebody meets there, and no line puts into one that goes on at its die.

    One without a die may have been called off; one that was declared behind that die had not begun.
    """
    elsewhere = {unit for other in _begun(fight, _that_go_on(evidence, fight, fights)) for unit in other.units}
    lines = [line for line in (*fight.results, *evidence.later) if line.says.get("b") == fight.number]
    found = dict.fromkeys(line.says.get("u") or "" for line in lines if line.says.verb in evidence.policy.results)
    stood = [unit for unit in found if unit and _place(evidence, unit, fight) is not None]
    return [unit for unit in (*stood, *_met(evidence, fight)) if unit not in elsewhere]


def _that_go_on(evidence: Evidence, fight: Fight, fights: Mapping[str, Fight]) -> Iterator[Fight]:
    """Yield a battle with those that go on at its die: all of them, if none has fallen for it yet.

    A plain die of the phase in which they are fought may be of each.
    """
    die = min(fight.rolls, default=0)
    ahead = {line.says.get("b") for line in evidence.later if evidence.is_any_die(line)}
    for other in fights.values():
        if (
            other is fight
            or not die
            or not ahead.isdisjoint((other.number, None))
            or (other.rolls and other.rolls[-1] > die)
        ):
            yield other


def _begun(fight: Fight, others: Iterable[Fight]) -> Iterator[Fight]:
    """Yield the battles that were not declared behind the dice of one."""
    yield from (other for other in others if not _is_declared_behind(fight, other))


def _is_declared_behind(fight: Fight, other: Fight) -> bool:
    """Tell whether lines declare another battle when the dice of one had fallen: its units may have fought in both."""
    return bool(fight.rolls and other.declared) and min(other.declared) > fight.rolls[-1]


def _met(evidence: Evidence, fight: Fight) -> Iterator[UnitId]:
    """Yield the aircraft that somebody meets in a battle: they fly in it."""
    meets = {silent.verb for silent in evidence.policy.silent if {"b", "u", "x"} <= set(silent.keys)}
    met = dict.fromkeys(line.says.get("x") for line in fight.results if line.says.verb in meets)
    yield from (unit for unit in met if unit is not None and unit in evidence.boxed)


def called_in(evidence: Evidence, fight: Fight, fights: Mapping[str, Fight]) -> Iterator[UnitId]:
    """Yield the units that chat names before the die of a battle in which a side lacks.

    They are in no other battle; if no line names a side, and they were named behind the die before, they may be.
    """
    if not fight.rolls or (fight.attackers and fight.defenders):
        return
    elsewhere = {unit for other in _begun(fight, fights.values()) for unit in other.units}
    die = max((die for die in evidence.dice if die < fight.steps[0]), default=0)
    said = [(step, words) for step, words in _said_of(evidence, fight) if step < fight.rolls[0]]
    for unit in evidence.standing if said else ():
        known = unit in elsewhere
        since = die if known else 0
        free = not (known and fight.units) and _place(evidence, unit, fight) is not None
        if free and any(step > since and evidence.is_named(unit, words) for step, words in said):
            yield unit


def _said_of(evidence: Evidence, fight: Fight) -> list[tuple[int, str]]:
    """Return what chat says, with the steps, without what it denies or asks for, or says of another battle.

    It is of the battle that it names, or of the one that is being declared: of which the last line before it is, and
    one more behind it or none of a side.
    """
    last: dict[int, Fight] = {step: other for other in evidence.fights.values() for step in other.declared}
    found = []
    for step, words in evidence.chat:
        other, named = last.get(max((at for at in last if at < step), default=0), fight), evidence.named(words)
        done = other.attackers and other.defenders and other.declared[-1] < step
        of_it = fight.number in named if named else other.number == fight.number or done
        if of_it and not is_unsure(words):
            found.append((step, words))
    return found


def sides(
    evidence: Evidence, fight: Fight, fights: Mapping[str, Fight], named: Sequence[UnitId], side: str
) -> Iterator[tuple[UnitId, ...]]:
    """Yield the units that may have been left out of a battle of a side, the fewest that no line names first."""
    attackers = [*fight.attackers, *(unit for unit in named if evidence.side_of[unit] == side)]
    defenders = [*fight.defenders, *(unit for unit in named if evidence.side_of[unit] != side)]
    if named:
        yield tuple(named)
    if defenders:
        goals = {_place(evidence, unit, fight) for unit in defenders}
        stack = [foe for foe in _others(evidence, side, defenders) if _place(evidence, foe, fight) in goals]
        able = _could_attack(evidence, fight, fights, side, goals, {*named, *fight.attackers})
        yield from ((*named, *more) for more in _few_more(able, stack))
    elif attackers:
        yield from ((*named, *stack) for stack in _stacks(evidence, fight, side, attackers))
    else:
        yield from _of_the_accused(evidence, fight, side)


def is_the_only_one(evidence: Evidence, fight: Fight, unit: UnitId, side: str) -> bool:
    """Tell whether a unit alone could attack the defenders of a battle whose attackers no line names."""
    if fight.attackers or not fight.defenders:
        return False
    goals = {_place(evidence, foe, fight) for foe in fight.defenders}
    return _could_attack(evidence, fight, evidence.fights, side, goals, ()) == [unit]


def _could_attack(
    evidence: Evidence,
    fight: Fight,
    fights: Mapping[str, Fight],
    side: str,
    goals: Set[Hex | None],
    known: Collection[UnitId],
) -> list[UnitId]:
    """Return the units of a side that could attack some hexes beside those that are known to."""
    # Who was in a battle that was called off, for which no die fell, may attack elsewhere.
    others = [] if _is_called_off(fight) else [other for other in fights.values() if not _is_called_off(other)]
    elsewhere = {unit for other in others for unit in other.attackers if not _answers(unit, other, fights)}
    able = _able(evidence, fight, side, goals, elsewhere.union(known))
    return [*dict.fromkeys((*able, *_once_more(evidence, fight, side, goals, others, known)))]


def _answers(unit: UnitId, fight: Fight, fights: Mapping[str, Fight]) -> bool:
    """Tell whether a unit attacks after it was attacked in the same phase: that may answer an attack of its own."""
    return any(unit in other.defenders and 0 < other.at < fight.at for other in fights.values())


def _is_called_off(fight: Fight) -> bool:
    """Tell whether lines end a battle for which no die fell."""
    return bool(fight.results) and not fight.rolls


def _of_the_accused(evidence: Evidence, fight: Fight, side: str) -> Iterator[tuple[UnitId, ...]]:
    """Yield who may have fought in a battle that no line declares: an accused unit, and enemies beside it."""
    for unit in sorted(evidence.units):
        at = _place(evidence, unit, fight)
        if at is None:
            continue
        if evidence.side_of[unit] == side:
            stacks = list(_stacks(evidence, fight, side, [unit]))
            yield from ((unit, *stack) for stack in stacks)
            yield from ((unit, *more) for stack in stacks for more in _helped(evidence, fight, side, unit, stack))
            continue
        stack = [foe for foe in _others(evidence, side, [unit]) if _place(evidence, foe, fight) == at]
        for count in (1, 2):
            yield from ((*more, unit, *stack) for more in combinations(_able(evidence, fight, side, {at}, ()), count))


def _helped(
    evidence: Evidence, fight: Fight, side: str, unit: UnitId, stack: Sequence[UnitId]
) -> Iterator[tuple[UnitId, ...]]:
    """Yield up to two units on the map that may have attacked a stack with one, each time with the whole stack."""
    goals = {_place(evidence, foe, fight) for foe in stack}
    attacking = {other for known in evidence.fights.values() for other in known.attackers}
    able = [u for u in _able(evidence, fight, side, goals, {*attacking, unit}) if u not in evidence.boxed]
    for count in (1, 2):
        yield from ((*more, *stack) for more in combinations(able, count))


def _others(evidence: Evidence, side: str, known: Sequence[UnitId]) -> list[UnitId]:
    """Return the units of the side that is attacked, apart from those that are known to be."""
    return [unit for unit in evidence.standing if evidence.side_of[unit] != side and unit not in known]


def _able(
    evidence: Evidence, fight: Fight, side: str, goals: Set[Hex | None], attacking: Collection[UnitId]
) -> list[UnitId]:
    """Return the units of the attacker that attack nowhere and could attack some hexes, aircraft among them."""
    idle = [u for u in evidence.standing if evidence.side_of[u] == side and u not in attacking]
    idle = [unit for unit in idle if not evidence.stays_out(unit)]
    able = [unit for unit in idle if all(evidence.adjacent(_place(evidence, unit, fight), at) for at in goals)]
    return able + [unit for unit in evidence.boxed if evidence.side_of[unit] == side and unit not in attacking]


def _once_more(
    evidence: Evidence,
    fight: Fight,
    side: str,
    goals: Set[Hex | None],
    others: Sequence[Fight],
    attacking: Collection[UnitId],
) -> list[UnitId]:
    """Return the units on the map that could attack some hexes, and come out of battles that were over before."""
    over = [other for other in others if _is_declared_behind(other, fight)]
    going = {unit for other in others if other not in over for unit in other.attackers}.union(attacking)
    fought = {unit for other in over for unit in other.attackers} - going
    return [u for u in _able(evidence, fight, side, goals, going) if u in fought and u not in evidence.boxed]


def _place(evidence: Evidence, unit: UnitId, fight: Fight) -> Hex | None:
    """Return where a unit stood when a battle was fought, or when it was declared if it was gone by then."""
    found = evidence.place(unit, fight)
    return evidence.place_at(unit, fight.declared[0]) if found is None and fight.declared else found


def _few_more(able: Sequence[UnitId], stack: Sequence[UnitId]) -> Iterator[tuple[UnitId, ...]]:
    """Yield up to two of the attackers, each time without and with all others that stood with the defenders."""
    for count in (0, 1, 2):
        for more in combinations(able, count):
            if more:
                yield more
            if stack:
                yield (*more, *stack)


def _stacks(evidence: Evidence, fight: Fight, side: str, attackers: Sequence[UnitId]) -> Iterator[tuple[UnitId, ...]]:
    """Yield the stacks beside all attackers, each once."""
    at = {where for unit in attackers if (where := evidence.place(unit, fight)) is not None}
    stacks: dict[Hex, list[UnitId]] = {}
    for foe in _others(evidence, side, ()):
        where = evidence.place(foe, fight)
        if where is not None and all(evidence.adjacent(where, own) for own in at):
            stacks.setdefault(where, []).append(foe)
    yield from map(tuple, stacks.values())


def is_told_of(evidence: Evidence, fight: Fight, unit: UnitId) -> bool:
    """Tell whether a line of a battle names a unit, whatever it says of it, or chat does."""
    lines = (line.says for line in (*evidence.lines, *evidence.later) if line.says.get("b") == fight.number)
    if any(unit in says.fields.values() for says in lines):
        return True
    return any(evidence.is_named(unit, words) for _, words in _said_of(evidence, fight))
