"""`trc-module counters`: the counters as pictures or as sheets to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.counter_looks import FACTORS, STYLE
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.outputs import Writing
from trc_module.cli.telling import number, tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trc_module.roster import Marker, Roster, Unit


@click.command(cls=Writing)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="x.png: one picture of all. x.pdf: sheets to print on both sides and cut. Else a folder, a picture per face.",
)
@STYLE
@FACTORS
@click.option("--ids", default="", metavar="ID,...", help="Only these units and markers; * stands for any letters.")
@click.option(
    "--side",
    type=click.Choice(["front", "back", "both"]),
    default="both",
    show_default=True,
    help="Which faces; a PDF has both.",
)
@click.option(
    "--scale", type=click.FloatRange(0.25, 16), default=1.0, show_default=True, help="1: a face is 82 px wide."
)
@click.option("--palette", default="standard", show_default=True, help="The colours of the counters.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper of a PDF."
)
@click.option(
    "--copies",
    type=click.IntRange(0, 200),
    default=10,
    show_default=True,
    help="How many of each marker without a limit, in a PDF.",
)
@CORRECTIONS
@game_option
def command(
    output: Path,
    style: str,
    factors: str,
    ids: str,
    side: str,
    scale: float,
    palette: str,
    paper: str,
    copies: int,
    overlay: Path | None,
) -> None:
    """Draw the counters, to look at, or to print, cut out and play with."""
    from typing import cast

    from trc_module.art.counters import CounterStyle, FactorSize, Side
    from trc_module.art.counters.export import export_contact_sheet, export_faces, export_sheets
    from trc_module.art.counters.sheets import Paper, SheetOptions
    from trc_module.art.palette import load_palette, palette_problems
    from trc_module.module.texts import DEFAULT, load_texts
    from trc_module.roster import load_roster

    spec = chosen_spec()
    items = _chosen(load_roster(spec.folder, overlay), ids)
    for problem in palette_problems(load_palette(palette)):
        tell(f"palette {palette}: {problem}", err=True)
    options = SheetOptions(
        cast(CounterStyle, style),
        cast(FactorSize, factors),
        palette,
        cast(Paper, paper),
        f"{spec.title}: counters",
        card_words=load_texts(DEFAULT, spec.folder).under("card"),
    )
    sides: tuple[Side, ...] = ("front", "back") if side == "both" else (cast(Side, side),)
    match output.suffix.lower():
        case ".pdf":
            pages = export_sheets(items, output, options, copies)
            tell(f"{output}: {number(pages, 'page')}; print on both sides, turning over the long edge, at 100 %.")
        case ".png":
            export_contact_sheet(items, output, options, sides, scale)
            tell(f"{output}: {number(len(items), 'counter')}.")
        case _:
            written = _with_progress(export_faces(items, output, options, sides, scale), len(items) * len(sides))
            tell(f"{output}: {number(written, 'picture')}.")


def _chosen(roster: Roster, patterns: str) -> Sequence[Unit | Marker]:
    from fnmatch import fnmatchcase

    from trc_module.errors import UserError
    from trc_module.facts.choices import meant

    everything: dict[str, Unit | Marker] = {**roster.units, **roster.markers}
    if not patterns:
        return list(everything.values())
    chosen: dict[str, Unit | Marker] = {}
    first = next(iter(everything), "")
    for pattern in filter(None, (part.strip() for part in patterns.split(","))):
        found = {name: item for name, item in everything.items() if fnmatchcase(name, pattern)}
        if not found:
            like = meant(pattern, everything)
            raise UserError(f"--ids: no unit or marker is called '{pattern}'{like}; an id is for instance {first}.")
        chosen |= found
    return list(chosen.values())


def _with_progress(paths: Iterable[Path], total: int) -> int:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return sum(1 for _ in track(paths, "Drawing", total, console=console, disable=not console.is_terminal))
