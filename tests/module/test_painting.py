from __future__ import annotations

import pickle
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from trc_module.art.counters import face_key, render_face
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.painting import Face, Job, MovedMark, Painted, Painters, picture_path
from trc_module.roster import Unit


@pytest.fixture(scope="module")
def units() -> list[Unit]:
    return list(find_game("trc").roster.units.values())[:30]


MOVED = "00000000000000000000000000000000"


def jobs(units: list[Unit]) -> list[Job]:
    return [Job(MovedMark(), MOVED), *(Job(Face(unit, "front")) for unit in units)]


def paint(folder: Path, workers: int, wanted: list[Job]) -> list[Painted]:
    with Painters(folder, workers) as painters:
        return painters.begin(wanted)()


def test_any_number_of_painters_paints_the_same(units: list[Unit], tmp_path: Path) -> None:
    alone, together = (paint(tmp_path / str(workers), workers, jobs(units)) for workers in (1, 2))
    assert alone == together
    assert {painted.new for painted in alone} == {True}
    one, other = ({p.name: p.read_bytes() for p in (tmp_path / name).rglob("*.picture")} for name in ("1", "2"))
    assert one == other
    assert sorted(one) == sorted({f"{painted.key}.picture" for painted in alone})


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_there_is_not_painted_again(units: list[Unit], tmp_path: Path, workers: int) -> None:
    first = paint(tmp_path, workers, jobs(units))
    picture_path(tmp_path, first[3].key).unlink()
    again = paint(tmp_path, workers, jobs(units))
    assert [n for n, painted in enumerate(again) if painted.new] == [3]
    assert [painted.key for painted in again] == [painted.key for painted in first]


@pytest.mark.parametrize("workers", [1, 2])
def test_pictures_are_whole_where_nothing_can_be_kept(units: list[Unit], tmp_path: Path, workers: int) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with Painters(tmp_path / "file", workers) as painters:
        (moved,) = painters.begin([Job(MovedMark(), MOVED)])()
        assert (moved.new, (painters.picture(MOVED) or b"")[:4]) == (True, b"\x89PNG")


def test_a_face_that_shows_the_same_is_the_same_picture(units: list[Unit], tmp_path: Path) -> None:
    # No face shows a note or an id.
    twin = replace(units[0], id="another", note="x")
    first, second = paint(tmp_path, 1, [Job(Face(unit, "front")) for unit in (units[0], twin)])
    assert first.key == second.key


def test_faces_are_painted_in_the_look_that_is_asked_for(units: list[Unit], tmp_path: Path) -> None:
    unit = next(unit for unit in units if unit.type == "armor")
    faces = [Face(unit, "front"), Face(unit, "front", "silhouette", "large"), Face(unit, "back", "silhouette")]
    with Painters(tmp_path, 1) as painters:
        painted = painters.begin([Job(face) for face in faces])()
    assert [painters.picture(each.key) for each in painted] == [
        render_face(face.item, face.side, face.look, face.factors) for face in faces
    ]
    # A back looks the same in both looks.
    assert painted[2].key == face_key(unit, "back")


@pytest.mark.parametrize("workers", [1, 2])
def test_what_cannot_be_painted_is_told_in_one_sentence(units: list[Unit], tmp_path: Path, workers: int) -> None:
    odd = replace(units[0], type="zeppelin")
    with pytest.raises(UserError, match="There is no symbol 'zeppelin'"):
        paint(tmp_path, workers, [Job(Face(odd, "front"))])


class Changing:
    """What is not yet settled when it is asked for, as a board that computes some things when it is first asked."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __getstate__(self) -> dict[str, str]:
        self.told.append(threading.current_thread().name)
        raise pickle.PicklingError


def test_pictures_are_sent_by_the_thread_that_orders_them_and_an_error_ends_the_painters(tmp_path: Path) -> None:
    odd: Any = Changing()
    with pytest.raises(pickle.PicklingError):
        paint(tmp_path, 2, [Job(MovedMark(), MOVED), Job(odd, "f" * 32)])
    assert odd.told == [threading.current_thread().name]
