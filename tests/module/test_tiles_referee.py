"""A changed map is seen: the engine's own handler cuts tiles anew, and not where nothing has changed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from tests.referee.engine import Engine
from trc_module.vassal import MODULE_DATA, Archive, Entry, Metadata, component, serialize, write_archive
from trc_module.vassal.buildfile import read_build_file
from trc_module.vassal.exploded import explode, implode
from trc_module.vassal.tiles import boards_pictures, plain_name, stamped_name

VERSION = "3.5.8"
DATA = Metadata("tiles", "1.0", vassal_version=VERSION)


def picture(colour: str) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (600, 300), colour).save(stream, "PNG")
    return stream.getvalue()


def tree() -> etree._Element:
    board = component("module.map.boardPicker.Board", name="Board", image="map.png")
    return component(
        "GameModule",
        component("module.BasicCommandEncoder"),
        component("module.Map", component("module.map.BoardPicker", board), mapName="Main"),
        name="tiles",
        version="1.0",
        VassalVersion=VERSION,
    )


@pytest.fixture
def module(tmp_path: Path) -> Path:
    entries = (
        Entry(MODULE_DATA, DATA.encode()),
        Entry("buildFile.xml", serialize(tree())),
        Entry("images/map.png", picture("red")),
    )
    write_archive(tmp_path / "tiles.vmod", entries)
    return tmp_path / "tiles.vmod"


def test_an_imploded_module_shows_its_changed_map(referee: Engine, module: Path, tmp_path: Path) -> None:
    cache, folder = tmp_path / "cache", tmp_path / "folder"
    game = referee.open(module)
    assert game.cut_tiles(module, cache) == ["images/map.png"]
    explode(module, folder)
    implode(folder, tmp_path / "same.vmod")
    assert game.cut_tiles(tmp_path / "same.vmod", cache) == []
    (folder / "archive/images/map.png").write_bytes(picture("blue"))
    implode(folder, tmp_path / "blue.vmod")
    (cut,) = game.cut_tiles(tmp_path / "blue.vmod", cache)
    assert (plain_name(cut), cut == "images/map.png") == ("images/map.png", False)
    assert game.cut_tiles(tmp_path / "blue.vmod", cache) == []
    # Back to the old map, whose tiles are still there.
    assert game.cut_tiles(module, cache) == []
    again = referee.open(tmp_path / "blue.vmod")
    assert (again.opened, again.version) == (True, "1.0")
    again.new_game()
    (board,) = again.boards("Main")
    assert (board.width, board.height) == (600, 300)


def test_our_module_has_tiles_of_its_own_for_each_board(referee: Engine, module: Path, module_file: Path) -> None:
    with Archive(module_file) as archive:
        boards = [f"images/{name}" for name in boards_pictures(read_build_file(archive))]
        charts = [name for name in archive.names if name.startswith("images/chart-")]
        assert boards == [stamped_name(name, archive.crc(name)) for name in boards]
    cache = module.with_name("cache")
    game = referee.open(module)
    assert sorted(game.cut_tiles(module_file, cache)) == sorted([*boards, *charts])
    assert game.cut_tiles(module_file, cache) == []
