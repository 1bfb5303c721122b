"""`trc-module position`: the position at the end of a record."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_of_record, game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, tell


@click.command(cls=Writing)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--png", "picture", type=OUTPUT, help="Draw the position into this file.")
@click.option(
    "--scale",
    type=click.FloatRange(0.2, 2),
    default=1.0,
    show_default=True,
    help="The scale of the picture; 1: a hex is 104 px wide.",
)
@click.option("--derived", is_flag=True, help="Also print what follows from the position, as comments.")
@CORRECTIONS
@game_option
def command(file: Path, picture: Path | None, scale: float, derived: bool, overlay: Path | None) -> None:
    """Print the position at the end of the game record FILE (.game) in one line, which is a record itself.

    With --png, draw it: the map where units stand, with their counters.
    """
    from trc_module.rules.record import load_record, position_text, try_record

    record = load_record(file, game_of_record(overlay))
    end = try_record(record, str(file)).end
    if picture is None:
        echo(position_text(record.game, end))
        for what, value in record.game.derived(end).items() if derived else ():
            tell(f"# {what}: {value or 'none'}")
        return
    from trc_module.disk_cache import cache_root
    from trc_module.files import write_file
    from trc_module.report.position import position_png

    content = position_png(record.game, end, scale, cache_root() / "map")
    write_file(picture, content)
    tell(f"{picture}: written, {len(content) / 1e6:.1f} MB.")
