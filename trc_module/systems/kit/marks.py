"""What a position remembers of a battle whose odds rest on data in doubt."""

from __future__ import annotations

from trc_module.rules.marks import KindOfMark, kinds_of_marks
from trc_module.rules.state import UnitId


class MayBe(KindOfMark, word="may-be"):
    """a battle and a result: by data in doubt its die may have this result too"""

    number: str
    result: str


class Showed(KindOfMark, word="showed"):
    """a battle whose odds rest on data in doubt, a unit of it and the number of the face that it showed at the roll"""

    number: str
    unit: UnitId
    face: str


OF_DOUBTS = kinds_of_marks((MayBe, Showed))
"""Both, by their words."""
