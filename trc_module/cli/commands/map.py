"""`trc-module map`: the map as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, tell


@click.command(cls=Writing)
@click.option(
    "-o",
    "--output",
    type=OUTPUT,
    help="The picture to write: x.png, x.svg or x.pdf.",
)
@click.option(
    "--style",
    "--look",
    "style",
    default="colour",
    show_default=True,
    help="The colours: 'colour', or 'contrast' for stronger ones.",
)
@click.option("--scale", type=click.Choice(["1", "2"]), default="1", show_default=True, help="1: a hex is 104 px wide.")
@click.option("--layers", default="", metavar="NAME,...", help="Only these layers; 'list' prints their names.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="RULE",
    help="An optional rule whose terrain is drawn: 26.17 or 28.2; may be repeated.",
)
@click.option(
    "--tiles",
    "paper",
    type=click.Choice(["A4", "A3", "Letter"], case_sensitive=False),
    help="Write pages of this paper (x.pdf), to cut along the marks and glue together; for counters of 5/8 inch.",
)
@click.option("--around", metavar="PLACE", help="Only the surroundings of a city, a named place or a hex.")
@click.option("--radius", type=click.IntRange(0, 50), default=6, show_default=True, help="In hexes, with --around.")
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what is drawn in the folder trc-module-cache here, so that the next picture draws only what has "
    "changed; by default in the system's folder for caches.",
)
@click.option("--no-cache", is_flag=True, help="Draw everything anew and keep nothing.")
@CORRECTIONS
@game_option
def command(
    output: Path | None,
    style: str,
    scale: str,
    layers: str,
    options: tuple[str, ...],
    paper: str | None,
    around: str | None,
    radius: int,
    cache: Path | None,
    no_cache: bool,
    overlay: Path | None,
) -> None:
    """Draw the map, whole or the hexes around a place, to be looked at or printed."""
    from trc_module.art.map import LAYERS, find_place, write_map, write_tiles
    from trc_module.board import load_board
    from trc_module.charts import load_chart_set
    from trc_module.charts.terrain import terrain_effects
    from trc_module.disk_cache import cache_root

    if layers == "list":
        echo("\n".join(LAYERS))
        return
    if output is None:
        raise click.UsageError("Missing option '-o' / '--output': the picture to write, as x.png.")
    folder = chosen_spec().folder
    board = load_board(folder, overlay, options)
    chart = terrain_effects(load_chart_set(folder, overlay))
    chosen = [name.strip() for name in layers.split(",") if name.strip()] or None
    centre = None if around is None else (find_place(board, around), radius)
    kept = None if no_cache else cache_root(cache) / "map"
    if paper is not None:
        columns, rows = write_tiles(board, output, paper, style, chosen, centre, chart, kept)
        tell(
            f"{output}: {columns * rows} pages, {rows} rows of {columns}; print at 100 %, without fitting to the page."
        )
        return
    write_map(
        board,
        output,
        style=style,
        scale=2 if scale == "2" else 1,
        layers=chosen,
        around=centre,
        chart=chart,
        cache=kept,
    )
    tell(f"{output}: written, {output.stat().st_size / 1e6:.1f} MB.")
