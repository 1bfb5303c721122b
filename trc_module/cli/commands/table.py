"""`trc-module table`: the pieces of a file, a row each."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, number, tell

_file = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Writing)
@click.argument("file", type=_file)
@click.option("--module", type=_file, help="The module of a save or log: places are named, pictures are found.")
@click.option("--csv", "form", flag_value="csv", default=True, help="As CSV, which is the default.")
@click.option("--json", "form", flag_value="json", help="As JSON.")
@click.option("--html", "form", flag_value="html", help="As a page that can be sorted and searched.")
@click.option("-o", "--output", type=OUTPUT, help="The file to write, in place of the terminal.")
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="NAME",
    help="A column for this property alone; given again, one for each. Without it CSV and HTML have a column for each.",
)
@click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=Path),
    help="A new or empty folder into which the rows' pictures are put.",
)
def command(
    file: Path,
    module: Path | None,
    form: str,
    output: Path | None,
    properties: tuple[str, ...],
    pictures: Path | None,
) -> None:
    """List the pieces of FILE, a row each: of a save or log as it begins, of a module or an extension, of any game.

    A row has the piece's name, number, picture, map, place, stack, owner, prototypes, traits and properties.
    """
    from trc_module.files import write_file
    from trc_module.vassal.archive import Archive
    from trc_module.workshop.folders import fill
    from trc_module.workshop.pieces_table import pictures_in, property_names, rows_of
    from trc_module.workshop.table_forms import csv_text, html_text, json_rows

    rows = rows_of(file, module)
    columns = list(properties) or property_names(rows)
    if form == "json":
        text = json_text(json_rows(rows, properties)) + "\n"
    elif form == "html":
        text = html_text(file.name, rows, columns)
    else:
        text = csv_text(rows, columns)
    if pictures is not None:
        with Archive(module or file) as archive:
            count = fill(pictures, pictures_in(archive, rows))
        tell(f"Wrote {number(count, 'picture')} into {pictures}.", err=True)
    if output is None:
        echo(text.rstrip("\n"))
    else:
        write_file(output, text.encode("utf-8-sig" if form == "csv" else "utf-8"))
        tell(f"Wrote {output}: {number(len(rows), 'piece')}.", err=True)
