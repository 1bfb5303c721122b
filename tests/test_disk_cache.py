"""Files of a cache: kept whole, under their own names, in a folder of our own; no other files are touched."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from trc_module.disk_cache import FOLDERS, cache_root, evict_oldest, load_cached, store_cached
from trc_module.errors import UserError

DAY = 24 * 3600
A, B, C = (f"{letter * 32}.strip" for letter in "abc")
PART = f"{'d' * 32}.part"


def used(folder: Path, name: str, days_ago: float, size: int = 1000) -> Path:
    path = folder / name
    store_cached(folder / A, b"")
    path.write_bytes(bytes(size))
    os.utime(path, (1e9 - days_ago * DAY,) * 2)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "CACHEDIR.TAG")


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / A
    assert load_cached(path) is None
    store_cached(path, b"rows")
    assert load_cached(path) == b"rows"
    assert names(path.parent) == [A]


def test_what_was_damaged_or_stands_under_another_name_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / A
    store_cached(path, b"rows")
    store_cached(tmp_path / B, b"others")
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place])
        assert load_cached(path) is None
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert load_cached(path) is None
    shutil.copy(tmp_path / B, path)
    assert (load_cached(path), load_cached(tmp_path / B)) == (None, b"others")
    path.write_bytes(whole)
    assert load_cached(path) == b"rows"


def test_what_another_user_has_left_is_as_good_as_none_and_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_cached(tmp_path / A, b"rows")
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: (tmp_path / A).stat().st_uid + 1, raising=False)
        assert load_cached(tmp_path / A) is None
    store_cached(tmp_path / A, b"ours")
    assert load_cached(tmp_path / A) == b"ours"


def test_what_may_not_be_read_or_written_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    folder = cache_root(tmp_path) / "map"
    store_cached(folder / A, b"rows")
    with monkeypatch.context() as patch:
        for name in ("open", "iterdir", "write_bytes", "mkdir"):
            patch.setattr(Path, name, refused)
        assert cache_root(tmp_path) == folder.parent
        assert load_cached(folder / A) is None
        store_cached(folder / A, b"other")
        evict_oldest(folder, limit=0)
    assert load_cached(folder / A) == b"rows"


def test_where_nothing_can_be_left_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store_cached(tmp_path / "file" / A, b"rows")
    assert load_cached(tmp_path / "file" / A) is None


def test_a_folder_of_others_is_neither_read_nor_written_nor_emptied(tmp_path: Path) -> None:
    store_cached(tmp_path / "ours" / A, b"rows")
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    shutil.copy(tmp_path / "ours" / A, theirs / A)
    (theirs / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n# Of another program.\n")
    assert load_cached(theirs / A) is None
    store_cached(theirs / B, b"rows")
    evict_oldest(theirs, limit=0)
    assert names(theirs) == [A]


def test_only_files_with_names_of_ours_are_forgotten(tmp_path: Path) -> None:
    others = ("holiday.png", "old.strip", f"{'a' * 32}.strip.bak", f"{'A' * 32}.strip", "12.part")
    for name in others:
        used(tmp_path, name, 900)
    (tmp_path / B).mkdir()
    (tmp_path / "outside").write_text("mine")
    (tmp_path / C).symlink_to(tmp_path / "outside")
    evict_oldest(tmp_path, limit=0)
    assert names(tmp_path) == sorted((*others, B, C, "outside"))


def test_a_name_that_would_never_be_forgotten_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a name of hexadecimal digits"):
        store_cached(tmp_path / "name.strip", b"rows")


def test_the_least_used_is_forgotten_first(tmp_path: Path) -> None:
    for name, days in ((A, 3), (B, 1), (C, 2)):
        used(tmp_path, name, days)
    used(tmp_path, A, 3)
    evict_oldest(tmp_path, limit=2500, now=1e9)
    assert names(tmp_path) == [B, C]


def test_reading_counts_as_use(tmp_path: Path) -> None:
    store_cached(tmp_path / A, b"rows")
    os.utime(tmp_path / A, (1e9 - 3 * DAY,) * 2)
    used(tmp_path, B, 2)
    load_cached(tmp_path / A)
    evict_oldest(tmp_path, limit=1000, now=1e9)
    assert names(tmp_path) == [A]


def test_what_nobody_has_used_for_long_and_what_was_never_finished_is_forgotten(tmp_path: Path) -> None:
    for name, days in ((B, 90), (C, 9), (PART, 0.5), (f"{'e' * 32}.part", 0.01)):
        used(tmp_path, name, days)
    used(tmp_path, A, 90)
    evict_oldest(tmp_path, now=1e9)
    assert names(tmp_path) == [C, f"{'e' * 32}.part"]


def test_no_folder_is_nothing_to_forget(tmp_path: Path) -> None:
    evict_oldest(tmp_path / "none")


def test_the_cache_is_a_folder_of_our_own_name_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "named"))
    assert cache_root() == tmp_path / "named" / "trc-module-cache"
    assert cache_root(tmp_path / "given") == tmp_path / "given" / "trc-module-cache"
    monkeypatch.delenv("TRC_MODULE_CACHE")
    assert (cache_root().name, cache_root().parent.is_absolute()) == ("trc-module-cache", True)
    assert not (tmp_path / "named").exists()


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_full_of_other_files_is_refused(tmp_path: Path, name: str) -> None:
    folder = cache_root(tmp_path) / name
    folder.mkdir(parents=True)
    assert cache_root(tmp_path) == folder.parent
    (folder / "x.png").write_text("mine")
    with pytest.raises(UserError, match=f"{name}' holds files that trc-module did not write: move them away"):
        cache_root(tmp_path)
