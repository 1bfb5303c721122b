"""What the players of all phases share: the position before their eyes, and whether an act is above suspicion."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.games.trc.fights import attackable_from, strongholds
from trc_module.games.trc.front import Front
from trc_module.games.trc.game import ENEMY, Trc
from trc_module.games.trc.listing import full as full
from trc_module.games.trc.play.taste import Taste
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Action
from trc_module.rules.allocation import TooHardError
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.selfplay import Look
from trc_module.rules.state import State


class Chapter:
    """One phase's player."""

    def __init__(self, game: Trc, taste: Taste, look: Look) -> None:
        self.game = game
        self.taste = taste
        self.look = look

    @property
    def state(self) -> State:
        """The position as it is now."""
        return self.look()

    @property
    def side(self) -> str:
        """The side to play."""
        return self.look().clock.side

    def fine(self, act: Action) -> bool:
        """Tell whether nothing but notes can be said about an act."""
        return all(finding.verdict is Verdict.NOTE for finding in check(self.game, self.look(), act))

    def near_foes(self, at: Iterable[Hex]) -> HexSet:
        """Return the enemy hexes that could be attacked from some hexes."""
        foes = strongholds(self.game, self.look(), ENEMY[self.side])
        found: HexSet = 0
        for h in at:
            found |= attackable_from(self.game, h) & foes
        return found

    def fightable(self, after: State, foes: HexSet) -> bool:
        """Tell whether everybody next to some enemies could attack as he must, were a position the last of movement."""
        if not foes:
            return True
        front = Front.now(self.game, after, supported=False)
        try:
            return all(front.feasible(part.standers) for part in front.parts if part.targets & foes)
        except TooHardError:
            return False
