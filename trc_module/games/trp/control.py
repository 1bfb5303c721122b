"""Control of land and seas (XV)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp.actions import Command, Hold
from trc_module.games.trp.acts import SEAS
from trc_module.games.trp.data import Trp, book
from trc_module.rules.actions import Move
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State

CITIES = {"baltic": ("Koenigsberg",), "black-sea": ("Sevastopol",), "azov": ("Rostov", "Sevastopol")}
"""The cities whose control decides that of a sea."""


@book.effect(Move)
def take_control(game: Trp, state: State, act: Move) -> State:
    """Give a unit's side the hexes that it moves into or through."""
    side = game.side_of[act.unit]
    held = {at: side for at in act.trail.hexes if at in game.controllable}
    return state.changed(control=state.control.merged(held))


@book.check("XV.A", Hold)
def control_of_land(game: Trp, state: State, act: Hold) -> Iterator[Finding]:
    """A hex is controlled by who moved into or through it last; at the start by who is behind the border."""
    holder = state.control.get(act.hex, "")
    if holder != act.side:
        where = game.hex_name(act.hex)
        began = game.control_at_start.get(act.hex, "") == holder
        facts = (game.board.country_fact(act.hex),) if began and act.hex in game.controllable else ()
        text = f"{where} was said to be {act.side}; it is {holder or 'of neither side'}."
        yield violation("XV.A", text, hexes=(where,), facts=facts)


@book.check("XV.B", Command)
def control_of_seas(game: Trp, state: State, act: Command) -> Iterator[Finding]:
    """Koenigsberg decides the control of the Baltic, Sevastopol of the Black Sea, Rostov too of the Sea of Azov."""
    for name in CITIES[act.sea]:
        city = game.board.cities.get(name)
        if city is not None and state.control.get(city.hex) != act.side:
            text = f"The {act.side} side does not control {name}, and so not the {SEAS[act.sea]}."
            yield violation("XV.B", text, facts=(game.board.fact(f"city {name}"),))
            return
