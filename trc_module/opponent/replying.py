"""The answer to a log: audited, played and written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trc_module.auditing.audit import Audit
from trc_module.errors import UserError
from trc_module.opponent.game_so_far import PLAYS, Earlier, check_answerable, earlier_of, side_to_answer
from trc_module.opponent.levels import level_of
from trc_module.opponent.playing import PlayedPart, play_part
from trc_module.opponent.remembering import notes_with, remembered
from trc_module.opponent.sealed_dice import ReplyDice, ShownWord, digest_of, sealed_for, word_of
from trc_module.opponent.table import EndOfLog, GoingOn
from trc_module.opponent.words import GameWords
from trc_module.opponent.writing import NAME, write_reply
from trc_module.rules.selfplay import IllegalPlayError
from trc_module.rules.state import State
from trc_module.systems.card_places import CardPlaces

MOST_NAMED = 6
"""Choices that a question names; of more it says how many there are."""


@dataclass(frozen=True, slots=True)
class Replied:
    """A reply that was written."""

    side: str
    part: PlayedPart
    steps: int
    sentences: tuple[str, ...]
    """What the program says of its acts, in their order."""
    question: str
    """What it asks the other side; '' if it is simply its turn."""
    end: State


def reply(
    audit: Audit,
    output: Path,
    version: str,
    secret: str,
    *,
    side: str = "",
    level: str = "",
    seconds: float = 20.0,
    anyway: bool = False,
) -> Replied:
    """Write the answer to the logs of an audit; UserError says why there is none.

    `secret` is what the words of the dice are made from, `seconds` how long the level hard may think.
    """
    audit = remembered(audit, secret)
    game, state = audit.log.parts.game, audit.end
    level, earlier = level_of(game, level), earlier_of(audit)
    check_answerable(audit, earlier, anyway=anyway)
    side = side_to_answer(audit, side, earlier)
    last = audit.chain.links[-1].execution.log
    shown, honest = _word(earlier, secret, digest_of(last.path))
    seed = int(hashlib.sha256(f"{shown.word} {shown.log} plans".encode()).hexdigest()[:12], 16)
    player = game.opponent(level, seed, seconds)
    dice, end = ReplyDice(shown), EndOfLog(last.path)
    counters = last.parts.recipe.card_counters(GoingOn(last.parts, last, end), last.parts)
    cards = None if counters is None else CardPlaces(counters.places(), game.sides, dice.card)
    try:
        part = play_part(game, state, side, player, dice.roll, cards)
    except IllegalPlayError as error:
        broken = error.found[0]
        raise UserError(
            f"The program does not know how to go on in {error.told.clock}: what it would do breaks {broken.rule} "
            f"({broken.sentence.rstrip('.')}). Play this part of the turn for it, and mail that."
        ) from error
    assert part.end is not None
    words = GameWords(audit.log.parts, side)
    question = _question(words, part)
    if question and not part.acts:
        raise UserError(f"The log leaves open what is not the program's to decide. {question}")
    before = [PLAYS.format(side=side, level=level).removeprefix(f"{NAME}: "), str(shown)]
    if not honest:
        before.append(
            "Nobody had the seal of this word before: these dice cannot be checked, those of my next log can."
        )
    notes = notes_with(end.notes, game, part.end, secret)
    after = [*([question] if question else []), str(sealed_for(secret, shown.log))]
    steps = write_reply(last, end, state, side, part.acts, dice.drawn, words.of, before, after, notes, output, version)
    sentences = tuple(filter(None, (words.of(position, act) for position, act in part.acts)))
    return Replied(side, part, steps, sentences, question, part.end)


def _word(earlier: Earlier, secret: str, log: str) -> tuple[ShownWord, bool]:
    """Return the word of a reply's dice, and whether it is the one whose seal was given before."""
    if earlier.seal is not None:
        word = word_of(secret, earlier.seal.number)
        if sealed_for(secret, earlier.seal.number.ljust(64, "0")).seal == earlier.seal.seal:
            return ShownWord(word, log), True
    return ShownWord(word_of(secret, f"first {log}"), log), False


def _question(words: GameWords, part: PlayedPart) -> str:
    if not part.asked:
        return ""
    named = list(dict.fromkeys(_choices(words, part)))
    shown = "; ".join(named[:MOST_NAMED])
    more = f"; and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    choose = " to choose" if len(named) > 1 else ""
    return f"It is yours{choose}: {shown}{more}. Do it in your log, and mail it; I go on from there."


def _choices(words: GameWords, part: PlayedPart) -> Iterator[str]:
    assert part.end is not None
    for act in part.asked:
        yield words.choice(part.end, act)
