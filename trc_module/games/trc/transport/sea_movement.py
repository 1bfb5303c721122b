"""Chapter 10: sea movement."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import weakest
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OFF_MAP, POOL
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import (
    Ashore,
    DoubtfulCrossing,
    Invaded,
    Moved,
    Railed,
    Replaced,
    Sailed,
    Saved,
    Sunk,
)
from trc_module.games.trc.steps import MOVEMENT, in_phase
from trc_module.games.trc.supply.control import controls
from trc_module.games.trc.transport.sea_crossing import (
    BALTIC,
    BLACK,
    BY_SEA,
    EVACUATION,
    INVASION,
    TRANSFER,
    Crossing,
    arrivals_by_sea,
    crossing_of,
    fate_facts,
    friendly_port,
)
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import Move, Replace
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict, as_doubt, by_some_way, violation
from trc_module.rules.game import place_name, spaced
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

COUNTERS = {BALTIC: "baltic", BLACK: "black-sea"}
SEA_NAMES = {BALTIC: "the Baltic", BLACK: "the Black Sea"}


@book.rule("4.1.2f", "4.2.1g", "10.1c")
def in_a_movement_phase(clock: Clock) -> str:
    """Sea movement takes place in a movement phase.

    Returns the rule that forbids it now, '' where none does.
    """
    if clock.phase == MOVEMENT:
        return ""
    return {AXIS: "4.1.2f", RUSSIAN: "4.2.1g"}[clock.side] if clock.part == 1 else "10.1c"


@book.check("10.1b", SeaMove)
def only_what_can_move(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Only units that can move in that impulse move by sea."""
    clock = state.clock
    if not in_phase(clock, game.side_of[act.unit], MOVEMENT):
        return
    allowance = game.printed_allowance(act.unit, clock.part, weather_of(state))
    if allowance.value != 0:
        return
    certain = allowance.certain_max == 0
    weather = spaced(weather_of(state))
    finding = violation(
        "10.1b",
        Sentence(
            "{unit} cannot move in impulse {part} of a {weather} turn, so it cannot move by sea.",
            act.unit,
            clock.part,
            weather,
        ),
        units=(act.unit,),
        facts=(allowance.bound if certain else allowance.fact,),
    )
    yield finding if certain else as_doubt(finding)


@book.rule("10.2a")
def two_seas(start: frozenset[str], goal: frozenset[str]) -> bool:
    """No sea move joins the ports of the two seas."""
    return {BALTIC, BLACK} <= start | goal and not start & goal


@book.rule("10.2b")
def nobody_sails_the_caspian(start: frozenset[str], goal: frozenset[str]) -> bool:
    """The Caspian Sea has no sea movement."""
    return start == {"caspian"} or goal == {"caspian"}


@book.rule("10.2c")
def one_in_each_sea(game: Trc, state: State, side: str, sea: str) -> bool:
    """Each side tries one sea move a turn in each sea."""
    return state.used.get(f"{side} {COUNTERS[sea]}", 0) < game.charts.transport.sea_rules.moves_per_turn


@book.check("10.3b", SeaMove, Move, RailMove, Strategic, of_marks=(Sailed.word,), for_kinds=(Move, RailMove, Strategic))
def no_other_way_of_moving(game: Trc, state: State, act: SeaMove | Move | RailMove | Strategic) -> Iterator[Finding]:
    """A unit that moves by sea makes no land or rail move in that impulse."""
    marks, unit = state.marks, act.unit
    if isinstance(act, SeaMove):
        both = unit in state.trails or not marks.isdisjoint({Moved(unit), Railed(unit)})
    else:
        both = Sailed(unit) in marks and not Sunk.of(state, unit)
    if both and in_phase(state.clock, game.side_of[unit], MOVEMENT):
        yield violation(
            "10.3b",
            Sentence("{unit} moved by sea and also in another way in one impulse.", unit),
            units=(unit,),
            facts=fate_facts(game, state, unit),
            dedup_key=(game.side_of[unit], "10.3b", unit, state.clock),
        )


@book.rule("10.3c2")
def one_unit_sails(state: State, act: SeaMove) -> State:
    """Each unit that sails counts as one sea move, saved or sunk."""
    return state.with_mark(Sailed(act.unit))


@book.check("10.3.1a", SeaMove)
def from_port_to_port(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """A transfer moves a unit from one friendly port to another."""
    case = crossing_of(game, state, act)
    if case is None or act.kind != TRANSFER or not case.seas_joined:
        return
    yield from case.must_be_friendly_port("10.3.1a", act.start, case.may_leave)
    yield from case.must_be_friendly_port("10.3.1a", act.goal, case.may_come_in)


@book.check("10.3.3a", SeaMove)
def evacuate_from_the_coast(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """An evacuation goes from a coastal hex to a friendly port on that coast or to the Off-Map Units box."""
    case = crossing_of(game, state, act)
    if case is None or act.kind != EVACUATION or not case.seas_joined:
        return
    if isinstance(act.start, str):
        text = Sentence(
            "{unit} was evacuated from the box '{start}', which is not a coastal hex.", act.unit, spaced(act.start)
        )
        yield violation("10.3.3a", text, units=(act.unit,))
    elif not case.start:
        name = game.hex_name(act.start)
        text = Sentence("{unit} was evacuated from {name}, which is not a coastal hex.", act.unit, name)
        yield violation("10.3.3a", text, units=(act.unit,), hexes=(name,), facts=case.facts)
    yield from case.must_be_friendly_port("10.3.3a", act.goal, case.may_come_in)


@book.check("10.5a", SeaMove)
def russians_need_leningrad(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Russian units move on the Baltic only while Leningrad is Russian."""
    case = crossing_of(game, state, act)
    if case is None or case.side != RUSSIAN or case.sea != BALTIC:
        return
    leningrad = game.board.cities["Leningrad"]
    russian = controls(state, RUSSIAN, leningrad.hex)
    if russian is None:
        yield case.undecided("10.5a", leningrad.hex)
    elif not russian:
        text = Sentence("{unit} moved by sea in the Baltic, but Leningrad is not Russian.", act.unit)
        where = game.hex_name(leningrad.hex)
        yield violation("10.5a", text, units=(act.unit,), hexes=(where,), facts=case.facts)


@book.judge(SeaMove)
def judge_sea_move(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Judge the time and the seas of a sea move; the kinds of sea move have checks of their own."""
    side = game.side_of[act.unit]
    if side != state.clock.side:
        return
    late = in_a_movement_phase(state.clock)
    if late:
        text = Sentence("{unit} moved by sea outside a movement phase ({clock}).", act.unit, state.clock.words)
        yield violation(late, text, units=(act.unit,), dedup_key=(side, late, act.unit, state.clock))
        return
    case = Crossing(game, state, act, side)
    places = tuple(place_name(game, place) for place in (act.start, act.goal))
    hexes_ = tuple(
        name for name, place in zip(places, (act.start, act.goal), strict=True) if not isinstance(place, str)
    )
    way = Sentence("{unit} went by sea from {places} to {other_places}", act.unit, places[0], places[1])
    if nobody_sails_the_caspian(case.start, case.goal):
        yield violation(
            "10.2b", Sentence("{way}, over the Caspian Sea.", way), units=(act.unit,), hexes=hexes_, facts=case.facts
        )
    elif two_seas(case.start, case.goal):
        text = Sentence("{way}, from one sea to the other.", way)
        yield violation("10.2a", text, units=(act.unit,), hexes=hexes_, facts=case.facts)
    elif not case.seas_joined:
        text = Sentence("{way}, which are not on the same sea.", way)
        yield violation("10.1a", text, units=(act.unit,), hexes=hexes_, facts=case.facts)
    elif case.sea is not None:
        if not one_in_each_sea(game, state, side, case.sea):
            text = Sentence(
                "{unit} is the second unit that the {side} side moves on {sea} this turn; only one may.",
                act.unit,
                side.capitalize(),
                SEA_NAMES[case.sea],
            )
            yield violation("10.2c", text, units=(act.unit,), facts=case.facts)
        if case.survives is None:
            rule = "10.4a" if case.sea == BLACK else "10.5c"
            text = Sentence("It is unknown whether {unit} survives: ", act.unit)
            if act.die:
                yield by_some_way(rule, Sentence("{text}control of a port is unknown.", text), (act.unit,))
            else:
                yield Finding(rule, Verdict.UNDECIDED, Sentence("{text}no die is recorded.", text), (act.unit,))


def _as_a_replacement(game: Trc, state: State, unit: UnitId) -> Iterator[Finding]:
    """Yield what sections 20 to 22 say of a unit that is taken out of the replacement pool.

    Where it comes in the sea move itself says; a replacement that goes into the off-map box comes in nowhere.
    """
    told = game.book.checks(SeaMove)
    for judge in game.book.checks(Replace):
        if judge not in told:
            yield from judge(game, state, Replace(unit, OFF_MAP))


@book.judge(SeaMove)
def judge_replacements_that_sail(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Judge a replacement that comes in by sea (10.3.1) as every replacement is judged."""
    if act.start == POOL and crossing_of(game, state, act) is not None:
        yield from _as_a_replacement(game, state, act.unit)


@book.effect(SeaMove)
def carry_out(game: Trc, state: State, act: SeaMove) -> State:
    """Bring the unit to where it sails, or to the replacement pool if it is sunk, and count the try."""
    side = game.side_of[act.unit]
    case = Crossing(game, state, act, side)
    after = one_unit_sails(state, act)
    if not weakest(case.facts).carries_violation:
        after = after.with_mark(DoubtfulCrossing(act.unit, place_name(game, act.start), place_name(game, act.goal)))
    if act.start == POOL:
        # It has cost its points, whether it is saved or sunk.
        after = after.with_mark(Replaced(act.unit, BY_SEA))
    if case.sea is not None:
        after = after.counted(f"{side} {COUNTERS[case.sea]}")
    if act.kind == INVASION:
        after = after.counted(f"{side} invasions")
    if case.survives is False:
        mark = Sunk(act.unit, place_name(game, act.goal), case.mistake())
        return after.with_unit(side, act.unit, POOL).with_mark(mark)
    if case.survives:
        after = after.with_mark(Saved(act.unit, case.mistake()))
    if act.kind == INVASION:
        after = after.with_mark(Invaded(act.unit, "impulse", str(state.clock.part)), Ashore(act.unit))
    return after.with_unit(side, act.unit, act.goal)


@book.lister(SeaMove)
def list_sea_moves(game: Trc, state: State) -> Iterator[SeaMove]:
    """Yield every legal sea move of the side to play, without its die."""
    side = state.clock.side
    if side in game.sides and not in_a_movement_phase(state.clock):
        for unit in state.forces[side].places:
            yield from sea_moves_of(game, state, unit)


def sea_moves_of(game: Trc, state: State, unit: UnitId) -> Iterator[SeaMove]:
    """Yield every legal sea move of a unit of the side to play in a movement phase, without its die."""
    yield from (act for act in courses(game, state, unit) if sails(game, state, act))


def courses(game: Trc, state: State, unit: UnitId) -> Iterator[SeaMove]:
    """Yield the sea moves among which are all legal ones of a unit, by the kind of goal alone; without a die."""
    side, start = state.clock.side, state.place(unit)
    if start is None or game.units[unit].type in ("air", "partisan", "worker"):
        return
    if isinstance(start, str):
        if not arrivals_by_sea(start, state.clock.turn):
            return
        if start == POOL and any(finding.accuses for finding in _as_a_replacement(game, state, unit)):
            return
    elif not game.board.coast >> start & 1:
        return
    ports: HexSet = 0
    for members in game.board.ports.values():
        ports |= members
    havens: list[Place] = [*hexes(ports), OFF_MAP]
    beaches = list(hexes(game.board.coasts.get(BLACK, 0)))
    for kind, goals in ((TRANSFER, havens), (INVASION, beaches), (EVACUATION, havens)):
        if kind == EVACUATION and friendly_port(game, state, side, start) is not False:
            continue
        for goal in goals:
            act = SeaMove(kind, unit, start, goal)
            if start != goal:
                yield act


def sails(game: Trc, state: State, act: SeaMove) -> bool:
    """Tell whether nothing but the missing die can be said about a sea move."""
    found = (finding for judge in game.book.checks(SeaMove) for finding in judge(game, state, act))
    return not any(finding.accuses for finding in found)
