"""Supply (M41-SUP): lines to the own edge of the map, and what becomes of units without one."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.m41.acts import AirSupply, CutOff
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.marks import Airlift, Grounded, Lost, Unsupplied
from trc_module.games.m41.words import (
    AIR,
    AIR_BOX,
    ARMY,
    DISRUPTED,
    FRONT,
    GERMAN,
    LOST,
    RUSSIAN,
    SUPPLY,
)
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Eliminate, End
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of, with_status

BARRING = {GERMAN: FRONT, RUSSIAN: ARMY}
"""The type of enemy units whose neighbourhood bars the lines of a side (reading M12)."""
AIR_RANGE = 2


@book.rule("M41-SUP-2")
def line_hexes(game: M41, state: State, side: str, *, at_worst: bool = False) -> HexSet:
    """Return the hexes that a supply line of a side reaches from its edge.

    A city of which it is unknown who was last in it bars no line, or with `at_worst` those of both sides.
    """
    enemy = game.enemy(side)
    own, theirs = state.forces[side].occupied, state.forces[enemy].occupied
    barred = theirs
    for name in game.board.cities.values():
        held = state.control.get(name.hex)
        if (held == enemy or (at_worst and not held)) and not own >> name.hex & 1:
            barred |= 1 << name.hex
    for unit, at in state.forces[enemy].places.items():
        if isinstance(at, int) and game.units[unit].type == BARRING[side] and status_of(state, unit) != DISRUPTED:
            barred |= game.near.of[at] & ~own
    free = game.board.land & ~barred
    return game.near.flood(game.edge(side) & free, None, free)


def in_supply(game: M41, state: State, side: str, at: Hex) -> bool:
    """Tell whether a line of a side reaches a hex; nothing bars the hex itself but enemies in it."""
    if state.forces[game.enemy(side)].occupied >> at & 1:
        return False
    lines = line_hexes(game, state, side)
    return bool(lines >> at & 1 or lines & game.near.of[at] or game.edge(side) >> at & 1)


def unit_supplied(game: M41, state: State, unit: UnitId) -> bool:
    """Tell whether a unit on the map is in supply by land."""
    at = state.place(unit)
    return isinstance(at, int) and bool(line_hexes(game, state, game.side_of[unit]) >> at & 1)


def supply_facts(game: M41) -> tuple[Fact, ...]:
    """Return the data on which every line of supply rests."""
    return game.map_facts


def flown_to(state: State) -> set[str]:
    """Return the names of the hexes that are supplied from the air in this phase."""
    return {mark.hex for mark in Airlift.all(state)}


def _cut_off(game: M41, state: State, *, at_worst: bool = False) -> Iterator[UnitId]:
    """Yield the units of the side of this phase that are neither in supply nor flown to."""
    side = state.clock.side
    lines, flown = line_hexes(game, state, side, at_worst=at_worst), flown_to(state)
    for unit, at in state.forces[side].places.items():
        if isinstance(at, int) and not lines >> at & 1 and game.hex_name(at) not in flown:
            yield unit


def survivors_at(game: M41, side: str, at: Hex) -> int:
    """Return how many disrupted units of a side may survive in a hex without supply."""
    if at == game.city("Moscow") and side == RUSSIAN:
        return 2
    return 1 if game.board.city_hexes >> at & 1 else 0


@book.check("M41-SUP-1", CutOff)
def only_what_is_cut_off(game: M41, state: State, act: CutOff) -> Iterator[Finding]:
    """A unit is disrupted in the supply phase of its side if it is undisrupted and out of supply."""
    if (game.side_of[act.unit], SUPPLY) != (state.clock.side, state.clock.phase):
        yield violation(
            "M41-SEQ",
            Sentence("The supply of {unit} was determined in {clock}.", act.unit, state.clock.words),
            units=(act.unit,),
        )
    elif status_of(state, act.unit) == DISRUPTED:
        yield violation("M41-SUP-1", Sentence("{unit} is disrupted already.", act.unit), units=(act.unit,))
    elif act.unit not in _cut_off(game, state):
        yield _reached(
            game, state, act.unit, Sentence("{unit} was disrupted as out of supply; a line reaches it", act.unit)
        )


@book.judge(Eliminate)
def only_what_dies(game: M41, state: State, act: Eliminate) -> Iterator[Finding]:
    """A unit is eliminated for lack of supply if it was disrupted before and nothing saves it."""
    if (game.side_of[act.unit], SUPPLY) != (state.clock.side, state.clock.phase):
        yield violation(
            "M41-SEQ",
            Sentence("The supply of {unit} was determined in {clock}.", act.unit, state.clock.words),
            units=(act.unit,),
        )
    elif status_of(state, act.unit) != DISRUPTED or Unsupplied(act.unit) in state.marks:
        text = Sentence("{unit} was eliminated; it was not disrupted before this phase.", act.unit)
        yield violation("M41-SUP-1", text, units=(act.unit,))
    elif act.unit not in _cut_off(game, state):
        yield _reached(
            game, state, act.unit, Sentence("{unit} was eliminated as out of supply; a line reaches it", act.unit)
        )


def _reached(game: M41, state: State, unit: UnitId, text: str) -> Finding:
    """Return the finding of a unit that a line reaches, if who was last in the cities on it does not matter."""
    if unit in _cut_off(game, state, at_worst=True):
        text = Sentence("{text} if the cities on it were last its own side's, which is unknown.", text)
        return Finding("M41-SUP-1", Verdict.UNDECIDED, text, (unit,), cause="cities")
    return violation("M41-SUP-1", Sentence("{text}.", text), units=(unit,), facts=supply_facts(game))


@book.judge(End)
def supply_is_determined(game: M41, state: State, act: End) -> Iterator[Finding]:
    """A supply phase ends when all units out of supply are disrupted, and the disrupted ones eliminated."""
    if state.clock.phase != SUPPLY:
        return
    side = state.clock.side
    doomed: dict[Hex, list[UnitId]] = {}
    for unit in _cut_off(game, state):
        at = state.place(unit)
        if status_of(state, unit) != DISRUPTED:
            text = Sentence("{unit} is out of supply and was not disrupted.", unit)
            yield violation("M41-SUP-1", text, units=(unit,), facts=supply_facts(game), dedup_key=(side, "cut", unit))
        elif Unsupplied(unit) not in state.marks and isinstance(at, int):
            doomed.setdefault(at, []).append(unit)
    for at, units in doomed.items():
        room = survivors_at(game, side, at)
        if len(units) > room:
            text = Sentence(
                "{units} is out of supply and disrupted in {at}, and was not eliminated.", units[-1], game.hex_name(at)
            )
            facts = (*supply_facts(game), *((_city_fact(game, at),) if room else ()))
            yield violation("M41-SUP-1", text, units=(units[-1],), facts=facts, dedup_key=(side, "doomed", units[-1]))


def _city_fact(game: M41, at: Hex) -> Fact:
    return game.board.city_at[at].fact


@book.check("M41-AIR-4", AirSupply)
def by_a_free_fliegerkorps(game: M41, state: State, act: AirSupply) -> Iterator[Finding]:
    """A German air unit may supply the units of one hex within two hexes, in the German supply phase."""
    at = state.place(act.unit)
    if (state.clock.side, state.clock.phase) != (GERMAN, SUPPLY) or game.side_of[act.unit] != GERMAN:
        yield violation(
            "M41-AIR-4",
            Sentence("{unit} was supplied from the air in {clock}.", act.unit, state.clock.words),
            units=(act.unit,),
        )
    elif game.units[act.by].type != AIR or game.side_of[act.by] != GERMAN or state.place(act.by) != AIR_BOX:
        yield violation("M41-AIR-4", Sentence("{by} is no German air unit in play.", act.by), units=(act.by,))
    elif Airlift.of(state, act.by) or Grounded(act.by) in state.marks:
        yield violation(
            "M41-AIR-4", Sentence("{by} cannot supply {unit} too in this phase.", act.by, act.unit), units=(act.by,)
        )
    elif isinstance(at, int) and not _within_range(game, state, at):
        text = Sentence(
            "{by} supplied {at}, which lies more than {air_range} hexes from any supplied hex.",
            act.by,
            game.hex_name(at),
            AIR_RANGE,
        )
        yield violation("M41-AIR-4", text, units=(act.by,), facts=supply_facts(game))


def _within_range(game: M41, state: State, at: Hex) -> bool:
    """Tell whether a hex lies within range of a hex that a German line reaches (reading M13)."""
    lines = line_hexes(game, state, GERMAN)
    return any(game.board.grid.distance(at, other) <= AIR_RANGE for other in hexes(lines))


@book.effect(AirSupply)
def fly_supplies(game: M41, state: State, act: AirSupply) -> State:
    """Remember the hex that is supplied."""
    at = state.place(act.unit)
    return state.with_mark(Airlift(act.by, game.hex_name(at))) if isinstance(at, int) else state


@book.effect(CutOff)
def disrupt(game: M41, state: State, act: CutOff) -> State:
    """Disrupt a unit out of supply."""
    return with_status(state, act.unit, DISRUPTED).with_mark(Unsupplied(act.unit))


@book.effect(Eliminate)
def remove(game: M41, state: State, act: Eliminate) -> State:
    """Eliminate a unit."""
    return eliminated(game, state, act.unit)


def eliminated(game: M41, state: State, unit: UnitId) -> State:
    """Return the position with a unit among the losses, and the turn of its loss remembered."""
    after = Lost.forgotten(with_status(state, unit, ""), unit)
    return after.with_unit(game.side_of[unit], unit, LOST).with_mark(Lost(unit, str(state.clock.turn)))


@book.lister(AirSupply)
def air_supplies(game: M41, state: State) -> Iterator[AirSupply]:
    """Yield flights to units out of supply."""
    if (state.clock.side, state.clock.phase) == (GERMAN, SUPPLY):
        for unit in _cut_off(game, state):
            yield from (AirSupply(unit, air) for air in state.forces[GERMAN].stack(AIR_BOX))


@book.lister(CutOff)
def disruptions(game: M41, state: State) -> Iterator[CutOff | Eliminate]:
    """Yield what lack of supply does."""
    if state.clock.phase == SUPPLY:
        doomed: dict[Hex, int] = {}
        for unit in _cut_off(game, state):
            at = state.place(unit)
            if status_of(state, unit) != DISRUPTED:
                yield CutOff(unit)
            elif isinstance(at, int):
                doomed[at] = doomed.get(at, 0) + 1
                if doomed[at] > survivors_at(game, state.clock.side, at):
                    yield Eliminate(unit, "M41-SUP-1")
