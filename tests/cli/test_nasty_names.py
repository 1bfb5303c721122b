"""What strangers' files and files' names hold reaches neither a terminal nor a file as an order or a forged line."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.resources import data_dir
from trc_module.vassal.archive import Archive
from trc_module.vassal.obfuscation import Container, reveal, veil

OPENING = data_dir() / "trc" / "games" / "opening.game"
FORGED = "No violations found."
NAME = f"Eve\n\n{FORGED}\n\r\x07\x9b31m\u202e"
FILE_NAMES = [f"a\n{FORGED}\n\r\x07\x1b[31m\x9b\u202e.vlog", "J\udcfcrgen.vlog"]

PRINTING = (
    "audit {0}",
    "audit {0} --json",
    "audit {0} --format sarif",
    "audit {0} --format junit",
    "audits {0} --jobs 1",
    "audits {0} --jobs 1 --json",
    "summary {0}",
    "summary {0} --json",
    "record {0}",
    "dice {0}",
    "dice {0} --json",
    "victory {0}",
    "victory {0} --json",
    "show {0}",
    "show {0} --json",
    "check {0}",
    "compose {0} -o {1}/x.vlog",
    "position {0}",
    "errata preview {0}",
    "lint {0}",
    "diff {0} {0}",
    "explode {0} {1}/exploded",
    "implode {0} {1}/x.vmod",
    "refresh {0} --to {0} -o {1}/refreshed.vlog",
)
WRITING = (
    "audit {0} -o {1}/audit.txt",
    "audit {0} --json -o {1}/audit.json",
    "audit {0} --format sarif -o {1}/audit.sarif",
    "audit {0} --format junit -o {1}/audit.xml",
    "audit {0} --write-baseline {1}/baseline.toml",
    "audit {0} --html {1}/audit.html",
    "audits {0} --jobs 1 --reports {1}/reports",
    "summary {0} --html {1}/summary.html",
    "record {0} -o {1}/record.game",
    "scrub {0} -o {1}/clean.vlog",
    "replay {0} -o {1}/picture.png --scale 0.1",
)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("opening") / "opening.vlog"
    assert CliRunner().invoke(group, ["compose", str(OPENING), "-o", str(path)]).exit_code == 0
    return path


def changed(log: Path, path: Path, old: str, new: str) -> Path:
    with Archive(log) as archive, zipfile.ZipFile(path, "w") as target:
        for name in archive.names:
            data = archive.read(name)
            if name == "savedGame":
                text = reveal(data)
                assert old in text
                data = veil(text.replace(old, new), Container.HEX, 0x5C)
            target.writestr(name, data)
    return path


@pytest.fixture(scope="module")
def nasty(log: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return logs with nasty names of players, nasty lines of chat and nasty file names."""
    folder = tmp_path_factory.mktemp("nasty")
    logs = [
        changed(log, folder / "name.vlog", "Axis player", NAME),
        changed(log, folder / "latin.vlog", "Axis player", "J\udcfcrgen"),
        changed(log, folder / "chat.vlog", "CHAT* ", f"CHAT* J\udcfcrgen {NAME}"),
        # A declaration of which one field is missing, and one of which a field goes on in another line.
        changed(log, folder / "few.vlog", "CHAT* German 8 Infantry", "CHAT* TRC END Axis\nviolation CHAT* German 8"),
    ]
    for name in FILE_NAMES:
        try:
            logs.append(Path(shutil.copy(log, folder / name)))
        except OSError:
            # Some systems have no such names.
            continue
    return logs


def run(words: str, *paths: Path) -> str:
    """Run a command and return what it prints; whatever else than a sentence it ends with is raised."""
    done = CliRunner().invoke(group, [word.format(*map(os.fspath, paths)) for word in words.split()])
    error = done.exception
    if isinstance(error, click.ClickException):
        return done.output + error.format_message()
    if isinstance(error, UserError):
        return done.output
    if error is not None and not isinstance(error, SystemExit):
        raise error
    return done.output


@pytest.mark.parametrize("words", PRINTING)
def test_no_order_and_no_forged_line_is_printed(words: str, nasty: list[Path], tmp_path: Path) -> None:
    for path in nasty:
        told = run(words, path, tmp_path)
        assert {letter for letter in told if not letter.isprintable()} <= {"\n"}
        assert FORGED not in told.splitlines() or ": violation " not in told
        assert all(line.strip() != FORGED for line in told.splitlines()[:-2])


@pytest.mark.parametrize("words", WRITING)
def test_no_order_and_no_forged_line_is_written(words: str, nasty: list[Path], tmp_path: Path) -> None:
    for path in nasty:
        folder = tmp_path / str(nasty.index(path))
        folder.mkdir()
        run(words, path, folder)
        for written in folder.rglob("*.*"):
            if written.suffix in (".vlog", ".png"):
                continue
            text = written.read_bytes().decode("utf-8")
            assert {letter for letter in text if not letter.isprintable()} <= {"\n", "\t"}, written
            if written.suffix in (".json", ".sarif"):
                json.loads(text)
            elif written.suffix == ".xml":
                ElementTree.fromstring(text)
            elif written.suffix == ".html":
                assert re.findall(r"script-src ('[^']+')", text.replace("&#39;", "'"))[0] != "'unsafe-inline'"
            else:
                assert FORGED not in text.splitlines()[:-2]


def test_a_record_of_a_nasty_log_can_be_read_again(nasty: list[Path], tmp_path: Path) -> None:
    for path in nasty:
        run("record {0} -o {1}/record.game", path, tmp_path)
        assert "acts, " in run("check {0}/record.game", tmp_path)


ENTRY = "images/a\n\x1b[31m\x9b\u202e.png"


@pytest.mark.parametrize(
    "words", ["lint {0}", "show {0}", "diff {0} {1}", "explode {0} {2}/exploded", "lint {0} --json"]
)
def test_names_of_entries_are_printed_as_one_line(words: str, module_file: Path, tmp_path: Path) -> None:
    nasty = tmp_path / "nasty.vmod"
    shutil.copy(module_file, nasty)
    with zipfile.ZipFile(nasty, "a") as archive:
        archive.writestr(ENTRY, b"no picture")
    told = run(words, nasty, module_file, tmp_path)
    assert {letter for letter in told if not letter.isprintable()} <= {"\n"}


def test_errors_name_nasty_files_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from trc_module.cli.main import main

    for words in (
        ["audit", "a\nb\x1b[31m.vlog"],
        ["compose", "a\nb\x9b.game", "-o", "x"],
        ["a\nb"],
        ["rule", "a\u202e"],
    ):
        monkeypatch.setattr(sys, "argv", ["trc-module", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert (ended.value.code, out) == (2, "")
        assert {letter for letter in err if not letter.isprintable()} == {"\n"}
        assert len([line for line in err.splitlines() if not line.startswith("Usage: ")]) == 1
