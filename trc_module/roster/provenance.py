"""The source and doubt cells of a table: one for the row, then some for single fields.

`transcribed:TRC4; combat move = rulebook:26.1` means: the row was read off the 4th edition's counters, but the rulebook
itself tells its combat and movement factors. A later part overrides an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trc_module.facts import Source
from trc_module.facts.choices import meant
from trc_module.facts.table import Row

_parsed: dict[str, Source] = {}


def sources_of(row: Row) -> Mapping[str, Source]:
    """Read the `source` cell: field to source, the row's own under the empty key. DataError if it is not clear."""
    sources: dict[str, Source] = {}
    for names, text in _parts(row, "source"):
        for name in names:
            sources[name] = _source(row, text)
    if "" not in sources:
        raise row.error("source", "a source of the row, before those of single fields")
    return sources


def doubts_of(row: Row) -> Mapping[str, str]:
    """Read the `doubt` cell: field to doubt, what concerns the whole row under the empty key."""
    return {name: text for names, text in _parts(row, "doubt") for name in names}


def _parts(row: Row, column: str) -> Iterator[tuple[list[str], str]]:
    for part in row.cells[column].split(";"):
        names, equals, text = part.partition("=")
        if not part.strip():
            continue
        if not equals:
            yield [""], part.strip()
            continue
        for name in names.split():
            if name not in row.cells:
                raise row.error(column, f"the name of a column before '=', not '{name}'{meant(name, row.cells)}")
        yield names.split(), text.strip()


def _source(row: Row, text: str) -> Source:
    # Two hundred rows share a dozen sources: parse each once.
    if text not in _parsed:
        try:
            _parsed[text] = Source.parse(text)
        except ValueError as error:
            raise row.error("source", str(error)) from None
    return _parsed[text]
