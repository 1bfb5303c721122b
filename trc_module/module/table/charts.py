"""The charts of any game as tables, made of what their files say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trc_module.charts import ChartSet
from trc_module.charts.allowances import ANY
from trc_module.charts.firing import FiringTable
from trc_module.charts.results import ResultsTable
from trc_module.charts.sheet import GROUND, SIDE, Block, ChartSheet, Heading, SheetNote, dice, grid
from trc_module.facts import DataError, Source
from trc_module.facts.choices import one_of
from trc_module.module.charts import steps_of
from trc_module.module.palette_paths import list_title
from trc_module.module.recipe import ModuleInputs
from trc_module.module.table.chart_kinds import known_tables
from trc_module.module.table_file import TABLE_FILE

_SILENT = ("source", "doubt", "note")


def chart_tables(parts: ModuleInputs, shown: tuple[str, ...]) -> Iterator[ChartSheet]:
    """Yield each chart, and the sequence of play before them."""
    texts = parts.texts
    yield ChartSheet("sequence", texts("chart.sequence"), (steps_of(parts),))
    charts: ChartSet = parts.charts
    for name in shown or tuple(charts):
        if name not in charts.trees:
            raise DataError(parts.folder / TABLE_FILE, one_of(charts.trees, name), name, field="charts")
        title = texts.words.get(f"chart.{name}", list_title(name))
        chart = charts.by_name[name]
        tables = known_tables(chart, texts.words, parts.roster) or _of_kind(chart, texts.words)
        tables = tables or _tables("", charts.trees[name], texts.words)
        note = texts.words.get(f"below.{name}")
        yield ChartSheet(name, title, (*tables, *([SheetNote(note)] if note else ())))


def _of_kind(chart: Any, words: Mapping[str, str]) -> Iterator[Block] | None:
    """Return the tables of a chart whose kind has its own form, else None."""
    if isinstance(chart, ResultsTable):
        return _results(chart, words)
    return _firing(chart, words) if isinstance(chart, FiringTable) else None


def _firing(chart: FiringTable, words: Mapping[str, str]) -> Iterator[Block]:
    """Yield a firing table, sheet by sheet: a row for each number of the die, a column for each strength."""
    least, most = chart.strengths
    first, last = chart.die
    for sheet in chart.sheets:
        yield Heading(words.get(f"sheet.{sheet}") or list_title(sheet))
        heads = [str(strength) for strength in range(least, most + 1)]
        rows = [
            [str(die), str(first + last - die), *map(str, chart.rows[sheet, die])] for die in range(first, last + 1)
        ]
        yield grid(["A", "B", *heads], rows, dice(range(first, last + 1)))


def _results(chart: ResultsTable, words: Mapping[str, str]) -> Iterator[Block]:
    """Yield a results table, sheet by sheet: a row for each number of the die, and what the results mean."""
    least, greatest = chart.die
    for sheet in dict.fromkeys(sheet for sheet, _ in chart.cells):
        if sheet:
            yield Heading(words.get(f"sheet.{sheet}") or list_title(sheet))
        trusted = {column: chart.facts[sheet, column].source.trust.carries_violation for column in chart.columns}
        heads = [f"{column}{'' if trusted[column] else ' ?'}" for column in chart.columns]
        rows = [
            [str(die), *(chart.cells[sheet, column][die - least] for column in chart.columns)]
            for die in range(least, greatest + 1)
        ]
        yield grid(["", *heads], rows, dice(range(least, greatest + 1)))
    if chart.meanings:
        yield grid(["", ""], [[result, words.get(f"result.{result}", text)] for result, text in chart.meanings.items()])


def _tables(title: str, tree: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[Block]:
    """Yield the tables of a tree: one for each table of tables in it, with what stands alone before them."""
    rows = {key: value for key, value in tree.items() if _is_row(value)}
    alone = {key: value for key, value in tree.items() if not isinstance(value, Mapping) and key not in _SILENT}
    if title and (rows or alone):
        yield Heading(_title(title, words))
    if alone:
        yield grid(["", ""], [[_title(key, words), _cell(value, words)] for key, value in alone.items()])
    if rows:
        yield _table(rows, words, _SIGNS.get(title, ""))
    below = {key: value for key, value in tree.items() if isinstance(value, Mapping) and not _is_row(value)}
    for key, value in below.items():
        # What is true of any class has no heading where there is no other.
        yield from _tables("" if list(below) == [ANY] else key, value, words)


def _is_row(value: Any) -> bool:
    """Tell whether a value is a row: a table with a source of its own, or without tables in it."""
    return isinstance(value, Mapping) and (
        "source" in value or not any(isinstance(each, Mapping) for each in value.values())
    )


_SIGNS = {"terrain": GROUND, "place": GROUND, "hexside": SIDE}
"""The signs of the rows of a table, by its name in the data."""


def _table(rows: Mapping[str, Mapping[str, Any]], words: Mapping[str, str], signs: str) -> Block:
    # A field whose heading is empty in the catalogue is one for the program.
    fields = dict.fromkeys(
        field
        for row in rows.values()
        for field in row
        if field not in _SILENT and words.get(f"column.{field}", field) != ""
    )
    heads, cells = [""], [[f"{_title(key, words)}{_mark(row)}"] for key, row in rows.items()]
    for field in fields:
        lists = [row[field] for row in rows.values() if isinstance(row.get(field), list)]
        width = max((len(each) for each in lists), default=0)
        heads += [str(number) for number in range(1, width + 1)] if lists else [_title(field, words)]
        for line, row in zip(cells, rows.values(), strict=True):
            value = row.get(field, "")
            told = value if lists and value else [value]
            line += [_cell(each, words) for each in told]
            line += [""] * (max(width, 1) - len(told))
    return grid(heads, cells, [f"{signs}{key}" for key in rows] if signs else ())


def _cell(value: Any, words: Mapping[str, str]) -> str:
    """Return a cell; `cell.<word>` among the texts is what players read for a word."""
    if isinstance(value, Mapping):
        return ", ".join(
            f"{words.get(f'column.{key}', key)} {_cell(each, words)}"
            for key, each in value.items()
            if key not in _SILENT
        )
    if isinstance(value, list):
        return ", ".join(_cell(each, words) for each in value)
    said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return words.get(f"cell.{said}", said)


def _mark(row: Mapping[str, Any]) -> str:
    """Return the mark of a row that was not read off a chart."""
    try:
        source = Source.parse(str(row.get("source", "")))
    except ValueError:
        return ""
    return "" if source.trust.carries_violation else " ?"


def _title(key: str, words: Mapping[str, str]) -> str:
    """Return a key of a chart in words: `column.<key>` of the texts, else its own; odds and numbers stay."""
    if own := words.get(f"column.{key}"):
        return own
    return list_title(key) if key[:1].isalpha() and len(key) > 2 else key
