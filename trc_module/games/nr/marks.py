"""Marks by which a position of No Retreat! remembers earlier acts: their kinds, and how long each lasts."""

from __future__ import annotations

from trc_module.digits import is_number
from trc_module.rules.counts import Counted
from trc_module.rules.marks import COMBAT, PHASE, TURN, KindOfMark, kinds_of_marks
from trc_module.systems.memory import Joined

SURE, MAYBE = "sure", "maybe"
"""How certain the effect of an event on a battle is."""
UNKNOWN_WEATHER = "unknown"


class Targeted(KindOfMark, word="target", until=COMBAT):
    """a hex: a target of this combat phase"""

    hex: str


class Struck(KindOfMark, word="counterblow"):
    """a side and a hex of it: a counterblow marker lies there"""

    side: str
    hex: str


class Supported(KindOfMark, word="support", until=COMBAT):
    """a battle and a number: so many support markers are in it"""

    battle: str
    number: str


class Answered(KindOfMark, word="answered", until=COMBAT):
    """a battle: its counterattack or its counterblow marker has been made"""

    battle: str


class Paid(KindOfMark, word="paid", until=COMBAT):
    """a battle and a unit: it has lost a step in it"""

    battle: str
    unit: str


class Shattered(KindOfMark, word="shattered", until=COMBAT):
    """a battle and a unit: it has been shattered in it"""

    battle: str
    unit: str


class Advanced(KindOfMark, word="advanced", until=COMBAT):
    """a battle and a unit: it has advanced after it"""

    battle: str
    unit: str


class BattleEffect(KindOfMark, word="effect", until=PHASE):
    """a battle, 'all' or 'next'; if it is sure; a word, a value, a condition, a card: what an event does"""

    battle: str
    certainty: str
    what: str
    value: str
    condition: str
    card: str

    @property
    def sure(self) -> bool:
        """Whether the event has this effect in any case."""
        return self.certainty == SURE


class Opens(KindOfMark, word="opens", until=PHASE):
    """a rule: an event leaves open for this phase what it says"""

    rule: str


class OpensForTurn(KindOfMark, word="opens-turn", until=TURN):
    """a rule: the same for this turn"""

    rule: str


class DieShown(KindOfMark, word="die", until=PHASE):
    """a battle and the number that its die has shown"""

    battle: str
    die: str


class ExtraStep(KindOfMark, word="extra-step", until=COMBAT):
    """a battle and a side: it has lost the step more that an event asks for"""

    battle: str
    side: str


class Grant(KindOfMark, word="grant"):
    """what an event allows: what, side, how many, how long, what it asks for, and the card"""

    what: str
    side: str
    many: str
    """A number, `all` or `stack`."""
    lasts: str
    details: str
    """Further conditions of the card, words with commas: `supplied,armor,points2`; `-` for none."""
    card: str

    @property
    def number(self) -> int:
        """The number of acts that it still allows; 0 if it does not count them."""
        return int(self.many) if is_number(self.many) else 0

    def asks(self, word: str) -> bool:
        """Tell whether the card asks for something besides."""
        return word in self.details.split(",")

    def amount(self, word: str) -> int | None:
        """Return the number behind a word of the details: 2 of `points2`; None if it is not there."""
        found = [each.removeprefix(word) for each in self.details.split(",") if each.startswith(word)]
        return int(found[0]) if found and is_number(found[0]) else None


class GrantUsed(KindOfMark, word="user", until=PHASE):
    """a card, what it allows, and a unit that has used it from a hex"""

    card: str
    what: str
    unit: str
    begun: str


class OwedByEvent(KindOfMark, word="owes", until=PHASE):
    """a side and what an event asks of it: what, how much, and the card"""

    side: str
    what: str
    number: str
    card: str


class AttacksAsked(KindOfMark, word="attacks", until=TURN):
    """a side, how many attacks an event asks of it this turn, the points for it, and the card"""

    side: str
    number: str
    points: str
    card: str


class LastPlay(KindOfMark, word="last-play", until=PHASE):
    """a side, the card that it played last in this phase, and what for"""

    side: str
    card: str
    purpose: str


class Works(KindOfMark, word="works"):
    """the marker of an event lies in a hex that no log shows"""


class CardPoints(KindOfMark, word="card-points"):
    """a card has brought points"""


class UnsurePoints(KindOfMark, word="unsure-points"):
    """by how many points the track may differ from our count"""

    points: str


class RollAgain(KindOfMark, word="again", until=PHASE):
    """a battle: its die may be rolled again"""

    battle: str


class Reshuffle(KindOfMark, word="reshuffle"):
    """the pile may be shuffled into the deck"""


class WeatherChanged(KindOfMark, word="weather"):
    """a turn and a weather: a card has changed it; 'unknown' if the new weather is unknown"""

    turn: str
    weather: str


class MarkedUnsupplied(KindOfMark, word="marked-unsupplied"):
    """a unit: players have found it without supply"""

    unit: str


class Untold(KindOfMark, word="untold"):
    """no line reports a draw of the last card phase: events may have been played without a line"""


class Penalty(KindOfMark, word="penalty", until=TURN):
    """a unit: it was lost when it left play"""

    unit: str


class Fallen(KindOfMark, word="fallen"):
    """a country: it has surrendered"""

    country: str


class Claimed(KindOfMark, word="claimed"):
    """a side: it has claimed the victory"""

    side: str


class Won(KindOfMark, word="won"):
    """a side, the turn with whose check it has won, and its points then"""

    side: str
    turn: str
    points: str


class GoesOn(KindOfMark, word="goes-on"):
    """the players have agreed to play on after a victory"""


KINDS = kinds_of_marks((
    Counted, Targeted, Struck, Supported, Answered, Paid, Shattered, Advanced, BattleEffect, Opens, OpensForTurn,
    DieShown, ExtraStep, Grant, GrantUsed, OwedByEvent, AttacksAsked, LastPlay, Works, CardPoints, UnsurePoints,
    RollAgain, Reshuffle, WeatherChanged, MarkedUnsupplied, Untold, Penalty, Fallen, Claimed, Won, Joined, GoesOn,
))  # fmt: skip
"""All kinds of marks by their words, in the order in which the reference of the record lists them."""
UNTOLD = Untold()
"""The mark of a log that does not show cards: no line stated a draw in the last card phase."""
