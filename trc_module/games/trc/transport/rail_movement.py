"""Chapter 9.1 to 9.3: rail movement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.marks import Arrived, Moved, Railed, Sailed, Victor
from trc_module.games.trc.movement.closed_hexes import closed_bulgaria
from trc_module.games.trc.movement.zones_of_control import foes_near
from trc_module.games.trc.steps import MOVEMENT, in_phase
from trc_module.games.trc.supply.control import held
from trc_module.games.trc.supply.rails import (
    OWN_EDGES,
    UNSURE_RAILS,
    UNTOLD_RAILS,
    all_link_doubts,
    doubted,
    off_board,
    owner_doubts,
    owner_in_doubt,
)
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Move
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, as_doubt, by_some_way, violation
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import in_words, spaced
from trc_module.rules.rail_paths import Bar, Ride, shut_on
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.rails import rails_of, with_rails
from trc_module.systems.weather import weather_of

NO_FREE_RAIL = ("off-map-units", "paratroop-reserve")
ALL_EDGES = ("west", "east", "south", "north")


@book.rule("4.1.2e", "4.1.4c", "4.2.1f", "4.2.3d", "9.3.1a")
def in_the_first_impulse(clock: Clock) -> str:
    """Rail movement takes place in the movement phase of the first impulse only.

    Returns the rule that forbids it now, '' where none does.
    """
    if clock.part == 1:
        return "" if clock.phase == MOVEMENT else {AXIS: "4.1.2e", RUSSIAN: "4.2.1f"}[clock.side]
    return {AXIS: "4.1.4c", RUSSIAN: "4.2.3d"}[clock.side] if clock.phase == MOVEMENT else "9.3.1a"


@book.rule("9.1a")
def own_gauge_only(state: State, side: str) -> HexSet:
    """A side uses only rail hexes of its own gauge."""
    return rails_of(state)[side]


@book.rule("9.4.1a")
def gained_in_this_turn(game: Trc, state: State, side: str) -> HexSet:
    """A side may use rail hexes from the turn after it gained them."""
    traces = state.traces
    passed = traces.get("passed", 0) | traces.get("perhaps-passed", 0) | traces.get("cut-off", 0)
    cities = held(state.control)[side] & game.board.rail_hexes
    return (passed | cities) & ~rails_of(state)[side]


@book.rule("9.3.2c")
def never_in_an_enemy_zone(game: Trc, state: State, side: str) -> HexSet:
    """A rail move does not begin, pass or end in an enemy zone of control."""
    return game.zones.of(state.forces[ENEMY[side]])


@book.rule("9.3.2a")
def ends_on_friendly_rails(game: Trc, state: State, side: str, ends: tuple[Hex, Hex]) -> tuple[Hex, ...]:
    """A rail move begins and ends on a friendly rail hex."""
    return tuple(at for at in ends if not own_gauge_only(state, side) >> at & 1)


@book.rule("9.3.4b")
def own_edges_only(side: str) -> tuple[str, ...]:
    """Each side uses the lines off the map only on its own edges."""
    return OWN_EDGES[side]


@book.rule("9.3.4a")
def off_the_map(way: list[Hex], barred: HexSet, game: Trc) -> tuple[Hex, Hex] | None:
    """A unit goes off the map by rail and returns only where both ends are friendly and free."""
    for a, b in pairwise(way):
        if not game.board.rails.joined(a, b) and (barred >> a | barred >> b) & 1:
            return a, b
    return None


@book.rule("9.3.2b")
def along_the_rails(game: Trc, trail: Trail) -> Iterator[tuple[Hex, Hex]]:
    """A rail move follows the line from rail hex to rail hex."""
    for i, (a, b) in enumerate(pairwise(trail.hexes)):
        if i not in trail.gaps and not game.board.rails.joined(a, b):
            yield a, b


@book.rule("9.2g")
def counted(state: State, act: RailMove) -> bool:
    """Each unit that moves by rail counts once against the allotment of the game turn."""
    return not act.free and Railed(act.unit) not in state.marks


@book.rule("9.2a")
def axis_allotment(game: Trc) -> int:
    """At most six Axis units move by rail in a game turn."""
    return game.charts.transport.rail[AXIS].units


@book.rule("9.2b")
def axis_allotment_in_snow(game: Trc) -> int:
    """At most three Axis units move by rail in a snow turn."""
    return game.charts.transport.rail[AXIS].in_snow


@book.rule("9.2c")
def russian_allotment(game: Trc, weather: str) -> int:
    """At most five Russian units move by rail in a game turn, in any weather."""
    chart = game.charts.transport.rail[RUSSIAN]
    return chart.in_snow if weather == "snow" else chart.units


@book.rule("9.2d")
def arrivals_ride_free(state: State, unit: UnitId) -> str | None:
    """First-impulse reinforcements and replacements move by rail free of the allotment."""
    return next((mark.box for mark in Arrived.of(state, unit)), None)


@book.rule("9.2e")
def free_only_at_once(box: str | None, turn: int) -> bool:
    """The free rail move belongs to the first impulse of the turn in which the unit becomes available."""
    if box is None:
        return False
    return not box.startswith("turn-") or box == f"turn-{turn}"


@book.rule("9.2f")
def no_free_ride_from_the_boxes(box: str | None) -> bool:
    """Units from the Off-Map Units box or the Paratroop Reserve count against the allotment."""
    return box in NO_FREE_RAIL


def allotment(game: Trc, state: State, side: str) -> tuple[str, int]:
    """Return the rule and the number of units that a side may move by rail in this turn."""
    if side == RUSSIAN:
        return "9.2c", russian_allotment(game, weather_of(state))
    if weather_of(state) == "snow":
        return "9.2b", axis_allotment_in_snow(game)
    return "9.2a", axis_allotment(game)


@book.check("9.3.1c", RailMove, Move, Strategic, of_marks=(Railed.word,), for_kinds=(Move, Strategic))
def no_other_move(game: Trc, state: State, act: RailMove | Move | Strategic) -> Iterator[Finding]:
    """A unit that moves by rail makes no other move in that impulse."""
    by_rail = isinstance(act, RailMove)
    marks = state.marks
    both = act.unit in state.trails or Moved(act.unit) in marks if by_rail else Railed(act.unit) in marks
    if both and in_phase(state.clock, game.side_of[act.unit], MOVEMENT):
        other = "had moved over land before" if by_rail else "moved by rail before"
        how = "moved by rail" if by_rail else "moved over land"
        yield violation(
            "9.3.1c",
            Sentence("{unit} {how} in an impulse in which it {other}.", act.unit, how, other),
            units=(act.unit,),
            legal="only one kind of move in an impulse.",
            dedup_key=(game.side_of[act.unit], "9.3.1c", act.unit, state.clock),
        )


def ride_of(game: Trc, state: State, side: str, *, sure_of: HexSet = 0, unsure: HexSet = 0) -> Ride:
    """Return the railroad that a side may use now, and what bars the rest of it.

    It is as if nothing barred the hexes `sure_of`, and as if those of `unsure` owner were the side's own.
    """
    board = game.board
    mine = own_gauge_only(state, side) | unsure
    gained = gained_in_this_turn(game, state, side)
    zone = never_in_an_enemy_zone(game, state, side)
    foreign = board.rail_hexes & ~mine & ~sure_of
    bars = (
        Bar("9.3.4b", links=off_board(board, ALL_EDGES)),
        Bar("9.4.1a", shut=foreign & gained),
        Bar("9.1a", shut=foreign & ~gained),
        Bar("9.3.2c", shut=board.rail_hexes & mine & zone & ~sure_of),
    )
    return Ride(off_board(board, own_edges_only(side)), bars)


def ride_doubts(game: Trc, state: State, start: Hex, goals: HexSet) -> tuple[Fact, ...]:
    """Return the doubtful data by which some way may lead by rail where none does by our data."""
    board, side = game.board, state.clock.side
    perhaps = owner_in_doubt(board, state) & board.rail_hexes
    if not (ride_of(game, state, side, unsure=perhaps).reach(start) | 1 << start) & goals:
        return ()
    return owner_doubts(board, state, perhaps)


class _Case(Struct, dict=True):
    """A rail move under judgment."""

    game: Trc
    state: State
    act: RailMove
    side: str

    @cached_property
    def ride(self) -> Ride:
        return ride_of(self.game, self.state, self.side)

    @cached_property
    def unsure(self) -> HexSet:
        return self.state.traces.get(UNSURE_RAILS, 0)

    def findings(self) -> Iterator[Finding]:
        trail = self.act.trail
        ends = self._ends()
        if ends is not None:
            yield ends
            return
        told: set[str] = set()
        for a, b in along_the_rails(self.game, trail):
            if "9.3.2b" not in told:
                told.add("9.3.2b")
                yield self._not_joined(a, b)
        for i, (a, b) in enumerate(pairwise(trail.hexes)):
            found = self._unknown(a, b) if i in trail.gaps else self._known(a, b)
            for finding in found:
                if finding.rule not in told:
                    told.add(finding.rule)
                    yield finding

    def _ends(self) -> Finding | None:
        start, goal = self.act.trail.hexes[0], self.act.trail.hexes[-1]
        wrong = ends_on_friendly_rails(self.game, self.state, self.side, (start, goal))
        if not wrong:
            return None
        at = wrong[0]
        name = self._name(at)
        verb = "begins" if at == start else "ends"
        if not self.game.board.rail_hexes >> at & 1:
            return self._finding("9.3.2a", Sentence("{verb} in {name}, where there are no rails", verb, name), (at,))
        if self.unsure >> at & 1:
            return self._undecided("9.3.2a", at)
        zone = Bar("9.3.2c", shut=never_in_an_enemy_zone(self.game, self.state, self.side))
        if (self.state.traces.get(UNTOLD_RAILS, 0) & zone.shut) >> at & 1:
            # A log that began late does not tell whose the rails are, and need not: nobody may ride there.
            where = Sentence(
                "leads from {start} to {goal}, but {what}", self._name(start), self._name(goal), self._what(zone, at)
            )
            return self._finding(
                "9.3.2c",
                Sentence("{where}, and no other line is open", where),
                (start, goal, at),
                foes=self._foes(zone, at),
            )
        if gained_in_this_turn(self.game, self.state, self.side) >> at & 1:
            return self._finding(
                "9.4.1a",
                Sentence("{verb} in {name}, whose rails are not friendly before the next turn", verb, name),
                (at,),
            )
        return self._finding("9.3.2a", Sentence("{verb} in {name}, whose rails are not friendly", verb, name), (at,))

    def _not_joined(self, a: Hex, b: Hex) -> Finding:
        fact = self.game.board.rail_fact(a, b)
        where = Sentence("leads from {first} to {second}, which no rails join", self._name(a), self._name(b))
        return self._finding("9.3.2b", where, (a, b), facts=(fact,))

    def _known(self, a: Hex, b: Hex) -> Iterator[Finding]:
        for bar in self.ride.bars:
            for at in shut_on((a, b), bar):
                if self.unsure >> at & 1 and bar.rule == "9.1a":
                    yield self._undecided("9.1a", at)
                else:
                    where = Sentence("passes {at}, but {what}", self._name(at), self._what(bar, at))
                    finding = self._finding(bar.rule, where, (at,), foes=self._foes(bar, at))
                    yield as_doubt(finding) if doubted(self.game.board) >> at & 1 and bar.rule == "9.3.2c" else finding
                break

    def _unknown(self, a: Hex, b: Hex) -> Iterator[Finding]:
        blamed = self.ride.blamed(a, b)
        if blamed == ():
            return
        if self.unsure and ride_of(self.game, self.state, self.side, unsure=self.unsure).way(a, b) is not None:
            yield self._undecided("9.1a", next(hexes(self.unsure)))
            return
        lenient = ride_of(self.game, self.state, self.side, sure_of=doubted(self.game.board), unsure=self.unsure)
        surely = lenient.way(a, b) is None
        for finding in self._blame(a, b, blamed):
            yield finding if surely else as_doubt(replace(finding, facts=finding.facts + self._doubts()))

    def _blame(self, a: Hex, b: Hex, blamed: tuple[str, ...] | None) -> Iterator[Finding]:
        names = Sentence("{first} to {second}", self._name(a), self._name(b))
        if blamed is None:
            yield self._finding("9.3.2b", Sentence("leads from {names}, which no line joins", names), (a, b))
            return
        way = self.ride.best_way(a, b, frozenset(blamed))
        assert way is not None
        for rule in blamed:
            bar = next(bar for bar in self.ride.bars if bar.rule == rule)
            if bar.links is not None:
                yield self._finding(
                    "9.3.4b", Sentence("leaves the map from {names} by an edge that is not its own", names), (a, b)
                )
                continue
            jump = off_the_map(way, bar.shut, self.game)
            board_only = Ride(self.game.board.rails, self.ride.bars)
            if jump is not None and board_only.way(a, b, frozenset(blamed)) is None:
                at = next(h for h in jump if bar.shut >> h & 1)
                between, what = (
                    Sentence("{jump} and {other_jump}", self._name(jump[0]), self._name(jump[1])),
                    self._what(bar, at),
                )
                where = Sentence("leaves the map between {between}, but {what}", between, what)
                yield self._finding("9.3.4a", where, jump, foes=self._foes(bar, at))
                continue
            at = shut_on(way, bar)[0]
            where = Sentence("leads from {names}, but {what}, and no other line is open", names, self._what(bar, at))
            yield self._finding(rule, where, (a, b, at), foes=self._foes(bar, at))

    def _what(self, bar: Bar, at: Hex) -> str:
        name = self._name(at)
        if bar.rule == "9.3.2c":
            return Sentence("{name} is in the zone of control of {foes}", name, in_words(self._foes(bar, at)))
        if bar.rule == "9.4.1a":
            return Sentence("the rails in {name} are not friendly before the next turn", name)
        return Sentence("the rails in {name} are not friendly", name)

    def _foes(self, bar: Bar, at: Hex) -> tuple[UnitId, ...]:
        return foes_near(self.game, self.state, self.act.unit, at) if bar.rule == "9.3.2c" else ()

    def _doubts(self) -> tuple[Fact, ...]:
        return all_link_doubts(self.game.board)

    def _finding(
        self,
        rule: str,
        where: str,
        at: tuple[Hex, ...],
        *,
        foes: tuple[UnitId, ...] = (),
        facts: tuple[Fact, ...] = (),
    ) -> Finding:
        return violation(
            rule,
            Sentence("The rail move of {unit} {where}.", self.act.unit, where),
            units=(self.act.unit, *foes),
            hexes=tuple(self._name(h) for h in dict.fromkeys(at)),
            facts=(*facts, *self._whose(rule, at)),
        )

    def _whose(self, rule: str, at: tuple[Hex, ...]) -> tuple[Fact, ...]:
        """Return the doubts about whose the rails are, for a rule that asks for it."""
        if rule not in ("9.1a", "9.3.2a", "9.4.1a"):
            return ()
        board = self.game.board
        places: HexSet = sum(1 << h for h in dict.fromkeys(at))
        gained: tuple[Fact, ...] = ()
        if rule != "9.1a":
            # Places that the side holds have rails of its own in the next turn.
            junctions = (board.fact(f"junction {self._name(h)}") for h in hexes(places & board.junctions))
            gained = (*board.city_doubts(places), *junctions)
        return (*gained, *owner_doubts(board, self.state, places))

    def _undecided(self, rule: str, at: Hex) -> Finding:
        name = self._name(at)
        return by_some_way(
            rule,
            Sentence(
                "Whether the rails in {name} are friendly to {unit} depends on an unknown route.", name, self.act.unit
            ),
            (self.act.unit,),
            (name,),
        )

    def _name(self, at: Hex) -> str:
        return self.game.hex_name(at)


@book.judge(RailMove)
def judge_rail_move(game: Trc, state: State, act: RailMove) -> Iterator[Finding]:
    """Judge a move by rail: its time, its way, and the allotment."""
    side = game.side_of[act.unit]
    if side != state.clock.side:
        return
    late = in_the_first_impulse(state.clock)
    if late:
        yield violation(
            late,
            Sentence("{unit} moved by rail outside the first movement phase ({clock}).", act.unit, state.clock.words),
            units=(act.unit,),
            dedup_key=(side, late, act.unit, state.clock),
        )
        return
    yield from _Case(game, state, act, side).findings()
    yield from _allotment(game, state, act, side)


def _allotment(game: Trc, state: State, act: RailMove, side: str) -> Iterator[Finding]:
    if act.free:
        box = arrivals_ride_free(state, act.unit)
        if no_free_ride_from_the_boxes(box):
            yield violation(
                "9.2f",
                Sentence(
                    "{unit} came from the box '{box}', so its rail move counts against the allotment.",
                    act.unit,
                    spaced(box or ""),
                ),
                units=(act.unit,),
            )
        elif not free_only_at_once(box, state.clock.turn):
            when = (
                "did not arrive in this impulse" if box is None else Sentence("was due as '{box}', not this turn", box)
            )
            yield violation(
                "9.2e",
                Sentence("{unit} moved by rail free of the allotment, but it {when}.", act.unit, when),
                units=(act.unit,),
            )
        return
    rule, most = allotment(game, state, side)
    used = state.used.get(f"{side} rail", 0)
    if counted(state, act) and used >= most:
        weather = " snow" if weather_of(state) == "snow" else ""
        yield violation(
            rule,
            Sentence(
                "{unit} is unit number {used} to move by rail; in a{weather} turn the {side} side may move {most}.",
                act.unit,
                used + 1,
                spaced(weather),
                side.capitalize(),
                most,
            ),
            units=(act.unit,),
        )


@book.effect(RailMove)
def carry_out(game: Trc, state: State, act: RailMove) -> State:
    """Put the unit where it went, and count it."""
    side = game.side_of[act.unit]
    after = state.with_unit(side, act.unit, act.trail.hexes[-1]).with_mark(Railed(act.unit))
    after = _taken_for_its_own(after, side, act.trail)
    return after.counted(f"{side} rail") if counted(state, act) else after


def _taken_for_its_own(state: State, side: str, trail: Trail) -> State:
    """Return a position in which a side owns the rails on which it rode, where a log that began late has shown no more.

    That it rides on them is the best that is known of them. It is asked once: they stay untold.
    """
    used = (
        sum(1 << at for at in dict.fromkeys(trail.hexes)) & state.traces.get(UNTOLD_RAILS, 0) & ~rails_of(state)[side]
    )
    if not used:
        return state
    rail = {own: rails | used if own == side else rails & ~used for own, rails in rails_of(state).items()}
    return with_rails(state, FrozenMap(rail))


NEVER_BY_RAIL = frozenset({"hq", "partisan", "air", "worker"})
"""Types that have no rail movement: headquarters (11.1), workers (22.2), and what is no unit that travels."""


@book.lister(RailMove)
def list_rail_moves(game: Trc, state: State) -> Iterator[RailMove]:
    """Yield every legal rail move of the side to play, free of the allotment where the unit has that right."""
    side = state.clock.side
    if in_the_first_impulse(state.clock) or side not in game.sides:
        return
    ride = ride_of(game, state, side)
    used_up = state.used.get(f"{side} rail", 0) >= allotment(game, state, side)[1]
    reaches: dict[Hex, HexSet] = {}
    for unit, at in state.forces[side].places.items():
        if isinstance(at, str) or game.units[unit].type in NEVER_BY_RAIL or _has_moved(state, unit):
            continue
        box = arrivals_ride_free(state, unit)
        free = free_only_at_once(box, state.clock.turn) and not no_free_ride_from_the_boxes(box)
        if used_up and not free and Railed(unit) not in state.marks:
            continue
        if at not in reaches:
            reaches[at] = ride.reach(at) & ~(1 << at | closed_bulgaria(game, state))
        for goal in hexes(reaches[at]):
            yield RailMove(unit, Trail((at, goal), frozenset({0})), free)


def _has_moved(state: State, unit: UnitId) -> bool:
    # A unit that has won an automatic victory has spent its movement (16.2).
    return unit in state.trails or not state.marks.isdisjoint({Moved(unit), Sailed(unit), Victor(unit)})
