"""Identity of a module: its name and layout; saves carry a copy, by which VASSAL tells to which module they belong."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.vassal.metadata import Metadata

VASSAL_VERSION = "3.5.8"
"""The oldest engine whose formats a module keeps to; every later one opens it without a warning of a mismatch."""


def engine_version(line: str) -> str:
    """Return the oldest engine of a line, `3.7`, as modules name it: `3.7.0`; that of `VASSAL_VERSION` is its own."""
    return VASSAL_VERSION if VASSAL_VERSION.startswith(f"{line}.") else f"{line}.0"


def engine_line(version: str) -> tuple[int, int]:
    """Return the line of an engine as numbers: (3, 7) of `3.7.26`."""
    first, second, *_ = version.split(".")
    return int(first), int(second)


@dataclass(frozen=True, slots=True)
class Identity:
    """A module's name, what it is in a sentence, and the number of its layout."""

    name: str
    description: str
    layout: str
    """The layout's number. A log knows hexes and boxes by pixels alone: if the map or a box moves, the layout
    gets another number, and a log of another number is not read as if nothing had moved."""

    def module_data(self, version: str, vassal: str = VASSAL_VERSION) -> Metadata:
        """Return the module's own data sheet, of which every save carries a copy; `vassal` is the oldest engine."""
        return Metadata(
            name=self.name,
            version=version,
            description=self.description,
            vassal_version=vassal,
            extra1=self.layout,
        )


def save_data(version: str, comment: str) -> Metadata:
    """Return the data sheet of a save that we write, with a comment that players see."""
    return Metadata(version=version, description=comment, vassal_version=VASSAL_VERSION)
