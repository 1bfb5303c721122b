"""`trc-module review`: where a game turned."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo
from trc_module.memory import nothing_collected


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Also write it as a page with a chart.")
@click.option(
    "--times", type=click.IntRange(1, 200), default=12, show_default=True, help="How often each phase is played again."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same review.")
@CORRECTIONS
@PROFILE
@nothing_collected(for_good=True)
@game_option
def command(
    files: tuple[Path, ...], html: Path | None, times: int, seed: int, overlay: Path | None, profile: Path | None
) -> None:
    """Review the logs FILE (.vlog) of one game: expected against actual victory points after each phase of battles.

    What was to be expected is found by playing the phase again with other dice. Where a scenario has no points,
    strength on the map is counted.
    """
    from trc_module.cli.logs import audit_files
    from trc_module.files import write_file
    from trc_module.opponent.review import review
    from trc_module.opponent.review_page import review_page, review_text

    found = review(audit_files(files, overlay, profile), times, seed)
    for line in review_text(found):
        echo(line)
    if html is not None:
        write_file(html, review_page(found).encode())
