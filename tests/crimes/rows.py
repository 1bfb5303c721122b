"""The crimes by row of the ledger, and why some rows have none."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.crimes.trial import RowTally, Tally
from trc_module.games.trc import TrcGame
from trc_module.rules.ledger import Coverage, coverage
from trc_module.rules.registry import in_order
from trc_module.spreadsheet import as_csv

WITHOUT = Path(__file__).with_name("without.toml")


def decidable(game: TrcGame) -> list[Coverage]:
    """Return the rows that somebody can break, and that are judged."""
    return [found for found in coverage(game.book, game.ledger) if found.status == "implemented"]


def reasons() -> dict[str, str]:
    """Return for each row without a crime why it has none."""
    groups = tomllib.loads(WITHOUT.read_text(encoding="utf-8"))["reason"]
    return {rule: group["why"] for group in groups for rule in group["rules"]}


def by_row(tallies: Iterable[Tally]) -> dict[str, RowTally]:
    """Return what became of all crimes against each row, in the rulebook's order."""
    rows: dict[str, RowTally] = {}
    for tally in tallies:
        for rule, one in tally.by_row.items():
            sums = rows.setdefault(rule, RowTally())
            sums.planted += one.planted
            sums.found += one.found
            sums.right += one.right
            sums.named += one.named
    return dict(sorted(rows.items(), key=lambda item: in_order(item[0])))


def rows_in(table: str) -> set[str]:
    """Return the rows of which a table says that crimes against them were planted."""
    return {line["row"] for line in csv.DictReader(table.splitlines())}


PAGE = """
## By row of the ledger

The same crimes by the row of the ledger that they break ([rows.csv](crimes/rows.csv)).
Where the rulebook leaves the choice of a number, a crime
planted in a game stands under the number that was named, under each if there were several; what was missed stands under
the first that was expected. A crime in a position drawn for it stands under the row for which it was drawn. The last
column has the other rows that were named with it, or in its place where the rulebook says the same of the act twice."""
COLUMNS = ("row", "rule", "planted", "found", "named right", "false alarms", "named as")


def table(game: TrcGame, tallies: Mapping[str, Tally]) -> str:
    """Return what became of the crimes against each row, as a data file."""
    rows, alarms = by_row(tallies.values()), Counter[str]()
    for tally in tallies.values():
        alarms += tally.accused
    titles = {found.row.rule: found.title for found in coverage(game.book, game.ledger)}
    return as_csv(
        COLUMNS,
        (
            (
                rule,
                titles[rule],
                one.planted,
                one.found,
                one.right,
                alarms[rule],
                ", ".join(sorted(set(one.named) - {rule}, key=in_order)),
            )
            for rule, one in rows.items()
        ),
    )


def page(game: TrcGame, tallies: Mapping[str, Tally]) -> Iterator[str]:
    """Yield the lines of the page about rows: their sums, and the rows without a crime."""
    yield PAGE
    yield from _sums(game, by_row(tallies.values()))


def _sums(game: TrcGame, rows: Mapping[str, RowTally]) -> Iterator[str]:
    wanted = [found.row.rule for found in decidable(game)]
    planted = [rule for rule in wanted if rule in rows]
    right = sum(rows[rule].right == rows[rule].planted for rule in planted)
    others = Counter(found.status for found in coverage(game.book, game.ledger) if found.status != "implemented")
    yield ""
    yield f"Of {len(wanted)} rows that are judged {len(planted)} had crimes planted; of {right} of those each crime was"
    yield "named right. The others have a reason:"
    yield ""
    why = reasons()
    groups: dict[str, list[str]] = {}
    for rule in wanted:
        if rule not in rows:
            groups.setdefault(why.get(rule, "they have crimes, for which these games had no occasion"), []).append(rule)
    for reason, rules in groups.items():
        yield f"* {', '.join(rules)}: {reason[:1].lower()}{reason[1:]}."
    yield ""
    yield f"The {others.total()} other rows of the ledger cannot be broken: {in_numbers(others)}."


_KINDS = {
    "permission": "{} give leave to do something",
    "definition": "{} say what a word means",
    "uncheckable": "{} speak of what no record can show",
    "note": "{} is a remark",
}


def in_numbers(kinds: Mapping[str, int]) -> str:
    """Return how many rows of each kind there are, in words."""
    return ", ".join(_KINDS[kind].format(number) for kind, number in sorted(kinds.items()))
