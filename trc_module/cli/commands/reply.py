"""`trc-module reply`: the program's answer to a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, tell
from trc_module.memory import nothing_collected

if TYPE_CHECKING:
    from trc_module.replay.chain import Chain


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, metavar="FILE...")
@click.option("-o", "--output", type=OUTPUT, help="The log to write (.vlog), or the first save (.vsav).")
@click.option("--begin", "scenario", metavar="SCENARIO", help="Write the save with which a game of a scenario begins.")
@click.option("--check", "checking", is_flag=True, help="Write nothing; check the dice of all replies among the logs.")
@click.option("--side", default="", help="The side that the program plays; by default the one whose turn it is.")
@click.option("--level", default="", help="'easy' errs, 'fair' plays to win (the default), 'hard' looks ahead.")
@click.option(
    "--seconds", type=click.FloatRange(min=1), default=20.0, show_default=True, help="How long 'hard' may think."
)
@click.option("--seed", type=int, default=None, help="Take the words of the dice from this number, not from a secret.")
@click.option("--anyway", is_flag=True, help="Answer even where the log breaks a rule: what was done stands.")
@CORRECTIONS
@nothing_collected(for_good=True)
@game_option
def command(
    files: tuple[Path, ...],
    output: Path | None,
    scenario: str | None,
    checking: bool,
    side: str,
    level: str,
    seconds: float,
    seed: int | None,
    anyway: bool,
    overlay: Path | None,
) -> None:
    """Answer the log FILE of a game that you play alone with a log of the other side (.vlog), to step through.

    To begin a game: `--begin SCENARIO --side SIDE -o FIRST.vsav`, the side being the program's.

    Give all logs of the game that you have, or the last one. The program audits them, plays its part of the turn and
    says in the chat what it does. What the rules leave to you in its battles it asks for: carry that out in your next
    log. Its dice can be checked: the word from which they follow was sealed in the log before.
    """
    from trc_module.cli.games import game_choice
    from trc_module.cli.logs import audit_files
    from trc_module.errors import UserError
    from trc_module.opening.logs import is_foreign
    from trc_module.opponent.keeping import secret_of
    from trc_module.opponent.replying import reply
    from trc_module.version import __version__

    if checking == (output is not None):
        raise UserError("Expected either -o FILE, the log to write, or --check to look at the dice of replies.")
    if scenario is not None:
        _begin(scenario, side, secret_of(seed), output, files, overlay)
        return
    if not files:
        raise UserError("Expected the logs of a game, or --begin SCENARIO for the save with which one begins.")
    choice = game_choice()
    foreign = next((file for file in files if is_foreign(file, choice)), None)
    if foreign is not None:
        raise UserError(
            f"{foreign}: it was played with another module. Take the game over first: trc-module adopt {foreign} -o "
            "OURS.vsav; then play on from that save with our module."
        )
    audit = audit_files(files, overlay)
    if output is None:
        _check(audit.chain)
        return
    done = reply(
        audit,
        output,
        __version__,
        secret_of(seed),
        side=side,
        level=level,
        seconds=seconds,
        anyway=anyway,
    )
    for sentence in done.sentences:
        echo(sentence)
    if done.question:
        echo(done.question)
    tell(
        f"{output}: {done.steps} steps, {len(done.part.acts)} acts of the {done.side.capitalize()} side, "
        f"to {done.end.clock.words}.",
        err=True,
    )


def _begin(
    scenario: str, side: str, secret: str, output: Path | None, files: tuple[Path, ...], overlay: Path | None
) -> None:
    from secrets import token_hex

    from trc_module.cli.games import chosen_spec
    from trc_module.errors import UserError
    from trc_module.module.inputs import load_inputs
    from trc_module.opponent.beginning import begin
    from trc_module.rules.finder import find_game
    from trc_module.version import __version__

    if output is None or files or not side:
        raise UserError("A game begins with --begin SCENARIO, --side, the program's, and -o FIRST.vsav; without logs.")
    spec = chosen_spec(overlay)
    parts = load_inputs(find_game(spec.name, overlay=overlay), spec.folder)
    # Of the same number the dice are the same, so that a test or an example can say what comes.
    number = "" if secret.startswith("seed ") else token_hex(8)
    state = begin(parts, scenario, side, secret, output, __version__, number)
    tell(f"{output}: {scenario}, to {state.clock.words}; the program plays the {side.capitalize()} side.", err=True)


def _check(chain: Chain) -> None:
    from trc_module.errors import UserError
    from trc_module.opponent.dice_check import check_dice

    checked = list(check_dice(chain))
    if not checked:
        raise UserError("There is no reply of the program among these logs.")
    for each in checked:
        echo(f"{each.log}: {each.sentence}")
    if not all(each.fair for each in checked):
        raise click.exceptions.Exit(1)
