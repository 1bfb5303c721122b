"""Undeclared acts outside battles: every act that a drag without a line may have been.

Of several acts the first that breaks nothing is taken. Where a box can only mean one thing (who waits in `turn-5` and
lands on the map has arrived) and that thing was illegal, it is told; where the counter may have gone for another
reason, the log simply does not say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.departures import Exit, Motorize
from trc_module.games.trc.acts.losses import LONGEST_RETREAT
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.acts.strategic_choices import Recall
from trc_module.games.trc.arrivals.entry_rules import entry_hexes, entry_in_steps, unaccused
from trc_module.games.trc.arrivals.paratroops import is_paratroop
from trc_module.games.trc.boxes import (
    MOTORIZATION,
    OFF_MAP,
    PARATROOP_RESERVE,
    PARTISANS,
    POOL,
    REMOVED,
    SIBERIA,
    SURRENDERED,
    WITHDRAWN,
)
from trc_module.games.trc.countries import country_of
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.log.completions import UNCLAIMED
from trc_module.games.trc.log.dice_at_sea import KINDS
from trc_module.games.trc.log.impossible_victories import impossible_victory
from trc_module.games.trc.log.out_of_turn import out_of_turn
from trc_module.games.trc.marks import Arrived, surrendered_on
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.steps import END, MOVEMENT
from trc_module.games.trc.transport.sea_crossing import crossing_of
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, Eliminate, Enter, Move, Replace, Surrender, Withdraw
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import spaced
from trc_module.rules.interpretation import Interpretation, PieceTrack
from trc_module.rules.state import Box, Place, State, Trail, UnitId
from trc_module.sentence import Sentence

_WAITING = ("turn-", "lapland", "bulgarian-garrison", "warsaw-garrison", "optional", "siberia", "urals")
"""The prefixes of the boxes in which units wait for their arrival."""
_CAPITULATION = ("24.2", "24.3", "24.4", "24.5")
"""The rules by which countries surrender."""


def read(
    game: Trc,
    state: State,
    tracks: Sequence[PieceTrack],
    at_sea: Mapping[UnitId, int],
    dice: Sequence[int] = (),
    sailed: Mapping[UnitId, SeaMove] = MappingProxyType({}),
    moved: Collection[UnitId] = (),
    removed: Collection[UnitId] = (),
) -> Iterator[tuple[Interpretation, tuple[PieceTrack, ...]]]:
    """Yield what tracks may mean that no line explains, each with the tracks that make it.

    `at_sea` are the dice that were rolled for units at sea, `dice` the steps of those that may have been for battles,
    `sailed` the moves of the units that a line sends to sea with a die: who then lies in the pool may have been sunk.
    `moved` are the units that are elsewhere when the phase is over, `removed` those whom a line takes off.
    """
    left = list(tracks)
    together = (
        *_exchanges(game, state, tracks),
        *_capitulations(game, tracks),
        *_victories(game, state, tracks, moved, removed),
    )
    for interpretation, group in together:
        left = [track for track in left if track not in group]
        yield interpretation, group
    # A unit that has sailed goes nowhere else in the phase (10.2), unless it is sunk: its die is of its last track.
    ashore = {track.unit: track for track in left if _ends_at_sea(game, track)}
    for track in left:
        sails = ashore.get(track.unit) in (track, None) or track.goal == POOL
        die = at_sea.get(track.unit, 0) if sails else 0
        voyage = sailed.get(track.unit)
        alone = _raised(game, state, track, voyage) if voyage else None
        if alone is None:
            alone = _one(game, state, track, voyage.die if voyage and track.goal == POOL else die)
        if alone is not None and _fought_on_the_way(game, state, track, dice):
            alone = replace(
                alone,
                findings=(_perhaps_fought(game, track),),
                perhaps=True,
                ways=tuple((track.unit, way) for way in track.ways[:1]),
            )
        if alone is not None:
            yield alone, (track,)


def _raised(game: Trc, state: State, track: PieceTrack, voyage: SeaMove) -> Interpretation | None:
    """Return what it may mean that a unit which its voyage has sunk leaves the pool for the map in the same phase.

    If it may not be replaced there, it goes on from its landing as if it had not been lost (10.4).
    """
    unit, goal, landed = track.unit, track.goal, voyage.goal
    if track.start != POOL or isinstance(goal, str | None) or isinstance(landed, str):
        return None
    crossing = crossing_of(game, state, voyage)
    if crossing is None or crossing.survives is not False:
        return None
    acts = Move(unit, Trail((landed, goal), frozenset({0}))), Replace(unit, goal)
    return Interpretation(track.steps, acts, ((unit, goal),), by=track.by)


def _ends_at_sea(game: Trc, track: PieceTrack) -> bool:
    """Tell whether a ship may have brought a unit to where it went."""
    goal = track.goal
    return goal == OFF_MAP or (goal is not None and not isinstance(goal, str) and bool(game.board.coast >> goal & 1))


def _fought_on_the_way(game: Trc, state: State, track: PieceTrack, dice: Sequence[int]) -> bool:
    """Tell whether the end of a move may be a retreat: after a die, from a hex next to the enemy, not too far.

    A player who forgets to advance the tracker fights in the movement phase.
    """
    enemy = state.forces[ENEMY[game.side_of[track.unit]]].occupied
    grid = game.board.grid
    for die in dice:
        after = next((number for number, step in enumerate(track.steps) if step > die), None)
        at = None if after is None else track.places[after]
        if at is None or isinstance(at, str) or track.goal is None or isinstance(track.goal, str):
            continue
        if grid.distance(at, track.goal) <= LONGEST_RETREAT and grid.spread(1 << at) & enemy:
            return True
    return False


def _perhaps_fought(game: Trc, track: PieceTrack) -> Finding:
    text = Sentence(
        "{unit} went from {start} to {goal}, the end of it after a die that no line explains; that was not a "
        "legal move, but it may have fought and retreated before the tracker was advanced.",
        track.unit,
        _name(game, track.start),
        _name(game, track.goal),
    )
    return Finding("log.move", Verdict.UNDECIDED, text, (track.unit,))


def _exchanges(
    game: Trc, state: State, tracks: Sequence[PieceTrack]
) -> Iterator[tuple[Interpretation, tuple[PieceTrack, PieceTrack]]]:
    """Yield the motorizations: an infantry corps leaves the game, and a motorized one takes its place (23.1)."""
    left = [j for j in tracks if j.goal in (REMOVED, MOTORIZATION) and game.units[j.unit].type == "infantry"]
    for come in _hardest_first(game, state, tracks, left):
        stood = [away for away in left if away.start == come.goal]
        if not stood:
            continue
        # Of several corps of a hex each was exchanged for another: for one that it may be, and that came soon.
        away = min(stood, key=lambda j: (not _may_be(game, state, j, come), abs(j.steps[0] - come.steps[0])))
        left.remove(away)
        steps = tuple(sorted({*away.steps, *come.steps}))
        places = ((away.unit, away.goal), (come.unit, come.goal))
        yield Interpretation(steps, (Motorize(away.unit, come.unit),), places, (), come.by), (away, come)


def _hardest_first(
    game: Trc, state: State, tracks: Sequence[PieceTrack], aways: Sequence[PieceTrack]
) -> list[PieceTrack]:
    """Return those who came from the motorization box onto the map, first those for whom the fewest may have gone."""
    comes = [come for come in tracks if come.start == MOTORIZATION and not isinstance(come.goal, str | None)]
    if len(comes) < 2:
        return comes
    return sorted(
        comes, key=lambda come: sum(away.start == come.goal and _may_be(game, state, away, come) for away in aways)
    )


def _may_be(game: Trc, state: State, away: PieceTrack, come: PieceTrack) -> bool:
    """Tell whether one may be exchanged for the other."""
    return unaccused(game, state, Motorize(away.unit, come.unit))


def _capitulations(game: Trc, tracks: Sequence[PieceTrack]) -> Iterator[tuple[Interpretation, tuple[PieceTrack, ...]]]:
    """Yield the countries whose units surrender, all that went in this phase together (24)."""
    by_country: dict[str, list[PieceTrack]] = {}
    for track in tracks:
        country = country_of(game.units[track.unit].nation)
        if country and track.goal == SURRENDERED:
            by_country.setdefault(country, []).append(track)
    for country, group in by_country.items():
        steps = tuple(sorted({step for track in group for step in track.steps}))
        acts = tuple(Surrender(country, rule) for rule in _CAPITULATION)
        places = tuple((track.unit, track.goal) for track in group)
        told = tuple(_not_told(game, track) for track in group)
        yield Interpretation(steps, acts, places, told, group[0].by, perhaps=True), tuple(group)


def _victories(
    game: Trc,
    state: State,
    tracks: Sequence[PieceTrack],
    moved: Collection[UnitId],
    removed: Collection[UnitId],
) -> Iterator[tuple[Interpretation, tuple[PieceTrack, ...]]]:
    """Yield the automatic victories that no line claims: what stood in a hex and surrendered in the enemy's movement.

    On its way a counter may have lain in another box.
    """
    if state.clock.phase != MOVEMENT:
        return
    gone: dict[UnitId, list[PieceTrack]] = {}
    for track in tracks:
        if game.side_of[track.unit] != state.clock.side and not country_of(game.units[track.unit].nation):
            gone.setdefault(track.unit, []).append(track)
    by_hex: dict[Hex, list[PieceTrack]] = {}
    for ways in gone.values():
        start = ways[0].start
        if ways[-1].goal == SURRENDERED and start is not None and not isinstance(start, str):
            by_hex.setdefault(start, []).extend(ways)
    for at, group in by_hex.items():
        units = tuple(dict.fromkeys(track.unit for track in group))
        # They are gone as soon as they were taken off, in whichever box they were put first.
        steps = tuple(sorted({gone[unit][0].steps[-1] for unit in units}))
        places = tuple((unit, SURRENDERED) for unit in units)
        straight = (replace(gone[unit][-1], places=(gone[unit][0].start, SURRENDERED)) for unit in units)
        wrong = None if not set(units).isdisjoint(removed) else impossible_victory(game, state, units, at, moved)
        told = tuple(_not_told(game, track) for track in straight) if wrong is None else (wrong,)
        won = AutomaticVictory(UNCLAIMED, (), units)
        yield Interpretation(steps, (won,), places, told, group[0].by, perhaps=True), tuple(group)


def _one(game: Trc, state: State, track: PieceTrack, die: int) -> Interpretation | None:
    """Return what one track may mean; `die` was rolled for the unit at sea, 0 if none was."""
    unit, start, goal = track.unit, track.start, track.goal
    if game.units[unit].type == "air" or start is None or goal is None or start == goal:
        return None
    if unit in game.partisans and not isinstance(goal, str) and state.clock.phase != MOVEMENT:
        return Interpretation(track.steps, (Enter(unit, goal),), ((unit, goal),), (), track.by)
    if isinstance(start, str):
        return _left_a_box(game, state, track, start, goal, die)
    if isinstance(goal, str):
        return _left_the_map(game, state, track, start, goal, die)
    mine = state.clock.side in (game.side_of[unit], track.by)
    if state.clock.phase != MOVEMENT or not mine:
        return None
    acts = (*(Move(unit, way) for way in track.ways), *_otherwise(game, state, unit, start, goal))
    if (1 << start | 1 << goal) & ~game.board.coast == 0:
        acts = _with_the_sea(acts, unit, start, goal, die)
    return Interpretation(track.steps, acts, ((unit, goal),), (), track.by, on_foot=track.on_foot)


def _left_a_box(game: Trc, state: State, track: PieceTrack, start: Box, goal: Place, die: int) -> Interpretation | None:
    unit, place = track.unit, ((track.unit, goal),)
    wrong = out_of_turn(game, state.clock, track)
    if wrong is not None:
        return Interpretation(track.steps, (), place, (wrong,), track.by)
    if goal == POOL and die:
        sunk = (Eliminate(unit, "10.4"),)
        return Interpretation(track.steps, sunk, place, (_not_told(game, track),), track.by, (), True)
    if start == WITHDRAWN and not isinstance(goal, str):
        return _came_back(game, state, track, goal, die)
    start = _waits_in(state, unit, start)
    acts = (Enter(unit, goal),) if unit in game.partisans else _out_of(start, unit, goal)
    if not isinstance(goal, str) and _may_drop(game, state, unit, start):
        # A unit that came in on foot may go on from there; one that has dropped may not (18.3).
        acts = (Drop(unit, goal), Enter(unit, goal))
        acts = acts[::-1] if _may_come_in(game, state, unit, goal) else acts
    if start == SURRENDERED and not isinstance(goal, str) and _comes_in_again(game, state, unit, goal):
        acts = (Replace(unit, goal),)
    if acts and not isinstance(goal, str) and game.board.coast >> goal & 1:
        acts = _with_the_sea(acts, unit, start, goal, die)
    return Interpretation(track.steps, acts, place, (), track.by) if acts else None


def _came_back(game: Trc, state: State, track: PieceTrack, goal: Hex, die: int) -> Interpretation:
    """Return what it may mean that a unit came out of the box of the withdrawn onto the map.

    It may have waited there for its turn to come back (20.9.2), or may be replaced (20.9.1); it has arrived either way.
    """
    unit = track.unit
    acts: tuple[Action, ...] = (Enter(unit, goal), Replace(unit, goal))
    if die and game.board.coast >> goal & 1:
        acts = _with_the_sea(acts, unit, _waits_in(state, unit, WITHDRAWN), goal, die)
    told, marks = (_not_told(game, track),), (Arrived(unit, WITHDRAWN),)
    return Interpretation(track.steps, acts, ((unit, goal),), told, track.by, marks, perhaps=True)


def _waits_in(state: State, unit: UnitId, box: Box) -> Box:
    """Return the box in which a unit waits: who was withdrawn waits for his turn, wherever he lies (20.9.2)."""
    place = state.place(unit)
    return place if box == WITHDRAWN and isinstance(place, str) and place.startswith(_WAITING) else box


def _left_the_map(game: Trc, state: State, track: PieceTrack, start: Hex, goal: Box, die: int) -> Interpretation | None:
    unit = track.unit
    if goal == WITHDRAWN:
        # It waits for the turn in which it comes back, if it does, and not in the box where it lies.
        return Interpretation(track.steps, (Withdraw(unit),), (), (), track.by)
    acts = ((Eliminate(unit, "10.4"),) if goal == POOL and die else ()) + _into(game, state, unit, start, goal)
    if goal == OFF_MAP and game.board.coast >> start & 1:
        acts = _with_the_sea(acts, unit, start, goal, die)
    if not acts:
        return None
    return Interpretation(track.steps, acts, ((unit, goal),), (_not_told(game, track),), track.by, perhaps=True)


def _with_the_sea(acts: tuple[Action, ...], unit: UnitId, start: Place, goal: Place, die: int) -> tuple[Action, ...]:
    """Return acts with those by sea, first of all if a die was rolled for the unit there."""
    sailed = tuple(SeaMove(kind, unit, start, goal, die) for kind in KINDS)
    return (*sailed, *acts) if die else (*acts, *sailed)


def _out_of(start: Box, unit: UnitId, goal: Hex | Box) -> tuple[Action, ...]:
    """Return what it may mean that a unit leaves a box."""
    if isinstance(goal, str):
        if start == POOL and goal in (OFF_MAP, PARATROOP_RESERVE):
            return (Replace(unit, goal),)
        if start == OFF_MAP and goal == PARATROOP_RESERVE:
            return (Enter(unit, goal),)
        if not start.startswith(_WAITING):
            return ()
        found: Mapping[Box, tuple[Action, ...]] = {
            OFF_MAP: (Delay(unit),),
            PARATROOP_RESERVE: (Enter(unit, goal),),
            WITHDRAWN: (Withdraw(unit),),
        }
        return found.get(goal, ())
    if start == POOL:
        return (Replace(unit, goal),)
    if start == SIBERIA:
        return (Recall(unit, goal),)
    return (Enter(unit, goal),) if start.startswith((*_WAITING, OFF_MAP, PARTISANS)) else ()


def _may_drop(game: Trc, state: State, unit: UnitId, start: Box) -> bool:
    """Tell whether a unit drops out of a box: from the reserve, or from off the map where its own rule says so."""
    data = game.units[unit]
    return start == PARATROOP_RESERVE or (
        start == OFF_MAP and is_paratroop(data) and special_rule(game, state, data, Basic.DROP)
    )


def _comes_in_again(game: Trc, state: State, unit: UnitId, goal: Hex) -> bool:
    """Tell whether a unit that has surrendered comes in as replacements do; put back elsewhere, it was a mistake."""
    side = game.side_of[unit]
    if state.clock.phase != MOVEMENT or side != state.clock.side:
        return False
    return bool(entry_hexes(game, state.with_unit(side, unit, POOL), unit) >> goal & 1)


def _may_come_in(game: Trc, state: State, unit: UnitId, goal: Hex) -> bool:
    """Tell whether a unit may have come in at the edge of the map, and perhaps have gone on from there at once."""
    return bool(entry_hexes(game, state, unit) >> goal & 1 or entry_in_steps(game, state, Enter(unit, goal)))


def _into(game: Trc, state: State, unit: UnitId, start: Hex, goal: Box) -> tuple[Action, ...]:
    """Return what it may mean that a unit leaves the map for a box, outside battles."""
    phase, mine = state.clock.phase, game.side_of[unit] == state.clock.side
    if goal == PARTISANS and unit in game.partisans:
        return (Eliminate(unit, "19.3"),)
    if goal == POOL and phase == END:
        # A unit that stays in Finland is removed at the end of the turn of the surrender.
        left = (Eliminate(unit, "24.5"),) if surrendered_on(state, "finland") == state.clock.turn else ()
        return (Eliminate(unit, "17.2"), *left)
    if goal == POOL and phase == MOVEMENT and mine:
        # Sea moves begin and end on coasts.
        return (Eliminate(unit, "10.6"),) if game.board.coast >> start & 1 else ()
    if goal == SURRENDERED and phase == MOVEMENT and mine:
        return Surrender(unit, "12.5"), Surrender(unit, "16.3")
    if goal == REMOVED and phase == MOVEMENT and mine:
        return (Exit(unit),)
    return ()


def _otherwise(game: Trc, state: State, unit: UnitId, start: Hex, goal: Hex) -> Iterator[Action]:
    """Yield how a unit may have gone over land if not on foot, as far as the rails allow it at all."""
    board, ends = game.board, 1 << start | 1 << goal
    way = Trail((start, goal), frozenset({0}))
    if ends & ~board.rail_hexes == 0:
        # A move without cost leaves the allotment to others.
        yield RailMove(unit, way, free=True)
        yield RailMove(unit, way)
    if "26.10" in state.options:
        yield Strategic(unit, way)


def _not_told(game: Trc, track: PieceTrack) -> Finding:
    text = Sentence("{unit} went from {start} to {goal}", track.unit, _name(game, track.start), _name(game, track.goal))
    return Finding("log.box", Verdict.UNDECIDED, Sentence("{text}; the log does not say why.", text), (track.unit,))


def _name(game: Trc, place: Place | None) -> str:
    return (
        ""
        if place is None
        else Sentence("the box '{place}'", spaced(place))
        if isinstance(place, str)
        else game.hex_name(place)
    )
