"""`trc-module explode`: a module as texts that diff and merge."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.telling import tell


@click.command()
@click.argument("module", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
def command(module: Path, folder: Path) -> None:
    """Write MODULE (.vmod or .vmdx, of any game) into FOLDER as texts and files, for git.

    Components, traits and the commands of set-ups become lines; pictures and all else stay files. `trc-module implode`
    puts the same module together again. An earlier export in FOLDER is brought up to date, and other files there (of
    a repository) are kept; otherwise the folder must be new or empty.
    """
    from trc_module.vassal.exploded import explode

    done = explode(module, folder)
    tell(f"Wrote {folder}: as text {', '.join(done.texts) or 'nothing'}; {done.files} files as they are.")
    for remark in done.remarks:
        tell(remark)
