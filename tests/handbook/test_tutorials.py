"""The tutorials hold word by word: their commands are run, their files written, their output compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kept_pictures import copied_cache
from tests.tutorial import differences

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, module_file: Path) -> Path:
    """Return where pictures are kept: readers have one cache too. What the session has drawn is in it."""
    assert module_file.is_file()
    return copied_cache(tmp_path_factory.mktemp("readers") / "cache")


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.md")))
def test_whoever_follows_a_tutorial_gets_what_it_says(
    name: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRC_MODULE_CACHE", str(cache))
    assert differences(FOLDER / f"{name}.md") == []
