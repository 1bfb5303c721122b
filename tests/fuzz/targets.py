"""Targets of fuzzing: for each reader a call, the properties of its result, and inputs to begin with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz import files, hostile, newer
from tests.fuzz.commands import GAME_COMMANDS, MODULE_COMMANDS, SEEDS, WORDS, on_a_game, on_a_module
from trc_module.declarations import Declaration
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.rules.record import read_record, record_text
from trc_module.vassal.commands import AddPiece, encode_commands, walk
from trc_module.vassal.obfuscation import reveal, veil
from trc_module.vassal.saves import read_saved_game, read_saved_text
from trc_module.vassal.sequence import decode, decode_nested, encode
from trc_module.vassal.traits import read_piece


@dataclass(frozen=True)
class Target:
    """One reader."""

    name: str
    run: Callable[[bytes], None]
    """Reads an input; AssertionError or any error but a UserError is a find."""
    seeds: Callable[[], Sequence[bytes]]
    words: tuple[bytes, ...]
    """The words of which its format is made."""
    tries: int = 40
    """The number of changed inputs that the tests try; commands take longer than readers."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _in_a_sentence(error: UserError) -> None:
    assert "\n" not in str(error), str(error)


def sequence(data: bytes) -> None:
    """A decoded sequence can be encoded, and is then decoded to the same.

    But for items that end in a backslash: VASSAL's own format cannot tell them from an escaped delimiter.
    """
    text = _text(data)
    for delimiter in (";", ",", "\t", "/"):
        items = decode(text, delimiter)
        if not any(item.endswith("\\") for item in items):
            assert decode(encode(items, delimiter), delimiter) == items, (delimiter, items)
    decode_nested(text)


def saved_text(data: bytes) -> None:
    """A game's text that can be read can be written, and is then read as the same.

    But for commands that end in a backslash, which are the same as items that do.
    """
    try:
        saved = read_saved_text(_text(data))
    except UserError:
        return
    nodes = (*saved.initial, *saved.steps)
    if any(encode_commands((part,)).endswith("\\") for node in nodes for part in (node, *walk(node))):
        return
    again = read_saved_text(encode_commands(nodes))
    assert (again.initial, again.steps) == (saved.initial, saved.steps)
    for node in nodes:
        for command in walk(node):
            if isinstance(command, AddPiece):
                _piece(command)


def _piece(command: AddPiece) -> None:
    try:
        piece = read_piece(command)
    except UserError:
        return
    assert piece.command().id == command.id


def traits(data: bytes) -> None:
    """A piece's type and state, whatever stands in them, are read or refused."""
    kind, _, state = _text(data).partition("\n")
    _piece(AddPiece("1", kind, state))


def archive(data: bytes) -> None:
    """A file that is no archive, or a bad one, is told in a sentence; so is one whose game is veiled with nonsense."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.vlog"
        path.write_bytes(data)
        try:
            read_saved_game(path)
        except UserError as error:
            _in_a_sentence(error)


def veiled(data: bytes) -> None:
    """A veiled text is revealed again."""
    text = _text(data).replace("\r", "")
    assert reveal(veil(text)) == text


def record(data: bytes) -> None:
    """A record that can be read is written, read again, and is the same."""
    try:
        found = read_record(_text(data), "a record", find_game)
    except UserError as error:
        _in_a_sentence(error)
        return
    text = record_text(found)
    again = read_record(text, "a record", find_game)
    assert record_text(again) == text
    assert [line.entry for line in again.lines] == [line.entry for line in found.lines]


def declaration(data: bytes) -> None:
    """A chat line is a declaration, a malformed one, or none; a declaration can be made again out of its fields."""
    grammar = find_game("trc").grammar
    found = grammar.parse(_text(data))
    if isinstance(found, Declaration):
        assert found.verb in grammar.verbs


@cache
def _records() -> tuple[bytes, ...]:
    book = find_game("trc").book
    texts = [text for rule in book.under("") for text in (rule.legal, rule.illegal) if text]
    return tuple(f"game: trc\n{text}".encode() for text in texts[::7])


@cache
def _lines() -> tuple[bytes, ...]:
    grammar = find_game("trc").grammar
    return tuple(
        grammar.line(verb.name, {field.key: "1" for field in verb.fields}).removeprefix("*").encode()
        for verb in grammar.verbs.values()
    )


_GAME = (
    b"begin_save\x1b+/1/stack\t/null;0;0\x1b+/2/piece;;;a.png;Tank/null;0;0;1\x1bLOG\tMOV/2/Main Map/1/2\x1b"
    b"CHAT<a> - hello\x1bend_save"
)
_TRAITS = (
    b"emb2;Activate;2;A;Deactivate;2;D;Change;2;;;;;;false;0;0;a.png,b.png;x,y;true;Flip;;;false;;1;1;true\tpiece;;;a.png;X"
    b"\n1\tnull;10;20;3",
    b"mark;Layer\\\tpiece;;;t.png;Tank\n3\\\tnull;0;0;4",
    b"label;L;2;Change;10;0,0,0;255,255,255;t;0;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel;\tpiece;;;;N\n\tnull;0;0;1",
)


def _archives() -> tuple[bytes, ...]:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        made.writestr("savedGame", veil(_GAME.decode()))
        made.writestr("savedata", "<data><version>1</version></data>")
        made.writestr("moduledata", "<data><name>m</name></data>")
    return (stream.getvalue(),)


_WORDS_OF_A_SAVE = tuple(b"\x1b|/|\t|\\|+/|D/|M/|LOG\t|CHAT|null|stack|piece;|-1|99999999999".split(b"|"))
_WORDS_OF_TRAITS = tuple(b";|\t|\\\t|\\\\\t|\n|emb2;|mark;|piece;|macro;|true|-1|NaN".split(b"|"))
_WORDS_OF_A_RECORD = tuple(
    b"\n| |game: trc|at:|on |box |before: |expect |>|,|-|turn 99|K21|ger-41-pz|#|;|:|options: |rail:".split(b"|")
)

_WORDS_OF_A_LOG = tuple(b'* *** TRC1 |ROLL|die=|b=1|u=ger-41-pz|"Axis"|Main Map|MOV/|TURN|"|=|99999999999'.split(b"|"))
_WORDS_OF_CHAT = tuple(b"\n|* |*** |<Ann>|&lt;|<!--|-->|TRC1|ROLL| die=3| = |,|$result$|$x$|2d6|phase:| ".split(b"|"))
_WORDS_OF_PLAY = tuple(b"\n|--seed|--options|26.5|27.1|random|--scenario|-1|--check|--vlog|a.vlog".split(b"|"))
_WORDS_OF_XML = tuple(b'<|>|/>|name="|"|=|&lt;|+/|VASSAL.build.module.Map|prototype;p0|&#0;'.split(b"|"))


def _command(name: str, on: Callable[..., None], words: tuple[str, ...]) -> Target:
    def run(data: bytes) -> None:
        on(data, *words)

    return Target(name, run, lambda: SEEDS, WORDS)


TARGETS = {
    target.name: target
    for target in (
        Target(
            "sequence",
            sequence,
            lambda: (b"a;b", b"'a\\;b';c", b"[a,[b,c]]", b"\\\t\\\\\t'"),
            tuple(b";|\\|'|,|\t|/".split(b"|")),
        ),
        Target("save", saved_text, lambda: (_GAME,), _WORDS_OF_A_SAVE),
        Target("traits", traits, lambda: _TRAITS, _WORDS_OF_TRAITS),
        Target("archive", archive, _archives, (b"PK\x03\x04", b"PK\x01\x02", b"savedGame", b"!VCSK", b"\x00" * 8)),
        Target("veil", veiled, lambda: (b"hello", "Grüße".encode()), (b"!VCSK", b"\x00")),
        Target("record", record, _records, _WORDS_OF_A_RECORD),
        Target("declaration", declaration, _lines, tuple(b' *** |TRC1|ATT|=|"| |u=|by=|\\'.split(b"|"))),
        *(_command(name, on_a_module, words) for name, words in MODULE_COMMANDS.items()),
        *(_command(name, on_a_game, words) for name, words in GAME_COMMANDS.items()),
        Target("log", files.log, files.logs, (*_WORDS_OF_A_SAVE, *_WORDS_OF_A_LOG), 6),
        Target("module", files.build_file, files.build_files, (*_WORDS_OF_TRAITS, *_WORDS_OF_XML), 15),
        Target("exploded", files.exploded, files.exploded_modules, tuple(b"\n|    |=|'| |entry|xml|+/".split(b"|"))),
        Target("game", files.game, _records, _WORDS_OF_A_RECORD),
        Target("compose", files.composed, files.records, _WORDS_OF_A_RECORD, 5),
        Target("replay", files.drawn, files.logs, (*_WORDS_OF_A_SAVE, *_WORDS_OF_A_LOG), 5),
        Target(
            "replay-module", files.drawn_of_another, files.other_games, (b"\0", *_WORDS_OF_TRAITS, *_WORDS_OF_XML), 15
        ),
        Target("play", files.played, lambda: files.COMMAND_LINES, _WORDS_OF_PLAY, 3),
        Target(
            "config", files.config, lambda: files.CONFIGS, tuple(b"\n|=|[|]|\"|'|audit|26.5|own|..".split(b"|")), 10
        ),
        Target(
            "overlay",
            files.overlay,
            files.overlays,
            tuple(b'\n|,|"|=|[|]|{|}|?|-1|1e999|null|K21|ger-41-pz|owner:'.split(b"|")),
            4,
        ),
        Target(
            "orders", newer.orders, newer.drafts, tuple(b"\n|:|x|odds|D1|EX|?|ger-41-pz|rus-24-inf|X17".split(b"|")), 8
        ),
        Target("forms", newer.forms, newer.filled, tuple(b'\n|,|"|=|[|]|?|-1|owner:|assumed:'.split(b"|")), 4),
        Target("profile", newer.profile, newer.profiles, tuple(b'\n|=|"|[|]|[[|units|map|ger-41-pz|99'.split(b"|")), 4),
        Target("draft", newer.drafted, newer.others, (*_WORDS_OF_TRAITS, *_WORDS_OF_XML), 4),
        Target("join", newer.joined, files.logs, (*_WORDS_OF_A_SAVE, *_WORDS_OF_A_LOG), 4),
        Target("archive-add", newer.archived, files.logs, (*_WORDS_OF_A_SAVE, *_WORDS_OF_A_LOG), 3),
        Target("archive-file", newer.database, newer.databases, (b"\x00" * 8, b"\xff" * 4, b"SQLite format 3\x00"), 8),
        Target(
            "archive-search",
            newer.searched,
            lambda: newer.SEARCHES,
            tuple(b"\n|%|'|unit|battles|--turn|-1".split(b"|")),
            8,
        ),
        Target("app-drop", newer.dropped, files.logs, (*_WORDS_OF_A_SAVE, *_WORDS_OF_A_LOG), 4),
        Target(
            "app-ask",
            newer.asked,
            lambda: newer.QUESTIONS,
            tuple(b'\n|"|{|}|[|]|null|-1|1e999|true|step|edits|K20'.split(b"|")),
        ),
        Target(
            "zip", hostile.front, hostile.fronts, (b"PK\x03\x04", b"PK\x05\x06", b"savedGame", b"\x08\0", b"\0" * 4)
        ),
        Target("chat", hostile.chat, lambda: hostile.LINES, _WORDS_OF_CHAT),
        Target("number", hostile.number, lambda: hostile.NUMBERS, tuple(b"0|9|-|+|.|e|,|_| |0x|NaN".split(b"|"))),
        Target("log-number", hostile.in_a_log, lambda: hostile.IN_LOGS, tuple(b"9|-|0|99999999999|\n".split(b"|")), 4),
        Target("errata", files.errata, files.all_errata, tuple(b'\n|=|"|[|]|[[|change|add|ger-41-pz|99'.split(b"|"))),
    )
}
"""Every reader that is fuzzed."""
