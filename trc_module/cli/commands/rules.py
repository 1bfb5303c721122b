"""`trc-module rules`: which rules are known."""

from __future__ import annotations

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("prefix", default="")
@click.option("--coverage", "show_coverage", is_flag=True, help="Hold the code against every single rule of the book.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@game_option
def command(prefix: str, show_coverage: bool, as_json: bool) -> None:
    """List the rules that we judge, all or those under a number (PREFIX: 8, 8.3).

    With --coverage, list every single rule of the rulebook and what the code makes of it; exit code 1 if one
    that can be broken has no code, or no example of it kept and broken.
    """
    from collections import Counter

    from trc_module.games import find_game
    from trc_module.rules import covers
    from trc_module.rules.ledger import coverage

    game = find_game(chosen_spec().name)
    if not show_coverage:
        known = game.book.under(prefix)
        if as_json:
            echo(json_text([{"rule": rule.number, "title": rule.title} for rule in known]))
        else:
            echo("\n".join(f"{rule.number:8} {rule.title}" for rule in known) or "no such rule")
        return
    rows = [found for found in coverage(game.book, game.ledger) if covers(prefix, found.row.rule)]
    missing = [found for found in rows if found.status in ("open", "incomplete")]
    if as_json:
        tree = [{"rule": found.row.rule, "status": found.status, "title": found.title} for found in rows]
        echo(json_text(tree))
    else:
        for found in rows:
            echo(f"{found.row.rule:9} {found.status:12} {found.title}".rstrip())
        counts = Counter(found.status for found in rows)
        echo(f"{len(rows)} rules: " + ", ".join(f"{n} {status}" for status, n in counts.most_common()))
    if missing:
        raise click.exceptions.Exit(1)
