"""`trc-module forms`: the missing data of a game, as forms that its owner fills in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.telling import echo, json_text, number, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trc_module.forms import Asked

_PAGE = "owner-forms.html"


@click.command()
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="The folder for empty forms.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@CORRECTIONS
@game_option
def command(output: Path | None, as_json: bool, overlay: Path | None) -> None:
    """List the data that a game lacks and its owner can supply, or write them as forms to fill in.

    With -o FOLDER, writes the empty forms into that folder, and a page of them to print. Fill in as much as you like
    and pass the folder to --data of any command: what is filled in counts, the rest waits. With --data, tells how far
    the forms in that folder are filled in.
    """
    from trc_module.errors import UserError
    from trc_module.forms import asked_of

    spec = chosen_spec()
    asked = asked_of(spec.folder, overlay)
    if not asked:
        raise UserError(
            f"{spec.title} has no forms. Its data are corrected in files of your own (--data); 'trc-module facts' "
            "lists which of them are assumed or doubtful."
        )
    if output is not None:
        _write(asked, output, spec.title)
    elif as_json:
        echo(json_text([_tree(each) for each in asked]))
    else:
        _list(asked)


def _tree(each: Asked) -> dict[str, object]:
    form = each.form
    return {
        "form": form.id,
        "title": form.title,
        "file": form.file,
        "where": form.where,
        "fields": {name: {"what": field.what, "unit": field.unit} for name, field in form.field.items()},
        "rules": list(form.rules),
        "entries": len(each.entries),
        "filled": each.filled,
        "added": each.added,
        "missing": [entry.label for entry in each.entries if not entry.filled],
    }


def _list(asked: Sequence[Asked]) -> None:
    for each in asked:
        form = each.form
        count = f"{each.filled} of {len(each.entries)} filled in" if each.entries else "empty lines"
        added = f", {each.added} added" if each.added else ""
        tell(f"{form.id}: {form.title} ({form.file}): {count}{added}")
        tell(f"    {form.where}")
        if form.rules:
            tell(f"    {'waiting' if each.waits else 'served'}: rules {', '.join(form.rules)}")
    open_ = sum(each.waits for each in asked)
    complete = f"{open_} not complete" if open_ else "all complete"
    echo(f"{number(len(asked), 'form')}, {complete}.")


def _write(asked: Sequence[Asked], output: Path, title: str) -> None:
    from trc_module.errors import UserError
    from trc_module.files import write_file
    from trc_module.forms.page import page
    from trc_module.forms.writing import files_of

    texts = files_of(asked)
    there = [name for name in texts if (output / name).exists()]
    if there:
        raise UserError(
            f"{output / there[0]} is there already, and may be filled in: name a new folder, or move the file away."
        )
    texts[_PAGE] = page(
        asked,
        f"{title}: owner's forms",
        "Our data lack what is asked here. Take it from your own copy of the game, and put it into the file that is "
        "named with each form; the small grey words are what we assume. What you fill in is used; the rest stays open.",
    )
    for name, text in texts.items():
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        write_file(output / name, text.encode())
    names = ", ".join(texts)
    tell(f"Wrote {number(len(texts), 'file')} to {output}: {names}.")
    echo(f"Fill them in, and use them with --data {output}.")
