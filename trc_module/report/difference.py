"""The differences between two modules, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from trc_module.printable import joined
from trc_module.vassal.difference import Change, Detail

_MOST_DETAILS = 12
_MOST_OF_A_KIND = 40
_LONGEST = 100


def difference_text(changes: Sequence[Change]) -> str:
    """Return one line a thing that differs, what is another about it below, and how many there are at the end."""
    return joined(_lines(changes))


def alike(changes: Iterable[Change]) -> Iterator[tuple[str, Change]]:
    """Yield each change with what it concerns; things of a kind that differ in the very same details come as one.

    One unit that an erratum moves is moved in every set-up; it is listed once.
    """
    groups: dict[object, list[Change]] = {}
    for change in changes:
        told = (change.kind, change.action, change.details) if change.details else id(change)
        groups.setdefault(told, []).append(change)
    for group in groups.values():
        yield ", ".join(change.subject for change in group), group[0]


def _lines(changes: Sequence[Change]) -> Iterator[str]:
    for kind, of_kind in groupby(changes, key=lambda change: change.kind):
        listed = list(alike(of_kind))
        for subjects, change in listed[:_MOST_OF_A_KIND]:
            if kind == "place":
                (detail,) = change.details
                yield f"{subjects}: {_shown(detail.old)} to {_shown(detail.new)}"
                continue
            yield f"{kind} {subjects}: {change.action}"
            yield from (f"    {detail_text(detail)}" for detail in change.details[:_MOST_DETAILS])
            yield from _more(len(change.details) - _MOST_DETAILS, "    ... and {} more")
        yield from _more(len(listed) - _MOST_OF_A_KIND, f"{kind} ... and {{}} more")
    yield f"{len(changes)} differences." if len(changes) != 1 else "1 difference."


def _more(count: int, text: str) -> Iterator[str]:
    if count > 0:
        yield text.format(count) + " (all with --json)"


def detail_text(detail: Detail) -> str:
    """Return `CF: 7 -> 8`."""
    return f"{detail.what}: {_shown(detail.old)} -> {_shown(detail.new)}"


def _shown(text: str | None) -> str:
    if text is None:
        return "(none)"
    # Tabs and escapes of VASSAL's formats must not reach a terminal.
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return printable if len(printable) <= _LONGEST else printable[: _LONGEST - 1] + "…"


def difference_tree(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Return the same as JSON's values, every detail in full; pictures by name only."""
    return [
        {
            "kind": change.kind,
            "subject": change.subject,
            "action": change.action,
            "details": [{"what": d.what, "old": d.old, "new": d.new} for d in change.details],
        }
        for change in changes
    ]
