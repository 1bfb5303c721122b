"""Cost of commands for a save of 465 MB: time, and the most memory that the process held.

    python -m benchmarks.large_game [--mb 465] [--shape ours|other|texts] [--keep FOLDER]

`ours` is a save of our module with the counters of a campaign again and again, `other` one of another module with 2,000
kinds of pieces, `texts` one in which each piece differs from all others. Sizes are of the text under the veil.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir
from trc_module.rules.record import Record
from trc_module.vassal.commands import AddPiece, AddPlayer, BeginSave, Command, EndSave, NotNewGame, encode_commands
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.obfuscation import veil
from trc_module.vassal.saves import read_saved_game

SHAPES = ("ours", "other", "texts")
_COMMANDS = {
    "show": ("show", "{game}"),
    "audit": ("audit", "{game}"),
    "record": ("record", "{game}"),
    "scrub": ("scrub", "{game}", "-o", "{folder}/clean.vsav"),
}
_SEPARATOR = b"\\\x1b"
"""Between members of a save's one large group."""


def write_game(path: Path, shape: str, size: int) -> int:
    """Write a save whose text has about so many bytes; return how many pieces it has."""
    head, members, tail, module = _ours(path) if shape == "ours" else _others(shape)
    written = pieces = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("savedGame", "w", force_zip64=True) as stream:
            stream.write(veil(encode_commands(head).encode() + b"\x1b")) if head else None
            for member in members:
                if written >= size:
                    break
                text = (_SEPARATOR if pieces else b"") + member.encode().encode()
                stream.write(veil(text)[7:])
                written += len(text)
                pieces += 1
            stream.write(veil(b"\x1b" + encode_commands(tail).encode())[7:])
        archive.writestr("savedata", Metadata().encode(for_save=True))
        archive.writestr("moduledata", module.encode())
    return pieces


def _ours(path: Path) -> tuple[list[Command], Iterator[AddPiece], list[Command], Metadata]:
    game = find_game("trc")
    parts = load_inputs(game, data_dir() / "trc")
    small = path.with_suffix(".small")
    compose(parts, Record(game, game.start("campaign", frozenset()), ()), small, "0.0.1")
    saved = read_saved_game(small)
    small.unlink()
    commands = list(saved.commands())
    first = next(index for index, command in enumerate(commands) if isinstance(command, AddPiece))
    pieces = [command for command in commands if isinstance(command, AddPiece) and command.type != "stack"]
    assert saved.module_data is not None
    rest = [command for command in commands[first:] if not isinstance(command, AddPiece)]
    return commands[:first], _again(pieces), rest, saved.module_data


def _again(pieces: list[AddPiece]) -> Iterator[AddPiece]:
    for number in count(1):
        for piece in pieces:
            yield replace(piece, id=f"{piece.id}{number:06}")


def _others(shape: str) -> tuple[list[Command], Iterator[AddPiece], list[Command], Metadata]:
    head = [BeginSave(), AddPlayer("open sesame", "Hans Meier", "Axis"), AddPlayer("sesame close", "Ann Lee", "Allied")]
    return head, _pieces(2000 if shape == "other" else 1 << 40), [NotNewGame(), EndSave()], Metadata(name="Other")


def _pieces(kinds: int) -> Iterator[AddPiece]:
    for number in count():
        kind = number % kinds
        words = "".join(f"{(kind + place) * 2654435761 % (1 << 32):x};" for place in range(215))
        type_ = f"hide;77,130;Hide;;;\tlabel;{kind};2;Change;10;{words}\\\tpiece;;;{kind}.png;Unit {kind}"
        yield AddPiece(str(number), type_, f"null\t\\\tMain Map;{number % 5000};{number // 50};{number};0")


def measured(words: Iterable[str]) -> tuple[int, float, float, str]:
    """Run a command; return its exit code, its processor seconds, the most MB that it held, and what it says."""
    process = subprocess.Popen(
        [sys.executable, "-m", "trc_module", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    said = process.stdout.read().decode("utf-8", "replace")
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said.strip()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=465)
    parser.add_argument("--shape", choices=SHAPES, help="only this one")
    parser.add_argument("--command", choices=sorted(_COMMANDS), help="only this one")
    parser.add_argument("--keep", type=Path, help="write into this folder, and leave what is written there")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() if given.keep is None else nullcontext(str(given.keep)) as folder:
        for shape in [given.shape] if given.shape else SHAPES:
            path = Path(folder) / f"{shape}.vsav"
            begun = time.monotonic()
            pieces = write_game(path, shape, given.mb << 20)
            size = path.stat().st_size >> 20
            print(f"{shape}: {pieces} pieces, {given.mb} MB, {size} MB packed, {time.monotonic() - begun:.0f} s")
            for name in [given.command] if given.command else _COMMANDS:
                code, seconds, most, said = measured(word.format(game=path, folder=folder) for word in _COMMANDS[name])
                end = said.splitlines()[-1][:90] if said else ""
                print(f"  {name:6} exit {code}  {seconds:6.1f} s  {most:5.0f} MB  {end}")


if __name__ == "__main__":
    main()
