"""Replacements: units of the box of the lost that come back, and units on the map that are restored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import Replace
from trc_module.rules.finding import Finding
from trc_module.rules.registry import RuleBook
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.kit.acts import Restore
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.ladder import is_full, stronger, weakest
from trc_module.systems.kit.marks import Replaced
from trc_module.systems.kit.register import numbered
from trc_module.systems.kit.tables import Basics, ReplacementRules

"""The first word of the mark of a unit that came back in this phase."""


def register(book: RuleBook, basics: Basics) -> None:
    """Enter what a game has of this chapter."""
    told = basics.replacements
    if told is None:
        return
    rules: Mapping[str, str] = {str(word): number for word, number in told.rules.items()}
    for name, function, kinds in (
        ("many", so_many_in_a_turn, (Replace, Restore)),
        ("where", where_they_come_in, (Replace,)),
        ("restore", in_supply, (Restore,)),
        ("arrival", not_before_its_turn, (Replace,)),
        ("once", not_twice, (Restore,)),
    ):
        if number := rules.get(name, ""):
            numbered(book, function, number)
            book.judge(*kinds)(function)
    book.effect(Replace)(come_back)
    book.effect(Restore)(turn_over)
    book.lister(Replace)(come_backs)
    book.lister(Restore)(restorations)


def _told(game: KitGround) -> ReplacementRules:
    assert game.basics.replacements
    return game.basics.replacements


def _counter(side: str) -> str:
    return f"{side} replacements"


def _spent(game: KitGround, state: State, side: str) -> bool:
    return state.used.get(_counter(side), 0) >= _told(game).each_turn.get(side, 0)


def entries(game: KitGround, state: State, side: str) -> HexSet:
    """Return the hexes in which replacements of a side may come in."""
    cities = game.may_hold(state, side)
    found = game.edge(side) | cities & game.supplied(state, side) | cities & game.supplied_anyway(side)
    for force in state.forces.values():
        found &= ~force.occupied
    return found


def _waits_for_its_turn(game: KitGround, unit: UnitId) -> str:
    turn = game.units[unit].arrival
    return f"turn-{turn}" if turn is not None else ""


def so_many_in_a_turn(game: KitGround, state: State, act: Replace | Restore) -> Iterator[Finding]:
    """A side takes so many replacements in its replacement phase."""
    told, side = _told(game), game.side_of[act.unit]
    early = state.clock.turn < told.from_turn.get(side, 1)
    text = ""
    if (side, told.phase) != (state.clock.side, state.clock.phase) or early:
        text = Sentence("{unit} was replaced in {clock}.", act.unit, state.clock.words)
    elif _spent(game, state, side):
        text = Sentence(
            "{unit} is one replacement more than the {each_turn} of a turn.", act.unit, told.each_turn.get(side, 0)
        )
    if text:
        yield game.against(told.rules["many"], text, "replacements", units=(act.unit,))


def where_they_come_in(game: KitGround, state: State, act: Replace) -> Iterator[Finding]:
    """A unit of the pool comes back at its own edge or in an own city in supply, where no unit is."""
    side, place = game.side_of[act.unit], state.place(act.unit)
    text = ""
    if place not in (game.basics.losses.box, _waits_for_its_turn(game, act.unit)):
        text = Sentence("{unit} came back; it is {place}.", act.unit, game.where(place))
    elif not isinstance(act.place, int) or not entries(game, state, side) >> act.place & 1:
        text = Sentence("{unit} came back {place}, where no replacement may come in.", act.unit, game.where(act.place))
    if text:
        rule = _told(game).rules["where"]
        yield game.against(rule, text, "replacements", "supply", "zones", units=(act.unit,))


def in_supply(game: KitGround, state: State, act: Restore) -> Iterator[Finding]:
    """A unit that has lost steps is restored where it is in supply."""
    rule, words, at = _told(game).rules["restore"], game.basics.words, state.place(act.unit)
    if not isinstance(at, int) or is_full(game, state, act.unit):
        text = Sentence("{unit} was restored; it is not on the map {reduced}.", act.unit, words.reduced)
        yield game.against(rule, text, "replacements", units=(act.unit,))
    elif not game.in_supply(state, act.unit):
        text = Sentence("{unit} was restored in {at}, without {supply}.", act.unit, game.hex_name(at), words.supply)
        yield game.against(rule, text, "replacements", "supply", "zones", units=(act.unit,))


def not_before_its_turn(game: KitGround, state: State, act: Replace) -> Iterator[Finding]:
    """A unit that waits on the turn track comes in on its turn or later."""
    unit = game.units[act.unit]
    if unit.arrival is not None and state.clock.turn < unit.arrival:
        text = Sentence("{unit} came in on turn {turn}.", act.unit, state.clock.turn)
        facts = (unit.fact("arrival"),)
        yield game.against(_told(game).rules["arrival"], text, "replacements", units=(act.unit,), facts=facts)


def not_twice(game: KitGround, state: State, act: Restore) -> Iterator[Finding]:
    """A unit that came back in this phase is not restored in it."""
    if Replaced(act.unit) in state.marks:
        text = Sentence("{unit} came back and was restored in one phase.", act.unit)
        yield game.against(_told(game).rules["once"], text, "replacements", units=(act.unit,))


def come_back(game: KitGround, state: State, act: Replace) -> State:
    """Put a unit on the map with its last step."""
    side = game.side_of[act.unit]
    after = weakest(game, state.with_unit(side, act.unit, act.place), act.unit)
    return after.counted(_counter(side)).with_mark(Replaced(act.unit))


def turn_over(game: KitGround, state: State, act: Restore) -> State:
    """Turn a unit to its next stronger face."""
    return stronger(game, state, act.unit).counted(_counter(game.side_of[act.unit]))


def come_backs(game: KitGround, state: State) -> Iterator[Replace]:
    """Yield the returns of units from the pool."""
    side = state.clock.side
    if state.clock.phase != _told(game).phase or _spent(game, state, side):
        return
    own = (box for unit in game.units if game.side_of[unit] == side if (box := _waits_for_its_turn(game, unit)))
    for box in dict.fromkeys((game.basics.losses.box, *own)):
        for unit in state.forces[side].stack(box):
            yield from (Replace(unit, at) for at in hexes(entries(game, state, side)))


def restorations(game: KitGround, state: State) -> Iterator[Restore]:
    """Yield the restorations of units."""
    side = state.clock.side
    if state.clock.phase != _told(game).phase or _spent(game, state, side):
        return
    for unit, at in state.forces[side].places.items():
        if isinstance(at, int) and not is_full(game, state, unit):
            yield Restore(unit)
