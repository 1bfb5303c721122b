"""Printing for commands: nothing is printed that a terminal would take for an order."""

from __future__ import annotations

import click

from trc_module.printable import json_text, printable, printable_lines

__all__ = ["debugging", "echo", "json_text", "number", "remember_debugging", "tell", "was_told"]

_DEBUG, _TOLD = "trc_module.debug", "trc_module.told"


def remember_debugging(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Keep for all commands of this run whether `--debug` was said."""
    context.meta[_DEBUG] = value


def debugging() -> bool:
    """Tell whether `--debug` was said: then numbers and ids are told that mean nothing to a player."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_DEBUG))


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text of one or more lines; where a line quotes what came from outside, that is a line's part already."""
    click.echo(printable_lines(text), err=err, nl=nl)


def tell(text: str, *, err: bool = False) -> None:
    """Print one line, whatever the names in it hold."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(_TOLD, []).append(text)
    click.echo(printable(text), err=err)


def was_told(text: str) -> bool:
    """Tell whether a line that this run has printed by `tell` names something."""
    context = click.get_current_context(silent=True)
    return context is not None and any(text in line for line in context.meta.get(_TOLD, ()))


def number(count: int, noun: str) -> str:
    """Return a number of things: `1 counter`, `2 counters`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
