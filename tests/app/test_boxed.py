"""What somebody else has sent is judged by other processes: what takes for ever is a card, and stops nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import trc_module
from tests.archive.games import START, chain
from tests.archive.kills import command as archive_command
from tests.replay.script import Script
from trc_module.app import boxed
from trc_module.app.library import Library
from trc_module.app.run_folder import PREFIX, remove_abandoned, run_folder
from trc_module.archive.boxes import Limits
from trc_module.archive.crew import HERE, Crew
from trc_module.archive.store import Store
from trc_module.cli.logs import open_logs
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import GameLog

ROOT = Path(trc_module.__file__).parents[1]
TOO_LONG = "could not be judged: it takes longer than 12 s"


def hostile(paths: Sequence[Path], *args: Any, **kwargs: Any) -> list[GameLog]:
    """Open logs, but for one that takes for ever and one that ends the process."""
    if any(path.name == "hangs.vlog" for path in paths):
        time.sleep(600)
    if any(path.name == "dies.vlog" for path in paths):
        os._exit(1)
    return open_logs(paths, *args, **kwargs)


@pytest.fixture
def library(parts: ModuleInputs, tmp_path: Path) -> Iterator[Library]:
    folder = tmp_path / "games"
    folder.mkdir()
    chain(parts, folder)
    Script(parts, START, folder / "hangs.vlog").roll(5).end().move("ger-41-pz", "J21").write()
    Script(parts, START, folder / "dies.vlog").roll(6).end().move("ger-41-pz", "J21").write()
    (tmp_path / "run" / "dropped").mkdir(parents=True)
    with Crew(HERE, 2, Limits(12), "spawn") as crew:
        yield Library([folder], tmp_path / "run" / "dropped", hostile, crew=crew)


def test_a_log_that_takes_for_ever_is_a_card_and_the_others_are_judged(library: Library, tmp_path: Path) -> None:
    library.look()
    cards = {" ".join(card.logs): card for card in library.cards()}
    assert {logs: card.error for logs, card in cards.items()} == {
        "a.vlog b.vlog": "",
        "dies.vlog": "given up after 3 tries: the process that worked on it was ended, as it is when memory runs out.",
        "hangs.vlog": TOO_LONG,
    }
    # Nothing of it is opened here; the game that was judged is.
    name = cards["a.vlog b.vlog"].name
    assert [path.name for path in library.logs_of(name)] == ["a.vlog", "b.vlog"]
    with pytest.raises(UserError, match=TOO_LONG):
        library.game_with(tmp_path / "games" / "hangs.vlog")
    assert "<html" in library.transcript(cards["dies.vlog"].transcript)
    # What was changed after it was judged is judged again before it is opened.
    shutil.copy(tmp_path / "games" / "hangs.vlog", tmp_path / "games" / "b.vlog")
    assert [path.name for path in library.logs_of(name)] == ["a.vlog"]


def test_a_game_that_could_not_be_judged_is_not_opened(parts: ModuleInputs, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "run" / "dropped").mkdir(parents=True)
    chain(parts, tmp_path / "games")
    library = Library([tmp_path / "games"], tmp_path / "run" / "dropped", open_logs)
    library.look()
    with Store(tmp_path / "run" / "games.db", private=True) as store:
        store.do("UPDATE game SET error = ?", TOO_LONG)
        name = store.all("SELECT name FROM game")[0][0]
    with pytest.raises(UserError, match=TOO_LONG):
        library.logs_of(name)


def slow(path: Path) -> tuple[str, str]:
    while path:
        pass
    return "", ""


def test_a_transcript_that_takes_for_ever_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxed, "transcript_of", slow)
    with Crew(HERE, 1, Limits(1), "fork") as crew, pytest.raises(UserError, match="it takes longer than 1 s"):
        boxed.transcript(tmp_path / "a.vlog", crew)


# The folder of a run


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def test_a_run_removes_what_a_killed_one_has_left_and_nothing_else(temporary: Path) -> None:
    (temporary / f"{PREFIX}begun").mkdir()
    (temporary / "other").mkdir()
    with run_folder() as lives:
        dead = temporary / f"{PREFIX}dead"
        (dead / "dropped").mkdir(parents=True)
        (dead / "dropped" / "week1.vlog").touch()
        (dead / "runs").touch()
        (temporary / "home").mkdir()
        (temporary / "home" / "runs").touch()
        if sys.platform != "win32":
            (temporary / f"{PREFIX}link").symlink_to(temporary / "home")
            assert lives.stat().st_mode & 0o777 == 0o700
        assert Path(tempfile.mkdtemp()).parent == lives / "tmp"
        # As in another process.
        tempfile.tempdir = str(temporary)
        with run_folder():
            assert not dead.exists()
        assert lives.exists()
    assert not lives.exists()
    assert {path.name for path in temporary.iterdir()} >= {f"{PREFIX}begun", "other", "home"}
    assert (temporary / "home" / "runs").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
def test_what_was_dropped_does_not_outlive_a_killed_app(temporary: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "trc_module", "app", str(tmp_path), "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        (folder,) = temporary.glob(f"{PREFIX}*")
        remove_abandoned()
        assert folder.exists()
        process.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while folder.exists() and time.monotonic() < deadline:
        remove_abandoned()
        time.sleep(0.05)
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions of commands")
def test_the_app_and_an_addition_read_the_same_folder_at_once(parts: ModuleInputs, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (tmp_path / "run" / "dropped").mkdir(parents=True)
    chain(parts, folder)
    with boxed.new_crew() as crew:
        library = Library([folder], tmp_path / "run" / "dropped", open_logs, crew=crew)
        adding = archive_command(tmp_path / "spring.db", "add", folder, "--jobs", "1")
        library.look()
    out, _ = adding.communicate(timeout=120)
    assert (out.decode(), adding.returncode) == ("2 files: 0 known, 2 read; 1 game judged.\n", 0)
    assert [(" ".join(card.logs), card.error) for card in library.cards()] == [("a.vlog b.vlog", "")]
