"""`trc-module cut`: some turns of a game as a log."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import tell


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--from", "first", type=click.IntRange(min=1), metavar="TURN", help="The first turn.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="TURN", help="The last turn.")
@click.option("--until", type=click.IntRange(min=1), metavar="STEP", help="All up to this step, to go on from there.")
@click.option("-o", "--output", type=OUTPUT, required=True, help="The log to write (.vlog).")
@PROFILE
def command(
    files: tuple[Path, ...],
    first: int | None,
    last: int | None,
    until: int | None,
    output: Path,
    profile: Path | None,
) -> None:
    """Write some turns of the game of the logs FILE... (.vlog) as a log: --from and --to, or --until a step.

    It begins with the position at the beginning of the first turn. Of a module without a profile the turns are those
    that the first level of its turn tracker counts.
    """
    from trc_module.cli.logs import open_any_logs
    from trc_module.errors import UserError
    from trc_module.replay.chain import join_logs
    from trc_module.replay.whole import part
    from trc_module.replay.whole import until as up_to
    from trc_module.vassal.saves import write_saved_game

    if (first is None) != (last is None) or (first is None) == (until is None):
        raise UserError("Name the first and the last turn, --from TURN --to TURN, or the last step, --until STEP.")
    chain = join_logs(open_any_logs(files, profile))
    if until is not None and until > len(chain.steps):
        raise UserError(f"There is no step {until}: the game has {len(chain.steps)}.")
    made = part(chain, first, last) if first is not None and last is not None else up_to(chain, until or 0)
    write_saved_game(output, made.initial, made.steps, save_data=made.save_data, module_data=made.module_data)
    for note in made.notes:
        tell(note, err=True)
    tell(f"{output}: {len(made.steps)} steps.", err=True)
