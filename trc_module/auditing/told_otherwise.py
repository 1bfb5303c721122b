"""Results and odds that players typed, and that the game's table does not give: a battle is judged by the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from trc_module.auditing.judged import Done
from trc_module.reading.testimony import hits_named, is_unsure, odds_said, result_named
from trc_module.reading.words import numbered
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence

_SOON = 3
"""The greatest number of steps after a battle's declaration at which odds are of it, after dice at which hits are."""


class _Die(Struct, frozen=True):
    """A die of a battle, or the dice of one side."""

    step: int
    number: int
    pips: str
    odds: str
    outcome: str
    units: tuple[UnitId, ...]


def told_otherwise(
    acts: Sequence[Done], chat: Iterable[tuple[int, str]], named: Sequence[str]
) -> Iterator[tuple[int, Finding]]:
    """Yield a note on each line of chat that names another result than the die before it gives, or other odds.

    `named` are the names of results; in a game without any, it is the number of hits that dice bring.
    """
    dice = list(_dice(acts))
    declared = [(done.steps[-1], done.action, done.odds) for done in acts if isinstance(done.action, Attack)]
    for step, words in chat:
        if not is_unsure(words):
            yield from ((step, note) for note in _of_dice(dice, step, words, named))
            yield from ((step, note) for note in _of_odds(declared, step, words))


def _of_dice(dice: Iterable[_Die], step: int, words: str, named: Sequence[str]) -> Iterator[Finding]:
    """Yield a note if words name what the die before them does not bring."""
    die = max((one for one in dice if one.step < step), key=lambda one: one.step, default=None)
    if die is None or (not named and step > die.step + _SOON):
        return
    said = result_named(words, named) if named else hits_named(words)
    if said and die.outcome and said != die.outcome and _is_of(words, die.number):
        yield _note(_of_a_die(die, said, hits=not named), die.units)


def _of_odds(declared: Iterable[tuple[int, Attack, str]], step: int, words: str) -> Iterator[Finding]:
    """Yield a note if words name other odds than those of the battle that was declared just before them."""
    before = [one for one in declared if one[0] < step <= one[0] + _SOON]
    odds = odds_said([(step, words)])
    if before and len(odds) == 1:
        _, battle, right = max(before, key=lambda one: one[0])
        if right and odds[0] != right:
            text = Sentence(
                "The chat says {odds} for battle {number}; it is fought at {right}, and so it is judged.",
                odds[0],
                battle.number,
                right,
            )
            yield _note(text, (*battle.attackers, *battle.defenders))


def _dice(acts: Iterable[Done]) -> Iterator[_Die]:
    battles: dict[int, tuple[Attack, str]] = {}
    for done in acts:
        act: Any = done.action
        if isinstance(act, Attack):
            battles[act.number] = act, done.odds
        pips = getattr(act, "die", None) or ", ".join(map(str, getattr(act, "dice", None) or ()))
        battle, odds = battles.get(getattr(act, "number", 0), (None, ""))
        if pips and battle is not None:
            units = (*battle.attackers, *battle.defenders)
            yield _Die(done.steps[-1], battle.number, str(pips), odds, done.outcome, units)


def _is_of(words: str, battle: int) -> bool:
    """Tell whether words name no other battle."""
    named = numbered("battle", "said").findall(words)
    return not named or str(battle) in named


def _of_a_die(die: _Die, said: str, *, hits: bool) -> str:
    at = Sentence("at {odds} ", die.odds) if die.odds else ""
    what = Sentence("{said} hits", said) if hits else said
    gives = "give" if "," in die.pips else "gives"
    return Sentence(
        "The chat says {what} for battle {number}; {at}the {die} {gives} {outcome}, and so it is judged.",
        what,
        die.number,
        at,
        die.pips,
        gives,
        die.outcome,
    )


def _note(text: str, units: Iterable[UnitId]) -> Finding:
    return Finding("log.battle", Verdict.NOTE, text, tuple(units))
