"""The position of a game: plain dicts, changed in place."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from tests.independent.referee.counters import Charts, Counter, counters
from tests.independent.referee.land import Land

AXIS, RUSSIAN = "axis", "russian"
ENEMY = {AXIS: RUSSIAN, RUSSIAN: AXIS}
HQS = ("ger-hq-north", "ger-hq-center", "ger-hq-south")
STAVKA, STALIN, HITLER = "rus-stavka", "rus-stalin", "ger-hitler"


@dataclass(frozen=True)
class Book:
    """The data that never change."""

    land: Land
    charts: Charts
    units: dict[str, Counter]


def book() -> Book:
    """Read the data."""
    return Book(Land(), Charts(), counters())


@dataclass
class Battle:
    """A battle of this combat phase."""

    attackers: list[str]
    defenders: list[str]
    odds: str
    """The column on which it is resolved."""
    from_: dict[str, str]
    """The hex in which each of them stood."""
    dice: int | None = None
    result: str = ""
    lost: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """The units that have retreated."""


@dataclass
class Position:
    """A moment of a game."""

    place: dict[str, str] = field(default_factory=dict)
    """Every unit: the hex in which it stands, in capitals, or the box in which it lies."""
    turn: int = 1
    side: str = AXIS
    impulse: int = 1
    phase: str = "weather"
    weather: str = "clear"
    drm: int = 0
    control: dict[str, str] = field(default_factory=dict)
    """Cities, wells, junctions: a side, or '' for nobody."""
    rail: dict[str, str] = field(default_factory=dict)
    rolled: bool = False
    # this impulse
    steps: dict[str, list[str]] = field(default_factory=dict)
    """The way of every unit that has gone on foot in this phase."""
    mode: dict[str, str] = field(default_factory=dict)
    """rail, sea, drop or av: how a unit has moved that goes no further."""
    arrived: dict[str, str] = field(default_factory=dict)
    """The box from which a unit came in this impulse."""
    pinned: set[str] = field(default_factory=set)
    """The units that began a second impulse in an enemy zone."""
    battles: dict[int, Battle] = field(default_factory=dict)
    frozen: bool = False
    """Whether an exchange is under way."""
    obliged: set[str] = field(default_factory=set)
    """The units that stood in an enemy zone when the combat phase began."""
    threats: dict[str, set[str]] = field(default_factory=dict)
    """The hexes of the enemies in whose zones each of them stood."""
    fought: set[str] = field(default_factory=set)
    """The units that have taken part in an automatic victory of this impulse."""
    tired: set[str] = field(default_factory=set)
    """The units that have won one in the first impulse of this turn."""
    seas: set[tuple[str, str]] = field(default_factory=set)
    """The sides that have sailed a sea in this turn."""
    lenders: list[str] = field(default_factory=list)
    """The headquarters that have lent a Stuka in this impulse; one a Stuka."""
    sturmoviks: int = 0
    invaded: set[str] = field(default_factory=set)
    """The units that have come ashore in this impulse."""
    ashore: set[str] = field(default_factory=set)
    """The units that have come ashore in this player turn."""
    # this turn
    railed: dict[str, int] = field(default_factory=dict)
    passed: dict[str, bool] = field(default_factory=dict)
    """Rail hexes that the side to play has entered this turn: whether a clear way led back."""
    stood: set[str] = field(default_factory=set)
    """Rail hexes in which it stood when its turn began."""
    converted: set[str] | None = None
    """The rails that were stated as converted in this end phase."""
    due: set[str] | None = None
    """The rails that had to be converted in this end phase, once its rail step is over."""
    before_rail: dict[str, str] = field(default_factory=dict)
    """The owner of the rails when the end phase began."""
    replaced: list[str] = field(default_factory=list)
    spent: int = 0
    archangel: int | None = None
    south: set[str] = field(default_factory=set)
    withdrawn: list[str] = field(default_factory=list)
    reserved: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The turn and impulse in which a unit went into the off-map box or the paratroop reserve."""
    # the game
    invasions: dict[str, int] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)
    archangel_lost: bool = False
    triggered: set[str] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)
    """The events that had been triggered when the last Axis first impulse began."""
    surrendered: dict[str, int] = field(default_factory=dict)
    paralysed: dict[str, tuple[int, str, int]] = field(default_factory=dict)
    """A nation whose units do not move in that impulse: turn, side, impulse."""
    unmatched: dict[str, int] = field(default_factory=dict)
    """The combat factors that a side has to withdraw, since the enemy has gone over its edge."""
    cities_at_start: dict[str, str] = field(default_factory=dict)
    """The controller of each city when the impulse began."""
    cities_at_turn: dict[str, str] = field(default_factory=dict)
    """The controller of each city when the player turn began."""

    def copy(self) -> Position:
        """Return another position just like it."""
        return copy.deepcopy(self)

    def on_map(self, unit: str) -> bool:
        """Tell whether a unit stands in a hex."""
        return self.place.get(unit, "-")[0].isupper()

    def at(self, hex_: str) -> list[str]:
        """Return the units in a hex."""
        return [unit for unit, place in self.place.items() if place == hex_]


class View:
    """A position with the book beside it: the questions that every rule asks."""

    def __init__(self, book_: Book, now: Position) -> None:
        self.book, self.now = book_, now
        self.land, self.charts, self.units = book_.land, book_.charts, book_.units

    def side(self, unit: str) -> str:
        """Return whose a unit is."""
        return self.units[unit].side

    def standing(self, side: str, *, ghosts: bool = False) -> dict[str, str]:
        """Return the units of a side on the map, partisans only if asked for."""
        return {
            u: h
            for u, h in self.now.place.items()
            if h[0].isupper() and self.units[u].side == side and (ghosts or not self.units[u].ghost)
        }

    def held_by(self, side: str) -> set[str]:
        """Return the hexes in which units of a side stand, partisans apart."""
        return set(self.standing(side).values())

    def partisans(self) -> set[str]:
        """Return the hexes of the partisans."""
        return {h for u, h in self.standing(RUSSIAN, ghosts=True).items() if self.units[u].ghost}

    def zone(self, side: str, *, partisans: bool = True) -> set[str]:
        """Return the zone of control of a side (7.1): its hexes and those around; of partisans their hex (7.3)."""
        found = set()
        for h in self.held_by(side):
            found.add(h)
            found.update(self.land.reach[h])
        if side == RUSSIAN and partisans:
            found |= self.partisans()
        return found

    def friends_at(self, hex_: str, side: str) -> list[str]:
        """Return the units of a side in a hex, partisans apart."""
        return [u for u in self.now.at(hex_) if self.units[u].side == side and not self.units[u].ghost]

    def overfull(self, hex_: str, side: str) -> bool:
        """Tell whether more units of a side stand in a hex than may (6.1, 6.3)."""
        kinds = [self.units[u].stacks for u in self.friends_at(hex_, side)]
        armies, corps = kinds.count("army"), kinds.count("corps")
        return armies + corps > 2 if armies else corps > 3

    def full_for(self, hex_: str, unit: str) -> bool:
        """Tell whether a unit would be one too many in a hex."""
        was = self.now.place[unit]
        self.now.place[unit] = hex_
        try:
            return self.units[unit].stacks != "none" and self.overfull(hex_, self.side(unit))
        finally:
            self.now.place[unit] = was

    def mine(self, place: str, side: str) -> bool:
        """Tell whether a side controls a city, well or junction."""
        return self.now.control.get(place) == side

    def settle(self) -> None:
        """Judge who controls every city, well and junction (17.2.1), by where the units stand now.

        In an exchange nothing changes hands before it is over (13.3).
        """
        if self.now.frozen:
            return
        occupied = {side: self.held_by(side) for side in (AXIS, RUSSIAN)}
        for h in self.land.held:
            there = [side for side in occupied if h in occupied[side]]
            near = [s for s in occupied if any(n in occupied[s] for n in self.land.reach.get(h, ()))]
            who = there or near
            if len(who) == 1:
                self.now.control[h] = who[0]
            elif who:
                self.now.control[h] = ""
        if self.now.surrendered.get("finland"):
            self.now.control[self.land.where["Helsinki"]] = RUSSIAN
        if self.mine(self.land.where["Archangel"], AXIS):
            self.now.archangel_lost = True

    def winter(self) -> int:
        """Return 1 or 2 in the snow of the first two winters (17.3), 0 otherwise."""
        if self.now.weather != "snow":
            return 0
        return {4: 1, 5: 1, 6: 1, 10: 2, 11: 2, 12: 2}.get(self.now.turn, 0)

    def year(self) -> int:
        """Return the year of the turn."""
        return self.charts.years.get(self.now.turn, 1945)
