"""`trc-module new-game`: the skeleton of a game."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.telling import tell


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--title", required=True, help="The game's title, as 'Three Hills'.")
def command(folder: Path, title: str) -> None:
    """Write the skeleton of a new game into FOLDER, new or empty, whose name becomes the name of the game.

    It is a little game that works: its data pass 'lint', its rules judge 'sample.game', 'play' plays it, 'build' makes
    its module. Comments in its files say what to fill in; the handbook's tutorial 'Add a game' goes through them.
    """
    from trc_module.newgame import write_skeleton

    files = write_skeleton(folder, title)
    tell(f"Wrote {len(files)} files to {folder}.")
    tell(f"Go on there: cd {folder}; trc-module lint; trc-module check sample.game; trc-module play; trc-module build.")
