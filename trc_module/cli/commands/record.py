"""`trc-module record`: a game record from a log."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead.")
def command(log: Path, output: Path | None) -> None:
    """Write the game of LOG (.vlog) as a game record, with what the log does not explain as comments."""
    from trc_module.games import find_game
    from trc_module.module.parts import load_parts
    from trc_module.replay.audit import audit_log
    from trc_module.replay.gamelog import open_log
    from trc_module.report.as_record import audit_record
    from trc_module.resources import data_dir
    from trc_module.vassal.archive import replacing

    game = find_game("trc")
    text = audit_record(audit_log(open_log(log, load_parts(game, data_dir() / game.name))))
    if output is None:
        click.echo(text, nl=False)
        return
    with replacing(output) as stream:
        stream.write(text.encode())
