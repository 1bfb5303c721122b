"""`trc-module refresh`: a save or log of an older module, for a newer one."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text

_file = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Writing)
@click.argument("old", type=_file)
@click.option("--to", "module", required=True, type=_file, help="The newer module (.vmod).")
@click.option("-o", "--output", required=True, type=OUTPUT, help="The save or log to write.")
@click.option(
    "--extension", "extensions", multiple=True, type=_file, help="A newer extension (.vmdx) whose pieces the game uses."
)
@click.option(
    "--keep-retired",
    is_flag=True,
    help="Keep pieces that the module no longer has as they were; one whose picture is gone shows its name.",
)
@click.option("--drop-retired", is_flag=True, help="Leave pieces out of the game that the module no longer has.")
@click.option(
    "--accept-module",
    "accepted",
    multiple=True,
    metavar="NAME",
    help="A former name of the module; games under that name are accepted.",
)
@click.option("--lossy", is_flag=True, help="Write the file even if the state of a piece would be lost.")
@click.option("--json", "as_json", is_flag=True, help="Print what became of each piece as JSON.")
def command(
    old: Path,
    module: Path,
    output: Path,
    extensions: tuple[Path, ...],
    keep_retired: bool,
    drop_retired: bool,
    accepted: tuple[str, ...],
    lossy: bool,
    as_json: bool,
) -> None:
    """Bring the save or log OLD (.vsav, .vlog) of an older module forward to a newer one, of any game.

    Pieces are found again by their numbers, else by their names, and keep their places, stacks and states, in a log
    after every step too. Nothing is written if anything would be lost, unless --lossy is given.
    """
    from contextlib import ExitStack
    from dataclasses import replace

    from trc_module.errors import UserError
    from trc_module.report.refreshed import refreshed_text, refreshed_tree
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.metadata import Metadata
    from trc_module.vassal.palette import read_palette
    from trc_module.vassal.refresh import refresh
    from trc_module.vassal.saves import read_saved_game, write_saved_game

    if keep_retired and drop_retired:
        raise UserError("--keep-retired and --drop-retired exclude each other: a piece stays in the game or leaves it.")
    game = read_saved_game(old)
    with ExitStack() as opened:
        archive, *others = (opened.enter_context(Archive(path)) for path in (module, *extensions))
        palette = read_palette(archive, others)
    refreshed = refresh(game, palette, keep=keep_retired, drop=drop_retired, accepted=accepted)
    echo(json_text(refreshed_tree(refreshed)) if as_json else refreshed_text(refreshed))
    reasons = (*refreshed.obstacles, *(() if lossy else refreshed.losses))
    if reasons:
        hint = ""
        if refreshed.found("none"):
            hint = " To keep pieces that the module has no more, add --keep-retired; to leave them out, --drop-retired."
        if game.module_data and game.module_data.name not in ("", palette.data.name, *accepted):
            hint += f" If the module was called so before, add --accept-module '{game.module_data.name}'."
        if not lossy and refreshed.losses:
            hint += " To write the file without these states, add --lossy."
        *first, last = (f"'{output}' was not written.", *reasons)
        raise UserError(*first, last + hint)
    write_saved_game(
        output,
        refreshed.initial,
        refreshed.steps,
        save_data=replace(game.save_data or Metadata(), version=palette.data.version),
        module_data=palette.data,
    )
