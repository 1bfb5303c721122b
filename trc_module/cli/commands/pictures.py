"""`trc-module pictures`: the pictures of a module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, number, tell
from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.vassal.archive import Archive
    from trc_module.workshop.pictures import PictureRow, Shrunk

_file = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Writing)
@click.argument("module", type=_file)
@click.option(
    "--all", "every", is_flag=True, help="List every picture, not only those of which something is to be said."
)
@click.option("--shrink", is_flag=True, help="Pack each PNG anew where the same pixels take fewer bytes.")
@click.option("--drop-unused", is_flag=True, help="Leave out the pictures that nothing names.")
@click.option(
    "--swap",
    type=_file,
    metavar="TABLE",
    help="Give pictures new contents by a table 'picture,file', a line each; the files lie beside the table.",
)
@click.option("-o", "--output", type=OUTPUT, help="The module to write, with --shrink, --drop-unused or --swap.")
@click.option("--json", "as_json", is_flag=True, help="Print the pictures, or what was done, as JSON.")
def command(
    module: Path,
    every: bool,
    shrink: bool,
    drop_unused: bool,
    swap: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Look over the pictures of MODULE (.vmod, .vmdx) of any game: unused, the same twice, oversized, unreadable.

    With --shrink, --drop-unused or --swap a new module is written; MODULE itself stays as it is. Exit code 1 if a
    picture is unused, doubled, oversized or unreadable and nothing was to be written.
    """
    from trc_module.vassal.archive import Archive
    from trc_module.workshop.pictures import FOLDER, picture_rows, swaps
    from trc_module.workshop.rewriting import rewrite

    writes = shrink or drop_unused or swap is not None
    if writes != (output is not None):
        raise UserError("Name the module to write with -o, and what to do with --shrink, --drop-unused or --swap.")
    with Archive(module) as archive:
        if output is None:
            rows = picture_rows(archive)
            _list(rows if every else [row for row in rows if row.remarks], len(rows), as_json)
            return
        changed: dict[str, bytes | None] = {}
        done: dict[str, int] = {}
        if swap is not None:
            new = swaps(swap, archive)
            changed |= new
            done["swapped"] = len(new)
        if drop_unused:
            unused = [
                FOLDER + row.name for row in picture_rows(archive) if any(r.startswith("unused") for r in row.remarks)
            ]
            changed |= dict.fromkeys(name for name in unused if name not in changed)
            done["dropped"] = len(unused)
        if shrink:
            shrunk = _shrunk(archive)
            smaller = {name: content for name, content in shrunk.contents.items() if name not in changed}
            changed |= smaller
            done |= {"packed anew": len(smaller), "bytes saved": shrunk.before - shrunk.after}
        rewrite(archive, output, changed)
    if as_json:
        echo(json_text({"module": str(output), **done}))
    else:
        tell(f"Wrote {output}: " + ", ".join(f"{count} {word}" for word, count in done.items()) + ".")


def _shrunk(archive: Archive) -> Shrunk:
    """Pack the pictures anew, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from trc_module.workshop.pictures import pictures, shrink

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Pictures", total=sum(name.lower().endswith(".png") for name in pictures(archive)))
        return shrink(archive, lambda name: bar.advance(task))


def _list(rows: list[PictureRow], count: int, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        echo(json_text([asdict(row) for row in rows]))
    else:
        for row in rows:
            size = f"{row.width} x {row.height}, " if row.width else ""
            tell(f"{row.name} ({row.format or 'no picture'}, {size}{row.size} bytes)")
            for remark in row.remarks:
                tell(f"    {remark}")
        said = sum(bool(row.remarks) for row in rows)
        echo(f"{number(count, 'picture')}, something is to be said of {said or 'none'}.")
    if any(row.remarks for row in rows):
        raise click.exceptions.Exit(1)
