"""The small XML entries `moduledata` and `savedata` (VASSAL.build.module.metadata)."""

from __future__ import annotations

from lxml import etree
from msgspec import Struct

from trc_module.vassal import safe_xml
from trc_module.vassal.archive import Archive
from trc_module.vassal.writing import source_date

MODULE_DATA = "moduledata"
SAVE_DATA = "savedata"
# The oldest engine whose formats are written here. An engine warns of files newer than itself.
WRITTEN_VERSION = "3.7.0"


class Metadata(Struct, frozen=True):
    """Metadata of a module or a save: the Module Manager shows them, and mismatch checks compare them.

    A save has no `name`; its `description` is the player's comment and `vassal_version` the
    writer's. `date_saved` is in milliseconds since 1970, None where the file does not say.
    """

    name: str = ""
    version: str = ""
    description: str = ""
    vassal_version: str = WRITTEN_VERSION
    date_saved: int | None = None
    extra1: str = ""
    extra2: str = ""

    @classmethod
    def decode(cls, data: bytes, place: str) -> Metadata:
        """Read one of the two entries; `place` is how errors call it.

        Raises:
            FormatError: It is not well-formed XML.
        """
        root = safe_xml.parse(data, place)
        # A name or description may come once more for each language; the first has none.
        found: dict[str, str] = {}
        for child in root:
            if isinstance(child.tag, str) and not child.get("lang"):
                found.setdefault(child.tag, (child.text or "").strip())
        date = found.get("dateSaved", "")
        return cls(
            name=found.get("name", ""),
            version=found.get("version", ""),
            description=found.get("description", ""),
            vassal_version=found.get("VassalVersion", ""),
            date_saved=int(date) if date.isascii() and date.isdigit() else None,
            extra1=found.get("extra1", ""),
            extra2=found.get("extra2", ""),
        )

    def encode(self, *, for_save: bool = False) -> bytes:
        """Write the entry; without a date it bears the build's (SOURCE_DATE_EPOCH)."""
        date = source_date() * 1000 if self.date_saved is None else self.date_saved
        root = etree.Element("data", version="1")
        fields = {
            "version": self.version,
            "extra1": self.extra1,
            "extra2": self.extra2,
            "VassalVersion": self.vassal_version,
            "dateSaved": str(date),
            "description": self.description,
            "name": self.name,
        }
        if for_save:
            del fields["name"]
        for tag, text in fields.items():
            etree.SubElement(root, tag).text = text
        etree.indent(root)
        body: bytes = etree.tostring(root, encoding="UTF-8")
        return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + body + b"\n"


def read_metadata(archive: Archive, name: str) -> Metadata | None:
    """Return `moduledata` or `savedata` of an archive, None if it has none.

    Raises:
        FormatError: It is not well-formed XML.
    """
    if name not in archive:
        return None
    return Metadata.decode(archive.read(name), f"'{name}' in '{archive.path}'")
