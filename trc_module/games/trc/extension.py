"""Extensions of positions by options, as records write them: counters, marks and traces of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    pass

from trc_module.rules.marks import KindOfMark


class Extension(Struct, frozen=True):
    """The value EXTENSION of an option's module; it can be read whether or not the option is in play."""

    counters: frozenset[str] = frozenset()
    marks: tuple[type[KindOfMark], ...] = ()
    traces: Mapping[str, str] = field(default_factory=dict)


def together(extensions: Iterable[Extension]) -> Extension:
    """Return all extensions as one."""
    all_ = tuple(extensions)
    return Extension(
        frozenset(counter for one in all_ for counter in one.counters),
        tuple(kind for one in all_ for kind in one.marks),
        {trace: meaning for one in all_ for trace, meaning in one.traces.items()},
    )
