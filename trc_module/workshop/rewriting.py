"""A new archive out of an old one: some entries changed, dropped or added, all others as they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from lxml import etree

from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import build_file_name, parse_build_file
from trc_module.vassal.exploded.tree import Layout
from trc_module.vassal.writing import AnyEntry, Entry, FlowingEntry, write_archive

_LARGE = 1 << 24
"""Bytes from which an entry is copied block by block."""


def rewrite(
    archive: Archive, output: Path, changed: Mapping[str, bytes | None], added: Mapping[str, bytes] | None = None
) -> None:
    """Write an archive anew: `changed` has the new contents of entries, None for those to drop; `added` come last.

    Raises:
        ArchiveError: It cannot be written.
    """
    write_archive(output, entries(archive, changed, added or {}))


def entries(archive: Archive, changed: Mapping[str, bytes | None], added: Mapping[str, bytes]) -> Iterator[AnyEntry]:
    """Yield the entries of a rewritten archive in the old order, one at a time: a module may have gigabytes."""
    for name in archive.names:
        if name in changed:
            content = changed[name]
            if content is not None:
                yield Entry(name, content)
        elif name not in added:
            yield _copied(archive, name)
    yield from (Entry(name, content) for name, content in added.items())


def _copied(archive: Archive, name: str) -> AnyEntry:
    if archive.size(name) < _LARGE:
        return Entry(name, archive.read(name))
    return FlowingEntry(name, archive.blocks(name))


class BuildFile:
    """The build file of a module that is changed: its tree, and how it is laid out, which stays."""

    def __init__(self, archive: Archive) -> None:
        self.name = build_file_name(archive)
        data = archive.read(self.name)
        self.root: etree._Element = parse_build_file(data, f"'{self.name}' in '{archive.path}'")
        self._layout = Layout.of(data)

    def content(self) -> bytes:
        """Return the file with what was changed, its other lines as they were wherever that can be."""
        return self._layout.serialize(self.root)
