"""Each hostile file is answered with its sentence, without much memory, and nothing is written."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.hostile.archives import ARCHIVES
from tests.hostile.case import Case
from tests.hostile.elsewhere import ELSEWHERE
from tests.hostile.games import GAMES
from tests.hostile.modules import MODULES
from tests.hostile.pictures import PICTURES
from tests.hostile.records import RECORDS
from trc_module.cli.main import main

HOSTILE_ARCHIVES = (*ARCHIVES, *MODULES, *PICTURES, *GAMES, *ELSEWHERE)
CASES = (*HOSTILE_ARCHIVES, *RECORDS)


def run(words: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the command line as a user does, and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["trc-module", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert isinstance(stopped.value.code, int)
    return stopped.value.code


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_hostile_file_is_answered_with_its_sentence(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, data in case.files().items():
        (tmp_path / name).write_bytes(data)
    before = sorted(path.name for path in tmp_path.iterdir())
    if case.most:
        tracemalloc.start()
    try:
        code = run(case.command, monkeypatch)
        peak = tracemalloc.get_traced_memory()[1] if case.most else 0
    finally:
        tracemalloc.stop()
    said = capsys.readouterr().err.rstrip("\n")
    expected = f"trc-module: {case.says}" if case.code == 2 else case.says
    if expected.endswith("…"):
        said = said[: len(expected) - 1] + "…"
    assert (said, code) == (expected, case.code)
    assert "\n" not in said
    assert peak <= case.most
    if case.code == 2:
        assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_there_are_a_hundred_archives_and_their_names_differ() -> None:
    assert len(HOSTILE_ARCHIVES) >= 100
    assert len({case.name for case in CASES}) == len(CASES)
