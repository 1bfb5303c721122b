"""`trc-module edit`: a module or a save changed in bulk by a script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, tell

if TYPE_CHECKING:
    from trc_module.vassal.difference import Change

_file = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Writing)
@click.argument("file", type=_file)
@click.option(
    "--script", required=True, type=_file, help="The steps, in TOML, as the handbook's page on the workshop lists them."
)
@click.option("-o", "--output", required=True, type=OUTPUT, help="The new module, extension or save.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def command(file: Path, script: Path, output: Path, as_json: bool) -> None:
    """Change FILE, a module (.vmod), an extension (.vmdx) or a save (.vsav) of any game, by a script.

    In modules: traits, slots, parts of the palette, names of pictures, palette numbers; extensions are merged in or
    split off. In saves: pieces are moved, shifted, changed, dropped. FILE stays as it is; what differs in the new file
    is printed. A step that finds nothing to change is an error, and nothing is written.
    """
    from trc_module.report.difference import difference_text, difference_tree
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.difference import compare_modules
    from trc_module.vassal.saves import SAVED_GAME
    from trc_module.workshop.module_edits import edit_module
    from trc_module.workshop.save_edits import edit_save

    with Archive(file) as archive:
        is_save = SAVED_GAME in archive
    if is_save:
        done, written = edit_save(file, script, output), [output]
        changes: Sequence[Change] = ()
    else:
        edited = edit_module(file, script, output)
        done, written = edited.done, [*edited.files, output]
        with Archive(file) as before, Archive(output) as after:
            changes = compare_modules(before, after)
    if as_json:
        names = [str(path) for path in written]
        echo(json_text({"steps": done, "written": names, "changes": difference_tree(changes)}))
        return
    for line in done:
        tell(line)
    if changes:
        echo(difference_text(changes))
    for path in written:
        tell(f"Wrote {path}.", err=True)
