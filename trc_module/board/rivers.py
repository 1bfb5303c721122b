"""River networks: the land hexes that rivers link."""

from __future__ import annotations

from functools import lru_cache

from trc_module.board import Board
from trc_module.hexgrid import Hex, HexSet, hexes


@lru_cache(maxsize=4)
def river_networks(board: Board) -> dict[Hex, HexSet]:
    """Return for every river hex all the land hexes that rivers link to it by the hexsides that they cross."""
    networks: dict[Hex, HexSet] = {h: 1 << h for h in hexes(board.river_hexes)}
    for a, b in board.river_steps:
        if a in networks and b in networks and not networks[a] >> b & 1:
            joined = networks[a] | networks[b]
            networks |= dict.fromkeys(hexes(joined), joined)
    return networks
