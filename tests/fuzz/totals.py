"""The table of what has been fuzzed so far: each run is added to what earlier ones have tried."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

HEAD = "| target | inputs | processor minutes | errors | last at | on |\n|---|--:|--:|--:|---|---|\n"
_ROW = re.compile(
    r"\| (?P<target>[\w-]+) \| (?P<inputs>[\d ]+) \| (?P<minutes>[\d.]+) \| (?P<errors>\d+) \| (?P<commit>\w+) "
    r"\| (?P<day>[\d-]+) \|\n"
)


@dataclass(frozen=True)
class Total:
    """What was tried of one target, in one run or in all."""

    target: str
    inputs: int
    minutes: float
    """Of processor time."""
    errors: int
    commit: str
    """The last commit that was fuzzed."""
    day: str
    """The day of the last run."""

    @property
    def line(self) -> str:
        """The row of the table."""
        inputs = f"{self.inputs:,}".replace(",", " ")
        return f"| {self.target} | {inputs} | {self.minutes:.1f} | {self.errors} | {self.commit} | {self.day} |\n"


def with_runs(text: str, runs: Iterable[Total]) -> str:
    """Return a page with runs added to the table in it; all else on the page stays as it is.

    Raises:
        ValueError: The page has no such table, or more than one.
    """
    if text.count(HEAD) != 1:
        raise ValueError(f"expected a page with one table that begins with\n{HEAD}")
    before, _, after = text.partition(HEAD)
    totals: dict[str, Total] = {}
    at = 0
    while row := _ROW.match(after, at):
        at = row.end()
        _add(totals, _total(row))
    for run in runs:
        _add(totals, run)
    return before + HEAD + "".join(total.line for _, total in sorted(totals.items())) + after[at:]


def _total(row: re.Match[str]) -> Total:
    inputs = int(row["inputs"].replace(" ", ""))
    return Total(row["target"], inputs, float(row["minutes"]), int(row["errors"]), row["commit"], row["day"])


def _add(totals: dict[str, Total], run: Total) -> None:
    known = totals.get(run.target, run)
    if known is not run:
        run = Total(
            run.target,
            known.inputs + run.inputs,
            known.minutes + run.minutes,
            known.errors + run.errors,
            run.commit,
            run.day,
        )
    totals[run.target] = run
