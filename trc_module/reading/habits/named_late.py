"""Said what belongs to the declaration of a battle after the battle's lines, or after another battle's die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.reading.battle import DECLARING, Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.sentence import sentence_from

READ_AS = (
    "said before the battle, or before that die; undecided where a player who has seen the die could choose otherwise"
)
PRICE = 1
NOTE = "The line {verb} of step {step} is read as if it came before battle {battle}."
ENDED_LATE = "What declares battle {battle} from step {step} on is read as if it came before the die of step {die}."
WITNESS = "a target named after the die"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield the silent keys about units of a battle with the moment before it.

    Who decides something when the die lies on the table has seen it: what he chose freely stays undecided.
    """
    free = {silent.verb: silent.free for silent in evidence.policy.silent if "u" in silent.keys}
    dice = evidence.dice[:1]
    for fight in evidence.concerned:
        first = min(fight.steps, default=0)
        for line in evidence.lines:
            verb = line.says.verb
            if verb not in free or line.says.get("u") not in fight.units:
                continue
            note = sentence_from(NOTE, verb=verb, step=line.step, battle=fight.number)
            for step in dict.fromkeys((first, *dice)):
                if line.step > step:
                    yield Change(PRICE, __name__, note, moved=((line.step, step - 0.5),), chosen=free[verb])
        yield from _declared_to_the_end(fight, evidence)
        if fight.rolls and fight.declared and fight.declared[-1] > fight.rolls[0]:
            yield _declared_before_its_die(evidence, fight)


def _declared_before_its_die(evidence: Evidence, fight: Fight) -> Change:
    """Return the change by which all that declares a battle comes before its die: others than these are in no other."""
    die = fight.rolls[0]
    role = evidence.grammar.role
    own = [line for line in evidence.lines if line.says.get("b") == fight.number and line.step > die]
    late = tuple(line for line in own if role(line.says.verb) in DECLARING)
    note = ENDED_LATE.format(battle=fight.number, step=late[0].step, die=die)
    return Change(PRICE, __name__, note, late, tuple(replace(line, step=die) for line in late))


def _declared_to_the_end(fight: Fight, evidence: Evidence) -> Iterator[Change]:
    """Yield a battle that another's die has come into the midst of, as if all its lines had come before that die.

    It had begun to be declared; whom it was against may have been chosen by what the die has brought.
    """
    begun = min(fight.declared, default=0)
    for die in [die for die in evidence.dice if begun and begun < die < fight.declared[-1] and die not in fight.rolls][
        :1
    ]:
        late = sorted(step for step in fight.declared if step > die)
        note = sentence_from(ENDED_LATE, battle=fight.number, step=late[0], die=die)
        yield Change(PRICE, __name__, note, moved=tuple((step, die - 0.5) for step in late), chosen=True)
