"""The position of a game: plain dicts, changed in place."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from tests.independent.nr.board import AXIS, SOVIET, Charts, Counter, Face, Land, counters

PHASES = ("cards", "supply", "organization", "movement", "combat", "removals", "detraining")
LAND, CHARTS, UNITS = Land(), Charts(), counters()


@dataclass
class Battle:
    """A battle of this phase."""

    attackers: list[str]
    defenders: list[str]
    stood: dict[str, str]
    kind: str
    result: str = ""
    known: bool = True
    """Whether its result follows from what was said."""
    support: int = 0
    paid: set[str] = field(default_factory=set)
    """Those that have lost a step or were shattered in it."""
    lost: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    """Those that have retreated."""
    advanced: set[str] = field(default_factory=set)
    answered: bool = False


@dataclass
class Position:
    """A moment of a game."""

    place: dict[str, str] = field(default_factory=dict)
    """Every unit: the hex in which it stands, or the box in which it lies."""
    turned: set[str] = field(default_factory=set)
    """The units that show their other side."""
    cut: set[str] = field(default_factory=set)
    """The units without supply."""
    hung: set[str] = field(default_factory=set)
    """The units whose supply hung, at the last check, on a place that an enemy had passed through."""
    disorganized: set[str] = field(default_factory=set)
    control: dict[str, str] = field(default_factory=dict)
    doubted: set[str] = field(default_factory=set)
    """The places that an enemy has passed through."""
    turn: int = 1
    side: str = AXIS
    phase: str = "housekeeping"
    event_points: int = 0
    fallen: bool = False
    hand: dict[str, int] = field(default_factory=lambda: {AXIS: 0, SOVIET: 0})
    pile: list[str] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=lambda: {AXIS: 0, SOVIET: 0})
    """The cards that a side may draw for one that it discarded."""
    drawn: int = 0
    discarded: int = 0
    """In this card phase, after drawing."""
    paid: dict[tuple[str, str], int] = field(default_factory=dict)
    """The payments by cards in this phase, by side and purpose."""
    upgrades: int = 0
    """The free upgrades of this turn."""
    support: dict[str, int] = field(default_factory=dict)
    """The markers that each side has used in this turn."""
    rode: int = 0
    steps: dict[str, list[str]] = field(default_factory=dict)
    """The ways of this movement phase."""
    marked: set[str] = field(default_factory=set)
    targets: set[str] = field(default_factory=set)
    blows: set[tuple[str, str]] = field(default_factory=set)
    """Counterblow markers: the side whose units bear it, and the hex."""
    battles: dict[int, Battle] = field(default_factory=dict)
    penalty: set[str] = field(default_factory=set)

    @property
    def land(self) -> Land:
        """The map."""
        return LAND

    @property
    def charts(self) -> Charts:
        """The charts."""
        return CHARTS

    def unit(self, name: str) -> Counter:
        """Return a counter."""
        return UNITS[name]

    def face(self, name: str) -> Face:
        """Return the side that a unit shows."""
        return UNITS[name].faces[name in self.turned and len(UNITS[name].faces) > 1]

    def side_of(self, name: str) -> str:
        """Return the side of a unit."""
        return UNITS[name].side

    def on_map(self, side: str) -> dict[str, str]:
        """Return the hexes of a side's units."""
        return {name: at for name, at in self.place.items() if UNITS[name].side == side and at in LAND.terrain}

    def held(self, side: str) -> set[str]:
        """Return the hexes that a side holds."""
        return set(self.on_map(side).values())

    def stack(self, side: str, at: str) -> list[str]:
        """Return the units of a side in a hex."""
        return [name for name, here in self.on_map(side).items() if here == at]

    def zone(self, side: str, *, sure: bool) -> set[str]:
        """Return the zone of control of a side; `sure`: not that of units disorganized or hung."""
        found = set()
        for name, at in self.on_map(side).items():
            if self.face(name).type == "fort" or name in self.cut or (sure and name in self.disorganized | self.hung):
                continue
            found |= LAND.near[at] | {at}
        return found

    def printed(self, word: str) -> object:
        """Return what stands in the box of the turn."""
        return CHARTS.turns.get(self.turn, {}).get(word)

    @property
    def weather(self) -> str:
        """The weather of the turn; no card changes it here."""
        return str(self.printed("weather"))

    @property
    def initiative(self) -> str:
        """The side that has the initiative."""
        return SOVIET if self.turn >= 12 else AXIS

    def steps_left(self, name: str) -> int:
        """Return how many steps a unit has."""
        if UNITS[name].side == AXIS:
            return 1 if name in self.turned else UNITS[name].steps
        if name not in self.turned:
            return 1
        return 2 if self.face(name).type == "fort" or self.turn >= 17 else 1

    def limit(self, side: str) -> int:
        """Return how many units of a side may stand in a hex."""
        word = "axis-stack" if side == AXIS else "late-soviet-stack" if self.turn >= 23 else "soviet-stack"
        return int(CHARTS.values[word])

    def places(self, side: str) -> set[str]:
        """Return the places that a side controls."""
        return {at for at, whose in self.control.items() if whose == side}

    def copy(self) -> Position:
        """Return a position that goes its own way."""
        return copy.deepcopy(self)
