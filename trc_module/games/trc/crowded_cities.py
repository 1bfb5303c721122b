"""Chapter 20.4: cities that arrivals overstack. It stands apart since chapter 6 asks for it."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.turns import arrived
from trc_module.hexgrid import Hex
from trc_module.rules.state import Stack, State


@book.rule("20.4b")
def overstacked_by_arrivals(game: Trc, state: State, stack: Stack, place: Hex) -> bool:
    """A unit comes in by the edge if its city would be overstacked when movement ends."""
    return bool(game.board.city_hexes >> place & 1) and any(arrived(state, unit) for unit in stack)
