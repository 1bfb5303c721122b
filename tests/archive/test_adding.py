"""Additions to an archive: the logs that make a game, the files that are read again, and the record of damaged ones."""

from __future__ import annotations

import os
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.games import BATTLE, START, WORK, added, chain, compose_game, copies, logs_by_game, table_of
from tests.replay.script import Script
from tests.replay.test_chain import next_log
from trc_module.archive import adding
from trc_module.archive.adding import Addition, add
from trc_module.archive.crew import Crew
from trc_module.archive.rechecking import Anew, recheck
from trc_module.archive.sightings import look
from trc_module.archive.store import Store
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "logs"
    place.mkdir()
    return place


def test_logs_of_one_game_are_known_by_their_positions_whatever_they_are_called(
    parts: ModuleInputs, archive: Path, folder: Path
) -> None:
    a, b = chain(parts, folder)
    a.rename(folder / "z.vlog")
    (folder / "inner").mkdir()
    b.rename(folder / "inner" / "01.vlog")
    assert added(archive, folder) == Addition(files=2, known=0, read=2, games=1)
    assert logs_by_game(archive) == [["z.vlog", "01.vlog"]]


def test_a_folder_of_single_games_is_many_games(parts: ModuleInputs, archive: Path, folder: Path) -> None:
    compose_game(parts, BATTLE, folder / "battle.vlog")
    Script(parts, START, folder / "one.vlog").roll(3).end().move("ger-41-pz", "K20").write()
    Script(parts, START, folder / "two.vlog").roll(4).move("ger-56-pz", "K20").end().move("ger-41-pz", "J21").write()
    assert added(archive, folder).games == 3
    assert logs_by_game(archive) == [["battle.vlog"], ["one.vlog"], ["two.vlog"]]


def test_two_games_mixed_in_a_folder_are_told_apart(parts: ModuleInputs, archive: Path, folder: Path) -> None:
    chain(parts, folder)
    first = Script(parts, START, folder / "c.vlog").move("ger-56-pz", "K19").roll(4).end().move("ger-41-pz", "J21")
    for script in (first, next_log(first, "d.vlog").move("ger-56-pz", "L19")):
        script.write()
    assert added(archive, folder).games == 2
    assert logs_by_game(archive) == [["a.vlog", "b.vlog"], ["c.vlog", "d.vlog"]]


def test_it_makes_no_difference_in_which_order_logs_come(parts: ModuleInputs, tmp_path: Path, folder: Path) -> None:
    a, b = chain(parts, folder)
    battle = compose_game(parts, BATTLE, folder / "c.vlog")
    tables = []
    for name, order in (("one.db", [[folder]]), ("two.db", [[b], [battle], [a]]), ("three.db", [[battle, a], [b]])):
        for paths in order:
            added(tmp_path / name, *paths)
        tables.append(table_of(tmp_path / name))
    assert tables[1:] == [tables[0]] * 2


def test_logs_between_which_one_is_missing_are_one_game_if_no_other_may_be_meant(
    parts: ModuleInputs, archive: Path, folder: Path
) -> None:
    first = Script(parts, START, folder / "a.vlog").roll(3).end().move("ger-41-pz", "K20")
    lost = next_log(first, "b.vlog").move("ger-56-pz", "K20").end()
    last = next_log(lost, "c.vlog").end().move("ger-56-pz", "L20")
    first.write()
    last.write()
    added(archive, folder)
    assert logs_by_game(archive) == [["a.vlog", "c.vlog"]]
    # Another game that began as long ago: 'c' may go on from either.
    other = Script(parts, START, folder / "x.vlog").move("ger-56-pz", "J19").roll(4).end()
    other.write()
    added(archive, folder)
    assert logs_by_game(archive) == [["a.vlog"], ["c.vlog"], ["x.vlog"]]
    # The lost log is found: nothing has to be guessed any more.
    lost.write()
    added(archive, folder)
    assert logs_by_game(archive) == [["a.vlog", "b.vlog", "c.vlog"], ["x.vlog"]]


def test_a_log_that_ends_within_the_first_phase_is_part_of_the_one_that_repeats_it(
    parts: ModuleInputs, archive: Path, folder: Path
) -> None:
    whole = Script(parts, START, folder / "whole.vlog").move("ger-56-pz", "J19").roll(3).end().move("ger-41-pz", "K20")
    whole.write()
    next_log(whole, "begun.vlog", replaying=2, from_start=True).write()
    added(archive, folder)
    assert logs_by_game(archive) == [["begun.vlog", "whole.vlog"]]


def test_what_is_known_is_not_read_again(
    parts: ModuleInputs, archive: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, _ = chain(parts, folder)
    added(archive, folder)
    before = table_of(archive)
    monkeypatch.setattr(Crew, "work_on", None)
    assert added(archive, folder) == Addition(files=2, known=2)
    monkeypatch.undo()
    # Another time of change with the same content, and a copy of it: the digest knows them.
    os.utime(a, ns=(1, 1))
    copies([a], folder / "copies")
    assert added(archive, folder) == Addition(files=3, known=3)
    assert added(archive, folder) == Addition(files=3, known=3)
    assert table_of(archive) == before


def test_a_log_that_goes_on_is_judged_with_those_before_it(parts: ModuleInputs, archive: Path, folder: Path) -> None:
    a, b = chain(parts, folder)
    added(archive, a)
    assert logs_by_game(archive) == [["a.vlog"]]
    assert added(archive, a, b) == Addition(files=2, known=1, read=1, games=1)
    assert logs_by_game(archive) == [["a.vlog", "b.vlog"]]


def test_a_file_that_was_changed_takes_the_place_of_what_it_was(
    parts: ModuleInputs, archive: Path, folder: Path
) -> None:
    compose_game(parts, BATTLE, folder / "a.vlog")
    added(archive, folder)
    before = table_of(archive)
    compose_game(parts, BATTLE.replace("5 3-1 D1", "6 3-1 DE"), folder / "a.vlog")
    assert added(archive, folder) == Addition(files=1, known=0, read=1, games=1)
    assert logs_by_game(archive) == [["a.vlog"]]
    assert table_of(archive) != before
    with Store(archive) as store:
        assert [row["result"] for row in store.all("SELECT result FROM battle")] == ["DE"]


def test_a_damaged_file_is_kept_with_its_reason_and_stops_nothing(
    parts: ModuleInputs, archive: Path, folder: Path
) -> None:
    compose_game(parts, BATTLE, folder / "good.vlog")
    (folder / "bad.vlog").write_bytes(b"this is no log")
    (folder / "notes.txt").write_text("no log either", encoding="utf-8")
    found = added(archive, folder)
    assert (found.files, found.read, found.games) == (2, 2, 1)
    why = "is not a complete zip archive, which every VASSAL file is: copy or download it again."
    assert found.faults == [f"{folder / 'bad.vlog'}: '{folder / 'bad.vlog'}' {why}"]
    assert table_of(archive).splitlines()[-2:] == [
        f"{folder / 'bad.vlog'}: not read: '{folder / 'bad.vlog'}' {why}",
        "1 game: 0 with violations or doubts; 1 file not read.",
    ]
    # It is told once; the archive remembers it.
    assert added(archive, folder) == Addition(files=2, known=2)


def test_a_log_of_another_module_is_kept_with_its_reason(parts: ModuleInputs, archive: Path, folder: Path) -> None:
    Script(parts, START, folder / "a.vlog").roll(3).write(module_name="Another Game")
    (fault,) = added(archive, folder).faults
    assert "it is of the module 'Another Game', which has no profile" in fault


def test_paths_that_hold_nothing_are_told(archive: Path, folder: Path) -> None:
    with pytest.raises(UserError, match=r"there is no \.vlog in this folder"):
        added(archive, folder)
    with pytest.raises(UserError, match="there is no such file or folder"):
        added(archive, folder / "x")


def test_a_log_that_was_kept_is_judged_again_when_its_file_is_gone(
    parts: ModuleInputs, archive: Path, folder: Path
) -> None:
    a, b = chain(parts, folder)
    added(archive, a)
    a.unlink()
    assert added(archive, b) == Addition(files=1, read=1, games=1)
    assert logs_by_game(archive) == [["a.vlog", "b.vlog"]]


def test_a_log_that_was_not_kept_is_missed_when_its_file_is_gone(
    parts: ModuleInputs, archive: Path, folder: Path
) -> None:
    a, b = chain(parts, folder)
    with Store(archive, new=True) as store:
        add(store, [a], WORK, keep=False)
        assert store.all("SELECT * FROM content") == []
    a.unlink()
    told = f"{a}: the file is no longer there as it was, and the archive did not keep it."
    assert added(archive, b).faults == [told]


def test_two_processes_do_the_same_as_one(parts: ModuleInputs, tmp_path: Path, folder: Path) -> None:
    chain(parts, folder)
    compose_game(parts, BATTLE, folder / "c.vlog")
    (folder / "bad.vlog").write_bytes(b"this is no log")
    added(tmp_path / "one.db", folder)
    added(tmp_path / "two.db", folder, work=replace(WORK, workers=2))
    assert table_of(tmp_path / "one.db") == table_of(tmp_path / "two.db")


def test_what_another_program_has_judged_meanwhile_is_not_put_twice(
    parts: ModuleInputs, archive: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain(parts, folder)
    judge = Crew.work_on

    def slowly(crew, jobs, work):  # type: ignore[no-untyped-def]
        done = list(judge(crew, jobs, work))
        monkeypatch.undo()
        added(archive, folder)
        yield from done

    monkeypatch.setattr(Crew, "work_on", slowly)
    added(archive, folder)
    assert logs_by_game(archive) == [["a.vlog", "b.vlog"]]
    with Store(archive) as store:
        counts = [store.all(f"SELECT count(*) FROM {table}")[0][0] for table in ("log", "source", "game", "content")]
    assert counts == [2, 2, 1, 2]


def test_a_full_disk_is_told_and_what_was_added_before_is_kept(
    parts: ModuleInputs, archive: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose_game(parts, BATTLE, folder / "a.vlog")
    added(archive, folder)
    before = table_of(archive)
    chain(parts, folder / "..")
    connect = sqlite3.connect

    def small(*args, **kwargs):  # type: ignore[no-untyped-def]
        found = connect(*args, **kwargs)
        pages = found.execute("PRAGMA page_count").fetchone()[0]
        found.execute(f"PRAGMA max_page_count = {pages}")
        return found

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(
        UserError, match="the disk is full; what was added before is kept, and the same command goes on"
    ):
        added(archive, folder / "..")
    monkeypatch.undo()
    assert table_of(archive) == before
    added(archive, folder / "..")
    assert logs_by_game(archive) == [["a.vlog", "b.vlog"], ["a.vlog"]]


def test_a_name_that_is_no_utf_8_is_kept_as_text(
    parts: ModuleInputs, archive: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = compose_game(parts, BATTLE, folder / "a.vlog")
    nasty = folder / os.fsdecode(b"J\xfcrgen.vlog")
    try:
        log.rename(nasty)
    except OSError:
        pytest.skip("this system has no such names")
    with Store(archive, new=True) as store:
        by_path = add(store, [folder], WORK, keep=False)
        assert by_path.faults == [
            f"{nasty}: its name is no UTF-8, so it would not be found again: rename it, or leave --by-path out."
        ]
        assert add(store, [folder], WORK) == Addition(files=1, known=0, read=1, games=1)
        assert add(store, [folder], WORK) == Addition(files=1, known=1)
        assert recheck(store, WORK, anew=Anew((), None)).faults == []
    assert logs_by_game(archive) == [[r"J\udcfcrgen.vlog"]]
    monkeypatch.setattr(adding, "LARGEST_LOG", 1 << 10)
    log = compose_game(parts, BATTLE, folder / "b.vlog")
    assert added(archive, log).faults == [f"{log}: expected a log of at most 0 MB, found one of 0 MB."]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes, and links need rights there")
def test_links_in_a_circle_stop_nothing_and_a_pipe_is_told(tmp_path: Path, deep_folder: Path) -> None:
    folder = tmp_path / "deep"
    (folder / "round.vlog").symlink_to("round.vlog")
    (folder / "up").symlink_to(".")
    os.mkfifo(folder / "pipe.vlog")
    (deep_folder / "a.vlog").write_bytes(b"")
    assert [each.path for each in look([folder])] == [str(deep_folder / "a.vlog")]
    with pytest.raises(UserError, match=r"pipe\.vlog: expected a log or a folder, found a device or a pipe\."):
        look([folder / "pipe.vlog"])
