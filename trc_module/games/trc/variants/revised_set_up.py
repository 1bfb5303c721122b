"""28.2: the revised historical set-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.2")


def _in_rumania(game: Trc, at: Hex) -> bool:
    """Tell whether a hex lies in Rumania as this variant has it: with the Odessa Military District."""
    return game.board.country_of.get(at) == "Rumania" or game.board.district_of.get(at) == "Odessa"


@option.check("28.2a", Setup)
def nobody_else_starts_in_rumania(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Only the Axis units that the order of battle lists there are set up in Rumania."""
    unit = game.units[act.unit]
    if unit.side != AXIS or unit.setup == "R" or not _in_rumania(game, act.hex):
        return
    at = game.hex_name(act.hex)
    yield violation(
        "28.2a",
        Sentence("{unit} was set up in {at}, in Rumania, where the order of battle does not list it.", act.unit, at),
        units=(act.unit,),
        hexes=(at,),
        facts=(unit.fact("setup"), game.board.fact(f"country {at}")),
    )


@option.override(starting_area)
def away_from_rumania(basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId) -> HexSet:
    """Keep units that are not listed there out of Rumania."""
    area, who = basic(game, state, unit), game.units[unit]
    if who.side != AXIS or who.setup == "R":
        return area
    return sum(1 << at for at in hexes(area) if not _in_rumania(game, at))


@option.check("28.2c", RailMove)
def no_trains_to_rumania_at_first(game: Trc, state: State, act: RailMove) -> Iterator[Finding]:
    """No Axis unit moves by rail into Rumania on the opening turn."""
    start, goal = act.trail.hexes[0], act.trail.hexes[-1]
    if state.clock.turn != 1 or game.side_of[act.unit] != AXIS:
        return
    if _in_rumania(game, goal) and not _in_rumania(game, start):
        at = game.hex_name(goal)
        yield violation(
            "28.2c",
            Sentence("{unit} moved by rail to {at}, into Rumania, on the opening turn.", act.unit, at),
            units=(act.unit,),
            hexes=(at,),
            facts=(game.board.fact(f"country {at}"),),
        )
