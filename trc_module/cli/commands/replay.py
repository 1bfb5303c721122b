"""`trc-module replay`: a position of a log as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.progress import counted
from trc_module.cli.telling import tell


@click.command(cls=Writing)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=OUTPUT, help="The picture.")
@click.option("--to", "last", type=click.IntRange(0), metavar="STEP", help="Show the position after this step.")
@click.option("--gif", is_flag=True, help="Animate the steps up to that one.")
@click.option("--from", "first", type=click.IntRange(1), metavar="STEP", help="Begin the animation with this step.")
@click.option("--around", metavar="PLACE", help="Show the surroundings of a city, a named place or a hex.")
@click.option("--radius", type=click.IntRange(1, 50), default=6, show_default=True, help="In hexes, with --around.")
@click.option("--scale", type=click.FloatRange(0.1, 2), help="1: a hex is 104 px wide. [default: 1, animated 0.5]")
@click.option(
    "--seconds",
    type=click.FloatRange(0.05, 10),
    default=0.7,
    show_default=True,
    help="How long a frame is shown, with --gif.",
)
@click.option(
    "--module",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the log of any game, from the pictures of its module (.vmod).",
)
@click.option(
    "--map",
    "map_name",
    default="",
    metavar="NAME",
    help="Which map, with --module; by default the one with the most counters.",
)
@PROFILE
@game_option
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
    module: Path | None,
    map_name: str,
    profile: Path | None,
) -> None:
    """Draw a position of the log FILE (.vlog), or animate how it came about.

    Without --to it draws the last position. Without --around it shows the part of the map where counters moved, in
    the last step that moved any or in all steps of the animation; if none moved, the part where counters lie.
    """
    from trc_module.art.map import find_place
    from trc_module.cli.logs import open_logs, transcripts_of
    from trc_module.disk_cache import cache_root
    from trc_module.errors import UserError
    from trc_module.files import write_file
    from trc_module.report.page.timeline import Timeline
    from trc_module.report.picture import Camera, MapWindow, animation, counters_view, moved_last, moved_view, png

    wanted = ".gif" if gif else ".png"
    if output.suffix.lower() != wanted:
        raise UserError(f"{output}: this picture must end in {wanted}{'' if gif else ' (or ask for --gif)'}.")
    if module is not None:
        if around is not None:
            raise UserError("--around names places of our own map: leave it out with --module.")
        _of_any_game(file, module, output, first, last, gif=gif, scale=scale, seconds=seconds, map_name=map_name)
        return
    if transcripts_of([file], profile):
        raise UserError(f"{file}: a log of another module is drawn from that module's pictures: name it with --module.")
    log = open_logs([file], profile=profile)[0]
    end = len(log.saved.steps)
    last = end if last is None else last
    first = 1 if first is None else first
    if last > end or (gif and first > last):
        raise UserError(f"{file}: it has the steps 1 to {end}, and --from must not come after --to.")
    timeline = Timeline(log, log.steps(log.table()))
    scale = scale or (0.5 if gif else 1.0)
    if around is not None:
        view = MapWindow(find_place(log.parts.board, around), radius, scale)
    elif gif:
        view = moved_view(log, timeline, range(first, last + 1), scale)
    else:
        moved = moved_last(timeline, last)
        view = counters_view(log, timeline, last, scale) if moved is None else moved_view(log, timeline, [moved], scale)
    camera = Camera(log, timeline, view, cache_root() / "map")
    if gif:
        with counted("Drawing frames") as on_frame:
            content = animation(camera, range(first, last + 1), seconds, on_frame)
    else:
        content = png(camera.picture(last))
    write_file(output, content)
    tell(f"{output}: written, {len(content) / 1e6:.1f} MB.")


def _of_any_game(
    file: Path,
    module: Path,
    output: Path,
    first: int | None,
    last: int | None,
    *,
    gif: bool,
    scale: float | None,
    seconds: float,
    map_name: str,
) -> None:
    from trc_module.errors import UserError
    from trc_module.files import write_file
    from trc_module.report.module_picture import ModuleCamera
    from trc_module.report.picture import animation, png
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.saves import read_saved_game

    saved = read_saved_game(file, exact=False)
    end = len(saved.steps)
    last = end if last is None else last
    first = 1 if first is None else first
    if last > end or (gif and first > last):
        raise UserError(f"{file}: it has the steps 1 to {end}, and --from must not come after --to.")
    with Archive(module) as archive:
        shown = range(first, last + 1) if gif else ()
        camera = ModuleCamera(archive, saved, shown, map_name, scale or (0.5 if gif else 1.0))
        if gif:
            with counted("Drawing frames") as on_frame:
                content = animation(camera, range(first, last + 1), seconds, on_frame)
        else:
            content = png(camera.picture(last))
    write_file(output, content)
    lacking = _lacking(len(camera.missing))
    tell(f"{output}: written, map '{camera.map}', {len(content) / 1e6:.1f} MB{lacking}.")


def _lacking(count: int) -> str:
    return f"; {count} picture{'s' * (count != 1)} could not be drawn (missing, SVG, damaged)" if count else ""
