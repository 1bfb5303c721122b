"""The steps of a turn, as a game's `sequence.toml` tells them."""

from __future__ import annotations

from pathlib import Path

from trc_module.gamespec.sequence import read_steps
from trc_module.rules.clock import Step, TurnSequence


def read_sequence(folder: Path) -> TurnSequence:
    """Read `<folder>/sequence.toml`; DataError names the line and the field that are wrong."""
    told = read_steps(folder)
    return TurnSequence(tuple(Step(row.side, row.part, row.phase, row.kind) for row in told.steps), told.part_word)
