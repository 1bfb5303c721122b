"""`trc-module facts`: the sources of the data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, tell

if TYPE_CHECKING:
    from trc_module.facts import Fact, Inspection


@click.command(cls=Writing)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--doubts", is_flag=True, help="List every assumed or doubtful datum by itself.")
@click.option("--checklist", is_flag=True, help="Write a page to print and compare with your own copy of the game.")
@click.option("-o", "--output", type=OUTPUT, help="Where to write the checklist (HTML).")
@CORRECTIONS
@game_option
def command(as_json: bool, doubts: bool, checklist: bool, output: Path | None, overlay: Path | None) -> None:
    """Count the data by source, and list what is assumed or doubtful."""
    from trc_module.cli.data import inspect_data
    from trc_module.errors import UserError

    if checklist != (output is not None):
        raise UserError("--checklist and -o PAGE.html go together: the page is written to the file that -o names.")
    found = inspect_data(None, overlay)
    if checklist and output is not None:
        _write_checklist(found, output)
    elif as_json:
        echo(_json(found))
    else:
        _print_counts(found)
        _print_doubts(found, every=doubts)


def _json(found: dict[str, Inspection]) -> str:

    return json_text(
        {
            "counts": {name: _counts(inspection) for name, inspection in found.items()},
            "doubts": [
                {"data": name, "fact": fact.statement, "source": str(fact.source), "doubt": fact.doubt}
                for name, inspection in found.items()
                for fact in _weak(inspection)
            ],
        }
    )


def _counts(inspection: Inspection) -> dict[str, int]:
    from collections import Counter

    counts = Counter(fact.source.kind for fact in inspection.facts)
    return {**dict(sorted(counts.items())), "doubtful": sum(bool(fact.doubt) for fact in inspection.facts)}


def _weak(inspection: Inspection) -> list[Fact]:
    return [fact for fact in inspection.facts if not fact.trust.carries_violation]


def _print_counts(found: dict[str, Inspection]) -> None:
    from rich.console import Console
    from rich.table import Table

    counts = {name: _counts(inspection) for name, inspection in found.items() if inspection.facts}
    kinds = sorted({kind for by_kind in counts.values() for kind in by_kind} - {"doubtful"})
    table = Table(box=None, pad_edge=False)
    for heading in ("data", *kinds, "all", "doubtful"):
        table.add_column(heading, justify="left" if heading == "data" else "right")
    for name, by_kind in counts.items():
        total = len(found[name].facts)
        numbers = [*(by_kind.get(kind, 0) for kind in kinds), total, by_kind["doubtful"]]
        table.add_row(name, *map(str, numbers))
    Console(highlight=False).print(table)


def _print_doubts(found: dict[str, Inspection], *, every: bool) -> None:
    for name, inspection in found.items():
        reasons: dict[str, list[str]] = {}
        for fact in _weak(inspection):
            reasons.setdefault(fact.doubt or f"assumed: {fact.source.detail}", []).append(fact.statement)
        if reasons:
            echo(f"\nAssumed or doubtful in the {name}:")
        for reason, statements in reasons.items():
            shown = statements if every else statements[:3]
            more = len(statements) - len(shown)
            tell(f"  {reason}")
            for statement in shown:
                tell(f"    - {statement}")
            if more:
                echo(f"    - and {more} more (--doubts lists them)")


def _write_checklist(found: dict[str, Inspection], output: Path) -> None:
    from trc_module.facts.checklist import page
    from trc_module.files import write_file

    sheets = [sheet for inspection in found.values() for sheet in inspection.sheets()]
    text = page(
        sheets,
        "Compare with your copy",
        "Tick what agrees with your own copy. Where it differs, write the corrected datum into a folder of your own "
        "and pass that folder to --data: it wins over ours, and counts as the owner's.",
    )
    write_file(output, text.encode())
    tell(f"Wrote {output}: {len(sheets)} sheets.")
