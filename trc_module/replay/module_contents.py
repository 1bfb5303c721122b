"""The contents of a module of any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from lxml import etree
from msgspec import Struct

from trc_module.digits import is_number
from trc_module.vassal import sequence
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import full_name, read_build_file
from trc_module.vassal.metadata import MODULE_DATA, Metadata, read_metadata

_GRIDS = {"HexGrid": "hexes", "SquareGrid": "squares", "RegionGrid": "regions"}
_BOARD = full_name("module.map.boardPicker.Board")
_NAMED = {
    "dice": ("module.DiceButton", "module.InternetDiceButton", "module.SpecialDiceButton"),
    "turn trackers": ("module.turn.TurnTracker",),
    "piece windows": ("module.PieceWindow",),
    "chart windows": ("module.ChartWindow",),
    "set-ups": ("module.PredefinedSetup",),
}


class BoardSheet(Struct, frozen=True):
    """One board: its picture and size (0 where the picture decides), and its grids, the zones' own included."""

    name: str
    image: str
    width: int
    height: int
    grids: tuple[str, ...]
    zones: int


class MapSheet(Struct, frozen=True):
    """One map and its boards; `kind` is 'map', 'private map' or 'player hand'."""

    name: str
    kind: str
    boards: tuple[BoardSheet, ...]


class ModuleContents(Struct, frozen=True):
    """A module: what it says of itself, and what is in it.

    `named` holds the names of dice, turn trackers, windows and set-ups; of an extension `adds_to` the name of its
    module and of each component that it adds to, and `name` is its file's, since it has none of its own.
    """

    path: Path
    name: str
    version: str
    vassal: str
    data: Metadata | None
    sides: tuple[str, ...]
    maps: tuple[MapSheet, ...]
    slots: int
    prototypes: int
    at_start: int
    named: Mapping[str, tuple[str, ...]]
    images: int
    adds_to: tuple[str, ...] = ()

    @property
    def is_extension(self) -> bool:
        """Whether it adds to another module."""
        return bool(self.adds_to)


_MAPS = {
    full_name("module.Map"): "map",
    full_name("module.PrivateMap"): "private map",
    full_name("module.PlayerHand"): "player hand",
}


def read_module_contents(path: Path) -> ModuleContents:
    """Find out what a module holds; FormatError if it is none."""
    with Archive(path) as archive:
        root = read_build_file(archive)
        extends = root.tag == full_name("module.ModuleExtension")
        data = read_metadata(archive, "extensiondata" if extends else MODULE_DATA)
        images = sum(name.startswith("images/") for name in archive.names)
    return ModuleContents(
        path=path,
        name=path.stem if extends else root.get("name", ""),
        version=root.get("version", ""),
        vassal=root.get("VassalVersion", root.get("vassalVersion", "")),
        data=data,
        sides=tuple(
            (e.text or "").strip() for roster in _all(root, "module.PlayerRoster") for e in roster.iterchildren()
        ),
        maps=tuple(_maps(root)),
        slots=sum(1 for _ in _all(root, "widget.PieceSlot")),
        prototypes=sum(1 for _ in _all(root, "module.PrototypeDefinition")),
        at_start=sum(1 for tag in ("module.map.SetupStack", "module.map.DrawPile") for _ in _all(root, tag)),
        named={word: _names(root, tags) for word, tags in _NAMED.items()},
        images=images,
        adds_to=tuple(_targets(root)) if extends else (),
    )


def _targets(root: etree._Element) -> Iterator[str]:
    """Yield the module that an extension adds to, and the components there, each by its class and name."""
    yield "any module" if root.get("anyModule") == "true" else root.get("module", "")
    paths = (element.get("target", "") for element in _all(root, "module.ExtensionElement"))
    for path in dict.fromkeys(paths):
        steps = [sequence.decode(step, ":") for step in sequence.decode(path, "/")] if path else []
        yield "/".join(_step(*step[:2]) for step in steps) or "the module itself"


def _step(kind: str, name: str = "") -> str:
    short = kind.rpartition(".")[2]
    return f"{short}[{name}]" if name else short


def _all(element: etree._Element, tag: str) -> Iterator[etree._Element]:
    return element.iter(full_name(tag))


def _names(root: etree._Element, tags: tuple[str, ...]) -> tuple[str, ...]:
    found = (element for tag in tags for element in _all(root, tag) if element.get("isMenu") != "true")
    return tuple(element.get("name") or element.get("entryName") or "" for element in found)


def _maps(root: etree._Element) -> Iterator[MapSheet]:
    for element in root.iter(*_MAPS):
        boards = tuple(_board(board) for board in element.iter(_BOARD))
        yield MapSheet(element.get("mapName", ""), _MAPS[str(element.tag)], boards)


def _board(board: etree._Element) -> BoardSheet:
    grids = []
    zones = 0
    for element in board.iterdescendants():
        kind = str(element.tag).rpartition(".")[2]
        zones += kind == "Zone"
        if kind in _GRIDS:
            grids.append(_grid(element, kind))
    return BoardSheet(
        board.get("name", ""),
        board.get("image", ""),
        _number(board.get("width")),
        _number(board.get("height")),
        tuple(grids),
        zones,
    )


def _grid(element: etree._Element, kind: str) -> str:
    if kind == "RegionGrid":
        return f"{len(element)} regions"
    sideways = ", sideways" if element.get("sideways") == "true" else ""
    return f"{_GRIDS[kind]} {element.get('dx', '?')} x {element.get('dy', '?')}{sideways}"


def _number(text: str | None) -> int:
    return int(text) if text is not None and is_number(text) else 0
