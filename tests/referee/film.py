"""A turn of the game in the real engine as pictures: set-up, both sides' moves, battles, a replacement, the windows.

    python -m tests.referee.film FOLDER [--screen 1366x768] [--language de] [--module build/trc.vmod] [--windows]

With `--windows` it takes every window of the module instead, and the map of every kind of set-up. Nothing is asserted
here: somebody looks at the pictures. They are numbered in the order in which they were taken, and show the whole screen
as the player has it.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from itertools import count
from pathlib import Path

from tests.referee.engine import Engine, Game
from tests.referee.server import find_parts
from trc_module.games import find_game
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.setups import setups
from trc_module.resources import data_dir

_DRAWN = 2.0
"""Seconds until a window is surely drawn."""
_WINDOWS = (
    "axis-order-of-battle",
    "russian-order-of-battle",
    "pools",
    "tracks",
    "sequence",
    "charts",
    "battle-charts",
    "counters",
    "inventory",
    "notes",
)
"""The windows, by the keys of their buttons' texts; those that stay open come last."""


_MOVES = (
    ("ger-41-pz", "I22"),
    ("ger-26-inf", "I22"),
    ("ger-13-inf", "K23"),
    ("ger-20-inf", "K23"),
    ("ger-14-pz", "P24"),
    ("ger-4-inf", "P24"),
)
_BATTLES = (("rus-3-inf", ""), ("rus-10-inf", "L21"), ("rus-5-inf", ""))
"""Who is attacked, and where he retreats to if he is not lost."""


class Film:
    """The pictures of one game."""

    def __init__(self, game: Game, parts: ModuleInputs, folder: Path) -> None:
        self.game = game
        self.parts = parts
        self.folder = folder
        self._numbers = count(1)
        self.ids: dict[str, str] = {}

    def take(self, name: str) -> None:
        """Take a picture once the windows are drawn."""
        time.sleep(_DRAWN)
        self.game.screen(self.folder / f"{next(self._numbers):02}-{name}.png")
        assert self.game.last.complaints == ()

    def button(self, name: str) -> None:
        """Press a button of the toolbar by the key of its text."""
        self.game.press(self.parts.texts.words.get(f"button.{name}") or self.parts.texts(f"window.{name}-button"))

    def drag(self, unit: str, hex_: str) -> None:
        """Drag a unit to a hex."""
        self.game.move(self.ids[unit], *self.parts.layout.point(self.parts.board.grid.hex(hex_)))

    def key(self, unit: str, key: str) -> None:
        """Select a unit and press a key."""
        self.game.type_key(self.ids[unit], key)

    def windows(self) -> None:
        """Take every window, and the map where only a card tells the forces."""
        every = list(setups(self.parts))
        deployed = next(setup for setup in every if setup.deployed)
        by_card = next(setup for setup in every if setup.scenario.set_up == "card")
        for setup in (by_card, deployed):
            self.game.start_setup(setup.name, side="Axis")
            self.take(f"begun-{setup.scenario.id}")
        self.button("options")
        self.take("map")
        for name in _WINDOWS:
            self.button(name)
            self.take(name)
            self.close(name)

    def close(self, name: str) -> None:
        """Close a window: its button does, but for lists."""
        if name not in ("inventory", "notes", "counters"):
            self.button(name)

    def play(self) -> None:
        """Play and film."""
        deployed = next(setup for setup in setups(self.parts) if setup.deployed)
        self.game.start_setup(deployed.name, side="Axis")
        self.ids = {p.properties["unit"]: p.id for p in self.game.pieces() if "unit" in p.properties}
        self.take("set-up")
        self.button("options")
        for name in ("axis-order-of-battle", "russian-order-of-battle", "pools", "tracks"):
            self.button(name)
            self.take(name)
            self.button(name)
        for name in ("charts", "battle-charts", "sequence"):
            self.button(name)
            self.take(name)
            self.button(name)
        self.game.next_turn()
        for unit, hex_ in _MOVES:
            self.drag(unit, hex_)
        self.take("movement")
        self.game.next_turn()
        for target, retreat in _BATTLES:
            self.key(target, "ctrl Q")
            self.take(f"battle-{target}")
            self.game.load_dice(6)
            self.game.hot_key("F7")
            self.take(f"result-{target}")
            if retreat:
                self.drag(target, retreat)
            else:
                self.key(target, "ctrl E")
            self.take(f"after-{target}")
        self.game.next_turn(times=4)
        self.key("rus-3-inf", "ctrl J")
        self.drag("rus-3-inf", "S9")
        self.button("arrivals")
        self.take("russian-replacement")
        self.game.next_turn(times=5)
        self.take("end-of-the-phase")


def main() -> None:
    """Film one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screen", default="1366x768")
    parser.add_argument("--language", default="en")
    parser.add_argument("--module", type=Path)
    parser.add_argument("--windows", action="store_true", help="take every window, and play nothing")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    os.environ["TRC_REFEREE_SCREEN"] = given.screen
    parts = load_inputs(find_game("trc"), data_dir() / "trc", given.language)
    with tempfile.TemporaryDirectory() as folder:
        module = given.module or Path(folder) / "trc.vmod"
        if given.module is None:
            build_module(parts, module, "1", Path(folder) / "cache")
        engine = Engine(find_parts())
        film = Film(engine.open(module, draw_palettes=False), parts, given.folder)
        (film.windows if given.windows else film.play)()
        engine.close()


if __name__ == "__main__":
    main()
