"""Chapter 20.4: cities that arrivals overstack. It stands apart since chapter 6 asks for it."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.games.trc.turns import arrived
from trc_module.hexgrid import Hex
from trc_module.rules.state import Stack, State


@book.rule("20.4b")
def overstacked_by_arrivals(game: Trc, state: State, stack: Stack, place: Hex) -> bool:
    """Bring a unit in by the edge if its city would be overstacked when movement ends.

    Where units cannot get out of a surrounded city, the rest of the arrivals come in elsewhere. A breach of 6.1
    carries this number where units have arrived in the city in this phase.

    Log: the arrivals (D20) and the end of the phase (D02).
    Data: unit sizes.

    Legal::

        at: turn 3 russian impulse 1 movement clear
        enter rus-29-inf R9
        enter rus-30-inf R9
        enter rus-31-inf X1
        end
        expect ok

    Illegal::

        at: turn 3 russian impulse 1 movement clear
        enter rus-29-inf R9
        enter rus-30-inf R9
        enter rus-31-inf R9
        end
        expect 20.4b
    """
    return bool(game.board.city_hexes >> place & 1) and any(arrived(state, unit) for unit in stack)
