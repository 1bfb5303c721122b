"""An impulse of a game in which one battle was fought, as orders are compared with it."""

from __future__ import annotations

from trc_module.games import find_game
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action, Attack
from trc_module.rules.clock import Clock
from trc_module.rules.orders import Acted

COMBAT = Clock(2, "axis", 1, "combat", "clear")
ATTACK = Attack(1, ("ger-41-pz", "ger-17-inf"), ("rus-24-inf", "rus-4-inf"))


def trc() -> Trc:
    game = find_game("trc")
    assert isinstance(game, Trc)
    return game


def acted(*actions: Action, odds: str = "2-1") -> tuple[Acted, ...]:
    """Return the attack on X17 at known odds, and what was done after it."""
    attack = Acted(COMBAT, ATTACK, odds, (trc().board.grid.hex("X17"),), 1)
    return (attack, *(Acted(COMBAT, action, step=step) for step, action in enumerate(actions, 2)))
