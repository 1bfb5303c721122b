"""Status sheet of control, rails, the sea and supply, which players keep by hand and a position implies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.games.trc.data import SIDES, Trc
from trc_module.games.trc.supply.control import UNSURE, held
from trc_module.games.trc.supply.general_supply import Supply, supply_of, unsupplied
from trc_module.games.trc.supply.rail_conversion import rails_now
from trc_module.games.trc.transport.rail_movement import allotment
from trc_module.games.trc.transport.sea_movement import COUNTERS, SEA_NAMES
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.state import State, UnitId


def railheads(game: Trc, rails: HexSet) -> HexSet:
    """Return the rail hexes of a net from which a line goes on into rails that do not belong to it (2.1)."""
    return sum(1 << h for h in hexes(rails) if game.board.rail_links[h] & ~rails)


def reckon_transport(game: Trc, state: State) -> Mapping[str, str]:
    """Return control, rails, allotments and supply in words, by what they are; each side's rails as they are now."""
    found: dict[str, str] = {}
    sides = held(state.control)
    unsure = state.traces.get(UNSURE, 0)
    every: HexSet = sum(1 << place for place in game.controllable)
    for side in SIDES:
        found[f"cities, wells and junctions, {side}"] = place_names(game, sides[side] & ~unsure)
    found["cities, wells and junctions of nobody"] = place_names(
        game, every & ~unsure & ~sides["axis"] & ~sides["russian"]
    )
    found["cities, wells and junctions not known"] = place_names(game, unsure)
    rails, maybe = rails_now(game, state, "axis")
    if state.clock.side != "axis":
        rails &= ~rails_now(game, state, "russian")[0]
    found["railheads"] = " ".join(game.board.grid.names(railheads(game, rails)))
    found["rails not known"] = " ".join(game.board.grid.names(maybe))
    for side in SIDES:
        most = allotment(game, state, side)[1]
        found[f"{side} rail moves left"] = str(max(most - state.used.get(f"{side} rail", 0), 0))
        found[f"{side} sea moves left"] = ", ".join(_seas_left(game, state, side))
        tried = state.used.get(f"{side} invasions", 0)
        found[f"{side} invasions left"] = str(max(game.charts.transport.invasions[side].per_game - tried, 0))
        out = unsupplied(game, state, side)
        found[f"{side} out of general supply"] = " ".join(out)
        found[f"{side} perhaps out of general supply"] = " ".join(_in_question(supply_of(game, state, side), out))
    return found


def place_names(game: Trc, members: HexSet) -> str:
    """Return places by their own names, junctions by their hexes."""
    by_hex = {h: name for name, h in game.places.items()}
    return ", ".join(by_hex.get(h, game.hex_name(h)) for h in hexes(members))


def _seas_left(game: Trc, state: State, side: str) -> Iterator[str]:
    most = game.charts.transport.sea_rules.moves_per_turn
    for sea, counter in COUNTERS.items():
        if state.used.get(f"{side} {counter}", 0) < most:
            yield SEA_NAMES[sea].removeprefix("the ")


def _in_question(supply: Supply, out: tuple[UnitId, ...]) -> Iterator[UnitId]:
    """Yield the units that one reading or one way has in supply and another has not."""
    for at, stack in sorted(supply.state.forces[supply.side].stacks.items()):
        if bool(supply.surely.fed >> at & 1) != bool(supply.perhaps.fed >> at & 1):
            yield from stack if supply.likely.fed >> at & 1 else (unit for unit in stack if unit in out)
