"""Planted crimes under the same untidiness: those that the table shows are still found and named.

The table shows a crime if an audit names it in a log without any line: then nothing that was said is needed for it.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.crimes.crime import named
from tests.crimes.occasions import Occasion, occasions
from tests.crimes.trial import TELLING, judged
from tests.untidy.habits import Rates, Untidy
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.errors import UserError
from trc_module.games.trc import TrcGame
from trc_module.hexgrid import Hex, hexes
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.engine import check
from trc_module.rules.record import Record
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State, Trail

TURNS = 8
TRIES = 2
"""The number of times that a crime is made untidily."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A crime that the table shows, and what an audit of its untidy log says."""

    kind: str
    rules: str
    told: tuple[str, ...]
    found: bool


def trials(game: TrcGame, parts: ModuleInputs, seed: int, rates: Rates) -> Iterator[Trial]:
    """Yield the crimes of a self-played game that the table shows, each in an untidy log."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crime.vlog"
        for number, occasion in enumerate(occasions(game, "campaign", seed, TURNS, lambda _: True)):
            record = _record(game, occasion)
            if record is None or not _shown(parts, record, occasion, path):
                continue
            for attempt in range(TRIES):
                untidy = Untidy(game, random.Random(f"crime {seed} {number} {attempt}"), rates)
                write(parts, record, path, untidy)
                told = _telling(path, parts)
                rules = "|".join((occasion.planted[0], *_of_other_ways(game, occasion, untidy)))
                yield Trial(occasion.name, rules, tuple(told), any(named(rules, rule) for rule in told))


def _record(game: TrcGame, occasion: Occasion) -> Record | None:
    """Return the crime with the legal acts of its phase or turn before it, and the end of its phase behind it."""
    rules, crime = occasion.planted
    said = judged(game, occasion.state, crime)
    if said is None or not any(named(rules, finding.rule) for finding in said.about):
        return None
    start, since = occasion.beginnings[-1]
    return record_of(game, start, (*since, *crime, *_tail(game, occasion.state, crime)))


def _of_other_ways(game: TrcGame, occasion: Occasion, untidy: Untidy) -> set[str]:
    """Return the rules that other ways break by which a counter of a planted move may have gone, hex by hex.

    A counter dragged straight on shows no hex between: any way as short may have been meant. A counter that was put
    beside its goal first may have come over that hex.
    """
    longer = 1 if untidy.done.get("corrected") else 0 if untidy.done.get("straight") else -1
    found: set[str] = set()
    for act in occasion.planted[1]:
        if isinstance(act, Move) and not act.trail.gaps:
            start, *_, goal = act.trail.hexes
            for way in _ways(game, start, goal, game.board.grid.distance(start, goal) + longer):
                found.update(f.rule for f in check(game, occasion.state, Move(act.unit, Trail(way))) if f.accuses)
    return found


def _ways(game: TrcGame, start: Hex, goal: Hex, steps: int) -> Iterator[tuple[Hex, ...]]:
    """Yield the ways of at most some steps."""
    grid = game.board.grid
    if start == goal:
        yield (goal,)
    elif grid.distance(start, goal) <= steps:
        for at in hexes(grid.neighbours[start]):
            yield from ((start, *way) for way in _ways(game, at, goal, steps - 1))


def _tail(game: TrcGame, state: State, crime: Iterable[Action]) -> tuple[Action, ...]:
    return () if any(isinstance(act, End) for act in crime) else (End(),)


def _shown(parts: ModuleInputs, record: Record, occasion: Occasion, path: Path) -> bool:
    try:
        compose(parts, record, path, "1", declared=False)
        return any(named(occasion.planted[0], rule) for rule in _telling(path, parts))
    except UserError:
        return False


def _telling(path: Path, parts: ModuleInputs) -> list[str]:
    findings = (noted.finding for noted in audit_log(open_log(path, parts)).findings)
    return [finding.rule for finding in findings if finding.verdict in TELLING]


def report(game: TrcGame, parts: ModuleInputs, seeds: Iterable[int], rates: Rates) -> Iterator[str]:
    """Yield how many crimes were found, and which were missed."""
    shown, found = Counter[str](), Counter[str]()
    missed: dict[str, str] = {}
    for seed in seeds:
        for trial in trials(game, parts, seed, rates):
            shown[trial.kind] += 1
            found[trial.kind] += trial.found
            if not trial.found:
                missed.setdefault(trial.kind, f"expected {trial.rules}, told {', '.join(trial.told) or 'nothing'}")
    total = shown.total()
    yield f"{total} crimes that the table shows, {found.total()} found and named ({found.total() / max(total, 1):.1%})"
    for kind, first in missed.items():
        yield f"{shown[kind] - found[kind]} of {shown[kind]} missed: {kind}: {first}"
