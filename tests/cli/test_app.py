"""`trc-module app`: it prints its address, answers there, and ends when it is told to."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

import trc_module
from trc_module.app import needed
from trc_module.app.running import bound
from trc_module.app.vassal_folder import vassal_folder
from trc_module.cli import alone
from trc_module.cli.main import group
from trc_module.errors import UserError

ROOT = Path(trc_module.__file__).parents[1]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--version"], 0, "trc-module, version "),
        (["rule", "--help"], 0, "Usage: trc-module rule "),
        (["--no-browser", "--port", "0"], 2, "Invalid value for '--port'"),
    ],
)
def test_the_one_file_takes_the_options_and_commands_of_all(
    words: list[str], code: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["trc-module", *words])
    with pytest.raises(SystemExit) as ended:
        alone.main()
    printed = capsys.readouterr()
    assert ended.value.code == code
    assert told in printed.out + printed.err


@pytest.mark.skipif(os.name == "nt", reason="on Windows no signal of this kind is sent")
def test_it_prints_its_address_and_answers_there(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "trc_module", "app", str(tmp_path), "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TRC_MODULE_CACHE": str(tmp_path / "cache")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
        with urllib.request.urlopen(address, timeout=30) as page:
            assert b"<title>trc-module" in page.read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) in (0, 143, -signal.SIGTERM)


def test_a_port_that_is_taken_is_told_of() -> None:
    with bound(None) as first:
        port = first.getsockname()[1]
        assert first.getsockname()[0] == "127.0.0.1"
        with pytest.raises(UserError, match=rf"Port {port} cannot be used"):
            bound(port)


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(needed, "find_spec", lambda name: None)
    result = CliRunner().invoke(group, ["app", str(tmp_path), "--no-browser"])
    assert isinstance(result.exception, UserError)
    assert str(result.exception) == (
        "The app needs starlette and uvicorn, which this Python does not have; install what is missing with: "
        f"{sys.executable} -m pip install starlette uvicorn"
    )


def test_the_folder_of_vassals_games_is_read_off_its_preferences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert vassal_folder() is None
    games = tmp_path / "My Games: 1941"
    games.mkdir()
    prefs = tmp_path / ".VASSAL" / "prefs"
    prefs.mkdir(parents=True)
    # As java.util.Properties writes it.
    told = str(games).replace(":", "\\:").replace(" ", "\\ ")
    (prefs / "V_Global").write_text(f"#Preferences\nwizard=true\nmodulesDir={told}\n", encoding="latin-1")
    assert vassal_folder() == games
    (prefs / "V_Global").write_text("modulesDir=/nowhere/at/all\n", encoding="latin-1")
    assert vassal_folder() is None
