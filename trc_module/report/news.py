"""What is new in a release, in words for its players: a sentence a thing, not a list of every detail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from trc_module.report.difference import alike, detail_text
from trc_module.vassal.difference import Change

_MOST = 6
"""Details of one thing that are told; of more it is told how many there are."""
_TRAIT = ": trait "
"""What stands between a piece of a set-up and its trait in the name of a detail."""
_OF_EVERY_RELEASE = frozenset({"version"})
"""What is another in each release."""


def news(changes: Sequence[Change]) -> Iterator[str]:
    """Yield what is new, a line a thing, in the order in which the differences come."""
    for kind, of_kind in groupby(changes, key=lambda change: change.kind):
        for subjects, change in alike(of_kind):
            if change.details and all(detail.what in _OF_EVERY_RELEASE for detail in change.details):
                continue
            yield f"{kind} {subjects}: {_told(change)}"


def _told(change: Change) -> str:
    """Return the details of a thing that differs; traits of pieces that lie in a set-up follow from the palette."""
    told = [detail_text(detail) for detail in change.details if _TRAIT not in detail.what]
    brought = len(change.details) - len(told)
    more = len(told) - _MOST
    told = [
        *told[:_MOST],
        *([f"and {more} more"] if more > 0 else []),
        *(["pieces as in the palette"] if brought else []),
    ]
    return "; ".join(told) or str(change.action)


def changelog_text(version: str, changes: Sequence[Change]) -> str:
    """Return a page of what is new, as Markdown."""
    lines = [f"- {_plain(line)}" for line in news(changes)] or ["- Nothing that players see."]
    return "\n".join([f"## {version}", "", *lines, ""])


def _plain(line: str) -> str:
    """Return a line in which nothing is taken for Markdown."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#" else letter for letter in line)
