"""The choice of a command's game: the named game, else the file's, else the current folder's, else our first."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.gamespec import GameSpec
    from trc_module.rules.game import Game
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


def chosen_spec(folder: Path | None = None) -> GameSpec:
    """Return the game that a command is about; `folder` is a folder of data that it was given.

    UserError if the folder holds another game than the one that is named.
    """
    from trc_module.cli.config import default_game
    from trc_module.gamespec import FILE, current_game, find_spec, first_game, read_spec

    named = named_game()
    if folder is not None and (folder / FILE).is_file():
        spec = read_spec(folder)
        if named is not None and named != spec.name:
            raise UserError(f"{folder}: expected the data of {named!r} (--game), found those of {spec.name!r}.")
        return spec
    here = current_game()
    if named is None and here is not None:
        return read_spec(here)
    return find_spec(named or default_game(Path()) or first_game())


def spec_of_logs(files: Sequence[Path], named: str | None = None) -> GameSpec:
    """Return the game of logs: the one that is named, else the one whose module the first log names.

    `named` is what `--game` says in a process that does not run the command itself.

    A log that names no module, or that of no game that is installed, is taken for one of the game that the folder's
    trc-module.toml says, or of our first; opening it reports what is wrong.
    """
    from trc_module.gamespec import find_spec, game_of_module

    named = named or named_game()
    if named is not None:
        return find_spec(named)
    found = (game_of_module(module) for module in map(module_name, files) if module)
    return next((spec for spec in found if spec is not None), None) or chosen_spec()


def module_name(file: Path) -> str:
    """Return what the module of a save or log calls itself, '' if the file does not say it; UserError of a record."""
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.metadata import MODULE_DATA, read_metadata

    if file.suffix == ".game" and file.is_file():
        raise UserError(
            f"'{file}' is a game record, no save or log of VASSAL's: 'trc-module check' judges it, 'trc-module "
            "compose' makes a log of it."
        )
    with Archive(file) as archive:
        data = read_metadata(archive, MODULE_DATA)
    return data.name if data is not None else ""


def game_of_record(overlay: Path | None = None) -> FindGame:
    """Return what finds the game that a record names; it must be the one that `--game` names, if that is given."""
    named = named_game()

    def find(name: str, options: frozenset[str]) -> Game:
        from trc_module.games import find_game

        if named is not None and name != named:
            raise UserError(f"--game names {named!r}")
        return find_game(name, options, overlay)

    return find
