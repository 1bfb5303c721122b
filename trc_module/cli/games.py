"""The choice of a command's game: the named game, else the file's, else the current folder's, else our first."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from trc_module.gamespec import GameSpec
    from trc_module.opening.choice import GameChoice
    from trc_module.rules.record.reader import FindGame

F = TypeVar("F", bound=Callable[..., Any])

_NAMED = "trc_module.game"


def _remember(ctx: click.Context, param: click.Parameter, name: str | None) -> None:
    if name is None:
        return
    from trc_module.gamespec import find_spec

    # A misspelt game is reported first, whatever else is wrong.
    ctx.meta[_NAMED] = find_spec(name).name


def game_option(command: F) -> F:
    """Give a command the option `--game NAME`; `chosen_spec` tells what came of it."""
    option = click.option(
        "--game",
        metavar="NAME",
        expose_value=False,
        callback=_remember,
        help="The game, by the name of its data folder; by default as the file says, or trc-module.toml.",
    )
    return option(command)


def games_path_option(command: F) -> F:
    """Give a command the option `--games-path FOLDER`, which may be given again."""

    def name_folders(ctx: click.Context, param: click.Parameter, folders: Sequence[Path]) -> None:
        from trc_module.gamespec import GAMES_PATH

        if folders:
            before = os.environ.get(GAMES_PATH)
            named = [str(folder) for folder in folders]
            os.environ[GAMES_PATH] = os.pathsep.join([*named, *([before] if before else [])])
            ctx.call_on_close(lambda: _restore(GAMES_PATH, before))

    option = click.option(
        "--games-path",
        multiple=True,
        expose_value=False,
        is_eager=True,
        callback=name_folders,
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="A folder with more games, one data folder each; may be repeated.",
    )
    return option(command)


def _restore(variable: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(variable, None)
    else:
        os.environ[variable] = value


def named_game() -> str | None:
    """Return the game that `--game` names for the command that runs, None if it is not given."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(_NAMED)


@contextmanager
def with_named_game(name: str | None) -> Iterator[None]:
    """Let `named_game` tell the game that `--game` named in the process for which this one works."""
    with click.Context(click.Command("worker")) as context:
        if name is not None:
            context.meta[_NAMED] = name
        yield


def game_choice(named: str | None = None) -> GameChoice:
    """Return the choice that the command line makes: by `--game`, and by default by the folder's trc-module.toml.

    `named` is what `--game` says in a process that does not run the command itself.
    """
    from trc_module.cli.config import default_game
    from trc_module.opening.choice import GameChoice

    return GameChoice(named or named_game(), lambda: default_game(Path()))


def chosen_spec(folder: Path | None = None) -> GameSpec:
    """Return the game that a command is about, as `GameChoice.spec` does; UserError as there."""
    return game_choice().spec(folder)


def game_of_record(overlay: Path | None = None) -> FindGame:
    """Return what finds the game that a record names; it must be the one that `--game` names, if that is given."""
    return game_choice().of_record(overlay)
