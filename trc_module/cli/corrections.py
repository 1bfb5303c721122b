"""The option that names an owner's corrections of the data: the same for all commands."""

from __future__ import annotations

from pathlib import Path

import click


def expect_folder(folder: Path | None) -> Path | None:
    """Return the folder of corrections; UserError if there is none."""
    from trc_module.errors import UserError

    if folder is not None and not folder.is_dir():
        raise UserError(f"{folder}: expected a folder with your corrections, of the same layout as ours.")
    return folder


def _convert(_: click.Context, __: click.Parameter, folder: Path | None) -> Path | None:
    return expect_folder(folder)


CORRECTIONS = click.option(
    "--data",
    "--overlay",
    "overlay",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    callback=_convert,
    help="A folder with your own corrections of the data; they win over ours.",
)
"""`--overlay` is another name for `--data`."""
