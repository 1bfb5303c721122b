"""`trc-module implode`: a module out of the texts that explode wrote."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("module", type=click.Path(path_type=Path))
def command(folder: Path, module: Path) -> None:
    """Put MODULE together out of FOLDER, which `trc-module explode` wrote."""
    from trc_module.vassal.exploded import implode

    done = implode(folder, module)
    click.echo(f"Wrote {module}: {done.entries} entries, {done.texts} of them from text.")
