"""An audit imports its own game and what judges logs: no other game, no needless room, nothing that draws.

It reads neither the words of the module nor, where nobody has chosen one, the readings of the rulebook.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from trc_module.gamespec import game_names
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir
from trc_module.rules.finder import find_game
from trc_module.rules.selfplay import record_of
from trc_module.version import __version__

_AUDIT = """\
import sys
opened = set()
sys.addaudithook(lambda event, given: event == "open" and opened.add(str(given[0])))
from trc_module.cli.main import main
sys.argv = ["trc-module", "audit", sys.argv[1]]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("opened:", *(name for name in opened if name.endswith(".toml")), sep="|")
print("imported:", *sys.modules)
"""
ROOMS = ["api", "app", "archive", "forms", "newgame", "opponent", "profiles", "tournament", "trials", "workshop"]
"""Rooms of the program that an audit does not need."""
HEAVY = [
    "PIL",
    "numpy",
    "shapely",
    "starlette",
    "uvicorn",
    "watchfiles",
    "asyncio",
    "sqlite3",
    "networkx",
    "distributed",
    "multiprocessing",
    "email",
    "socket",
    "importlib.metadata",
]


@pytest.mark.parametrize("name", ["trc", "m41"])
def test_an_audit_imports_and_reads_what_judges_its_own_game(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    scenario = next(each for each in game.scenarios if each != "none")
    log = tmp_path / "a.vlog"
    record = record_of(game, game.start(scenario, frozenset()), [])
    compose(load_inputs(game, data_dir() / name), record, log, __version__)
    done = subprocess.run(
        [sys.executable, "-c", _AUDIT, str(log)], capture_output=True, text=True, encoding="utf-8", check=True
    )
    opened, _, modules = done.stdout.rpartition("opened:")[2].partition("imported:")
    read = {Path(path).name for path in opened.strip().split("|")}
    assert "windows.toml" in read
    assert read & {"en.toml", "readings.toml"} == set()
    imported = set(modules.split())
    assert f"trc_module.games.{name}.game" in imported
    others = {f"trc_module.games.{other}" for other in game_names() if other != name}
    assert imported & (others | {f"trc_module.{room}" for room in ROOMS} | set(HEAVY)) == set()
