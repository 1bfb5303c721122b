"""Marks by which a position of The Russian Portfolio remembers earlier acts: their kinds, and how long each lasts."""

from __future__ import annotations

from trc_module.rules.counts import Counted
from trc_module.rules.marks import PHASE, PLAYER_TURN, TURN, KindOfMark, kinds_of_marks

OPERATIONS = "operations"
"""The end of any phase but moves: what is remembered until then lasts through the attacks that follow the moves."""
SURE, PERHAPS = "sure", "perhaps"
"""How certain it is that an advance went from zone to zone."""


class ActedBefore(KindOfMark, word="acted", until=TURN):
    """a unit: it moved or attacked in an earlier phase of this turn"""

    unit: str


class Advanced(KindOfMark, word="advanced", until=PHASE):
    """the number of a battle and a unit: it has advanced after it"""

    battle: str
    unit: str


class WithoutRiver(KindOfMark, word="amphibious", until=PHASE):
    """the number of a battle: no river counts in it"""

    battle: str


class AskedForOrders(KindOfMark, word="asked", until=PLAYER_TURN):
    """a side: it has asked for No Retreat orders in this player turn"""

    side: str


class Attacked(KindOfMark, word="attacked", until=TURN):
    """a unit: it has attacked on this turn"""

    unit: str


class Barred(KindOfMark, word="barred", until=PHASE):
    """the number of a battle and a defender: the attack has barred a retreat into its hex"""

    battle: str
    unit: str


class Became(KindOfMark, word="became", until=PHASE):
    """the number of a battle, a result and why the first one became it"""

    battle: str
    result: str
    because: str


class BrokenThrough(KindOfMark, word="broken-through", until=PHASE):
    """the number of a battle and a unit: it may attack once more, after this breakthrough"""

    battle: str
    unit: str


class Cancelled(KindOfMark, word="cancelled", until=PHASE):
    """a unit and the number of an attack on it that was cancelled in this phase"""

    unit: str
    battle: str


class ColumnSaid(KindOfMark, word="column", until=PHASE):
    """the number of a battle and the column on which it is fought"""

    battle: str
    column: str


class Declined(KindOfMark, word="declined", until=PHASE):
    """the number of a battle: its exchange was declined"""

    battle: str


class WasDown(KindOfMark, word="down", until=PHASE):
    """the number of a battle and a defender that was Dispersed when its die fell"""

    battle: str
    unit: str


class FellBack(KindOfMark, word="fell-back", until=PHASE):
    """a unit: it has retreated of its own will in this phase"""

    unit: str


class Isolated(KindOfMark, word="isolated", until=PHASE):
    """a unit: it was eliminated as isolated in this phase"""

    unit: str


class LastDie(KindOfMark, word="latest", until=PHASE):
    """the number of the battle whose die fell last in this phase"""

    battle: str


class Moved(KindOfMark, word="moved", until=OPERATIONS):
    """a unit: it has moved in the moves before these attacks"""

    unit: str


class ThroughZones(KindOfMark, word="through-zones", until=PHASE):
    """a rule, a unit, and 'sure' or 'perhaps': it advanced from zone to zone, which Disperses"""

    rule: str
    unit: str
    certainty: str


class DieShown(KindOfMark, word="die", until=PHASE):
    """the number of a battle and what its die shows"""

    battle: str
    die: str


class ForDispersed(KindOfMark, word="for-dispersed", until=PHASE):
    """the number of a battle, a Dispersed defender and the result for it"""

    battle: str
    unit: str
    result: str


class Reduced(KindOfMark, word="reduced", until=PHASE):
    """a front and the army that was put in its place in this phase"""

    front: str
    army: str


class Recovered(KindOfMark, word="recovered", until=TURN):
    """a unit: it has recovered on this turn"""

    unit: str


class Rolled(KindOfMark, word="rolled", until=PLAYER_TURN):
    """a side: a battle's die has fallen in its player turn"""

    side: str


class AttackedAgain(KindOfMark, word="second", until=TURN):
    """a unit: it has made its breakthrough attack on this turn"""

    unit: str


class UnderOrders(KindOfMark, word="stand", until=PLAYER_TURN):
    """a unit: it has a No Retreat order in this player turn"""

    unit: str


class Stopped(KindOfMark, word="stopped", until=PHASE):
    """a side that has stopped the game"""

    side: str


class Survived(KindOfMark, word="survived", until=PHASE):
    """the number of a battle, a unit and its die: it could retreat only three hexes"""

    battle: str
    unit: str
    die: str


class UntoldControl(KindOfMark, word="untold-control"):
    """hexes that are said to be of neither side may be of either: no log shows it"""


class WeatherTold(KindOfMark, word="weather-told", until=TURN):
    """the weather of this turn has been said"""


class Won(KindOfMark, word="won"):
    """a side that has claimed its victory rightly"""

    side: str


KINDS = kinds_of_marks((
    ActedBefore, Advanced, WithoutRiver, AskedForOrders, Attacked, Barred, Became, BrokenThrough, Cancelled,
    Counted, ColumnSaid, Declined, WasDown, FellBack, Isolated, LastDie, Moved, ThroughZones, DieShown,
    ForDispersed, Reduced, Recovered, Rolled, AttackedAgain, UnderOrders, Stopped, Survived, UntoldControl,
    WeatherTold, Won,
))  # fmt: skip
"""All kinds of marks by their words, as the reference of the record lists them."""
UNTOLD = UntoldControl()
"""The mark of positions in which nobody knows who controls the hexes that no side is said to control."""
