"""A repair excuses and never accuses: nobody is accused under it who was not accused without it, and of nothing else.

A log is audited twice: as its lines stand, with every mend and habit of the reading switched off, and with all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from tests.laws.cutting import PhaseByPhase
from tests.laws.playing import Told, audit_of, audited, opened
from tests.untidy.habits import Rates
from trc_module.auditing.audit import Audit
from trc_module.reading import habits

Accused = set[tuple[str, tuple[str, ...]]]


def accused(audit: Audit) -> Accused:
    """Return of what an audit accuses whom: rules, each with its units."""
    return {(noted.finding.rule, noted.finding.units) for noted in audit.findings if noted.finding.accuses}


def newly_accused(audit: Callable[[], Audit]) -> Iterator[str]:
    """Yield of what somebody is accused with the mends of the reading, and not without them."""
    mended = accused(audit())
    with as_it_stands():
        plainly = accused(audit())
    yield from (f"{rule} {' '.join(units)}" for rule, units in sorted(mended - plainly))


@contextmanager
def as_it_stands() -> Iterator[None]:
    """Switch off what the reading of the games beside the first one mends: they are read as their lines stand."""
    with patch.object(habits, "HABITS", ()):
        yield


def newly_accused_in_play(played: Told, folder: Path, rates: Rates) -> list[str]:
    """Return the same of a legal game as an untidy player makes it."""
    path = folder / f"mended-{played.name}-{played.seed}.vlog"
    audited(played, path, PhaseByPhase(played, rates))
    return list(newly_accused(lambda: audit_of([opened(played, path)])))
