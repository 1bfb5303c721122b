"""`trc-module rulebook`: the rules of a game as illustrated pages."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.languages import LANGUAGE
from trc_module.cli.progress import counted
from trc_module.cli.telling import tell


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@LANGUAGE
@game_option
def command(folder: Path, language: str) -> None:
    """Write the illustrated rulebook into FOLDER: a page per rule, with pictures of what keeps it and what breaks it.

    FOLDER is new or empty, or holds a rulebook already. The pages need no network; open index.html. They are made
    from the game's rulebook files, in our own words and under the rulebook's numbers, for every game that is
    installed (--game).
    """
    from trc_module.disk_cache import cache_root
    from trc_module.report.rulebook.pages import INDEX, write_rulebook
    from trc_module.report.tongue import check_language

    check_language(language)
    with counted("Writing") as on_page:
        written = write_rulebook(chosen_spec(), folder, cache_root() / "map", on_page, language=language)
    tell(f"{folder / INDEX}: {written.rules} rules, {written.pictures} pictures.")
