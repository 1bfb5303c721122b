"""`trc-module duties`: what the side to play has before it."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="GAME...")
@click.option("--step", type=click.IntRange(min=0), metavar="STEP", help="After this step of all logs, not at the end.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@CORRECTIONS
@PROFILE
@game_option
def command(
    files: tuple[Path, ...], step: int | None, as_json: bool, overlay: Path | None, profile: Path | None
) -> None:
    """List what the side to play must still do: attacks, withdrawals and the like, arrivals, units out of supply.

    GAME is a record (.game), a save, or the logs (.vlog) of one game. Exit code 1 if something is still to be done.
    """
    from trc_module.cli.logs import audit_files, read_played
    from trc_module.errors import UserError
    from trc_module.opening.played import is_record
    from trc_module.report.agenda import agenda, agenda_text, agenda_tree

    if step is None:
        played = read_played(files, overlay, profile)
        game, state = played.game, played.end
    elif is_record(files[0]):
        raise UserError(f"{files[0]}: a record has no steps; --step is for logs.")
    else:
        from trc_module.app.positions import positions_of

        audit = audit_files(files, overlay, profile)
        if step > len(audit.steps):
            raise UserError(f"There is no step {step}: the game has {len(audit.steps)}.")
        game, state = audit.log.parts.game, positions_of(audit).at(step)
    found = agenda(game, state)
    echo(json_text(agenda_tree(game, found)) if as_json else agenda_text(game, found))
    if found.open:
        raise click.exceptions.Exit(1)
