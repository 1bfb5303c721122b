"""A player's hands in the real engine, for any game: drags, keys, buttons and typed words, as a play lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.referee.seats import Seat
from trc_module.rules.state import State


@dataclass
class OtherHands(Seat):
    """A player of any game: draws counters, presses keys and buttons, and types what they want to say."""

    strength: int = 0
    """The number of dice to which a game with dice pools is set."""

    def sit_down(self, start: State, side: str, folder: Path) -> None:
        """Load a position that we composed, and take a side."""
        super().sit_down(start, side, folder)
        self.strength = 0

    @property
    def words(self) -> Iterable[tuple[str, Callable[..., object]]]:
        """The lines that a play may have, as patterns, each with what is done."""
        return (
            (r"att (.+)", lambda units: self._key("ctrl A", units)),
            (r"def (.+)", lambda units: self._key("ctrl B", units)),
            (r"drag (.+) to (\S+)", self._drag),
            (r"menu (\S+) of (\S+)", self._choose),
            (r"roll (\d)", lambda die: self._rolled("roll", die)),
            (r"die (\d)", lambda die: self._rolled("die", die)),
            (r"fire (attack|defend) ([\d ]+)", self._fire),
            (r"press (\S+)", lambda name: self._press(name)),
            (r"undo", self.game.undo),
            (r"on", lambda: self.game.next_turn(times=1)),
            (r"back", self.game.previous_turn),
            (r"say (.+)", self.game.say),
        )

    def _key(self, key: str, units: str) -> None:
        for unit in units.split():
            self.game.type_key(self.ids[unit], key)

    def _drag(self, units: str, place: str) -> None:
        for unit in units.split():
            side = self.parts.roster.units[unit].side
            at = self.parts.board.grid.find(place)
            spot = self.spot(side, place if at is None else at)
            self.game.move([self.ids[unit]], *self.parts.layout.point(spot))

    def _choose(self, command: str, unit: str) -> None:
        self.game.choose(self.ids[unit], self.parts.texts(f"menu.{command}"))

    def _press(self, name: str) -> None:
        self.game.press(self.parts.texts(f"button.{name}"))

    def _rolled(self, button: str, die: str) -> None:
        self.game.load_dice(int(die))
        self._press(button)

    def _fire(self, side: str, dice: str) -> None:
        pips = [int(die) for die in dice.split()]
        for _ in range(abs(len(pips) - self.strength)):
            self._press("strength-up" if self.strength < len(pips) else "strength-down")
        self.strength = len(pips)
        self.game.load_dice(*pips)
        self._press(f"dice-{side}")
