"""`trc-module dice`: the dice of a game."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.dice_mails import DICE_MAIL
from trc_module.cli.games import game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--module",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The module of the logs (.vmod, or its buildFile.xml), whose buttons say in which formats they report rolls.",
)
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
@DICE_MAIL
@PROFILE
@game_option
def command(
    files: tuple[Path, ...], module: Path | None, as_json: bool, dice_mail: tuple[Path, ...], profile: Path | None
) -> None:
    """List every roll in the logs FILE... (.vlog) of one game, and compare them with fair dice.

    For a log of any other module the rolls are listed and counted, including those in its chat. Without --module these
    are read where VASSAL or the module reports them in a common form.
    """

    from trc_module.cli.logs import audit_files, transcripts_of
    from trc_module.replay.roll_formats import read_formats
    from trc_module.report.dice import dice_text, dice_tree

    others = transcripts_of(files, profile, read_formats(module) if module else ())
    if others:
        from trc_module.report.transcript import rolls_text, rolls_tree

        trees = [rolls_tree(log) for log in others]
        echo(json_text(trees) if as_json else "\n\n".join(map(rolls_text, others)))
        return
    audit = audit_files(files, profile=profile, mails=dice_mail)
    echo(json_text(dice_tree(audit)) if as_json else dice_text(audit))
