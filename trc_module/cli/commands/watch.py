"""`trc-module watch`: a module that is packed anew whenever its folder changes."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import tell

_PAUSE = 0.5
"""Seconds between two looks at the folder."""


@click.command(cls=Writing)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-o", "--output", required=True, type=OUTPUT, help="The module (.vmod or .vmdx) to write.")
def command(folder: Path, output: Path) -> None:
    """Pack FOLDER, which `trc-module explode` wrote, into a module now and after each change, until Ctrl+C.

    A change that cannot be packed is told, and the module stays as it was.
    """
    import time

    from trc_module.workshop.watching import packings

    def wait() -> bool:
        time.sleep(_PAUSE)
        return True

    try:
        for line in packings(folder, output, wait):
            tell(line)
    except KeyboardInterrupt:
        tell("Stopped.", err=True)
