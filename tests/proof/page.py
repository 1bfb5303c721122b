"""The page of the proof, made from what its parts have told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.proof.part import Part, Run

_FOLDER = Path(__file__).parent


def page(parts: Iterable[Part], runs: Mapping[str, Run], commit: str, machine: str) -> str:
    """Return the page; a part without a run was not tried."""
    rows, commands = list[str](), list[str]()
    for part in parts:
        run = runs.get(part.what)
        asked = f"{part.n:,} {part.unit}"
        if run is None:
            rows.append(f"| {part.what} | {asked} | none | | |")
            continue
        told = "; ".join(line.rstrip(".;").replace("|", "\\|") for line in run.told)
        rows.append(f"| {part.what} | {asked} | {run.n:,} | {told} | {run.code}, {run.seconds}, {run.date} |")
        commands.append(f"    {run.command}")
    head = (_FOLDER / "head.md").read_text(encoding="utf-8").format(commit=commit, machine=machine)
    rest = (_FOLDER / "rest.md").read_text(encoding="utf-8")
    return head + "\n".join(rows) + "\n\n## The commands\n\n" + "\n".join(commands) + "\n\n" + rest
