"""Chapter 9.4: rail conversion and junctions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.acts.markers import Convert
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, ENEMY, Trc
from trc_module.games.trc.marks import RailConversion
from trc_module.games.trc.steps import END
from trc_module.games.trc.supply.control import held, holding
from trc_module.games.trc.supply.rails import (
    DOUBTED_RAILS,
    UNSURE_RAILS,
    UNTOLD_RAILS,
    either_way,
    ground,
    line_doubts,
    owner_doubts,
    rail_doubts,
    rails_in_doubt,
    without_doubts,
)
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, End, Marker
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import in_words
from trc_module.rules.network import between
from trc_module.rules.state import State
from trc_module.sentence import Sentence, sentence_from
from trc_module.systems.conversion import Conversion, RailGround, convert
from trc_module.systems.rails import rails_of, with_rails

STATED = "converted"
TO_CONVERT = "to-convert"


@book.rule("9.4.2a")
def junctions(game: Trc) -> HexSet:
    """A junction is a rail hex without a city in which lines meet."""
    return game.board.junctions


@book.rule("9.4.2b")
def junctions_count_as_cities(game: Trc, state: State, side: str) -> HexSet:
    """A junction is controlled like a city, and counts as one when rails are assessed."""
    return held(state.control)[side] & junctions(game)


@book.rule("9.4.3a")
def rails_of_a_city(game: Trc, state: State, side: str) -> HexSet:
    """The rails in the hex of every city that the side controls are converted."""
    return held(state.control)[side] & game.board.city_hexes & game.board.rail_hexes


@book.rule("9.4.3b")
def lines_between_cities(ground_: RailGround, conversion: Conversion) -> HexSet:
    """The whole line between two cities that the side controls is converted."""
    return conversion.lines


@book.rule("9.4.4a")
def axis_advance(state: State) -> HexSet:
    """Each RR marker moves forward to the farthest rail hex that an Axis unit has passed this turn."""
    return _surely_passed(state)


@book.rule("9.4.5a")
def russian_push_back(state: State) -> HexSet:
    """Each RR marker moves back beyond the farthest rail hex that a Russian unit has passed this turn."""
    return _surely_passed(state)


def _surely_passed(state: State) -> HexSet:
    return state.traces.get("passed", 0) & ~state.traces.get("dragged-over", 0)


@book.rule("9.4.1d")
def nothing_in_an_enemy_zone(ground_: RailGround) -> HexSet:
    """Nothing is converted in or through an enemy zone of control."""
    return ground_.zone & ~(ground_.held & ground_.full)


@book.rule("9.4.1b")
def in_the_end_phase(clock: Clock) -> bool:
    """Rails are adjusted at the end of the player turn, after the battles of the second impulse."""
    return clock.phase == END


@book.check("9.4.1c", Marker)
def nothing_lost_in_your_own_turn(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """No side loses a rail hex in its own player turn."""
    if act.marker != "rail":
        return
    name, _, side = act.where.rpartition(" ")
    at = game.board.grid.find(name)
    if at is None or side not in game.sides or rails_of(state)[side] >> at & 1:
        return
    phasing = state.clock.side
    if side == phasing and in_the_end_phase(state.clock) and _falls_to(game, state, side) >> at & 1:
        # The marker goes forward in this phase, whether it is put there before a conversion is stated or after it.
        return
    if state.traces.get(UNSURE_RAILS, 0) >> at & 1:
        text = Sentence("The owner of the rails in {name} depends on an unknown route.", name)
        yield Finding("9.4.1c", Verdict.UNDECIDED, text, hexes=(name,))
    elif not game.board.rail_hexes >> at & 1:
        text = Sentence("A marker shows rails in {name}, but there are none.", name)
        yield violation("9.3.2a", text, hexes=(name,), facts=line_doubts(game.board, game.board.grid.spread(1 << at)))
    else:
        owner = next((own for own in game.sides if rails_of(state)[own] >> at & 1), "nobody")
        rule = "9.4.1c" if side != phasing else "9.1a"
        yield violation(
            rule,
            Sentence(
                "A marker shows the rails in {name} as {side}, but they are {owner}.",
                name,
                side.capitalize(),
                owner.capitalize(),
            ),
            hexes=(name,),
            facts=owner_doubts(game.board, state, 1 << at),
        )


def _falls_to(game: Trc, state: State, side: str) -> HexSet:
    """Return the rails that a side converts in its end phase, or may convert."""
    found = assess(game, state, side)
    return found.full.due | found.possible


@book.rule("4.1.6a")
def axis_rails_first(clock: Clock) -> bool:
    """The Axis end phase begins with the rails."""
    return clock.side == AXIS and clock.phase == END


@book.check("9.4.6", End)
def convert_markers_are_taken_off(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """RR Convert markers leave the map at the end of the side's end phase."""
    if state.clock.phase != END:
        return
    left = RailConversion.firsts(state)
    if left:
        yield violation(
            "9.4.6",
            Sentence("RR Convert markers were left on {left}.", in_words(left)),
            hexes=left,
            dedup_key=(state.clock.side, "9.4.6", left),
        )


class Assessment(Struct, frozen=True):
    """The rails that a side converts in its end phase: those that are due, and those that it may convert."""

    full: Conversion
    """The conversion that follows whether places of unsure control are lost or held."""
    possible: HexSet
    """The hexes that it may convert if every unknown way and every place of unsure control is in the side's favour."""


class _Passages(Struct, frozen=True):
    """The hexes where a side's units have been in its turn, as far as its rails do not reach yet."""

    mine: HexSet
    passed: HexSet
    perhaps: HexSet


def _passages(game: Trc, state: State, side: str) -> _Passages:
    mine = rails_of(state)[side] & ~state.traces.get(UNSURE_RAILS, 0)
    passed = axis_advance(state) if side == AXIS else russian_push_back(state)
    dragged = state.traces.get("dragged-over", 0)
    cut_off = state.traces.get("cut-off", 0) & ~(passed | dragged)
    # Partisans convert nothing (19.2).
    there = holding(game).holders(state.forces[side])
    standing = there & game.board.rail_hexes & ~mine & ~cut_off
    perhaps = state.traces.get("perhaps-passed", 0) & ~cut_off
    return _Passages(mine, passed, perhaps | dragged | standing)


def assess(game: Trc, state: State, side: str) -> Assessment:
    """Return what a side converts if its player turn ends now, worked out once for what it rests on."""
    where = _passages(game, state, side)
    worst, best = either_way(game, state, side)
    memo = state.forces[ENEMY[side]].memo
    key = ("assessment", worst.held, best.held, worst.foreign, where)
    found: Assessment | None = memo.get(key)
    if found is None:
        full = convert(worst, where.mine, where.passed, where.perhaps)
        possible = full.possible
        if best is not worst:
            other = convert(best, where.mine, where.passed, where.perhaps)
            possible |= other.possible
            # With a place less a way back may lead elsewhere: what only that way would convert is not certain.
            both = other.due
            full = Conversion(full.places & both, full.lines & both, full.advances & both, possible)
        found = memo[key] = Assessment(full, possible)
    return found


def _surely_due(game: Trc, state: State, side: str) -> HexSet:
    """Return what is due without doubted rails."""
    where = _passages(game, state, side)
    worst, _ = either_way(game, state, side)
    return convert(without_doubts(game.board, worst), where.mine, where.passed, where.perhaps).due


def _only_by_doubt(game: Trc, state: State, side: str, due: HexSet) -> HexSet:
    """Return the hexes that a side converts, or may convert, only with or only without the doubted links."""
    where = _passages(game, state, side)
    worst, _ = either_way(game, state, side)
    perhaps = where.perhaps | state.traces.get("cut-off", 0)
    with_all, without = (
        convert(lies, where.mine, where.passed, perhaps) for lies in (worst, without_doubts(game.board, worst))
    )
    return (due & ~without.due) | (without.possible & ~with_all.possible & ~due)


def _due(game: Trc, state: State, side: str) -> tuple[HexSet, HexSet]:
    """Return what is due in an end phase in which nothing is stated, and what may be converted besides.

    A hex that only became due by an elimination after the rail step is not due any more; it is unknown whether the
    rails really came first.
    """
    found = assess(game, state, side)
    due = state.traces.get(TO_CONVERT, found.full.due)
    return due, (found.possible | found.full.due) & ~due


def rails_now(game: Trc, state: State, side: str) -> tuple[HexSet, HexSet]:
    """Return the rail hexes of a side, conversions of its end phase included, and those that may be its own besides.

    Before the side's end phase, and where the record has stated conversions, these are what the position says.
    """
    unsure = state.traces.get(UNSURE_RAILS, 0)
    clock = state.clock
    if clock.side != side or clock.phase != END or state.traces.get(STATED, 0):
        return rails_of(state)[side], unsure
    due, possible = _due(game, state, side)
    return rails_of(state)[side] | due, (unsure | possible) & ~due


def due_in_doubt(game: Trc, state: State, side: str) -> HexSet:
    """Return the rails that are a side's own by the conversions of its end phase alone, if our data are right."""
    clock = state.clock
    if clock.side != side or clock.phase != END or state.traces.get(STATED, 0):
        return 0
    return _only_by_doubt(game, state, side, _due(game, state, side)[0])


NO_RAILS = "no rails"
"""The fault of a conversion where no railroad runs."""


@book.judge(Convert)
def judge_conversion(game: Trc, state: State, act: Convert) -> Iterator[Finding]:
    """Judge the conversions that a player states, hex by hex, and tell each fault once."""
    side = state.clock.side
    if not in_the_end_phase(state.clock):
        names = tuple(game.hex_name(at) for at in act.hexes)
        text = Sentence(
            "The rails in {names} were converted outside the end phase ({clock}).", in_words(names), state.clock.words
        )
        yield violation("9.4.1b", text, hexes=names)
        return
    found = assess(game, state, side)
    wrong: dict[str, list[Hex]] = {}
    for at in dict.fromkeys(act.hexes):
        if rails_of(state)[side] >> at & 1 or found.full.due >> at & 1:
            continue
        if found.possible >> at & 1:
            wrong.setdefault("undecided", []).append(at)
        else:
            wrong.setdefault(_fault(game, state, side, at), []).append(at)
    for rule, places in wrong.items():
        if rule == "undecided":
            # A unit that stands there has occupied the hex; when it came there is not asked.
            if _by_unknown_ways(game, state, side, places):
                yield _by_a_way_not_shown(game, side, places)
        elif rule == NO_RAILS:
            names = tuple(game.hex_name(at) for at in places)
            text = Sentence("There is nothing to convert in {names}: there is no railroad.", in_words(names))
            where = "9.4.4a" if side == AXIS else "9.4.5a"
            yield violation(where, text, hexes=names, facts=_doubts(game, state, where, places))
        else:
            yield _wrongly_converted(game, state, side, rule, places)


def _fault(game: Trc, state: State, side: str, at: Hex) -> str:
    """Return the rule that a conversion breaks."""
    letter = "9.4.4" if side == AXIS else "9.4.5"
    board = game.board
    if not board.rail_hexes >> at & 1:
        return NO_RAILS
    lies = ground(game, state, side)
    there = holding(game).holders(state.forces[side])
    reached = state.traces.get("passed", 0) | state.traces.get("cut-off", 0) | there
    if nothing_in_an_enemy_zone(lies) >> at & 1:
        return "9.4.1d"
    if board.city_hexes >> at & 1 and not lies.held >> at & 1 and not reached >> at & 1:
        return "9.4.3a"
    if junctions(game) >> at & 1 and not junctions_count_as_cities(game, state, side) >> at & 1:
        return "9.4.2b" if not reached >> at & 1 else letter + "b"
    if reached >> at & 1:
        return letter + "b"
    if between(board.rails, board.rail_hexes & ~lies.foreign, lies.held) >> at & 1:
        return "9.4.3b"
    return letter + "a"


def _by_unknown_ways(game: Trc, state: State, side: str, places: list[Hex]) -> bool:
    """Tell whether conversions rest on a way not known, and not on a unit that stands there."""
    known = replace(
        state,
        traces=state.traces.put("perhaps-passed", 0).put("unsure-control", 0),
    )
    possible = assess(game, known, side).possible
    return any(not possible >> at & 1 for at in places)


def _by_a_way_not_shown(game: Trc, side: str, places: list[Hex]) -> Finding:
    # Some way that a unit may have gone makes the conversion legal; who converted says that it went there.
    names = tuple(game.hex_name(at) for at in places)
    return Finding(
        "9.4.4a" if side == AXIS else "9.4.5a",
        Verdict.NOTE,
        Sentence(
            "The conversion of {names} is read as legal: a unit may have passed there this turn, with a clear "
            "route back.",
            in_words(names),
        ),
        hexes=names,
    )


_WHY = {
    "9.4.1d": "it is in an enemy zone of control",
    "9.4.2b": "it is a junction that the {side} side does not control",
    "9.4.3a": "it is a city that the {side} side does not control",
    "9.4.3b": "the line between two {side} cities is not free of the enemy",
    "9.4.4a": "no Axis unit has reached it this turn",
    "9.4.4b": "no clear route led back along the rails both when the unit passed and in the end phase",
    "9.4.5a": "no Russian unit has reached it this turn",
    "9.4.5b": "no clear route led back along the rails both when the unit passed and in the end phase",
}


_WHY_OF_SEVERAL = {
    "9.4.1d": "each is in an enemy zone of control",
    "9.4.2b": "each is a junction that the {side} side does not control",
    "9.4.3a": "each is a city that the {side} side does not control",
    "9.4.4a": "no Axis unit has reached any of them this turn",
    "9.4.5a": "no Russian unit has reached any of them this turn",
}
"""The words that are others for several rail hexes."""


def _wrongly_converted(game: Trc, state: State, side: str, rule: str, places: list[Hex]) -> Finding:
    names = tuple(game.hex_name(at) for at in places)
    form = _WHY_OF_SEVERAL.get(rule, _WHY[rule]) if len(places) > 1 else _WHY[rule]
    why = sentence_from(form, side=side.capitalize())
    foes = tuple(
        dict.fromkeys(
            foe for at in places if rule == "9.4.1d" for foe in game.zones.holders(state.forces[ENEMY[side]], at)
        )
    )
    tail = f" ({in_words(foes)})" if foes else ""
    return violation(
        rule,
        Sentence(
            "The rails in {names} do not become {side}: {why}{tail}.", in_words(names), side.capitalize(), why, tail
        ),
        units=foes,
        hexes=names,
        facts=_doubts(game, state, rule, places),
    )


def _doubts(game: Trc, state: State, rule: str, places: list[Hex]) -> tuple[Fact, ...]:
    """Return the doubted rails that a verdict on some hexes may rest on: those of the hexes and of their lines."""
    if rule in ("9.4.1d", "9.4.3a"):
        # The hex decides by itself, unless the rails are the side's own already.
        return owner_doubts(game.board, state, sum(1 << at for at in places))
    if rule == "9.4.2b":
        return tuple(game.board.fact(f"junction {game.hex_name(at)}") for at in places)
    near: HexSet = sum(1 << at for at in places)
    return tuple(dict.fromkeys((*line_doubts(game.board, near), *rail_doubts(game.board, state, near))))


def _unstated(state: State, side: str) -> State:
    """Return the position with the rails as they were before any conversion of this end phase was stated.

    What is due is due by those: a hex that was left out does not hide behind those stated beyond it.
    """
    stated = state.traces.get(STATED, 0)
    return with_rails(state, rails_of(state).put(side, rails_of(state)[side] & ~stated)) if stated else state


@book.judge(End)
def judge_the_end_of_the_rail_step(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Ask for the conversions that are due and not stated; where none are stated, note what they are."""
    clock = state.clock
    if clock.phase != END:
        return
    side = clock.side
    before = _unstated(state, side)
    found = assess(game, before, side)
    due = found.full.due & ~rails_of(state)[side]
    if not state.traces.get(STATED, 0):
        due = _due(game, state, side)[0] & ~rails_of(state)[side]
    else:
        # What falls to the side afterwards, when units are removed and countries surrender, comes after the rail step;
        # and rails that may be its own already need not be converted.
        due &= state.traces.get(TO_CONVERT, due) & ~state.traces.get(UNSURE_RAILS, 0)
        # Rails that may have been the side's own before the log began need not be converted.
        due &= ~state.traces.get(UNTOLD_RAILS, 0)
        yield from _perhaps_due(game, before, rails_of(state)[side] | due)
    if not due:
        return
    if not state.traces.get(STATED, 0):
        names = game.board.grid.names(due)
        rule = "4.1.6a" if axis_rails_first(clock) else "4.2.5a"
        text = Sentence("The rails in {names} now belong to the {side} side.", in_words(names), side.capitalize())
        yield Finding(rule, Verdict.NOTE, text, hexes=names)
        return
    advance = "9.4.4a" if axis_rails_first(clock) else "9.4.5a"
    parts = (
        ("9.4.3a", rails_of_a_city(game, state, side)),
        ("9.4.2b", junctions_count_as_cities(game, state, side)),
        ("9.4.3b", lines_between_cities(ground(game, state, side), found.full)),
        (advance, found.full.advances),
    )
    for rule, members in parts:
        missing = due & members
        due &= ~missing
        if missing:
            yield _not_converted(game, before, side, rule, missing)


def _perhaps_due(game: Trc, state: State, known: HexSet) -> Iterator[Finding]:
    """Yield a note of the rails that would be due if counters went exactly where they were dragged.

    `state` is the position before the conversions of the phase; `known` are the rails that were converted or are due.
    """
    if not state.traces.get("dragged-over", 0):
        return
    side = state.clock.side
    literal = state.changed(traces=state.traces.without(("dragged-over",)))
    places = assess(game, literal, side).full.due & ~known & ~state.traces.get(UNSURE_RAILS, 0)
    if places:
        names = game.board.grid.names(places)
        text = Sentence(
            "The rails in {names} were not converted. A counter was dragged over them; the unit may have gone "
            "beside them, so it is read as legal.",
            in_words(names),
        )
        rule = "9.4.4a" if side == AXIS else "9.4.5a"
        yield Finding(rule, Verdict.NOTE, text, hexes=names)


def _not_converted(game: Trc, state: State, side: str, rule: str, missing: HexSet) -> Finding:
    names = game.board.grid.names(missing)
    facts: tuple[Fact, ...] = ()
    if missing & (~_surely_due(game, state, side) | rails_in_doubt(game.board, state)):
        facts = _doubts(game, state, rule, list(hexes(missing)))
    return violation(
        rule,
        Sentence(
            "The rails in {names} become {side} in this end phase, but were not converted.",
            in_words(names),
            side.capitalize(),
        ),
        hexes=names,
        facts=facts,
        dedup_key=(side, rule, missing),
    )


@book.effect(Convert)
def carry_out(game: Trc, state: State, act: Convert) -> State:
    """Give the hexes to the side whose turn it is."""
    members: HexSet = 0
    for at in act.hexes:
        members |= 1 << at
    side = state.clock.side
    rail = rails_of(state).put(side, rails_of(state)[side] | members)
    rail = rail.put(ENEMY[side], rail[ENEMY[side]] & ~members)
    traces = _settled(state.traces, members)
    if in_the_end_phase(state.clock):
        traces = traces.put(TO_CONVERT, assess(game, _unstated(state, side), side).full.due)
    traces = traces.put(STATED, traces.get(STATED, 0) | members)
    return with_rails(state.changed(traces=traces), rail)


def _settled(traces: FrozenMap[str, HexSet], members: HexSet) -> FrozenMap[str, HexSet]:
    """Return the traces without the doubt about some hexes: who states a conversion says whose the rails are."""
    for trace in (UNSURE_RAILS, DOUBTED_RAILS):
        open_ = traces.get(trace, 0)
        if open_ & members:
            traces = traces.put(trace, open_ & ~members) if open_ & ~members else traces.without((trace,))
    return traces


@book.follow_all_but(End, Convert)
def the_rail_step_is_over(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember what was due when something else begins in an end phase in which no conversion has been stated.

    The rails come first (4.1.6a, 4.2.5a): a zone of control that is gone afterwards has barred them.
    """
    if before.clock.phase != END or before.forces is after.forces:
        return after
    if before.traces.get(STATED, 0) or TO_CONVERT in before.traces:
        return after
    return after.changed(traces=after.traces.put(TO_CONVERT, assess(game, before, before.clock.side).full.due))


@book.effect(End)
def convert_what_is_due(game: Trc, state: State, act: End) -> State:
    """Convert what is due where the record has stated no conversion; what cannot be known is remembered as unsure.

    In a log that began late that which is due, and perhaps was the side's own before, is taken for that.
    """
    clock = state.clock
    if clock.phase != END:
        return state
    side, enemy = clock.side, ENEMY[clock.side]
    if state.traces.get(STATED, 0):
        untold = state.traces.get(UNTOLD_RAILS, 0)
        owned = assess(game, state, side).full.due & untold & ~rails_of(state)[side] if untold else 0
        if not owned:
            return state
        rail = rails_of(state).put(side, rails_of(state)[side] | owned)
        return with_rails(state, rail.put(enemy, rail[enemy] & ~owned))
    due, possible = _due(game, state, side)
    unsure = (state.traces.get(UNSURE_RAILS, 0) & ~due) | (possible & ~rails_of(state)[side])
    rail = rails_of(state)
    if due:
        rail = rail.put(side, rail[side] | due)
        rail = rail.put(enemy, rail[enemy] & ~due)
    traces = state.traces
    in_doubt = (traces.get(DOUBTED_RAILS, 0) & ~due) | _only_by_doubt(game, state, side, due)
    if in_doubt:
        traces = traces.put(DOUBTED_RAILS, in_doubt)
    elif DOUBTED_RAILS in traces:
        traces = traces.without((DOUBTED_RAILS,))
    if unsure != traces.get(UNSURE_RAILS, 0):
        traces = traces.put(UNSURE_RAILS, unsure) if unsure else traces.without((UNSURE_RAILS,))
    return with_rails(state.changed(traces=traces), rail)


@book.effect(Marker)
def put_convert_markers(game: Trc, state: State, act: Marker) -> State:
    """Remember where RR Convert markers lie."""
    if act.marker != "rr-convert":
        return state
    if act.where == "none":
        return RailConversion.forgotten(state)
    return state.with_mark(RailConversion(act.where))
