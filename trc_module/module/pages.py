"""Pages for VASSAL's own windows, which know HTML 3.2 and a little CSS."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from trc_module.charts.sheet import Block, Grid, Heading

_STYLE = """
body { font-family: sans-serif; font-size: 12pt; background-color: #efe8d4; color: #241f17; margin: 12px; }
th { background-color: #6b5f49; color: #fbf7ea; padding: 3px 8px; }
td { background-color: #fbf7ea; padding: 3px 8px; text-align: center; }
td.left { text-align: left; }
td.page { background-color: #efe8d4; padding: 0px; text-align: left; }
td p { margin-top: 12px; margin-bottom: 3px; }
"""


_LONG = 14
"""Letters of a text that no longer reads well in the middle of its cell."""


def page(title: str, body: str) -> str:
    """Return a page with a heading; `body` is HTML.

    VASSAL opens a chart where its text ends [javax.swing.text.DefaultCaret]. So an empty cell beside the page ends it,
    at its top.
    """
    cells = f"<td class=page><h2>{escape(title)}</h2>{body}</td><td class=page></td>"
    whole = f"<table border=0 cellspacing=0><tr valign=top>{cells}</tr></table>"
    return f"<html><head><style>{_STYLE}</style></head><body>{whole}</body></html>\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts; a column with long ones stands at the left, where they read better."""
    lines = list(rows)
    long = {place for line in lines for place, text in enumerate(line) if len(text) > _LONG}
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>"
        + "".join(f"<td{' class=left' if place in long else ''}>{escape(text)}</td>" for place, text in enumerate(line))
        + "</tr>"
        for line in lines
    )
    return f"<table border=0 cellspacing=1><tr>{head}</tr>{body}</table>"


def body_of(blocks: Iterable[Block]) -> str:
    """Return what stands on a chart as HTML."""
    return "".join(map(_block, blocks))


def _block(block: Block) -> str:
    if isinstance(block, Grid):
        return table(block.heads, block.rows)
    tag = "h3" if isinstance(block, Heading) else "p"
    return f"<{tag}>{escape(block.text)}</{tag}>"
