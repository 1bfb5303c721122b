"""Checks of a game's catalogues of translations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trc_module.catalogue import SUFFIX, faults_of
from trc_module.facts import Inspection, Problem
from trc_module.report.tongue import FOLDER


def inspect(folder: Path, overlay: Path | None = None) -> Inspection:
    """Read the catalogues of a game and check them; they cite no source, and an owner has nothing to correct there.

    UserError with file and line where gettext could not read one.
    """
    return Inspection((), tuple(_problems(folder)))


def _problems(folder: Path) -> Iterator[Problem]:
    for path in sorted((folder / FOLDER).glob(f"*{SUFFIX}")):
        for line, fault in faults_of(path):
            yield Problem("translations", fault, f"{FOLDER}/{path.name}", line=line)
