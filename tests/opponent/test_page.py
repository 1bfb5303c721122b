"""The page about an evening against the program holds word by word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tutorial import differences

PAGE = Path(__file__).parents[2] / "docs" / "opponent.md"


def test_whoever_follows_the_page_gets_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert differences(PAGE) == []
