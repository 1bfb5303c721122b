"""Units and markers of a game: what their counters say, when they come, their errata and their lasting numbers.

Knows no rule and nothing of VASSAL but that it wants a number for each piece.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.roster.errata import Change, Correction, Erratum, read_errata, read_erratum
    from trc_module.roster.loading import load_roster, roster_files
    from trc_module.roster.markers import Marker
    from trc_module.roster.numbers import PieceNumbers
    from trc_module.roster.outline import outlined
    from trc_module.roster.roster import Roster, assign_numbers
    from trc_module.roster.units import Unit
else:
    # Who draws a counter needs none of what reads the tables and their errata.
    _WITH = {
        "errata": ("Change", "Correction", "Erratum", "read_errata", "read_erratum"),
        "loading": ("load_roster", "roster_files"),
        "markers": ("Marker",),
        "numbers": ("PieceNumbers",),
        "outline": ("outlined",),
        "roster": ("Roster", "assign_numbers"),
        "units": ("Unit",),
    }
    _HOME = {name: module for module, names in _WITH.items() for name in names}

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


__all__ = [
    "Change",
    "Correction",
    "Erratum",
    "Marker",
    "PieceNumbers",
    "Roster",
    "Unit",
    "assign_numbers",
    "load_roster",
    "outlined",
    "read_errata",
    "read_erratum",
    "roster_files",
]
