"""What a position of a kit game remembers of earlier acts of a phase."""

from __future__ import annotations

from trc_module.rules.marks import PHASE, KindOfMark, kinds_of_marks
from trc_module.rules.state import UnitId
from trc_module.systems.memory import Joined


class Replaced(KindOfMark, word="replaced", until=PHASE):
    """a unit: it came back as a replacement in this phase"""

    unit: UnitId


class Paid(KindOfMark, word="paid", until=PHASE):
    """a battle, a unit, the strength that it has lost in it, and how often it had lost before"""

    number: str
    unit: UnitId
    strength: str
    before: str


class Advanced(KindOfMark, word="advanced", until=PHASE):
    """a battle: a unit has advanced after it"""

    number: str
    before: str = ""
    """How many others had advanced; left out for the first."""


class RolledLast(KindOfMark, word="last", until=PHASE):
    """a battle: its die was the last to be rolled"""

    number: str


class MayBe(KindOfMark, word="may-be", until=PHASE):
    """a battle and a result: by data in doubt its die may have this result too"""

    number: str
    result: str


class Showed(KindOfMark, word="showed", until=PHASE):
    """a battle whose odds rest on data in doubt, a unit of it and the number of the face that it showed at the roll"""

    number: str
    unit: UnitId
    face: str


KINDS = kinds_of_marks((Replaced, Paid, Advanced, RolledLast, Joined, MayBe, Showed))
"""All kinds by their words."""
