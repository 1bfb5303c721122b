"""`trc-module position`: the position at the end of a record."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overlay", type=click.Path(path_type=Path), help="An owner's folder of corrected data.")
@click.option("--derived", is_flag=True, help="Print what follows from the position as well, as comments.")
def command(file: Path, overlay: Path | None, derived: bool) -> None:
    """Print the position at the end of the game record FILE (.game) in one line, which is a record itself."""
    from functools import partial

    from trc_module.games import find_game
    from trc_module.rules.record import load_record, position_text, try_record

    record = load_record(file, partial(find_game, overlay=overlay))
    end = try_record(record, str(file)).end
    click.echo(position_text(record.game, end))
    if derived:
        for what, value in record.game.derived(end).items():
            click.echo(f"# {what}: {value or 'none'}")
