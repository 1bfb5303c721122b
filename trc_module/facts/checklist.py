"""A page to print and tick off: what an owner of the game may compare with their own copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from trc_module.pages import escape, policy_tag


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One thing to compare; `doubt` says why it deserves a closer look."""

    text: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class ChecklistSheet:
    """The things to compare at one place: under headings, doubtful ones first."""

    title: str
    sections: tuple[tuple[str, tuple[ChecklistItem, ...]], ...]
    picture: str = ""
    """A small SVG drawing of the place, or ''."""
    note: str = ""
    """The meaning of the drawing's signs."""


_STYLE = """
:root { color-scheme: light; background: #fff }
body { font: 10.5pt/1.35 "Noto Sans", "Segoe UI", Helvetica, Arial, sans-serif; color: #222 }
body { margin: 1.2cm auto; max-width: 19cm }
h1 { font-size: 17pt; margin: 0 0 .2cm } h2 { font-size: 13pt; margin: .9cm 0 .2cm; border-bottom: 1.5pt solid #222 }
h3 { font-size: 10.5pt; margin: .35cm 0 .1cm }
ul { list-style: none; margin: 0; padding: 0 } ul.two { columns: 2 } ul.three { columns: 3 } ul { column-gap: .6cm }
li { break-inside: avoid; padding: 1.5pt 0 1.5pt 15pt; text-indent: -15pt }
input { width: 9pt; height: 9pt; margin: 0 6pt 0 0; vertical-align: -1pt }
.doubt { color: #7a1f00 } .doubt label::after { content: " ?"; font-weight: bold }
.why { font-size: 9pt; color: #555; margin: .12cm 0 0; break-after: avoid }
svg { width: 100%; height: auto; break-inside: avoid }
section.drawn { break-before: page } section:first-of-type { break-before: auto } h2, h3 { break-after: avoid }
@media print { body { margin: 0; max-width: none } nav { display: none } @page { margin: 1.4cm } }
nav { columns: 3; font-size: 9.5pt; margin: .4cm 0 } nav a { display: block; color: inherit }
"""


def page(sheets: Iterable[ChecklistSheet], title: str, introduction: str) -> str:
    """Return the sheets as one HTML page that needs nothing but itself; in print each drawn place begins a page."""
    sheets = tuple(sheets)
    links = "".join(f'<a href="#s{i}">{escape(sheet.title)}</a>' for i, sheet in enumerate(sheets))
    body = "\n".join(_section(i, sheet) for i, sheet in enumerate(sheets))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{policy_tag()}'
        f"<title>{escape(title)}</title>\n"
        f"<style>{_STYLE}</style></head>\n<body><main><h1>{escape(title)}</h1>\n<p>{escape(introduction)}</p>\n"
        f"<nav>{links}</nav>\n{body}\n</main></body></html>\n"
    )


def _section(number: int, sheet: ChecklistSheet) -> str:
    drawn = ' class="drawn"' if sheet.picture else ""
    parts = [f'<section id="s{number}"{drawn}><h2>{escape(sheet.title)}</h2>', sheet.picture]
    if sheet.note:
        parts.append(f'<p class="why">{escape(sheet.note)}</p>')
    for heading, items in sheet.sections:
        parts.append(f"<h3>{escape(heading)}</h3>")
        # Items with the same reason for doubt stand together, under one statement of the reason.
        for doubt in dict.fromkeys(item.doubt for item in items):
            parts += _list(doubt, [item.text for item in items if item.doubt == doubt])
    return "\n".join([*parts, "</section>"])


def _list(doubt: str, texts: Sequence[str]) -> Iterator[str]:
    longest = max(map(len, texts))
    columns = "three" if longest < 30 else "two" if longest < 56 else ""
    if doubt:
        yield f'<p class="why">{escape(doubt)}</p>'
    classes = " ".join(filter(None, ("doubt" if doubt else "", columns if len(texts) > 1 else "")))
    yield f'<ul class="{classes}">' if classes else "<ul>"
    yield from (f'<li><label><input type="checkbox">{escape(text)}</label></li>' for text in texts)
    yield "</ul>"
