"""Games and files taken out of an archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.games import BATTLE, added, chain, compose_game, logs_by_game
from trc_module.archive.removing import remove
from trc_module.archive.store import Store
from trc_module.archive.table import game_rows
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def archive(tmp_path: Path, parts: ModuleInputs) -> Path:
    (tmp_path / "logs").mkdir()
    chain(parts, tmp_path / "logs")
    compose_game(parts, BATTLE, tmp_path / "logs" / "c.vlog")
    added(tmp_path / "x.db", tmp_path / "logs")
    return tmp_path / "x.db"


def test_a_game_goes_with_all_that_is_kept_of_it(archive: Path) -> None:
    with Store(archive) as store:
        battle = next(game for game in game_rows(store) if len(game.logs) == 1)
        assert remove(store, [battle.name[:4]]) == (1, 1)
        for table in ("battle", "content", "source", "log", "game"):
            kept = {"battle": 0, "game": 1}.get(table, 2)
            assert store.all(f"SELECT count(*) FROM {table}")[0][0] == kept
    assert logs_by_game(archive) == [["a.vlog", "b.vlog"]]
    assert added(archive, archive.parent / "logs").games == 1


def test_what_stays_of_a_game_is_judged_again(archive: Path) -> None:
    b = archive.parent / "logs" / "b.vlog"
    with Store(archive) as store:
        assert remove(store, [str(b)]) == (1, 1)
    b.unlink()
    assert logs_by_game(archive) == [["c.vlog"]]
    assert added(archive, archive.parent / "logs").games == 1
    assert logs_by_game(archive) == [["a.vlog"], ["c.vlog"]]


def test_nothing_is_removed_if_a_name_is_wrong(archive: Path) -> None:
    with Store(archive) as store:
        names = [game.name for game in game_rows(store)]
        with pytest.raises(UserError, match="There is no game or file 'nothing' in this archive"):
            remove(store, [names[0], "nothing"])
        assert [game.name for game in game_rows(store)] == names
