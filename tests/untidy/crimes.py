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
from trc_module.errors import UserError
from trc_module.games.trc import TrcGame
from trc_module.hexgrid import Hex, hexes
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleParts
from trc_module.replay.audit import audit_log
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Action, End, Move
from trc_module.rules.engine import check
from trc_module.rules.record import Record
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State, Trail

TURNS = 8
TRIES = 2
"""How often a crime is made untidily."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A crime that the table shows, and what an audit of its untidy log says."""

    kind: str
    rules: str
    told: tuple[str, ...]
    found: bool


def trials(game: TrcGame, parts: ModuleParts, seed: int, rates: Rates) -> Iterator[Trial]:
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
                rules = "|".join(
                    (occasion.planted[0], *(_of_other_ways(game, occasion) if untidy.done.get("straight") else ()))
                )
                yield Trial(occasion.name, rules, tuple(told), any(named(rules, rule) for rule in told))


def _record(game: TrcGame, occasion: Occasion) -> Record | None:
    """Return the crime with the legal acts of its phase or turn before it, and the end of its phase behind it."""
    rules, crime = occasion.planted
    said = judged(game, occasion.state, crime)
    if said is None or not any(named(rules, finding.rule) for finding in said.about):
        return None
    start, since = occasion.beginnings[-1]
    return record_of(game, start, (*since, *crime, *_tail(game, occasion.state, crime)))


def _of_other_ways(game: TrcGame, occasion: Occasion) -> set[str]:
    """Return the rules that the other ways break which are as short as that of a planted move, hex by hex.

    Who drags straight on shows no hex between: where every shortest way is illegal, it may have been any of them.
    """
    found: set[str] = set()
    for act in occasion.planted[1]:
        if not isinstance(act, Move) or act.trail.gaps:
            continue
        ways = [Move(act.unit, Trail(way)) for way in _shortest(game, act.trail.hexes[0], act.trail.hexes[-1])]
        told = [[f.rule for f in check(game, occasion.state, way) if f.accuses] for way in ways]
        if act in ways and all(told):
            found.update(*told)
    return found


def _shortest(game: TrcGame, start: Hex, goal: Hex) -> Iterator[tuple[Hex, ...]]:
    if start == goal:
        yield (goal,)
    grid = game.board.grid
    for at in hexes(grid.neighbours[start]) if start != goal else ():
        if grid.distance(at, goal) < grid.distance(start, goal):
            yield from ((start, *way) for way in _shortest(game, at, goal))


def _tail(game: TrcGame, state: State, crime: Iterable[Action]) -> tuple[Action, ...]:
    return () if any(isinstance(act, End) for act in crime) else (End(),)


def _shown(parts: ModuleParts, record: Record, occasion: Occasion, path: Path) -> bool:
    try:
        compose(parts, record, path, "1", declared=False)
        return any(named(occasion.planted[0], rule) for rule in _telling(path, parts))
    except UserError:
        return False


def _telling(path: Path, parts: ModuleParts) -> list[str]:
    findings = (noted.finding for noted in audit_log(open_log(path, parts)).findings)
    return [finding.rule for finding in findings if finding.verdict in TELLING]


def report(game: TrcGame, parts: ModuleParts, seeds: Iterable[int], rates: Rates) -> Iterator[str]:
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
