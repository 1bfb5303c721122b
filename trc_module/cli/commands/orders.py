"""`trc-module orders`: combat orders by mail, written from a game and checked before they are mailed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.groups import Grouped
from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text

if TYPE_CHECKING:
    from trc_module.rules.game import Game
    from trc_module.rules.orders import OrdersDesk


class _WriteByDefault(Grouped):
    """Take a first word that is no subcommand for the file of `write`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["write", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_WriteByDefault)
def command() -> None:
    """Write and check combat orders by mail: `orders GAME`, or `orders check ORDERS --position SAVE`.

    Orders answer every result of a battle in advance, so that the other player can roll and carry them out.
    The handbook's page 'Combat orders' explains the notation.
    """


@command.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="GAME...")
@click.option(
    "--at",
    default="",
    metavar="WHEN",
    help="The combat to write, as the first line of orders names it; the last one with battles if not given.",
)
@click.option("-o", "--output", type=OUTPUT, help="Write to this file instead.")
@CORRECTIONS
@PROFILE
@game_option
def write(files: tuple[Path, ...], at: str, output: Path | None, overlay: Path | None, profile: Path | None) -> None:
    """Write the orders of one combat phase from a game: a record (.game), or the logs (.vlog) of one game.

    A result that came up has the answer that was carried out. Other results that leave a choice have `?`, which the
    player replaces. Where no battle was declared, as in logs of other modules, it proposes battles by who stands next
    to whom at the end.
    """
    from trc_module.cli.logs import read_played
    from trc_module.files import write_file

    played = read_played(files, overlay, profile)
    text = desk_of(played.game).draft(played.acts, at, str(files[0]), played.end)
    if output is None:
        echo(text, nl=False)
    else:
        write_file(output, text.encode())


@command.command()
@click.argument("orders", type=click.Path(path_type=Path), metavar="ORDERS")
@click.option(
    "--position",
    "files",
    type=click.Path(path_type=Path),
    multiple=True,
    required=True,
    metavar="SAVE",
    help="The position before the dice: a save, a record, or the logs of the game (give it again for each). Logs that "
    "go on after the combat of the orders are read up to it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@CORRECTIONS
@PROFILE
@game_option
def check(orders: Path, files: tuple[Path, ...], as_json: bool, overlay: Path | None, profile: Path | None) -> None:
    """Check combat orders before they are mailed.

    It names wrong odds, losses and retreats that break a rule, battles that must be fought and are not ordered, and
    every result without an answer, with its chance. Each battle is judged in the position before all dice. Exit code 1
    if something is wrong or missing.
    """
    from trc_module.cli.logs import read_played

    played = read_played(files, overlay, profile)
    report = desk_of(played.game).check(played.end, read_text(orders), str(orders), played.phases)
    echo(json_text(report.tree) if as_json else _named(played.game, report.text))
    if not report.clean:
        raise click.exceptions.Exit(1)


def desk_of(game: Game) -> OrdersDesk:
    """Return what reads and writes a game's orders; UserError if it has no notation for them."""
    from trc_module.errors import UserError

    if game.orders is None:
        raise UserError(f"{game.title} has no notation for orders by mail.")
    return game.orders


def _named(game: Game, text: str) -> str:
    from trc_module.report.counter_names import CounterNames

    named = CounterNames(game.roster.units)
    return "\n".join(map(named, text.split("\n")))


def read_text(path: Path) -> str:
    """Return the text of a file of orders; UserError if it cannot be read or is no UTF-8."""
    from trc_module.errors import UserError
    from trc_module.files import read_input

    try:
        return read_input(path).decode("utf-8")
    except OSError as error:
        raise UserError(f"{path}: the orders cannot be read ({error.strerror or error}).") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: expected orders in UTF-8, found other bytes at place {error.start}.") from error
