"""Set-up and the first turn (M41-SET)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.words import AT_START, GERMAN, MOVEMENT, RUSSIAN, WEATHER
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import End, Move, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems import effects

GERMAN_HEXES = ("A1", "B1", "D1")
FRONT_HEX = "C1"
"""The one hex of the Russian front line that the rulebook names."""


def german_hexes(game: M41) -> HexSet:
    """Return the hexes in which the Germans start."""
    return sum(1 << game.board.grid.hex(name) for name in GERMAN_HEXES)


def front_line(game: M41) -> HexSet:
    """Return the front line of the Russians: C1 and all hexes beside the German ones but those of the west edge."""
    start = german_hexes(game)
    beside = 0
    for at in hexes(start):
        beside |= game.near.of[at]
    return (beside & ~start & ~game.edge(GERMAN)) | 1 << game.board.grid.hex(FRONT_HEX)


def start_hexes(game: M41, unit: UnitId) -> HexSet:
    """Return the hexes in which a unit may be set up."""
    area = str(game.units[unit].area)
    if area in game.board.cities:
        return 1 << game.city(area)
    found = {
        "A1 or B1": sum(1 << game.board.grid.hex(name) for name in ("A1", "B1")),
        "front line": front_line(game),
        "behind the line": game.board.land & ~german_hexes(game) & ~front_line(game) & ~game.edge(GERMAN),
        "anywhere": game.board.land & ~german_hexes(game),
    }
    at = game.board.grid.find(area)
    return found[area] if area in found else 1 << at if at is not None else 0


def _facts(game: M41, unit: UnitId, at: Hex) -> tuple[Fact, ...]:
    """Return what says that a unit may not be set up in a hex."""
    area = str(game.units[unit].area)
    if game.side_of[unit] == GERMAN or german_hexes(game) >> at & 1:
        return (game.units[unit].fact("area"),)
    if area in game.board.cities:
        return (game.board.cities[area].fact, game.units[unit].fact("area"))
    return (*game.map_facts, game.units[unit].fact("area"))


@book.judge(Setup)
def in_its_hexes(game: M41, state: State, act: Setup) -> Iterator[Finding]:
    """Each unit is set up where the rulebook has it (M41-SET-1, M41-SET-2); the Russians first."""
    side = game.side_of[act.unit]
    rule = "M41-SET-1" if side == RUSSIAN else "M41-SET-2"
    waiting = state.forces[RUSSIAN].stack(AT_START)
    if side == GERMAN and waiting:
        text = Sentence("{unit} was set up before {waiting}; the Russians are set up first.", act.unit, waiting[0])
        yield violation("M41-SET-1", text, units=(act.unit,))
    if not start_hexes(game, act.unit) >> act.hex & 1:
        text = Sentence(
            "{unit} was set up in {hex}; its place is {area}.",
            act.unit,
            game.hex_name(act.hex),
            game.units[act.unit].area,
        )
        yield violation(rule, text, units=(act.unit,), facts=_facts(game, act.unit, act.hex))


@book.check("M41-SET-1", End)
def the_line_is_held(game: M41, state: State, act: End) -> Iterator[Finding]:
    """All units are set up when play begins, and all hexes of the front line are held."""
    if (state.clock.turn, state.clock.side, state.clock.phase) != (1, GERMAN, WEATHER):
        return
    for side, rule in ((RUSSIAN, "M41-SET-1"), (GERMAN, "M41-SET-2")):
        left = state.forces[side].stack(AT_START)
        if left:
            yield violation(rule, Sentence("{left} has not been set up.", left[0]), units=left)
    if state.scenario == "none":
        return
    open_ = front_line(game) & ~state.forces[RUSSIAN].occupied
    for at in hexes(open_):
        name = game.hex_name(at)
        facts = () if name == FRONT_HEX else game.map_facts
        yield violation(
            "M41-SET-1", Sentence("{name} lies on the front line and is not held.", name), hexes=(name,), facts=facts
        )


@book.check("M41-SET-2", Move)
def no_german_moves_first(game: M41, state: State, act: Move) -> Iterator[Finding]:
    """German units do not move in the operational movement phase of the first turn."""
    clock = state.clock
    if (clock.turn, clock.side, clock.phase) == (1, GERMAN, MOVEMENT) and game.side_of[act.unit] == GERMAN:
        yield violation(
            "M41-SET-2", Sentence("{unit} moved in the first operational movement.", act.unit), units=(act.unit,)
        )


book.effect(Setup)(effects.place_unit)


@book.lister(Setup)
def set_ups(game: M41, state: State) -> Iterator[Setup]:
    """Yield the placings of units that wait for them: the Russians first, and the front line before all else."""
    line = front_line(game) & ~state.forces[RUSSIAN].occupied
    for side in (RUSSIAN, GERMAN):
        waiting = state.forces[side].stack(AT_START)
        for unit in waiting:
            goals = start_hexes(game, unit)
            yield from (Setup(unit, at) for at in hexes(goals & line or goals))
        if waiting:
            return
