"""Entry rules of arrivals (18, 20 to 22): the gates of all chapters together, and the units that could come in now."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.arrivals.axis_replacements import axis_replacements_come_in, own_gate_of_a_replacement
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, held_at_start, own_gate, waiting_in
from trc_module.games.trc.arrivals.paratroops import REACH, STAVKA, new_paratroops, paratroops_on_foot
from trc_module.games.trc.arrivals.partisans import footholds
from trc_module.games.trc.arrivals.reinforcements import (
    hungarians_by_their_line,
    italians_from_the_west,
    may_be_held_back,
    named_city,
    others_by_their_edge,
    reinforcement,
    rumanians_at_bucharest,
)
from trc_module.games.trc.arrivals.russian_replacements import (
    russian_replacements_come_in,
    stavka_comes_in,
    workers_come_in,
)
from trc_module.games.trc.arrivals.special_entries import garrison_gate, lapland_gate
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OFF_MAP, PARATROOP_RESERVE, POOL
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, Enter, Move, Replace, Withdraw
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import agree, in_words, place_name, spaced
from trc_module.rules.state import Place, State, Trail, UnitId
from trc_module.sentence import Sentence


def gate_of_its_own(case: Arrival) -> EntryHexes | None:
    """Return the gate of a unit to which the rules of arrival do not apply."""
    return own_gate(case.game, case)


def replaced_by_a_gate_of_its_own(case: Arrival) -> EntryHexes | None:
    """Return the gate of a replacement to which the rules of 21 and 22 do not apply."""
    return own_gate_of_a_replacement(case.game, case)


GATES: tuple[Callable[[Arrival], EntryHexes | None], ...] = (
    gate_of_its_own,
    new_paratroops,
    paratroops_on_foot,
    workers_come_in,
    lapland_gate,
    garrison_gate,
    rumanians_at_bucharest,
    hungarians_by_their_line,
    italians_from_the_west,
    named_city,
    others_by_their_edge,
)
"""The gates of reinforcements, from the most special to the most general."""

REPLACED: tuple[Callable[[Arrival], EntryHexes | None], ...] = (
    replaced_by_a_gate_of_its_own,
    stavka_comes_in,
    russian_replacements_come_in,
    axis_replacements_come_in,
)
"""The gates of replacements."""


def gate_of(case: Arrival, gates: tuple[Callable[[Arrival], EntryHexes | None], ...]) -> EntryHexes | None:
    """Return the gate through which a unit comes in; None if none is its."""
    return next((gate for gate in (find(case) for find in gates) if gate is not None), None)


@book.judge(Enter)
def judge_the_place(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """Judge where a reinforcement comes in."""
    found = reinforcement(game, state, act)
    if found is None:
        return
    case = Arrival(game, state, *found)
    gate = gate_of(case, GATES)
    if gate is not None and not _city_is_closed(game, case, act):
        yield from _judge(case, gate, act.place, may_be_held_back(case))


def _city_is_closed(game: Trc, case: Arrival, act: Enter) -> bool:
    # Its own city, closed to it: 20.4a has told that already.
    city = game.board.cities.get(case.unit.area)
    if city is None or act.place != city.hex or own_gate(game, case) is not None:
        return False
    return held_at_start(game, case.state, case.unit.side, city.hex) is not False


@book.judge(Replace)
def judge_the_place_of_a_replacement(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Judge where a replacement comes in."""
    unit = game.units[act.unit]
    if unit.side != state.clock.side:
        return
    case = Arrival(game, state, unit, waiting_in(state, unit) or POOL)
    gate = gate_of(case, REPLACED)
    if gate is not None:
        yield from _judge(case, gate, act.place, frozenset({OFF_MAP}))


def _judge(case: Arrival, gate: EntryHexes, place: Place, boxes: frozenset[str]) -> Iterator[Finding]:
    name = place_name(case.game, place)
    unit = case.unit.id
    if isinstance(place, str):
        if place not in boxes:
            text = Sentence(
                "{unit} was put into the box '{place}'; it must arrive {where}.", unit, spaced(place), gate.where
            )
            yield violation(gate.rule, text, units=(unit,), facts=gate.facts)
    elif not gate.hexes >> place & 1:
        text = Sentence("{unit} arrived in {name}; it must arrive {where}.", unit, name, gate.where)
        board = case.game.board
        # It may be a city that our data have elsewhere.
        facts = (*gate.facts, *(() if place in board.city_at else board.city_doubts(1 << place)))
        yield violation(gate.rule, text, units=(unit,), hexes=(name,), facts=facts)
    elif case.enemies >> place & 1:
        foes = case.state.forces[AXIS if case.unit.side == RUSSIAN else RUSSIAN].stack(place)
        text = Sentence(
            "{unit} arrived in {name}, which {foes} {verb}.",
            unit,
            name,
            in_words(foes),
            agree(foes, "occupies", "occupy"),
        )
        yield violation(gate.rule, text, units=(unit, *foes), hexes=(name,))


# What was done in one go


def entry_in_steps(game: Trc, state: State, act: Enter | Replace) -> tuple[Action, ...]:
    """Return entry and move of a unit that a log shows going straight from its box to a hex inland; () if none fits.

    The entry is where the unit may come in, the move one that it may make from there, on foot or by rail.
    """
    if isinstance(act.place, str) or entry_hexes(game, state, act.unit) >> act.place & 1:
        return ()
    literal = _accused(game, state, act)
    grid, goal = game.board.grid, act.place
    gates = hexes(entry_hexes(game, state, act.unit))
    for gate in sorted(gates, key=lambda at: grid.distance(at, goal)):
        first = type(act)(act.unit, gate)
        told = _accused(game, state, first)
        if not told < literal:
            continue
        after = game.apply(state, first)
        trail = Trail((gate, goal), frozenset({0}))
        for second in (Move(act.unit, trail), RailMove(act.unit, trail, True), RailMove(act.unit, trail)):
            # What is reported for every act, an unclaimed victory, speaks against no way.
            if _accused(game, after, second) <= told:
                return first, second
    return ()


def _accused(game: Trc, state: State, act: Action) -> frozenset[str]:
    return frozenset(finding.rule for finding in check(game, state, act) if finding.accuses)


# What could be done


def unaccused(game: Trc, state: State, act: Action) -> bool:
    """Tell whether no rule speaks against an act."""
    return not _accused(game, state, act)


def entry_hexes(game: Trc, state: State, unit: UnitId) -> HexSet:
    """Return the hexes in which a unit beside the map may come in, as reinforcement, replacement or partisan.

    Whether it is due is another question: see `legal_entries` and `legal_replacements`.
    """
    who = game.units[unit]
    box = waiting_in(state, who)
    if who.type == "partisan":
        return footholds(game, state)
    if box is None or who.type == "air":
        return 0
    case = Arrival(game, state, who, box)
    gate = gate_of(case, REPLACED if box == POOL else GATES)
    return 0 if gate is None else gate.hexes & ~case.enemies


def _waiting(state: State) -> Iterator[UnitId]:
    for unit, place in state.forces[state.clock.side].places.items():
        if isinstance(place, str):
            yield unit


@book.lister(Enter)
def legal_entries(game: Trc, state: State) -> Iterator[Enter]:
    """Yield every reinforcement and partisan that may be placed now, in every place where it may be."""
    side = state.clock.side
    units = [*_waiting(state), *(unit for unit in state.forces[side].places if unit in game.partisans)]
    for unit in dict.fromkeys(units):
        if state.place(unit) == POOL or game.units[unit].type == "air":
            continue
        places: list[Place] = [*hexes(entry_hexes(game, state, unit))]
        reserve = game.units[unit].type == "paratroop" and PARATROOP_RESERVE in game.boxes[side]
        if reserve and state.place(unit) != PARATROOP_RESERVE:
            places.append(PARATROOP_RESERVE)
        for place in places:
            if unaccused(game, state, act := Enter(unit, place)):
                yield act


@book.lister(Replace)
def legal_replacements(game: Trc, state: State) -> Iterator[Replace]:
    """Yield every replacement that may be taken now, in every place where it may come in, the off-map box too."""
    for unit in state.forces[state.clock.side].stack(POOL):
        places: list[Place] = [*hexes(entry_hexes(game, state, unit)), OFF_MAP]
        for place in places:
            if unaccused(game, state, act := Replace(unit, place)):
                yield act


@book.lister(Delay)
def legal_delays(game: Trc, state: State) -> Iterator[Delay]:
    """Yield every unit that may go into the off-map box now: arrivals, and units on a rail hex of their own edge."""
    for unit, place in state.forces[state.clock.side].places.items():
        if place in (OFF_MAP, POOL) or game.units[unit].type in ("air", "partisan"):
            continue
        if unaccused(game, state, act := Delay(unit)):
            yield act


@book.lister(Withdraw)
def legal_withdrawals(game: Trc, state: State) -> Iterator[Withdraw]:
    """Yield every unit that may be withdrawn now because a rule demands it."""
    for unit in state.forces[state.clock.side].places:
        if unaccused(game, state, act := Withdraw(unit)):
            yield act


@book.lister(Drop)
def legal_drops(game: Trc, state: State) -> Iterator[Drop]:
    """Yield every drop that may be made now."""
    stavka = state.place(STAVKA)
    if stavka is None or isinstance(stavka, str):
        return
    for unit in state.forces[RUSSIAN].stack(PARATROOP_RESERVE):
        for place in hexes(game.board.grid.disc(Hex(stavka), REACH)):
            if unaccused(game, state, act := Drop(unit, place)):
                yield act


@book.lister(Motorize)
def legal_exchanges(game: Trc, state: State) -> Iterator[Motorize]:
    """Yield every exchange of an infantry corps for a motorized one that may be made now."""
    on_map = [unit for stack in state.forces[AXIS].stacks.values() for unit in stack]
    for motorized in state.forces[AXIS].stack("motorization"):
        for infantry in on_map:
            if unaccused(game, state, act := Motorize(infantry, motorized)):
                yield act
