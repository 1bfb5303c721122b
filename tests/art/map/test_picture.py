from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import etree
from PIL import Image

from trc_module.art.map import draw_map, find_place, render_png, write_map
from trc_module.art.map.style import load_style
from trc_module.board import Board
from trc_module.cli.commands.map import command
from trc_module.errors import UserError


def test_the_same_data_are_the_same_bytes_with_and_without_a_cache(board: Board, tmp_path: Path) -> None:
    chosen, around = ["land", "districts", "rails", "places"], (board.cities["Riga"].hex, 2)
    first = render_png(board, layers=chosen, around=around)
    assert render_png(replace(board), layers=chosen, around=around, cache=tmp_path) == first
    assert {path.suffix for path in tmp_path.iterdir()} == {".TAG", ".laid", ".whole"}
    assert render_png(board, layers=chosen, around=around, cache=tmp_path) == first
    for path in tmp_path.glob("*.whole"):
        path.unlink()
    # Now from what is kept of the whole board.
    assert render_png(replace(board), layers=chosen, around=around, cache=tmp_path) == first


def test_the_whole_map_is_the_same_bytes_from_kept_layers_and_strips(board: Board, tmp_path: Path) -> None:
    chosen = ["districts", "hexsides"]
    first = render_png(replace(board), layers=chosen, cache=tmp_path)
    assert {path.suffix for path in tmp_path.iterdir()} == {".TAG", ".laid", ".layer", ".strip", ".whole"}
    for path in tmp_path.glob("*.whole"):
        path.unlink()
    assert render_png(board, layers=chosen, cache=tmp_path) == first


def test_damaged_layers_are_drawn_anew(board: Board, tmp_path: Path) -> None:
    first = draw_map(board, layers=["districts", "hexsides"], cache=tmp_path).items
    for path in tmp_path.glob("*.la*"):
        path.write_bytes(path.read_bytes()[:-7])
    assert draw_map(replace(board), layers=["districts", "hexsides"], cache=tmp_path).items == first


def test_processes_build_and_paint_the_same_picture(board: Board) -> None:
    chosen, around = ["land", "rivers", "rails", "names"], (board.cities["Riga"].hex, 2)
    alone, together = (render_png(board, layers=chosen, around=around, workers=workers) for workers in (1, 2))
    assert alone == together


def test_double_resolution_has_twice_the_pixels(board: Board) -> None:
    around = (board.cities["Riga"].hex, 1)
    one, two = (Image.open(io.BytesIO(render_png(board, scale=s, around=around))) for s in (1, 2))
    assert (two.width, two.height) == (2 * one.width, 2 * one.height)


@pytest.mark.parametrize(("name", "hex_name"), [("kiev", "W19"), ("Maikop", "PP13"), ("s12", "S12")])
def test_places_are_found_by_city_well_or_hex(board: Board, name: str, hex_name: str) -> None:
    assert find_place(board, name) == board.grid.hex(hex_name)


def test_an_unknown_place_is_refused(board: Board) -> None:
    with pytest.raises(UserError, match="'Paris' is neither a city nor another place nor a hex"):
        find_place(board, "Paris")


def test_the_name_decides_the_kind_of_file(board: Board, tmp_path: Path) -> None:
    around = (board.cities["Kiev"].hex, 1)
    for kind, start in (("png", b"\x89PNG"), ("pdf", b"%PDF-"), ("svg", b"<svg ")):
        path = tmp_path / f"map.{kind}"
        write_map(board, path, around=around)
        assert path.read_bytes().startswith(start)
    root = etree.fromstring((tmp_path / "map.svg").read_bytes())
    names = root.xpath("//@aria-label")
    assert isinstance(names, list)
    assert {"Kiev", "W19"} <= set(names)


def test_another_kind_of_file_is_refused_and_nothing_is_written(board: Board, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"must end in \.png, \.svg or \.pdf"):
        write_map(board, tmp_path / "map.gif", around=(board.cities["Kiev"].hex, 1))
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_cannot_be_written_is_told_by_its_own_name(board: Board, tmp_path: Path) -> None:
    (tmp_path / "map.png").mkdir()
    with pytest.raises(UserError, match=r"map\.png' is a folder: name a file to write"):
        write_map(board, tmp_path / "map.png", layers=["hexsides"], around=(board.cities["Kiev"].hex, 1))
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]


def test_the_command_draws_what_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "riga.png"
    options = ["-o", str(path), "--around", "Riga", "--radius", "1", "--style", "contrast", "--layers", "land,places"]
    result = CliRunner().invoke(command, options, catch_exceptions=False)
    assert result.exit_code == 0
    assert Image.open(path).size == (3 * 104 + 12, 2 * 90 + 120 + 12)


def test_the_command_draws_the_terrain_of_an_optional_rule(tmp_path: Path) -> None:
    path = tmp_path / "lvov.png"
    colours = []
    for more in ([], ["--option", "26.17"]):
        options = ["-o", str(path), "--around", "U24", "--radius", "0", "--layers", "water,land", *more]
        assert CliRunner().invoke(command, options, catch_exceptions=False).exit_code == 0
        with Image.open(path) as image:
            colours.append(image.getpixel((image.width // 2, image.height // 2)))
    style = load_style("colour")
    assert colours == [tuple(bytes.fromhex(style[role][1:7])) for role in ("mountain", "clear")]


def test_the_command_keeps_for_the_next_time_unless_it_must_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    options = ["-o", str(tmp_path / "riga.png"), "--around", "Riga", "--radius", "1", "--layers", "land,districts"]
    pictures = []
    for more in (["--no-cache"], [], []):
        assert CliRunner().invoke(command, [*options, *more], catch_exceptions=False).exit_code == 0
        pictures.append((tmp_path / "riga.png").read_bytes())
        assert (tmp_path / "cache" / "trc-module-cache" / "map").is_dir() is not bool(more)
    assert len(set(pictures)) == 1


def test_the_command_lists_the_layers(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["-o", str(tmp_path / "x.png"), "--layers", "list"])
    assert result.output.split()[:3] == ["water", "land", "relief"]
