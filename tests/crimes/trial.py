"""Planting crimes in legal games, and what becomes of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from tests.crimes import behind, fighting, moving  # noqa: F401  (they enter their crimes into the book)
from tests.crimes.crime import BOOK, Planted, Scene, named
from trc_module.errors import UserError
from trc_module.games.trc import Trc
from trc_module.games.trc.play import played_on
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.record import action_text, position_text
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State

OnCrime = Callable[[str, Planted, list[Action]], None]

TELLING = (Verdict.VIOLATION, Verdict.DOUBT)


@dataclass
class Tally:
    """What became of the crimes of one name."""

    planted: int = 0
    found: int = 0
    right: int = 0
    doubted: int = 0
    """Found, but only as a doubt: a datum that the verdict rests on is doubtful."""
    false: int = 0
    """Findings about the legal acts before."""
    rules: Counter[str] = field(default_factory=Counter)
    """What was named in the crime's place."""
    misses: list[str] = field(default_factory=list)
    """The first crimes that were not found or not named right, as records."""


@dataclass(frozen=True)
class Verdicts:
    """What the referee said about a planted crime."""

    before: tuple[Finding, ...]
    about: tuple[Finding, ...]


def judged(game: Trc, state: State, acts: tuple[Action, ...]) -> Verdicts | None:
    """Return what the referee says about some acts; None if one of them does not fit the position."""
    referee = Referee(game, state)
    before: list[Finding] = []
    try:
        for act in acts[:-1]:
            before += referee.act(act).findings
        about = referee.act(acts[-1]).findings
    except UserError:
        return None
    return Verdicts(_telling(before), _telling(about))


def _telling(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.verdict is not Verdict.NOTE)


def scenes(game: Trc, seed: int, turns: int) -> Iterator[tuple[State, Action]]:
    """Yield the positions of a legal game, each with the act that comes next."""
    state = game.start("campaign", frozenset())
    for told, after in self_play(game, state, game.player("random", seed), turns, played_on):
        yield state, told.action
        state = after


def plant(
    game: Trc, seeds: range, turns: int, each: int, on_crime: OnCrime = lambda name, planted, before: None
) -> dict[str, Tally]:
    """Plant every crime in each of some games, at up to `each` occasions or one more, and return what became of them.

    `on_crime` is told of each with the acts of the game before it.
    """
    tallies = {name: Tally() for name in BOOK}
    for seed in seeds:
        rng = random.Random(f"crimes {seed}")
        left = dict.fromkeys(BOOK, each)
        before: list[Action] = []
        for state, act in scenes(game, seed, turns):
            here = [one for one in BOOK.values() if isinstance(act, one.at) and left[one.name]]
            for one in here:
                # Not the first occasion of every game.
                if rng.random() > _CHANCE.get(type(act).__name__, 0.5):
                    continue
                for planted in list(islice(one.plant(Scene(game, state, act, rng)), 2)):
                    left[one.name] -= 1
                    if _enter(game, state, planted, tallies[one.name]):
                        on_crime(one.name, planted, before)
            before.append(act)
    return tallies


_CHANCE = {"Move": 0.03, "Setup": 0.1, "Attack": 0.3, "Roll": 0.3, "End": 0.7, "RailMove": 0.2, "Enter": 0.4}


def _enter(game: Trc, state: State, planted: Planted, tally: Tally) -> bool:
    expected, acts = planted
    said = judged(game, state, acts)
    if said is None:
        return False
    tally.planted += 1
    tally.false += len(said.before)
    telling = [finding for finding in said.about if finding.verdict in TELLING]
    tally.found += bool(telling)
    right = bool(telling) and all(named(expected, finding.rule) for finding in telling)
    tally.right += right
    tally.doubted += right and all(finding.verdict is Verdict.DOUBT for finding in telling)
    if not right or said.before:
        tally.rules.update({finding.rule for finding in said.about} or {"nothing"})
        if len(tally.misses) < 3:
            record = [position_text(game, state), *(action_text(game, act) for act in acts)]
            told = "; ".join(map(str, (*said.before, *said.about))) or "nothing was said"
            tally.misses.append(f"expected {expected}: {told}\n" + "\n".join(record))
    return True
