"""`trc-module unpack`: a game that came as one file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from trc_module.cli.telling import number, tell


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--trust/--no-trust",
    default=None,
    help="Whether rules in Python may run; without either you are asked, and where nobody can answer they may not.",
)
def command(file: Path, folder: Path | None, trust: bool | None) -> None:
    """Unpack the game in FILE, which 'trc-module pack' wrote, into FOLDER, new or empty: by default one of its name.

    Nothing of the game runs while it is unpacked. Rules in Python are a program, which can do all that you can: they
    run only if you say that they may. A game whose rules are data has none.
    """
    from trc_module.gamespec import distrust
    from trc_module.gamespec import trust as trust_folder
    from trc_module.newgame.one_file import unpack_game

    done = unpack_game(file, folder)
    spec = done.spec
    where = folder or Path(spec.name)
    tell(f"Unpacked {spec.title} into {where}: {number(done.files, 'file')}.")
    if spec.package:
        if trust is None and sys.stdin is not None and sys.stdin.isatty():
            text = f"Its rules ('{spec.package}') are a program, which can do all that you can. May they run?"
            trust = click.confirm(text, default=False)
        if trust:
            trust_folder(spec.folder)
        else:
            # Another game may have lain there.
            distrust(spec.folder)
            tell(f"Its rules ('{spec.package}') are a program, and do not run. 'trc-module --games-path' lets them.")
    tell(f"Go on there: cd {where}; trc-module lint; trc-module play; trc-module build.")
