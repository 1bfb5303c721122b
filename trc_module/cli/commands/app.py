"""`trc-module app`: the local page for players."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.dice_mails import DICE_MAIL
from trc_module.cli.games import game_option, named_game
from trc_module.cli.telling import echo, tell


@click.command()
@click.argument(
    "folders", type=click.Path(exists=True, file_okay=False, path_type=Path), nargs=-1, metavar="[FOLDER]..."
)
@click.option("--port", type=click.IntRange(1, 65535), help="The port of this machine; by default 8537 or a free one.")
@click.option("--no-browser", is_flag=True, help="Open no browser; the address is printed anyway.")
@click.option("--watch", is_flag=True, help="Show a log as soon as it is saved in one of the folders.")
@click.option("--agreed-map", is_flag=True, help="Both players agree on this module's map and turn track.")
@DICE_MAIL
@CORRECTIONS
@game_option
def command(
    folders: tuple[Path, ...],
    port: int | None,
    no_browser: bool,
    watch: bool,
    agreed_map: bool,
    dice_mail: tuple[Path, ...],
    overlay: Path | None,
) -> None:
    """Open a page in the browser that audits what is dropped on it, and answers questions about positions.

    It shows the games whose logs lie in each FOLDER and the folders in it; the folder in which VASSAL keeps its games
    is offered on the page. The page can be reached from this machine alone, by the address that is
    printed, and no request leaves the machine. Quit on the page, or Control-C, ends it.
    """
    from trc_module.app.needed import expect_installed
    from trc_module.app.vassal_folder import vassal_folder
    from trc_module.cli.logs import open_logs

    expect_installed(watching=watch)
    from trc_module.app.running import serve
    from trc_module.auditing.dice_mail import read_all
    from trc_module.rules.options import AGREED_MAP

    # What is wrong with the mails is told before the page is there.
    read_all(dice_mail)

    found = vassal_folder()
    if not folders:
        tell(
            f"VASSAL keeps games in {found}: the page offers to look there."
            if found
            else "VASSAL's folder of games was not found: drop logs on the page, or name a folder.",
            err=True,
        )
    named = named_game()
    serve(
        folders,
        partial(open_logs, game=named),
        port=port,
        browser=not no_browser,
        watching=watch,
        games=(named,) if named else (),
        overlay=str(overlay) if overlay else "",
        options=(AGREED_MAP,) if agreed_map else (),
        mails=dice_mail,
        on_address=echo,
        offered=found if not any(found == folder.resolve() for folder in folders) else None,
    )
