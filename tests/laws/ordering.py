"""Counters that go to their boxes late, without a line: their steps are read in their order all the same."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.laws.playing import Told, audit_of, opened
from tests.laws.repeating import Listening, Repeating
from tests.untidy.writing import write
from trc_module.auditing.order import OrderError
from trc_module.rules.interpretation import LogStep
from trc_module.rules.selfplay import record_of

FURTHEST = 6
"""The greatest number of steps by which a removal is late."""


@dataclass(frozen=True, slots=True)
class Late:
    """A removal that was made late, and what was read out of order for it."""

    game: str
    seed: int
    lead: int
    unit: str
    by: int
    clock: str
    broken: str


def late_removals(played: Told, folder: Path, count: int) -> Iterator[Late]:
    """Yield logs of a game with one removal each that was dragged to its box some steps late."""
    tidy = Listening()
    path = folder / f"late-{played.name}-{played.seed}.vlog"
    record = record_of(played.game, played.begins, played.acts)
    write(played.parts, record, path, tidy)
    rng = random.Random(f"late {played.name} {played.seed}")
    found = [(n, i) for n, steps in enumerate(tidy.phases) for i, step in enumerate(steps) if _removes(step)]
    for phase, place in sorted(rng.sample(found, min(count, len(found)))):
        by = rng.randint(1, FURTHEST)
        phases = [list(steps) for steps in tidy.phases]
        step = phases[phase].pop(place)
        goal, at = phase, place + by
        if at > len(phases[phase]) and goal + 1 < len(phases):
            goal, at = phase + 1, at - len(phases[phase]) - 1
        phases[goal].insert(at, LogStep((), step.moves))
        write(played.parts, record, path, Repeating(phases))
        try:
            audit_of([opened(played, path)])
            broken = ""
        except OrderError as error:
            broken = str(error)
        (unit, _), *_ = step.moves
        yield Late(played.name, played.seed, played.lead, unit, by, str(tidy.clocks[phase]), broken)


def _removes(step: LogStep) -> bool:
    moves: Sequence[tuple[str, object]] = step.moves
    return len(moves) == 1 and isinstance(moves[0][1], str)
