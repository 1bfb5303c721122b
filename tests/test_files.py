"""Files of users are written whole or not at all, and nothing else is lost by it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from trc_module.files import OutputError, check_apart, files_below, real_path, replacing, write_file

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, devices and links of POSIX")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_new_or_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    write_file(path, b"first")

    def fail() -> None:
        with replacing(path) as stream:
            stream.write(b"half")
            raise KeyError("in between")

    with pytest.raises(KeyError):
        fail()
    assert (path.read_bytes(), names(tmp_path)) == (b"first", ["a.html"])
    write_file(path, b"second")
    assert (path.read_bytes(), names(tmp_path)) == (b"second", ["a.html"])


def test_two_may_write_the_same_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    with replacing(path) as one, replacing(path) as other:
        one.write(b"one")
        other.write(b"other")
    assert (path.read_bytes(), names(tmp_path)) == (b"one", ["a.html"])


@posix
@pytest.mark.parametrize(("umask", "mode"), [(0o077, 0o600), (0o022, 0o644), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_file(tmp_path / "new", b"")
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "new") == mode


@posix
def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.vlog"
    write_file(path, b"first")
    path.chmod(0o640)
    write_file(path, b"second")
    assert (path.read_bytes(), mode_of(path)) == (b"second", 0o640)


@posix
def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_bytes(b"first")
    (tmp_path / "link").symlink_to(tmp_path / "real" / "a")
    write_file(tmp_path / "link", b"second")
    assert (tmp_path / "link").is_symlink()
    assert ((tmp_path / "real" / "a").read_bytes(), names(tmp_path / "real")) == (b"second", ["a"])


@posix
def test_no_device_and_no_pipe_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/null"), tmp_path / "pipe"):
        with pytest.raises(OutputError, match="is a device or a pipe, not a file"):
            write_file(path, b"")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@posix
def test_links_in_a_circle_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OutputError, match="a' cannot be written: Too many levels of symbolic links"):
        write_file(tmp_path / "a", b"")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may change every file")
def test_a_protected_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"first")
    path.chmod(0o444)
    with pytest.raises(OutputError, match="is protected from being changed"):
        write_file(path, b"second")
    assert path.read_bytes() == b"first"


def test_a_folder_is_no_file_and_no_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is a folder: name a file"):
        write_file(tmp_path, b"")
    with pytest.raises(OutputError, match="cannot be written: No such file or directory"):
        write_file(tmp_path / "none" / "a", b"")
    with pytest.raises(OutputError, match="cannot be written: embedded null"):
        write_file(tmp_path / "a\0b", b"")
    assert names(tmp_path) == []


def test_an_input_is_no_output_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "game.vlog"
    log.write_bytes(b"log")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    named = [log, Path("game.vlog"), Path("sub/../game.vlog")]
    if sys.platform != "win32":
        (tmp_path / "soft").symlink_to(log)
        os.link(log, tmp_path / "hard")
        named += [Path("soft"), Path("hard")]
    for output in named:
        for source in named:
            with pytest.raises(OutputError, match="is a file that is read here, and would be lost"):
                check_apart([output], [source])
    check_apart([tmp_path / "other.vlog"], named)


def test_data_in_a_folder_that_is_read_are_inputs_and_what_else_lies_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    for name in ("units.csv", "map/places.geojson", "trc.vmod"):
        (tmp_path / name).write_bytes(b"")
    for name in ("units.csv", "map/places.geojson"):
        with pytest.raises(OutputError, match="is a file that is read here"):
            check_apart([tmp_path / name], [tmp_path])
    check_apart([tmp_path / "trc.vmod", tmp_path / "new.csv"], [tmp_path])


def test_two_outputs_are_two_files(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="would be written twice"):
        check_apart([tmp_path / "a", tmp_path / "." / "a"], [])


@posix
def test_a_folder_is_walked_however_deep_it_is_and_whatever_its_links_say(tmp_path: Path, deep_folder: Path) -> None:
    (deep_folder / "end").write_bytes(b"")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "secret").write_bytes(b"")
    for name, to in (("round", "round"), ("nowhere", "gone"), ("up", "."), ("again", ".")):
        (tmp_path / name).symlink_to(to)
    everything = {"round", "nowhere", "up", "again", "secret", "end"}
    assert {entry.name for entry in files_below(tmp_path)} == everything
    found = [entry.name for entry in files_below(tmp_path, links=True)]
    assert sorted(found) == sorted(everything - {"up", "again"})
    assert "secret" not in {entry.name for entry in files_below(tmp_path, hidden=False)}
    assert real_path(tmp_path / "round") == Path(os.path.realpath(tmp_path)) / "round"


def test_a_folder_that_cannot_be_read_is_told_or_left_out(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(files_below(tmp_path / "gone"))
    assert list(files_below(tmp_path / "gone", lenient=True)) == []
