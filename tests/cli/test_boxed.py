"""`audit --boxed`: the same audit, in a process within limits."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.replay.script import CLEAR, Script
from trc_module.archive import boxes
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def log(parts: ModuleInputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    script = Script(parts, CLEAR + "on J20: ger-41-pz\non I18: ger-57-pz\n", tmp_path / "game.vlog")
    return script.move("ger-57-pz", "Z5").write()


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["audit", *map(str, words)])


def test_the_audit_is_the_same(log: Path, tmp_path: Path) -> None:
    (tmp_path / "trc-module.toml").write_text('[audit]\nignore = ["2"]\n', encoding="utf-8")
    for words in ((log, "--json", "--game", "trc"), (log, "--select", "9", "-o", tmp_path / "a.txt")):
        plain = run(*words)
        written = (tmp_path / "a.txt").read_bytes() if (tmp_path / "a.txt").exists() else b""
        boxed = run(*words, "--boxed")
        assert (boxed.stdout, boxed.stderr, boxed.exit_code) == (plain.stdout, plain.stderr, plain.exit_code)
        assert ((tmp_path / "a.txt").read_bytes() if (tmp_path / "a.txt").exists() else b"") == written
    assert str(run(tmp_path / "none.vlog", "--boxed").exception) == str(run(tmp_path / "none.vlog").exception)


def test_a_log_that_takes_for_ever_is_told(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("trc_module.auditing.audit.audit_chain", hangs)
    monkeypatch.setattr(boxes, "Limits", partial(boxes.Limits, 2))
    done = run(log, "--boxed")
    assert isinstance(done.exception, UserError)
    assert str(done.exception) == f"{log}: could not be judged: it takes longer than 2 s."
