"""Typed what a key would have said."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import ATTACK, Declaration
from trc_module.declarations.policy import RESULT, Silent
from trc_module.hexgrid import Hex
from trc_module.reading.battle import Fight
from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.testimony import holds_said, is_unsure, odds_said, result_named
from trc_module.reading.words import spoken
from trc_module.rules.interpretation import Line
from trc_module.sentence import sentence_from

READ_AS = (
    "said by that key, if it was not pressed: the result or the odds of a battle, who attacks, what holds for the turn"
)
PRICE = 1
NOTE = "No line says {line}; the chat of step {step} does."
WITNESS = "what holds for the turn, typed"
_ODDS = "odds"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield what chat says of the battles in question, where no line says it."""
    for step, words in evidence.chat:
        if is_unsure(words):
            continue
        for fight in _meant(evidence, words):
            for silent in evidence.policy.silent:
                yield from _of_a_battle(evidence, fight, silent, step, words)
            yield from _attackers(evidence, fight, step, words)


def of_the_turn(evidence: Evidence) -> Iterator[Change]:
    """Yield the line for what holds for the turn that chat names and no line states.

    It is no change of a phase that is searched: what comes later must not be judged by words.
    """
    for stated in evidence.policy.stated:
        (key,) = stated.keys
        said = holds_said(evidence.chat, [values[key] for values in stated.choices if key in values])
        if said is not None and not any(line.says.verb == stated.verb for line in evidence.lines):
            yield _said(evidence, stated.verb, {key: said[1]}, said[0], said[0])


def _meant(evidence: Evidence, words: str) -> list[Fight]:
    """Return the battles in question that words may be about: one that they name by its number, else all."""
    named = evidence.named(words)
    return [fight for fight in evidence.concerned if not named or fight.number in named]


def _of_a_battle(evidence: Evidence, fight: Fight, silent: Silent, step: int, words: str) -> Iterator[Change]:
    """Yield the line of a key that states the result or the odds of a battle as words name them."""
    own = [line for line in evidence.lines if line.says.verb == silent.verb and line.says.get("b") == fight.number]
    values = {key for choice in silent.choices for key in choice}
    if own or set(silent.keys) - {"b", RESULT, _ODDS} or not values & {RESULT, _ODDS}:
        return
    said = {RESULT: result_named(words, evidence.policy.named), _ODDS: next(iter(odds_said([(step, words)])), "")}
    for choice in silent.choices:
        if all(said.get(key) == value for key, value in choice.items()):
            at = max([die for die in fight.rolls if die <= step], default=step)
            yield _said(evidence, silent.verb, {"b": fight.number, **choice}, at, step)


def _attackers(evidence: Evidence, fight: Fight, step: int, words: str) -> Iterator[Change]:
    """Yield the line by which a unit attacks that words name, and that stands beside the enemies of a battle."""
    if fight.known or not spoken("attacks", "said").search(words):
        return
    side = evidence.attacker(fight)
    goals = {evidence.place(unit, fight) for unit in fight.defenders}
    elsewhere = {unit for other in evidence.fights.values() for unit in other.units}
    near = [
        unit
        for unit in evidence.standing
        if evidence.side_of[unit] == side and unit not in elsewhere and _is_beside(evidence, unit, fight, goals)
    ]
    named = [unit for unit in near if evidence.is_named(unit, words)]
    verb = next(iter(sorted(evidence.grammar.verbs_of(ATTACK))))
    at = min(fight.rolls, default=step)
    if len(named) == 1:
        yield _said(evidence, verb, {"b": fight.number, "u": named[0]}, min(at, step), step)


def _is_beside(evidence: Evidence, unit: str, fight: Fight, goals: set[Hex | None]) -> bool:
    return bool(goals) and all(evidence.adjacent(evidence.place(unit, fight), at) for at in goals)


def _said(evidence: Evidence, verb: str, fields: dict[str, str], at: int, step: int) -> Change:
    """Return the change by which a line says what chat does, behind what else was done in a step."""
    ordered = {field.key: fields[field.key] for field in evidence.grammar.verbs[verb].fields if field.key in fields}
    told = " ".join((verb, *(f"{key}={value}" for key, value in ordered.items())))
    after = verb not in evidence.grammar.verbs_of(ATTACK)
    return Change(
        PRICE,
        __name__,
        sentence_from(NOTE, line=told, step=step),
        into=(Line(at, Declaration(verb, ordered)),),
        after=after,
    )
