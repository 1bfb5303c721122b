"""Judging within limits of time and memory: the option for the time, and a command that is carried out in a box."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial, wraps
from typing import Any, TypeVar

import click

from trc_module.errors import UserError

F = TypeVar("F", bound=Callable[..., Any])

SECONDS = click.option(
    "--seconds",
    type=click.IntRange(1, 24 * 3600),
    default=60,
    show_default=True,
    metavar="N",
    help="Give a game up that takes longer to judge.",
)


def boxable(callback: F) -> F:
    """Give a command the option `--boxed`: it is carried out in a process within limits, and prints what it prints.

    The command has `files`, and is the one of its module.
    """

    @wraps(callback)
    def carried_out(*, boxed: bool, **given: Any) -> None:
        if not boxed:
            callback(**given)
        elif code := _in_a_box(callback.__module__, given):
            raise click.exceptions.Exit(code)

    option = click.option("--boxed", is_flag=True, help="Judge in a process within limits, as `audits` does.")
    return option(carried_out)  # type: ignore[return-value]


def _in_a_box(command: str, given: dict[str, Any]) -> int:
    from trc_module.archive.crew import work_on
    from trc_module.cli.games import named_game
    from trc_module.cli.telling import echo

    work = partial(_carried_out, command, named_game())
    (done,) = work_on([given], work, workers=1)
    if done.result is None:
        raise UserError(f"{given['files'][0]}: {done.error}.")
    out, err, code, told = done.result
    echo(err, err=True, nl=False)
    echo(out, nl=False)
    if told:
        raise UserError(*told)
    return code


def _carried_out(command: str, game: str | None, given: dict[str, Any]) -> tuple[str, str, int, tuple[str, ...]]:
    """Return what a command prints to either output, its exit code, and the sentences of its error."""
    from trc_module.cli.games import with_named_game

    callback = importlib.import_module(command).command.callback
    out, err = io.StringIO(), io.StringIO()
    code = 0
    told: tuple[str, ...] = ()
    with redirect_stdout(out), redirect_stderr(err), with_named_game(game):
        try:
            callback(boxed=False, **given)
        except click.exceptions.Exit as ended:
            code = ended.exit_code
        except UserError as error:
            told = tuple(map(str, error.args))
    return out.getvalue(), err.getvalue(), code, told
