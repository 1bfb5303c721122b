"""The page of all commands, made from their help, and the manual pages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from copy import copy
from html import escape
from pathlib import Path

import click

from trc_module.cli.groups import first_sentence, subcommands
from trc_module.cli.main import group
from trc_module.version import __version__

_INTRO = """\
# Every command

This page is made from the help of the commands: `trc-module COMMAND --help` prints the same. Exit codes: 0 clean, 1
findings, 2 could not do it, 3 an error in trc-module itself. `--json` is there wherever a program might read the
answer.

[Completion](#completion) tells how your shell completes commands and options, [manual pages](#manual-pages) how `man`
shows this page.
"""
_SHELL = Path(__file__).with_name("shell.md")
_OPTION = re.compile(r"(?<![\w`-])(--[a-z][a-z-]*)")


def command_page() -> str:
    """Return the page, in Markdown."""
    context = click.Context(group, info_name="trc-module")
    parts = [_INTRO, "\n".join(_options(group, context))]
    for title, names in group.groups(group.list_commands(context)):
        parts.append(f"## {title}")
        for name in names:
            command = group.get_command(context, name)
            if command is not None and not command.hidden:
                parts += _command(command, context, name, 3)
    return "\n\n".join((*parts, _SHELL.read_text(encoding="utf-8")))


def write_manual(folder: Path) -> int:
    """Write a manual page for each command, as `man` reads it, and return how many."""
    from click_man.core import write_man_pages

    folder.mkdir(parents=True, exist_ok=True)
    whole = _plain(group, click.Context(group, info_name="trc-module"))
    write_man_pages("trc-module", whole, version=__version__, target_dir=str(folder))
    pages = list(folder.glob("*.1"))
    for page in pages:
        # A group's own argument stands in its path: trc-module archive ARCHIVE.db add.
        page.rename(page.with_name(re.sub(r"-[A-Z][^-]*(?=-)", "", page.name)))
    return len(pages)


def _plain(command: click.Command, context: click.Context) -> click.Command:
    """Return a copy in which groups hold their commands, as click-man looks for them, each with its whole sentence."""
    inner = subcommands(context, command)
    if not inner:
        plain = copy(command)
        plain.short_help = first_sentence(command)
        return plain
    commands = {
        name: _plain(found, click.Context(found, info_name=name, parent=context)) for name, found in inner.items()
    }
    return click.Group(
        command.name, commands, help=command.help, params=command.params, short_help=first_sentence(command)
    )


def _command(command: click.Command, above: click.Context, name: str, level: int) -> Iterator[str]:
    """Yield the parts of what the page says of a command, and of the commands in it."""
    context = click.Context(command, info_name=name, parent=above)
    usage = command.get_usage(context).partition(": ")[2]
    yield f"{'#' * level} {context.command_path}"
    yield f"```text\n{' '.join(usage.split())}\n```"
    yield _text(command.help or "")
    options = "\n".join(_options(command, context))
    if options:
        yield options
    for inner, found in subcommands(context, command).items():
        yield from _command(found, context, inner, level + 1)


def _text(help_: str) -> str:
    """Return a help text in Markdown: paragraphs, and what is set out in lines as it stands."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(help_)):
        if paragraph.startswith("\b"):
            parts.append("```text\n" + paragraph.lstrip("\b\n") + "\n```")
        else:
            parts.append(_marked(" ".join(paragraph.split())))
    return "\n\n".join(parts)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield a definition list of the options."""
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record is not None and isinstance(param, click.Option) and "--help" not in param.opts:
            names, told = record
            yield f"`{' '.join(names.split())}`\n:   {_marked(' '.join(told.split())) or 'No more is said.'}\n"


def _marked(text: str) -> str:
    """Return a sentence of help as Markdown: nothing in it is markup but the names of options."""
    return _OPTION.sub(r"`\1`", re.sub(r"([*_\[\]<>|])", lambda found: escape("\\" + found[1]), text))
