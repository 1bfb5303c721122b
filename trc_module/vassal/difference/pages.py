"""The differences between two pages of a module (charts, help), as their readers see them: line by line, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest

from lxml import etree, html

from trc_module.vassal.difference.changes import Detail

_LINES = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "div", "body", "title", "caption", "pre", "br"))
_UNSEEN = frozenset(("style", "script", "head"))


def compare_pages(old: bytes, new: bytes) -> Iterator[Detail]:
    """Yield the lines and table rows that are others; cells of a row that differ are named by their heading."""
    before, after = (list(_lines(data)) for data in (old, new))
    for operation, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if operation != "equal":
            for gone, come in zip_longest(before[a:b], after[c:d]):
                yield Detail("line", _shown(gone), _shown(come))


def _shown(line: tuple[str, ...] | None) -> str | None:
    return None if line is None else " | ".join(line)


def _lines(data: bytes) -> Iterator[tuple[str, ...]]:
    """Yield what stands in each line: the cells of a row, or one text."""
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True)
    root = html.document_fromstring(data or b"<p></p>", parser=parser)
    text: list[str] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        inside = _in_table_or_unseen(element)
        if event == "end" and element.tag == "tr":
            yield tuple(_words(cell.text_content()) for cell in element if cell.tag in ("td", "th"))
        if inside:
            continue
        if element.tag in _LINES:
            if line := _words(" ".join(text)):
                yield (line,)
            text.clear()
        text.append((element.text if event == "start" else element.tail) or "")
    if line := _words(" ".join(text)):
        yield (line,)


def _in_table_or_unseen(element: html.HtmlElement) -> bool:
    return element.tag in _UNSEEN or any(up.tag in _UNSEEN or up.tag == "table" for up in element.iterancestors())


def _words(text: str) -> str:
    return " ".join(text.split())
