"""What the module calls itself; saves carry a copy of it, by which VASSAL tells whose they are."""

from __future__ import annotations

from trc_module.vassal.metadata import Metadata

MODULE_NAME = "The Russian Campaign (trc-module)"
VASSAL_VERSION = "3.5.8"
"""The oldest engine whose formats the module keeps to; every later one opens it without a warning of a mismatch."""

DESCRIPTION = "The Russian Campaign, 5th edition: a free module whose games can be audited. Needs a copy of the game."

LAYOUT = "trc-module table 1"
"""Which pixel is which hex and box. A log knows hexes by pixels alone, so whoever moves the map or a box gives this
another number, and a log of another number is not read as if nothing had moved."""


def module_data(version: str) -> Metadata:
    """Return the module's own data sheet, of which every save carries a copy."""
    return Metadata(
        name=MODULE_NAME, version=version, description=DESCRIPTION, vassal_version=VASSAL_VERSION, extra1=LAYOUT
    )


def save_data(version: str, comment: str) -> Metadata:
    """Return the data sheet of a save that we write, with a comment that players see."""
    return Metadata(version=version, description=comment, vassal_version=VASSAL_VERSION)
