"""Chapter 27.12: victory points, computed and explained."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.start_lines import StartLine
from trc_module.games.trc.supply.control import UNSURE
from trc_module.rules.score import ScoreItem
from trc_module.rules.state import State
from trc_module.sentence import Sentence

GAINED, FALLEN = "axis vp", "russian vp"
"""Counters of the leaders and headquarters that each side has cost the enemy (27.21)."""


class Tally(Struct, frozen=True):
    """The victory points of a position: those of the Axis less those of the Russian."""

    items: tuple[ScoreItem, ...]
    line: str
    open: tuple[ScoreItem, ...] = ()
    """The places whose holder is unknown, by what is assumed of the line."""

    @property
    def total(self) -> int:
        """Return the points by what we know."""
        return sum(item.points for item in self.items)

    @property
    def least(self) -> int:
        """Return the fewest that they can be."""
        return sum(item.least for item in self.items)

    @property
    def most(self) -> int:
        """Return the most that they can be."""
        return sum(item.most for item in self.items)

    def facts(self) -> tuple[Fact, ...]:
        """Return the data that leave the points open: doubted, or of a place whose holder is unknown."""
        doubted = (item.fact for item in self.items if item.least != item.most)
        return tuple(fact for fact in doubted if fact is not None)

    def holders_decide(self, points: int) -> bool:
        """Tell whether so many points depend on places whose holder is unknown."""
        sure = self.total - sum(item.points for item in self.open)
        return sure + sum(item.least for item in self.open) < points <= sure + sum(item.most for item in self.open)

    def reaches(self, points: int) -> bool | None:
        """Tell whether there are so many points; None if something unknown decides."""
        if self.least >= points:
            return True
        return False if self.most < points else None


@book.rule("27.12b")
def worth(game: Trc, name: str) -> int:
    """A major city or an oil well counts two points, a minor city one."""
    values = game.charts.victory.points
    city = game.board.cities.get(name)
    if city is None:
        return values.oil_well
    return values.major_city if city.major else values.minor_city


@book.rule("27.12c")
def counted(side: str | None, holder: str, value: int) -> int:
    """Axis places east of the line count for the Axis, Russian places west of it against it."""
    if side == RUSSIAN and holder == AXIS:
        return value
    return -value if side == AXIS and holder == RUSSIAN else 0


def tally(game: Trc, state: State) -> Tally | None:
    """Return the victory points of a position, explained; None in a scenario that has none."""
    scenario = game.scenarios_by_name.get(state.scenario)
    line = game.lines.get(scenario.victory.line) if scenario is not None else None
    if scenario is None or line is None or scenario.victory.points is None:
        return None
    return Tally(
        (*_places(game, state, line), *_leaders(state)), line.name, tuple(_of_unknown_holders(game, state, line))
    )


def _places(game: Trc, state: State, line: StartLine) -> Iterator[ScoreItem]:
    unsure = state.traces.get(UNSURE, 0)
    for name, place in game.places.items():
        side, fact = line.places[name]
        value, holder = worth(game, name), state.control.get(place, "")
        sides = (AXIS, RUSSIAN) if not fact.trust.carries_violation else (side,)
        holders = (AXIS, RUSSIAN, "") if unsure >> place & 1 else (holder,)
        possible = [counted(a_side, a_holder, value) for a_side in sides for a_holder in holders]
        why = Sentence(
            "{holder} controls it, on the {side} side of the {name} line",
            holder.capitalize() or "nobody",
            side.capitalize(),
            line.name,
        )
        yield ScoreItem(name, why, counted(side, holder, value), min(possible), max(possible), fact)


def _of_unknown_holders(game: Trc, state: State, line: StartLine) -> Iterator[ScoreItem]:
    unsure = state.traces.get(UNSURE, 0)
    for name, place in game.places.items():
        if unsure >> place & 1:
            side, value, holder = line.places[name][0], worth(game, name), state.control.get(place, "")
            possible = [counted(side, held_by, value) for held_by in (AXIS, RUSSIAN, "")]
            why = Sentence("it is not known who controls it, on the {side} side of the {name} line", side, line.name)
            yield ScoreItem(name, why, counted(side, holder, value), min(possible), max(possible))


def _leaders(state: State) -> Iterator[ScoreItem]:
    for counter, what, sign in ((FALLEN, "Stavka or Stalin", 1), (GAINED, "Axis headquarters or Hitler", -1)):
        times = state.used.get(counter, 0)
        if times:
            yield ScoreItem(
                what, Sentence("eliminated {times} times (27.21)", times), sign * times, sign * times, sign * times
            )
