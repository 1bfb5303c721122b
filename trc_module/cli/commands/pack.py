"""`trc-module pack`: a game as one file."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import number, tell


@click.command(cls=Writing)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=OUTPUT, help="The file to write; NAME.zip by default.")
@game_option
def command(folder: Path | None, output: Path | None) -> None:
    """Pack the game, or the one in FOLDER, into one file that 'trc-module unpack' opens elsewhere.

    All files of the folder are packed but those that were made of it: modules, saves and logs, the folder 'build', and
    what begins with a dot. The data must pass 'lint'.
    """
    from trc_module.cli.data import inspect_data, refuse_errors
    from trc_module.files import check_output
    from trc_module.newgame.one_file import pack_game

    found = inspect_data(folder, None)
    problems = [problem for inspection in found.values() for problem in inspection.problems]
    refuse_errors(problems, "Nothing was packed")
    spec = chosen_spec(folder)
    target = output or Path(f"{spec.name}.zip")
    check_output(target)
    files = pack_game(spec.folder, target)
    tell(f"Wrote {target}: {spec.title}, {number(len(files), 'file')}.")
