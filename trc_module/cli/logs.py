"""What a command opens: logs and records, with the game and the defaults that the command line tells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from trc_module.auditing.audit import Audit
    from trc_module.opening.played import Played
    from trc_module.replay.gamelog import GameLog, SaveReader
    from trc_module.replay.roll_formats import RollFormat
    from trc_module.replay.transcript import Transcript

OPTIONS = click.option(
    "--options",
    multiple=True,
    metavar="RULE",
    help="An optional rule in play, such as 26.5, or agreed-map; may be repeated.",
)
PROFILE = click.option(
    "--profile",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A profile of another module: it maps the module's pieces and hexes onto ours (see `trc-module profile`); by "
    "default one that comes with trc-module.",
)


def open_logs(
    files: Sequence[Path],
    options: frozenset[str] = frozenset(),
    overlay: Path | None = None,
    profile: Path | None = None,
    game: str | None = None,
    read: SaveReader | None = None,
) -> list[GameLog]:
    """Open logs as `opening.logs.open_logs` does; `game` is what `--game` names, for a worker."""
    from trc_module.cli.games import game_choice
    from trc_module.opening import logs

    return logs.open_logs(files, options, overlay, profile, read, choice=game_choice(game))


def audit_files(
    files: Sequence[Path], overlay: Path | None = None, profile: Path | None = None, mails: Sequence[Path] = ()
) -> Audit:
    """Open the logs of one game and judge them as one, with the defaults that trc-module.toml gives an audit.

    `mails` are files with the mails of a dice server. UserError if they are logs of several games.
    """
    from trc_module.cli.config import told_defaults
    from trc_module.cli.games import game_choice
    from trc_module.opening import logs

    given = told_defaults(Path())
    data, choice = overlay or given.data, game_choice()
    return logs.audit_files(files, frozenset(given.options), data, profile, choice=choice, mails=mails)


def open_any_logs(files: Sequence[Path], profile: Path | None = None) -> list[GameLog]:
    """Open logs to join or cut them, as `opening.logs.open_any_logs` does."""
    from trc_module.cli.games import game_choice
    from trc_module.opening import logs

    return logs.open_any_logs(files, profile, choice=game_choice())


def transcripts_of(
    files: Sequence[Path], profile: Path | None = None, formats: Sequence[RollFormat] = ()
) -> list[Transcript]:
    """Return the transcripts of logs of other games than ours, as `opening.logs.transcripts_of` does."""
    from trc_module.cli.games import game_choice
    from trc_module.opening import logs

    return logs.transcripts_of(files, profile, formats, choice=game_choice())


def read_played(files: Sequence[Path], overlay: Path | None = None, profile: Path | None = None) -> Played:
    """Read a game: a record, or a save or the logs of one game; UserError if they cannot be read."""
    from trc_module.cli.games import game_of_record
    from trc_module.opening.played import is_record, of_audit, of_record

    if is_record(files[0]):
        return of_record(files[0], game_of_record(overlay))
    return of_audit(audit_files(files, overlay, profile))
