"""What an option adds to records and logs: statements, marks, counters, and what the lines of the module mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from trc_module.declarations import Declaration
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record.grammar import RecordSyntax
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.games.trc.data import Trc

Hearer: TypeAlias = "Callable[[Trc, Declaration], Action | None]"
"""What a line means; None if it means nothing by itself."""
Speaker: TypeAlias = "Callable[[Trc, State, Any], Iterator[LogStep]]"
"""The steps of a log that make an act in a position."""


@dataclass(frozen=True, slots=True)
class Extension:
    """What an option's module adds under the name EXTENSION; it can be read whether or not the option is in play."""

    statements: tuple[RecordSyntax, ...] = ()
    counters: frozenset[str] = frozenset()
    marks: Mapping[str, str] = field(default_factory=dict)
    traces: Mapping[str, str] = field(default_factory=dict)
    hears: Mapping[str, Hearer] = field(default_factory=dict)
    """By verb (`option_declarations`); a counter that the line's reach governs goes where the log has it."""
    says: Mapping[type[Action], Speaker] = field(default_factory=dict)


def together(words: Iterable[Extension]) -> Extension:
    """Return all words as one."""
    all_ = tuple(words)
    return Extension(
        tuple(syntax for one in all_ for syntax in one.statements),
        frozenset(counter for one in all_ for counter in one.counters),
        {mark: meaning for one in all_ for mark, meaning in one.marks.items()},
        {trace: meaning for one in all_ for trace, meaning in one.traces.items()},
        {verb: hearer for one in all_ for verb, hearer in one.hears.items()},
        {act: speaker for one in all_ for act, speaker in one.says.items()},
    )
