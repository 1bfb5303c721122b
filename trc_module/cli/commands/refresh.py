"""`trc-module refresh`: a save or log of an older module, for a newer one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, number, tell
from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.vassal.palette import Palette
    from trc_module.workshop.refreshing import Bring, RefreshedFile

_file = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Writing)
@click.argument("old", type=click.Path(path_type=Path))
@click.option("--to", "module", type=_file, help="The newer module (.vmod).")
@click.option("--setups", is_flag=True, help="OLD is a module: bring the set-ups within it forward to its own pieces.")
@click.option("-o", "--output", required=True, type=OUTPUT, help="The file to write; of a folder a new folder.")
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
@click.option("--json", "as_json", is_flag=True, help="Print what became of each piece, or of each file, as JSON.")
def command(
    old: Path,
    module: Path | None,
    setups: bool,
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
    after every step too. Nothing is written if anything would be lost, unless --lossy is given. OLD may be a folder:
    then every save and log in it is brought forward for itself. Exit code 1 if some of them were not written.
    """
    from contextlib import ExitStack
    from functools import partial

    from trc_module.vassal.archive import Archive
    from trc_module.vassal.palette import read_palette
    from trc_module.vassal.refresh import refresh

    if keep_retired and drop_retired:
        raise UserError("--keep-retired and --drop-retired exclude each other: a piece stays in the game or leaves it.")
    if setups == (module is not None):
        raise UserError("Name the newer module with --to, or have a module's own set-ups refreshed with --setups.")
    bring = partial(refresh, keep=keep_retired, drop=drop_retired, accepted=accepted)
    if module is None:
        from trc_module.workshop.refreshing import refresh_setups

        reports = refresh_setups(old, output, bring, lossy=lossy)
        _tell_rows([(each.name, each.pieces, each.reasons) for each in reports], output, as_json)
        return
    with ExitStack() as opened:
        archive, *others = (opened.enter_context(Archive(path)) for path in (module, *extensions))
        palette = read_palette(archive, others)
    if old.is_dir():
        from trc_module.workshop.refreshing import refresh_folder

        rows = _with_bar(old, refresh_folder(old, output, palette, bring, lossy=lossy))
        _tell_rows([(row.file, row.pieces, row.reasons) for row in rows], output, as_json)
        return
    _one(old, output, palette, bring, accepted, lossy, as_json)


def _one(
    old: Path, output: Path, palette: Palette, bring: Bring, accepted: tuple[str, ...], lossy: bool, as_json: bool
) -> None:
    """Bring one save or log forward."""
    from trc_module.report.refreshed import refreshed_text, refreshed_tree
    from trc_module.vassal.saves import read_saved_game
    from trc_module.workshop.refreshing import write_brought

    game = read_saved_game(old)
    refreshed = bring(game, palette)
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
    write_brought(output, game, refreshed, palette)


def _with_bar(folder: Path, rows: Iterator[RefreshedFile]) -> list[RefreshedFile]:
    """Return the rows, with a bar on a terminal while they come."""
    from rich.console import Console
    from rich.progress import Progress

    from trc_module.workshop.refreshing import games_in

    with Progress(console=Console(stderr=True), transient=True) as bar:
        return list(bar.track(rows, total=len(games_in(folder)), description="Games"))


def _tell_rows(rows: list[tuple[str, int, tuple[str, ...]]], output: Path, as_json: bool) -> None:
    """Say what became of each file; exit code 1 if some were not written."""
    left = sum(bool(reasons) for _, _, reasons in rows)
    if as_json:
        echo(json_text([{"file": name, "pieces": pieces, "reasons": list(why)} for name, pieces, why in rows]))
    else:
        for name, pieces, reasons in rows:
            tell(f"{name}: {number(pieces, 'piece')}" + (", not brought forward" if reasons else ""))
            for reason in reasons:
                tell(f"    {reason}")
        tell(f"Wrote {output}: {len(rows) - left} of {number(len(rows), 'game')} brought forward.", err=True)
    if left:
        raise click.exceptions.Exit(1)
