"""Units come onto the map: the set-up before play, and arrivals."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import End, Enter, Setup
from trc_module.rules.finding import Finding
from trc_module.rules.registry import RuleBook
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.register import numbered
from trc_module.systems.kit.tables import ArrivalRules, Basics, SetUp


def register(book: RuleBook, basics: Basics) -> None:
    """Enter what a game has of this chapter."""
    if basics.set_up:
        rules = basics.set_up.rules
        numbered(book, in_its_place, rules.get("place", ""))
        numbered(book, all_set_up, rules.get("full", ""))
        if rules.get("place"):
            book.judge(Setup)(in_its_place)
        if rules.get("full"):
            book.judge(End)(all_set_up)
        book.lister(Setup)(set_ups)
    if basics.arrivals:
        numbered(book, in_its_turn, basics.arrivals.rule)
        book.judge(Enter)(in_its_turn)
        book.lister(Enter)(arrivals)


def _set_up(game: KitGround) -> SetUp:
    assert game.basics.set_up
    return game.basics.set_up


def in_its_place(game: KitGround, state: State, act: Setup) -> Iterator[Finding]:
    """A unit is set up around its place, or in a hex that is marked for its side, where no other unit is."""
    told, side, name = _set_up(game), game.side_of[act.unit], game.hex_name(act.hex)
    rule, where = told.rules["place"], f"set-up.sides.{side}"
    if told.around:
        if not around(game, act.unit) >> act.hex & 1:
            unit = game.units[act.unit]
            text = Sentence("{unit} was set up in {name}, not in {area} or beside it.", act.unit, name, unit.area)
            yield game.against(rule, text, "set-up", units=(act.unit,), facts=(unit.fact("area"),))
    elif not game.start_hexes.get(side, 0) >> act.hex & 1:
        text = Sentence("{unit} was set up in {name}, which is not marked for its side.", act.unit, name)
        yield game.against(rule, text, where, units=(act.unit,))
    elif others := state.forces[side].stack(act.hex):
        text = Sentence("{unit} was set up in {name}, where {others} is.", act.unit, name, others[0])
        yield game.against(rule, text, where, units=(act.unit, others[0]))


def all_set_up(game: KitGround, state: State, act: End) -> Iterator[Finding]:
    """All units that are set up are on the map when the first phase ends."""
    told = _set_up(game)
    if state.clock != game.sequence.first(1):
        return
    rule = told.rules["full"]
    if told.around:
        waiting = tuple(unit for force in state.forces.values() for unit in force.stack(game.start_box))
        if waiting:
            yield game.against(rule, Sentence("{waiting} has not been set up.", waiting[0]), "set-up", units=waiting)
        return
    for side in game.sides:
        waiting = state.forces[side].stack(game.start_box)
        empty = game.start_hexes.get(side, 0) & ~state.forces[side].occupied
        if waiting and empty:
            names = game.board.grid.names(empty)
            text = Sentence("{names} has no {side} unit.", names[0], side.capitalize())
            yield game.against(rule, text, f"set-up.sides.{side}", units=waiting[:1], hexes=names[:1])


def around(game: KitGround, unit: str) -> HexSet:
    """Return the hexes around the place of a unit in which it is set up."""
    at = game.area(unit)
    return game.board.walk.flood(1 << at, _set_up(game).within) if at is not None else 0


def set_ups(game: KitGround, state: State) -> Iterator[Setup]:
    """Yield the placings of units that wait for them."""
    if state.clock != game.sequence.first(1):
        return
    for side in game.sides:
        marked = game.start_hexes.get(side, 0) & ~state.forces[side].occupied
        for unit in state.forces[side].stack(game.start_box):
            free = around(game, unit) & game.board.land if _set_up(game).around else marked
            yield from (Setup(unit, at) for at in hexes(free))


def _arrivals(game: KitGround) -> ArrivalRules:
    assert game.basics.arrivals
    return game.basics.arrivals


def in_its_turn(game: KitGround, state: State, act: Enter) -> Iterator[Finding]:
    """A unit arrives in its turn or later, in its place, where no enemy is."""
    told, unit, home = _arrivals(game), game.units[act.unit], game.area(act.unit)
    text, facts = "", list[Fact]()
    if (unit.side, told.phase) != (state.clock.side, state.clock.phase):
        text = Sentence("{unit} arrived in {clock}.", act.unit, state.clock.words)
    elif unit.arrival is None or state.clock.turn < unit.arrival:
        text, facts = Sentence("{unit} arrived in turn {turn}.", act.unit, state.clock.turn), [unit.fact("arrival")]
    elif home is None or act.place != home or game.enemies(state, unit.side) >> home & 1:
        text, facts = f"{act.unit} arrived {game.where(act.place)}.", [unit.fact("area")]
    if text:
        yield game.against(told.rule, text, "arrivals", units=(act.unit,), facts=facts)


def arrivals(game: KitGround, state: State) -> Iterator[Enter]:
    """Yield the arrivals of units that wait in the boxes of turns."""
    for unit, place in state.forces[state.clock.side].places.items():
        home = game.area(unit)
        if isinstance(place, str) and place.startswith("turn-") and home is not None:
            yield Enter(unit, home)
