"""Targets of what somebody may make on purpose: archives with two faces, chat lines, numbers, games of many steps."""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.fuzz.files import _folder, _log, _run, logs
from tests.vassal.front_reader import FrontError, saved_game
from tests.vassal.test_two_faced import seeds
from trc_module.declarations import Declaration, visible
from trc_module.digits import is_number, is_signed_number, is_whole, read_real, read_whole, whole_or
from trc_module.games import find_game
from trc_module.gamespec.rule_numbers import RuleNumbers
from trc_module.profiles.dice_report import DiceReport
from trc_module.profiles.lines import read_plain
from trc_module.replay.roll_lines import roll_in
from trc_module.vassal.archive import Archive
from trc_module.vassal.commands import decode_command, encode_commands
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import read_saved_text
from trc_module.vassal.values import Color, Key

_GAMES = ("trc", "nr", "m41", "trp")


def front(data: bytes) -> None:
    """What is read of a log is what a reader from the front finds in it, who stops where it is damaged."""
    with contextlib.suppress(FormatError, FrontError), Archive(Path("a.vlog"), data=data) as archive:
        ours = archive.read("savedGame")
        assert saved_game(data) == ours


def fronts() -> Sequence[bytes]:
    """Return sound archives, and some with two faces."""
    return seeds()


def chat(data: bytes) -> None:
    """A chat line, the first of the input, is read by every reader of lines; it can be written and is then the same."""
    format_, _, line = data.decode("utf-8", "replace").partition("\n")
    command = decode_command(f"CHAT{line}")
    assert decode_command(command.encode()) == command
    assert len(visible(line)) <= len(line)
    for name in _GAMES:
        grammar = find_game(name).grammar
        found = grammar.parse(line)
        if isinstance(found, Declaration):
            said = grammar.line(found.verb, {key: found.fields[key] for key in found.fields})
            assert isinstance(grammar.parse(said), Declaration) or any(c in said for c in '"<>\x00') or "-->" in line
            for key in found.fields:
                assert 0 <= found.number(key) <= 999_999_999
    read_plain(line, "weather")
    roll = roll_in(line)
    assert roll is None or all(abs(result) < 1_000_000_000 for result in roll.results)
    form = DiceReport.read(format_)
    if form is not None:
        assert all(word.isdecimal() and len(word) <= 9 for word in form.find(line))
    with contextlib.suppress(ValueError):
        RuleNumbers(format_).fits(line)


LINES = tuple(
    f"{format_}\n{line}".encode()
    for format_, line in (
        ("** $name$ = $result$ *** <$PlayerName$>", "* 2d6 = 3,4 *** <Ann>"),
        ("$PlayerName$ rolls $result1$ and $result2$", "Ann rolls 3 and 4"),
        (r"\d+(\.\d+)*[a-z]?", "*** (Rally DR) 4,1 ***   <Bob>"),
        ("(a+)+b", 'a <!--TRC1 ROLL b=1 die=3 attack=7 defence=2 odds=3-1 result=DR by="Axis"-->'),
        ("$result$", "&lt;Ann&gt; - phase: combat"),
        ("$result$", "* UNDO: * 41st Panzer Corps attacks <!--TRC1 ATT b=1 u=ger-41-pz-->"),
    )
)


def number(data: bytes) -> None:
    """A text is a number or none, for every reader of numbers; what is one is written and read as the same."""
    text = data.decode("utf-8", "surrogateescape")
    if is_whole(text):
        found = read_whole(text)
        assert -(1 << 31) <= found < 1 << 31
        assert read_whole(str(found)) == found == whole_or(text, 7)
    else:
        assert whole_or(text, 7) == 7
    if is_signed_number(text):
        assert str(int(text)).lstrip("-") == (text.removeprefix("-").lstrip("0") or "0")
    assert not is_number(text) or is_whole(text)
    with contextlib.suppress(ValueError):
        real = read_real(text)
        assert read_real(f"{real:.6f}") is not None
    for kind in (Key, Color):
        with contextlib.suppress(ValueError):
            value = kind.decode(text)
            assert kind.decode(value.encode()) == value


NUMBERS = (b"0", b"-12", b"+2147483647", b"1.5e3", b"70,130", b"57344,0,Go", b"255,0,10", b"0xff00ff", "٣²".encode())
_DIGITS = re.compile(r"(?<=[=/;,|\t ])\d+")


def in_a_log(data: bytes) -> None:
    """A number somewhere in a log is another: the log is audited, told and recorded, or refused.

    The first line says which number, the rest what stands there.
    """
    _, _, bad = data.partition(b"\n")
    text = logs()[0].decode("utf-8", "surrogateescape")
    places = _places()
    begins, ends = places[zlib.crc32(data) % len(places)]
    changed = text[:begins] + bad.decode("utf-8", "surrogateescape") + text[ends:]
    with contextlib.suppress(FormatError):
        saved = read_saved_text(changed)
        assert read_saved_text(encode_commands([*saved.initial, *saved.steps])).steps == saved.steps or "\\" in changed
    with _folder("a.vlog", _log(changed.encode("utf-8", "surrogateescape"))):
        for words in (("audit", "a.vlog"), ("dice", "a.vlog"), ("record", "a.vlog"), ("summary", "a.vlog")):
            _run(*words)


@cache
def _places() -> tuple[tuple[int, int], ...]:
    """Return where numbers stand in the steps and the tracker of a log; few of those of its many pieces."""
    text = logs()[0].decode("utf-8", "surrogateescape")
    found = [match.span() for match in _DIGITS.finditer(text)]
    steps = text.index("LOG\t")
    return (*found[:: max(1, len(found) // 300)], *(span for span in found if span[0] > steps))


IN_LOGS = tuple(f"{number}\n{bad}".encode() for number, bad in enumerate(("9" * 400, "99999999999", "-1", "27", "")))
