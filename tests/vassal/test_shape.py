"""Saved games that VASSAL plays otherwise than they look: what its own never hold is refused in one sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from trc_module.vassal.archive import DEFAULT_LIMITS
from trc_module.vassal.commands import walk
from trc_module.vassal.obfuscation import Container, veil
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import SavedGame, read_saved_game, read_saved_text, step_commands
from trc_module.vassal.writing import Entry, write_archive

ESC = "\x1b"
PIECE = "+/1/piece;;;a.png;Tank/null;0;0;1"


def text(*commands: str) -> str:
    return ESC.join(commands)


def together(*commands: str) -> str:
    return ("\\" + ESC).join(commands)


def steps(saved: SavedGame) -> list[list[str]]:
    return [[c.encode() for c in step_commands(step) if c is not None] for step in saved.steps]


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        # A group begins with what the engine drops: the step is the first logged command and those behind it.
        (("begin_save", "end_save", together("", "LOG\tCHATa", "LOG\tCHATb")), [["", "CHATa", "CHATb"]]),
        (("begin_save", "end_save", together("ODD\tx", "LOG\tCHATa")), [["ODD\tx", "CHATa"]]),
        (("begin_save", "end_save", together("LOG\tCHATa", "", "LOG\tnull")), [["CHATa", ""]]),
        # Steps may stand among what sets the table up, and some behind its end: the engine keeps them for later.
        (("begin_save", "LOG\tCHATa", PIECE, "end_save", "LOG\tCHATb"), [["CHATa"], ["CHATb"]]),
        # What follows the end sets the table up as well.
        (("begin_save", "end_save", PIECE), []),
        (("", "ODD\tx", "begin_save", "end_save", "LOG\tCHATa"), [["CHATa"]]),
    ],
)
def test_steps_are_those_that_the_engine_plays(commands: tuple[str, ...], expected: list[list[str]]) -> None:
    assert steps(read_saved_text(text(*commands))) == expected


@pytest.mark.parametrize(
    ("commands", "sentence"),
    [
        (("begin_save", "end_save", together("CHATa", "LOG\tM/1/Main/1/1/null/Main/0/0/null")), "beside others"),
        (("begin_save", "end_save", together("LOG\tCHATa", PIECE)), "beside others"),
        (("begin_save", PIECE, "begin_save", "end_save"), "command 3 is a 'begin_save' behind other commands"),
        (("begin_save", "end_save", "end_save"), "command 3 is a second 'end_save'"),
        (("begin_save", "end_save", "LOG\tbegin_save"), "command 3 logs 'begin_save'"),
        (("begin_save", "end_save", together("LOG\tCHATa", "LOG\tend_save")), "command 3 logs 'end_save'"),
        (("begin_save", "end_save", "LOG\tLOG\tCHATa"), "command 3 is a step within a step"),
    ],
)
def test_what_the_engine_would_play_otherwise_is_refused(
    commands: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_saved_text(text(*commands))
    path = tmp_path / "a.vlog"
    write_archive(path, [Entry("savedGame", veil(text(*commands)))])
    # A large game is read in parts.
    with pytest.raises(FormatError, match=sentence):
        read_saved_game(path, replace(DEFAULT_LIMITS, whole=1), exact=False)


def nested(depth: int) -> str:
    inner = "LOG\tCHATdeep"
    return text("begin_save", "end_save", ESC.join(f"LOG\tCHAT{n}{chr(92) * n}" for n in range(1, depth)) + ESC + inner)


def test_commands_that_are_nested_too_deep_are_refused_not_left_out() -> None:
    assert len(steps(read_saved_text(nested(150)))[0]) == 150
    with pytest.raises(FormatError, match="nested more than 200 deep"):
        read_saved_text(nested(260))


@pytest.mark.parametrize("container", Container)
def test_every_veil_is_read_as_the_engine_reads_it(container: Container, tmp_path: Path) -> None:
    path = tmp_path / "a.vlog"
    write_archive(path, [Entry("savedGame", veil(text("begin_save", "end_save", "LOG\tCHATä\U0001f600"), container))])
    assert steps(read_saved_game(path)) == [["CHATä\U0001f600"]]


@pytest.mark.parametrize(
    "veiled", [b"!VCSK4", b"!VCSKg7" + b"00", b"!VCSK0x", b"!VCSK00616", b"!VCSK00 6162", b"!VCSK00zz"]
)
def test_a_veil_that_the_engine_does_not_lift_is_refused(veiled: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.vlog"
    write_archive(path, [Entry("savedGame", veiled)])
    with pytest.raises(FormatError, match=r"a\.vlog"):
        read_saved_game(path)


@pytest.mark.parametrize("whole", [1 << 20, 1])
@pytest.mark.parametrize("other", ["\x1bbegin_save\x1bend_save\x1bCHATb", "\x1bLOG\tCHATb"])
def test_a_game_that_is_another_for_an_older_engine_is_refused(other: str, whole: int, tmp_path: Path) -> None:
    # VASSAL 3.8 lifts this veil; 3.7 takes all for plain text, and drops what it does not know.
    path = tmp_path / "a.vlog"
    shown = veil(text("begin_save", "end_save", "LOG\tCHATa"), Container.RAW, 0x80)
    write_archive(path, [Entry("savedGame", shown)])
    assert steps(read_saved_game(path, replace(DEFAULT_LIMITS, whole=whole), exact=False)) == [["CHATa"]]
    write_archive(path, [Entry("savedGame", shown + other.encode())])
    with pytest.raises(FormatError, match=r"another one for VASSAL 3\.7 than for 3\.8"):
        read_saved_game(path, replace(DEFAULT_LIMITS, whole=whole), exact=False)


def test_bytes_that_are_no_utf_8_do_not_swallow_what_follows() -> None:
    for odd in (b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"\xc0\xaf", b"\xed\xa0\x80", b"\xff"):
        saved = read_saved_text(b"begin_save\x1bend_save\x1bLOG\tCHAT" + odd + b"\x1bLOG\tCHATb")
        assert steps(saved)[1] == ["CHATb"]
        assert [command.encode() for node in saved.initial for command in walk(node)] == ["begin_save", "end_save"]
