from __future__ import annotations

import hashlib
import os
import struct
import time
import zipfile
from pathlib import Path

import pytest

from trc_module.vassal.archive import Archive, ArchiveLimits
from trc_module.vassal.problems import ArchiveError
from trc_module.vassal.writing import Entry, source_date, write_archive

ENTRIES = (Entry("buildFile.xml", b"<x/>" * 50), Entry("images/ä.png", b"picture"), Entry("help.html", b""))


def test_entries_come_back_in_their_order(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", ENTRIES)
    with Archive(tmp_path / "m.vmod") as archive:
        assert archive.names == ("buildFile.xml", "images/ä.png", "help.html")
        assert [archive.read(entry.name) for entry in ENTRIES] == [entry.data for entry in ENTRIES]
        assert ("help.html" in archive, "moduledata" in archive) == (True, False)
        assert archive.size("images/ä.png") == 7
        with archive.stream("buildFile.xml") as stream:
            assert stream.read(4) == b"<x/>"


@pytest.mark.parametrize("compress", [True, False])
def test_the_bytes_depend_on_nothing_but_the_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compress: bool
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    first = tmp_path / "first.vmod"
    write_archive(first, ENTRIES, compress=compress)
    other = tmp_path / "elsewhere"
    other.mkdir()
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    old = os.umask(0o077)
    try:
        write_archive(other / "second.vmod", ENTRIES, compress=compress)
    finally:
        os.umask(old)
        monkeypatch.undo()
        time.tzset()
    assert first.read_bytes() == (other / "second.vmod").read_bytes()


def test_unpacked_bytes_are_these(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    write_archive(tmp_path / "m.vmod", ENTRIES, compress=False)
    assert hashlib.sha256((tmp_path / "m.vmod").read_bytes()).hexdigest() == (
        "d384a0c27cb36510b3ed05bef089ceb0b049cd86fe6764d443c9fd1a44977d0f"
    )


def test_entries_bear_the_builds_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    write_archive(tmp_path / "m.vmod", ENTRIES)
    with zipfile.ZipFile(tmp_path / "m.vmod") as archive:
        assert {info.date_time for info in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert source_date() == 315532800


@pytest.mark.parametrize("text", ["yesterday", "0", "-5", "99999999999", "1.5"])
def test_a_date_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", text)
    with pytest.raises(ArchiveError, match="SOURCE_DATE_EPOCH should be"):
        source_date()


def test_pictures_are_not_packed_again(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", ENTRIES)
    with zipfile.ZipFile(tmp_path / "m.vmod") as archive:
        assert archive.getinfo("images/ä.png").compress_type == zipfile.ZIP_STORED
        assert archive.getinfo("buildFile.xml").compress_type == zipfile.ZIP_DEFLATED


def test_a_failed_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "m.vmod"
    target.write_bytes(b"old")
    with pytest.raises(ArchiveError, match="two entries 'a'"):
        write_archive(target, (Entry("a", b""), Entry("a", b"")))
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_missing_folder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="cannot be written: No such file"):
        write_archive(tmp_path / "no" / "m.vmod", ENTRIES)


def refused(path: Path, message: str, limits: ArchiveLimits | None = None) -> None:
    with pytest.raises(ArchiveError, match=message):
        Archive(path, limits or ArchiveLimits())


def test_no_file_a_folder_and_no_zip(tmp_path: Path) -> None:
    refused(tmp_path / "none.vsav", "There is no file")
    refused(tmp_path, "is a folder")
    (tmp_path / "text.vsav").write_text("begin_save")
    refused(tmp_path / "text.vsav", "is not a complete zip archive")


def test_a_truncated_zip_is_one_sentence(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", ENTRIES)
    data = (tmp_path / "m.vmod").read_bytes()
    (tmp_path / "m.vmod").write_bytes(data[: len(data) // 2])
    refused(tmp_path / "m.vmod", "is not a complete zip archive")


def test_a_module_cut_behind_a_save_of_its_own_is_not_taken_for_the_save(tmp_path: Path) -> None:
    write_archive(tmp_path / "inner.vsav", ENTRIES)
    inner = (tmp_path / "inner.vsav").read_bytes()
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        archive.writestr("buildFile.xml", "<VASSAL.build.GameModule/>")
        archive.writestr("inner.vsav", inner)
        archive.writestr("z.png", b"0" * 1000)
    data = (tmp_path / "m.vmod").read_bytes()
    (tmp_path / "m.vmod").write_bytes(data[: data.index(inner) + len(inner) + 500])
    refused(tmp_path / "m.vmod", "is not a complete zip archive: it starts with something else")


@pytest.mark.parametrize("name", ["../evil", "a/../../evil", "/etc/passwd", "C:/evil", "a\\..\\b"])
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        archive.writestr(name, "")
    refused(tmp_path / "m.vmod", "leads out of the archive")
    with pytest.raises(ArchiveError, match="leads out of the archive"):
        write_archive(tmp_path / "new.vmod", (Entry(name, b""),))


def test_two_entries_of_one_name_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        archive.writestr("a", "1")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("a", "2")
    refused(tmp_path / "m.vmod", "two entries 'a'")


def test_too_many_and_too_large_entries_are_refused(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", ENTRIES)
    refused(tmp_path / "m.vmod", "has 3 entries, more than the 2", ArchiveLimits(entries=2))
    refused(tmp_path / "m.vmod", "unpacks to more than 0 MB", ArchiveLimits(total=100))
    with (
        Archive(tmp_path / "m.vmod", ArchiveLimits(entry=100)) as archive,
        pytest.raises(ArchiveError, match="too large"),
    ):
        archive.read("buildFile.xml")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.vmod", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", bytes(20 << 20))
    refused(tmp_path / "m.vmod", "as in a zip bomb")


def test_entries_that_overlap_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.vmod", "w") as archive:
        archive.writestr("a", b"x" * 1000)
    data = bytearray((tmp_path / "m.vmod").read_bytes())
    # A second row of the table of contents, for the same bytes under another name.
    start = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    row = bytearray(data[start:end])
    row[46:47] = b"b"
    data[end:end] = row
    at = data.index(b"PK\x05\x06")
    struct.pack_into("<HHI", data, at + 8, 2, 2, 2 * len(row))
    (tmp_path / "m.vmod").write_bytes(data)
    refused(tmp_path / "m.vmod", "overlap")


def test_a_size_that_lies_is_found_while_reading(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", ENTRIES)
    data = (tmp_path / "m.vmod").read_bytes()
    (tmp_path / "m.vmod").write_bytes(data.replace(b"picture", b"pixture"))
    with (
        Archive(tmp_path / "m.vmod") as archive,
        pytest.raises(ArchiveError, match=r"'images/ä\.png' in .* is damaged"),
    ):
        archive.read("images/ä.png")


def test_a_missing_entry_is_one_sentence(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", ENTRIES)
    with Archive(tmp_path / "m.vmod") as archive, pytest.raises(ArchiveError, match="has no entry 'savedGame'"):
        archive.read("savedGame")


def test_archives_within_an_archive_count_too(tmp_path: Path) -> None:
    inner = tmp_path / "inner.vsav"
    write_archive(inner, (Entry("savedGame", b"x" * 1000),))
    write_archive(tmp_path / "m.vmod", [Entry(f"{i}.vsav", inner.read_bytes()) for i in range(3)])
    with Archive(tmp_path / "m.vmod", ArchiveLimits(total=3 * inner.stat().st_size + 2500)) as archive:
        for i in range(2):
            with Archive.inside(archive, f"{i}.vsav") as saved:
                assert saved.unpacked == 1000
        with pytest.raises(ArchiveError, match="unpacks to more than 0 MB"):
            Archive.inside(archive, "2.vsav")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are devices only where there are such files")
def test_a_device_is_no_archive() -> None:
    refused(Path("/dev/zero"), "'/dev/zero' is not a file")
