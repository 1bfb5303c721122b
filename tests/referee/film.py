"""A turn of both sides in the real engine as pictures: set-up, moves, battles, a replacement, an arrival, the windows.

    python -m tests.referee.film FOLDER [--screen 1366x768] [--language de] [--module build/trc.vmod] [--windows]

With `--windows` it takes every window of the module instead, and the map of every kind of set-up. Somebody looks at the
pictures. They are numbered in the order in which they were taken, and show the whole screen as the player has it. After
the turn the clicks of each part are printed, and what the audit of its log finds; `tests.module.whole_turn` tells what
is played, and its test asserts both.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from itertools import count
from pathlib import Path

from tests.module.hand import Hand
from tests.module.test_declarations_referee import Player, read
from tests.module.whole_turn import ARRIVES, DEPLOYED, REPLACED, WholeTurn
from tests.referee.engine import Engine, Game
from tests.referee.server import find_parts
from trc_module.games import find_game
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.setups import setups
from trc_module.resources import data_dir

_PAUSE, _LOOKS = 0.8, 12
"""Seconds between two looks at the screen, and how often it is looked at: it is drawn when two looks are the same."""
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
_HELP = ("use", "play", "about", "keys")
"""The pages of the help menu."""
_SEEN_AT = {"replacement": REPLACED[1], "arrival": ARRIVES[1]}
"""The hex to which the map's window turns for a scene; for the others it shows the front."""
_FRONT = "M23"


class Film:
    """The pictures of one game."""

    def __init__(self, game: Game, parts: ModuleInputs, folder: Path) -> None:
        self.game = game
        self.parts = parts
        self.folder = folder
        self.hand = Hand(Player(game, parts, folder))
        self._numbers = count(1)

    def take(self, name: str) -> None:
        """Take a picture once the windows are drawn."""
        path, before = self.folder / f"{next(self._numbers):02}-{name}.png", b""
        for _ in range(_LOOKS):
            time.sleep(_PAUSE)
            self.game.screen(path)
            if path.read_bytes() == before:
                break
            before = path.read_bytes()
        assert self.game.last.complaints == ()

    def windows(self) -> None:
        """Take every window, and the map where only a card tells the forces."""
        every = list(setups(self.parts))
        deployed = next(setup for setup in every if setup.deployed)
        by_card = next(setup for setup in every if setup.scenario.set_up == "card")
        for setup in (by_card, deployed):
            self.game.start_setup(setup.name, side="Axis")
            self.take(f"begun-{setup.scenario.id}")
        self.hand.button("options")
        self.hand.button("arrivals")
        self.take("map")
        for name in _WINDOWS:
            self.hand.button(name)
            self.take(name)
            if name == "charts":
                self._tabs()
            # Its button closes a window, but for lists.
            if name not in ("inventory", "notes", "counters"):
                self.hand.button(name)
        for name in _HELP:
            self.game.show_help(self.parts.texts(f"help.{name}"))
            self.take(f"help-{name}")

    def _tabs(self) -> None:
        """Take every chart of the open window but the first."""
        titles = [chart.title for chart in self.parts.recipe.charts(self.parts)]
        for number, title in enumerate(titles[1:], 2):
            self.game.turn_to_tab(title)
            self.take(f"chart-{number}")

    def play(self) -> None:
        """Play a turn of both sides and film it; print what each part took in clicks, and what the audit finds."""
        (deployed,) = (setup for setup in setups(self.parts) if setup.file == DEPLOYED)
        self.hand.player.begin_setup(deployed.name)
        self.take("set-up")
        self.hand.button("options")
        log = self.folder / "film.vlog"
        self.game.begin_log(log)
        turn = WholeTurn(self.hand, self._scene)
        turn.play()
        self.game.end_log()
        for name, clicks in turn.clicks.items():
            print(f"{clicks:3} {name}")
        audit = read(log, self.parts)
        for noted in audit.findings:
            print(noted.finding)
        total = sum(turn.clicks.values())
        print(f"{total} clicks, keys and drags; {len(audit.acts)} acts; {audit.violations} violations")

    def _scene(self, name: str) -> None:
        """Take a picture of where something has happened."""
        self.game.center(*self.parts.layout.point(self.parts.board.grid.hex(_SEEN_AT.get(name, _FRONT))))
        self.take(name)


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
