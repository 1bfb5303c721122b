"""`trc-module adopt`: a game in another module, taken over into ours."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text


@click.command(cls=Writing)
@click.argument("save", type=click.Path(dir_okay=False, path_type=Path))
@click.option("-o", "--output", required=True, type=OUTPUT, help="The save of our module to write (.vsav).")
@PROFILE
@click.option("--lossy", is_flag=True, help="Write the save even if some pieces cannot be placed.")
@click.option("--json", "as_json", is_flag=True, help="Print what became of each piece as JSON.")
def command(save: Path, output: Path, profile: Path | None, lossy: bool, as_json: bool) -> None:
    """Take over the position of SAVE (.vsav, .vlog), which was played with another module, into our module.

    From a log it takes the position at its end. Every piece is accounted for. Nothing is written if a piece cannot
    be placed, unless --lossy is given.
    """
    from trc_module.cli.games import game_choice
    from trc_module.errors import UserError
    from trc_module.module.identity import save_data
    from trc_module.module.inputs import load_inputs
    from trc_module.opening.choice import module_name
    from trc_module.opening.logs import is_foreign
    from trc_module.profiles.adopting import adopt
    from trc_module.report.adopted import adopted_text, adopted_tree
    from trc_module.rules.finder import find_game
    from trc_module.vassal.saves import write_saved_game
    from trc_module.version import __version__

    choice = game_choice()
    spec = choice.of_logs([save])
    if not is_foreign(save, choice):
        module = module_name(save) or "a module without a name"
        raise UserError(f"{save}: expected a save of another module, found one of '{module}'.")
    parts = load_inputs(find_game(spec.name), spec.folder)
    adopted = adopt(save, parts, profile)
    echo(json_text(adopted_tree(adopted)) if as_json else adopted_text(adopted))
    if adopted.losses and not lossy:
        hint = f"Name these pieces in {adopted.profile}, or add --lossy to write the save without them."
        raise UserError(f"'{output}' was not written.", *adopted.losses, hint)
    write_saved_game(
        output,
        adopted.initial,
        save_data=save_data(__version__, f"Taken over from {adopted.module}"),
        module_data=parts.module_data(__version__),
    )
