"""Chapter 13.3: who controls places while an exchange is carried out."""

from __future__ import annotations

from trc_module.board import Terrain
from trc_module.games.trc.book import book
from trc_module.games.trc.game import Trc
from trc_module.rules.results import Fate, debt
from trc_module.rules.state import State


@book.rule("13.3-EXd")
def control_is_frozen(game: Trc, state: State) -> bool:
    """Leave the control of cities, oil wells and junctions alone while the losses of an exchange are taken.

    It may change when the battle is over, losses and retreats alike. So a vacant city that nobody controlled stays
    uncontrolled when the exchange takes both sides.

    Log: who attacks whom (D06), the result (D10), losses and retreats (D11, D12), and the flags on the map (D17).
    Data: cities; the results table.

    Legal::

        at: turn 2 axis impulse 1 combat clear
        control: Kursk none
        on Y13: ger-41-pz
        on X14: rus-24-inf
        attack 1: ger-41-pz x rus-24-inf
        roll 1: 4 2-1 EX
        lose 1: ger-41-pz
        mark control Kursk none
        expect ok
        lose 1: rus-24-inf
        mark control Kursk none
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 combat clear
        control: Kursk none
        on Y13: ger-41-pz
        on X14: rus-24-inf
        attack 1: ger-41-pz x rus-24-inf
        roll 1: 4 2-1 EX
        lose 1: ger-41-pz
        mark control Kursk russian
        expect 13.3-EXd
    """
    battle = state.battles[-1] if state.battles else None
    if battle is None or battle.result != "EX" or not battle.lost:
        return False
    woods = [unit for unit in battle.defenders if game.board.terrain[battle.stood[unit]] is Terrain.WOODS]
    attackers = debt(Fate(lose=1), battle.attackers, battle)
    defenders = debt(Fate(lose=1, retreat=(1, 2)), battle.defenders, battle, woods)
    return bool(attackers.losses or defenders.losses or defenders.retreats)
