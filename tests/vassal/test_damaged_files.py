"""Cut, flipped and hostile files: one sentence each, never anything but a FormatError."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.test_saves import SETUP, STEPS
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import component, serialize
from trc_module.vassal.commands import AddPiece, encode_commands, walk
from trc_module.vassal.lint import lint
from trc_module.vassal.metadata import MODULE_DATA, Metadata
from trc_module.vassal.obfuscation import veil
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import read_saved_game, stream_saved_game, write_saved_game
from trc_module.vassal.traits import Piece, read_piece
from trc_module.vassal.writing import Entry, write_archive


@cache
def sound_log() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "g.vlog")
        write_saved_game(path, SETUP.commands(), STEPS, save_data=Metadata(version="1"), module_data=Metadata(name="m"))
        return path.read_bytes()


@cache
def sound_module() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "m.vmod")
        root = component("GameModule", component("module.Map", mapName="Main"), name="m")
        write_archive(path, (Entry("buildFile.xml", serialize(root)), Entry(MODULE_DATA, Metadata(name="m").encode())))
        return path.read_bytes()


def use_all(path: Path) -> None:
    """Read everything that a command line would, and look at every piece."""
    game = read_saved_game(path)
    for node in (*game.initial, *game.steps):
        for command in walk(node):
            if isinstance(command, AddPiece):
                piece = read_piece(command)
                if isinstance(piece, Piece):
                    piece.properties()
                    list(piece.problems())


def complaint(use: Callable[[Path], object], path: Path) -> str:
    try:
        use(path)
    except FormatError as error:
        return str(error)
    return "none"


def stream_all(path: Path) -> None:
    for _ in stream_saved_game(path):
        pass


def check_module(path: Path) -> None:
    with Archive(path) as archive:
        lint(archive)


def one_sentence_or_fine(path: Path) -> None:
    for use in (use_all, stream_all):
        said = complaint(use, path)
        assert said.strip()
        assert said.isprintable()


ESC = "\x1b"

damage = st.one_of(
    st.tuples(st.just("cut"), st.integers(0, 5000), st.just(0)),
    st.tuples(st.just("flip"), st.integers(0, 5000), st.integers(1, 255)),
    st.tuples(st.just("drop"), st.integers(0, 5000), st.integers(1, 40)),
)


def damaged(data: bytes, how: list[tuple[str, int, int]]) -> bytes:
    for kind, at, amount in how:
        at %= max(len(data), 1)
        if kind == "cut":
            data = data[:at]
        elif kind == "flip":
            data = data[:at] + bytes((data[at] ^ amount,)) + data[at + 1 :] if data else data
        else:
            data = data[:at] + data[at + amount :]
    return data


@given(st.lists(damage, min_size=1, max_size=3))
def test_a_damaged_log_is_one_sentence(how: list[tuple[str, int, int]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "g.vlog")
        path.write_bytes(damaged(sound_log(), how))
        one_sentence_or_fine(path)


@given(st.lists(damage, min_size=1, max_size=3))
def test_a_damaged_module_is_one_sentence(how: list[tuple[str, int, int]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "m.vmod")
        path.write_bytes(damaged(sound_module(), how))
        assert complaint(check_module, path).isprintable()


@given(st.lists(damage, min_size=1, max_size=3))
def test_damage_inside_the_saved_game_is_one_sentence(how: list[tuple[str, int, int]]) -> None:
    data = damaged(veil(encode_commands((*SETUP.commands(), *STEPS))), how)
    with TemporaryDirectory() as folder:
        path = Path(folder, "g.vlog")
        write_archive(path, (Entry("savedGame", data),))
        one_sentence_or_fine(path)


@given(st.lists(damage, min_size=1, max_size=3))
def test_damage_under_the_veil_is_read_as_far_as_it_goes(how: list[tuple[str, int, int]]) -> None:
    text = damaged(encode_commands((*SETUP.commands(), *STEPS)).encode(), how)
    with TemporaryDirectory() as folder:
        path = Path(folder, "g.vlog")
        write_archive(path, (Entry("savedGame", text),))
        one_sentence_or_fine(path)


@pytest.mark.parametrize("seed", range(8))
def test_noise_is_one_sentence(tmp_path: Path, seed: int) -> None:
    noise = random.Random(seed).randbytes(3000)
    for start in (b"", b"PK\x03\x04", sound_log()[:200], b"!VCSK47"):
        (tmp_path / "g.vlog").write_bytes(start + noise)
        one_sentence_or_fine(tmp_path / "g.vlog")
        write_archive(tmp_path / "g.vlog", (Entry("savedGame", start + noise),))
        one_sentence_or_fine(tmp_path / "g.vlog")


@pytest.mark.parametrize(
    "text",
    [
        "LOG\t" * 5000,
        "begin_save" + "".join("\\" * level + ESC for level in range(600)),
        "\\" * 300_000 + ESC + "end_save",
        "+/1/'" + "\t" * 200_000 + "'/x" + ESC + "end_save",
        "'" * 100_000 + ESC + "end_save",
        f"{ESC}'" * 100_000,
        "<" * 100_000 + ">" * 100_000,
    ],
    ids=["steps in steps", "groups in groups", "backslashes", "traits in traits", "apostrophes", "both", "chat"],
)
def test_a_file_that_is_meant_to_do_harm_does_none(tmp_path: Path, text: str) -> None:
    write_archive(tmp_path / "g.vlog", (Entry("savedGame", text.encode()),), compress=False)
    one_sentence_or_fine(tmp_path / "g.vlog")


def test_a_sentence_quotes_a_file_in_printable_letters(tmp_path: Path) -> None:
    write_archive(tmp_path / "g.vsav", (Entry("savedGame", b"+/1\x1f\x92/stack/Map;one;2\x1bend_save"),))
    assert [str(problem) for problem in read_saved_game(tmp_path / "g.vsav").problems] == [
        r"command 1: The stack 1\x1f\udc92 should be at a map, x and y, not at 'Map;one;2'."
    ]
    with zipfile.ZipFile(tmp_path / "g.vsav", "w") as archive:
        archive.writestr("../a\nb", "")
    with pytest.raises(FormatError, match=r"an entry '\.\./a\\nb' that leads out"):
        read_saved_game(tmp_path / "g.vsav")


def test_an_encrypted_entry_is_one_sentence(tmp_path: Path) -> None:
    data = bytearray(sound_log())
    # The flag of encryption, in the entry's own head and in the table of contents.
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "g.vlog").write_bytes(data)
    with pytest.raises(FormatError, match="damaged or encrypted"):
        read_saved_game(tmp_path / "g.vlog")


def test_a_packing_that_nobody_knows_is_one_sentence(tmp_path: Path) -> None:
    data = bytearray(sound_log())
    data[8] = 99
    data[data.index(b"PK\x01\x02") + 10] = 99
    (tmp_path / "g.vlog").write_bytes(data)
    with pytest.raises(FormatError, match="is packed in a way that VASSAL does not read"):
        read_saved_game(tmp_path / "g.vlog")


def test_a_bomb_as_a_saved_game_is_one_sentence(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "g.vsav", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", b"!VCSK00" + b"0" * (20 << 20))
    with pytest.raises(FormatError, match="as in a zip bomb"):
        read_saved_game(tmp_path / "g.vsav")
