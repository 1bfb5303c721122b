"""`trc-module data`: the data files of a game, to be looked at and changed."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.groups import Grouped
from trc_module.cli.telling import echo, json_text, tell


@click.group(cls=Grouped)
def command() -> None:
    """List the data files of a game, or copy them into a folder of your own to change them."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@game_option
def list_(as_json: bool) -> None:
    """List the data files of a game, with what each holds, and the folder in which they lie."""
    from trc_module.gamespec.export import about, data_files

    spec = chosen_spec()
    files = [(file.as_posix(), about(spec, file)) for file in data_files(spec)]
    if as_json:
        echo(json_text({"folder": str(spec.folder), "files": [{"file": file, "about": told} for file, told in files]}))
        return
    wide = max(len(file) for file, _ in files)
    for file, told in files:
        tell(f"{file:{wide}}  {told}".rstrip())
    tell(f"{len(files)} files in {spec.folder}.")


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("names", nargs=-1, metavar="[FILE...]")
@game_option
def export(folder: Path, names: tuple[str, ...]) -> None:
    """Copy the data files of a game into FOLDER, which must be new or empty: all of them, or each FILE that is named.

    A FILE is named as 'data list' does (units.csv, charts/combat.toml); a folder (charts) stands for all files in it.
    Change what you want in the copies, and give the folder to other commands with --data: yours win, datum by datum,
    and what a copy repeats stays ours. Nothing is written over.
    """
    from trc_module.gamespec.export import export_data

    spec = chosen_spec()
    written = export_data(spec, folder, names)
    tell(f"{folder}: {len(written)} {'file' if len(written) == 1 else 'files'} of {spec.title}.")
    tell(f"Use them with --data, as in: trc-module lint --data {folder}")
