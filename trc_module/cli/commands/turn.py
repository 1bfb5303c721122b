"""`trc-module turn`: whose turn it is in the games of some folders."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option, named_game
from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument(
    "folders",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    nargs=-1,
    required=True,
    metavar="FOLDER...",
)
@click.option("--log", "log", metavar="NAME", help="Only the game to which the log of this name belongs.")
@click.option("--side", metavar="SIDE", help="You play this side in the games that are listed: kept from then on.")
@click.option(
    "--days", type=click.IntRange(0, 366), metavar="DAYS", help="Days for an answer, kept; 0 for no deadline."
)
@click.option("--off", metavar="DAYS", help="Days of the week that do not count, as sat,sun; kept.")
@click.option("--holidays", metavar="DATES", help="Days that do not count, as 2026-12-24..2027-01-02,2026-04-03; kept.")
@click.option("--peek", is_flag=True, help="Do not count this as a visit: what is new stays new.")
@click.option("--language", default="en", metavar="LANGUAGE", help="The language of findings and days: en, de or it.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@CORRECTIONS
@game_option
def command(
    folders: tuple[Path, ...],
    log: str | None,
    side: str | None,
    days: int | None,
    off: str | None,
    holidays: str | None,
    peek: bool,
    language: str,
    as_json: bool,
    overlay: Path | None,
) -> None:
    """Tell whose turn it is in the games whose logs (.vlog) lie in each FOLDER and the folders in it.

    It says what is new since your last visit, and when your answer is due; the app says the same and knows the same
    visits. Nothing is written into the folders. Exit code 1 if it is your turn in one of the games.
    """
    from trc_module.app.turn_lists import PlayersWord, listed, turns_text, turns_trees
    from trc_module.app.visits import Visits, visits_file
    from trc_module.cli.logs import open_logs
    from trc_module.errors import UserError
    from trc_module.report.tongue import LANGUAGES

    if language not in LANGUAGES:
        raise UserError(f"There is no language '{language}': expected {', '.join(LANGUAGES)}.")
    said = PlayersWord(side, days, off, holidays)
    opener = partial(open_logs, game=named_game())
    found = listed(folders, opener, Visits(visits_file()), log or "", said, overlay, language, peek=peek)
    echo(json_text(turns_trees(found, language)) if as_json else turns_text(found, language))
    if found.mine:
        raise click.exceptions.Exit(1)
