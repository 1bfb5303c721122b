"""`trc-module check`: judge a record."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_of_record, game_option
from trc_module.cli.telling import echo


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@CORRECTIONS
@game_option
def command(file: Path, as_json: bool, overlay: Path | None) -> None:
    """Judge the game record FILE (.game), act by act.

    Without 'expect' lines it prints what the rules have to say; exit code 1 if a rule is broken. With them
    it prints each expectation that is not met; exit code 1 if there is one.
    """
    from trc_module.rules.record import load_record, trial_json, trial_text, try_record

    record = load_record(file, game_of_record(overlay))
    trial = try_record(record, str(file))
    echo(trial_json(trial) if as_json else trial_text(trial))
    if not trial.clean:
        raise click.exceptions.Exit(1)
