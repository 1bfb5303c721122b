"""A small module with a palette, two maps, a set-up and pictures, and a save of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from trc_module.vassal import Entry, GameSetup, Metadata, component, serialize, write_archive, write_saved_game
from trc_module.vassal.commands import SetBoards
from trc_module.vassal.commands.components import PlacedBoard
from trc_module.vassal.saves import saved_game_entries
from trc_module.vassal.traits import Piece, Stack, Trait
from trc_module.vassal.traits.build import (
    basic_piece,
    dynamic_property,
    layer,
    marker,
    prototype,
    prototype_text,
    slot_text,
)
from trc_module.vassal.traits.build import report as report_trait
from trc_module.vassal.values import Key
from trc_module.vassal.writing import pack_archive

NAME = "Three Hills"


def picture(colour: tuple[int, int, int], size: int = 8) -> bytes:
    """Return a PNG of one colour, packed badly."""
    stream = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(stream, "PNG", compress_level=0)
    return stream.getvalue()


def parts() -> list[etree._Element]:
    """Return the parts of a map without which nothing can be done on it."""
    return [
        component(f"module.map.{name}") for name in ("PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToKeyBuffer")
    ]


def traits(steps: int = 2) -> list[Trait]:
    """Return the traits of a unit, in the editor's order."""
    return [
        prototype("unit"),
        marker(Side="red", CF="4"),
        dynamic_property("Step", str(steps), ()),
        report_trait((Key.ctrl("A"),), "* $unit$ attacks"),
    ]


def piece(id_: str, name: str, gpid: int, x: int, y: int, map_: str = "Main Map") -> Piece:
    """Return a piece of a save."""
    basic = basic_piece(name, f"{name}.png", gpid=gpid, map=map_, x=x, y=y)
    return Piece.build(id_, [*reversed(traits()), basic])


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Write the module and return its path."""
    path = tmp_path / "hills.vmod"
    slots = [
        component(
            "widget.PieceSlot",
            entryName=name,
            gpid=str(number),
            content=slot_text(traits(), basic_piece(name, f"{name}.png", gpid=number)),
        )
        for number, name in ((1, "1st"), (2, "2nd"), (3, "3rd"))
    ]
    old = component("widget.PieceSlot", entryName="Old", gpid="4", content=slot_text([], basic_piece("Old", gpid=4)))
    board = component(
        "module.map.boardPicker.Board",
        component(
            "module.map.boardPicker.board.HexGrid",
            component(
                "module.map.boardPicker.board.mapgrid.HexGridNumbering",
                first="H", sep="", hType="N", vType="N", hOff=1, vOff=1, hLeading=1, vLeading=1,
            ),
            dx=90, dy=104, x0=0, y0=52,
        ),
        name="Map", image="map.png", width="1000", height="800",
    )  # fmt: skip
    zoned = component(
        "module.map.boardPicker.Board",
        component(
            "module.map.boardPicker.board.ZonedGrid",
            component("module.map.boardPicker.board.mapgrid.Zone", name="Lost", path="0,0;50,0;50,50;0,50"),
        ),
        name="Boxes", image="map.png",
    )  # fmt: skip
    root = component(
        "GameModule",
        component(
            "module.PrototypesContainer",
            component("module.PrototypeDefinition", name="unit", content=prototype_text([layer("Face", ("f.png",))])),
        ),
        component(
            "module.PieceWindow",
            component("widget.ListWidget", *slots, entryName="Red"),
            component("widget.ListWidget", old, entryName="Blue"),
            name="Counters",
        ),
        component("module.Map", component("module.map.BoardPicker", board), *parts(), mapName="Main Map"),
        component("module.Map", component("module.map.BoardPicker", zoned), *parts(), mapName="Boxes"),
        component("module.PredefinedSetup", name="Start", file="start.vsav", useFile=True),
        name=NAME, version="1.0", VassalVersion="3.6.0", nextPieceSlotId="5",
    )  # fmt: skip
    data = Metadata(name=NAME, version="1.0")
    start = pack_archive(
        path, saved_game_entries(setup().commands(), save_data=Metadata(version="1.0"), module_data=data)
    )
    pictures = {
        "1st": (200, 0, 0),
        "2nd": (0, 200, 0),
        "3rd": (200, 0, 0),
        "map": (9, 9, 9),
        "f": (1, 2, 3),
        "x": (5, 5, 5),
    }
    write_archive(
        path,
        [
            Entry("moduledata", data.encode()),
            Entry("buildFile.xml", serialize(root)),
            Entry("start.vsav", start),
            *(Entry(f"images/{name}.png", picture(colour)) for name, colour in pictures.items()),
        ],
    )
    return path


def setup() -> GameSetup:
    """Return a table with two units in a stack, one beside the map, and one twice."""
    pieces = (
        piece("11", "1st", 1, 180, 52),
        piece("12", "2nd", 2, 180, 52),
        piece("13", "3rd", 3, 20, 20, "Boxes"),
        piece("14", "3rd", 3, 20, 20, "Boxes"),
    )
    boards = (
        SetBoards("Main Map", (PlacedBoard("Map", 0, 0, False),)),
        SetBoards("Boxes", (PlacedBoard("Boxes", 0, 0, False),)),
    )
    return GameSetup(pieces, (Stack("21", "Main Map", 180, 52, ("11", "12")),), boards=boards)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Write a save and return its path."""
    path = tmp_path / "game.vsav"
    write_saved_game(
        path, setup().commands(), save_data=Metadata(version="1.0"), module_data=Metadata(name=NAME, version="1.0")
    )
    return path
