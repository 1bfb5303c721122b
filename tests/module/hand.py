"""A player's hand at the table in the real engine: what it does is counted."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.module.test_declarations_referee import Player
from tests.referee.engine import Report
from trc_module.module.battle import BADGE_AT
from trc_module.module.layout import MAIN_MAP
from trc_module.module.maps import IN_STACK


@dataclass
class Hand:
    """A player's hand: it counts every click, key and drag."""

    player: Player
    clicks: int = 0
    chat: list[str] = field(default_factory=list)

    def _done(self, report: Report) -> None:
        assert report.complaints == ()
        self.chat += report.chat

    def select_and_press(self, unit: str, key: str) -> None:
        """Click a stack, and press a key."""
        self.clicks += 2
        self._done(self.player.game.type_key(self.player.ids[unit], key))

    def pick_and_press(self, units: tuple[str, ...], key: str) -> None:
        """Click units one by one, and press a key."""
        self.clicks += len(units) + 1
        self._done(self.player.game.type_key([self.player.ids[unit] for unit in units], key))

    def press(self, key: str) -> None:
        """Press a key of the toolbar."""
        self.clicks += 1
        self._done(self.player.game.hot_key(key))

    def button(self, name: str) -> None:
        """Press a button of the toolbar, by the key of its text or its window's."""
        texts = self.player.parts.texts
        self.clicks += 1
        self._done(self.player.game.press(texts.words.get(f"button.{name}") or texts(f"window.{name}-button")))

    def click_badge(self, unit: str) -> None:
        """Click the badge of a unit, where its stack shows it."""
        self.clicks += 1
        (piece,) = self.player.game.pieces(self.player.ids[unit])
        east, north = (piece.index * each for each in IN_STACK)
        self._done(self.player.game.click(MAIN_MAP, piece.x + BADGE_AT[0] + east, piece.y + BADGE_AT[1] - north))

    def drag(self, unit: str, hex_: str) -> None:
        """Drag a unit."""
        self.clicks += 1
        self.player.drag(unit, hex_)

    def next_step(self) -> str:
        """Press the key of the next step, and return what the turn tracker then shows."""
        self.clicks += 1
        shown = self.player.game.next_turn()
        self._done(self.player.game.last)
        return shown
