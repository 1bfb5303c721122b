"""Logs of small games for archives."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.replay.script import Script
from tests.replay.test_chain import next_log
from trc_module.archive.adding import Addition, Work, add
from trc_module.archive.ownership import leave
from trc_module.archive.store import Store
from trc_module.archive.table import damaged, game_rows, table_text
from trc_module.cli.logs import open_logs
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.rules.record import read_record

BATTLE = """game: trc
at: turn 2 axis impulse 1 movement clear
on Y18: ger-41-pz ger-56-pz
on X17: rus-24-inf
move ger-41-pz Y18 Y17
move ger-56-pz Y18 Y17
end
attack 1: ger-41-pz ger-56-pz x rus-24-inf
roll 1: 5 3-1 D1
lose 1: rus-24-inf
end
"""
"""Two corps attack at 3-1; the log ends with the second impulse."""

START = "at: turn 1 axis impulse 1 weather clear\non J20: ger-41-pz ger-56-pz\n"
"""The beginning of a game of `Script`."""

WORK = Work(open_logs, workers=1)


def compose_game(parts: ModuleInputs, text: str, path: Path) -> Path:
    compose(parts, read_record(text, path.stem, find_game), path, "1")
    return path


def chain(parts: ModuleInputs, folder: Path, die: int = 3) -> list[Path]:
    """Write a game in two logs, a.vlog and b.vlog."""
    first = Script(parts, START, folder / "a.vlog").roll(die).end().move("ger-41-pz", "K20")
    second = next_log(first, "b.vlog").move("ger-56-pz", "K20")
    return [first.write(), second.write()]


def added(archive: Path, *paths: Path, work: Work = WORK) -> Addition:
    with Store(archive, new=True) as store:
        return add(store, paths, work)


def logs_by_game(archive: Path) -> list[list[str]]:
    """Return the names of the logs of each game, games and logs in their order."""
    with Store(archive) as store:
        return [[Path(log).name for log in game.logs] for game in game_rows(store)]


def own_copy(archive: Path, path: Path) -> Path:
    """Return a copy of an archive as one that was made here."""
    shutil.copy(archive, path)
    assert leave(path)
    return path


def table_of(archive: Path) -> str:
    with Store(archive) as store:
        return table_text(game_rows(store), damaged(store))


def copies(logs: Sequence[Path], folder: Path) -> list[Path]:
    folder.mkdir(exist_ok=True)
    return [Path(shutil.copy(log, folder / log.name)) for log in logs]
