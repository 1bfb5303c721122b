"""Left units out of a battle's lines, or all of one side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from trc_module.declarations import ATTACK, DEFEND, PLAIN_DIE, ROLL, Declaration
from trc_module.digits import is_number
from trc_module.reading.battle import DECLARING, Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits import rolled_plain
from trc_module.reading.habits.too_early_or_late import EARLY
from trc_module.reading.participants import called_in, is_the_only_one, is_told_of, named_in, sides
from trc_module.rules.interpretation import Line
from trc_module.rules.state import UnitId
from trc_module.sentence import paragraph, sentence_from

READ_AS = (
    "part of the battle, if they stood where they could fight in it and it has a die; what one attacker more explains "
    "is undecided if neither results nor chat name it"
)
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
    named = named_in(evidence, fight, fights)
    called = list(called_in(evidence, fight, fights))
    first = evidence.attacker(fight)
    elsewhere = {line.says.get("u") for line in evidence.later if line.says.get("b") != fight.number}
    for side in (first,) if fight.units else dict.fromkeys((first, *evidence.side_of.values())):
        for known in ([*dict.fromkeys((*named, *called))], named) if called else (named,):
            for more in sides(evidence, fight, fights, known, side):
                if evidence.barred.intersection(more):
                    continue
                unknown = [unit for unit in more if unit not in known]
                # Who stands there is more likely to have fought than an aircraft that could come in.
                flown = any(unit in evidence.boxed and not is_told_of(evidence, fight, unit) for unit in unknown)
                price = PRICE + OF_A_UNIT * len(unknown) + flown + (side != first)
                # So it is of who is in another battle in the phase in which they are fought.
                price += not elsewhere.isdisjoint(unknown)
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
    # A battle whose defenders attack instead has no die of its own, and may lack who is accused of theirs.
    numbers.update(dict.fromkeys(f.number for f in fights.values() if not f.rolls and _shares(f, evidence.concerned)))
    numbers.update(dict.fromkeys(f.number for f in fights.values() if not (f.attackers and f.defenders)))
    declared = {line.says.get("b") for line in evidence.later if evidence.grammar.role(line.says.verb) in DECLARING}
    for line in evidence.later:
        number, unit = line.says.get("b"), line.says.get("u")
        # Of a battle that no line declares its accused unit tells, whatever is said of it there.
        if number and (line.step in evidence.steps or (unit in evidence.units and number not in declared)):
            numbers[number] = None
    return numbers | dict.fromkeys(_just_rolled(evidence))


def _shares(fight: Fight, others: Iterable[Fight]) -> bool:
    """Tell whether who is attacked in a battle attacks in one of some others."""
    return any(unit in fight.defenders for other in others for unit in other.attackers)


def _just_rolled(evidence: Evidence) -> Iterator[str]:
    """Yield the battles whose die fell last before what is held against a unit that is in no battle.

    Then comes the one whose die was still to fall: a key may have been pressed before it.
    """
    if all(any(unit in fight.units for fight in evidence.fights.values()) for unit in evidence.units):
        return
    rolled = [fight for fight in evidence.fights.values() if fight.rolls]
    for step in sorted(evidence.steps):
        before = [fight for fight in rolled if fight.rolls[-1] < step]
        if before:
            yield max(before, key=lambda fight: fight.rolls[-1]).number
        yield from (fight.number for fight in rolled if fight.declared and fight.declared[0] < step < fight.rolls[0])


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
    note = sentence_from(NOTE, units=" and ".join(units), battle=fight.number)
    completes = bool(fight.rolls) and not evidence.policy.plain.later and _has_both_sides_now(fight, lines, verbs)
    return Change(
        price, __name__, note, into=lines, chosen=_is_chosen(evidence, fight, units, side), completes=completes
    )


def _is_chosen(evidence: Evidence, fight: Fight, units: Sequence[UnitId], side: str) -> bool:
    """Tell whether only its player knows whether units were in a battle in which a side attacks."""
    if _was_rolled(evidence, fight) and len(units) == 1 and is_the_only_one(evidence, fight, units[0], side):
        return False
    # Who stands with somebody who is attacked is attacked as well.
    goals = {evidence.place(unit, fight) for unit in fight.defenders} - {None}
    units = [unit for unit in units if evidence.side_of[unit] == side or evidence.place(unit, fight) not in goals]
    # So it is of aircraft, and of those upon whom they came, unless chat names them or a line says what it met.
    attacking = [unit for unit in (*fight.attackers, *units) if evidence.side_of[unit] == side]
    flown = bool(attacking) and all(unit in evidence.boxed for unit in attacking)
    # So it is with one attacker more in a battle that has both its sides.
    more = bool(fight.attackers and fight.defenders)
    return any(
        (flown or unit in evidence.boxed or (more and unit in attacking)) and not is_told_of(evidence, fight, unit)
        for unit in units
    )


def _was_rolled(evidence: Evidence, fight: Fight) -> bool:
    """Tell whether a die of a battle fell by its key, in this phase or the one in which it is fought."""
    lines = (*evidence.lines, *evidence.later)
    return any(evidence.is_any_die(line) and line.says.get("b") == fight.number for line in lines)


def _has_both_sides_now(fight: Fight, lines: Iterable[Line], verbs: Mapping[str, str]) -> bool:
    """Tell whether a battle of which lines name one side at most has both with some lines more."""
    said = {line.says.verb for line in lines}
    both = bool(fight.attackers) or verbs[ATTACK] in said, bool(fight.defenders) or verbs[DEFEND] in said
    return all(both) and not (fight.attackers and fight.defenders)


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
