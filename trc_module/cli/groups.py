"""Commands in groups, as the help lists them, and what a misspelt one was meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import click

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Begin": ("demo", "app", "new-game"),
        "Audit games": ("audit", "audits", "archive", "tournament", "dice", "victory", "summary", "sentences"),
        "Play by mail": ("duties", "orders", "ready", "turn"),
        "Rules": ("rule", "rules", "rulebook"),
        "Work with logs and saves": (
            "show",
            "replay",
            "record",
            "join",
            "cut",
            "scrub",
            "refresh",
            "adopt",
            "profile",
            "commit",
        ),
        "Write and play games": ("check", "position", "compose", "play", "reply", "hint", "review"),
        "Make the module": ("build", "map", "counters", "print"),
        "Pass a game on": ("pack", "unpack"),
        "Correct the data": ("data", "facts", "forms", "errata", "lint", "test", "untranslated"),
        "VASSAL modules of any game": (
            "diff",
            "table",
            "edit",
            "pictures",
            "translate",
            "release",
            "watch",
            "explode",
            "implode",
        ),
    }
)
"""The commands by what they are for; one that stands in no group is listed under OTHER."""
OTHER = "Other commands"

_FIRST_SENTENCE = re.compile(r"(.*?[^.]\.)(?=\s+[A-Z]|\s*$)", re.DOTALL)
"""A full stop ends a sentence, the three of `FILE...` do not."""


class Grouped(click.Group):
    """A group whose help lists commands with their first sentence, and which knows what a misspelt one meant."""

    def groups(self, names: list[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield the title and the names of each group of commands."""
        yield "Commands", names

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, group by group."""
        for title, names in self.groups(self.list_commands(ctx)):
            rows = []
            for name in names:
                command = self.get_command(ctx, name)
                if command is not None and not command.hidden:
                    rows.append((name, first_sentence(command)))
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; UsageError with what it may have meant if there is none."""
        # Not for what follows from completing a word, which asks with an unfinished one, and not for an option, as in
        # `archive games.db --help`.
        asked = not ctx.resilient_parsing and not args[0].startswith("-")
        if asked and self.get_command(ctx, args[0]) is None:
            from trc_module.facts.choices import meant

            like = meant(args[0], self.list_commands(ctx))
            ctx.fail(f"There is no command '{args[0]}'{like}; '{ctx.command_path} --help' lists them.")
        return super().resolve_command(ctx, args)


class Chapters(Grouped):
    """The group of all commands, listed by what they are for."""

    def groups(self, names: list[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield the title and the names of each group of commands that has any."""
        left = dict.fromkeys(names)
        for title, members in GROUPS.items():
            found = [name for name in members if name in left]
            for name in found:
                del left[name]
            if found:
                yield title, found
        if left:
            yield OTHER, list(left)


def first_sentence(command: click.Command) -> str:
    """Return the first sentence of a command's help, on one line."""
    text = " ".join((command.help or "").partition("\n\n")[0].split())
    found = _FIRST_SENTENCE.match(text)
    return found[1] if found else text


def subcommands(ctx: click.Context, command: click.Command) -> dict[str, click.Command]:
    """Return the commands of a group in the order of its help; none of a command that is no group."""
    if not isinstance(command, click.Group):
        return {}
    listed: dict[str, Any] = {name: command.get_command(ctx, name) for name in command.list_commands(ctx)}
    return {name: found for name, found in listed.items() if found is not None}
