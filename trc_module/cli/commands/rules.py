"""`trc-module rules`: the list of the known rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.telling import echo, json_text, number

if TYPE_CHECKING:
    from trc_module.rules.ledger import Coverage


@click.command()
@click.argument("prefix", default="")
@click.option(
    "--coverage", "show_coverage", is_flag=True, help="Compare the code with every single rule of the rulebook."
)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@CORRECTIONS
@game_option
def command(prefix: str, show_coverage: bool, as_json: bool, overlay: Path | None) -> None:
    """List the rules that we judge, all or those under a number (PREFIX: 8, 8.3).

    With --coverage, list every single rule of the rulebook, whether the code judges it, and which data it waits for
    ('trc-module forms' says more about them); exit code 1 if one that can be broken has no code, or no example of
    it kept and broken.
    """
    from collections import Counter

    from trc_module.errors import UserError
    from trc_module.forms import asked_of, waiting
    from trc_module.rules import covers
    from trc_module.rules.finder import find_game
    from trc_module.rules.ledger import coverage

    spec = chosen_spec()
    game = find_game(spec.name, overlay=overlay)
    if not show_coverage:
        known = game.book.under(prefix)
        if as_json:
            echo(json_text([{"rule": rule.number, "title": rule.title} for rule in known]))
        else:
            echo("\n".join(f"{rule.number:8} {rule.title}" for rule in known) or "no such rule")
        return
    if not game.ledger:
        raise UserError(
            f"{spec.title} has no list of the single rules of its rulebook (ledger.csv); 'trc-module rules' lists "
            "those that are judged."
        )
    rows = [found for found in coverage(game.book, game.ledger) if covers(prefix, found.row.rule)]
    asked = asked_of(spec.folder, overlay)
    waits = {found.row.rule: waiting(asked, found.row.rule) for found in rows}
    missing = [found for found in rows if found.status in ("open", "incomplete")]
    if as_json:
        echo(json_text([_entry(found, waits[found.row.rule]) for found in rows]))
    else:
        for found in rows:
            echo(_told(found, waits[found.row.rule]))
        counts = ", ".join(f"{n} {status}" for status, n in Counter(found.status for found in rows).most_common())
        echo(f"{number(len(rows), 'rule')}: {counts}" if rows else "no such rule")
        if any(waits.values()):
            echo(f"{sum(map(bool, waits.values()))} of them wait for data: 'trc-module forms' lists them.")
    if missing:
        raise click.exceptions.Exit(1)


def _entry(found: Coverage, waits: Sequence[str]) -> dict[str, object]:
    """Return a row of the ledger as a JSON object."""
    entry: dict[str, object] = {"rule": found.row.rule, "status": found.status, "title": found.title}
    if waits:
        entry["waits for"] = list(waits)
    if found.row.unseen:
        entry["no log shows"] = found.row.unseen
    return entry


def _told(found: Coverage, waits: Sequence[str]) -> str:
    """Return a row of the ledger as a line."""
    data = f" (waits for: {', '.join(waits)})" if waits else ""
    unseen = f" (no log shows: {found.row.unseen})" if found.row.unseen else ""
    return f"{found.row.rule:9} {found.status:12} {found.title}{data}{unseen}".rstrip()
