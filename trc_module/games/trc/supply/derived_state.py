"""State that players keep by hand and the rules compute after every act: control, rails passed, rails owned, supply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from msgspec import Struct, field

from trc_module.games.trc.acts.losses import LONGEST_RETREAT
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import UNDECLARED, Saved
from trc_module.games.trc.steps import COMBAT, END, SEQUENCE
from trc_module.games.trc.supply.control import (
    CHANGED,
    HELD_SINCE,
    IMPULSE,
    TURN,
    UNSURE,
    UNTOLD,
    contested_places_remain,
    control_is_frozen,
    held,
    holders,
    holding,
    with_changes,
)
from trc_module.games.trc.supply.control_gains import prospects_of
from trc_module.games.trc.supply.rails import OWN_EDGES, UNSURE_RAILS, UNTOLD_RAILS, either_way, exits, off_board
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, End, Move, Retreat, Setup
from trc_module.rules.battles import UNKNOWN
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State, Trail, UnitId
from trc_module.rules.unknown_paths import corridor
from trc_module.systems.conversion import RailGround
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import weather_of

PASSED, PERHAPS, DRAGGED, CUT_OFF = "passed", "perhaps-passed", "dragged-over", "cut-off"
_OF_A_PLAYER_TURN = (PASSED, PERHAPS, DRAGGED, CUT_OFF, "converted", "to-convert", CHANGED, *HELD_SINCE[TURN].values())
_COUNTED_BY_TURN = ("rail", "baltic", "black-sea", "workers")


@book.follow
def keep_track(game: Trc, before: State, after: State, act: Action | None) -> State:
    """Work out control anew and remember the rail hexes passed; `act` is None where no act is known.

    The header of a record settles control where nothing has happened yet; the set-up changes none (3.5).
    """
    if isinstance(act, End):
        return _phase_over(game, after)
    if before.forces is after.forces or isinstance(act, Setup):
        return after
    if after.battles and control_is_frozen(game, after):
        return after
    if before.battles and control_is_frozen(game, before):
        tracker = _Tracker(game, after)
        tracker.all(holders(game, after))
        return tracker.state(after)
    trail: Trail | None = getattr(act, "trail", None)
    if act is not None and trail is not None:
        unit: UnitId = act.unit  # type: ignore[attr-defined]
        if after.forces[game.side_of[unit]].places.get(unit) == trail.hexes[-1]:
            return _in_what_order(after, _walked(game, before, after, act, trail))
    vacated: HexSet = 0
    for side, deployment in after.forces.items():
        vacated |= deployment.occupied ^ before.forces[side].occupied
    if not vacated:
        return after
    near = holding(game).near
    touched: HexSet = 0
    for at in hexes(vacated):
        touched |= near.get(at, 0)
    tracker = _Tracker(game, after)
    tracker.assess(touched, holders(game, after))
    found = _in_what_order(after, tracker.state(after))
    if isinstance(act, SeaMove) and not Saved.of(after, act.unit):
        # Whether it has landed is unknown, and with it what its landing takes.
        return _unsure_of_changes(before, found)
    return found


def _in_what_order(before: State, after: State) -> State:
    """Return a position in which all places are unsure that changed hands in battles whose results are unknown.

    We do not know whether their losses were those of an exchange (13.3), nor, where they were not declared, in what
    order they were taken: for a moment only, or not at all, a place may have been the enemy's. Where units stand when
    the phase ends settles it.
    """
    if not after.battles and not after.marks:
        return after
    battle = after.battles[-1] if after.battles else None
    unknown = battle is not None and battle.result == UNKNOWN and bool(battle.lost)
    if not unknown and (UNDECLARED not in after.marks or after.clock.phase != COMBAT):
        return after
    return _unsure_of_changes(before, after)


def may_have_passed(game: Trc, before: State, after: State, unit: UnitId, trail: Trail) -> State:
    """Mark what a unit may have crossed before it returned by an unknown route.

    The hexes of the trail are passed no more surely than those between them: the counter may have been tried there.
    """
    unsure = replace(trail, gaps=frozenset(range(len(trail.hexes) - 1)))
    walked = _in_what_order(after, _walked(game, before, after, Retreat(0, unit, unsure), unsure))
    told = after.traces.get(PASSED, 0)
    new = walked.traces.get(PASSED, 0) & ~told
    if not new:
        return walked
    traces = walked.traces.put(PASSED, told) if told else walked.traces.without((PASSED,))
    return _traced(walked.changed(traces=traces), 0, 0, new)


def gone(game: Trc, before: State, after: State) -> State:
    """Return a position with what follows when units have left the map for an unknown reason.

    The log shows that they are gone, but not whether something else would have had to come first: places that change
    hands by it are unsure until the phase is over.
    """
    return _unsure_of_changes(before, keep_track(game, before, after, None))


def _unsure_of_changes(before: State, found: State) -> State:
    """Return a position in which the places are unsure that have changed hands.

    What was unsure, or a guess of the time before the log, stays so: where units stand settles nothing as long as it is
    unknown whether they do.
    """
    unsure = before.traces.get(UNSURE, 0) | found.traces.get(UNSURE, 0)
    for place, side in found.control.items() if found.control is not before.control else ():
        if before.control.get(place) != side:
            unsure |= 1 << place
    traces = found.traces
    for trace, members in ((UNSURE, unsure), (UNTOLD, before.traces.get(UNTOLD, 0))):
        if members != traces.get(trace, 0):
            traces = traces.put(trace, members)
    return found if traces is found.traces else found.changed(traces=traces)


def _phase_over(game: Trc, state: State) -> State:
    tracker = _Tracker(game, state)
    tracker.all(holders(game, state))
    after = tracker.state(state)
    clock = state.clock
    if clock.phase == COMBAT:
        after = after.untraced(*HELD_SINCE[IMPULSE].values())
    if clock.phase == END:
        after = _rails_told(game, after).untraced(*_OF_A_PLAYER_TURN, *HELD_SINCE[IMPULSE].values())
    if SEQUENCE.after(clock).turn != clock.turn and after.used:
        gone = {name for name in after.used if name.split(" ", 1)[1] in _COUNTED_BY_TURN}
        after = replace(after, used=after.used.without(gone))
    return after


def _rails_told(game: Trc, state: State) -> State:
    """Return a position at the end of a player turn of a log that began late, with the rails that it has shown since.

    A city that is known to be the side's own has rails of its own from now on (9.4.3).
    """
    untold, side = state.traces.get(UNTOLD_RAILS, 0), state.clock.side
    shown = untold & game.board.city_hexes & rails_of(state)[side] & held(state.control)[side]
    shown &= ~(state.traces.get(UNTOLD, 0) | state.traces.get(UNSURE, 0) | state.traces.get(UNSURE_RAILS, 0))
    return state.changed(traces=state.traces.put(UNTOLD_RAILS, untold & ~shown)) if shown else state


@lru_cache(maxsize=512)
def _the_same(control: FrozenMap[Hex, str]) -> FrozenMap[Hex, str]:
    """Return the first control of all places that equals one: what is kept by it is then found without comparing."""
    return control


@lru_cache(maxsize=64)
def _all_holders(game: Trc, where: tuple[tuple[str, HexSet], ...]) -> tuple[Mapping[Hex, str], HexSet]:
    """Return who holds which places by where units stand; most phases end as the one before, and ask the same."""
    found = holding(game).all_holders(dict(where))
    return found, sum(1 << place for place in found)


@lru_cache(maxsize=2048)
def _changed(control: FrozenMap[Hex, str], changes: tuple[tuple[Hex, str], ...]) -> FrozenMap[Hex, str]:
    """Return the control of all places after some changes."""
    return _the_same(control.merged(dict(changes)))


class _Tracker(Struct, dict=True):
    """Changes of control on their way into a state."""

    game: Trc
    before: State
    changes: dict[Hex, str] = field(default_factory=dict)
    """The new holder of each place that another side held before."""
    settled: HexSet = 0
    """The places whose control follows from where units stand, changed or not."""

    def assess(self, places: HexSet, where: dict[str, HexSet]) -> None:
        """Judge some places anew by the hexes that units of each side hold."""
        how = holding(self.game)
        remain = contested_places_remain(self.before)
        for place in hexes(places):
            side = how.holder(place, where)
            if side or (side is not None and not remain):
                self._settle(place, side)

    def all(self, where: dict[str, HexSet]) -> None:
        """Judge every place anew."""
        found, settled = _all_holders(self.game, tuple(where.items()))
        if contested_places_remain(self.before):
            found = {place: side for place, side in found.items() if side}
        elif not self.changes and found.items() <= self.before.control.items():
            self.settled |= settled
            return
        for place, side in found.items():
            self._settle(place, side)

    def _settle(self, place: Hex, side: str) -> None:
        self.settled |= 1 << place
        if self.before.control.get(place) != side:
            self.changes[place] = side
        else:
            self.changes.pop(place, None)

    @property
    def control(self) -> FrozenMap[Hex, str]:
        """The control of all places with the changes."""
        return _changed(self.before.control, tuple(self.changes.items())) if self.changes else self.before.control

    def state(self, after: State, maybe: HexSet = 0) -> State:
        """Return a state with the changes; `maybe` are places that may have changed hands on a way not known."""
        control = self.control
        untold = after.traces.get(UNTOLD, 0)
        if untold & self.settled:
            after = after.changed(traces=after.traces.put(UNTOLD, untold & ~self.settled))
        unsure = after.traces.get(UNSURE, 0)
        doubtful = (unsure | maybe) & ~self.settled
        if control is after.control and doubtful == unsure:
            return after
        traces = after.traces if control is after.control else with_changes(after, self.changes, untold)
        if doubtful != unsure:
            traces = traces.put(UNSURE, doubtful) if doubtful else traces.without((UNSURE,))
        return after.changed(control=control, traces=traces)


@lru_cache(maxsize=1 << 15)
def _stretch(game: Trc, a: Hex, b: Hex, steps: int) -> tuple[HexSet, HexSet]:
    """Return where a unit may have been on a stretch of its way that is not known, and where its zone reached."""
    between = corridor(game.board.grid, a, b, max(steps, game.board.grid.distance(a, b))) & game.board.land
    return between, between | holding(game).reach.spread(between)


def _unknown(game: Trc, before: State, act: Action, trail: Trail) -> tuple[HexSet, HexSet]:
    """Return the same for all stretches of a way."""
    steps = 0
    if isinstance(act, Move):
        steps = game.printed_allowance(act.unit, before.clock.part, weather_of(before)).value or 0
    elif isinstance(act, RailMove):
        return _along_rails(game, before, act.unit, trail)
    elif isinstance(act, Retreat):
        steps = LONGEST_RETREAT
    steps -= len(trail.hexes) - 1 - len(trail.gaps)
    between = reached = 0
    for i in trail.gaps:
        here, near = _stretch(game, trail.hexes[i], trail.hexes[i + 1], steps)
        between |= here
        reached |= near
    return between, reached


def _along_rails(game: Trc, before: State, unit: UnitId, trail: Trail) -> tuple[HexSet, HexSet]:
    """Return the same for a ride: it may have passed any rails of its side, or have jumped over the edge of the map.

    Rails that may belong to the side count. Rails whose owner is guessed, since the log began late, only count as rails
    that may have brought the unit near other places.
    """
    side = game.side_of[unit]
    net = off_board(game.board, OWN_EDGES[side])
    own = rails_of(before)[side] | before.traces.get(UNSURE_RAILS, 0)
    untold = before.traces.get(UNTOLD_RAILS, 0) & ~own
    ends = exits(game, side)
    jumps: HexSet = 0
    between: HexSet = 0
    near: HexSet = 0
    for i in trail.gaps:
        a, b = trail.hexes[i], trail.hexes[i + 1]
        if ends >> a & ends >> b & 1:
            jumps |= 1 << a | 1 << b
        elif not between >> a & 1:
            # What is reached from a hex that a ride has reached was reached by that ride.
            between |= net.flood(1 << a, None, own)
            near |= net.flood(1 << a, None, own | untold) if untold else 0
    between |= jumps
    near |= between
    return between, near | holding(game).reach.spread(near)


def _walked(game: Trc, before: State, after: State, act: Action, trail: Trail) -> State:
    unit: UnitId = act.unit  # type: ignore[attr-defined]
    how = holding(game)
    if unit in how.idle:
        return after
    side = game.side_of[unit]
    start, *onward = trail.hexes
    touched: HexSet = how.near.get(start, 0)
    entered: HexSet = 0
    for at in onward:
        touched |= how.near.get(at, 0)
        entered |= 1 << at
    found = prospects_of(game, after, side)
    between, reached = _unknown(game, before, act, trail) if trail.gaps else (0, 0)
    either, beside = _either_of_two(game, act, trail) if trail.dragged else (0, 0)
    between |= beside
    reached |= either | beside | how.reach.spread(either | beside) if either else 0
    foreign = found.to_pass(game, after, side, entered | between) if side == before.clock.side else 0
    # Places that the unit may have gained on the way: in reach of it and in no enemy zone.
    maybe = reached & found.open
    if maybe or touched & found.loose:
        return _Walk(game, before, after, unit, side, trail, foreign, either).state(maybe, between)
    # Most moves touch no place that could change hands.
    stepped = entered & foreign & ~(1 << start)
    perhaps = between & foreign & ~stepped
    if not stepped | perhaps:
        return after
    # It is unknown who held the places of unsure control when it passed them.
    worst, best = found.ways(game, after, side)
    perhaps |= stepped & ~worst.sure_back
    return _traced(after, stepped & worst.sure_back, stepped & ~best.back, perhaps & best.back, either)


def _either_of_two(game: Trc, act: Action, trail: Trail) -> tuple[HexSet, HexSet]:
    """Return the stops of a dragged counter that another hex may stand for as well, and those other hexes.

    Between two hexes with two ways of the same length the counter may have been put into the wrong one; so it may have
    been where it came from afar and went on to the hex next door.
    """
    stops: HexSet = 0
    others: HexSet = 0
    if isinstance(act, RailMove):
        return 0, 0
    near = game.board.grid.neighbours
    for i in range(1, len(trail.hexes) - 1):
        before, at, after = trail.hexes[i - 1 : i + 2]
        ways = near[before] & near[after]
        if near[at] >> after & 1 and not near[at] >> before & 1:
            stops |= 1 << at
            others |= _stretch(game, before, after, 0)[0] & ~(1 << at)
        elif ways >> at & 1 and ways != 1 << at:
            stops |= 1 << at
            others |= ways & ~(1 << at)
    ends = 1 << trail.hexes[0] | 1 << trail.hexes[-1]
    return stops & ~ends, others & game.board.land & ~ends


def _traced(state: State, passed: HexSet, cut_off: HexSet, perhaps: HexSet, either: HexSet = 0) -> State:
    """Return a position that remembers the rail hexes passed; `either` are those that another hex may stand for."""
    traces = state.traces
    if passed:
        dragged = traces.get(DRAGGED, 0)
        still = dragged & ~(passed & ~either) | passed & either & ~traces.get(PASSED, 0)
        if still != dragged:
            traces = traces.put(DRAGGED, still)
    # Where one may have passed with a way back, it does not matter that another passed without.
    if cut_off:
        cut_off &= ~(traces.get(PERHAPS, 0) | perhaps)
    settled = traces.get(CUT_OFF, 0) & perhaps if perhaps else 0
    if settled:
        traces = traces.put(CUT_OFF, traces.get(CUT_OFF, 0) & ~settled)
    for trace, more in ((PASSED, passed), (CUT_OFF, cut_off), (PERHAPS, perhaps)):
        if more and more & ~traces.get(trace, 0):
            traces = traces.put(trace, traces.get(trace, 0) | more)
    return state if traces is state.traces else state.changed(traces=traces)


class _Walk(Struct, dict=True):
    """A unit on its way past places that may change hands: what it gains in passing, and the rails that it passes."""

    game: Trc
    before: State
    after: State
    unit: UnitId
    side: str
    trail: Trail
    foreign: HexSet
    """The rail hexes that are not its own side's for certain, or cut off from its net; 0 in the other side's turn."""
    either: HexSet
    """The stops on its way that another hex may stand for."""

    def state(self, maybe: HexSet, between: HexSet) -> State:
        how, enemy = holding(self.game), ENEMY[self.side]
        goal = self.trail.hexes[-1]
        where = holders(self.game, self.after)
        alone = not how.holders(self.before.forces[self.side]) >> goal & 1 or self.trail.hexes[0] == goal
        others = where[self.side] & ~(1 << goal) if alone else where[self.side]
        tracker = _Tracker(self.game, self.after)
        passed = cut_off = 0
        perhaps = between & self.foreign
        last = self.trail.hexes[0]
        for at in self.trail.hexes[1:]:
            if not self.either >> at & 1:
                near = how.near.get(last, 0) | how.near.get(at, 0)
                if near:
                    tracker.assess(near, {self.side: others | 1 << at, enemy: where[enemy]})
                last = at
            if self.foreign >> at & 1:
                worst, best = self._either_way(tracker, maybe)
                if worst.sure_back >> at & 1:
                    passed |= 1 << at
                elif best.back >> at & 1:
                    perhaps |= 1 << at
                else:
                    cut_off |= 1 << at
        state = tracker.state(self.after, maybe)
        perhaps &= ~(passed | cut_off)
        if perhaps:
            perhaps &= self._either_way(tracker, maybe)[1].back
        return _traced(state, passed, cut_off, perhaps, self.either)

    def _either_way(self, tracker: _Tracker, maybe: HexSet) -> tuple[RailGround, RailGround]:
        unsure = self.after.traces.get(UNSURE, 0) & ~tracker.settled
        return either_way(self.game, self.after, self.side, tracker.control, maybe, unsure)
