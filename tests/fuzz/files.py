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
from PIL import Image

from tests.hostile.modules import module, piece, prototypes, slots
from tests.hostile.zips import DEFLATED, Row, zipped
from tests.replay.script import CLEAR, Script
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.resources import data_dir
from trc_module.vassal.commands import encode_commands
from trc_module.vassal.obfuscation import veil
from trc_module.vassal.saves import read_saved_game

_LINES = 30
"""Lines of a data file with which an owner's file begins."""
_WHOLE = ("units.csv", "markers.csv", "piece_numbers.csv", "charts", "lines", "scenarios", "map")
_NOT_READ = "rulebook_statements.toml"
_OTHERS = ("nr", "m41", "trp")


def _run(*words: str) -> int:
    """Run a command in the folder and return its exit code; what a user is told in a sentence is fine, not an error."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            return group.main(list(words), prog_name="trc-module", standalone_mode=False) or 0
        except click.exceptions.Exit as end:
            return end.exit_code
        except (UserError, click.ClickException):
            return 2


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


def _log(text: bytes, module: bytes | None = None) -> bytes:
    data = module if module is not None else _parts().module_data("1").encode()
    return zipped([Row(b"savedGame", veil(text), DEFLATED), Row(b"moduledata", data)])


def log(data: bytes) -> None:
    """A log of our module with any text under its veil is audited, told and scrubbed, or refused."""
    with _folder("a.vlog", _log(data)):
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


def composed(data: bytes) -> None:
    """A record is composed to a log, or refused; what is composed is audited."""
    with _folder("a.game", data):
        _run("compose", "a.game", "-o", "a.vlog")
        if Path("a.vlog").exists():
            assert _run("audit", "a.vlog") in (0, 1)


def drawn(data: bytes) -> None:
    """A log of our module with any text under its veil is drawn, animated or refused."""
    with _folder("a.vlog", _log(data)):
        for words in (
            ("-o", "a.png", "--scale", "0.1"),
            ("-o", "a.png", "--scale", "0.1", "--around", "Kiev", "--radius", "1", "--to", "1"),
            ("-o", "a.gif", "--scale", "0.1", "--gif", "--to", "2"),
        ):
            _run("replay", "a.vlog", *words)


def drawn_of_another(data: bytes) -> None:
    """The same of any module: the input's first part is its build file, the last one the game's text."""
    build, _, saved = data.rpartition(b"\x00")
    pictures = [Row(f"images/{name}".encode(), png) for name, png in _pictures().items()]
    made = zipped([Row(b"buildFile.xml", build, DEFLATED), Row(b"moduledata", _MODULE_DATA), *pictures])
    with _folder("m.vmod", made):
        Path("a.vlog").write_bytes(zipped([Row(b"savedGame", veil(saved), DEFLATED), Row(b"moduledata", _MODULE_DATA)]))
        _run("replay", "a.vlog", "--module", "m.vmod", "-o", "a.png", "--scale", "0.5")
        _run("replay", "a.vlog", "--module", "m.vmod", "-o", "a.gif", "--gif")
        for name in ("a.html", "a.json"):
            _run("summary", "a.vlog", "--json" if name.endswith("json") else "--html", name)


def played(data: bytes) -> None:
    """A game is played by any words of the command line, a line each; at most two turns of it."""
    with _folder("trc-module.toml", b""):
        words = data.decode("utf-8", "replace").replace("\x00", "").split("\n")
        _run("play", *words, "--turns", "1", "-o", "a.game")
        if Path("a.game").exists():
            assert _run("check", "a.game") == 0


def config(data: bytes) -> None:
    """A configuration is taken or refused."""
    with _folder("trc-module.toml", data):
        Path("own").mkdir()
        Path("a.vlog").write_bytes(_log(logs()[0]))
        _run("audit", "a.vlog")
        _run("audits", "a.vlog", "--jobs", "1")


def overlay(data: bytes) -> None:
    """An owner's corrections of any data file are taken in or refused; the first line names the file."""
    name, _, text = data.partition(b"\n")
    names = _overlaid()
    known = name.decode("latin-1") if name.decode("latin-1") in names else names[len(name) % len(names)]
    first, _, rest = known.partition("/")
    game, path = (first, rest) if first in _OTHERS else ("trc", known)
    with _folder(f"own/{path}", text):
        Path("a.game").write_bytes(_GAME if game == "trc" else f"game: {game}\nend\n".encode())
        _run("facts", "--game", game, "--data", "own")
        _run("check", "a.game", "--overlay", "own")


def errata(data: bytes) -> None:
    """An erratum is previewed or refused."""
    with _folder("0009-x.toml", data):
        _run("errata", "preview", "0009-x.toml", "-o", "p.html")


_MODULE_DATA = b"<data><name>m</name></data>"
_SAVE = "begin_save\x1b+/1/piece;;;;x/null;0;0;1\x1bend_save"
_GAME = b"game: trc\nat: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz\nmove ger-41-pz P20 P19\nend\n"
_BODY = prototypes([piece("mark;a")]) + slots(
    [piece("prototype;p0"), piece("emb2;;2;;;;;;;;;;;false;0;0;a.png;;true;;;;;;;;")]
)


@cache
def _parts() -> ModuleInputs:
    return load_inputs(find_game("trc"), data_dir() / "trc")


@cache
def logs() -> Sequence[bytes]:
    """Return the texts of a few short logs of our module, with few counters."""
    parts = _parts()
    with TemporaryDirectory() as folder:
        script = Script(parts, CLEAR + "on J20: ger-41-pz ger-56-pz\non I18: rus-1-tank\n", Path(folder, "a.vlog"))
        script.move("ger-41-pz", "K20", "K19").undo().roll(4).say("ATT b=1 u=ger-56-pz cf=7 attack=7 defence=0 at=J20")
        script.end().say("ROLL b=1 die=3 attack=7 defence=2 odds=3-1 result=DR").end()
        saved = read_saved_game(script.write())
    return (encode_commands([*saved.initial, *saved.steps]).encode("utf-8", "surrogateescape"),)


@cache
def records() -> Sequence[bytes]:
    """Return a game of two turns that our player played, and a short one."""
    with _folder("trc-module.toml", b""):
        _run("play", "--turns", "1", "--level", "random", "-o", "a.game")
        return (Path("a.game").read_bytes(), _GAME)


@cache
def other_games() -> Sequence[bytes]:
    """Return a module of another game with a board and a log of it."""
    kind = "VASSAL.build"
    board = (
        f'<{kind}.module.Map mapName="Main"><{kind}.module.map.BoardPicker><{kind}.module.map.boardPicker.Board '
        f'name="B" image="b.png" width="60" height="40"/></{kind}.module.map.BoardPicker></{kind}.module.Map>'
    )
    text = (
        "begin_save\x1b\x1b+/2/emb2;A;2;A;U;2;;D;2;;;;1;false;0;0;a.png,s.svg;x,y;true;L;;;false;;1;1;true\t"
        "rotate;6;;;;;;;Rotate\\\tlabel;L;2;Change;10;0,0,0;255,255,255;t;0;c;0;b;c;$pieceName$;Dialog;0;0;T;\\\\\t"
        "piece;;;a.png;Tank/2\t2\\\tText\\\\\tMain;10;20;1;0\x1bPLAYER\tpw\tAnn\tAxis\x1b"
        "MainBoardPicker\tB\t0\t0\x1bend_save\x1bLOG\tM/2/Main/5/6/null/Main/10/20/null/pw\x1bLOG\tCHAT<Ann> - hi"
    )
    build = f'<{kind}.GameModule name="m" version="1.0" VassalVersion="3.6.7">{board}</{kind}.GameModule>'
    return (build.encode() + b"\x00" + text.encode(),)


@cache
def _pictures() -> dict[str, bytes]:
    made = io.BytesIO()
    Image.new("RGB", (16, 16), "red").save(made, "png")
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    return {"a.png": made.getvalue(), "b.png": made.getvalue(), "s.svg": svg}


COMMAND_LINES = tuple(
    line.replace(b" ", b"\n")
    for line in (b"--seed 3 --level random", b"--scenario barbarossa --options 26.5", b"--options random --check")
)
CONFIGS = (b'[audit]\noptions = ["26.5"]\nselect = ["7.2"]\nignore = ["5"]\nbaseline = "b.json"\ndata = "own"\n',)


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
def _overlaid() -> tuple[str, ...]:
    """Return the files that an owner may correct, `map/places.csv` too; those of another game begin with its name."""
    names = [*_data_files("trc"), *(f"map/{layer}.csv" for layer in ("hexes", "hexsides", "places", "regions"))]
    return (*names, *(f"{game}/{name}" for game in _OTHERS for name in _data_files(game)))


def _data_files(game: str) -> list[str]:
    folder = data_dir() / game
    paths = [path for name in _WHOLE for path in sorted((folder / name).glob("*.*")) or [folder / name]]
    files = [path for path in paths if path.is_file() and path.suffix != ".md" and path.name != _NOT_READ]
    return [path.relative_to(folder).as_posix() for path in files]


@cache
def overlays() -> Sequence[bytes]:
    """Return the first lines of data files; a layer of the map ends as a whole one does."""
    found = []
    for name in _overlaid():
        path = data_dir() / (name if name.partition("/")[0] in _OTHERS else f"trc/{name}")
        lines = path.read_bytes().splitlines(keepends=True) if path.is_file() else [b"hex,terrain,name,source\n"]
        head, cut = lines[:_LINES], len(lines) > _LINES
        if cut and path.suffix == ".geojson":
            head = [*head[:5], head[5].rstrip(b",\n") + b"]}"]
        found.append(name.encode() + b"\n" + b"".join(head))
    return tuple(found)


@cache
def all_errata() -> Sequence[bytes]:
    """Return the errata that there are."""
    return tuple(path.read_bytes() for path in sorted((data_dir() / "trc" / "errata").glob("*.toml")))
