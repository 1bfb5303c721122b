"""The laws about what a change of a phase's lines may do at all, whatever it explains and whoever proposes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from trc_module.declarations import FATE
from trc_module.reading.changes import Change, with_changes
from trc_module.reading.consent import Word
from trc_module.reading.evidence import Evidence, said_by
from trc_module.reading.testimony import hits_named, result_named
from trc_module.rules.interpretation import Line


def lawful(change: Change, evidence: Evidence) -> bool:
    """Tell whether a change may be read at all, whatever it explains."""
    laws = (_keeps_the_order, _keeps_what_is_said, _keeps_the_dice)
    return all(keeps(change, evidence) for keeps in laws)


def _keeps_the_order(change: Change, evidence: Evidence) -> bool:
    """Tell whether no step of a unit is read before an earlier one of the same unit."""
    to = dict(change.moved)
    if not to:
        return True
    for unit in sorted(set(_units_of_steps(evidence, to))):
        own = evidence.deeds_of(unit)
        when = [to.get(step, step) for step in own]
        if when != sorted(when):
            return False
    return True


def _units_of_steps(evidence: Evidence, steps: Iterable[int]) -> Iterator[str]:
    wanted = set(steps)
    yield from (unit for unit, visited in evidence.visits.items() if wanted.intersection(visited))
    yield from (line.says["u"] for line in evidence.lines if line.step in wanted and line.says.get("u"))
    yield from (done.unit for done in evidence.by_hand if done.step in wanted)


def _keeps_what_is_said(change: Change, evidence: Evidence) -> bool:
    """Tell whether each line that is set aside comes back otherwise, or is said by another line that stays."""
    left = list(change.into)
    kept = [(line.says.verb, said_by(line)) for line in with_changes(evidence.lines, (change,))]
    for line in change.out:
        again = next((new for new in left if _is_the_same(line, new)), None)
        if again is not None:
            left.remove(again)
        elif (line.says.verb, said_by(line)) not in kept and not _may_be_set_aside(line, change, evidence):
            return False
    return True


def _may_be_set_aside(line: Line, change: Change, evidence: Evidence) -> bool:
    """Tell whether a line that nothing replaces is a die that was rolled again, or a removal that the table shows."""
    verb = evidence.grammar.verbs.get(line.says.verb)
    if verb is not None and verb.governs == FATE:
        return line.step in evidence.visits.get(line.says.get("u") or "", ())
    return _is_rolled_again(line, change, evidence)


def _is_rolled_again(line: Line, change: Change, evidence: Evidence) -> bool:
    """Tell whether a die that was rolled again, as chat says and is told, explains that a line is set aside.

    One die of that purpose stays.
    """
    if change.told is None:
        return False
    dice = [line] if evidence.is_any_die(line) else [die for die in change.out if evidence.is_said_of(line, die)]
    left = [*(other for other in evidence.lines if other not in change.out), *change.into]
    return any(
        evidence.is_any_die(other) and evidence.word_on(*sorted((die.step, other.step))) is not Word.NONE
        for die in dice
        for other in left
        if other.step != die.step
    )


def _is_the_same(line: Line, new: Line) -> bool:
    """Tell whether a line is another with a number of a battle, or a die with its purpose."""
    die = line.says.get("die")
    if die:
        return die == new.says.get("die")
    return line.says.verb == new.says.verb and line.says.get("u") == new.says.get("u")


def _keeps_the_dice(change: Change, evidence: Evidence) -> bool:
    """Tell whether a change invents no die: a new one has been typed, and no line has used those words yet."""
    used = {line.step for line in evidence.lines if line.says.get("die")}
    if change.chosen and _is_of_a_result(change, evidence, used):
        return True
    typed = {(die.step, str(die.pips)) for die in evidence.typed if die.step not in used}
    new = [line for line in change.into if line.says.get("die")]
    invented = [line for line in new if (line.step, line.says["die"]) not in typed]
    dice = Counter(line.says["die"] for line in change.out if line.says.get("die"))
    dice.subtract(Counter(line.says["die"] for line in invented))
    once = len(new) - len(invented) == len({line.step for line in new if line not in invented})
    return once and all(n >= 0 for n in dice.values()) and not _pools(change.into) - _pools(change.out)


def _pools(lines: Iterable[Line]) -> Counter[str]:
    """Return what the lines show in which several dice fall at once, each as often as it is."""
    return Counter(line.says["dice"] for line in lines if line.says.get("dice"))


def _is_of_a_result(change: Change, evidence: Evidence, used: Collection[int]) -> bool:
    """Tell whether a change supplies one die alone, by words that no other die has used and that say what it brought.

    What rests on it stays undecided.
    """
    (*others, line) = change.into or (None,)
    if line is None or others or change.out or not line.says.get("die") or line.step in used:
        return False
    words = next((words for step, words in evidence.chat if step == line.step), "")
    named = result_named(words, evidence.policy.named), hits_named(words)
    return bool(words) and (line.says.get("result") or line.says.get("hits")) in set(named) - {""}
