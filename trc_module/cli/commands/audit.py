"""`trc-module audit`: judge a log."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the audit as JSON.")
@click.option("--select", multiple=True, metavar="RULE", help="Show only this rule and its parts (8.3 covers 8.3a).")
@click.option("--ignore", multiple=True, metavar="RULE", help="Leave this rule and its parts out.")
@click.option("--since", type=int, default=0, metavar="STEP", help="Show findings from this step on.")
@click.option("--notes", is_flag=True, help="List the notes too, which are legal but worth a word.")
@click.option("--strict", is_flag=True, help="Let what is undecided count for the exit code.")
@click.option("--overlay", type=click.Path(path_type=Path), help="An owner's folder of corrected data.")
def command(
    file: Path,
    as_json: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    since: int,
    notes: bool,
    strict: bool,
    overlay: Path | None,
) -> None:
    """Judge the log FILE (.vlog) of our module.

    Every finding names the step, the hexes, the rule and what is wrong in one sentence. Exit code 1 if a
    rule is broken, or seems to be.
    """
    from trc_module.games import find_game
    from trc_module.module.parts import load_parts
    from trc_module.replay.audit import audit_log
    from trc_module.replay.gamelog import open_log
    from trc_module.report.as_json import audit_json
    from trc_module.report.selection import Selection
    from trc_module.report.text import audit_text
    from trc_module.resources import data_dir

    game = find_game("trc", frozenset(), overlay)
    log = open_log(file, load_parts(game, data_dir() / game.name))
    audit = audit_log(log)
    selection = Selection(select, ignore, since, strict)
    shown = selection.shown(audit.findings)
    click.echo(audit_json(audit, shown) if as_json else audit_text(audit, shown, notes=notes), nl=as_json)
    if selection.fails(shown):
        raise click.exceptions.Exit(1)
