"""`trc-module replay`: a position of a log as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import tell


@click.command(cls=Writing)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=OUTPUT, help="The picture.")
@click.option("--to", "last", type=click.IntRange(0), metavar="STEP", help="Show the position after this step.")
@click.option("--gif", is_flag=True, help="Animate the steps up to that one.")
@click.option("--from", "first", type=click.IntRange(1), metavar="STEP", help="Begin the animation with this step.")
@click.option("--around", metavar="PLACE", help="Show what lies about a city, an oil well or a hex (Kiev, S12).")
@click.option("--radius", type=click.IntRange(1, 50), default=6, show_default=True, help="In hexes, with --around.")
@click.option("--scale", type=click.FloatRange(0.1, 2), help="1: a hex is 104 px wide. [default: 1, animated 0.5]")
@click.option(
    "--seconds", type=click.FloatRange(0.05, 10), default=0.7, show_default=True, help="A frame's, with --gif."
)
def command(
    file: Path,
    output: Path,
    last: int | None,
    gif: bool,
    first: int | None,
    around: str | None,
    radius: int,
    scale: float | None,
    seconds: float,
) -> None:
    """Draw a position of the log FILE (.vlog), or animate how it came about.

    Without --to it is the last one, without --around the part of the map where counters moved: in the last step shown
    that moved any, or in all steps of the animation.
    """
    from trc_module.art.map import find_place
    from trc_module.errors import UserError
    from trc_module.files import write_file
    from trc_module.games import find_game
    from trc_module.keeping import cache_root
    from trc_module.module.parts import load_parts
    from trc_module.replay.gamelog import open_log
    from trc_module.report.page.film import Film
    from trc_module.report.picture import Camera, View, animation, moved_view, png
    from trc_module.resources import data_dir

    wanted = ".gif" if gif else ".png"
    if output.suffix.lower() != wanted:
        raise UserError(f"{output}: this picture must end in {wanted}{'' if gif else ' (or ask for --gif)'}.")
    game = find_game("trc")
    log = open_log(file, load_parts(game, data_dir() / game.name))
    end = len(log.saved.steps)
    last = end if last is None else last
    first = 1 if first is None else first
    if last > end or (gif and first > last):
        raise UserError(f"{file}: it has the steps 1 to {end}, and --from must not come after --to.")
    film = Film(log, log.steps(log.table()))
    scale = scale or (0.5 if gif else 1.0)
    steps = range(first, last + 1) if gif else [s for s in film.moved if s <= last][-1:]
    if around is not None:
        view = View(find_place(log.parts.board, around), radius, scale)
    else:
        view = moved_view(log, film, steps, scale)
    camera = Camera(log, film, view, cache_root() / "map")
    content = animation(camera, steps, seconds) if gif else png(camera.picture(last))
    write_file(output, content)
    tell(f"{output}: written, {len(content) / 1e6:.1f} MB.")
