"""Left units out of a battle's lines, or all of one side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations

from trc_module.declarations import ATTACK, DEFEND, PLAIN_DIE, ROLL, Declaration
from trc_module.digits import is_number
from trc_module.hexgrid import Hex
from trc_module.reading.battle import DECLARING, Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits import rolled_plain
from trc_module.reading.habits.too_early_or_late import EARLY
from trc_module.reading.testimony import is_unsure
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import paragraph, sentence_from

READ_AS = "part of the battle, if they stood where they could fight in it and it has a die"
PRICE = 1
OF_A_UNIT = 1
"""What each unit costs that no line of the battle's results names."""
NOTE = "No line says that {units} had a part in battle {battle}; it is read so."
WITNESS = "a battle that no key declares"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the units that may have fought in the battles in question, the fewest first."""
    fights = evidence.fights
    for number in _in_question(evidence):
        fight = fights.get(number) or Fight(number)
        if fight.known or not is_number(number):
            continue
        yield from parts(evidence, fight)


def parts(evidence: Evidence, fight: Fight) -> Iterator[Change]:
    """Yield the units that may have fought in a battle beside those that lines put into it.

    One that has no units yet may be an answer, in which the other side attacks.
    """
    fights = evidence.fights
    named = _named(evidence, fight, fights)
    called = list(_called(evidence, fight, fights))
    first = evidence.attacker(fight)
    for side in (first,) if fight.units else dict.fromkeys((first, *evidence.side_of.values())):
        for known in ([*named, *called], named) if called else (named,):
            for more in _sides(evidence, fight, fights, known, side):
                if evidence.barred.intersection(more):
                    continue
                unknown = [unit for unit in more if unit not in known]
                # Who stands there is more likely to have fought than an aircraft that could come in.
                flown = any(unit in evidence.boxed and not _is_told_of(evidence, fight, unit) for unit in unknown)
                price = PRICE + OF_A_UNIT * len(unknown) + flown + (side != first)
                joined = _joined(evidence, fight, more, price, side)
                yield joined
                yield from _with_what_came_early(evidence, fight, more, joined)
                if evidence.policy.slots and not fight.rolls and not (fight.attackers and fight.defenders):
                    yield from _rolled_plain(evidence, fight, joined)


def _with_what_came_early(
    evidence: Evidence, fight: Fight, units: Collection[UnitId], joined: Change
) -> Iterator[Change]:
    """Yield the change by which units join a battle with what is held against one of its units as done after its die.

    What its die has brought to who fought in no battle is accused before that die and after it.
    """
    for line in evidence.lines:
        if line.step not in evidence.steps or line.says.get("u") not in (*units, *fight.units):
            continue
        die = min((die for die in evidence.dice if die > line.step), default=0)
        if die in fight.rolls and evidence.grammar.role(line.says.verb) not in DECLARING:
            note = paragraph((joined.note, sentence_from(EARLY, step=line.step, die=die)))
            yield replace(joined, price=joined.price + 1, note=note, moved=((line.step, die + 0.5),))


def _in_question(evidence: Evidence) -> dict[str, None]:
    """Return the numbers of the battles out of which a unit may have been left."""
    fights = evidence.fights
    numbers = dict.fromkeys(fight.number for fight in evidence.concerned)
    numbers.update(dict.fromkeys(f.number for f in fights.values() if not (f.attackers and f.defenders)))
    numbers.update(
        dict.fromkeys(n for line in evidence.later if line.step in evidence.steps and (n := line.says.get("b")))
    )
    return numbers | dict.fromkeys(_just_rolled(evidence))


def _just_rolled(evidence: Evidence) -> Iterator[str]:
    """Yield the battles whose die fell last before what is held against a unit that is in no battle."""
    if all(any(unit in fight.units for fight in evidence.fights.values()) for unit in evidence.units):
        return
    for step in sorted(evidence.steps):
        before = [fight for fight in evidence.fights.values() if fight.rolls and fight.rolls[-1] < step]
        if before:
            yield max(before, key=lambda fight: fight.rolls[-1]).number


def _named(evidence: Evidence, fight: Fight, fights: Mapping[str, Fight]) -> list[UnitId]:
    """Return the units that results name, or somebody meets there, and no line puts into one that goes on at its die.

    One without a die may have been called off.
    """
    die = min(fight.rolls, default=0)
    others = (o for o in fights.values() if o is fight or not die or (o.rolls and o.rolls[-1] > die))
    elsewhere = {unit for other in others for unit in other.units}
    lines = [line for line in (*fight.results, *evidence.later) if line.says.get("b") == fight.number]
    found = dict.fromkeys(line.says.get("u") or "" for line in lines if line.says.verb in evidence.policy.results)
    stood = [unit for unit in found if unit and _place(evidence, unit, fight) is not None]
    return [unit for unit in (*stood, *_met(evidence, fight)) if unit not in elsewhere]


def _met(evidence: Evidence, fight: Fight) -> Iterator[UnitId]:
    """Yield the aircraft that somebody meets in a battle: they fly in it."""
    meets = {silent.verb for silent in evidence.policy.silent if {"b", "u", "x"} <= set(silent.keys)}
    met = dict.fromkeys(line.says.get("x") for line in fight.results if line.says.verb in meets)
    yield from (unit for unit in met if unit is not None and unit in evidence.boxed)


def _called(evidence: Evidence, fight: Fight, fights: Mapping[str, Fight]) -> Iterator[UnitId]:
    """Yield the units that chat names before the die of a battle in which a side lacks.

    They are in no other battle; if no line names a side, and they were named behind the die before, they may be.
    """
    if not fight.rolls or (fight.attackers and fight.defenders):
        return
    elsewhere = {unit for other in fights.values() for unit in other.units}
    die = max((die for die in evidence.dice if die < fight.steps[0]), default=0)
    said = [(step, words) for step, words in evidence.chat if step < fight.rolls[0] and not is_unsure(words)]
    for unit in evidence.standing if said else ():
        known = unit in elsewhere
        since = die if known else 0
        free = not (known and fight.units) and _place(evidence, unit, fight) is not None
        if free and any(step > since and evidence.is_named(unit, words) for step, words in said):
            yield unit


def _sides(
    evidence: Evidence, fight: Fight, fights: Mapping[str, Fight], named: Sequence[UnitId], side: str
) -> Iterator[tuple[UnitId, ...]]:
    """Yield the units that may have been left out of a battle of a side, the fewest that no line names first."""
    attackers = [*fight.attackers, *(unit for unit in named if evidence.side_of[unit] == side)]
    defenders = [*fight.defenders, *(unit for unit in named if evidence.side_of[unit] != side)]
    if named:
        yield tuple(named)
    if defenders:
        goals = {_place(evidence, unit, fight) for unit in defenders}
        # Who was in a battle that was called off, for which no die fell, may attack elsewhere.
        others = () if _is_called_off(fight) else (other for other in fights.values() if not _is_called_off(other))
        attacking = {*named, *fight.attackers, *(unit for other in others for unit in other.attackers)}
        stack = [foe for foe in _others(evidence, side, defenders) if _place(evidence, foe, fight) in goals]
        able = _able(evidence, fight, side, goals, attacking)
        yield from ((*named, *more) for more in _few_more(able, stack))
    elif attackers:
        yield from ((*named, *stack) for stack in _stacks(evidence, fight, side, attackers))
    else:
        yield from _of_the_accused(evidence, fight, side)


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
            yield from ((unit, *stack) for stack in _stacks(evidence, fight, side, [unit]))
            continue
        stack = [foe for foe in _others(evidence, side, [unit]) if _place(evidence, foe, fight) == at]
        for count in (1, 2):
            yield from ((*more, unit, *stack) for more in combinations(_able(evidence, fight, side, {at}, ()), count))


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


def _joined(evidence: Evidence, fight: Fight, units: Sequence[UnitId], price: int, side: str) -> Change:
    """Return the change by which units join a battle in which a side attacks."""
    verbs = {role: next(iter(sorted(evidence.grammar.verbs_of(role)))) for role in (ATTACK, DEFEND)}
    step = (fight.declared or fight.steps or [evidence.last])[0]
    lines = tuple(
        Line(
            step,
            Declaration(verbs[ATTACK if evidence.side_of[unit] == side else DEFEND], {"b": fight.number, "u": unit}),
        )
        for unit in units
    )
    # Whether an aircraft came in, and upon whom, its player alone knows, unless he typed it or a line says what it met.
    attacking = [unit for unit in (*fight.attackers, *units) if evidence.side_of[unit] == side]
    flown = bool(attacking) and all(unit in evidence.boxed for unit in attacking)
    free = any((flown or unit in evidence.boxed) and not _is_told_of(evidence, fight, unit) for unit in units)
    note = sentence_from(NOTE, units=" and ".join(units), battle=fight.number)
    completes = bool(fight.rolls) and not evidence.policy.plain.later and _has_both_sides_now(fight, lines, verbs)
    return Change(price, __name__, note, into=lines, chosen=free, completes=completes)


def _has_both_sides_now(fight: Fight, lines: Iterable[Line], verbs: Mapping[str, str]) -> bool:
    """Tell whether a battle of which lines name one side at most has both with some lines more."""
    said = {line.says.verb for line in lines}
    sides = bool(fight.attackers) or verbs[ATTACK] in said, bool(fight.defenders) or verbs[DEFEND] in said
    return all(sides) and not (fight.attackers and fight.defenders)


def _is_told_of(evidence: Evidence, fight: Fight, unit: UnitId) -> bool:
    """Tell whether a line of a battle names a unit, whatever it says of it, or chat does."""
    lines = (line.says for line in evidence.lines if line.says.get("b") == fight.number)
    if any(unit in says.fields.values() for says in lines):
        return True
    return any(evidence.is_named(unit, words) and not is_unsure(words) for _, words in evidence.chat)


def _rolled_plain(evidence: Evidence, fight: Fight, joined: Change) -> Iterator[Change]:
    """Yield the units in a battle of which a side is unknown, with each plain die as the one that it lacks."""
    rolling = next(iter(evidence.grammar.verbs_of(ROLL)), "")
    for die in evidence.lines if rolling else ():
        if evidence.grammar.role(die.says.verb) == PLAIN_DIE and die.step > joined.into[0].step:
            says = Declaration(rolling, {"b": fight.number, "die": die.says["die"]})
            note = sentence_from(rolled_plain.NOTE, step=die.step, verb=rolling, side="", battle=fight.number)
            yield replace(
                joined,
                price=joined.price + rolled_plain.PRICE,
                note=paragraph((joined.note, note)),
                out=(die,),
                into=(*joined.into, Line(die.step, says, die.by)),
            )
