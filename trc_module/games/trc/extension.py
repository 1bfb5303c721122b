"""What an option adds to positions, as records write them: counters, marks and traces of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Extension:
    """What an option's module adds under the name EXTENSION; it can be read whether or not the option is in play."""

    counters: frozenset[str] = frozenset()
    marks: Mapping[str, str] = field(default_factory=dict)
    traces: Mapping[str, str] = field(default_factory=dict)


def together(words: Iterable[Extension]) -> Extension:
    """Return all words as one."""
    all_ = tuple(words)
    return Extension(
        frozenset(counter for one in all_ for counter in one.counters),
        {mark: meaning for one in all_ for mark, meaning in one.marks.items()},
        {trace: meaning for one in all_ for trace, meaning in one.traces.items()},
    )
