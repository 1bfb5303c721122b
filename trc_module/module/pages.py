"""Pages for VASSAL's own windows, which know HTML 3.2 and a little CSS."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
body { font-family: sans-serif; font-size: 12pt; background-color: #efe8d4; color: #241f17; margin: 12px; }
th { background-color: #6b5f49; color: #fbf7ea; padding: 3px 8px; }
td { background-color: #fbf7ea; padding: 3px 8px; text-align: center; }
td.left { text-align: left; }
"""


def page(title: str, body: str) -> str:
    """Return a page with a heading; `body` is HTML."""
    return f"<html><head><style>{_STYLE}</style></head><body><h2>{escape(title)}</h2>{body}</body></html>\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts; long ones stand at the left, where they read better."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td{' class=left' if len(text) > 14 else ''}>{escape(text)}</td>" for text in row) + "</tr>"
        for row in rows
    )
    return f"<table border=0 cellspacing=1><tr>{head}</tr>{body}</table>"
