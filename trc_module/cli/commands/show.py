"""`trc-module show`: the contents of a VASSAL file."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(file: Path, as_json: bool) -> None:
    """Show what is in FILE: a module (.vmod), a save (.vsav) or a log (.vlog) of any game.

    Passwords, which VASSAL writes into saves in clear, are not shown.
    """

    from trc_module.replay.contents import read_contents
    from trc_module.replay.module_contents import read_module_contents
    from trc_module.report.contents import game_text, game_tree, module_text, module_tree
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.saves import SAVED_GAME

    with Archive(file) as archive:
        is_game = SAVED_GAME in archive
    if is_game:
        game = read_contents(file)
        echo(json_text(game_tree(game)) if as_json else game_text(game))
    else:
        module = read_module_contents(file)
        echo(json_text(module_tree(module)) if as_json else module_text(module))
