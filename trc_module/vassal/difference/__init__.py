"""The differences between two versions of a module, as a player or a module maker would put them, not byte by byte.

Dates, ids of pieces, the order of an XML file's attributes and how a picture is packed are no difference.
"""

from __future__ import annotations

from trc_module.vassal.difference.changes import Action, Change, Detail, Kind
from trc_module.vassal.difference.modules import compare_modules

__all__ = ["Action", "Change", "Detail", "Kind", "compare_modules"]
