"""Whole commands as targets: a module and a game made out of an input, and every command that reads such files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal.obfuscation import veil
from trc_module.vassal.writing import Entry, pack_archive, write_archive

PART = b"\x00"
"""Divides an input: a slot's text, a prototype's, attributes of a map, a set-up's text."""

_ENDED = (0, 1, 2)


def on_a_module(data: bytes, *words: str) -> None:
    """Run a command on two modules made of the input: `OLD` and `NEW` are their paths, `OUT` and `SHEET` new ones."""
    parts = [part.decode("utf-8", "replace") for part in (*data.split(PART), b"", b"", b"", b"")]
    with TemporaryDirectory() as folder:
        paths = {"OLD": Path(folder, "old.vmod"), "NEW": Path(folder, "new.vmod"), "OUT": Path(folder, "out")}
        paths["SHEET"] = Path(folder, "de.po")
        _write_module(paths["OLD"], *parts[:4])
        # The slot's text stands at two places; the newer module has it once.
        _write_module(paths["NEW"], parts[0], "", parts[2], parts[3])
        _run([str(paths.get(word, word)) for word in words])


def on_a_game(data: bytes, *words: str) -> None:
    """Run a command on a log with the input's last part as its text; `NEW` is a module with the others."""
    parts = [part.decode("utf-8", "replace") for part in (*data.split(PART), b"", b"", b"", b"")]
    with TemporaryDirectory() as folder:
        paths = {"GAME": Path(folder, "game.vlog"), "NEW": Path(folder, "new.vmod"), "OUT": Path(folder, "out")}
        paths["GAME"].write_bytes(_game(paths["GAME"], parts[3]))
        _write_module(paths["NEW"], *parts[:4])
        _run([str(paths.get(word, word)) for word in words])


def _run(words: Sequence[str]) -> None:
    try:
        result = CliRunner().invoke(group, words, catch_exceptions=False)
    except UserError:
        return
    assert result.exit_code in _ENDED, (words, result.output)


def _game(path: Path, text: str) -> bytes:
    data = b"<data version='1'><version>1</version><name>m</name></data>"
    veiled = veil(text.encode("utf-8", "surrogatepass"))
    return pack_archive(path, [Entry("savedGame", veiled), Entry("moduledata", data), Entry("savedata", data)])


def _write_module(path: Path, slot: str, prototype: str, attributes: str, setup: str) -> None:
    kind = "VASSAL.build"
    given = " ".join(f'a{i}="{_xml(value)}"' for i, value in enumerate(attributes.split("|")))
    known = dict(pair.split("=", 1) for pair in attributes.split("|") if "=" in pair and pair.split("=")[0].isalpha())
    named = " ".join(f'{name}="{_xml(value)}"' for name, value in known.items() if name.isascii() and name != "mapName")
    build_file = f"""<{kind}.GameModule name="m" version="1">
<{kind}.module.PrototypesContainer><{kind}.module.PrototypeDefinition name="P">{_xml(prototype)}</{kind}.module.PrototypeDefinition></{kind}.module.PrototypesContainer>
<{kind}.module.Map mapName="Main Map" {named}><{kind}.module.map.BoardPicker><{kind}.module.map.boardPicker.Board name="B" {given}/></{kind}.module.map.BoardPicker></{kind}.module.Map>
<{kind}.module.DiceButton {named}/>
<{kind}.module.PieceWindow name="W"><{kind}.widget.PieceSlot entryName="S" gpid="1">{_xml(slot)}</{kind}.widget.PieceSlot></{kind}.module.PieceWindow>
<{kind}.module.PredefinedSetup name="S" file="s.vsav" useFile="true" isMenu="false"/>
</{kind}.GameModule>"""  # noqa: E501
    data = b"<data version='1'><version>1</version><VassalVersion>3.7.0</VassalVersion><name>m</name></data>"
    write_archive(
        path,
        [
            Entry("buildFile.xml", build_file.encode()),
            Entry("moduledata", data),
            Entry("s.vsav", _game(path, setup)),
        ],
    )


def _xml(text: str) -> str:
    kept = "".join(sign for sign in text if sign in "\t\n" or " " <= sign < "\ud800" or "\ue000" <= sign < "\ufffe")
    return escape(kept).replace("\t", "&#9;")


SEEDS = (
    PART.join(
        (
            b"+/null/emb2;A;2;A;U;2;;D;2;;;;1;false;0;0;a.png,b.png;x,y;true;L;;;false;;1;1;true\tmark;CF,MF\\\tprototype;P\\\\\t"
            b"piece;;;t.png;Tank/1\t4,5\\\t\\\\\tnull;0;0;1;0",
            b"+/null/button;65,130;0;0;9;9;x;false;false;1;4;0;0;9;0;9;9;0;9\tobs;77,130;m.png;Mask;I\\\trotate;6;;\\\\\t"
            b"piece;;;;/\tnull;\\\t0\\\\\tnull;0;0;;0",
            b"edgeWidth=5|hotkey=77,130|color=1,2,3|icon=x.png",
            b"begin_save\x1b\x1b+/2/emb2;A;2;A;U;2;;D;2;;;;1;false;0;0;a.png,b.png;x,y;true;L;;;false;;1;1;true\tpiece;;;t.png;Tank/"
            b"2\tMain Map;10;20;1;0\\\x1b+/3/stack/Main Map;10;20;2;@@1\x1bPLAYER\tpw\tAnn\tAxis\x1bSETUP_STACK\t\x1b"
            b"Main MapBoardPicker\tB\t0\t0\x1bend_save\x1bLOG\tM/2/Main Map/5/6/null/Main Map/10/20/null/pw\\\x1bLOG\t"
            b"CHAT* moved\x1b"
            b"LOG\tD/2/1\tMain Map;5;6;1;0/2\tMain Map;10;20;1;0\x1bLOG\tCHAT*** 1d6 = 3 ***",
        )
    ),
    PART.join(
        (
            b"+/null/own.Class;1\town.Basic;x/a\tb",
            b"+/null/placemark;P;80,130;+\\/null\\/piece\\;\\;\\;\\;Mine\\/null\\;0\\;0\\;7\\;0;null;0;0;false;;;7;0;false\tpiece;;;;/"
            b"\tnull;0;0;;0",
            b"hotkey=9999999999,0|edgeWidth=x",
            b"begin_save\x1b+/2/own.Class;1\town.Basic;x/a\tb\x1b"
            b"+/4/deck;true;0,0,0;40;40;Always;Always/Main Map;1;2;false;2\x1bend_save",
        )
    ),
)

WORDS = (
    *(PART, b"\x1b", b"/", b";", b"\t", b"\\", b"|", b"+/null/", b"D/2/", b"M/2/", b"LOG\t", b"piece;", b"emb2;"),
    *(b"button;", b"footprint;", b"globalkey;", b"99999999999,0", b"-1", b"null", b"{", b"$a$", b"hotkey=", b"1,2"),
)

MODULE_COMMANDS: dict[str, tuple[str, ...]] = {
    "show-module": ("show", "OLD"),
    "lint": ("lint", "OLD"),
    "explode": ("explode", "OLD", "OUT"),
    "diff": ("diff", "OLD", "NEW"),
    "table": ("table", "OLD", "--html"),
    "pictures": ("pictures", "OLD", "--all"),
    "translate": ("translate", "OLD", "--language", "de", "-o", "SHEET"),
    "release": ("release", "OLD", "--version", "2", "-o", "OUT", "--since", "NEW", "--anyway"),
}
GAME_COMMANDS: dict[str, tuple[str, ...]] = {
    "show-game": ("show", "GAME"),
    "refresh": ("refresh", "GAME", "--to", "NEW", "-o", "OUT", "--keep-retired", "--lossy"),
    "scrub": ("scrub", "GAME", "-o", "OUT"),
    "table-game": ("table", "GAME", "--module", "NEW"),
    "audit": ("audit", "GAME"),
    "dice": ("dice", "GAME"),
    "summary": ("summary", "GAME"),
    "victory": ("victory", "GAME"),
    "transcript": ("record", "GAME"),
}
