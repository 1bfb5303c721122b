"""Games that are legal by construction, for any game that has a player, and what an audit accuses in a log of one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from tests.toy import load as load_toy
from tests.toy.game import FOLDER as TOY_FOLDER
from tests.untidy import other_games
from tests.untidy.writing import Player, write
from trc_module.auditing.audit import Audit, audit_chain
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.gamespec import game_folder
from trc_module.memory import nothing_collected
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import GameLog, open_log
from trc_module.rules.actions import Action, End
from trc_module.rules.game import Game
from trc_module.rules.selfplay import IllegalPlayError, record_of, self_play
from trc_module.rules.state import State
from trc_module.systems.kit import Kit

KIT_FOLDER = Path(__file__).parents[1] / "systems" / "kit" / "bfm"
NAMES = ("trc", *other_games.NAMES, "toy", "bfm")
"""The games whose laws are tried: all that the program has, and the two of its tests, in Python and of the kit."""
LEVELS = {"trc": ("random", "random", "random", "greedy"), "nr": ("random", "greedy")}
"""The levels of players, by turns of the seeds; 'random' elsewhere."""


@dataclass(frozen=True)
class Told:
    """A legal game as its log shall tell it."""

    name: str
    seed: int
    lead: int
    """The number of turns that were played before its log begins."""
    parts: ModuleInputs
    begins: State
    acts: tuple[Action, ...]
    won: bool
    """Whether it goes on after somebody may have won, of which an audit may tell."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.parts.game


def says_only(name: str) -> frozenset[str]:
    """Return the keys of a game that only say something."""
    game: Game = load_toy() if name == "toy" else Kit(KIT_FOLDER).load() if name == "bfm" else find_game(name)
    return frozenset(verb for verb, known in game.grammar.verbs.items() if known.says_only)


def parts_of(name: str, options: frozenset[str], folder: Path) -> ModuleInputs:
    """Return a game with its module; the owner's form of a game without figures is filled in with made-up ones."""
    if name == "toy":
        return load_inputs(load_toy(options), TOY_FOLDER)
    if name == "bfm":
        return load_inputs(Kit(KIT_FOLDER).load(options), KIT_FOLDER)
    if name == "trc":
        return load_inputs(find_game(name, options), game_folder(name))
    return other_games.game_and_parts(name, options, folder)[1]


def told(name: str, seed: int, turns: int, folder: Path, lead: int = 0) -> Told:
    """Play a game of so many turns by the player of a seed; the first `lead` turns are played before its log begins."""
    options = other_games.options_of(name, seed)
    parts = parts_of(name, options, folder)
    game = parts.game
    start = game.start(other_games.SCENARIOS.get(name, "campaign"), options)
    levels = LEVELS.get(name, ("random",))
    player = game.player(levels[seed % len(levels)], seed)
    last = start.clock.turn + lead + turns - 1
    goes_on = bool(lead) and (isinstance(game, TrcGame) or name in other_games.GOES_ON)
    if goes_on and not isinstance(game, TrcGame):
        start = start.with_mark(other_games.GOES_ON[name])
    begins, acts = start, list[Action]()
    with suppress(IllegalPlayError):
        agreed = played_on if goes_on and isinstance(game, TrcGame) else None
        for one, after in self_play(game, start, player, last, agreed):
            acts.append(one.action)
            if isinstance(one.action, End) and after.clock.turn == start.clock.turn + lead > one.clock.turn:
                begins, acts = after, []
    return Told(name, seed, lead, parts, begins, tuple(acts), goes_on)


def audited(played: Told, path: Path, player: Player) -> Audit:
    """Write the log of a game as a player makes it, and audit it."""
    write(played.parts, record_of(played.game, played.begins, played.acts), path, player)
    return audit_of([opened(played, path)])


def opened(played: Told, path: Path) -> GameLog:
    """Open a log of a game, with the scenario and the options that are played."""
    log = open_log(path, played.parts, played.begins.options)
    return log if isinstance(played.game, TrcGame) else replace(log, scenario=played.begins.scenario)


def audit_of(logs: Sequence[GameLog]) -> Audit:
    """Audit the logs of a game."""
    with nothing_collected():
        return audit_chain(join_logs(list(logs)))
