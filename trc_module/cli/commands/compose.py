"""`trc-module compose`: a log from a game record."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import game_of_record, game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import tell
from trc_module.version import __version__


@click.command(cls=Writing)
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", required=True, type=OUTPUT, help="The .vlog to write.")
@game_option
def command(record: Path, output: Path) -> None:
    """Turn a game record (RECORD.game) into a VASSAL log that opens in our module."""
    from trc_module.gamespec import game_folder
    from trc_module.module.compose import compose
    from trc_module.module.inputs import load_inputs
    from trc_module.rules.record import load_record

    read = load_record(record, game_of_record())
    parts = load_inputs(read.game, game_folder(read.game.name))
    steps = compose(parts, read, output, __version__)
    tell(f"{output}: {steps} steps.")
