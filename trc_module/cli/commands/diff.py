"""`trc-module diff`: the differences between two modules."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text

_file = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Writing)
@click.argument("old", type=_file)
@click.argument("new", type=_file)
@click.option("-o", "--output", type=OUTPUT, help="Also write a page with the pictures before and after (HTML).")
@click.option("--json", "as_json", is_flag=True, help="Print the differences as JSON.")
def command(old: Path, new: Path, output: Path | None, as_json: bool) -> None:
    """List what differs between the modules OLD and NEW (.vmod) of any game: counters, pictures, windows and all else.

    Dates and ids of pieces do not count. Exit code 1 if anything differs.
    """

    from trc_module.report.difference import difference_text, difference_tree
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.difference import compare_modules

    with Archive(old) as before, Archive(new) as after:
        changes = compare_modules(before, after)
    if output:
        from trc_module.files import write_file
        from trc_module.report.difference_page import difference_page

        write_file(output, difference_page(changes, old.name, new.name).encode())
    if as_json:
        echo(json_text(difference_tree(changes)))
    else:
        echo(difference_text(changes) if changes else "No difference.")
    if changes:
        raise click.exceptions.Exit(1)
