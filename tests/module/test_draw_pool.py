from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from trc_module.art.counters import face_key, render_face
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module import draw_pool
from trc_module.module.draw_jobs import DrawJob, FaceToDraw, MovedMark
from trc_module.module.draw_pool import DrawnPicture, drawing, picture_path
from trc_module.module.layout import COUNTER
from trc_module.roster import Unit
from trc_module.workers import process_pool


@pytest.fixture(scope="module")
def units() -> list[Unit]:
    return list(find_game("trc").roster.units.values())[:30]


MOVED = DrawJob("moved.png", "moved mark", MovedMark(), "0" * 32)


def face_job(face: FaceToDraw) -> DrawJob:
    return DrawJob("x.png", "x", face, face_key(face.item, face.side, face.style, face.factors, pixels=COUNTER))


def jobs(units: list[Unit]) -> list[DrawJob]:
    return [MOVED, *(face_job(FaceToDraw(unit, "front")) for unit in units)]


def draw(cache: Path, workers: int, wanted: list[DrawJob]) -> list[DrawnPicture]:
    with drawing(wanted, cache, workers) as finish:
        return finish()


def test_any_number_of_processes_draws_the_same(units: list[Unit], tmp_path: Path) -> None:
    alone, together = (draw(tmp_path / str(workers), workers, jobs(units)) for workers in (1, 2))
    assert alone == together
    assert {picture.new for picture in alone} == {True}
    one, other = ({p.name: p.read_bytes() for p in (tmp_path / name).rglob("*.picture")} for name in ("1", "2"))
    assert one == other
    assert sorted(one) == sorted({f"{job.key}.picture" for job in jobs(units)})


def test_this_process_is_one_of_those_that_draw(
    units: list[Unit], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []

    def pool(workers: int) -> ProcessPoolExecutor:
        started.append(workers)
        return process_pool(workers)

    monkeypatch.setattr(draw_pool, "process_pool", pool)
    assert len(draw(tmp_path, 2, jobs(units))) == 31
    assert started == [1]


AS_ELSEWHERE = """
import multiprocessing, sys
from pathlib import Path
from tests.module.test_draw_pool import draw, jobs
from trc_module.games import find_game

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    assert len(draw(Path(sys.argv[1]), 2, jobs(list(find_game("trc").roster.units.values())[:30]))) == 31
"""


def test_processes_that_begin_from_nothing_as_on_windows_draw_the_same(units: list[Unit], tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(AS_ELSEWHERE, encoding="utf-8")
    environment = {"PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run([sys.executable, "script.py", "cache"], cwd=tmp_path, env=environment, check=True)
    assert {picture.new for picture in draw(tmp_path / "cache", 1, jobs(units))} == {False}


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_in_the_cache_is_not_drawn_again(units: list[Unit], tmp_path: Path, workers: int) -> None:
    wanted = jobs(units)
    first = draw(tmp_path, workers, wanted)
    picture_path(tmp_path, wanted[3].key).unlink()
    again = draw(tmp_path, workers, wanted)
    assert [n for n, picture in enumerate(again) if picture.new] == [3]
    assert [picture.content for picture in again] == [picture.content for picture in first]


@pytest.mark.parametrize("workers", [1, 2])
def test_pictures_are_whole_where_nothing_can_be_kept(units: list[Unit], tmp_path: Path, workers: int) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    pictures = draw(tmp_path / "file", workers, jobs(units))
    assert {(picture.new, picture.content[:4]) for picture in pictures} == {(True, b"\x89PNG")}


def test_a_face_that_shows_the_same_is_the_same_picture(units: list[Unit], tmp_path: Path) -> None:
    # No face shows a note or an id.
    twin = replace(units[0], id="another", note="x")
    first, second = (face_job(FaceToDraw(unit, "front")) for unit in (units[0], twin))
    assert first.key == second.key
    assert [picture.new for picture in draw(tmp_path, 1, [first, second])] == [True, True]
    assert len(list(tmp_path.rglob("*.picture"))) == 1


def test_faces_are_drawn_in_the_style_that_is_asked_for(units: list[Unit], tmp_path: Path) -> None:
    unit = next(unit for unit in units if unit.type == "armor")
    faces = [
        FaceToDraw(unit, "front"),
        FaceToDraw(unit, "front", "silhouette", "large"),
        FaceToDraw(unit, "back", "silhouette"),
    ]
    assert [picture.content for picture in draw(tmp_path, 1, [face_job(face) for face in faces])] == [
        render_face(face.item, face.side, face.style, face.factors) for face in faces
    ]
    # A back looks the same in both styles.
    assert face_job(faces[2]).key == face_key(unit, "back")


@pytest.mark.parametrize("workers", [1, 2])
def test_what_cannot_be_drawn_is_one_sentence(units: list[Unit], tmp_path: Path, workers: int) -> None:
    odd = DrawJob("odd.png", "odd", FaceToDraw(replace(units[0], type="zeppelin"), "front"), "f" * 32)
    with pytest.raises(UserError, match="There is no symbol 'zeppelin'"):
        draw(tmp_path, workers, [*jobs(units), odd])


class Changing:
    """An object that is not ready to be pickled by another thread, as a board that caches what it computes."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __getstate__(self) -> dict[str, str]:
        self.told.append(threading.current_thread().name)
        raise pickle.PicklingError


def test_jobs_are_pickled_by_the_thread_that_orders_them(units: list[Unit], tmp_path: Path) -> None:
    odd: Any = Changing()
    with pytest.raises(pickle.PicklingError):
        draw(tmp_path, 2, [DrawJob("odd.png", "odd", odd, "f" * 32), *jobs(units)])
    assert odd.told == [threading.current_thread().name]
