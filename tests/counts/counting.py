"""Counts of the legal acts of each kind in the positions of a kept game."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.independent.referee.referee import SlowReferee
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.engine import check, legal_actions
from trc_module.rules.finder import find_game
from trc_module.rules.game import Game
from trc_module.rules.places import Trail
from trc_module.rules.record import Record, action_text, read_record
from trc_module.rules.state import State

FOLDER = Path(__file__).parent
ONE, TWO = "one deep", "two deep"
QUICK = 0.5
"""Seconds of processor time within which a row is counted that the suite checks."""
LONGEST = 60.0
"""Seconds that a row two acts deep may take; it is left out where it would take more."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the number of acts before the position, what was counted, how many there are of each kind."""

    after: int
    what: str
    counts: str
    quick: bool

    def text(self) -> str:
        """Return the row as the table has it; what takes long begins with a tilde."""
        return f"{'' if self.quick else '~'}{self.after}, {self.what}: {self.counts}"


def kept_game(name: str) -> Record:
    """Return the game whose positions are counted."""
    path = FOLDER / f"{name}.game"
    return read_record(path.read_text(encoding="utf-8"), path.name, find_game)


def kept_rows(name: str) -> list[Row]:
    """Return the rows of a table."""
    found = []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            where, _, counts = line.partition(": ")
            after, _, what = where.lstrip("~").partition(", ")
            found.append(Row(int(after), what, counts, not line.startswith("~")))
    return found


def position(record: Record, after: int) -> State:
    """Return the position after so many acts of a kept game."""
    state = record.start
    for line in record.lines[:after]:
        assert isinstance(line.entry, Action)
        state = record.game.apply(state, line.entry)
    return state


def listed(game: Game, state: State) -> Iterator[Action]:
    """Yield each legal act of the kinds that the game lists, and the end of the step."""
    seen: set[Action] = set()
    kinds: list[type[Action]] = [*game.book.listers, End]
    for kind in dict.fromkeys(kinds):
        for act in legal_actions(game, state, kind):
            if act not in seen:
                seen.add(act)
                yield act


def one_deep(game: Game, state: State) -> Counter[str]:
    """Return how many acts of each kind are legal, by the words with which a record calls them."""
    verbs = {syntax.action: syntax.verb for syntax in reversed(list(game.statements))}
    return Counter(verbs[type(act)] for act in listed(game, state))


def two_deep(game: Game, state: State) -> Counter[str]:
    """Return how many are legal after each legal act, together."""
    found: Counter[str] = Counter()
    for act in listed(game, state):
        found += one_deep(game, game.apply(state, act))
    return found


def disagreements(record: Record, after: int, pairs: int, seed: int) -> list[str]:
    """Return the moves on which the rules and the slow referee disagree: of units to hexes by lot, near and far."""
    game, referee, rng = record.game, SlowReferee(), random.Random(seed)
    for line in (FOLDER / f"{game.name}.game").read_text(encoding="utf-8").splitlines():
        referee.head(line)
    for entry in (line.entry for line in record.lines[:after]):
        assert isinstance(entry, Action)
        referee.act(action_text(game, entry))
    state = position(record, after)
    on_map = [(unit, at) for unit, at in state.forces[state.clock.side].places.items() if isinstance(at, int)]
    found = []
    for _ in range(pairs):
        unit, at = rng.choice(on_map)
        goal = Hex(rng.choice(list(hexes(game.board.grid.flood(1 << at, rng.randint(1, 8)) & ~(1 << at)))))
        move = Move(unit, Trail((at, goal), frozenset({0})))
        text = action_text(game, move)
        # The slow referee knows no doubts: it objects to what the rules accuse or doubt.
        if any(finding.accuses for finding in check(game, state, move)) != bool(referee.fork().act(text)):
            found.append(text)
    return found


def counted(record: Record, after: int, what: str) -> Row:
    """Count anew."""
    game, state, begun = record.game, position(record, after), time.process_time()
    counts = one_deep(game, state) if what == ONE else two_deep(game, state)
    quick = time.process_time() - begun <= QUICK
    return Row(after, what, ", ".join(f"{word} {number}" for word, number in sorted(counts.items())), quick)
