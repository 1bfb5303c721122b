"""The differences between two modules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from lxml import etree

from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import BUILD_FILE, read_build_file
from trc_module.vassal.difference.boxes import Boxes
from trc_module.vassal.difference.changes import Action, Change, Detail, Kind, details_of
from trc_module.vassal.difference.components import compare_trees
from trc_module.vassal.difference.pages import compare_pages
from trc_module.vassal.difference.pieces import piece_details
from trc_module.vassal.difference.setups import compare_setups
from trc_module.vassal.metadata import MODULE_DATA, Metadata, read_metadata
from trc_module.vassal.obfuscation import reveal_stream
from trc_module.vassal.palette import PROTOTYPES, SLOTS, piece_of
from trc_module.vassal.saves import SAVED_GAME
from trc_module.vassal.tiles import is_stamped, plain_name, rename_pictures, stamped_name
from trc_module.vassal.traits import Piece, Trait

_IMAGES = "images/"
_SAVES = (".vsav", ".vlog")
_PAGES = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class _Known:
    """The data for a comparison of set-ups: the differences of the palette's pieces, and both modules' boxes."""

    pieces: Mapping[str, Collection[Detail]]
    boxes: tuple[Boxes, Boxes]


def compare_modules(old: Archive, new: Archive) -> tuple[Change, ...]:
    """Return what differs between two modules: itself, counters, pictures, and then all else in the build file's order.

    Raises:
        FormatError: One of them is no module, or holds a piece or a set-up that cannot be read.
    """
    roots = [read_build_file(archive) for archive in (old, new)]
    # A board's picture has another name whenever it shows something else.
    names = [_plain_names(archive) for archive in (old, new)]
    for root, plain in zip(roots, names, strict=True):
        rename_pictures(root, {entry.removeprefix(_IMAGES): to.removeprefix(_IMAGES) for to, entry in plain.items()})
    counters = tuple(_counters(*(_slots(root) for root in roots)))
    known = {change.subject.partition(" ")[0]: change.details for change in counters}
    return (
        *_sheets(old, new),
        *counters,
        *_prototypes(*roots),
        *compare_trees(*roots),
        *_files(
            _Files(old, names[0]),
            _Files(new, names[1]),
            _Known(known, (Boxes(roots[0]), Boxes(roots[1]))),
            _users(roots[0]) | _users(roots[1]),
        ),
    )


def _plain_names(archive: Archive) -> dict[str, str]:
    """Return the entries whose names hold their checksums, by their names without."""
    stamped = (name for name in archive.names if name.startswith(_IMAGES) and is_stamped(name))
    plain = {plain_name(name): name for name in stamped if stamped_name(name, archive.crc(name)) == name}
    return {to: name for to, name in plain.items() if to not in archive}


@dataclass(frozen=True, slots=True)
class _Files:
    """The entries of an archive by their names without checksums."""

    archive: Archive
    stamped: Mapping[str, str]

    @property
    def names(self) -> list[str]:
        plain = {name: to for to, name in self.stamped.items()}
        return [plain.get(name, name) for name in self.archive.names]

    def read(self, name: str) -> bytes | None:
        entry = self.stamped.get(name, name)
        return self.archive.read(entry) if entry in self.archive else None


def _sheets(old: Archive, new: Archive) -> Iterator[Change]:
    before, after = (read_metadata(archive, MODULE_DATA) or Metadata() for archive in (old, new))
    names = ("name", "version", "description", "vassal_version", "extra1", "extra2")
    details = details_of((name.replace("_", " "), getattr(before, name), getattr(after, name)) for name in names)
    if details:
        yield Change("module", "data sheet", "changed", details)


def _slots(root: etree._Element) -> dict[str, tuple[Piece, str]]:
    """Return the palette's pieces by number (by their turn, if two have one) with the lists that they lie in."""
    slots: dict[str, tuple[Piece, str]] = {}
    turns: Counter[str] = Counter()
    for element in root.iter(*SLOTS):
        piece = piece_of(element)
        if piece is None:
            continue
        key = base = element.get("gpid", "") or f"({piece.name})"
        while key in slots:
            turns[base] += 1
            key = f"{base}/{turns[base] + 1}"
        names = (up.get("entryName") or up.get("name") for up in element.iterancestors() if up.getparent() is not None)
        slots[key] = (piece, ", ".join(name for name in reversed(list(names)) if name))
    return slots


def _counters(old: Mapping[str, tuple[Piece, str]], new: Mapping[str, tuple[Piece, str]]) -> Iterator[Change]:
    for key in dict.fromkeys((*old, *new)):
        before, after = old.get(key), new.get(key)
        if before is None or after is None:
            piece = (before or after or (None, ""))[0]
            assert piece is not None
            yield Change("counter", f"{key} {piece.name}", "added" if before is None else "removed")
            continue
        place = details_of([("place in the palette", before[1], after[1])])
        details = (*piece_details(before[0], after[0]), *place)
        if details:
            yield Change("counter", f"{key} {after[0].name}", "changed", details)


def _prototypes(old: etree._Element, new: etree._Element) -> Iterator[Change]:
    before, after = ({e.get("name", ""): e for e in root.iter(*PROTOTYPES)} for root in (old, new))
    for name in dict.fromkeys((*before, *after)):
        if name not in before or name not in after:
            yield Change("prototype", name, "added" if name not in before else "removed")
            continue
        pieces = [piece_of(tree[name]) or Piece.build(None, (Trait.make("piece"),)) for tree in (before, after)]
        about = ("description", before[name].get("description", ""), after[name].get("description", ""))
        details = (*details_of([about]), *piece_details(*pieces))
        if details:
            yield Change("prototype", name, "changed", details)


def _users(root: etree._Element) -> dict[str, list[str]]:
    """Return the counters that show each picture, by its file name."""
    users: dict[str, list[str]] = {}
    for piece, _ in _slots(root).values():
        for image in dict.fromkeys(image for trait in piece.traits for image in _images(trait)):
            users.setdefault(image, []).append(piece.name)
    return users


def _images(trait: Trait) -> Iterator[str]:
    for spec in trait.spec.layout(trait.tokens[0] if trait.tokens else "") if trait.spec else ():
        if spec.name in ("image", "images"):
            value = trait.value(spec.name)
            yield from (str(item) for item in (value if isinstance(value, tuple) else (value,)) if item)


def _files(old: _Files, new: _Files, known: _Known, users: Mapping[str, list[str]]) -> Iterator[Change]:
    for name in dict.fromkeys((*old.names, *new.names)):
        if name in (MODULE_DATA, BUILD_FILE, "buildFile"):
            continue
        kind = _kind(name)
        subject = name.removeprefix(_IMAGES)
        shown = users.get(subject, []) if kind == "picture" else []
        if shown:
            subject += f" of {', '.join(shown[:3])}{' and others' if len(shown) > 3 else ''}"
        before, after = old.read(name), new.read(name)
        if before is None or after is None:
            action: Action = "added" if before is None else "removed"
            pictures = (before, after) if kind == "picture" else (None, None)
            yield Change(kind, subject, action, (), *pictures)
        elif before != after:
            yield from _changed(kind, subject, before, after, known)


def _kind(name: str) -> Kind:
    if name.startswith(_IMAGES):
        return "picture"
    if name.startswith("sounds/"):
        return "sound"
    suffix = PurePosixPath(name).suffix.lower()
    return "set-up" if suffix in _SAVES else "chart" if suffix in _PAGES else "file"


def _changed(kind: Kind, subject: str, before: bytes, after: bytes, known: _Known) -> Iterator[Change]:
    if kind == "picture":
        if not _look_alike(before, after):
            yield Change(kind, subject, "changed", _sizes(before, after), before, after)
        return
    if kind == "set-up":
        games = _text_of_game(before, subject), _text_of_game(after, subject)
        details = tuple(compare_setups(*games, known.pieces, known.boxes))
    elif kind == "chart":
        details = tuple(compare_pages(before, after))
    else:
        details = (Detail("bytes", str(len(before)), str(len(after))),)
    if details:
        yield Change(kind, subject, "changed", details)


def _text_of_game(data: bytes, name: str) -> bytes:
    """Return the text of the game inside a save, which is an archive itself."""
    with Archive(Path(name), data=data) as archive, archive.stream(SAVED_GAME) as stream:
        return b"".join(reveal_stream(stream))


def _look_alike(before: bytes, after: bytes) -> bool:
    """Tell whether two pictures show the same, however they are packed."""
    from PIL import ImageChops

    from trc_module.vassal.opening import decode_picture, open_picture

    try:
        with open_picture(before) as a, open_picture(after) as b:
            if a.size != b.size:
                return False
        pictures = decode_picture(before), decode_picture(after)
        return ImageChops.difference(*pictures).getbbox(alpha_only=False) is None
    except ValueError:
        # A picture that cannot be read looks like nothing.
        return False


def _sizes(before: bytes, after: bytes) -> tuple[Detail, ...]:
    return details_of([("size", _size(before), _size(after))])


def _size(data: bytes) -> str:
    from trc_module.vassal.opening import open_picture

    try:
        with open_picture(data) as image:
            return f"{image.width} x {image.height}"
    except ValueError:
        return "unreadable"
