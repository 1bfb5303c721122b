"""`trc-module errata`: the corrections of the data, and a preview of a new one."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.groups import Grouped
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, number, tell
from trc_module.files import files_below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trc_module.charts.preview import FindingChange, Preview
    from trc_module.roster import Erratum, Unit


@click.group(cls=Grouped)
def command() -> None:
    """List the errata, or show what one changes before it is applied."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@CORRECTIONS
@game_option
def list_(as_json: bool, overlay: Path | None) -> None:
    """List the errata in the order in which they are applied, with what each corrects."""
    from trc_module.roster import read_errata

    folder = chosen_spec().folder
    errata = read_errata(folder) + (read_errata(overlay, folder) if overlay else ())
    if as_json:
        _print_json([_sheet(erratum) for erratum in errata])
        return
    for erratum in errata:
        tell(f"{erratum.path.stem}  {erratum.date}  {erratum.title} [{erratum.source}]")
        for correction in erratum.corrections:
            tell(f"    {correction}")
    tell(f"{len(errata)} errata." if len(errata) != 1 else "1 erratum.")


@command.command(cls=Writing)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", type=OUTPUT, help="Write a page with pictures before and after (HTML).")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option(
    "--games",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of game records (.game) to judge with and without the erratum, beside our own.",
)
@CORRECTIONS
@game_option
def preview(file: Path, output: Path | None, as_json: bool, games: Path | None, overlay: Path | None) -> None:
    """Show which counters, charts, hexes and findings the erratum in FILE changes; nothing is written to the data.

    Findings are what the rules say of game records: those that come with the game, and yours (--games). A log
    becomes a record with `trc-module record`.
    """
    from trc_module.charts.preview import preview as make_preview
    from trc_module.cli.data import problems_of, refuse_errors
    from trc_module.report.erratum import changed_findings

    spec = chosen_spec()
    found = make_preview(file, spec.folder, overlay)
    # Problems from before are not the erratum's fault.
    old = problems_of(spec, found.before, found.charts_before, found.board_before, overlay)
    known = {problem.message for problem in old}
    new = problems_of(spec, found.after, found.charts_after, found.board_after, overlay)
    refuse_errors((problem for problem in new if problem.message not in known), "The erratum is not sound")
    folders = [folder for folder in (spec.folder / "games", games) if folder and folder.is_dir()]
    records = [path for folder in folders for path in _records(folder)]
    findings = list(changed_findings(found, records, overlay))
    if as_json:
        changes = [_change(change) for change in found.changes]
        judged = {"records": [path.name for path in records], "findings": [asdict(each) for each in findings]}
        _print_json({**_sheet(found.erratum), "changes": changes, **judged})
    else:
        _tell(found, findings, len(records))
    if output:
        _write_page(found, findings, output)


def _records(folder: Path) -> list[Path]:
    return sorted(Path(entry.path) for entry in files_below(folder) if entry.name.endswith(".game"))


def _tell(found: Preview, findings: Sequence[FindingChange], records: int) -> None:
    tell(f"{found.erratum.title} ({found.erratum.date}) [{found.erratum.source}]")
    for change in found.changes:
        tell(f"    {change}")
    for each in findings:
        tell(f"    {each.place}: {each.act}")
        for word, said in (("was", each.before), ("is", each.after)):
            tell(f"        {word}: {'; '.join(said) or 'nothing to say'}")
    numbers = f"{number(len(found.counters()), 'counter')}, {number(_charts(found), 'chart')}"
    if found.of_the_map:
        things = len({(change.kind, change.subject) for change in found.of_the_map})
        numbers += f", {number(things, 'thing')} of the map"
    tell(f"Changes {numbers}, and what is said of {number(len(findings), 'act')} of {number(records, 'record')}.")


def _charts(found: Preview) -> int:
    return len({change.subject for change in found.changes if change.kind == "chart"})


def _write_page(found: Preview, findings: Sequence[FindingChange], output: Path) -> None:
    from trc_module.art.counters import has_back, render_face
    from trc_module.art.counters.card_face import card_of, render_card
    from trc_module.charts.preview_page import preview_page
    from trc_module.files import write_file
    from trc_module.module.texts import DEFAULT, load_texts
    from trc_module.roster import Marker

    words = load_texts(DEFAULT, chosen_spec().folder).under("card")

    def picture(item: Unit | Marker, side: Literal["front", "back"]) -> bytes | None:
        if isinstance(item, Marker) and item.events:
            return render_card(card_of(item, words)) if side == "front" else None
        return render_face(item, side) if side == "front" or has_back(item) else None

    page = preview_page(found, picture, findings, _maps(found) if found.of_the_map else None)
    write_file(output, page.encode())


_AROUND = 3
"""The hexes around a changed one that a picture of the map shows."""


def _maps(found: Preview) -> tuple[bytes, bytes]:
    """Return pictures of the map before and after, around the first place that changes."""
    from trc_module.art.map import render_png
    from trc_module.charts.terrain import terrain_effects
    from trc_module.disk_cache import cache_root

    centre = next(iter(found.places()), next(iter(found.board_after.terrain)))
    pictures = [
        render_png(board, around=(centre, _AROUND), chart=terrain_effects(charts), cache=cache_root() / "map")
        for board, charts in ((found.board_before, found.charts_before), (found.board_after, found.charts_after))
    ]
    return pictures[0], pictures[1]


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
    return {key: value for key, value in asdict(change).items() if value or key in ("old", "new")}


def _print_json(value: Any) -> None:

    echo(json_text(value))
