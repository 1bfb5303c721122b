"""`trc-module dice`: the dice of a game."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """List every roll in the logs FILE... (.vlog) of one game, and say what chance has to say of them."""

    from trc_module.cli.logs import audit_files
    from trc_module.report.dice import dice_text, dice_tree

    audit = audit_files(files)
    echo(json_text(dice_tree(audit)) if as_json else dice_text(audit))
