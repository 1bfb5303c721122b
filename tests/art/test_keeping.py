from __future__ import annotations

import os
from pathlib import Path

from trc_module.art.keeping import forget_oldest, keep, kept

DAY = 24 * 3600


def used(folder: Path, name: str, days_ago: float, size: int = 1000) -> Path:
    path = folder / name
    keep(path, bytes(size - 4))
    os.utime(path, (1e9 - days_ago * DAY,) * 2)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_kept_comes_back_unless_it_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.strip"
    assert kept(path) is None
    keep(path, b"rows")
    assert kept(path) == b"rows"
    assert names(path.parent) == ["a.strip"]
    path.write_bytes(path.read_bytes()[:-1])
    assert kept(path) is None


def test_where_nothing_can_be_left_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    keep(tmp_path / "file" / "a.strip", b"rows")
    assert kept(tmp_path / "file" / "a.strip") is None


def test_the_least_used_is_forgotten_first(tmp_path: Path) -> None:
    for name, days in (("old", 3), ("new", 1), ("mid", 2)):
        used(tmp_path, name, days)
    forget_oldest(tmp_path, limit=2500, now=1e9)
    assert names(tmp_path) == ["mid", "new"]


def test_reading_counts_as_use(tmp_path: Path) -> None:
    old = used(tmp_path, "old", 3)
    used(tmp_path, "mid", 2)
    kept(old)
    forget_oldest(tmp_path, limit=1500, now=1e9)
    assert names(tmp_path) == ["old"]


def test_what_nobody_has_used_for_long_and_what_was_never_finished_is_forgotten(tmp_path: Path) -> None:
    for name, days in (("ancient.strip", 90), ("recent.strip", 9), ("1.7.part", 0.5), ("2.7.part", 0.01)):
        used(tmp_path, name, days)
    forget_oldest(tmp_path, now=1e9)
    assert names(tmp_path) == ["2.7.part", "recent.strip"]


def test_no_folder_is_nothing_to_forget(tmp_path: Path) -> None:
    forget_oldest(tmp_path / "none")
