from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import shapely

from trc_module.art.map import draw_map, find_place
from trc_module.art.map.drawing import scene_of
from trc_module.art.map.names import place_labels, region_labels, rooms_of
from trc_module.art.map.rivers import river_courses
from trc_module.art.map.scene import Scene
from trc_module.board import Board
from trc_module.disk_cache import load_cached, store_cached

LINES = ["tints", "districts", "borders", "rivers", "rails", "names"]


def test_a_crop_shows_rivers_where_the_whole_map_shows_them(board: Board, whole: Scene) -> None:
    crop = scene_of(board, "colour", (find_place(board, "Kiev"), 2), None)
    assert river_courses(crop) is river_courses(whole)


@pytest.mark.parametrize("place", ["Kiev", "Leningrad", "Sevastopol", "Berlin"])
def test_a_name_stands_in_a_crop_where_it_stands_on_the_whole_map_unless_the_edge_cuts_it(
    board: Board, whole: Scene, place: str
) -> None:
    crop = scene_of(board, "colour", (find_place(board, place), 6), None)
    inside = shapely.box(*crop.around(-3))
    for laid, shown in ((place_labels(whole), place_labels(crop)), (region_labels(whole), region_labels(crop))):
        uncut = [label for label, room in zip(laid, rooms_of(laid), strict=True) if inside.contains_properly(room)]
        load_cached = [label for label in uncut if label in shown]
        # Only the name of a city outside is left out although the whole of it would fit.
        assert all(label.of.startswith("city ") for label in uncut if label not in load_cached)
        anew = [label for label in shown if label not in load_cached]
        assert not {label.of for label in load_cached} & {label.of for label in anew}
        assert shapely.box(*crop.box).contains(shapely.union_all(rooms_of(shown)))


def test_what_is_kept_for_the_whole_board_makes_the_same_crop_as_what_is_laid_out_anew(
    board: Board, tmp_path: Path
) -> None:
    around = (find_place(board, "Berlin"), 3)
    clean = draw_map(board, layers=LINES, around=around)
    # Another board remembers nothing of this one.
    assert draw_map(replace(board), layers=LINES, around=around, cache=tmp_path).items == clean.items
    assert len(list(tmp_path.glob("*.laid"))) == 7
    assert draw_map(replace(board), layers=LINES, around=around, cache=tmp_path).items == clean.items


@pytest.mark.parametrize("foreign", [b"", b"\x00", b"\x91\x93\xa1x\xc4\x00\xc4\x00", shapely.to_wkb(shapely.Point())])
def test_what_another_hand_left_in_the_folder_is_laid_out_anew(board: Board, tmp_path: Path, foreign: bytes) -> None:
    chosen, around = ["districts", "borders"], (find_place(board, "Berlin"), 3)
    clean = draw_map(board, layers=chosen, around=around, cache=tmp_path)
    for path in tmp_path.glob("*.laid"):
        store_cached(path, foreign)
    assert draw_map(replace(board), layers=chosen, around=around, cache=tmp_path).items == clean.items


def test_a_course_kept_for_another_board_is_laid_out_anew(board: Board, tmp_path: Path) -> None:
    few = replace(board, rivers=board.rivers[:1])
    around = (few.rivers[0].hexes[0], 1)
    clean = draw_map(few, layers=["rivers"], around=around, cache=tmp_path)
    (path,) = tmp_path.glob("*.laid")
    store_cached(path, (load_cached(path) or b"").replace(few.rivers[0].id.encode(), b"x" * len(few.rivers[0].id)))
    again = draw_map(replace(few), layers=["rivers"], around=around, cache=tmp_path)
    assert again.items == clean.items
    assert np.all([item.shape.area > 0 for item in again.items])  # type: ignore[union-attr]
