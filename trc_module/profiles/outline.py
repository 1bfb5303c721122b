"""Outline of a module from its build file: its pieces, maps, grids, dice and turn trackers, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from trc_module.digits import is_number, is_signed_number
from trc_module.files import read_input
from trc_module.vassal import sequence
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import full_name, parse_build_file, read_build_file
from trc_module.vassal.commands import AddPiece, decode_node
from trc_module.vassal.problems import FormatError
from trc_module.vassal.traits import Piece, read_piece

_MAPS = tuple(full_name(name) for name in ("module.Map", "module.PrivateMap", "module.PlayerHand"))
_SLOTS = tuple(full_name(name) for name in ("widget.PieceSlot", "widget.CardSlot"))
_BOARD = full_name("module.map.boardPicker.Board")


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of the palette: its name, number and picture, where it stands, its prototypes and what its layers show.

    `image` holds what a picture drawn by VASSAL itself is made of: texts, symbols, sizes.
    """

    name: str
    gpid: str
    picture: str
    path: tuple[str, ...]
    prototypes: tuple[str, ...]
    layers: tuple[str, ...]
    image: tuple[str, ...]
    clones: bool

    @property
    def key(self) -> str:
        """Its name in a profile where no other slot has its name."""
        return self.name

    @property
    def numbered(self) -> str:
        """Its name in a profile where another slot has the same name."""
        return f"{self.name} #{self.gpid}"


@dataclass(frozen=True, slots=True)
class Grid:
    """A hex grid with its numbering, if it has any, by the attributes of both."""

    attributes: Mapping[str, str]
    numbering: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Zone:
    """A named area of a board, by the corners of its outline in pixels of the board."""

    name: str
    corners: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its picture, its size (0 where the picture tells it), its hex grid if it has one, and its zones."""

    name: str
    image: str
    width: int
    height: int
    grid: Grid | None
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """A map: its name, the empty margin around its boards, and those."""

    name: str
    edge: tuple[int, int]
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class DieButton:
    """A button that rolls: its name, the text that it reports, and how many dice of how many sides it throws."""

    name: str
    report: str
    dice: int
    sides: int


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a turn tracker: a counter, which begins with `start`, or a list of values."""

    name: str
    start: int
    values: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Tell whether it is a counter."""
        return not self.values


@dataclass(frozen=True, slots=True)
class Tracker:
    """A turn tracker: its id in saves, its name, and its levels from the outermost in."""

    id: str
    name: str
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """The world of a module."""

    name: str
    version: str
    slots: tuple[Slot, ...]
    maps: tuple[Map, ...]
    dice: tuple[DieButton, ...]
    trackers: tuple[Tracker, ...]


def read_outline(path: Path) -> Outline:
    """Read a module (.vmod) or a build file by itself; FormatError if it is neither."""
    if path.suffix.lower() == ".xml" or path.name == "buildFile":
        return outline_of(parse_build_file(read_input(path), str(path)))
    with Archive(path) as archive:
        return outline_of(read_build_file(archive))


def outline_of(root: etree._Element) -> Outline:
    """Return the outline of a build file."""
    images = dict(_images(root))
    slots = [slot for element in root.iter(*_SLOTS) if (slot := _slot(element, images)) is not None]
    return Outline(
        root.get("name", ""),
        root.get("version", ""),
        tuple(slots),
        tuple(_map(element) for element in root.iter(*_MAPS)),
        tuple(_dice(root)),
        tuple(_tracker(n, e) for n, e in enumerate(root.iter(full_name("module.turn.TurnTracker")))),
    )


def _kind(element: etree._Element) -> str:
    return str(element.tag).rpartition(".")[2] if isinstance(element.tag, str) else ""


def _slot(element: etree._Element, images: Mapping[str, tuple[str, ...]]) -> Slot | None:
    try:
        command = decode_node((element.text or "").strip())
        piece = read_piece(command) if isinstance(command, AddPiece) else None
    except FormatError:
        return None
    if not isinstance(piece, Piece) or not piece.has_basic:
        return None
    tokens = sequence.decode(piece.types[-1], ";")
    picture = tokens[3] if len(tokens) > 3 else ""
    path = [e.get("entryName") or e.get("name") or "" for e in element.iterancestors() if "idget" in str(e.tag)]
    prototypes = tuple(trait.text.split(";", 1)[1] for trait in piece.find("prototype"))
    layers = tuple(name for trait in piece.find("emb2") for name in _layer_words(trait.text))
    clones = next(piece.find("clone"), None) is not None
    name = piece.name or element.get("entryName", "")
    gpid = element.get("gpid", "") or piece.gpid
    return Slot(name, gpid, picture, tuple(reversed(path)), prototypes, layers, images.get(picture, ()), clones)


def _layer_words(text: str) -> Iterator[str]:
    """Yield the pictures and names of a layer's levels [Embellishment]: they stand in the longest lists of its type."""
    for token in sequence.decode(text, ";"):
        if "," in token:
            yield from (word for word in sequence.decode(token, ",") if word)


def _images(root: etree._Element) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what the pictures drawn by VASSAL show [VASSAL ... gamepieceimage.GamePieceImage]."""
    for element in root.iter(full_name("module.gamepieceimage.GamePieceImage")):
        words = []
        for item in sequence.decode(element.get("props", ""), ","):
            fields = sequence.decode(item, ";")
            if fields[0] == "Symbol":
                words += [word for word in fields[5:8] if word not in ("", "None")]
            elif fields[0].startswith("Text") and len(fields) > 5:
                words.append(fields[5])
        yield element.get("name", ""), tuple(word for word in words if word.strip())


def _map(element: etree._Element) -> Map:
    edge = _number(element.get("edgeWidth")), _number(element.get("edgeHeight"))
    return Map(element.get("mapName", ""), edge, tuple(_board(board) for board in element.iter(_BOARD)))


def _board(element: etree._Element) -> Board:
    grids = [e for e in element.iterdescendants() if _kind(e) == "HexGrid"]
    zones = tuple(_zone(e) for e in element.iterdescendants() if _kind(e) == "Zone")
    size = _number(element.get("width")), _number(element.get("height"))
    # Of several the background's comes first, and it is the map's.
    grid = _grid(grids[0]) if grids else None
    return Board(element.get("name", ""), element.get("image", ""), *size, grid, zones)


def _grid(element: etree._Element) -> Grid:
    numbering = next((child for child in element if _kind(child) == "HexGridNumbering"), None)
    return Grid(
        {str(key): str(value) for key, value in element.attrib.items()},
        None if numbering is None else {str(key): str(value) for key, value in numbering.attrib.items()},
    )


def _zone(element: etree._Element) -> Zone:
    corners = []
    for pair in (element.get("path") or "").split(";"):
        x, _, y = pair.partition(",")
        if is_signed_number(x.strip()) and is_signed_number(y.strip()):
            corners.append((int(x), int(y)))
    return Zone(element.get("name", ""), tuple(corners))


def _dice(root: etree._Element) -> Iterator[DieButton]:
    """Yield the dice; a module's own class of that name is one too, and so are those of symbols."""
    seen = set()
    for element in root.iter():
        kind = _kind(element)
        if not kind.endswith("DiceButton") or element.get("name", "") in seen:
            continue
        seen.add(element.get("name", ""))
        own = [child for child in element if _kind(child) == "SpecialDie"]
        count = len(own) or _number(element.get("nDice"))
        sides = max((len(list(die)) for die in own), default=0) or _number(element.get("nSides"))
        report = element.get("reportFormat") or element.get("format") or ""
        yield DieButton(element.get("name", ""), report, count, sides)


def _tracker(number: int, element: etree._Element) -> Tracker:
    levels = []
    while True:
        inner = next((child for child in element if _kind(child).endswith("TurnLevel")), None)
        if inner is None:
            break
        is_list = _kind(inner).startswith("List")
        values = tuple(sequence.decode(inner.get("list", ""), ",")) if is_list else ()
        levels.append(Level(inner.get("name") or inner.get("property") or "", _number(inner.get("start")), values))
        element = inner
    name = next((e.get("name", "") for e in (element, *element.iterancestors()) if _kind(e) == "TurnTracker"), "")
    return Tracker(f"TurnTracker{number}", name, tuple(levels))


def _number(text: str | None) -> int:
    return int(text) if text is not None and is_number(text) else 0
