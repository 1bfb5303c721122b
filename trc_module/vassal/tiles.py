"""Names of boards' pictures that change with what they show.

VASSAL cuts the pictures of boards into tiles, which it keeps on the player's disk by the module's name and version and
the picture's name. It cuts them anew only where the entry is dated later than the tile (VASSAL.launch.TilingHandler),
and entries that are dated alike on every day never are. A picture whose name holds a checksum of its bytes has tiles of
its own: whoever changes the map, the language or a correction, to and fro, sees what is in the module. Saves and logs
name boards, never their pictures, so that they load as before and VASSAL says nothing of another version.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from lxml import etree

BOARD = "VASSAL.build.module.map.boardPicker.Board"
IMAGES = "images/"
_STAMP = re.compile(r"-[0-9a-f]{8}$")


def crc_of(content: bytes) -> str:
    """Return the checksum of a picture's bytes (CRC-32, which zip archives keep of each entry), as eight digits."""
    return f"{zlib.crc32(content):08x}"


def plain_name(name: str) -> str:
    """Return a picture's name without the checksum in it."""
    path = PurePosixPath(name)
    return str(path.with_name(_STAMP.sub("", path.stem) + path.suffix)) if path.stem else name


def stamped_name(name: str, crc: str) -> str:
    """Return a picture's name with a checksum in it, in place of an earlier one."""
    path = PurePosixPath(plain_name(name))
    return str(path.with_name(f"{path.stem}-{crc}{path.suffix}"))


def is_stamped(name: str) -> bool:
    """Tell whether a picture's name ends in what may be a checksum."""
    return _STAMP.search(PurePosixPath(name).stem) is not None


def boards_pictures(root: etree._Element) -> frozenset[str]:
    """Return the names of the pictures of a module's boards, without `images/`."""
    return frozenset(name for board in root.iter(BOARD) if (name := board.get("image", "")))


def rename_pictures(root: etree._Element, names: Mapping[str, str]) -> None:
    """Let the boards of a module show pictures of other names."""
    for board in root.iter(BOARD):
        name = board.get("image", "")
        if name in names:
            board.set("image", names[name])


def stamp_boards(root: etree._Element, pictures: Iterable[tuple[str, bytes]]) -> dict[str, str]:
    """Give the pictures of a module's boards names with their checksums; return the new names by the old ones."""
    wanted = boards_pictures(root)
    names = {name: stamped_name(name, crc_of(content)) for name, content in pictures if name in wanted}
    rename_pictures(root, names)
    return names
