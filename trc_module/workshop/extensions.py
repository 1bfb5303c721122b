"""Extensions: put into their module for good, and split off from one (VASSAL.build.module.ModuleExtension)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lxml import etree

from trc_module.vassal import sequence
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import BUILD_FILE, build_file_name, full_name, serialize
from trc_module.vassal.metadata import MODULE_DATA
from trc_module.vassal.palette import SLOTS, graft, piece_of
from trc_module.vassal.traits import Piece
from trc_module.vassal.writing import Entry, pack_archive, source_date

EXTENSION_DATA = "extensiondata"
_NEXT = "nextPieceSlotId"
_NAMES = ("entryName", "mapName", "name")


class Merger:
    """Puts extensions into a module's tree."""

    def __init__(self, root: etree._Element, archive: Archive) -> None:
        self.root = root
        self._known = set(archive.names)

    def merge(self, extension: Archive) -> int:
        """Put what an extension adds where it belongs, with numbers of the module's, and return how many components.

        Raises:
            FormatError: It is no extension of the module, or adds to what is not there.
        """
        before = set(self.root.iter())
        graft(self.root, extension)
        added = [each for each in self.root.iter() if each not in before]
        for element in added:
            if element.tag in SLOTS and ":" in element.get("gpid", ""):
                self._number(element)
        return sum(each.getparent() in before for each in added)

    def _number(self, element: etree._Element) -> None:
        text = self.root.get(_NEXT, "")
        taken = (each.get("gpid", "") for each in self.root.iter(*SLOTS))
        least = max((int(number) for number in taken if number.isdecimal() and len(number) < 10), default=0) + 1
        number = max(least, int(text) if text.isdecimal() and len(text) < 10 else 0)
        set_number(element, str(number))
        self.root.set(_NEXT, str(number + 1))

    def files(self, extension: Archive) -> Iterator[tuple[str, bytes]]:
        """Yield the pictures and other files of an extension that the module is to hold."""
        own = {build_file_name(extension), MODULE_DATA, EXTENSION_DATA}
        yield from ((name, extension.read(name)) for name in extension.names if name not in own)


def set_number(element: etree._Element, number: str) -> None:
    """Give a slot and its basic piece a number of the palette."""
    element.set("gpid", number)
    piece = piece_of(element)
    if piece is not None and piece.has_basic:
        basic = piece.basic.with_state(gpid=number)
        element.text = Piece(piece.id, piece.types, (*piece.states[:-1], basic.state)).command().encode()


def split_off(root: etree._Element, slots: Sequence[etree._Element], archive: Archive, path: Path, id_: str) -> bytes:
    """Take slots out of a module and return an extension that adds them again; their pictures stay in the module."""
    extension = etree.Element(
        full_name("module.ModuleExtension"),
        anyModule="false",
        description="",
        extensionId=id_,
        module=root.get("name", ""),
        moduleVersion=root.get("version", ""),
        nextPieceSlotId=str(len(slots)),
        vassalVersion=root.get("VassalVersion", ""),
        version=root.get("version", ""),
    )
    for number, slot in enumerate(slots):
        parent = slot.getparent()
        assert parent is not None
        target = component_path(parent)
        parent.remove(slot)
        set_number(slot, f"{id_}:{number}")
        element = etree.SubElement(extension, full_name("module.ExtensionElement"), target=target)
        element.append(slot)
    data = _extension_data(root)
    return pack_archive(path, [Entry(EXTENSION_DATA, data), Entry(BUILD_FILE, serialize(extension))])


def component_path(element: etree._Element) -> str:
    """Return where a component stands in its module, as `class:name` steps [VASSAL.tools.ComponentPathBuilder]."""
    steps: list[str] = []
    while (parent := element.getparent()) is not None:
        name = next((str(element.get(key)) for key in _NAMES if element.get(key)), None)
        steps.append(sequence.encode([str(element.tag), *([name] if name is not None else [])], ":"))
        element = parent
    return sequence.encode(reversed(steps), "/")


def _extension_data(root: etree._Element) -> bytes:
    data = etree.Element("data", version="1")
    for tag, text in (
        ("version", root.get("version", "")),
        ("extra1", ""),
        ("extra2", ""),
        ("VassalVersion", root.get("VassalVersion", "")),
        ("dateSaved", str(source_date() * 1000)),
        ("description", ""),
        ("universal", "false"),
    ):
        etree.SubElement(data, tag).text = text
    body: bytes = etree.tostring(data, encoding="UTF-8")
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"
