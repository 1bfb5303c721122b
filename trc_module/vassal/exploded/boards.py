"""Pictures of boards that have changed since a module was exploded: they get new names (`vassal.tiles`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from lxml import etree

from trc_module.vassal.archive import Archive
from trc_module.vassal.exploded.words import Line, quote, read_line, write_line
from trc_module.vassal.tiles import IMAGES, boards_pictures, crc_of, rename_pictures, stamped_name

_CRC = "crc"
_PAGES = (".html", ".htm", ".css")


def order_line(archive: Archive, entry: str, boards: Collection[str]) -> str:
    """Return an entry's line in `order.txt`: a board's picture with its checksum."""
    shown = entry.startswith(IMAGES) and entry.removeprefix(IMAGES) in boards
    return write_line(quote(entry), [(_CRC, archive.crc(entry))] if shown else None)


def recorded(lines: Iterable[Line]) -> dict[str, str]:
    """Return the checksums that the lines of `order.txt` state, by the entries' names."""
    read = map(read_line, lines)
    return {head: value for head, (fields, *_) in read for name, value in fields if name == _CRC}


def show_changed(root: etree._Element, entries: dict[str, bytes], before: Mapping[str, str]) -> dict[str, str]:
    """Let the boards show what has changed under new names, and return these by the old ones, as entries are named.

    A picture that is named elsewhere too is there under both names.
    """
    renamed: dict[str, str] = {}
    for name in sorted(boards_pictures(root)):
        content = entries.get(IMAGES + name)
        if content is not None and before.get(IMAGES + name, crc_of(content)) != crc_of(content):
            renamed[name] = stamped_name(name, crc_of(content))
    rename_pictures(root, renamed)
    for name, new in renamed.items():
        content = entries[IMAGES + name]
        if not _is_named(name, root, entries):
            del entries[IMAGES + name]
        entries[IMAGES + new] = content
    return {IMAGES + name: IMAGES + new for name, new in renamed.items()}


def _is_named(name: str, root: etree._Element, entries: Mapping[str, bytes]) -> bool:
    """Tell whether anything but a board names a picture: a component, a piece, a page."""
    texts = (text for element in root.iter() for text in (*map(str, element.values()), element.text or ""))
    pages = (content for entry, content in entries.items() if entry.lower().endswith(_PAGES))
    return any(name in text for text in texts) or any(name.encode() in page for page in pages)
