"""Strangers' files and files' names: nothing in them reaches a terminal or a file as an order or a forged line."""

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
    "print {0}",
    "print {1}/paper --language {0}",
    "audit {0}",
    "audit {0} --json",
    "audit {0} --format sarif",
    "audit {0} --format junit",
    "audits {0} --jobs 1",
    "table {0}",
    "table {0} --json",
    "edit {0} --script {0} -o {1}/edited.vsav",
    "pictures {0}",
    "translate {0} --language de",
    "release {0} --version 2",
    "watch {0} -o {1}/watched.vmod",
    "audits {0} --jobs 1 --json",
    "summary {0}",
    "summary {0} --json",
    "sentences {0}",
    "sentences {0} --json",
    "sentences {0} --language de",
    "duties {0}",
    "duties {0} --json",
    "ready {0}",
    "ready {0} --json",
    "ready {2} --orders {0}",
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
    "join {0} -o {1}/joined.vlog",
    "cut {0} --from 1 --to 1 -o {1}/cut.vlog",
    "reply {0} -o {1}/reply.vlog --seed 1",
    "hint {0}",
    "review {0} --times 1",
    "orders {0}",
    "orders check {0} --position {0}",
    "orders check {2} --position {0}",
    "adopt {0} -o {1}/adopted.vsav",
    "adopt {0} -o {1}/adopted.vsav --json",
    "profile {0} -o {1}/profile.toml",
    "profile {2} --save {0} -o {1}/profile.toml",
    "forms --data {0}",
    "facts --data {0}",
    "test {0}",
    "test {1} --against {0}",
    "data export {0}",
    "data export {1}/mine {0}",
    "new-game {0} --title x",
    "new-game {1}/mine --title {0}",
    "pack {0} -o {1}/x.zip",
    "unpack {0}",
    "unpack {0} {1}/mine",
    "rulebook {0}",
    "rule {0}",
    "rules {0}",
    "untranslated --language {0}",
    "build -o {1}/x.vmod --data {0}",
    "map -o {0}/x.png",
    "map -o {1}/x.png --around {0}",
    "counters -o {1}/x.png --ids {0}",
    "play --options {0}",
    "commit {0}",
    "app --no-browser {0}",
    "turn {0}",
    "turn {1} --log {0} --side {0}",
    "archive {0} table",
    "archive {0} add {2}",
    "archive {1}/games.db add {0} --jobs 1",
    "archive {1}/games.db table",
    "archive {1}/games.db table --json",
    "archive {1}/games.db table --csv",
    "archive {1}/games.db table --html",
    "archive {1}/games.db statistics",
    "archive {1}/games.db recheck --jobs 1",
    "archive {1}/games.db search opening {0}",
    "archive {1}/games.db search unit {0} {0}",
    "archive {1}/games.db remove {0}",
    "tournament new {0} --name {0}",
    "tournament new {1}/spring --name {0} --player {0} --player Ann",
    "tournament add {1}/spring --player {0} --alias {0}",
    "tournament pair {1}/spring",
    "tournament pair {1}/spring --json",
    "tournament add {1}/spring --game 1.1 {0} --jobs 1",
    "tournament results {1}/spring",
    "tournament results {1}/spring --json",
    "tournament results {1}/spring --csv",
    "tournament results {1}/spring --enter 1.1 {0}",
    "tournament results {1}/spring --enter 1.1 axis --by ruling --why {0}",
    "tournament standings {1}/spring",
    "tournament standings {1}/spring --json",
    "tournament rulings {1}/spring",
    "tournament rulings {1}/spring --json",
    "tournament rulings {1}/spring --finding {0} --reason {0}",
    "tournament letters {1}/spring --json",
    "tournament letters {1}/spring --player {0}",
    "tournament page {0} --jobs 1",
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
    "ready {0} --folder {1}/mail",
    "replay {0} -o {1}/picture.png --scale 0.1",
    "archive {2} report {1}/games --jobs 1",
    "tournament letters {1}/spring",
    "tournament page {1}/spring --jobs 1",
)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("opening") / "opening.vlog"
    assert CliRunner().invoke(group, ["compose", str(OPENING), "-o", str(path)]).exit_code == 0
    return path


def changed(log: Path, path: Path, *replaced: tuple[str, str]) -> Path:
    with Archive(log) as archive, zipfile.ZipFile(path, "w") as target:
        for name in archive.names:
            data = archive.read(name)
            if name == "savedGame":
                text = reveal(data)
                for old, new in replaced:
                    assert old in text
                    text = text.replace(old, new)
                data = veil(text, Container.HEX, 0x5C)
            target.writestr(name, data)
    return path


# A declaration of which one field is missing, and one of which a field goes on in another line.
FEW = ("CHAT* German 8 Infantry", "CHAT* TRC END Axis\nviolation CHAT* German 8")


@pytest.fixture(scope="module")
def nasty(log: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return logs with nasty names of players, nasty lines of chat and nasty file names."""
    folder = tmp_path_factory.mktemp("nasty")
    logs = [
        changed(log, folder / "forged.vlog", ("Axis player", NAME), FEW, ("CHAT* ", f"CHAT* {NAME}")),
        changed(log, folder / "latin.vlog", ("Axis player", "J\udcfcrgen"), ("CHAT* ", "CHAT* J\udcfcrgen ")),
    ]
    found = []
    for path, name in zip(logs, FILE_NAMES, strict=True):
        try:
            found.append(path.rename(folder / name))
        except OSError:
            # Some systems have no such names.
            found.append(path)
    return found


@pytest.fixture(scope="module")
def archives(nasty: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return an archive of each of these logs."""
    folder = tmp_path_factory.mktemp("archives")
    found = [folder / f"{number}.db" for number in range(len(nasty))]
    for archive, path in zip(found, nasty, strict=True):
        assert "1 read" in run("archive {1} add {0} --jobs 1", path, archive)
    return found


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
def test_no_order_and_no_forged_line_is_printed(
    words: str, nasty: list[Path], archives: list[Path], tmp_path: Path
) -> None:
    for path, archive in zip(nasty, archives, strict=True):
        folder = tmp_path / archive.stem
        folder.mkdir()
        if "games.db" in words:
            shutil.copy(archive, folder / "games.db")
        told = run(words, path, folder, OPENING)
        assert {letter for letter in told if not letter.isprintable()} <= {"\n"}
        if words.endswith("--html"):
            # A line's end is a blank there.
            assert re.findall(r"script-src ('[^']+')", told.replace("&#39;", "'")) in ([], ["'none'"])
            continue
        assert FORGED not in told.splitlines() or ": violation " not in told
        assert all(line.strip() != FORGED for line in told.splitlines()[:-2])


def test_every_command_is_given_nasty_names() -> None:
    context = click.Context(group)
    given = {words.split()[0] for words in (*PRINTING, *WRITING)}
    # It takes no name and reads no file.
    assert set(group.list_commands(context)) - given == {"demo"}


@pytest.mark.parametrize("words", WRITING)
def test_no_order_and_no_forged_line_is_written(
    words: str, nasty: list[Path], archives: list[Path], tmp_path: Path
) -> None:
    for path, archive in zip(nasty, archives, strict=True):
        folder = tmp_path / archive.stem
        folder.mkdir()
        run(words, path, folder, archive)
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
