"""Planting crimes in the legal games of any game, and what becomes of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from trc_module.errors import UserError
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee, check
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.rules.record import action_text, position_text
from trc_module.rules.registry import covers
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State, UnitId

G = TypeVar("G", bound=Game)

TELLING = (Verdict.VIOLATION, Verdict.DOUBT)


@dataclass(frozen=True)
class SceneOf(Generic[G]):
    """A moment of a legal game: the position, and the legal act that comes next."""

    game: G
    state: State
    act: Action
    rng: random.Random

    @property
    def side(self) -> str:
        """The side to play."""
        return self.state.clock.side

    def units(self) -> list[tuple[UnitId, Hex]]:
        """Return the units of the side to play on the map, in any order."""
        places = self.state.forces[self.side].places.items()
        found = [(unit, at) for unit, at in places if not isinstance(at, str)]
        self.rng.shuffle(found)
        return found

    def any(self, options: Sequence[Action]) -> Action | None:
        """Choose any of some acts."""
        return self.rng.choice(list(options)) if options else None

    def clean(self, act: Action) -> bool:
        """Tell whether nothing but notes can be said about an act."""
        return all(finding.verdict is Verdict.NOTE for finding in check(self.game, self.state, act))

    def after(self, act: Action) -> SceneOf[G]:
        """Return the scene after an act."""
        return SceneOf(self.game, self.game.apply(self.state, act), self.act, self.rng)


Planted = tuple[str, tuple[Action, ...]]
"""The rules that may be named (`12.1a|12.3b`), and the acts: all but the last are legal, the last breaks the rule."""


@dataclass(frozen=True)
class CrimeOf(Generic[G]):
    """One way to break a rule."""

    name: str
    """The crime in a few words."""
    at: tuple[type[Action], ...]
    """The legal acts in the place of which it may be done."""
    plant: Callable[[SceneOf[G]], Iterator[Planted]]


def enters(
    book: dict[str, CrimeOf[G]], name: str, *at: type[Action]
) -> Callable[[Callable[[SceneOf[G]], Iterator[Planted]]], CrimeOf[G]]:
    """Enter a way to break a rule into a book."""

    def enter_(plant: Callable[[SceneOf[G]], Iterator[Planted]]) -> CrimeOf[G]:
        assert name not in book
        book[name] = CrimeOf(name, at, plant)
        return book[name]

    return enter_


def _as_it_is(state: State) -> State:
    return state


@dataclass(frozen=True)
class BookOf(Generic[G]):
    """The ways to break the rules of one game, and how the games are played in which they are planted."""

    chances: Mapping[str, float]
    """How often an act of a kind is taken as an occasion."""
    scenario: str = "campaign"
    agreed: Callable[[State], State] = _as_it_is
    """What the players make of the position after every act."""
    crimes: dict[str, CrimeOf[G]] = field(default_factory=dict)

    def crime(self, name: str, *at: type[Action]) -> Callable[[Callable[[SceneOf[G]], Iterator[Planted]]], CrimeOf[G]]:
        """Enter a way to break a rule into the book."""
        return enters(self.crimes, name, *at)


def named(expected: str, rule: str) -> bool:
    """Tell whether a rule is one of those that are expected, or a part of it."""
    return any(covers(prefix, rule) for prefix in expected.split("|"))


OnCrime = Callable[[str, Planted, list[Action]], None]


@dataclass
class RowTally:
    """The counts of the crimes against one row of the ledger."""

    planted: int = 0
    found: int = 0
    right: int = 0
    named: Counter[str] = field(default_factory=Counter)
    """The rows that were named, where every one was expected."""


@dataclass
class Tally:
    """The counts of the crimes of one name."""

    planted: int = 0
    found: int = 0
    right: int = 0
    doubted: int = 0
    """Found, but only as a doubt: a datum that the verdict rests on is doubtful."""
    false: int = 0
    """Findings about the legal acts before."""
    rules: Counter[str] = field(default_factory=Counter)
    """The rules that were named in place of the crime's own."""
    misses: list[str] = field(default_factory=list)
    """The first crimes that were not found or not named right, as records."""
    by_row: dict[str, RowTally] = field(default_factory=dict)
    """The same by row of the ledger: the row that was named, or the first that was expected."""
    accused: Counter[str] = field(default_factory=Counter)
    """The rows named about the legal acts before."""


@dataclass(frozen=True)
class Verdicts:
    """The referee's findings on a planted crime."""

    before: tuple[Finding, ...]
    about: tuple[Finding, ...]


def judged(game: Game, state: State, acts: tuple[Action, ...]) -> Verdicts | None:
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


def scenes(
    game: Game,
    seed: int,
    turns: int,
    agreed: Callable[[State], State],
    options: frozenset[str] = frozenset(),
    scenario: str = "campaign",
) -> Iterator[tuple[State, Action]]:
    """Yield the positions of a legal game, each with the act that comes next."""
    state = game.start(scenario, options)
    for told, after in self_play(game, state, game.player("random", seed), turns, agreed):
        yield state, told.action
        state = after


def plant_in(
    game: G,
    book: Mapping[str, CrimeOf[G]],
    seeds: range,
    turns: int,
    each: int,
    *,
    agreed: Callable[[State], State],
    chances: Mapping[str, float],
    on_crime: OnCrime = lambda name, planted, before: None,
    options: frozenset[str] = frozenset(),
    scenario: str = "campaign",
) -> dict[str, Tally]:
    """Plant every crime in each of some games, at up to `each` occasions or one more, and return what became of them.

    What breaks another rule is another crime: it has occasions of its own, but no name has more than six times `each`.

    `agreed` is what the players make of the position after every act, `chances` how often an act of a kind is taken as
    an occasion. `on_crime` is told of each crime with the acts of the game before it.
    """
    tallies = {name: Tally() for name in book}
    for seed in seeds:
        rng = random.Random(f"crimes {seed}")
        left = dict.fromkeys(book, 6 * each)
        against: Counter[tuple[str, str]] = Counter()
        before: list[Action] = []
        for state, act in scenes(game, seed, turns, agreed, options, scenario):
            here = [one for one in book.values() if isinstance(act, one.at) and left[one.name] > 0]
            for one in here:
                # Not the first occasion of every game.
                if rng.random() > chances.get(type(act).__name__, 0.5):
                    continue
                for planted in list(islice(one.plant(SceneOf(game, state, act, rng)), 2)):
                    if against[one.name, planted[0]] >= each + 1:
                        continue
                    left[one.name] -= 1
                    against[one.name, planted[0]] += 1
                    if enter(game, state, planted, tallies[one.name]):
                        on_crime(one.name, planted, before)
            before.append(act)
    return tallies


def _rows(game: Game, expected: str, telling: list[Finding]) -> list[str]:
    """Return the rows of the ledger that a crime is counted under.

    The expected rows that were named; if none was, the first row that was expected, so that a miss is counted.
    """
    told = {finding.rule for finding in telling if named(expected, finding.rule)}
    return sorted(told) or [next(row.rule for row in game.ledger if named(expected.split("|")[0], row.rule))]


def enter(game: Game, state: State, planted: Planted, tally: Tally, row: str = "") -> bool:
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
