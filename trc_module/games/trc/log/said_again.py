"""Lines that only say again what another line of the phase has said: their keys were pressed twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from trc_module.declarations import Verb
from trc_module.rules.interpretation import Line

_OF_THE_PLAYER = frozenset({"by"})
_OF_THE_UNIT = frozenset({"by", "at"})
"""The fields that a key prints by itself: where its unit stands belongs to the moment, and not to what is said."""


def said_again(verbs: Mapping[str, Verb], lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    """Yield each line that says what was said before, and the line that said it first.

    Lines that do something on the table are none of them: two markers are two. What was said otherwise of the same
    unit in between counts again when it is repeated.
    """
    last: dict[tuple[str, str, str | None], tuple[dict[str, str], Line]] = {}
    for line in lines:
        verb, unit = verbs[line.says.verb], line.says.get("u") or ""
        if not verb.says_only or verb.marker or line.says.get("marker") or line.withdrawn:
            continue
        printed = _OF_THE_UNIT if unit else _OF_THE_PLAYER
        told = {key: value for key, value in line.says.fields.items() if value and key not in printed}
        before = last.get((verb.name, unit, line.by))
        if before is not None and before[0] == told:
            yield line, before[1]
        else:
            last[verb.name, unit, line.by] = told, line
