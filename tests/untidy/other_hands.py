"""A player's hands in the real engine, for any game: drags, keys, buttons and typed words, as a play lists them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.referee.engine import Game
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import Spot
from trc_module.module.tabletop import Tabletop
from trc_module.rules.state import Place, State
from trc_module.vassal.saves import write_saved_game


@dataclass
class OtherHands:
    """A player at the engine's table, who knows the counters by their ids and the places by their names."""

    parts: ModuleInputs
    game: Game
    ids: dict[str, str] = field(default_factory=dict)
    strength: int = 0
    """The number of dice to which a game with dice pools is set."""

    def sit_down(self, start: State, side: str, folder: Path) -> None:
        """Load a position that we composed, and take a side."""
        table = Tabletop(self.parts)
        for owner, force in start.forces.items():
            for unit, place in force.places.items():
                table.put(self.parts.roster.units[unit], self._spot(owner, place))
        table.put_markers(start)
        path, version = folder / "start.vsav", self.game.version
        write_saved_game(
            path, table.save(start), save_data=save_data(version, ""), module_data=self.parts.module_data(version)
        )
        assert self.game.load(path, side=side), self.game.last
        self.game.change_side(side)
        self.ids = {item: lying.piece.id or "" for item, lying in table.lying.items()}
        self.strength = 0

    def do(self, line: str) -> None:
        """Do what a line of a play says; ValueError if nobody knows how."""
        for pattern, act in self._words:
            if found := re.fullmatch(pattern, line):
                act(*found.groups())
                return
        raise ValueError(f"nobody knows how to '{line}'")

    @property
    def _words(self) -> Iterable[tuple[str, Callable[..., object]]]:
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
            spot = self._spot(side, place if at is None else at)
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

    def _spot(self, side: str, place: Place) -> Spot:
        return self.parts.box_key(side, place) if isinstance(place, str) else place
