"""The checks of options and start lines find what their data contradict."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.data_folders import edit
from trc_module.facts import DataError
from trc_module.games.trc.checks import inspect
from trc_module.resources import data_dir


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return Path(shutil.copytree(data_dir() / "trc", tmp_path / "trc"))


def test_our_options_and_lines_contradict_nothing() -> None:
    found = inspect(data_dir() / "trc")
    assert found.problems == ()
    assert any(fact.statement == "26.5: Artillery" for fact in found.facts)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("options.toml", 'title = "Battlegroups"', 'title = "Artillery"', "'Artillery' is the title of 26.4"),
        ("options.toml", '"rus-stalin"]', '"rus-lenin"]', "26.16: there is no unit rus-lenin"),
        ("options.toml", '["26.17"]', '["26.18"]', "26.18: the ledger has no rule 26.18"),
        ("options.toml", 'requires = ["26.8"]', 'requires = ["26.8"]\nexcludes."26.8" = "no"', "26.14: 26.14 ("),
        ("module/options.toml", '"28.8", ', "", "the module does not offer 28.8"),
        ("scenarios/fall-blau.toml", '= "fall-blau"', '= "fall-brown"', "there is no line fall-brown"),
    ],
)
def test_options_and_lines_are_checked(data: Path, file: str, old: str, new: str, message: str) -> None:
    edit(data / file, old, new)
    assert message in inspect(data).problems[0].message


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("options.toml", 'requires = ["26.8"]', 'requires = ["26.80"]'),
        ("lines/fall-blau.toml", '"Kalinin", "Rostov"', '"Kalinin", "Rostow"'),
        ("lines/fall-blau.toml", 'source  = "rulebook:27.4"', 'source  = "somebody"'),
    ],
)
def test_what_options_and_lines_cannot_mean_is_told_with_its_file(data: Path, file: str, old: str, new: str) -> None:
    edit(data / file, old, new)
    with pytest.raises(DataError, match=file):
        inspect(data)
