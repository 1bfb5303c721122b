"""Statuses of units: a property with the status's number, and a layer of badges that follows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from trc_module.module.badge import Badge
from trc_module.module.table.commands import MenuCommand
from trc_module.module.table_file import StatusData
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, dynamic_property, layer, set_to
from trc_module.vassal.values import Key

STATUS = "Status"
"""The property of a unit that holds the number of its status, 0 for none."""


def status_image(status: StatusData) -> str:
    """Return the file name of a status's badge."""
    return f"status-{status.id}.png"


def status_badges(statuses: Iterable[StatusData]) -> Iterator[tuple[str, Badge]]:
    """Yield the badges of statuses by their file names; they lie on the right side, where no sign of a battle does."""
    for status in statuses:
        yield status_image(status), Badge(status.sign, status.ground, 28, 0)


def next_number(statuses: Sequence[StatusData], change: Mapping[str, str], now: int) -> int:
    """Return the number of the status that a command leads to from one; the same where it does not speak of it."""
    words = ["", *(status.id for status in statuses)]
    return words.index(change.get(words[now], words[now]))


def status_traits(statuses: Sequence[StatusData], changing: Iterable[tuple[MenuCommand, Key]]) -> Iterator[Trait]:
    """Yield the property and the layer; `changing` are the commands that change a status, with their keys."""
    changes = [
        PropertyChange(key, set_to(_expression(statuses, command.data.status)))
        for command, key in changing
        if command.data.status
    ]
    images = ("", *map(status_image, statuses))
    # Level 1 of the layer is for the value 0: no badge.
    yield layer("StatusBadge", images, follow=STATUS, first_level=0)
    yield dynamic_property(STATUS, "0", changes)


def _expression(statuses: Sequence[StatusData], change: Mapping[str, str]) -> str:
    text = STATUS
    for number in range(len(statuses), -1, -1):
        goal = next_number(statuses, change, number)
        if goal != number:
            text = f"{STATUS}=={number}?{goal}:{text}"
    return f"{{{text}}}"
