"""Chapter 10: a sea move looked at closely: its seas, its ports and its die."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from trc_module.digits import is_number
from trc_module.facts import Fact
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OFF_MAP, POOL
from trc_module.games.trc.charts.transport import Sea
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.marks import DoubtfulCrossing
from trc_module.games.trc.steps import MOVEMENT, in_phase
from trc_module.games.trc.supply.control import CHANGED, UNSURE, UNTOLD, controls
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.finding import Finding, by_some_way, violation
from trc_module.rules.game import place_name, spaced
from trc_module.rules.hooks import hook
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence

BY_SEA = "sea"
"""The entry of a unit that was replaced and sailed out of the pool (10.3.1)."""
TRANSFER, INVASION, EVACUATION = "transfer", "invasion", "evacuation"
BALTIC, BLACK = "baltic", "black"


@book.rule("10.1a")
def one_body_of_water(game: Trc, place: Place) -> frozenset[str]:
    """A sea move stays on one body of water."""
    if isinstance(place, str):
        return frozenset((BALTIC, BLACK))
    return game.board.seas_at(place)


def shore_facts(game: Trc, *places: Place) -> tuple[Fact, ...]:
    """Return the facts about the seas on whose coasts some places lie; a box lies on both."""
    named = [place for place in places if not isinstance(place, str)]
    return tuple(fact for at in named for fact in (game.board.coast_fact(at), game.board.terrain_fact(at)))


def fate_facts(game: Trc, state: State, unit: UnitId) -> tuple[Fact, ...]:
    """Return the facts in doubt on which it rests whether a unit that sailed this turn was sunk."""
    places = [word for mark in DoubtfulCrossing.of(state, unit) for word in (mark.start, mark.goal)]
    found = (game.board.grid.find(word) for word in places)
    return shore_facts(game, *(at for at in found if at is not None))


@book.rule("10.3c")
def boxed_units_are_reinforcements(place: Place) -> bool:
    """Units from the Off-Map Units box count as reinforcements."""
    return place == OFF_MAP


@book.rule("10.3.1b")
def free_port(place: Place) -> bool:
    """The Off-Map Units box is a friendly port on both seas."""
    return place == OFF_MAP


@book.rule("10.3.1c")
def arrivals_by_sea(place: Place, turn: int) -> bool:
    """Reinforcements and replacements may come by sea into a friendly port."""
    if place == POOL or boxed_units_are_reinforcements(place):
        return True
    return isinstance(place, str) and place.startswith("turn-") and is_number(place[5:]) and int(place[5:]) <= turn


def friendly_port(game: Trc, state: State, side: str, place: Place) -> bool | None:
    """Tell whether a place is a port of a side; None if the record does not say who controls it."""
    if isinstance(place, str):
        return free_port(place)
    if not any(members >> place & 1 for members in game.board.ports.values()):
        return False
    return controls(state, side, place)


def _may_leave(game: Trc, state: State, side: str, start: Place) -> bool | None:
    if isinstance(start, str):
        return arrivals_by_sea(start, state.clock.turn)
    return friendly_port(game, state, side, start)


@book.rule("10.3.3b")
def harder_to_evacuate(game: Trc, kind: str) -> int:
    """An evacuation adds 1 to its die."""
    return game.charts.transport.sea_rules.evacuation_modifier if kind == EVACUATION else 0


@book.rule("10.5e")
def harder_for_russians_in_the_baltic(chart: Sea, side: str) -> int:
    """Every Russian sea move in the Baltic adds 2 to its die."""
    return chart.russian_modifier if side == RUSSIAN else 0


@book.rule("10.4b")
def black_sea_ports(case: Crossing, ports: HexSet) -> int:
    """Each of Odessa, Sevastopol and Rostov takes 1 off the Black Sea die of the side that controls it."""
    return ports.bit_count() * case.game.charts.transport.sea_rules.friendly_port_modifier


@book.rule("10.5d")
def baltic_ports(case: Crossing, ports: HexSet) -> int:
    """Each of Riga, Tallinn, Helsinki and Leningrad takes 1 off the Baltic die of the side that controls it."""
    return ports.bit_count() * case.game.charts.transport.sea_rules.friendly_port_modifier


@book.rule("10.4c")
def ports_of_the_moment(case: Crossing) -> HexSet:
    """Ports count by their control at the moment of the sea move."""
    return sum(1 << h for h in hexes(case.ports) if case.state.control.get(h) == case.side)


@book.rule("10.4a")
def survives_in_the_black_sea(chart: Sea, modified: int) -> bool:
    """A unit survives a Black Sea move with a modified die of 1 to 3."""
    return modified <= chart.survives


@book.rule("10.5c")
def survives_in_the_baltic(chart: Sea, modified: int) -> bool:
    """A unit survives a Baltic move with a modified die of 1 or 2."""
    return modified <= chart.survives


@hook
def safe_without_a_die(game: Trc, state: State, side: str, sea: str) -> str:
    """Return the rule by which a side's units come through on a sea without a die; '' if they roll."""
    return ""


class Crossing(Struct, dict=True):
    """A sea move under judgment: a side's own, in a movement phase."""

    game: Trc
    state: State
    act: SeaMove
    side: str

    @cached_property
    def start(self) -> frozenset[str]:
        """The seas on which it begins."""
        return one_body_of_water(self.game, self.act.start)

    @cached_property
    def goal(self) -> frozenset[str]:
        """The seas on which it ends."""
        return one_body_of_water(self.game, self.act.goal)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that say on which seas it begins and ends."""
        return shore_facts(self.game, self.act.start, self.act.goal)

    @cached_property
    def seas_joined(self) -> bool:
        """Whether it stays on one of the two seas, as far as coasts tell."""
        return bool(self.start & self.goal & {BALTIC, BLACK}) or not self.start or not self.goal

    @cached_property
    def sea(self) -> str | None:
        """The sea that it crosses; None if unknown."""
        common = sorted(self.start & self.goal & {BALTIC, BLACK})
        if len(common) == 1:
            return common[0]
        named = [place for place in (self.act.start, self.act.goal) if not isinstance(place, str)]
        own = [sorted(self.game.board.seas_at(place) & {BALTIC, BLACK}) for place in named]
        return next((seas[0] for seas in own if seas), None)

    @cached_property
    def chart(self) -> Sea | None:
        """The numbers of the sea."""
        return None if self.sea is None else self.game.charts.transport.sea[self.sea]

    @cached_property
    def ports(self) -> HexSet:
        """The ports that help on this sea."""
        if self.chart is None:
            return 0
        return sum(1 << self.game.board.cities[name].hex for name in self.chart.ports)

    @property
    def may_leave(self) -> bool | None:
        """Whether it may begin where it does."""
        return _may_leave(self.game, self.state, self.side, self.act.start)

    @property
    def may_come_in(self) -> bool | None:
        """Whether it may end where it does."""
        return friendly_port(self.game, self.state, self.side, self.act.goal)

    def must_be_friendly_port(self, rule: str, place: Place, right: bool | None) -> Iterator[Finding]:
        """Yield the finding of a place that must be a friendly port and is none, or is unknown."""
        if right:
            return
        if right is None:
            assert not isinstance(place, str)
            yield self.undecided(rule, place)
            return
        name = place_name(self.game, place)
        hexes_ = () if isinstance(place, str) else (name,)
        facts = self.facts
        if not isinstance(place, str):
            city, board = self.game.board.city_at.get(place), self.game.board
            facts = (*((city.fact,) if city else ()), *board.city_doubts(1 << place), *self.facts)
        where = Sentence("the box '{name}'", spaced(name)) if isinstance(place, str) else name
        text = Sentence(
            "The sea {kind} of {unit} needs a friendly port, but {where} is not one.",
            self.act.kind,
            self.act.unit,
            where,
        )
        yield violation(rule, text, units=(self.act.unit,), hexes=hexes_, facts=facts)

    def undecided(self, rule: str, place: Hex) -> Finding:
        """Return the finding of a place whose control is unknown."""
        name = self.game.hex_name(place)
        text = Sentence("Control of {name} at the moment of the sea move depends on an unknown route.", name)
        return by_some_way(rule, text, (self.act.unit,), (name,))

    def modified(self, ports: HexSet, *, evacuation: bool = True, russian: bool = True) -> int:
        """Return the die with its modifiers, with some ports friendly, and two modifiers left out if need be."""
        assert self.chart is not None
        count = black_sea_ports if self.sea == BLACK else baltic_ports
        total = self.act.die + count(self, ports)
        if evacuation:
            total += harder_to_evacuate(self.game, self.act.kind)
        if russian:
            total += harder_for_russians_in_the_baltic(self.chart, self.side)
        return total

    def lives(self, modified: int) -> bool:
        """Tell whether the unit survives a modified die."""
        assert self.chart is not None
        judge = survives_in_the_black_sea if self.sea == BLACK else survives_in_the_baltic
        return judge(self.chart, modified)

    @property
    def _safe(self) -> str:
        return "" if self.sea is None else safe_without_a_die(self.game, self.state, self.side, self.sea)

    @property
    def survives(self) -> bool | None:
        """Whether the unit comes through; None if that is not known."""
        if self.chart is not None and self._safe:
            return True
        if self.chart is None or not self.act.die:
            return None
        sure = ports_of_the_moment(self)
        traces = self.state.traces
        unsure = (traces.get(UNSURE, 0) | traces.get(UNTOLD, 0)) & self.ports
        worst, best = self.lives(self.modified(sure & ~unsure)), self.lives(self.modified(sure | unsure))
        return worst if worst == best else None

    def mistake(self) -> str:
        """Return the rule that a fate other than the right one breaks, the most special that explains it."""
        if self._safe:
            return self._safe
        right = self.survives
        ports = ports_of_the_moment(self)
        changed = self.state.traces.get(CHANGED, 0) & self.ports
        if self.lives(self.modified(ports, evacuation=False)) != right:
            return "10.3.3b"
        if self.lives(self.modified(ports, russian=False)) != right:
            return "10.5e"
        if self.sea == BLACK and changed and self.lives(self.modified(ports ^ changed)) != right:
            return "10.4c"
        if self.lives(self.modified(0)) != right:
            return "10.4b" if self.sea == BLACK else "10.5d"
        return "10.4a" if self.sea == BLACK else "10.5c"


def crossing_of(game: Trc, state: State, act: SeaMove) -> Crossing | None:
    """Return a sea move as the checks look at it; None unless it is one of its side's own movement phases."""
    side = game.side_of[act.unit]
    return Crossing(game, state, act, side) if in_phase(state.clock, side, MOVEMENT) else None
