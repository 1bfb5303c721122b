"""All forms as one page to print and fill in by hand, beside the printed game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from trc_module.forms.asked import Asked, FormEntry
from trc_module.forms.writing import heading
from trc_module.pages import escape, policy_tag

_STYLE = """
:root { color-scheme: light; background: #fff }
body { font: 10pt/1.35 "Noto Sans", "Segoe UI", Helvetica, Arial, sans-serif; color: #222; margin: 1.2cm auto }
body { max-width: 19cm }
h1 { font-size: 17pt; margin: 0 0 .2cm } h2 { font-size: 13pt; margin: .9cm 0 .2cm; border-bottom: 1.5pt solid #222 }
p { margin: .12cm 0 } dl { margin: .12cm 0; display: grid; grid-template-columns: max-content 1fr; gap: 0 .4cm }
dt { font-weight: bold } dd { margin: 0 } .why { color: #555; font-size: 9pt }
.lines { column-gap: .6cm } .lines.two { columns: 2 } .lines.three { columns: 3 } .lines.four { columns: 4 }
.line { break-inside: avoid; display: flex; align-items: end; gap: 5pt; padding: 2pt 0; border-bottom: .3pt solid #bbb }
.line b { font-weight: normal; flex: 1 1 auto; min-width: 0 }
.box { border: .6pt solid #555; flex: 0 0 auto; height: 13pt; width: 26pt; font-size: 6.5pt; color: #666 }
.box { padding: 0 1pt; overflow: hidden; line-height: 7.5pt; white-space: nowrap } .wide { width: 56pt }
.line.done b::before { content: "\\2713\\00a0"; color: #1c6b2a }
h2 { break-after: avoid } @media print { body { margin: 0; max-width: none } nav { display: none } }
@page { margin: 1.4cm }
nav a { display: block; color: inherit }
"""


def page(asked: Sequence[Asked], title: str, introduction: str) -> str:
    """Return the forms as one HTML page that needs nothing but itself."""
    links = "".join(f'<a href="#{each.form.id}">{escape(each.form.title)}</a>' for each in asked)
    body = "\n".join("\n".join(_section(each)) for each in asked)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{policy_tag()}'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>\n<p>{escape(introduction)}</p>\n<nav>{links}</nav>\n{body}\n</main></body></html>\n"
    )


def _section(each: Asked) -> Iterator[str]:
    form = each.form
    first, where, *_ = heading(form)
    yield f'<section id="{form.id}"><h2>{escape(first)}</h2>'
    yield f"<p>{escape(where)}</p><p>File: {escape(form.file)}</p><dl>"
    for name, field in form.field.items():
        unit = f", in {field.unit}" if field.unit else ""
        yield f"<dt>{escape(name)}</dt><dd>{escape(field.what + unit)}</dd>"
    yield "</dl>"
    if form.note:
        yield f"<p>{escape(form.note)}</p>"
    if form.rules:
        yield f'<p class="why">What waits for it: rules {escape(", ".join(form.rules))}.</p>'
    yield f'<div class="lines {_columns(each)}">'
    yield from (_line(entry, tuple(form.field)) for entry in each.entries)
    added = tuple(dict.fromkeys((*form.columns, *form.field)))
    yield from (_line(FormEntry((), "", dict.fromkeys(added), False), added) for _ in range(form.lines))
    yield "</div></section>"


def _columns(each: Asked) -> str:
    boxes = max((sum(1 for _ in _boxes(entry, tuple(each.form.field))) for entry in each.entries), default=9)
    longest = max((len(entry.label) for entry in each.entries), default=60)
    width = longest * 5 + boxes * 32
    return "four" if width < 110 else "three" if width < 160 else "two" if width < 250 else ""


def _line(entry: FormEntry, fields: Sequence[str]) -> str:
    boxes = "".join(f'<span class="box{wide}">{escape(text)}</span>' for text, wide in _boxes(entry, fields))
    done = " done" if entry.filled else ""
    return f'<div class="line{done}"><b>{escape(entry.label)}</b>{boxes}</div>'


def _boxes(entry: FormEntry, fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what stands small in each box of an entry (the field and what we assume), and the class of its width."""
    named = len(entry.ours) > 1
    for name in (
        *(name for name in entry.ours if name in fields),
        *(name for name in entry.ours if name not in fields),
    ):
        value = entry.ours[name]
        for place, text in _cells(value):
            told = " ".join(filter(None, (place or (name if named else ""), text)))
            yield told, " wide" if isinstance(value, str) and len(value) > 3 else ""


def _cells(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        yield from ((key, _text(inner)) for key, inner in value.items())
    elif isinstance(value, list):
        yield from ((str(number), _text(inner)) for number, inner in enumerate(value, 1))
    else:
        yield "", _text(value)


def _text(value: Any) -> str:
    return "" if value in (None, "", "?", []) else str(value)
