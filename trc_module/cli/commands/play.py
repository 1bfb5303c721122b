"""`trc-module play`: a game that the engine plays against itself."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, tell

if TYPE_CHECKING:
    from trc_module.rules.actions import Action
    from trc_module.rules.game import Game
    from trc_module.rules.players import Player
    from trc_module.rules.state import State

RANDOM = "random"
CAMPAIGN = "campaign"


@click.command(cls=Writing)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same game.")
@click.option("--turns", type=click.IntRange(1), default=1, show_default=True, help="How many game turns at most.")
@click.option(
    "--level",
    default="",
    help="'greedy' plays to win; 'random' tries everything that the rules allow, sensible or not, to test them. By "
    "default 'greedy' where the game has players of its own, else 'random'.",
)
@click.option(
    "--scenario",
    default="",
    help="The scenario; by default the campaign, or the first one of a game without a campaign.",
)
@click.option(
    "--options",
    multiple=True,
    metavar="RULE",
    help="An optional rule in play, such as 26.5; may be repeated. 'random' draws a set that can be played together.",
)
@click.option("-o", "--output", type=OUTPUT, help="Write the game record here.")
@click.option("--vlog", type=OUTPUT, help="Write a VASSAL log of the game here.")
@click.option("--undeclared", is_flag=True, help="Leave the module's declarations out of the log.")
@click.option("--check", "checked", is_flag=True, help="Check the invariants of the position after every act.")
@CORRECTIONS
@game_option
def command(
    seed: int,
    turns: int,
    level: str,
    scenario: str,
    options: tuple[str, ...],
    output: Path | None,
    vlog: Path | None,
    undeclared: bool,
    checked: bool,
    overlay: Path | None,
) -> None:
    """Play a legal game, every act chosen among the legal ones and judged by the referee.

    Exit code 1 if the referee objects to an act or an invariant is broken: a bug in a rule or in the player, which
    the message names. Exit code 2 if the game cannot go on, because a datum is missing.
    """
    from trc_module.errors import UserError
    from trc_module.files import write_file
    from trc_module.report.victory import winner_text
    from trc_module.rules.finder import find_game, options_by_lot
    from trc_module.rules.readings import check_chosen
    from trc_module.rules.record import record_text
    from trc_module.rules.registry import in_order
    from trc_module.rules.selfplay import record_of

    name = chosen_spec().name
    if RANDOM in options:
        options = (*(option for option in options if option != RANDOM), *options_by_lot(name, seed))
    game = find_game(name, frozenset(options), overlay=overlay)
    check_chosen(options, game.readings)
    start = game.start(_scenario(game, scenario), frozenset(options))
    if start.options:
        echo(f"Options: {', '.join(sorted(start.options, key=in_order))}.")
    played = _play(game, start, game.player(level, seed), turns, checked=checked)
    if played.missing and not played.actions:
        raise UserError(_told_missing(played.missing))
    record = record_of(game, start, played.actions)
    if output is not None:
        write_file(output, record_text(record).encode())
    if vlog is not None:
        from trc_module.gamespec import game_folder
        from trc_module.module.compose import compose
        from trc_module.module.inputs import load_inputs
        from trc_module.version import __version__

        compose(load_inputs(game, game_folder(name)), record, vlog, __version__, declared=not undeclared)
    won = (winner_text(winner) for winner in game.score(played.state).won)
    echo(" ".join((f"{len(played.actions)} acts to {played.state.clock.words}.", *won)))
    for fault in played.faults:
        tell(fault)
    if played.faults:
        raise click.exceptions.Exit(1)
    if played.missing:
        raise UserError(_told_missing(played.missing))


def _scenario(game: Game, named: str) -> str:
    """Return the scenario that is named; without a name the campaign, or the first of a game that has none."""
    from trc_module.errors import UserError
    from trc_module.facts.choices import meant

    known = [name for name in game.scenarios if name != "none"]
    if not named:
        return CAMPAIGN if CAMPAIGN in known else known[0]
    if named not in known:
        raise UserError(f"There is no scenario {named!r}; there are {', '.join(known)}{meant(named, known)}.")
    return named


@dataclass
class _Played:
    """A game as far as it was played."""

    state: State
    actions: list[Action] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Bugs, as sentences: an action that the referee rejects, a broken invariant."""
    missing: list[str] = field(default_factory=list)
    """The data without which the game cannot go on, as sentences; empty if it reached its end."""


def _play(game: Game, start: State, player: Player, turns: int, *, checked: bool) -> _Played:
    """Let a player play some turns; with `checked` hold every position against the invariants."""
    from trc_module.rules.finding import Verdict
    from trc_module.rules.invariants import broken, round_trip
    from trc_module.rules.selfplay import IllegalPlayError, self_play

    played = _Played(start)
    # What has been loaded lives as long as the command: to look through it for garbage again and again takes a tenth of
    # the time.
    gc.freeze()
    with _progress(turns) as on_turn:
        try:
            for told, after in self_play(game, start, player, start.clock.turn + turns - 1):
                played.actions.append(told.action)
                if checked:
                    faults = (*broken(game, after), *(() if after.trails else round_trip(game, after)))
                    played.faults += (f"{told.clock}: {text}" for text in faults)
                if after.clock.turn != played.state.clock.turn:
                    on_turn(after.clock.turn - start.clock.turn)
                played.state = after
        except IllegalPlayError as slip:
            if all(finding.verdict is Verdict.SKIPPED for finding in slip.found):
                played.missing = list(dict.fromkeys(finding.sentence for finding in slip.found))
            else:
                played.actions.append(slip.told.action)
                played.faults.append(str(slip))
    return played


def _told_missing(sentences: Sequence[str]) -> str:
    return f"The game cannot go on, for want of data that its owner may fill in: {' '.join(sentences)}"


@contextmanager
def _progress(turns: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal while turns are played."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Playing", total=turns)
        yield lambda done: bar.update(task, completed=done)
