"""Chapter 13.3: who controls places while an exchange is carried out."""

from __future__ import annotations

from trc_module.board import Terrain
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.rules.results import Fate, debt
from trc_module.rules.state import State


@book.rule("13.3-EXd")
def control_is_frozen(game: Trc, state: State) -> bool:
    """Control of cities, oil wells and junctions does not change while the losses of an exchange are taken."""
    battle = state.battles[-1] if state.battles else None
    if battle is None or battle.result != "EX" or not battle.lost:
        return False
    woods = [unit for unit in battle.defenders if game.board.terrain[battle.stood[unit]] is Terrain.WOODS]
    attackers = debt(Fate(lose=1), battle.attackers, battle)
    defenders = debt(Fate(lose=1, retreat=(1, 2)), battle.defenders, battle, woods)
    return bool(attackers.losses or defenders.losses or defenders.retreats)
