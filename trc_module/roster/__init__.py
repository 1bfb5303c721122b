"""Units and markers of a game: what their counters say, when they come, their errata and their lasting numbers.

Knows no rule and nothing of VASSAL but that it wants a number for each piece.
"""

from trc_module.roster.errata import Change, Correction, Erratum, read_errata, read_erratum
from trc_module.roster.loading import load_roster
from trc_module.roster.markers import Marker
from trc_module.roster.numbers import PieceNumbers
from trc_module.roster.roster import Roster, assign_numbers
from trc_module.roster.units import Unit

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
    "read_errata",
    "read_erratum",
]
