"""`trc-module hint`: the attacks that promise most."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.telling import echo


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--side", default="", help="The side that asks; by default the one whose turn it is.")
@click.option("--most", type=click.IntRange(1, 20), default=3, show_default=True, help="How many attacks are named.")
@CORRECTIONS
@PROFILE
@game_option
def command(files: tuple[Path, ...], side: str, most: int, overlay: Path | None, profile: Path | None) -> None:
    """Name the best attacks of a side at the end of a game: a record (.game), a save or the logs of one game.

    Each with its odds, who attacks from where, and what the die may bring. Units are taken to be free to move there;
    what others need them for is not looked at.
    """
    from trc_module.cli.logs import read_played
    from trc_module.errors import UserError
    from trc_module.facts.choices import one_of
    from trc_module.opponent.hints import hints, told
    from trc_module.report.counter_names import CounterNames

    played = read_played(files, overlay, profile)
    game, state = played.game, played.end
    asked = side.lower() or state.clock.side
    if asked not in game.sides:
        raise UserError(f"There is no side '{side}' in {game.title}; expected {one_of(game.sides, side)}.")
    found = hints(game, state, asked, most)
    if not found:
        echo(f"No attack of the {asked.capitalize()} side promises anything in {state.clock.words}.")
    named = {at: name for name, at in game.places.items()}
    names = CounterNames(game.roster.units)
    for number, hint in enumerate(found, 1):
        place = game.board.grid.name(hint.at)
        where = f"{number}. {named[hint.at]} ({place})" if hint.at in named else f"{number}. {place}"
        units = [names(unit) for unit, _ in hint.attackers]
        for line in told(hint, units, where, [game.board.grid.name(at) for _, at in hint.attackers]):
            echo(line)
