"""The page of an owner's forms: its words, its checks, its files, its module."""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import Served, serving
from trc_module.app.getting import Modules
from trc_module.app.owning import Owning
from trc_module.errors import UserError

UNIT = [["units.csv", "ger-24-pz", name, value] for name, value in (("combat", "8"), ("defence", "4"), ("move", "6"))]


@pytest.fixture
def owning() -> Owning:
    return Owning(Modules(("trc", "trp")))


def test_games_that_ask_something_have_a_page(owning: Owning) -> None:
    assert owning.with_forms() == ["trp"]
    with pytest.raises(UserError, match="no forms of 'trc' here"):
        owning.page("trc", "en")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Build the module"), ("de", "Modul bauen"), ("it", "Crea il modulo")]
)
def test_the_page_asks_for_every_entry_in_a_language(owning: Owning, language: str, said: str) -> None:
    page = owning.page("trp", language)
    assert f'<html lang="{language}">' in page
    assert said in page
    assert 'data-file="units.csv" data-entry="ger-24-pz" data-place="combat"' in page
    assert 'data-file="charts/results.toml" data-entry="results/3-1" data-place="dice"' in page
    # Every field has a label around it.
    assert page.count("<input ") == page.count("<label ")


def test_a_check_tells_how_far_forms_are_filled_in(owning: Owning) -> None:
    forms = {each["id"]: each for each in owning.check("trp", {"answers": UNIT})["forms"]}
    assert (forms["factors"]["filled"], forms["factors"]["waits"]) == (1, True)
    assert forms["results"]["filled"] == 0


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([], "Nothing is filled in yet."),
        (UNIT[:1], "units.csv, ger-24-pz, field 'defence': expected the defence factor, "),
        ([*UNIT[:2], ["units.csv", "ger-24-pz", "move", "six"]], "units.csv"),
        ([["charts/results.toml", "results/3-1", "dice", "AE X"]], "charts/results.toml"),
    ],
)
def test_what_is_wrong_is_told_with_the_file_and_without_a_folder(owning: Owning, answers: Any, told: str) -> None:
    with pytest.raises(UserError) as error:
        owning.check("trp", {"answers": answers})
    assert str(error.value).startswith(told)
    assert "trc-module-" not in str(error.value)


def test_the_files_are_a_folder_for_any_command(owning: Owning, tmp_path: Path) -> None:
    name, content = owning.files("trp", {"answers": UNIT})
    assert name == "trp-data.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == ["trp-data/units.csv"]


def test_the_server_answers_what_the_page_asks(tmp_path: Path) -> None:
    with _served(tmp_path) as served:
        assert served.ask("forms/trp/?lang=de").status == 200
        assert served.ask("api/games").tree["forms"] == ["trp"]
        body = json.dumps({"answers": UNIT[:1]}).encode()
        answer = served.ask("forms/trp/api/check", "POST", body)
        assert (answer.status, "since combat of this entry is filled in" in answer.tree["error"]) == (400, True)
        body = json.dumps({"answers": UNIT}).encode()
        answer = served.ask("forms/trp/api/build", "POST", body)
        assert answer.status == 200
        assert answer.headers["content-disposition"].startswith('attachment; filename="trp-')
        with zipfile.ZipFile(io.BytesIO(answer.body)) as module:
            assert b"ger-24-pz" in module.read("buildFile.xml")


def _served(folder: Path) -> AbstractContextManager[Served]:
    (folder / "logs").mkdir()
    return serving(folder / "logs", folder / "dropped", games=("trc", "trp"))
