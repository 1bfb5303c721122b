"""Answers of a page as the files of an owner's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.errors import UserError
from trc_module.forms import asked_of
from trc_module.forms.answers import asks_of, entry_name, files_with, told_answers
from trc_module.resources import data_dir

FOLDER = data_dir() / "trp"


def _written(folder: Path, answers: list[list[str]]) -> Path:
    for name, text in files_with(asked_of(FOLDER), told_answers(answers)).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _filled(folder: Path) -> dict[str, int]:
    return {each.form.id: each.filled for each in asked_of(FOLDER, folder) if each.filled}


def test_nothing_answered_makes_no_file() -> None:
    assert files_with(asked_of(FOLDER), {}) == {}


def test_answers_are_read_as_if_they_had_been_typed_into_the_files(tmp_path: Path) -> None:
    factors = (("combat", "8"), ("defence", "4"), ("move", "6"))
    unit = [["units.csv", "ger-24-pz", name, value] for name, value in factors]
    results = ["charts/results.toml", "results/3-1", "dice", "AE X D1 D1 D4 DE"]
    folder = _written(tmp_path, [*unit, results, ["map/grid.toml", "grid", "shifted", "1"]])
    (row,) = (tmp_path / "units.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert row.replace(" ", "") == "ger-24-pz,8,4,6,,"
    chart = (tmp_path / "charts/results.toml").read_text(encoding="utf-8")
    assert chart == '[results.3-1]\ndice = ["AE", "X", "D1", "D1", "D4", "DE"]\n'
    assert _filled(folder) == {"factors": 1, "results": 1, "rows": 1}


def test_an_entry_that_is_filled_in_by_half_is_told_with_its_file(tmp_path: Path) -> None:
    folder = _written(tmp_path, [["units.csv", "ger-24-pz", "combat", "8"]])
    with pytest.raises(UserError, match=r"units\.csv.*since combat of this entry is filled in"):
        asked_of(FOLDER, folder)


@pytest.mark.parametrize("answer", ["1, 2", 'a "b"', "a\\b", "#", "x" * 201, "a\x07b"])
def test_what_a_file_cannot_hold_is_refused(answer: str) -> None:
    with pytest.raises(UserError, match=r"units\.csv, ger-24-pz, combat: expected a word or a number"):
        files_with(asked_of(FOLDER), {("units.csv", "ger-24-pz", "combat"): answer})


@pytest.mark.parametrize("tree", [None, "x", {}, [["a", "b", "c"]], [["a", "b", "c", 1]]])
def test_what_is_no_list_of_answers_is_refused(tree: object) -> None:
    with pytest.raises(UserError, match="no answers to a form"):
        told_answers(tree)


@pytest.mark.parametrize("game", ["trp", "m41", "nr"])
def test_every_entry_asks_for_something_under_a_name_of_its_own(game: str) -> None:
    for each in asked_of(data_dir() / game):
        places = [(entry_name(entry), ask.place) for entry in each.entries for ask in asks_of(entry)]
        assert len(places) == len(set(places)) >= len(each.entries)
