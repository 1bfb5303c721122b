"""Chapter 17.1 and 17.2: general supply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.acts.losses import removed
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.data import AXIS, ENEMY, Trc
from trc_module.games.trc.marks import Ashore, Invaded
from trc_module.games.trc.steps import END
from trc_module.games.trc.strait import kerch
from trc_module.games.trc.supply.control import UNSURE, held
from trc_module.games.trc.supply.rail_conversion import due_in_doubt, rails_now
from trc_module.games.trc.supply.rails import (
    UNSURE_RAILS,
    exits,
    line_doubts,
    rail_doubts,
    rails_in_doubt,
    sure_net,
)
from trc_module.hexgrid import Adjacency, Hex, HexSet
from trc_module.rules.actions import Eliminate, End, Surrender
from trc_module.rules.finding import Finding, Verdict, as_doubt, violation
from trc_module.rules.hooks import hook
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.rules.supply import line, supplied
from trc_module.sentence import Sentence
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import weather_of

LONGEST = 8
"""The length of a supply line in hexes, where there is no snow."""


@book.rule("17.2a")
def longest_line(state: State) -> int:
    """A supply line is at most eight hexes long."""
    return longest_line_in_snow() if weather_of(state) == "snow" else LONGEST


@book.rule("17.2b")
def longest_line_in_snow() -> int:
    """A supply line is at most four hexes long in a snow turn."""
    return 4


@book.rule("17.2.1a")
def city_sources(state: State, game: Trc, side: str) -> HexSet:
    """Every city that a side controls is a supply source."""
    return held(state.control)[side] & game.board.city_hexes & ~closed_to_supply(game, state, side).hexes


@book.rule("17.2.2a")
def rail_sources(net: Adjacency, mine: HexSet, feeds: HexSet) -> HexSet:
    """Friendly rail hexes joined to a friendly city or edge are supply sources."""
    return net.flood(feeds & mine, None, mine)


def rails_carry_past_the_enemy(state: State) -> bool:
    """Tell whether an enemy zone of control leaves the line along the rails alone: the other reading of R20."""
    return "R20b" in state.options


@book.rule("17.2.2b")
def edge_sources(game: Trc, side: str) -> HexSet:
    """Rails supply the Axis from the west edge, the Russians from the east and south edges."""
    return exits(game, side)


@book.rule("17.2.3a")
def clear_for_supply(game: Trc, state: State, side: str) -> HexSet:
    """No supply line passes an enemy zone of control or an enemy city."""
    enemy = ENEMY[side]
    foreign = held(state.control)[enemy] & game.board.city_hexes
    return game.board.land & ~game.zones.of(state.forces[enemy]) & ~foreign & ~closed_to_supply(game, state, side).hexes


class Closed(Struct, frozen=True):
    """Hexes through and from which a side traces no supply, whichever units stand there."""

    hexes: HexSet = 0
    rule: str = ""
    why: str = ""


_NOTHING_CLOSED = Closed()


@hook
def closed_to_supply(game: Trc, state: State, side: str) -> Closed:
    """Return the hexes that are closed to a side's supply, with the rule that says so."""
    return _NOTHING_CLOSED


@book.rule("17.2.3b")
def friends_open_nothing(game: Trc, state: State, side: str) -> HexSet:
    """A friendly unit in an enemy zone of control does not open it for supply."""
    return state.forces[side].occupied


@book.rule("8.5.3")
def over_the_strait(game: Trc) -> tuple[Hex, Hex]:
    """Supply may be traced across the Kerch Strait."""
    return kerch(game.board)


@book.rule("8.6b")
def not_along_the_causeway(game: Trc) -> Adjacency:
    """No supply line on foot follows the railroad over the water between GG19 and HH21."""
    return game.board.walk


@book.rule("17.2d")
def needs_no_line(game: Trc, state: State, unit: UnitId) -> bool:
    """Paratroops, partisans and units that have landed in this turn need no supply line."""
    return bool(fed_without_a_line(game, state, unit))


@hook
def fed_without_a_line(game: Trc, state: State, unit: UnitId) -> str:
    """Return the rule by which a unit is in general supply without any line; '' if none does it."""
    if in_supply_ashore(state, unit):
        return "10.3.2e"
    return "17.2d" if game.units[unit].type in ("paratroop", "partisan", "air") else ""


@book.rule("4.1.6d")
def rails_come_before_supply(game: Trc, state: State, side: str) -> tuple[HexSet, HexSet]:
    """Axis supply is judged by the rails after conversion."""
    return rails_now(game, state, side)


@dataclass(frozen=True)
class Lines:
    """The supply of one side under one set of assumptions."""

    walk: Adjacency
    sources: HexSet
    length: int
    clear: HexSet

    @cached_property
    def fed(self) -> HexSet:
        """The hexes in which a unit is in general supply."""
        return supplied(self.walk, self.sources, self.length, self.clear)

    def line(self, at: Hex) -> list[Hex] | None:
        """Return a shortest supply line of a unit, or None."""
        return line(self.walk, at, self.sources, self.length, self.clear)


@dataclass
class Supply:
    """The general supply of a side: as it is, and as the doubtful readings and data may have it."""

    game: Trc
    state: State
    side: str
    rails: HexSet = field(init=False)
    unsure_rails: HexSet = field(init=False)

    def __post_init__(self) -> None:
        rails, unsure = rails_come_before_supply(self.game, self.state, self.side)
        open_ = ~closed_to_supply(self.game, self.state, self.side).hexes
        self.rails, unsure = rails & open_, unsure & open_
        self.unsure_rails = unsure & ~self.rails

    @cached_property
    def _unsure_cities(self) -> HexSet:
        return self.state.traces.get(UNSURE, 0) & self.game.board.city_hexes

    @cached_property
    def likely(self) -> Lines:
        """As the record has it, by our readings."""
        return self.lines()

    @cached_property
    def _cities_in_doubt(self) -> tuple[HexSet, HexSet]:
        """The hexes in which a city of the side may lie or not, and those for one of the enemy."""
        mine: HexSet = 0
        theirs: HexSet = 0
        for city, where in self.game.board.cities_in_doubt:
            if self.state.control.get(city.hex) == self.side:
                mine |= where
            else:
                theirs |= where
        return mine, theirs

    @cached_property
    def surely(self) -> Lines:
        """The lines with every doubt decided against the side."""
        return self.at_worst()

    def at_worst(self, places: HexSet = 0, rails: HexSet = 0, *, data: bool = True) -> Lines:
        """Return the lines with every doubt decided against the side, and with some places and rails lost to it.

        Without `data` the doubts about our own data are left aside.
        """
        unsure = self._unsure_cities | places & self.game.board.city_hexes
        mine, theirs = self._cities_in_doubt if data else (0, 0)
        if data:
            rails |= rails_in_doubt(self.game.board, self.state) | due_in_doubt(self.game, self.state, self.side)
        walk = not_along_the_causeway(self.game)
        clear = clear_for_supply(self.game, self.state, self.side) & ~(unsure | theirs)
        cities = city_sources(self.state, self.game, self.side) & ~(unsure | mine)
        mine = self.rails & ~self.state.traces.get(UNSURE_RAILS, 0) & ~rails
        if not rails_carry_past_the_enemy(self.state):
            mine &= clear | cities
        net = sure_net(self.game.board) if data else self.game.board.rails
        rails = rail_sources(net, mine, cities | edge_sources(self.game, self.side))
        return Lines(walk, cities | rails, longest_line(self.state), clear)

    @cached_property
    def perhaps(self) -> Lines:
        """The lines with every doubt decided in its favour, zones of control being no bar along the rails (R20)."""
        return self.at_best()

    def at_best(self, places: HexSet = 0, rails: HexSet = 0, *, data: bool = True) -> Lines:
        """Return the lines as `perhaps`, and with some places and rails gained; `data` as above."""
        unsure = self._unsure_cities | places & self.game.board.city_hexes
        mine, theirs = self._cities_in_doubt if data else (0, 0)
        force, enemy = self.state.forces[self.side], self.state.forces[ENEMY[self.side]]
        if data:
            rails |= rails_in_doubt(self.game.board, self.state)
        clear = clear_for_supply(self.game, self.state, self.side) | ((unsure | theirs) & ~self.game.zones.of(enemy))
        gained = mine & ~enemy.occupied | theirs & force.occupied
        cities = city_sources(self.state, self.game, self.side) | unsure | gained
        mine = self.rails | self.unsure_rails | rails
        rails = rail_sources(self.game.board.rails, mine, cities | edge_sources(self.game, self.side))
        return Lines(not_along_the_causeway(self.game), cities | rails, longest_line(self.state), clear)

    def lines(
        self,
        *,
        walk: Adjacency | None = None,
        clear: HexSet | None = None,
        cities: HexSet | None = None,
        mine: HexSet | None = None,
        feeds: HexSet = 0,
        length: int | None = None,
        connected: bool = True,
        rails_clear: HexSet | None = None,
    ) -> Lines:
        """Return the supply with some rules lifted."""
        game, state, side = self.game, self.state, self.side
        clear = clear_for_supply(game, state, side) if clear is None else clear
        cities = city_sources(state, game, side) if cities is None else cities
        mine = self.rails if mine is None else mine
        if connected:
            free = game.board.land if rails_carry_past_the_enemy(state) else clear
            open_ = mine & ((free if rails_clear is None else rails_clear) | cities)
            rails = rail_sources(game.board.rails, open_, cities | edge_sources(game, side) | feeds)
        else:
            rails = mine
        return Lines(
            walk or not_along_the_causeway(game),
            cities | rails,
            longest_line(state) if length is None else length,
            clear,
        )

    def doubts(self, at: Hex) -> tuple[Fact, ...]:
        """Return the doubts of our data on which it rests whether a unit in a hex is fed; none if a reading decides."""
        best, worst = self.at_best(data=False).fed >> at & 1, self.at_worst(data=False).fed >> at & 1
        if best != worst:
            return ()
        board = self.game.board
        near = board.grid.disc(at, longest_line(self.state)) & (self.perhaps.sources ^ self.surely.sources)
        rails = near & board.rail_hexes
        found = (*board.city_doubts(near), *line_doubts(board, rails), *rail_doubts(board, self.state, rails))
        return tuple(dict.fromkeys(found))

    def why_not(self, at: Hex) -> tuple[str, str]:
        """Return the rule that keeps a unit from supply, the most special first, and what it says."""
        game, state, side = self.game, self.state, self.side
        clear = clear_for_supply(game, state, side)
        friends = clear | friends_open_nothing(game, state, side)
        limit, land = longest_line(state), game.board.land
        far = self.lines(length=99)
        way = far.line(at)
        too_far = (
            Sentence("the nearest source is {count} hexes away, but only {limit} are allowed", len(way) - 1, limit)
            if way
            else ""
        )
        tries: list[tuple[str, str, Lines]] = [
            ("8.6b", "no supply line runs over the causeway GG19-HH21", self.lines(walk=_with_causeway(game))),
            (
                "17.2.2b",
                "the rails that reach it leave the map by an edge that is not its own",
                self.lines(feeds=_all_exits(game)),
            ),
            ("17.2.3a", "an enemy zone of control cuts the line along the rails", self.lines(rails_clear=land)),
            ("17.2.2a", "the friendly rails near it lead to no friendly city or edge", self.lines(connected=False)),
            ("17.2.3b", "friendly units do not open an enemy zone of control for supply", self.lines(clear=friends)),
            ("17.2.3a", "every supply line meets an enemy zone of control or city", self.lines(clear=land)),
            ("17.2a", too_far, far),
            ("17.2.1a", "no city in range is friendly", self.lines(cities=game.board.city_hexes)),
        ]
        closed = closed_to_supply(game, state, side)
        if closed.hexes:
            cities = held(state.control)[side] & game.board.city_hexes
            mine = self.rails | rails_of(state)[side] & closed.hexes
            through = self.lines(clear=clear | closed.hexes, cities=cities, mine=mine)
            tries.insert(0, (closed.rule, closed.why, through))
        if limit < LONGEST:
            tries.insert(1, ("17.2b", too_far, self.lines(length=LONGEST)))
        for rule, words, lines in tries:
            if lines.fed >> at & 1:
                return rule, words
        return ("4.1.6b" if side == AXIS else "4.2.5e"), "it has no supply line to any source"

    def why_fed(self, unit: UnitId, at: Hex) -> tuple[str, str]:
        """Return the rule by which a unit is in supply, the most special first, and what it says."""
        game = self.game
        way = self.likely.line(at)
        assert way is not None
        names = [game.hex_name(h) for h in way]
        path = (
            Sentence("{names} is a source", names[0])
            if len(names) == 1
            else "the line " + "-".join(names) + " leads to a source"
        )
        a, b = over_the_strait(game)
        dry = Adjacency(game.board.grid, game.board.closed_sides | {(a, b)}, game.board.land)
        if not self.lines(walk=dry).fed >> at & 1:
            return "8.5.3", path
        if not self.lines(mine=rails_of(self.state)[self.side]).fed >> at & 1:
            return ("4.1.6d" if self.side == AXIS else "4.2.5a"), path + " by rails converted in this end phase"
        return "17.2e", path


@lru_cache(maxsize=8)
def _with_causeway(game: Trc) -> Adjacency:
    walk = Adjacency(game.board.grid, game.board.closed_sides, game.board.land)
    for a, b in game.board.rail_only:
        walk.of[a] |= 1 << b
        walk.of[b] |= 1 << a
        walk._irregular |= 1 << a | 1 << b
    return walk


def _all_exits(game: Trc) -> HexSet:
    found: HexSet = 0
    for members in game.board.edge_rails.values():
        found |= members
    return found


def supply_of(game: Trc, state: State, side: str) -> Supply:
    """Return the general supply of a side."""
    return Supply(game, state, side)


def unsupplied(game: Trc, state: State, side: str) -> tuple[UnitId, ...]:
    """Return the units of a side that are out of general supply now, as the record has it."""
    fed = supply_of(game, state, side).likely.fed
    if not state.forces[side].occupied & ~fed:
        return ()
    return tuple(
        unit
        for at, stack in sorted(state.forces[side].stacks.items())
        if not fed >> at & 1
        for unit in stack
        if not needs_no_line(game, state, unit)
    )


@book.check("17.2c", End)
def remove_the_unsupplied(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Units without general supply are eliminated in their own end phase."""
    clock = state.clock
    if clock.phase != END:
        return
    supply = supply_of(game, state, clock.side)
    for at, stack in sorted(state.forces[clock.side].stacks.items()):
        if supply.likely.fed >> at & 1:
            continue
        units = tuple(unit for unit in stack if not needs_no_line(game, state, unit))
        if units:
            yield from _left(supply, at, units)


def _left(supply: Supply, at: Hex, units: tuple[UnitId, ...]) -> Iterator[Finding]:
    game, side = supply.game, supply.side
    name = game.hex_name(at)
    rule, why = supply.why_not(at)
    doubtful = bool(supply.perhaps.fed >> at & 1)
    for unit in units:
        if doubtful:
            yield _in_question(supply, unit, at, rule)
            continue
        yield violation(
            rule,
            Sentence("{unit} in {name} is out of general supply and stays on the map: {why}.", unit, name, why),
            units=(unit,),
            hexes=(name,),
            legal="it is eliminated.",
            dedup_key=(side, "17.2", unit),
        )


def _in_question(supply: Supply, unit: UnitId, at: Hex, rule: str) -> Finding:
    """Return the finding of a unit whose supply rests on a way not known, on a reading, or on doubted rails."""
    game = supply.game
    name = game.hex_name(at)
    traces = supply.state.traces
    # The supply line along the rails may depend on any place or rail whose control is unsure.
    unknown = bool(supply.unsure_rails or traces.get(UNSURE, 0) or traces.get(UNSURE_RAILS, 0))
    facts = () if unknown else supply.doubts(at)
    why = "on whether a zone of control cuts the line along the rails"
    if unknown:
        why = "on an unknown route"
    elif facts:
        why = "on what our data of the map have in doubt"
    return Finding(
        rule,
        Verdict.UNDECIDED if unknown else Verdict.DOUBT,
        Sentence("Whether {unit} in {name} is in general supply depends {why}.", unit, name, why),
        (unit,),
        (name,),
        facts,
        dedup_key=(supply.side, "17.2", unit),
        some_way=unknown,
    )


@book.check("17.1a", Eliminate, Surrender)
def own_units_in_the_own_end_phase(game: Trc, state: State, act: Eliminate | Surrender) -> Iterator[Finding]:
    """General supply is judged in the end phase of the side that owns the units."""
    if not for_want_of_supply(game, act):
        return
    clock, unit = state.clock, removed(act)
    if clock.phase != END or clock.side != game.side_of[unit]:
        text = Sentence("{unit} was removed for lack of supply in the wrong phase ({clock}).", unit, clock.words)
        yield violation("17.1a", text, units=(unit,))


def for_want_of_supply(game: Trc, act: Eliminate | Surrender) -> bool:
    """Tell whether a unit was removed as being out of general supply."""
    because = act.because
    return removed(act) in game.units and any(covers(rule, because) for rule in ("17", "4.1.6", "4.2.5"))


@book.check("17.2e", Eliminate, Surrender)
def only_the_unsupplied_are_removed(game: Trc, state: State, act: Eliminate | Surrender) -> Iterator[Finding]:
    """No unit that can trace a supply line is removed."""
    if not for_want_of_supply(game, act):
        return
    unit, clock = removed(act), state.clock
    at, side = state.place(unit), game.side_of[unit]
    if at is None or isinstance(at, str) or clock.phase != END or clock.side != side:
        return
    name = game.hex_name(at)
    if rule := fed_without_a_line(game, state, unit):
        text = Sentence("{unit} in {name} was removed for lack of supply, but it needs no supply line now.", unit, name)
        yield violation(rule, text, units=(unit,), hexes=(name,))
        return
    supply = supply_of(game, state, side)
    if supply.surely.fed >> at & 1:
        rule, why = supply.why_fed(unit, at)
        text = Sentence("{unit} in {name} was removed for lack of supply, but {why}.", unit, name, why)
        yield violation(rule, text, units=(unit,), hexes=(name,), legal="it stays.")
    elif supply.likely.fed >> at & 1:
        yield _in_question(supply, unit, at, "17.2e")
    elif isinstance(act, Surrender) and "C89b" not in state.options:
        text = Sentence(
            "{unit} in {name} was out of supply and was put with the surrendered units; it must be eliminated.",
            unit,
            name,
        )
        legal = "it goes into the replacement pool."
        yield as_doubt(violation("17.2c", text, units=(unit,), hexes=(name,), legal=legal))


@book.effect(Eliminate)
def eliminate(game: Trc, state: State, act: Eliminate) -> State:
    """Put the unit into the replacement pool; for want of supply it may be agreed to surrender instead (C89)."""
    box = "surrendered" if "C89b" in state.options and covers("17.2", act.because) else POOL
    return state.with_unit(game.side_of[act.unit], act.unit, box)


@book.rule("10.3.2e")
def in_supply_ashore(state: State, unit: UnitId) -> bool:
    """An invader is in general and combat supply for the whole turn of its landing."""
    return bool(Ashore.of(state, unit) or Invaded.of(state, unit))
