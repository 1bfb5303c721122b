"""Rolled a die again, and spoke of it in the chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from trc_module.declarations import PLAIN_DIE, Declaration
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.consent import Word, finding_of, first_counts
from trc_module.reading.evidence import Evidence
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Line
from trc_module.sentence import Sentence, sentence_from

READ_AS = "the last one, or the first if the chat says so; agreed, open or doubted, as both players speak of it"
PRICE = 1
NOTE = "{what} was rolled again: {first} before, then {last}; "
STANDS = "the first one counts, as the chat says."
WITNESS = "a die that both players want to roll again"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each pair of dice of one purpose of which chat speaks, with one of them set aside.

    The later one may be the plain die, or that of a battle that was declared anew with another number.
    """
    dice = [line for line in evidence.lines if evidence.is_any_die(line)]
    for at, first in enumerate(dice):
        for last in dice[at + 1 :]:
            word = evidence.word_on(first.step, last.step)
            if word is Word.NONE:
                continue
            again = None if _is_over(evidence, first, last) else _as_the_same(evidence, first, last)
            if again is not None:
                yield from _read_again(evidence, first, last, again, word)


def _read_again(
    evidence: Evidence, first: Line, last: Line, again: Sequence[tuple[Line, Line]], word: Word
) -> Iterator[Change]:
    note = sentence_from(NOTE, what=_what(evidence, first, last), first=_pips(first), last=_pips(last))
    units = tuple(evidence.fight_of(first).units)
    first_stands = first_counts(evidence.chat, first.step, last.step)
    if word is Word.REFUSED or first_stands:
        # That the first one counts is what one of the two says, as long as the other one does not say so too.
        verdict = Verdict.UNDECIDED if first_stands and word is not Word.AGREED else Verdict.NOTE
        stands = Finding("log.reroll", verdict, Sentence("{note}{stands}", note, STANDS), units)
        # Against a refusal the later die is tried first: where the table fits both, that it was rolled is a doubt.
        price = PRICE if first_stands else PRICE + 1
        yield Change(price, __name__, note + STANDS, (last,), told=(last.step, stands))
    if first_stands:
        return
    between = [line for line in evidence.lines if evidence.is_said_of(line, first) and line.step < last.step]
    out = (first, *between, *(line for line, _ in again))
    told = last.step, finding_of(word, note, units)
    yield Change(PRICE, __name__, note, out, tuple(new for _, new in again), told=told)


def _is_over(evidence: Evidence, first: Line, last: Line) -> bool:
    """Tell whether another die of a battle fell between two: then the later one is of its next round."""
    number = first.says.get("b")
    between = (line for line in evidence.lines if first.step < line.step < last.step and evidence.is_die(line))
    return bool(number) and any(
        line.says.get("b") == number and evidence.purpose(line) != evidence.purpose(first) for line in between
    )


def _as_the_same(evidence: Evidence, first: Line, last: Line) -> list[tuple[Line, Line]] | None:
    """Return the lines by which a later die is of the same purpose, each with what was made; None if it is of another.

    A plain die may be of any purpose.
    """
    plain = [evidence.grammar.role(line.says.verb) == PLAIN_DIE for line in (first, last)]
    if all(plain):
        return None
    if plain[0] or evidence.purpose(first) == evidence.purpose(last):
        return []
    if plain[1] and first.says.get("die"):
        fields = dict(evidence.purpose(first))
        return [(last, replace(last, says=Declaration(first.says.verb, {**fields, "die": last.says["die"]})))]
    number, other = first.says.get("b"), last.says.get("b")
    kinds = [(die.says.verb, die.says.get("as")) for die in (first, last)]
    same = kinds[0] == kinds[1] and number and other and number != other
    if not same or not _is_declared_anew(evidence.fight_of(first), evidence.fight_of(last), first.step):
        return None
    return [
        (line, replace(line, says=Declaration(line.says.verb, {**line.says.fields, "b": str(number)})))
        for line in evidence.lines
        if line.says.get("b") == other
    ]


def _is_declared_anew(fight: Fight, other: Fight, die: int) -> bool:
    """Tell whether a battle is declared after the die of one about the same enemies, or names only who joins it."""
    if any(step < die for step in other.declared):
        return False
    return not other.defenders or not set(other.defenders).isdisjoint(fight.defenders)


def _what(evidence: Evidence, *dice: Line) -> str:
    """Return in words what was rolled again."""
    line = next(line for line in dice if evidence.grammar.role(line.says.verb) != PLAIN_DIE)
    number, side = line.says.get("b"), line.says.get("as")
    if number:
        return f"Battle {number}" + (f" ({side})" if side else "")
    return Sentence("The die {verb}", line.says.verb) + (f" of {line.says['u']}" if line.says.get("u") else "")


def _pips(line: Line) -> str:
    return line.says.get("die") or (line.says.get("dice") or "").replace(",", ", ")
