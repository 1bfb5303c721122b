"""The file of an archive: what is taken for one, and what is not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from trc_module.archive.store import Store
from trc_module.errors import UserError


def test_an_archive_that_is_not_there_is_made_only_by_adding(tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"there is no such archive. 'trc-module archive .*x\.db add FOLDER' makes one\."
    ):
        Store(tmp_path / "x.db")
    assert list(tmp_path.iterdir()) == []
    Store(tmp_path / "x.db", new=True).__exit__()
    Store(tmp_path / "x.db").__exit__()


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("a letter", encoding="utf-8")
    with pytest.raises(UserError, match="found another kind of file"):
        Store(text, new=True)
    assert text.read_text(encoding="utf-8") == "a letter"
    other = tmp_path / "other.db"
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE addresses (name)")
    database.close()
    before = other.read_bytes()
    with pytest.raises(UserError, match="found another database"):
        Store(other, new=True)
    assert other.read_bytes() == before
    with pytest.raises(UserError, match="is a folder: name the file of an archive"):
        Store(tmp_path, new=True)


def test_an_archive_of_another_form_is_told(tmp_path: Path) -> None:
    Store(tmp_path / "x.db", new=True).__exit__()
    database = sqlite3.connect(tmp_path / "x.db")
    database.execute("PRAGMA user_version = 7")
    database.close()
    with pytest.raises(UserError, match="expected an archive of form 3, found form 7"):
        Store(tmp_path / "x.db")


def test_a_damaged_archive_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    Store(path, new=True).__exit__()
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    with pytest.raises(UserError, match="found a damaged file"), Store(path) as store:
        store.all("SELECT * FROM game")


def put_twice(store: Store, word: str) -> None:
    with store.writing():
        store.do("INSERT INTO word (text) VALUES (?)", word)
        store.do("INSERT INTO word (text) VALUES (?)", word)


def test_a_transaction_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    with Store(tmp_path / "x.db", new=True) as store:
        with pytest.raises(UserError, match="found a damaged file"):
            put_twice(store, "a")
        assert store.all("SELECT * FROM word") == []
        with store.writing():
            store.do("INSERT INTO word (text) VALUES ('b')")
        assert [row["text"] for row in store.all("SELECT text FROM word")] == ["b"]


def test_what_hides_behind_a_name_of_sqlites_own_is_refused(tmp_path: Path) -> None:
    trigger = "CREATE TRIGGER sqlite_x AFTER INSERT ON word BEGIN DELETE FROM word; END"
    Store(tmp_path / "x.db", new=True).__exit__()
    database = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_x', 'word', 0, ?)", (trigger,))
    database.close()
    with pytest.raises(UserError, match="expected the tables of an archive of trc-module, found other ones"):
        Store(tmp_path / "x.db")


def test_an_archive_that_sqlite_has_analysed_is_still_one(tmp_path: Path) -> None:
    Store(tmp_path / "x.db", new=True).__exit__()
    database = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    database.execute("INSERT INTO word (text) VALUES ('a')")
    database.execute("ANALYZE")
    database.close()
    Store(tmp_path / "x.db", reads=True).__exit__()
