"""`trc-module join`: the logs of a game as one log."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import tell


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("-o", "--output", type=OUTPUT, required=True, help="The log to write (.vlog).")
@click.option(
    "--without-undone", is_flag=True, help="Leave out steps that were taken back, and the steps that took them back."
)
@PROFILE
def command(files: tuple[Path, ...], output: Path, without_undone: bool, profile: Path | None) -> None:
    """Write the logs FILE... (.vlog) of one game as one log, each step once.

    They may be given in any order, and be of any module. Steps that the author of a log abandoned are left out.
    """
    from trc_module.cli.logs import open_any_logs
    from trc_module.replay.chain import join_logs
    from trc_module.replay.whole import whole
    from trc_module.vassal.saves import write_saved_game

    made = whole(join_logs(open_any_logs(files, profile)), undone=not without_undone)
    write_saved_game(output, made.initial, made.steps, save_data=made.save_data, module_data=made.module_data)
    for note in made.notes:
        tell(note, err=True)
    tell(f"{output}: {len(made.steps)} steps.", err=True)
