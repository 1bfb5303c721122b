"""Control of land and seas (XV)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.trp.actions import Command, Hold
from trc_module.games.trp.acts import SEAS
from trc_module.games.trp.data import Trp, book
from trc_module.games.trp.marks import UNTOLD
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Move
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, Trail, UnitId
from trc_module.rules.unknown_paths import perhaps_passed
from trc_module.sentence import Sentence

CITIES = {"baltic": ("Koenigsberg",), "black-sea": ("Sevastopol",), "azov": ("Rostov", "Sevastopol")}
"""The cities whose control decides that of a sea."""


@book.effect(Move)
def take_control(game: Trp, state: State, act: Move) -> State:
    """Give a unit's side the hexes that it moves into or through."""
    return passed(game, state, act.unit, act.trail)


def passed(game: Trp, state: State, unit: UnitId, trail: Trail) -> State:
    """Return the position in which a unit's side controls its way; where no log shows the way, nobody knows."""
    side = game.side_of[unit]
    perhaps = hexes(perhaps_passed(game.board.grid, trail))
    unknown = {at: "" for at in perhaps if at in game.controllable and state.control.get(at) != side}
    held = {at: side for at in trail.hexes if at in game.controllable}
    after = state.changed(control=state.control.merged({**unknown, **held}))
    return after.with_mark(UNTOLD) if unknown else after


def perhaps_took(game: Trp, state: State, unit: UnitId, trail: Trail | None) -> State:
    """Return the position after a unit went by no act that is known: nobody knows whether its side took its way."""
    at = state.place(unit)
    way = trail.hexes[1:] if trail is not None else (at,) if isinstance(at, int) else ()
    side = game.side_of[unit]
    unknown = {each: "" for each in way if each in game.controllable and state.control.get(each) != side}
    return state.changed(control=state.control.merged(unknown)).with_mark(UNTOLD) if unknown else state


def may_control(state: State, at: Hex, side: str) -> bool:
    """Tell whether a side controls a hex, as far as is known."""
    holder = state.control.get(at)
    return holder == side or (holder == "" and UNTOLD in state.marks)


def facts_of_control(game: Trp, state: State, at: Hex) -> tuple[Fact, ...]:
    """Return what it rests on that nobody has taken a hex yet: the border at the start, and on a coast that it is land.

    Our map is off by a hex at most: what lies far from any water is land.
    """
    board = game.board
    near = board.grid.neighbours[at] | 1 << at
    land = (board.terrain_fact(at),) if near & board.water and near & board.land else ()
    if at not in game.controllable:
        return land
    began = game.control_at_start.get(at, "") == state.control.get(at, "")
    return (*land, board.country_fact(at)) if began else ()


def _whose(side: str) -> str:
    return side.capitalize() or "of neither side"


@book.check("XV.A", Hold)
def control_of_land(game: Trp, state: State, act: Hold) -> Iterator[Finding]:
    """A hex is controlled by who moved into or through it last; at the start by who is behind the border."""
    holder = state.control.get(act.hex, "")
    if not may_control(state, act.hex, act.side):
        where = game.hex_name(act.hex)
        facts = facts_of_control(game, state, act.hex)
        text = Sentence("{where} was said to be {side}; it is {holder}.", where, _whose(act.side), _whose(holder))
        yield violation("XV.A", text, hexes=(where,), facts=facts)


@book.check("XV.B", Command)
def control_of_seas(game: Trp, state: State, act: Command) -> Iterator[Finding]:
    """Koenigsberg decides the control of the Baltic, Sevastopol of the Black Sea, Rostov too of the Sea of Azov."""
    for name in CITIES[act.sea]:
        city = game.board.cities.get(name)
        if city is not None and not may_control(state, city.hex, act.side):
            text = Sentence(
                "The {side} side does not control {name}, and so not the {sea}.",
                act.side.capitalize(),
                name,
                SEAS[act.sea],
            )
            yield violation("XV.B", text, facts=(game.board.fact(f"city {name}"),))
            return
