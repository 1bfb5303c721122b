"""`trc-module print`: all of a game on paper."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.outputs import Writing
from trc_module.cli.telling import number, tell


@click.command(cls=Writing)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper.")
@click.option("--language", default="en", show_default=True, help="The language of what is printed: en, de, it.")
@CORRECTIONS
@game_option
def command(folder: Path, paper: str, language: str, overlay: Path | None) -> None:
    """Write all that a game needs on paper into FOLDER: map, boards, counters, charts, orders of battle."""
    from typing import cast

    from trc_module.art.counters.sheets import Paper
    from trc_module.disk_cache import cache_root
    from trc_module.module.inputs import load_inputs
    from trc_module.module.print_sheets import print_game
    from trc_module.rules.finder import load_game

    spec = chosen_spec()
    parts = load_inputs(load_game(spec.name, overlay=overlay), spec.folder, language)
    for each in print_game(parts, folder, cast(Paper, paper), cache_root(None) / "map"):
        tell(f"{each.path}: {number(each.pages, 'page')}; {_HOW[each.how]}")


_HOW = {
    "glue": "print at 100 %, cut along the marks and glue.",
    "both": "print on both sides at 100 %, turning over the long edge, and cut.",
    "read": "print at any size.",
}
