"""The pictures of a module: unused, the same twice, oversized; shrunk without loss, and swapped by a table."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from trc_module.errors import UserError
from trc_module.files import read_input
from trc_module.vassal.archive import Archive
from trc_module.vassal.lint import CHECKS
from trc_module.vassal.lint.pictures import PictureFormat, read_picture
from trc_module.vassal.lint.view import ModuleView
from trc_module.vassal.opening import MOST_PIXELS_OF_A_BOARD, open_picture
from trc_module.vassal.problems import ArchiveError

FOLDER = "images/"
_UNUSED, _OVERSIZED, _UNREADABLE = "VM152", "VM154", "VM153"


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A picture's name, its format, its size in pixels and bytes, and what is to be said of it."""

    name: str
    format: str
    width: int
    height: int
    size: int
    remarks: tuple[str, ...]


def picture_rows(archive: Archive) -> list[PictureRow]:
    """Return the pictures of a module or extension by their names, each with what is to be said of it.

    Raises:
        FormatError: The archive is no module.
    """
    view = ModuleView.read(archive)
    told: dict[str, list[str]] = {}
    for code, word in ((_UNUSED, "unused"), (_OVERSIZED, "oversized"), (_UNREADABLE, "unreadable")):
        for finding in CHECKS[code].findings(view):
            told.setdefault(finding.place, []).append(f"{word}: {finding.message}")
    for name, twin in _twins(archive):
        told.setdefault(name, []).append(f"duplicate: the same as '{twin.removeprefix(FOLDER)}'")
    return [_row(archive, name, tuple(told.get(name, ()))) for name in sorted(pictures(archive))]


def pictures(archive: Archive) -> Iterator[str]:
    """Yield the entries of an archive that are pictures."""
    yield from (name for name in archive.names if name.startswith(FOLDER) and not name.endswith("/"))


def _row(archive: Archive, name: str, remarks: tuple[str, ...]) -> PictureRow:
    try:
        with archive.stream(name) as stream:
            found = read_picture(stream)
    except (ValueError, ArchiveError):
        found = PictureFormat("")
    return PictureRow(name.removeprefix(FOLDER), found.format, found.width, found.height, archive.size(name), remarks)


def _twins(archive: Archive) -> Iterator[tuple[str, str]]:
    """Yield each picture whose file is that of another before it, with that one."""
    sizes: dict[int, list[str]] = {}
    for name in sorted(pictures(archive)):
        sizes.setdefault(archive.size(name), []).append(name)
    for names in sizes.values():
        seen: dict[bytes, str] = {}
        for name in names if len(names) > 1 else ():
            digest = hashlib.sha256()
            for block in archive.blocks(name):
                digest.update(block)
            first = seen.setdefault(digest.digest(), name)
            if first != name:
                yield name, first


@dataclass(frozen=True, slots=True)
class Shrunk:
    """What packing pictures anew has brought: the entries, and their bytes before and after."""

    contents: Mapping[str, bytes]
    before: int
    after: int


def shrink(archive: Archive, tell: Callable[[str], None] = lambda name: None) -> Shrunk:
    """Pack each PNG anew and keep what is smaller and shows the very same pixels; all else stays as it is.

    `tell` hears the name of each picture before it is packed.
    """
    contents: dict[str, bytes] = {}
    before = after = 0
    for name in pictures(archive):
        if not name.lower().endswith(".png"):
            continue
        tell(name)
        old = archive.read(name)
        new = _packed(old)
        if new is not None and len(new) < len(old):
            contents[name] = new
            before, after = before + len(old), after + len(new)
    return Shrunk(contents, before, after)


def _packed(content: bytes) -> bytes | None:
    """Return a PNG packed as well as Pillow can; None if that cannot be shown to lose nothing."""
    try:
        with open_picture(content) as picture:
            if picture.format != "PNG" or picture.width * picture.height > MOST_PIXELS_OF_A_BOARD:
                return None
            # What colours mean may stand beside the pixels, and a picture may have several frames: such ones stay.
            if getattr(picture, "n_frames", 1) != 1 or picture.info.keys() & {"gamma", "icc_profile", "chromaticity"}:
                return None
            picture.load()
            stream = io.BytesIO()
            picture.save(stream, "PNG", optimize=True, **_kept(picture))
            again = open_picture(stream.getvalue())
            same = again.size == picture.size and again.convert("RGBA").tobytes() == picture.convert("RGBA").tobytes()
            return stream.getvalue() if same else None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def _kept(picture: Image.Image) -> dict[str, object]:
    """Return what is saved beside the pixels: the resolution, by which VASSAL draws nothing, but other programs do."""
    return {"dpi": picture.info["dpi"]} if "dpi" in picture.info else {}


def swaps(table: Path, archive: Archive) -> dict[str, bytes]:
    """Return the new contents of pictures by a table `picture,file`, a line each; files lie beside the table.

    Raises:
        UserError: A line is not of this form, the module has no such picture, or the file is none of its kind.
    """
    try:
        text = read_input(table).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{table}: expected a table in UTF-8.") from None
    found: dict[str, bytes] = {}
    for number, row in enumerate(csv.reader(text.splitlines()), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or cells == ["picture", "file"]:
            continue
        place = f"{table}, line {number}"
        if len(cells) != 2 or not all(cells):
            raise UserError(
                f"{place}: expected a picture and a file, as 'tank.png,new/tank.png', found {','.join(row)!r}."
            )
        name, file = FOLDER + cells[0], table.parent / cells[1]
        if name not in archive:
            raise UserError(f"{place}: expected a picture of the module, found {cells[0]!r}, which it has not.")
        if name in found:
            raise UserError(f"{place}: the picture {cells[0]!r} was swapped on an earlier line already.")
        found[name] = _of_its_kind(file, cells[0], place)
    return found


_ENDINGS = {"PNG": ("png",), "JPEG": ("jpg", "jpeg"), "GIF": ("gif",), "BMP": ("bmp",), "SVG": ("svg",)}


def _of_its_kind(file: Path, name: str, place: str) -> bytes:
    content = read_input(file)
    try:
        kind = read_picture(io.BytesIO(content)).format
    except ValueError as error:
        raise UserError(f"{place}: '{file}' is no picture: {error}.") from None
    ending = name.rpartition(".")[2].lower()
    if "." in name and ending not in _ENDINGS[kind]:
        raise UserError(
            f"{place}: '{file}' is a {kind}, and {name!r} is named as another kind: save it as {ending.upper()}, or "
            "rename the picture first ('trc-module edit')."
        )
    return content
