"""No command writes over what it reads, or over anything that is no file."""

from __future__ import annotations

import shutil
import sys
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.cli.outputs import Output, Writing
from trc_module.errors import UserError
from trc_module.resources import data_dir

READS = {
    "log": (
        "audit {0} -o {1}",
        "audit {0} --html {1}",
        "audit {0} --write-baseline {1}",
        "audit other.vlog {0} -o {1}",
        "summary {0} --html {1}",
        "record {0} -o {1}",
        "scrub {0} -o {1}",
        "refresh {0} --to new.vmod -o {1}",
        "refresh old.vsav --to {0} -o {1}",
        "refresh old.vsav --to new.vmod --extension {0} -o {1}",
        "diff {0} new.vmod -o {1}",
        "table {0} -o {1}",
        "edit {0} --script new.toml -o {1}",
        "edit new.vmod --script {0} -o {1}",
        "pictures {0} --shrink -o {1}",
        "release {0} --version 2 -o {1}",
        "translate {0} --language de -o {1}",
        "diff old.vmod {0} -o {1}",
        "audit old.vlog --baseline {0} --write-baseline {1}",
        "join other.vlog {0} -o {1}",
        "cut {0} --from 1 --to 1 -o {1}",
        "adopt {0} -o {1}",
        "adopt old.vsav --profile {0} -o {1}",
        "profile {0} -o {1}",
        "profile new.vmod --save {0} -o {1}",
        "replay {0} -o {1}",
        "reply {0} -o {1}",
        "review {0} --html {1}",
        "implode {0} {1}",
    ),
    "record": (
        "compose {0} -o {1}",
        "position {0} --png {1}",
        "errata preview {0} -o {1}",
        "orders {0} -o {1}",
        "orders write other.game {0} -o {1}",
    ),
}


def refused(words: str, *paths: Path) -> str:
    done = CliRunner().invoke(group, [str(word).format(*paths) for word in words.split()])
    assert isinstance(done.exception, UserError), done.output
    return str(done.exception)


@pytest.mark.parametrize("words", [*READS["log"], *READS["record"]])
def test_an_input_is_never_an_output(words: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"mine")
    (tmp_path / "link").symlink_to(path)
    for output in (path, tmp_path / "." / "file", tmp_path / "link"):
        assert refused(words, path, output).endswith(
            "is a file that is read here, and would be lost: name another one."
        )
    assert path.read_bytes() == b"mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "link"]


def all_outputs() -> dict[str, list[str]]:
    """Return the options and arguments of every command that name a file to write."""
    found: dict[str, list[str]] = {}

    def look(command: click.Command, name: str) -> None:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for inner in command.list_commands(context):
                child = command.get_command(context, inner)
                assert child is not None
                look(child, f"{name} {inner}".strip())
            return
        outputs = [param.opts[0] for param in command.params if isinstance(param.type, Output)]
        if outputs:
            assert isinstance(command, Writing), name
            found[name] = outputs

    look(group, "")
    return found


def test_every_file_that_a_command_writes_is_declared_as_one() -> None:
    assert sorted(all_outputs()) == sorted(WRITES)
    assert {name: sorted(outputs) for name, outputs in all_outputs().items()} == {
        "adopt": ["-o"],
        "audit": ["--html", "--write-baseline", "-o"],
        "build": ["-o"],
        "compose": ["-o"],
        "cut": ["-o"],
        "diff": ["-o"],
        "edit": ["-o"],
        "errata preview": ["-o"],
        "facts": ["-o"],
        "implode": ["module"],
        "join": ["-o"],
        "map": ["-o"],
        "orders write": ["-o"],
        "pack": ["-o"],
        "pictures": ["-o"],
        "play": ["--vlog", "-o"],
        "position": ["--png"],
        "profile": ["-o"],
        "record": ["-o"],
        "refresh": ["-o"],
        "release": ["--changelog", "-o"],
        "replay": ["-o"],
        "reply": ["-o"],
        "review": ["--html"],
        "scrub": ["-o"],
        "summary": ["--html"],
        "table": ["-o"],
        "translate": ["-o"],
        "watch": ["-o"],
    }


WRITES = {
    "adopt": "x.vsav -o {0}",
    "audit": "x.vlog -o {0} --html {0} --write-baseline {0}",
    "build": "-o {0}",
    "compose": "{1} -o {0}",
    "cut": "x.vlog --from 1 --to 1 -o {0}",
    "diff": "x.vmod y.vmod -o {0}",
    "edit": "x.vmod --script y.toml -o {0}",
    "errata preview": "x.toml -o {0}",
    "facts": "--checklist -o {0}",
    "implode": "x {0}",
    "join": "x.vlog -o {0}",
    "map": "-o {0}",
    "orders write": "x.game -o {0}",
    "pack": "-o {0}",
    "pictures": "x.vmod --shrink -o {0}",
    "play": "-o {0} --vlog {0}",
    "position": "{1} --png {0}",
    "profile": "x.vmod -o {0}",
    "record": "x.vlog -o {0}",
    "refresh": "x.vsav --to y.vmod -o {0}",
    "release": "x.vmod --version 2 -o {0} --since y.vmod --changelog {0}",
    "replay": "x.vlog -o {0}",
    "reply": "x.vlog -o {0}",
    "review": "x.vlog --html {0}",
    "scrub": "x.vlog -o {0}",
    "summary": "x.vlog --html {0}",
    "table": "x.vmod -o {0}",
    "translate": "x.vmod --language de -o {0}",
    "watch": ". -o {0}",
}
"""A call of each command that writes a file."""


@pytest.mark.skipif(sys.platform == "win32", reason="a device of POSIX")
@pytest.mark.parametrize("name", WRITES)
def test_no_command_replaces_a_device(name: str) -> None:
    opening = data_dir() / "trc" / "games" / "opening.game"
    assert "is a device or a pipe" in refused(f"{name} {WRITES[name]}", Path("/dev/null"), opening)
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(sys.platform == "win32", reason="devices of POSIX")
@pytest.mark.parametrize(
    "words",
    [
        "archive {0} add {1}",
        "data export {0}",
        "new-game {0} --title x",
        "map -o {0}/x.png",
        "counters -o {0}",
        "explode x.vmod {0}",
        "rulebook {0}",
        "archive x.db report {0}",
        "audits x.vlog --reports {0}",
        "--game nr forms -o {0}",
    ],
)
def test_no_command_takes_a_device_for_a_folder_or_an_archive(words: str) -> None:
    opening = data_dir() / "trc" / "games" / "opening.game"
    done = CliRunner().invoke(group, [word.format("/dev/null", opening) for word in words.split()])
    # Whatever says so: we, click, or the system in one sentence (`main` tells it).
    assert done.exit_code == 2 or isinstance(done.exception, UserError | OSError), done.output
    assert Path("/dev/null").is_char_device()


def test_our_own_data_and_an_owners_are_inputs_too(tmp_path: Path) -> None:
    ours = data_dir() / "trc" / "units.csv"
    before = ours.read_bytes()
    mine = tmp_path / "mine" / "units.csv"
    mine.parent.mkdir()
    mine.write_text("id\n")
    for words, paths in (
        ("facts --checklist -o {0}", (ours,)),
        ("build -o {0} --data {1}", (mine, mine.parent)),
        ("map -o {0} --data {1}", (mine, mine.parent)),
        ("errata preview {1} -o {0}", (ours, mine)),
    ):
        assert "is a file that is read here" in refused(words, *paths)
    assert (ours.read_bytes(), mine.read_text()) == (before, "id\n")


def test_the_files_that_the_defaults_name_are_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trc-module.toml").write_text('[audit]\nbaseline = "known.toml"\n')
    Path("known.toml").write_text("")
    for output in ("trc-module.toml", "known.toml"):
        assert "is a file that is read here" in refused(f"audit x.vlog --write-baseline {output}")


def test_one_file_is_not_written_twice(tmp_path: Path) -> None:
    assert "would be written twice" in refused("audit x.vlog -o {0} --html {0}", tmp_path / "both")
    assert "would be written twice" in refused("play -o {0} --vlog {0}", tmp_path / "both")


def test_a_module_is_not_put_among_the_texts_that_it_is_made_of(tmp_path: Path, module_file: Path) -> None:
    folder = tmp_path / "texts"
    shutil.copy(module_file, tmp_path / "m.vmod")
    assert CliRunner().invoke(group, ["explode", str(tmp_path / "m.vmod"), str(folder)]).exit_code == 0
    text = (folder / "module.txt").read_bytes()
    for name in ("module.txt", "archive/new.vmod", "order.txt", "saves/new.vmod"):
        assert "is a part of the module in" in refused("implode {0} {1}", folder, folder / name)
    inside = folder / "archive" / "m.vmod"
    shutil.copy(module_file, inside)
    assert "is a part of the module in" in refused("explode {0} {1}", inside, folder)
    assert (folder / "module.txt").read_bytes() == text
    assert inside.is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes links for administrators only")
@pytest.mark.parametrize("words", ["explode {0} {1}/x", "demo -o {1}", "build -o {1}", "scrub {0} -o {1}/x"])
def test_a_link_in_a_circle_is_told(words: str, tmp_path: Path, module_file: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    done = CliRunner().invoke(group, [word.format(module_file, tmp_path / "round") for word in words.split()])
    assert isinstance(done.exception, UserError | OSError), done.output


def test_every_command_says_what_it_has_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One call of each kind; the sentence comes from the mechanism, so a command can only say more."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(data_dir() / "trc" / "games" / "opening.game", "x.game")
    calls = (
        "compose x.game -o x.vlog",
        "audit x.vlog -o a.txt --html a.html --write-baseline a.toml --reason agreed",
        "summary x.vlog --html s.html",
        "record x.vlog -o r.game",
        "join x.vlog -o j.vlog",
        "scrub x.vlog -o c.vlog",
        "position x.game --png p.png",
        "facts --checklist -o f.html",
    )
    for words in calls:
        done = CliRunner().invoke(group, words.split())
        assert done.exit_code < 2, (words, done.output)
        after = words.split()
        written = [name for option, name in pairwise(after) if option in ("-o", "--html", "--png", "--write-baseline")]
        for name in written:
            assert Path(name).is_file(), words
            assert name in done.output, words
    done = CliRunner().invoke(group, ["summary", "x.vlog", "--html", "s2.html"])
    assert (done.stdout, done.stderr) == ("", "Wrote s2.html.\n")
