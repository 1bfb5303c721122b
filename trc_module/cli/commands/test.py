"""`trc-module test`: measure a game: its data, rules, examples, games and logs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.telling import echo, number, tell

if TYPE_CHECKING:
    from trc_module.rules.game import Game
    from trc_module.trials.trying import CrimeTrial


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--against",
    "other",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Instead, compare the rules with those of the same game in FOLDER: a build in Python, an earlier one.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed tries the same.")
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="How many games are played.")
@click.option("--turns", type=click.IntRange(1), default=2, show_default=True, help="How many turns of each.")
@click.option("--acts", type=click.IntRange(0), default=5000, show_default=True, help="With --against: drawn acts.")
@click.option(
    "--records", type=click.IntRange(0), default=1000, show_default=True, help="With --against: changed ones."
)
@game_option
def command(
    folder: Path | None, other: Path | None, seed: int, games: int, turns: int, acts: int, records: int
) -> None:
    """Try out the game, or the one in FOLDER, as its players and auditors will: a line for each trial.

    Data and rules, examples and records, games at random, their logs audited, keys that players forget, and crimes that
    an audit should name. Exit code 1 if something is wrong with the game; what an audit cannot see of it is told, and
    is no fault. The rules in FOLDER run, as you have named it.
    """
    from trc_module.errors import UserError
    from trc_module.gamespec import FILE
    from trc_module.rules.finder import load_rules
    from trc_module.trials.trying import Extent, against, trials

    for given in filter(None, (folder, other)):
        if not (given / FILE).is_file():
            raise UserError(f"{given}: expected a game's data folder, which has a file {FILE}.")
    extent = Extent(seed, games, turns, acts, records)
    spec = chosen_spec(folder)

    @cache
    def find(name: str, options: frozenset[str]) -> Game:
        return load_rules(spec, options, named=folder is not None)

    game = find(spec.name, frozenset())
    if other is not None:
        faults = _told(against(game, spec.folder, other, extent))
    else:
        faults = _told(_data(folder)) + sum(_told(trial) for trial in trials(game, spec.folder, extent, find))
    if faults:
        echo(f"{number(faults, 'trial')} with something to look at.")
        raise click.exceptions.Exit(1)


def _data(folder: Path | None) -> CrimeTrial:
    """Return what `lint` says of the data."""
    from trc_module.cli.data import inspect_data
    from trc_module.trials.trying import CrimeTrial

    found = inspect_data(folder, None)
    errors = [str(problem) for inspection in found.values() for problem in inspection.problems if problem.is_error]
    return CrimeTrial("data", f"{', '.join(found)}, {number(len(errors), 'error')}", tuple(errors))


def _told(trial: CrimeTrial) -> int:
    """Tell a trial; return 1 if something is wrong, else 0."""
    echo(f"{'wrong' if trial.faults else 'ok':<6}{trial.name}: {trial.words}.")
    for line in (*trial.faults, *trial.notes):
        tell(f"      {line}")
    return int(bool(trial.faults))
