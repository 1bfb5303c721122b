"""The sequence of play and what the turn track brings (4, 11.3, 13)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.digits import is_number
from trc_module.facts import Fact
from trc_module.games.nr.cards.grants import WITHDRAWING, grants, use
from trc_module.games.nr.data import (
    ALLIES,
    AXIS,
    DESTROYED,
    HOUSEKEEPING,
    REMOVED,
    SHATTERED,
    SOVIET,
    SURRENDERED,
    Nr,
    book,
)
from trc_module.games.nr.marks import Fallen, Grant, Penalty
from trc_module.games.nr.organization import forget_upgrades
from trc_module.games.nr.points import EVENT_POINTS, with_event_points
from trc_module.rules.actions import End, Setup, Withdraw
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

RULES = {15: "13.5-15", 16: "13.5-16", 18: "13.5-18"}
"""The rules by which units leave play on a turn."""
RUMANIAN = "rumanian"


@book.rule("4", "13.0")
def begins(game: Nr, state: State) -> bool:
    """Tell whether a turn has just begun: what its box brings is noted or carried out in housekeeping."""
    return state.clock.phase == HOUSEKEEPING


@book.check("4b", Setup)
def set_up(game: Nr, state: State, act: Setup) -> Iterator[Finding]:
    """Units are placed before the game begins, in the country of their side."""
    side, name = game.side_of[act.unit], game.hex_name(act.hex)
    land = game.german_land | game.region("Finland") if side == AXIS else game.soviet_land
    if state.clock.turn > 1 or not begins(game, state):
        yield violation("4b", Sentence("{unit} was set up in {clock}.", act.unit, state.clock.words), units=(act.unit,))
    elif not land >> act.hex & 1:
        facts = (game.units[act.unit].fact("setup"), game.board.country_fact(act.hex))
        yield violation(
            "4b",
            Sentence("{unit} was set up in {name}.", act.unit, name),
            units=(act.unit,),
            hexes=(name,),
            facts=facts,
        )


def leaves_on(game: Nr, unit: UnitId) -> int | None:
    """Return the turn on which a unit leaves play for good; None if it stays."""
    text = str(game.units[unit].own.get("removed") or "")
    return int(text) if is_number(text) else None


def rumania_falls(game: Nr, state: State) -> tuple[Fact, ...] | None:
    """Return what says that a Soviet unit stands in Rumania; None if none does."""
    if not game.rumania & game.held(state, SOVIET):
        return None
    return (game.board.fact("region Rumania"),)


@book.check("11.3", "13.5-15", "13.5-16", "13.5-18", "14.2c", Withdraw)
def withdraw(game: Nr, state: State, act: Withdraw) -> Iterator[Finding]:
    """A unit leaves play when the turn track or the fall of its country says so, and not otherwise."""
    turn = leaves_on(game, act.unit)
    if (turn is not None and state.clock.turn >= turn) or leaves_by_event(game, state, act) is not None:
        return
    if game.units[act.unit].nation == RUMANIAN:
        if rumania_falls(game, state) is None and Fallen(RUMANIAN) not in state.marks:
            text = Sentence("{unit} left play; no Soviet unit stands in Rumania.", act.unit)
            facts = (game.board.fact("region Rumania"),)
            yield violation("14.2c", text, units=(act.unit,), facts=facts)
        return
    when = Sentence("; it leaves on turn {turn}", turn) if turn is not None else ""
    text = Sentence("{unit} left play on turn {turn}{when}.", act.unit, state.clock.turn, when)
    yield violation(RULES.get(turn or 0, "11.3"), text, units=(act.unit,))


def leaves_by_event(game: Nr, state: State, act: Withdraw) -> Grant | None:
    """Return the event that takes a unit out of play: an ally, or an army on the map; None if there is none."""
    for grant in grants(state, WITHDRAWING, game.side_of[act.unit]):
        on_map = isinstance(state.place(act.unit), int)
        if is_ally(game, act.unit) if grant.asks("ally") else on_map and game.units[act.unit].size == "army":
            return grant
    return None


@book.effect(Withdraw)
def leave(game: Nr, state: State, act: Withdraw) -> State:
    """Put a unit into the box of units out of play; a lost one costs a card on its turn."""
    lost = state.place(act.unit) in (SHATTERED, DESTROYED, SURRENDERED)
    grant = leaves_by_event(game, state, act)
    after = use(state, grant).with_unit(game.side_of[act.unit], act.unit, REMOVED)
    return after.with_mark(Penalty(act.unit)) if lost else after


@book.judge(End)
def left(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """At the end of housekeeping the units have left that the turn takes away."""
    if not begins(game, state):
        return
    for unit in game.units:
        turn = leaves_on(game, unit)
        if turn == state.clock.turn and state.place(unit) not in (None, REMOVED):
            text = Sentence("{unit} has not left play; it does on turn {turn}.", unit, turn)
            facts = (game.units[unit].fact("removed"),)
            yield violation(RULES[turn], text, units=(unit,), facts=facts, dedup_key=(AXIS, "13.5", unit))


@book.judge(End)
def fallen(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """Rumanian units are off the map when a Soviet unit has entered Rumania."""
    facts = rumania_falls(game, state)
    if facts is None:
        return
    for unit, place in state.forces[AXIS].places.items():
        if game.units[unit].nation == RUMANIAN and isinstance(place, int):
            text = Sentence("{unit} is still in play; a Soviet unit stands in Rumania, which has surrendered.", unit)
            yield violation("14.2c", text, units=(unit,), facts=facts, dedup_key=(AXIS, "14.2c", unit))


@book.rule("14.2a")
def is_ally(game: Nr, unit: UnitId) -> bool:
    """Tell whether a unit is an army of an ally, which has one step."""
    return game.units[unit].nation in ALLIES


@book.rule("13.1a")
def is_clear(game: Nr, state: State) -> bool:
    """Tell whether nothing about the weather matters."""
    return game.weather(state) == "clear"


PASSES = 12


@book.effect(End)
def next_turn(game: Nr, state: State, act: End) -> State:
    """Carry out the events of the turn when housekeeping ends, and count anew what is counted by turns."""
    after = state
    if begins(game, state):
        if game.printed(state.clock.turn, "red"):
            after = with_event_points(game, after, elsewhere(game, state))
        if state.clock.turn == PASSES:
            after = EVENT_POINTS.put(after, 0)
    if rumania_falls(game, state) is not None:
        after = after.with_mark(Fallen(RUMANIAN))
    if state.clock.step == game.sequence.steps[-1]:
        after = forget_upgrades(after)
        after = after.changed(used=after.used.without([f"{side} support" for side in game.sides]))
    return after


@book.rule("13.4")
def elsewhere(game: Nr, state: State) -> int:
    """Return what an event in another theatre is worth for the side with the initiative: a point for the Soviets."""
    return -1 if game.initiative(state) == AXIS else 1


@book.rule("13.5-12", "12.7")
def passes(turn: int) -> bool:
    """Tell whether the initiative passes to the Soviets on a turn."""
    return turn == PASSES
