"""Chapter 24: the Axis minor allies and their surrender."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from trc_module.facts import Fact
from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import SURRENDERED
from trc_module.games.trc.countries import NATIONS, country_of
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import Due, Surrendered, surrendered_on
from trc_module.games.trc.movement.closed_hexes import FINLAND_WAVERS, finland, finland_closed, finland_fact
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.steps import END, MOVEMENT, WEATHER, in_phase
from trc_module.games.trc.supply.control import IMPULSE, UNSURE, UNTOLD, held_when_began
from trc_module.games.trc.units import combat_factor
from trc_module.hexgrid import HexName, HexSet
from trc_module.rules.actions import (
    Action,
    Attack,
    Eliminate,
    End,
    Enter,
    Move,
    Replace,
    Surrender,
    Withdraw,
)
from trc_module.rules.finding import Finding, by_some_way, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.registry import covers
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence

CAPITALS = {"finland": "Helsinki", "rumania": "Bucharest"}
ITALY_LEAVES = 15
"""Sep/Oct 1943."""
ENOUGH_IN_HUNGARY = 5
OUT = (SURRENDERED, "removed", "withdrawn")

UnitAct = Move | Strategic | RailMove | SeaMove | Drop | Enter | Replace | Withdraw | Delay
UNIT_ACTS = (Move, Strategic, RailMove, SeaMove, Drop, Enter, Replace, Withdraw, Delay)


def units_of(game: Trc, state: State, country: str) -> Iterator[tuple[UnitId, Place]]:
    """Yield the units of a country that a game knows, on the map or in a box, and where they are."""
    for unit, place in state.forces[AXIS].places.items():
        if game.units[unit].nation == NATIONS[country]:
            yield unit, place


def in_play(game: Trc, state: State, country: str) -> bool:
    """Tell whether a country has not surrendered and has units that have not left the game."""
    if surrendered_on(state, country) is not None:
        return False
    return any(place not in OUT for _, place in units_of(game, state, country))


def held_by(game: Trc, state: State, city: str) -> str | None:
    """Return who controls a city, '' for neither side, None where an unknown route decides."""
    place = game.places[city]
    return None if state.traces.get(UNSURE, 0) >> place & 1 else state.control.get(place, "")


def russians_in_hungary(game: Trc, state: State) -> tuple[UnitId, ...]:
    """Return the Russian units in Hungary that count (C61): all with a combat factor, partisans apart."""
    where = game.board.regions["Hungary"].hexes
    return tuple(
        unit
        for unit, at in state.forces[RUSSIAN].places.items()
        if not isinstance(at, str) and where >> at & 1 and _counts(game, state, unit)
    )


def _counts(game: Trc, state: State, unit: UnitId) -> bool:
    kind = game.units[unit]
    if kind.type == "partisan":
        return "C61b" in state.options
    return kind.type != "air" and combat_factor(kind) != 0


def _in_the_russian_end(state: State) -> bool:
    return in_phase(state.clock, RUSSIAN, END)


def _country_facts(game: Trc, state: State, units: Iterable[UnitId]) -> tuple[Fact, ...]:
    places = (state.place(unit) for unit in units)
    return tuple(game.board.fact(f"country {game.hex_name(at)}") for at in places if not isinstance(at, str | None))


@book.check("24.1", *UNIT_ACTS, Attack, of_marks=(Surrendered.word,))
def gone_for_good(game: Trc, state: State, act: UnitAct | Attack) -> Iterator[Finding]:
    """All units of a surrendered country leave the game, on the map or not."""
    units = act.attackers if isinstance(act, Attack) else (act.unit,)
    for unit in units:
        country = country_of(game.units[unit].nation)
        turn = surrendered_on(state, country) if country else None
        if turn is not None:
            yield violation(
                "24.1",
                Sentence(
                    "{unit} is still in play, but {country} surrendered on turn {turn}.",
                    unit,
                    country.capitalize(),
                    turn,
                ),
                units=(unit,),
                dedup_key=(AXIS, "24.1", unit),
            )


@book.judge(Surrender)
def judge_surrender(game: Trc, state: State, act: Surrender) -> Iterator[Finding]:
    """Judge the surrender of a country: is it the time, and is the condition met?"""
    country = country_of(act.who)
    if not country or surrendered_on(state, country) is not None:
        return
    if special_rule(game, state, act, Basic.SURRENDER):
        return
    if country == "hungary":
        yield from five_in_hungary(game, state, act)
    elif country == "italy":
        yield from italy_leaves(game, state, act)
    elif covers("24.5", act.because):
        yield from finland_wavers(game, state, act)
    else:
        yield from capital_lost(game, state, act, country)


@book.rule("24.2")
def five_in_hungary(game: Trc, state: State, act: Surrender | End) -> Iterator[Finding]:
    """Hungary surrenders when five Russian units are in it in the Russian end phase."""
    found = russians_in_hungary(game, state)
    if isinstance(act, End):
        if len(found) >= ENOUGH_IN_HUNGARY and in_play(game, state, "hungary"):
            yield _omitted(
                game, state, "24.2", "hungary", Sentence("{count} Russian units are in the country", len(found)), found
            )
    elif not _in_the_russian_end(state):
        yield _too_soon("24.2", "hungary", "in the Russian end phase only", state)
    elif len(found) < ENOUGH_IN_HUNGARY:
        number = Sentence("only {count}", len(found)) if found else "no"
        yield violation(
            "24.2",
            Sentence(
                "Hungary surrendered with {number} Russian {verb} in it; five are needed.",
                number,
                agree(number, "unit", "units"),
            ),
            units=found,
            facts=_country_facts(game, state, state.forces[RUSSIAN].places),
        )


def _too_soon(rule: str, country: str, when: str, state: State) -> Finding:
    return violation(
        rule,
        Sentence(
            "{country} surrendered in {clock}; by this rule it may only {when}.",
            country.capitalize(),
            state.clock.words,
            when,
        ),
    )


def _omitted(
    game: Trc,
    state: State,
    rule: str,
    country: str,
    why: str,
    units: tuple[UnitId, ...] = (),
    hexes: tuple[HexName, ...] = (),
) -> Finding:
    return violation(
        rule,
        Sentence("{country} must surrender because {why}, but it stays in play.", country.capitalize(), why),
        units=units,
        hexes=hexes,
        facts=_country_facts(game, state, units),
        dedup_key=(RUSSIAN, rule, country),
    )


@book.rule("24.3")
def capital_lost(game: Trc, state: State, act: Surrender | End, country: str) -> Iterator[Finding]:
    """Finland and Rumania surrender when the Russian controls their capital in his end phase."""
    city = CAPITALS[country]
    holder = held_by(game, state, city)
    where = (game.hex_name(game.places[city]),)
    if isinstance(act, End):
        if holder == RUSSIAN and in_play(game, state, country):
            yield _omitted(
                game, state, "24.3", country, Sentence("the Russian player controls {city}", city), hexes=where
            )
    elif not _in_the_russian_end(state):
        yield _too_soon("24.3", country, "in the Russian end phase only", state)
    elif holder is None:
        yield by_some_way("24.3", Sentence("Control of {city} depends on an unknown route.", city), (), where)
    elif holder != RUSSIAN:
        who = Sentence("the {holder} side", holder.capitalize()) if holder else "nobody"
        yield violation(
            "24.3",
            Sentence("{country} surrendered while {who} controls {city}.", country.capitalize(), who, city),
            hexes=where,
        )


@book.rule("24.4")
def italy_leaves(game: Trc, state: State, act: Surrender | End) -> Iterator[Finding]:
    """Italy surrenders at the beginning of September/October 1943."""
    if isinstance(act, End):
        if is_due(game, state, "italy"):
            yield _omitted(game, state, "24.4", "italy", "September/October 1943 has begun")
    elif state.clock.turn < ITALY_LEAVES:
        yield _too_soon("24.4", "italy", Sentence("on turn {italy_leaves}", ITALY_LEAVES), state)


def is_due(game: Trc, state: State, country: str) -> bool:
    """Tell whether Italy or Finland has to surrender in this phase, the first of the Axis turn with moves.

    A position that was written down within the phase need not hold the mark that it is due.
    """
    clock = state.clock
    if not in_phase(clock, AXIS, MOVEMENT) or clock.part != 1 or not in_play(game, state, country):
        return Due(country) in state.marks and in_play(game, state, country)
    if country == "italy":
        return clock.turn >= ITALY_LEAVES
    without = held_when_began(state, game.places["Leningrad"], IMPULSE) not in (AXIS, None)
    return Due(country) in state.marks or (clock.turn >= FINLAND_WAVERS and without)


@book.check("24.4b", *UNIT_ACTS, Attack)
def italy_leaves_first(game: Trc, state: State, act: UnitAct | Attack) -> Sequence[Finding]:
    """Italy leaves before any other action of the Axis turn of September/October 1943; no Italian acts after that."""
    if state.clock.turn < ITALY_LEAVES:
        return ()
    before = () if isinstance(act, Attack) else _before_italy_left(game, state, act)
    return (*before, *_after_italy_left(game, state, act))


def _before_italy_left(game: Trc, state: State, act: UnitAct) -> Iterator[Finding]:
    clock = state.clock
    if clock.turn == ITALY_LEAVES and clock.side == AXIS and is_due(game, state, "italy"):
        text = Sentence("{unit} acted on turn {turn} although Italy has to surrender first.", act.unit, clock.turn)
        yield violation("24.4b", text, units=(act.unit,), dedup_key=(AXIS, "24.4b", "italy"))


def _after_italy_left(game: Trc, state: State, act: UnitAct | Attack) -> Iterator[Finding]:
    """Report by the date what Italians do once Italy has left, whether or not its surrender was stated (24.4)."""
    clock = state.clock
    if clock.phase == WEATHER or surrendered_on(state, "italy") is not None:
        return
    if clock.turn == ITALY_LEAVES and in_phase(clock, AXIS, MOVEMENT) and clock.part == 1:
        return  # Told as 24.4b.
    for unit in act.attackers if isinstance(act, Attack) else (act.unit,):
        if game.units[unit].nation == NATIONS["italy"]:
            text = Sentence(
                "{unit} is still in play on turn {turn}; Italy surrenders when turn {italy_leaves} begins.",
                unit,
                clock.turn,
                ITALY_LEAVES,
            )
            yield violation("24.4", text, units=(unit,), dedup_key=(RUSSIAN, "24.4", "italy"))


@book.rule("24.5a")
def finland_wavers(game: Trc, state: State, act: Surrender | End) -> Iterator[Finding]:
    """Finland surrenders at the start of an Axis turn from September/October 1944 on, without Leningrad."""
    if isinstance(act, End):
        if is_due(game, state, "finland"):
            yield _omitted(game, state, "24.5a", "finland", "the Axis does not control Leningrad")
        return
    holder = held_by(game, state, "Leningrad")
    clock = state.clock
    if clock.turn < FINLAND_WAVERS or clock.side != AXIS or clock.part != 1 or clock.phase not in (WEATHER, MOVEMENT):
        yield _too_soon("24.5a", "finland", "at the beginning of an Axis turn from turn 21 on", state)
    elif is_due(game, state, "finland"):
        return
    elif holder is None or held_when_began(state, game.places["Leningrad"], IMPULSE) is None:
        yield by_some_way("24.5a", "Control of Leningrad depends on an unknown route.")
    elif holder == AXIS:
        yield violation("24.5a", "Finland surrendered while the Axis controls Leningrad.")


@book.judge(RailMove, SeaMove, Drop, Enter, Replace, Strategic)
def judge_entries_into_finland(game: Trc, state: State, act: Action) -> Iterator[Finding]:
    """Judge the ways into Finland that are no moves over land."""
    if not finland_closed(state):
        return
    inside = finland(game)
    way = _way(state, act)
    into = next((b for a, b in pairwise(way) if _inside(inside, b) and not _inside(inside, a)), None)
    if into is None or isinstance(into, str):
        return
    unit: UnitId = act.unit  # type: ignore[attr-defined]
    name = game.hex_name(into)
    facts = (finland_fact(game, state, into),)
    yield violation(
        "24.5b",
        Sentence("{unit} entered Finland in {name} after its surrender.", unit, name),
        units=(unit,),
        hexes=(name,),
        facts=facts,
    )


def _inside(members: HexSet, place: Place | None) -> bool:
    return not isinstance(place, str | None) and bool(members >> place & 1)


def _way(state: State, act: Action) -> tuple[Place | None, ...]:
    if isinstance(act, RailMove | Strategic):
        return act.trail.hexes
    if isinstance(act, SeaMove):
        return (act.start, act.goal)
    if isinstance(act, Drop):
        return (state.place(act.unit), act.hex)
    assert isinstance(act, Enter | Replace)
    return (state.place(act.unit), act.place)


@book.check("24.5c", End)
def nobody_stays_in_finland(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Axis units in Finland are eliminated at the end of the turn of its surrender by 24.5."""
    if not _in_the_russian_end(state) or surrendered_on(state, "finland") != state.clock.turn:
        return
    inside = finland(game)
    left = tuple(
        unit for unit, at in state.forces[AXIS].places.items() if _inside(inside, at) and game.units[unit].type != "air"
    )
    if left:
        yield violation(
            "24.5c",
            Sentence("{left} stayed in Finland until the end of the turn in which it surrendered.", in_words(left)),
            units=left,
            facts=tuple(
                finland_fact(game, state, at) for at in map(state.place, left) if not isinstance(at, str | None)
            ),
            dedup_key=(AXIS, "24.5c", left),
        )


@book.check("4.2.5b", End)
def allies_surrender_in_the_russian_end_phase(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Axis minor allies surrender in the Russian end phase, after supply has been judged."""
    if _in_the_russian_end(state):
        yield from five_in_hungary(game, state, act)
        for country in CAPITALS:
            yield from capital_lost(game, state, act, country)
    if in_phase(state.clock, AXIS, MOVEMENT) and state.clock.part == 1:
        yield from italy_leaves(game, state, act)
        yield from finland_wavers(game, state, act)


@book.check("4.2.5f", Eliminate)
def hungary_is_judged_after_supply(game: Trc, state: State, act: Eliminate) -> Iterator[Finding]:
    """Russian units in Hungary are counted after unsupplied units have been removed."""
    if not _in_the_russian_end(state) or surrendered_on(state, "hungary") != state.clock.turn:
        return
    found = russians_in_hungary(game, state)
    if act.unit in found and len(found) == ENOUGH_IN_HUNGARY:
        yield violation(
            "4.2.5f",
            Sentence(
                "Hungary surrendered before {unit} was removed for lack of supply; only {enough_in_hungary} Russian "
                "units are left in it.",
                act.unit,
                ENOUGH_IN_HUNGARY - 1,
            ),
            units=found,
            facts=_country_facts(game, state, found),
        )


@book.effect(Surrender)
def leave_the_game(game: Trc, state: State, act: Surrender) -> State:
    """Take all units of a country out of play; after 24.5 Helsinki is the Russian's."""
    country = country_of(act.who)
    if not country:
        return state
    gone: dict[UnitId, Place] = {
        unit: SURRENDERED for unit, place in units_of(game, state, country) if place not in OUT
    }
    if gone:
        state = state.with_units(AXIS, gone)
    state = state.without_marks(lambda mark: mark == Due(country))
    if surrendered_on(state, country) is None:
        state = state.with_mark(Surrendered(country, "turn", str(state.clock.turn)))
    return _russian_helsinki(game, state) if country == "finland" else state


@book.follow
def helsinki_for_good(game: Trc, before: State, after: State, act: Action) -> State:
    """Keep Helsinki Russian once Finland has surrendered, whichever units stand around it."""
    return _russian_helsinki(game, after) if before.control is not after.control and finland_closed(after) else after


def _russian_helsinki(game: Trc, state: State) -> State:
    helsinki = game.places["Helsinki"]
    if state.control.get(helsinki) == RUSSIAN:
        return state
    return replace(state, control=state.control.merged({helsinki: RUSSIAN}))


@book.effect(End)
def fall_due(game: Trc, state: State, act: End) -> State:
    """Remember when the first Axis impulse begins which countries have to surrender in it."""
    clock = state.clock
    if clock.phase == MOVEMENT and clock.side == AXIS:
        return Due.forgotten(state)
    if clock.phase != WEATHER:
        return state
    due = []
    if clock.turn >= ITALY_LEAVES and in_play(game, state, "italy"):
        due.append(Due("italy"))
    # What is only guessed of the game before a log that began late makes no surrender due.
    guessed = state.traces.get(UNTOLD, 0) >> game.places["Leningrad"] & 1
    without = not guessed and held_by(game, state, "Leningrad") not in (AXIS, None)
    if clock.turn >= FINLAND_WAVERS and without and in_play(game, state, "finland"):
        due.append(Due("finland"))
    return state.with_mark(*due) if due else state
