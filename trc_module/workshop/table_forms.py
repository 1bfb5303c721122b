"""The forms of a table of pieces: CSV for a spreadsheet, JSON for a program, a page for a person."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from trc_module.spreadsheet import as_csv, harmless
from trc_module.workshop.pieces_table import COLUMNS, PieceRow


def csv_text(rows: Sequence[PieceRow], properties: Sequence[str]) -> str:
    """Return the table as CSV: the columns of every table, and one for each property, as `property:NAME`."""
    columns = [*COLUMNS, *(f"property:{name}" for name in properties)]
    return as_csv(columns, ([harmless(text) for text in _cells(row, properties)] for row in rows))


def _cells(row: PieceRow, properties: Sequence[str]) -> list[str]:
    return [*(row.values[name] for name in COLUMNS), *(row.properties.get(name, "") for name in properties)]


def json_rows(rows: Sequence[PieceRow], properties: Sequence[str]) -> list[dict[str, Any]]:
    """Return the table as JSON's values: each row with its pictures and its properties, all or those named."""
    return [
        {
            **{name: row.values[name] for name in COLUMNS},
            "pictures": list(row.pictures),
            "properties": {
                name: value for name, value in row.properties.items() if not properties or name in properties
            },
        }
        for row in rows
    ]


def html_text(title: str, rows: Sequence[PieceRow], properties: Sequence[str]) -> str:
    """Return the table as one page that needs nothing but itself; columns that are empty throughout are left out."""
    heads = [*COLUMNS, *properties]
    table = [_cells(row, properties) for row in rows]
    used = [index for index in range(len(heads)) if any(cells[index] for cells in table)]
    head = "".join(
        f'<th scope="col" aria-sort="none"><button type="button">{escape(heads[index])}</button></th>' for index in used
    )
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cells[index])}</td>" for index in used) + "</tr>" for cells in table
    )
    name = escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}: pieces</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style></head>\n<body><main><h1>{name}</h1>\n"
        f'<p><label>Show rows with <input type="search"></label> '
        f'<output aria-live="polite">{len(rows)} pieces</output></p>\n'
        f'<div tabindex="0" role="region" aria-label="Table of pieces"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div></main>\n<script>{_SCRIPT}</script></body></html>\n"
    )


_STYLE = (
    ":root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem}"
    "h1{font-size:1.3rem}div{overflow:auto;max-height:80vh;border:1px solid #8886}"
    "table{border-collapse:collapse}td,th{padding:.25rem .6rem;border-bottom:1px solid #8884;text-align:left;"
    "white-space:nowrap;max-width:32rem;overflow:hidden;text-overflow:ellipsis}"
    "thead th{position:sticky;top:0;background:Canvas}th button{font:inherit;font-weight:600;background:none;border:0;"
    "cursor:pointer;color:inherit;padding:0}tbody tr:nth-child(even){background:#8881}input{font:inherit}"
)
_SCRIPT = """
const body = document.querySelector("tbody"), rows = [...body.rows], told = document.querySelector("output");
document.querySelector("input").addEventListener("input", event => {
  const wanted = event.target.value.toLowerCase();
  let shown = 0;
  for (const row of rows) { row.hidden = !row.textContent.toLowerCase().includes(wanted); shown += !row.hidden; }
  told.value = shown + " pieces";
});
const order = new Intl.Collator(undefined, {numeric: true});
document.querySelectorAll("th").forEach((head, index, all) => head.firstChild.addEventListener("click", () => {
  const way = head.ariaSort === "ascending" ? -1 : 1;
  all.forEach(other => other.ariaSort = "none");
  head.ariaSort = way > 0 ? "ascending" : "descending";
  rows.sort((a, b) => way * order.compare(a.cells[index].textContent, b.cells[index].textContent));
  body.append(...rows);
}));
"""
