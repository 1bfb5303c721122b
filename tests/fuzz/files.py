"""Whole commands as targets: the input is a whole file, and each command that takes such files is run on it."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.hostile.modules import module, piece, prototypes, slots
from tests.hostile.zips import DEFLATED, Row, zipped
from tests.replay.script import CLEAR, Script
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.identity import module_data
from trc_module.module.parts import load_parts
from trc_module.resources import data_dir
from trc_module.vassal.commands import encode_commands
from trc_module.vassal.obfuscation import veil
from trc_module.vassal.saves import read_saved_game

_OVERLAID = ("units.csv", "markers.csv", "options.toml", "class_totals.csv")


def _run(*words: str) -> None:
    """Run a command in the folder; what a user would be told in a sentence is fine, all else is a find."""
    # A UserError is a sentence, a ClickException tells the usage; an Exit is a finding or a failure that was told.
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(UserError, click.ClickException, click.exceptions.Exit),
    ):
        group.main(list(words), prog_name="trc-module", standalone_mode=False)


@contextlib.contextmanager
def _folder(name: str, data: bytes) -> Iterator[None]:
    """Stand in a new folder that holds one file."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(data)
            yield
        finally:
            os.chdir(before)


def log(data: bytes) -> None:
    """A log of our module with any text under its veil is audited, told, replayed and scrubbed, or refused."""
    made = zipped([Row(b"savedGame", veil(data), DEFLATED), Row(b"moduledata", module_data("1").encode())])
    with _folder("a.vlog", made):
        for words in (
            ("audit", "a.vlog"),
            ("audit", "a.vlog", "--html", "a.html"),
            ("audits", "a.vlog", "--jobs", "1"),
            ("dice", "a.vlog"),
            ("record", "a.vlog"),
            ("show", "a.vlog"),
            ("summary", "a.vlog", "--html", "s.html"),
            ("victory", "a.vlog"),
            ("scrub", "a.vlog", "-o", "b.vlog"),
        ):
            _run(*words)


def build_file(data: bytes) -> None:
    """A module with any text as its build file is shown, checked, compared, exploded and refreshed to, or refused."""
    made = zipped([Row(b"buildFile.xml", data, DEFLATED), Row(b"moduledata", b"<data><name>m</name></data>")])
    with _folder("m.vmod", made):
        Path("old.vmod").write_bytes(module(_BODY))
        Path("a.vsav").write_bytes(zipped([Row(b"savedGame", veil(_SAVE))]))
        for words in (
            ("show", "m.vmod"),
            ("lint", "m.vmod"),
            ("diff", "old.vmod", "m.vmod", "-o", "d.html"),
            ("refresh", "a.vsav", "--to", "m.vmod", "-o", "b.vsav"),
            ("explode", "m.vmod", "folder"),
            ("implode", "folder", "back.vmod"),
        ):
            _run(*words)


def exploded(data: bytes) -> None:
    """A module as text, changed by hand in any way, is put together or refused."""
    with _folder("folder/module.txt", data):
        _run("implode", "folder", "m.vmod")


def game(data: bytes) -> None:
    """A record is judged, or refused."""
    with _folder("a.game", data):
        _run("check", "a.game")


def overlay(data: bytes) -> None:
    """An owner's corrections of any data file are taken in or refused; the first line names the file."""
    name, _, text = data.partition(b"\n")
    known = name.decode("latin-1") if name.decode("latin-1") in _OVERLAID else _OVERLAID[len(name) % len(_OVERLAID)]
    with _folder(f"own/{known}", text):
        Path("a.game").write_bytes(_GAME)
        _run("facts", "--data", "own")
        _run("check", "a.game", "--overlay", "own")


def errata(data: bytes) -> None:
    """An erratum is previewed or refused."""
    with _folder("0009-x.toml", data):
        _run("errata", "preview", "0009-x.toml", "-o", "p.html")


_SAVE = "begin_save\x1b+/1/piece;;;;x/null;0;0;1\x1bend_save"
_GAME = b"game: trc\nat: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz\nmove ger-41-pz P20 P19\nend\n"
_BODY = prototypes([piece("mark;a")]) + slots(
    [piece("prototype;p0"), piece("emb2;;2;;;;;;;;;;;false;0;0;a.png;;true;;;;;;;;")]
)


@cache
def logs() -> Sequence[bytes]:
    """Return the texts of a few short logs of our module, with few counters."""
    parts = load_parts(find_game("trc"), data_dir() / "trc")
    with TemporaryDirectory() as folder:
        script = Script(parts, CLEAR + "on J20: ger-41-pz ger-56-pz\non I18: rus-1-tank\n", Path(folder, "a.vlog"))
        script.move("ger-41-pz", "K20", "K19").undo().roll(4).say("ATT b=1 u=ger-56-pz cf=7 attack=7 defence=0 at=J20")
        script.end().say("ROLL b=1 die=3 attack=7 defence=2 odds=3-1 result=DR").end()
        saved = read_saved_game(script.write())
    return (encode_commands([*saved.initial, *saved.steps]).encode("utf-8", "surrogateescape"),)


def build_files() -> Sequence[bytes]:
    """Return a small build file."""
    tag = "VASSAL.build.GameModule"
    return (f'<{tag} name="m" version="1.0" VassalVersion="3.6.7">{_BODY}</{tag}>'.encode(),)


@cache
def exploded_modules() -> Sequence[bytes]:
    """Return the text of a small module."""
    with _folder("m.vmod", module(_BODY)):
        _run("explode", "m.vmod", "folder")
        return (Path("folder/module.txt").read_bytes(),)


@cache
def overlays() -> Sequence[bytes]:
    """Return the first lines of data files."""
    texts = {name: (data_dir() / "trc" / name).read_bytes().splitlines(keepends=True) for name in _OVERLAID}
    return tuple(name.encode() + b"\n" + b"".join(lines[:30]) for name, lines in texts.items())


@cache
def all_errata() -> Sequence[bytes]:
    """Return the errata that there are."""
    return tuple(path.read_bytes() for path in sorted((data_dir() / "trc" / "errata").glob("*.toml")))
