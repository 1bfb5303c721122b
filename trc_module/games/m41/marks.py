"""Marks by which a position of Moscow 1941 remembers earlier acts: their kinds, and how long each lasts."""

from __future__ import annotations

from trc_module.rules.marks import PHASE, TURN, KindOfMark, kinds_of_marks
from trc_module.rules.state import State

BATTLES, FLIGHTS, RALLIES = "battles", "flights", "rallies"
"""Ends at which marks are forgotten besides those of phases and turns: of a phase in which units fight, of one in which
aircraft fly supplies, and of the rally of units that were attacked."""
IN_THE_AIR = (BATTLES, FLIGHTS)


class WeatherRead(KindOfMark, word="weather"):
    """a turn and the weather that was read for it"""

    turn: str
    weather: str


class Intercepting(KindOfMark, word="intercept", until=IN_THE_AIR):
    """a battle, an air unit and the one that it intercepts: its die is not rolled yet"""

    battle: str
    unit: str
    target: str


class Intercepted(KindOfMark, word="intercepted", until=IN_THE_AIR):
    """the same after the die"""

    battle: str
    unit: str
    target: str


class Aborted(KindOfMark, word="aborted", until=IN_THE_AIR):
    """a battle and an air unit that takes no part in it any more"""

    battle: str
    unit: str


class Absorbed(KindOfMark, word="absorbed", until=BATTLES):
    """a battle, its round and how many hits the city or fortress has absorbed in it"""

    battle: str
    round: str
    hits: str


class Flown(KindOfMark, word="fought", until=IN_THE_AIR):
    """an air unit that has flown in this phase"""

    unit: str


class Grounded(KindOfMark, word="grounded", until=TURN):
    """an air unit that flies no more in this turn"""

    unit: str


class Downed(KindOfMark, word="downed", until=IN_THE_AIR):
    """a battle, an air unit and what its interception demands: out or lost"""

    battle: str
    unit: str
    demands: str


class OutOfAction(KindOfMark, word="out"):
    """an air unit and the turn in which it may return"""

    unit: str
    until_turn: str


class Lost(KindOfMark, word="lost"):
    """a unit and the turn in which it was eliminated"""

    unit: str
    turn: str


class Unsupplied(KindOfMark, word="cut", until=PHASE):
    """a unit that was disrupted for lack of supply in this phase"""

    unit: str


class Airlift(KindOfMark, word="airlift", until=PHASE):
    """an air unit and the hex that it supplies in this phase"""

    unit: str
    hex: str


class Hit(KindOfMark, word="hit", until=RALLIES):
    """a unit that was disrupted in the German combat of this turn"""

    unit: str


class Fallen(KindOfMark, word="fallen"):
    """the fortress that the Germans have taken"""

    city: str


class GivenUp(KindOfMark, word="gave", until=TURN):
    """a unit that was given up in this turn, and the hex in which it stood"""

    unit: str
    hex: str


class Sealed(KindOfMark, word="seal"):
    """the seal of the two numbers of the Siberian gamble"""

    seal: str


class Named(KindOfMark, word="names"):
    """the two numbers themselves"""

    first: str
    second: str


class Gambled(KindOfMark, word="gambled", until=TURN):
    """the turn in which the die of the Siberian gamble was rolled last"""

    turn: str


class GambleDie(KindOfMark, word="gamble"):
    """a turn and the die of the Siberian gamble"""

    turn: str
    die: str


class Won(KindOfMark, word="won"):
    """a side and the rule by which it has claimed its victory"""

    side: str
    rule: str


KINDS = kinds_of_marks((
    WeatherRead, Intercepting, Intercepted, Aborted, Absorbed, Flown, Grounded, Downed, OutOfAction, Lost, Unsupplied,
    Airlift, Hit, Fallen, GivenUp, Sealed, Named, Gambled, GambleDie, Won,
))  # fmt: skip
"""All kinds of marks by their words, as the reference of the record lists them."""


def numbers_are_named(state: State) -> bool:
    """Tell whether the German player has sealed or shown the two numbers of the gamble."""
    return Sealed.any(state) or Named.any(state)
