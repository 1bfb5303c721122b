"""Files that are nearly VASSAL's: each is told in one sentence, with the file's name and what to do."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import Archive, Entry, lint, veil, write_archive
from trc_module.vassal.problems import ArchiveError, FormatError
from trc_module.vassal.saves import read_saved_game, stream_saved_game

WHOLE = "begin_save\x1b+/1/piece;;;;Inf/Main;10;10;1;0\x1bend_save\x1bLOG\tCHAT<Ann> - hello"


def written(path: Path, **entries: bytes) -> Path:
    write_archive(path, [Entry(name, data) for name, data in entries.items()])
    return path


@pytest.mark.parametrize("header", [b"!VCSZ", b"VCSZ", b"!VCXY"])
def test_another_container_is_named(tmp_path: Path, header: bytes) -> None:
    path = written(tmp_path / "g.vsav", savedGame=header + bytes(range(99)))
    told = f"g.vsav': The saved game begins with '{header.decode()}', a container that VASSAL from 2.9 to 3.8"
    with pytest.raises(FormatError, match=told):
        read_saved_game(path)
    with pytest.raises(FormatError, match=told):
        list(stream_saved_game(path))


def test_a_text_that_begins_otherwise_is_plain(tmp_path: Path) -> None:
    path = written(tmp_path / "g.vsav", savedGame=WHOLE.encode())
    assert len(read_saved_game(path).steps) == 1


@pytest.mark.parametrize("command", ["show", "summary", "dice"])
def test_a_save_that_is_cut_short_says_so(tmp_path: Path, command: str) -> None:
    cut = veil(WHOLE[: WHOLE.index("\x1bend_save")])
    path = written(tmp_path / "g.vsav", savedGame=cut)
    output = CliRunner().invoke(group, [command, str(path)], catch_exceptions=False).output
    assert output.count("cut short") == 1
    whole = written(tmp_path / "h.vsav", savedGame=veil(WHOLE))
    assert "cut short" not in CliRunner().invoke(group, [command, str(whole)], catch_exceptions=False).output


@pytest.mark.parametrize("command", ["show", "summary", "audit", "join"])
def test_an_archive_around_a_save_is_to_be_unpacked(tmp_path: Path, command: str) -> None:
    save = written(tmp_path / "g.vlog", savedGame=veil(WHOLE)).read_bytes()
    with zipfile.ZipFile(tmp_path / "mail.zip", "w") as archive:
        archive.writestr("game/g.vlog", save)
        archive.writestr("game/h.vlog", save)
    words = [command, str(tmp_path / "mail.zip"), *(("-o", str(tmp_path / "j.vlog")) if command == "join" else ())]
    with pytest.raises(UserError, match=r"an archive with 'game/g\.vlog' and 1 more in it: unpack it first"):
        CliRunner().invoke(group, words, catch_exceptions=False)


def test_backslashes_are_letters_but_lead_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "m.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", '<VASSAL.build.GameModule name="m" version="1"/>')
        archive.writestr("images\\a.png", b"1")
    with Archive(path) as read:
        assert read.names == ("buildFile.xml", "images\\a.png")
        assert [finding.place for finding in lint.lint(read) if finding.code == "VM157"] == ["images\\a.png"]
    for evil in ("..\\a", "a\\..\\..\\b", "\\a", "C:\\a"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(evil, b"1")
        with pytest.raises(ArchiveError, match="leads out of the archive"):
            Archive(path)
