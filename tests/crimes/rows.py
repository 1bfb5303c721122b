"""The crimes by row of the ledger, and why some rows have none."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.crimes.trial import RowTally, Tally
from trc_module.games.trc import Trc
from trc_module.rules.ledger import Coverage, coverage
from trc_module.rules.registry import in_order

WITHOUT = Path(__file__).with_name("without.toml")
LAST = 26
"""The last section of the rulebook that is counted: what follows are variants, which need units of their own."""


def decidable(game: Trc) -> list[Coverage]:
    """Return the rows of sections 2 to 26 that somebody can break, and that are judged."""
    rows = coverage(game.book, game.ledger)
    return [found for found in rows if found.status == "implemented" and int(found.row.rule.split(".")[0]) <= LAST]


def named_elsewhere() -> dict[str, str]:
    """Return the rows whose breach is always named under another row, with that row."""
    under: dict[str, str] = tomllib.loads(WITHOUT.read_text(encoding="utf-8"))["under"]
    return under


def reasons() -> dict[str, str]:
    """Return for each row without a crime why it has none."""
    groups = tomllib.loads(WITHOUT.read_text(encoding="utf-8"))["reason"]
    why = {rule: group["why"] for group in groups for rule in group["rules"]}
    return why | dict.fromkeys(named_elsewhere(), "a breach is named under another row, which says the same of the act")


def by_row(tallies: Iterable[Tally]) -> dict[str, RowTally]:
    """Return what became of all crimes against each row, in the rulebook's order."""
    rows: dict[str, RowTally] = {}
    for tally in tallies:
        for rule, one in tally.by_row.items():
            sums = rows.setdefault(rule, RowTally())
            sums.planted += one.planted
            sums.found += one.found
            sums.right += one.right
    return dict(sorted(rows.items(), key=lambda item: in_order(item[0])))


def rows_in(page: str) -> set[str]:
    """Return the rows of which a page says that crimes against them were planted."""
    table = page.partition("| row |")[2].partition("\n\n")[0].splitlines()[2:]
    return {line.split("|")[1].strip() for line in table}


PAGE = """
## By row of the ledger

The same crimes by the row of the ledger that they break. Where the rulebook leaves the choice of a number, a crime
stands under the number that was named, under each if there were several; what was missed stands under the first that
was expected.

| row | rule | planted | found | named right | false alarms |
|---|---|--:|--:|--:|--:|"""


def page(game: Trc, tallies: Mapping[str, Tally]) -> Iterator[str]:
    """Yield the lines of the table by row, its sums, and the rows without a crime."""
    rows, alarms = by_row(tallies.values()), Counter[str]()
    for tally in tallies.values():
        alarms += tally.accused
    titles = {found.row.rule: found.title for found in coverage(game.book, game.ledger)}
    yield PAGE
    for rule, one in rows.items():
        yield f"| {rule} | {titles[rule]} | {one.planted} | {one.found} | {one.right} | {alarms[rule]} |"
    yield from _sums(game, rows)


def _sums(game: Trc, rows: Mapping[str, RowTally]) -> Iterator[str]:
    wanted = decidable(game)
    bare = [found for found in wanted if found.row.rule not in rows]
    right = sum(rows[found.row.rule].right == rows[found.row.rule].planted for found in wanted if found not in bare)
    yield ""
    yield f"Of {len(wanted)} rows of sections 2 to {LAST} that are judged {len(wanted) - len(bare)} had crimes planted,"
    yield f"of {right} of them every one was named right; {len(bare)} had none:"
    yield ""
    why, elsewhere = reasons(), named_elsewhere()
    groups: dict[str, list[str]] = {}
    for found in bare:
        rule, other = found.row.rule, elsewhere.get(found.row.rule)
        groups.setdefault(why.get(rule, "no reason yet"), []).append(f"{rule} ({other})" if other else rule)
    for reason, rules in groups.items():
        yield f"* {reason} ({len(rules)}): {', '.join(rules)}"
    yield ""
    yield "Each of them has examples in the rulebook of the code, kept and broken, which are run as tests."
