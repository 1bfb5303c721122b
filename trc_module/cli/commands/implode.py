"""`trc-module implode`: a module out of the texts that explode wrote."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import tell


@click.command(cls=Writing)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("module", type=OUTPUT)
def command(folder: Path, module: Path) -> None:
    """Put MODULE together out of FOLDER, which `trc-module explode` wrote."""
    from trc_module.vassal.exploded import implode

    done = implode(folder, module)
    tell(f"Wrote {module}: {done.entries} entries, {done.texts} of them from text.")
    for old, new in done.renamed.items():
        tell(
            f"The board's picture {old} has changed: it is {new} in the module, since VASSAL would show the tiles that "
            "it once cut of the old name."
        )
