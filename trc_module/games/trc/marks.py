"""Marks by which a position remembers earlier acts: the kinds of the basic game, and how long each lasts."""

from __future__ import annotations

from functools import lru_cache

from trc_module.digits import is_number
from trc_module.rules.counts import Counted
from trc_module.rules.marks import COMBAT, PHASE, PLAYER_TURN, TURN, KindOfMark, kinds_of_marks
from trc_module.rules.state import Mark, State, UnitId


class Moved(KindOfMark, word="moved", until=PHASE):
    """a unit: it has moved in this phase, and it is unknown how"""

    unit: UnitId


class Pinned(KindOfMark, word="pinned", until=PHASE):
    """a unit: it began this second impulse in an enemy zone of control (8.4)"""

    unit: UnitId


class Rolled(KindOfMark, word="rolled", until=TURN):
    """'weather': the die of this turn's weather phase has been rolled"""

    die: str


class SaidWeather(KindOfMark, word="said-weather", until=PHASE):
    """the weather that players named in this weather phase without a die (4.1.1)"""

    weather: str


class Untold(KindOfMark, word="untold"):
    """'weather-drm': the running modifier of the weather die is unknown, since a die is not in the log (4.1.1)"""

    what: str


class LeaderLost(KindOfMark, word="leader-lost", more=True):
    """a nation, 'turn', a turn, the side to play (without it, the enemy), 'impulse', an impulse: when its leader was
    lost (11.3)"""

    nation: str


class Standing(KindOfMark, word="marker", more=True):
    """a marker and where it stands (2.1)"""

    marker: str


class BidMade(KindOfMark, word="bid"):
    """the bid for the sides, with its sign (26.8)"""

    points: str


class Surrendered(KindOfMark, word="surrendered"):
    """a country, 'turn', a turn: when it surrendered (24)"""

    country: str
    of_turn: str
    turn: str


class Due(KindOfMark, word="due"):
    """a country that has to surrender in this phase (24.4, 24.5)"""

    country: str


class Won(KindOfMark, word="won"):
    """a side and the rule by which it has won (25)"""

    side: str
    rule: str


class Claimed(KindOfMark, word="over"):
    """a side and the rule by which its victory was claimed rightly"""

    side: str
    rule: str


class Victor(KindOfMark, word="av", until=PLAYER_TURN):
    """a unit: it took part in an automatic victory this turn (16.2), or, with 'perhaps', may have"""

    unit: UnitId
    certainty: str = ""


class Invaded(KindOfMark, word="invaded", until=(COMBAT, TURN)):
    """a unit: it came ashore in an invasion in this impulse (10.3.2, 13.8)"""

    unit: UnitId
    of_impulse: str = ""
    impulse: str = ""

    @classmethod
    def in_impulse(cls, state: State, unit: UnitId) -> bool:
        """Tell whether a unit has come ashore in the impulse of a position; a mark may leave out which it was."""
        impulse = str(state.clock.part)
        return any(mark.unit == unit and mark.impulse in ("", impulse) for mark in cls.all(state))


class Ashore(KindOfMark, word="ashore", until=TURN):
    """a unit: it came ashore in an invasion this turn and is in supply (10.3.2)"""

    unit: UnitId


class Railed(KindOfMark, word="railed", until=PHASE):
    """a unit: it has moved by rail in this phase"""

    unit: UnitId


class Sailed(KindOfMark, word="sailed", until=PHASE):
    """a unit: it has moved by sea in this phase"""

    unit: UnitId


class Sunk(KindOfMark, word="sunk", until=TURN):
    """a unit, the place for which it sailed, and the rule that its survival would break (10.4)"""

    unit: UnitId
    goal: str
    rule: str = "10.4a"


class DoubtfulCrossing(KindOfMark, word="doubtful-crossing", until=TURN):
    """a unit and the places between which it sailed, if the map leaves in doubt whether a sea joins them (10.4)"""

    unit: UnitId
    start: str
    goal: str


class Arrived(KindOfMark, word="arrived", until=PHASE):
    """a unit, or a unit and the box it waited in: it arrived in this impulse (9.2)"""

    unit: UnitId
    box: str = ""


class Owing(KindOfMark, word="owing", until=PLAYER_TURN):
    """a unit: it had to be lost or to retreat in a battle of this player turn that is over (13.3)"""

    unit: UnitId


class Saved(KindOfMark, word="saved", until=PHASE):
    """a unit, and the rule that a removal of it would break: it has come through at sea in this phase (10.4)"""

    unit: UnitId
    rule: str = ""


class RailConversion(KindOfMark, word="rr-convert"):
    """a hex in which an RR Convert marker lies (9.4.6)"""

    hex: str


class Undeclared(KindOfMark, word="undeclared", until=(COMBAT, PLAYER_TURN)):
    """'battles': the record does not say who attacks whom in this combat phase; 'victories': enemies were lost in its
    movement phase and it does not say why; 'explained': all has been said that can be"""

    what: str


class Triggered(KindOfMark, word="triggered"):
    """an event that has happened: 'bulgarian-garrison', 'bulgarian-garrison-1944', 'warsaw-garrison', 'lapland axis' or
    'lapland russian' (20.6 to 20.8)"""

    event: str
    side: str = ""


class PerhapsTriggered(KindOfMark, word="perhaps"):
    """such an event that may have happened, since a route is unknown"""

    event: str


class Waiting(KindOfMark, word="waiting"):
    """'lapland' and a side: it found every rail hex of the north edge held in a first impulse (20.6)"""

    event: str
    side: str


class Held(KindOfMark, word="held", until=PHASE):
    """a unit: it went into the off-map box or the paratroop reserve in this phase (20.1.2)"""

    unit: UnitId


class Reserved(KindOfMark, word="reserved", until=TURN):
    """a unit: it came into the paratroop reserve on this turn (18.2)"""

    unit: UnitId


class Dropped(KindOfMark, word="dropped"):
    """a unit: it has dropped in this game (18.4)"""

    unit: UnitId


class Landed(KindOfMark, word="landed", until=TURN):
    """a unit: it has dropped on this turn (18.3)"""

    unit: UnitId


class Replaced(KindOfMark, word="replaced", until=TURN):
    """a unit and where it came in, 'sea' for a port: it was replaced on this turn (21, 22)"""

    unit: UnitId
    where: str


class Withdrawn(KindOfMark, word="withdrawn", until=TURN):
    """a unit, and '20.9' or '20.10': why it was withdrawn on this turn"""

    unit: UnitId
    rule: str


class SouthEdge(KindOfMark, word="south", until=TURN):
    """'reinforcement' or 'replacement': one has come from the south edge on this turn (20.5, 22.6)"""

    kind: str


class ArchangelRolled(KindOfMark, word="archangel", until=TURN):
    """the die of Archangel on this turn (22.4)"""

    die: str


class Early(KindOfMark, word="early"):
    """'start': play has begun a turn early, in March/April 1941 (28.6)"""

    what: str


class Agreed(KindOfMark, word="agreed"):
    """'go-on': the scenario is played on to the end of the campaign (27.0)"""

    what: str


class Lost(KindOfMark, word="lost"):
    """'archangel': the Axis has controlled it (22.4)"""

    what: str


MARKS = kinds_of_marks(
    (
        Moved,
        Pinned,
        Rolled,
        SaidWeather,
        Untold,
        LeaderLost,
        Standing,
        BidMade,
        Surrendered,
        Due,
        Won,
        Claimed,
        Victor,
        Invaded,
        Ashore,
        Railed,
        Sailed,
        Sunk,
        DoubtfulCrossing,
        Arrived,
        Owing,
        Saved,
        RailConversion,
        Undeclared,
        Triggered,
        PerhapsTriggered,
        Waiting,
        Held,
        Reserved,
        Dropped,
        Landed,
        Replaced,
        Withdrawn,
        SouthEdge,
        ArchangelRolled,
        Early,
        Agreed,
        Lost,
        Counted,
    )
)
"""The kinds of marks by their words, without those of options."""

BATTLE = (
    "a battle of this impulse: number, attackers and their hexes, 'x', defenders and theirs; then perhaps air, guns, "
    "barrage and odds as in 'attack', 'result' and 'lost', and 'retreat', a unit, its way"
)
"""The description of the words after 'battle', which records know in every game."""
ROLLED = Rolled("weather")
UNTOLD_MODIFIER = Untold("weather-drm")
UNDECLARED = Undeclared("battles")
"""A combat phase whose attacks are not in the record."""
EXPLAINED = Undeclared("explained")
"""A combat phase without declarations whose findings have been reported."""
VICTORIES = Undeclared("victories")
"""A player turn in whose movement enemies were lost, and it is unknown why: a unit that won an automatic victory then
attacks nobody in the second impulse either (16.2c)."""
PERHAPS = "perhaps"
"""The certainty of a unit that may have taken part in an automatic victory."""


def surrendered_on(state: State, country: str) -> int | None:
    """Return the turn on which a country has surrendered, None if it has not."""
    return _surrendered_on(state.marks, country) if state.marks else None


@lru_cache(maxsize=256)
def _surrendered_on(marks: frozenset[Mark], country: str) -> int | None:
    turns = (mark.turn for mark in Surrendered.among(marks) if mark.country == country)
    return next((int(turn) for turn in turns if is_number(turn)), None)
