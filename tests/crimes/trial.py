"""Planting crimes in legal games, and what becomes of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from tests.crimes import behind, fighting, markers, moving, slips  # noqa: F401  (they enter their crimes into the book)
from tests.crimes.crime import BOOK, Planted, Scene, named
from trc_module.errors import UserError
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.record import action_text, position_text
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State

OnCrime = Callable[[str, Planted, list[Action]], None]

TELLING = (Verdict.VIOLATION, Verdict.DOUBT)


@dataclass
class RowTally:
    """What became of the crimes against one row of the ledger."""

    planted: int = 0
    found: int = 0
    right: int = 0
    named: Counter[str] = field(default_factory=Counter)
    """The rows that were named, where every one was expected."""


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
    by_row: dict[str, RowTally] = field(default_factory=dict)
    """The same by row of the ledger: the row that was named, or the first that was expected."""
    accused: Counter[str] = field(default_factory=Counter)
    """The rows named about the legal acts before."""


@dataclass(frozen=True)
class Verdicts:
    """What the referee said about a planted crime."""

    before: tuple[Finding, ...]
    about: tuple[Finding, ...]


def judged(game: TrcGame, state: State, acts: tuple[Action, ...]) -> Verdicts | None:
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


def scenes(game: TrcGame, seed: int, turns: int) -> Iterator[tuple[State, Action]]:
    """Yield the positions of a legal game, each with the act that comes next."""
    state = game.start("campaign", frozenset())
    for told, after in self_play(game, state, game.player("random", seed), turns, played_on):
        yield state, told.action
        state = after


def plant(
    game: TrcGame, seeds: range, turns: int, each: int, on_crime: OnCrime = lambda name, planted, before: None
) -> dict[str, Tally]:
    """Plant every crime in each of some games, at up to `each` occasions or one more, and return what became of them.

    What breaks another rule is another crime: it has occasions of its own, but no name has more than six times `each`.

    `on_crime` is told of each with the acts of the game before it.
    """
    tallies = {name: Tally() for name in BOOK}
    for seed in seeds:
        rng = random.Random(f"crimes {seed}")
        left = dict.fromkeys(BOOK, 6 * each)
        against: Counter[tuple[str, str]] = Counter()
        before: list[Action] = []
        for state, act in scenes(game, seed, turns):
            here = [one for one in BOOK.values() if isinstance(act, one.at) and left[one.name] > 0]
            for one in here:
                # Not the first occasion of every game.
                if rng.random() > _CHANCE.get(type(act).__name__, 0.5):
                    continue
                for planted in list(islice(one.plant(Scene(game, state, act, rng)), 2)):
                    if against[one.name, planted[0]] >= each + 1:
                        continue
                    left[one.name] -= 1
                    against[one.name, planted[0]] += 1
                    if enter(game, state, planted, tallies[one.name]):
                        on_crime(one.name, planted, before)
            before.append(act)
    return tallies


_CHANCE = {"Move": 0.03, "Setup": 0.1, "Attack": 0.3, "Roll": 0.3, "End": 0.7, "RailMove": 0.2, "Enter": 0.4}


def _rows(game: TrcGame, expected: str, telling: list[Finding]) -> list[str]:
    """Return the rows of the ledger that a crime is counted under.

    The expected rows that were named; if none was, the first row that was expected, so that a miss is counted.
    """
    told = {finding.rule for finding in telling if named(expected, finding.rule)}
    return sorted(told) or [next(row.rule for row in game.ledger if named(expected.split("|")[0], row.rule))]


def enter(game: TrcGame, state: State, planted: Planted, tally: Tally, row: str = "") -> bool:
    """Judge a planted crime, and enter what became of it; return False if it does not fit the position.

    It is counted under a row, or without one under the rows that are named.
    """
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
    for one in [row] if row else _rows(game, expected, telling):
        entry = tally.by_row.setdefault(one, RowTally())
        entry.planted += 1
        entry.found += bool(telling)
        entry.right += right
        if right:
            entry.named.update({finding.rule for finding in telling})
    tally.accused.update(finding.rule for finding in said.before)
    if not right or said.before:
        tally.rules.update({finding.rule for finding in said.about} or {"nothing"})
        if len(tally.misses) < 3:
            record = [position_text(game, state), *(action_text(game, act) for act in acts)]
            told = "; ".join(map(str, (*said.before, *said.about))) or "nothing was said"
            tally.misses.append(f"expected {expected}: {told}\n" + "\n".join(record))
    return True
