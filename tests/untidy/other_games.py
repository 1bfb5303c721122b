"""Games beside the first one, a stranger's too: what their players play, and where its log begins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from tests.games.trp.form import fill
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.rules.actions import Action, End
from trc_module.rules.engine import Told
from trc_module.rules.game import Game
from trc_module.rules.selfplay import IllegalPlayError, self_play
from trc_module.rules.state import State

NAMES = ("nr", "m41", "trp")
OPTIONS = {"nr": frozenset({"15.1", "15.2", "15.3", "15.4"})}
"""The optional rules of every third game."""
LEVELS = {"nr": ("greedy", "random")}
SCENARIOS = {"trp": "22jun41"}
GOES_ON = {"nr": ("goes-on",)}
"""What a position holds if its players have agreed to play on after a victory."""
LEADS = (0, 0, 0, 1, 3, 6)
"""Turns that are played before the log begins, in its last one up to some phase."""


@lru_cache(maxsize=4)
def game_and_parts(name: str, options: frozenset[str], folder: Path) -> tuple[Game, ModuleInputs]:
    """Return a game and its module; the owner's form of a game without figures is filled in with made-up ones."""
    game = find_game(name, options, fill(folder / "form") if name == "trp" else None)
    return game, load_inputs(game, game_folder(name))


def options_of(name: str, seed: int) -> frozenset[str]:
    """Return the optional rules of a seed."""
    return OPTIONS.get(name, frozenset()) if seed % 3 == 0 else frozenset()


def scenario_of(game: Game) -> str:
    """Return the scenario that is played."""
    return SCENARIOS.get(game.name, "campaign")


def _until_it_cannot_go_on(told: Iterator[tuple[Told, State]]) -> Iterator[tuple[Told, State]]:
    """Yield what is played; a player who draws among all acts may come to where none is legal, and stops there."""
    with suppress(IllegalPlayError):
        yield from told


def played(game: Game, seed: int, longest: int, last: int) -> tuple[State, list[Action], State, bool]:
    """Return where the log of a game begins, its acts, where it ends, and whether it began in the midst of the game.

    It ends with the `last` turn at the latest.
    """
    rng = random.Random(f"{game.name} {seed}")
    lead, turns = rng.choice(LEADS), rng.randint(2, max(2, longest))
    start = game.start(scenario_of(game), options_of(game.name, seed))
    if lead and game.name in GOES_ON:
        start = start.with_mark(GOES_ON[game.name])
    player = game.player(rng.choice(LEVELS.get(game.name, ("random",))), seed)
    lead = min(lead, max(0, last - start.clock.turn))
    final = min(start.clock.turn + lead + turns - 1, last)
    told = list(_until_it_cannot_go_on(self_play(game, start, player, final)))
    ends = [i for i, (one, _) in enumerate(told) if lead and isinstance(one.action, End) and one.clock.turn == lead]
    first = rng.choice(ends) + 1 if ends else 0
    begins = told[first - 1][1] if first else start
    return begins, [one.action for one, _ in told[first:]], told[-1][1], first > 0
