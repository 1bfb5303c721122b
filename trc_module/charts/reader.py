"""Readers: each turns the tree of a chart's file into a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trc_module.facts import ChecklistSheet, Fact


@dataclass(frozen=True, slots=True)
class Reader:
    """A kind of chart: how it is read, and what it says of itself.

    A reader that is not of ours lies in the module `chart_readers` of a game's package, in a dict READERS by its name.
    """

    read: Callable[[Mapping[str, Any], Path], Any]
    """Makes the chart of the file's tree, without the keys for its reader and place, and of its path; or DataError."""
    facts: Callable[[Any], Iterable[Fact]] | None = None
    """Returns the facts of the chart; without it, each table that has a source is one."""
    sheet: Callable[[Any], ChecklistSheet] | None = None
    """Returns the chart's own sheet to compare with one's copy; without it, its facts are on a common sheet."""
