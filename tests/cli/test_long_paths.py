"""Files in a folder whose path has 3,600 letters, near the longest that the system opens."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.replay.script import CLEAR, Script
from trc_module.cli.main import main
from trc_module.module.inputs import ModuleInputs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere paths of half that length are refused")


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    while (room := 3600 - len(os.fspath(tmp_path))) > 1:
        tmp_path /= "a" * min(200, room - 1)
        tmp_path.mkdir()
    return tmp_path


def test_a_log_there_is_read_and_written(
    parts: ModuleInputs,
    deep: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = Script(parts, CLEAR + "on J20: ger-41-pz\n", deep / "a.vlog").move("ger-41-pz", "J19").write()

    def run(*words: object) -> int:
        monkeypatch.setattr(sys, "argv", ["trc-module", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            main()
        return int(stopped.value.code or 0)

    for words in (("audit", log), ("dice", log), ("show", log), ("scrub", log, "-o", deep / "b.vlog")):
        assert run(*words) == 0
        assert capsys.readouterr().err == ""
    assert run("scrub", log, "-o", deep / f"{'b' * 260}.vlog") == 2
    assert "File name too long" in capsys.readouterr().err
    assert sorted(path.name for path in deep.iterdir()) == ["a.vlog", "b.vlog"]
