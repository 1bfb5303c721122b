"""Units and markers of a game: what their counters say, when they come, their errata and their lasting numbers.

Knows no rule and nothing of VASSAL but that it wants a number for each piece.
"""

from typing import TYPE_CHECKING

from trc_module.lazy import lazily

if TYPE_CHECKING:
    from trc_module.roster.errata import Correction, Erratum, ErratumChange, read_errata, read_erratum
    from trc_module.roster.loading import load_roster, roster_files
    from trc_module.roster.markers import Marker
    from trc_module.roster.numbers import PieceNumbers
    from trc_module.roster.roster import Roster, assign_numbers
    from trc_module.roster.units import Face, Unit
else:
    # Drawing a counter needs none of the modules that read the tables and their errata.
    __getattr__ = lazily(
        __name__,
        {
            "errata": ("ErratumChange", "Correction", "Erratum", "read_errata", "read_erratum"),
            "loading": ("load_roster", "roster_files"),
            "markers": ("Marker",),
            "numbers": ("PieceNumbers",),
            "roster": ("Roster", "assign_numbers"),
            "units": ("Face", "Unit"),
        },
    )


__all__ = [
    "Correction",
    "Erratum",
    "ErratumChange",
    "Face",
    "Marker",
    "PieceNumbers",
    "Roster",
    "Unit",
    "assign_numbers",
    "load_roster",
    "read_errata",
    "read_erratum",
    "roster_files",
]
