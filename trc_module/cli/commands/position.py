"""`trc-module position`: the position at the end of a record."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overlay", type=click.Path(path_type=Path), help="An owner's folder of corrected data.")
def command(file: Path, overlay: Path | None) -> None:
    """Print the position at the end of the game record FILE (.game) in one line, which is a record itself."""
    from functools import partial

    from trc_module.games import find_game
    from trc_module.rules.record import load_record, position_text, try_record

    record = load_record(file, partial(find_game, overlay=overlay))
    click.echo(position_text(record.game, try_record(record, str(file)).end))
