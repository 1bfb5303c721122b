"""`trc-module errata`: what corrects the data, and what a correction would change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from trc_module.charts.preview import Preview
    from trc_module.roster import Erratum

_overlay = click.option(
    "--data",
    "overlay",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with your own corrections, laid over our data.",
)


@click.group()
def command() -> None:
    """List the errata, or show what one changes before it is taken in."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@_overlay
def list_(as_json: bool, overlay: Path | None) -> None:
    """List the errata in the order in which they are applied, with what each corrects."""
    from trc_module.resources import data_dir
    from trc_module.roster import read_errata

    errata = read_errata(data_dir() / "trc") + (read_errata(overlay) if overlay else ())
    if as_json:
        _print_json([_sheet(erratum) for erratum in errata])
        return
    for erratum in errata:
        click.echo(f"{erratum.path.stem}  {erratum.date}  {erratum.title} [{erratum.source}]")
        for correction in erratum.corrections:
            click.echo(f"    {correction}")
    click.echo(f"{len(errata)} errata." if len(errata) != 1 else "1 erratum.")


@command.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write a page with pictures before and after (HTML)."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@_overlay
def preview(file: Path, output: Path | None, as_json: bool, overlay: Path | None) -> None:
    """Show which counters and charts the erratum in FILE changes, field by field; nothing is written to the data."""
    from trc_module.charts.preview import preview as make_preview
    from trc_module.resources import data_dir

    found = make_preview(file, data_dir() / "trc", overlay)
    if as_json:
        _print_json({**_sheet(found.erratum), "changes": [_change(change) for change in found.changes]})
    else:
        click.echo(f"{found.erratum.title} ({found.erratum.date}) [{found.erratum.source}]")
        for change in found.changes:
            click.echo(f"    {change}")
        click.echo(f"Changes {_number(len(found.counters()), 'counter')}, {_number(_charts(found), 'chart')}.")
    if output:
        _write_page(found, output)


def _charts(found: Preview) -> int:
    return len({change.subject for change in found.changes if change.kind == "chart"})


def _write_page(found: Preview, output: Path) -> None:
    from trc_module.art.counters import has_back, render_face
    from trc_module.charts.preview_page import preview_page

    page = preview_page(
        found, lambda item, side: render_face(item, side) if side == "front" or has_back(item) else None
    )
    # Written beside and renamed, so that a failed write leaves no half page.
    beside = output.with_name(output.name + ".part")
    beside.write_text(page, encoding="utf-8")
    beside.replace(output)
    click.echo(f"Wrote {output}.", err=True)


def _sheet(erratum: Erratum) -> dict[str, Any]:
    return {
        "file": erratum.path.name,
        "title": erratum.title,
        "date": erratum.date.isoformat(),
        "source": str(erratum.source),
        "why": erratum.why,
        "corrections": [
            {key: value for key, value in correction.as_dict().items() if value not in (None, False)}
            for correction in erratum.corrections
        ],
    }


def _change(change: Any) -> dict[str, str]:
    from dataclasses import asdict

    return {key: value for key, value in asdict(change).items() if value or key in ("old", "new")}


def _print_json(value: Any) -> None:
    import json

    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
