"""What was mailed: whether it can be answered, by which side, and what the program has said in earlier replies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.auditing.audit import Audit
from trc_module.auditing.judged import Noted
from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.opponent.sealed_dice import SealedWord, seal_in
from trc_module.replay.chain import Chain
from trc_module.replay.events import Reported
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game, in_words
from trc_module.rules.state import State
from trc_module.vassal.commands import Notes, PublicNotes

PLAYS = "trc-module: I play the {side} side at the level {level}."
_PLAYS = re.compile(r"\* trc-module: I play the (\S+) side at the level (\S+)\.")

NOTED = "trc-module plays the {side} side of this game."
_NOTED = re.compile(r"trc-module plays the (\S+) side of this game\.")


@dataclass(frozen=True, slots=True)
class Earlier:
    """The program's own logs among those of a game."""

    side: str
    """The side that it plays; '' if it has not played yet."""
    last_step: int
    """The last step of its last log, counted through the chain; 0 without one."""
    last_side: str
    """The side that it plays in the last of all logs; '' if that is none of its own."""
    seal: SealedWord | None
    """The seal of the dice of its next log, as its last one or the first save gives it."""


def lines_of(chain: Chain, number: int) -> Iterator[str]:
    """Yield what VASSAL's chat holds of a log (by its number in the chain) beside the words of players."""
    for step in chain.links[number].execution.steps:
        yield from (event.text for event in step.events if isinstance(event, Reported))


def lines_before(chain: Chain, number: int) -> Iterator[str]:
    """Yield the same of all logs before one, and the notes of the save with which the game begins."""
    for command in chain.log.saved.commands():
        if isinstance(command, Notes | PublicNotes):
            yield command.text
    for earlier in range(number):
        yield from lines_of(chain, earlier)


def earlier_of(audit: Audit) -> Earlier:
    """Return what the program has done in the logs of an audit."""
    chain = audit.chain
    sides = {number: _side_of(chain, number) for number in range(len(chain.links))}
    mine = {number for number, side in sides.items() if side}
    last = max((n for n, origin in enumerate(chain.origins, 1) if origin.log in mine), default=0)
    side = next((side for side in reversed(sides.values()) if side), _side_noted(chain))
    return Earlier(side, last, sides[len(chain.links) - 1], seal_in(lines_before(chain, len(chain.links))))


def _side_noted(chain: Chain) -> str:
    """Return the side that the first save gives to the program; '' if it gives it none."""
    found = filter(None, map(_NOTED.search, lines_before(chain, 0)))
    return next((match[1] for match in found), "")


def _side_of(chain: Chain, number: int) -> str:
    found = filter(None, map(_PLAYS.match, lines_of(chain, number)))
    return next((match[1] for match in found), "")


def open_violations(audit: Audit, since: int) -> list[Noted]:
    """Return the violations of steps after one: those before it the program's own dice have accepted."""
    return [
        noted
        for noted in audit.findings
        if noted.finding.verdict is Verdict.VIOLATION and max(noted.steps, default=since + 1) > since
    ]


def check_answerable(audit: Audit, earlier: Earlier, *, anyway: bool) -> None:
    """Raise UserError where a game cannot be answered: it is over, a log is missing, or a rule is broken.

    With `anyway` what broke a rule stands.
    """
    score = audit.log.parts.game.score(audit.end)
    won = score.won
    if won or score.over:
        told = f"{won[0].side.capitalize()} has won by {won[0].rule}: {won[0].why}" if won else score.over
        told = told[0].upper() + told[1:]
        raise UserError(f"The game is over, there is nothing to answer. {told.rstrip('.')}.")
    gaps = [noted.finding for noted in audit.findings if noted.finding.rule == "log.gap"]
    if any(finding.verdict is Verdict.UNDECIDED for finding in gaps):
        said = next(finding.sentence for finding in gaps if finding.verdict is Verdict.UNDECIDED)
        raise UserError(f"A log is missing, and its dice would not count: {said} Give it as well.")
    found = open_violations(audit, earlier.last_step)
    if found and not anyway:
        raise UserError(
            "The log breaks a rule, and an answer would accept it: mail it back, or answer with --anyway.",
            *(_named(audit, noted) for noted in found),
        )


def _named(audit: Audit, noted: Noted) -> str:
    step = f"step {audit.chain.label(noted.steps[-1])}: " if noted.steps else ""
    return f"{step}{noted.finding.rule}: {noted.finding.sentence}"


def _owing(game: Game, state: State) -> list[str]:
    """Return the sides to which the phase of another leaves something to decide."""
    waiting = dict.fromkeys(game.decides(state, act) for act in game.in_between(state))
    return [side for side in waiting if side != state.clock.side]


def side_first(game: Game, state: State) -> str:
    """Return the side that has to act first in a position: to which a battle leaves something, or whose phase it is."""
    return next(iter(_owing(game, state)), state.clock.side)


def side_to_answer(audit: Audit, named: str, earlier: Earlier) -> str:
    """Return the side for which the program answers; UserError if it has nothing to do now.

    Without a name it is the side that it has played so far, or else the one whose phase the log ends in, or to which a
    battle of the other leaves something to decide.
    """
    game, state = audit.log.parts.game, audit.end
    if named and named.lower() not in game.sides:
        raise UserError(f"There is no side '{named}' in {game.title}; expected {one_of(game.sides, named)}.")
    owing = _owing(game, state)
    side = named.lower() or earlier.side or side_first(game, state)
    if side == earlier.last_side:
        name = audit.chain.name(len(audit.chain.links) - 1)
        raise UserError(f"{name} is the program's own log: play on from it, and give your log as well.")
    if side not in (state.clock.side, *owing):
        raise UserError(
            f"It is not the {side.capitalize()} player's turn: the log ends in {state.clock.words}. Play on to the "
            f"end of your turn, or name the other side ({in_words(each for each in game.sides if each != side)}) with "
            "--side."
        )
    return side
