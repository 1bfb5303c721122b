"""The conversion kernel: which rail hexes become a side's own, by what it holds and where it has passed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from trc_module.hexgrid import Adjacency, HexSet, hexes
from trc_module.rules.network import between, needed


@dataclass(frozen=True)
class RailGround:
    """A railroad as it lies at one moment before one side.

    `held` and `foreign` are the places (cities, junctions) that the side and its enemy control, `full` those whose
    control protects them from a zone of control, and to which a way back leads beyond doubt. `zone` is the enemy's
    zone of control, `edge` the rail hexes at which lines leave the map on the side's own edges.
    """

    net: Adjacency
    held: HexSet
    foreign: HexSet
    zone: HexSet
    edge: HexSet
    full: HexSet = 0

    @cached_property
    def open(self) -> HexSet:
        """The rail hexes in which nothing of the enemy's stands against conversion."""
        return self.net.within & ~self.foreign & (~self.zone | self.held & self.full)

    @cached_property
    def goals(self) -> HexSet:
        """The hexes where a clear way back ends: the side's own places and edges."""
        return self.open & (self.held | self.edge)

    @cached_property
    def sure_goals(self) -> HexSet:
        """Those of the goals that no reading leaves out."""
        return self.open & (self.held & self.full | self.edge)

    @cached_property
    def sure_back(self) -> HexSet:
        """The rail hexes from which a clear way leads back to one of these."""
        return self.net.flood(self.sure_goals, None, self.open)

    @cached_property
    def back(self) -> HexSet:
        """The rail hexes from which a clear way leads back along the rails."""
        # Hexes with a certain way back are already settled.
        return self.net.flood(self.goals | self.sure_back, None, self.open)

    def home(self, mine: HexSet) -> HexSet:
        """Return those of a side's own rail hexes from which a clear way leads back over its own rails alone.

        A route back over own hexes that were cut off from the net counts for the hexes behind them too.
        """
        found = self._homes.get(mine)
        if found is None:
            found = self._homes[mine] = self.net.flood(self.sure_goals & mine, None, self.open & mine)
        return found

    @cached_property
    def _homes(self) -> dict[HexSet, HexSet]:
        return {}


@dataclass(frozen=True, slots=True)
class Conversion:
    """The rail hexes that the end of a player turn makes a side's own, apart from those it had; each under one cause
    only."""

    places: HexSet = 0
    """Rail hexes of places that the side holds."""
    lines: HexSet = 0
    """Lines between two places that it holds."""
    advances: HexSet = 0
    """Lines back from where its units have passed."""
    possible: HexSet = 0
    """The greatest possible set, where it is unknown what units have passed, or which of two lines a marker took."""

    @property
    def due(self) -> HexSet:
        """The hexes that are converted for certain."""
        return self.places | self.lines | self.advances


def convert(ground: RailGround, mine: HexSet, passed: HexSet, perhaps: HexSet) -> Conversion:
    """Return what becomes a side's own, besides `mine`.

    `passed` are the rail hexes that its units have reached with a clear way back at that moment, `perhaps` those
    that they may have reached so. Both must have a clear way back now as well.
    """
    other = ~mine
    places = ground.held & ground.open
    lines: HexSet = 0
    if ground.back & other & ~places:
        # A line between two places is joined to both, so that it lies where a way leads back.
        lines = between(ground.net, ground.back, ground.held) & ground.net.within
    advances: HexSet = 0
    for at in hexes(passed & ground.sure_back & ~ground.home(mine)):
        advances |= needed(ground.net, ground.open, at, ground.sure_goals, other)
    possible = places | _ways_back(ground, (passed | perhaps) & ground.back)
    return Conversion(
        places & other,
        lines & other & ~places,
        advances & other & ~places & ~lines,
        (possible | lines | advances) & other,
    )


def _ways_back(ground: RailGround, starts: HexSet) -> HexSet:
    """Return the hexes on any clear way from one of some hexes to the first place or edge that it reaches."""
    inside = ground.net.flood(starts, None, ground.back & ~ground.goals)
    reached = ground.net.spread(inside) & ground.goals
    return between(ground.net, inside | reached, starts | reached)
