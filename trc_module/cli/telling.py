"""Printing for commands: nothing is printed that a terminal would take for an order."""

from __future__ import annotations

import click

from trc_module.printable import json_text, printable, printable_lines

__all__ = ["echo", "json_text", "number", "tell"]


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text of one or more lines; where a line quotes what came from outside, that is a line's part already."""
    click.echo(printable_lines(text), err=err, nl=nl)


def tell(text: str, *, err: bool = False) -> None:
    """Print one line, whatever the names in it hold."""
    click.echo(printable(text), err=err)


def number(count: int, noun: str) -> str:
    """Return a number of things: `1 counter`, `2 counters`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
