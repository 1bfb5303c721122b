"""The options for where work is done: `--on`, and `--insecure` for a network in which everybody is trusted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def on_option(where: str) -> Callable[[F], F]:
    """Give a command the options; `where` says what the workers have to see."""

    def give(command: F) -> F:
        on = click.option(
            "--on",
            default="local",
            show_default=True,
            metavar="local|ADDRESS",
            help="Where the work is done: by the processors of this machine, or by the workers of a Dask scheduler "
            f"(tls://host:8786){where}.",
        )
        insecure = click.option(
            "--insecure",
            is_flag=True,
            help="Let work travel to tcp://host:8786 as well, which anybody in the network can read and change.",
        )
        return on(insecure(command))

    return give
