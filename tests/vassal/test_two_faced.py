"""Saves and logs in which VASSAL, which reads them from the front, might find another game than their table lists."""

from __future__ import annotations

import io
import random
import shutil
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.front_reader import FrontError, saved_game
from trc_module.vassal.archive import DEFAULT_LIMITS, Archive
from trc_module.vassal.lint import CHECKS, lint
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import read_saved_game

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SHOWN, HIDDEN = b"begin_save\x1bend_save\x1bLOG\tCHATshown", b"begin_save\x1bend_save\x1bLOG\tCHAThidden"
TABLE_ROW, END = "<4s6H3L5H2L", "<4s4H2LH"


@dataclass(frozen=True)
class Part:
    """One entry: what stands before it, its packed bytes, and what stands behind it."""

    name: bytes
    content: bytes
    method: int = 8
    flags: int = 0
    listed: bool = True
    before: bytes = b""
    local_extra: bytes = b""
    extra: bytes = b""
    local: Sequence[tuple[str, int]] = ()
    """Fields of the local header that say something else: flags, method, crc, packed or size."""
    local_name: bytes | None = None
    descriptor: bytes | None = None
    behind: bytes = b""
    packed: bytes | None = None

    def lie(self) -> bytes:
        packed = self.as_packed()
        told = {
            "flags": self.flags,
            "method": self.method,
            "crc": zlib.crc32(self.content),
            "packed": len(packed),
            "size": len(self.content),
        }
        if self.flags & 8:
            told |= {"crc": 0, "packed": 0, "size": 0}
        told |= dict(self.local)
        name = self.name if self.local_name is None else self.local_name
        head = struct.pack(
            "<4s5H3L2H",
            b"PK\3\4",
            20,
            told["flags"],
            told["method"],
            0,
            33,
            told["crc"],
            told["packed"],
            told["size"],
            len(name),
            len(self.local_extra),
        )
        tail = self.descriptor
        if tail is None:
            tail = described(self.content, packed) if self.flags & 8 else b""
        return self.before + head + name + self.local_extra + packed + tail + self.behind

    def as_packed(self) -> bytes:
        if self.packed is not None:
            return self.packed
        return deflated(self.content) if self.method == 8 else self.content

    def row(self, at: int) -> bytes:
        told = (20, 20, self.flags, self.method, 0, 33, zlib.crc32(self.content), len(self.as_packed()))
        rest = (len(self.content), len(self.name), len(self.extra), 0, 0, 0, 0, at)
        return struct.pack(TABLE_ROW, b"PK\1\2", *told, *rest) + self.name + self.extra


def deflated(content: bytes) -> bytes:
    made = zlib.compressobj(9, zlib.DEFLATED, -15)
    return made.compress(content) + made.flush()


def described(content: bytes, packed: bytes, form: str = "<4s3L") -> bytes:
    told = (zlib.crc32(content), len(packed), len(content))
    return struct.pack(form, b"PK\7\x08", *told) if form.startswith("<4s") else struct.pack(form, *told)


def lying(parts: Sequence[Part], *, before_table: bytes = b"", comment: bytes = b"", behind: bytes = b"") -> bytes:
    """Return an archive of these parts."""
    body, table = b"", b""
    for part in parts:
        if part.listed:
            table += part.row(len(body) + len(part.before))
        body += part.lie()
    body += before_table
    count = sum(part.listed for part in parts)
    end = struct.pack(END, b"PK\5\6", 0, 0, count, count, len(table), len(body), len(comment))
    return body + table + end + comment + behind


GAME = Part(b"savedGame", SHOWN)
OTHER = Part(b"savedGame", HIDDEN, listed=False)
DATA = Part(b"savedata", b"<data><version>1</version></data>")
EMPTY_TABLE = lying([])
ACCENTED = Part("savedGamé".encode(), HIDDEN, flags=0x800)
ENDS_EARLY = replace(DATA, packed=deflated(DATA.content) + OTHER.lie())
LONG = 0xFFFFFFFF


def zip64(*numbers: int) -> bytes:
    return struct.pack(f"<2H{len(numbers)}Q", 1, 8 * len(numbers), *numbers)


FINE: dict[str, bytes] = {
    "plain": lying([GAME, DATA]),
    "stored": lying([replace(GAME, method=0), DATA]),
    "data first": lying([DATA, GAME]),
    "descriptors, as Java writes": lying([replace(GAME, flags=0x808), replace(DATA, flags=0x808)]),
    "descriptors after sizes": lying([replace(GAME, flags=8, local=(("packed", LONG), ("size", LONG)))]),
    "descriptor without signature": lying(
        [replace(GAME, flags=8, descriptor=described(SHOWN, deflated(SHOWN), "<3L")), DATA]
    ),
    "descriptor of zip64": lying([replace(GAME, flags=8, descriptor=described(SHOWN, deflated(SHOWN), "<4sL2Q"))]),
    "sizes in zip64": lying(
        [
            replace(
                GAME,
                local=(("packed", LONG), ("size", LONG)),
                local_extra=zip64(len(SHOWN), len(deflated(SHOWN))),
            ),
            DATA,
        ]
    ),
    "fields of Info-ZIP": lying([replace(GAME, local_extra=b"UT\x09\0\3aaaabbbb", extra=b"UT\5\0\3aaaa"), DATA]),
    "a packer's hint in one place": lying([replace(GAME, local=(("flags", 2),))]),
    "a folder": lying([Part(b"a/", b"", 0), GAME]),
    "a comment": lying([GAME, DATA], comment=b"saved on Sunday"),
    "names of other letters": lying(
        [Part(b"SavedGame", HIDDEN), Part("savedGamé".encode(), HIDDEN, flags=0x800), GAME]
    ),
}


@pytest.mark.parametrize("name", FINE)
def test_what_packers_write_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.vlog"
    path.write_bytes(FINE[name])
    assert len(read_saved_game(path).steps) == 1
    assert "descriptor of zip64" in name or saved_game(FINE[name]) == SHOWN


def table_of(listed: Sequence[Part], lie: Sequence[Part]) -> bytes:
    """Return an archive whose table lists some parts and whose front holds others."""
    front = b"".join(part.lie() for part in lie)
    body = b"".join(part.lie() for part in listed)
    table, at = b"", len(front)
    for part in listed:
        table += part.row(at)
        at += len(part.lie())
    end = struct.pack(END, b"PK\5\6", 0, 0, len(listed), len(listed), len(table), len(front + body), 0)
    return front + body + table + end


TWO_FACED: dict[str, tuple[bytes, str]] = {
    "another game in a gap": (lying([DATA, OTHER, GAME]), f"behind the entry 'savedata' lie {len(OTHER.lie())} bytes"),
    "another game in front": (table_of([GAME, DATA], [OTHER]), "it starts with something else"),
    "another game behind": (lying([GAME, DATA], before_table=OTHER.lie()), "behind the entry 'savedata' lie"),
    "an archive in front": (lying([OTHER]) + lying([GAME]), "it starts with something else"),
    "another name before it": (lying([replace(GAME, local_name=b"savedGomb")]), "has another name"),
    "the name at another entry": (
        lying([Part(b"sovedGame", HIDDEN, local_name=b"savedGame"), GAME]),
        "has another name",
    ),
    "another length of name": (lying([replace(GAME, local_name=b"savedGame2")]), "has another name"),
    "another size": (lying([replace(GAME, local=(("size", 5),))]), "has another size or checksum"),
    "another packed size": (lying([replace(GAME, local=(("packed", 5),))]), "has another size or checksum"),
    "another checksum": (lying([replace(GAME, local=(("crc", 5),))]), "has another size or checksum"),
    "another size with a descriptor": (
        lying([replace(GAME, flags=8, local=(("size", 5),))]),
        "has another size or checksum",
    ),
    "another way of packing": (lying([replace(GAME, local=(("method", 0),))]), "is packed otherwise"),
    "encrypted in one place": (lying([replace(GAME, local=(("flags", 1),))]), "is packed otherwise"),
    "described in one place": (lying([replace(GAME, local=(("flags", 8),))]), "is packed otherwise"),
    "another descriptor": (
        lying([replace(GAME, flags=8, descriptor=described(HIDDEN, deflated(SHOWN)))]),
        "what stands behind the entry 'savedGame'",
    ),
    "no descriptor": (lying([replace(GAME, flags=8, descriptor=b"")]), "what stands behind the entry 'savedGame'"),
    "something behind a descriptor": (
        lying([replace(GAME, flags=8, behind=b"\0" * 9), DATA]),
        "what stands behind the entry 'savedGame'",
    ),
    "nothing behind but more": (lying([GAME, DATA], behind=b"\0"), "something stands behind its end"),
    "a line break behind": (lying([GAME], behind=b"\r\n"), "something stands behind its end"),
    "an end in the comment": (lying([GAME], comment=EMPTY_TABLE + b"x"), "holds no 'savedGame'"),
    "other bytes before the table": (lying([GAME], before_table=b"x"), "behind the entry 'savedGame' lie 1 byte that"),
    "a name that ends early": (lying([Part(b"savedGame\0x", SHOWN)]), "has another name for other programs"),
    "a game that ends early": (
        lying([replace(GAME, packed=deflated(SHOWN) + OTHER.lie())]),
        "'savedGame' in",
    ),
    "an entry that ends early": (
        lying([replace(DATA, packed=deflated(DATA.content) + OTHER.lie()), GAME]),
        "'savedata' in",
    ),
    "an entry that ends early, described": (
        lying(
            [
                replace(
                    DATA,
                    flags=8,
                    packed=deflated(DATA.content) + described(DATA.content, deflated(DATA.content)) + OTHER.lie(),
                ),
                GAME,
            ]
        ),
        "'savedata' in",
    ),
    "more than the size": (lying([replace(GAME, packed=deflated(SHOWN + b"\x1bLOG\tCHATmore"))]), "'savedGame' in"),
    "stored and described": (lying([replace(GAME, method=0, flags=8)]), "packed in a way that VASSAL does not read"),
    "two games in the table": (lying([GAME, replace(OTHER, listed=True)]), "two entries 'savedGame'"),
}


@pytest.mark.parametrize("name", TWO_FACED)
def test_a_log_that_lies_otherwise_than_it_lists_is_refused(name: str, tmp_path: Path) -> None:
    data, sentence = TWO_FACED[name]
    path = tmp_path / "a.vlog"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=r"a\.vlog") as told:
        read_saved_game(path)
    assert sentence in str(told.value)


def test_what_stands_before_a_game_is_not_unpacked_without_end(tmp_path: Path) -> None:
    path = tmp_path / "a.vlog"
    path.write_bytes(lying([Part(b"a", b"\0" * 5000), GAME]))
    assert read_saved_game(path).steps
    with pytest.raises(FormatError, match="more than 0 MB before its game"):
        read_saved_game(path, replace(DEFAULT_LIMITS, before=4999))


@cache
def seeds() -> tuple[bytes, ...]:
    java_like = lying([replace(GAME, flags=0x808), replace(DATA, flags=0x808)])
    return (*FINE.values(), *(data for data, _ in TWO_FACED.values()), java_like)


PUT_IN = (OTHER.lie(), replace(OTHER, flags=8).lie(), b"PK\3\4", b"\0", EMPTY_TABLE, b"\1", b"\x08", b"savedGame", b"")


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """Draw an archive of which some bytes are others, or whose parts are put together anew."""
    data = bytearray(draw(st.sampled_from(seeds())))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                data[at] = draw(st.integers(0, 255))
            case 1:
                other = draw(
                    st.sampled_from((OTHER.lie(), replace(OTHER, flags=8).lie(), b"PK\3\4", b"\0", EMPTY_TABLE))
                )
                data[at:at] = other
            case 2:
                begins = data.find(b"PK", at)
                if begins >= 0:
                    data[begins:begins] = OTHER.lie()
            case 3:
                del data[at : at + draw(st.integers(1, 40))]
            case _:
                number = struct.pack("<H", draw(st.sampled_from((0, 8, 1, 0x808, 9, 0xFFFF))))
                data[at : at + 2] = number
        if not data:
            return b""
    return bytes(data)


@given(changed())
def test_what_is_read_is_what_a_reader_from_the_front_finds(data: bytes) -> None:
    try:
        with Archive(Path("a.vlog"), data=data) as archive:
            ours = archive.read("savedGame")
    except FormatError:
        return
    assert from_the_front(data) in (ours, None)


def from_the_front(data: bytes) -> bytes | None:
    """Return the game that a reader from the front finds; None if it cannot come to one."""
    try:
        return saved_game(data)
    except FrontError:
        return None


def written_by_python(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", SHOWN)
        archive.writestr("savedata", DATA.content)


class _Pipe(io.RawIOBase):
    """A stream that cannot go back, so that sizes follow their entries."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        return self._file.write(data)

    def close(self) -> None:
        self._file.close()
        super().close()


def streamed_by_python(path: Path) -> None:
    with _Pipe(path) as pipe, zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", SHOWN)
        archive.writestr("savedata", DATA.content)


def large_by_python(path: Path) -> None:
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("savedGame", "w", force_zip64=True) as to,
    ):
        to.write(SHOWN)


def added_by_python(path: Path) -> None:
    written_by_python(path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as archive:
        archive.writestr("moduledata", "<data><name>m</name></data>")


PACKERS: tuple[Callable[[Path], None], ...] = (
    written_by_python,
    streamed_by_python,
    large_by_python,
    added_by_python,
)


@pytest.mark.parametrize("pack", PACKERS, ids=lambda pack: pack.__name__)
def test_what_python_packs_is_read(pack: Callable[[Path], None], tmp_path: Path) -> None:
    pack(tmp_path / "a.vlog")
    assert len(read_saved_game(tmp_path / "a.vlog").steps) == 1


def by_packer(words: Sequence[str], folder: Path) -> None:
    (folder / "savedGame").write_bytes(SHOWN)
    (folder / "savedata").write_bytes(DATA.content)
    subprocess.run(words, cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("zip") is None, reason="Info-ZIP is not installed here")
@pytest.mark.parametrize("options", [(), ("-0",), ("-9",), ("-fd",), ("-fz",), ("-X",)], ids=" ".join)
def test_what_info_zip_packs_is_read(options: tuple[str, ...], tmp_path: Path) -> None:
    by_packer(["zip", *options, "a.vlog", "savedGame", "savedata"], tmp_path)
    assert len(read_saved_game(tmp_path / "a.vlog").steps) == 1


@pytest.mark.skipif(shutil.which("zip") is None, reason="Info-ZIP is not installed here")
def test_what_info_zip_updates_is_read(tmp_path: Path) -> None:
    by_packer(["zip", "a.vlog", "savedGame", "savedata"], tmp_path)
    (tmp_path / "savedGame").write_bytes(HIDDEN)
    subprocess.run(["zip", "a.vlog", "savedGame"], cwd=tmp_path, check=True, capture_output=True)
    subprocess.run(["zip", "-d", "a.vlog", "savedata"], cwd=tmp_path, check=True, capture_output=True)
    assert b"hidden" in b"".join(node.encode().encode() for node in read_saved_game(tmp_path / "a.vlog").steps)  # type: ignore[union-attr]


def test_a_module_that_lies_otherwise_is_read_by_its_table_and_told(tmp_path: Path) -> None:
    tree = b'<VASSAL.build.GameModule name="m" version="1"/>'
    shown, hidden = Part(b"buildFile.xml", tree), Part(b"buildFile.xml", tree + b" ", listed=False)
    path = tmp_path / "m.vmod"
    path.write_bytes(lying([DATA, hidden, shown]))
    with Archive(path) as archive:
        assert archive.read("buildFile.xml") == tree
        found = lint(archive, [CHECKS["VM159"]])
    assert [str(finding) for finding in found] == [
        "VM159 warning: the archive: behind the entry 'savedata' lie 91 bytes that the table of contents does not "
        "list. Open the module in VASSAL's editor and save it, which packs it anew."
    ]
    path.write_bytes(lying([DATA, shown]))
    with Archive(path) as archive:
        assert lint(archive, [CHECKS["VM159"]]) == []


JAVA = """
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.zip.*;

class Front {
  public static void main(String[] paths) throws IOException {
    for (String path : Files.readAllLines(Path.of(paths[0]))) {
      System.out.println(game(path));
    }
    try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(paths[1]))) {
      for (String name : new String[] {"other", "savedGame"}) {
        out.putNextEntry(new ZipEntry(name));
        out.write("begin_save\\u001bend_save\\u001bLOG\\tCHATshown".getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
  }

  static String game(String path) {
    try (ZipInputStream in = new ZipInputStream(new FileInputStream(path))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if ("savedGame".equals(entry.getName())) {
          CRC32 found = new CRC32();
          found.update(in.readAllBytes());
          return Long.toString(found.getValue());
        }
      }
      return "none";
    } catch (Exception error) {
      return "refused";
    }
  }
}
"""


@pytest.mark.skipif(shutil.which("javac") is None, reason="Java is not installed here")
def test_java_finds_what_is_read_here(tmp_path: Path) -> None:
    rng = random.Random(38)
    made = [*FINE.values(), *(data for data, _ in TWO_FACED.values())]
    for _ in range(600):
        mutant = bytearray(rng.choice(made[: len(FINE) + len(TWO_FACED)]))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(mutant))
            mutant[at : at + rng.randrange(2)] = rng.choice(PUT_IN)
        made.append(bytes(mutant))
    paths = [tmp_path / f"{number}.vlog" for number in range(len(made))]
    for path, data in zip(paths, made, strict=True):
        path.write_bytes(data)
    (tmp_path / "Front.java").write_text(JAVA)
    (tmp_path / "paths").write_text("\n".join(map(str, paths)))
    words = ["java", str(tmp_path / "Front.java"), str(tmp_path / "paths"), str(tmp_path / "java.vlog")]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    for number, (path, java) in enumerate(zip(paths, told, strict=True)):
        try:
            with Archive(path) as archive:
                ours = str(zlib.crc32(archive.read("savedGame")))
        except FormatError:
            continue
        assert java in (ours, "refused"), path
        assert number >= len(FINE) or java == ours or "zip64" in list(FINE)[number]
    # What Java writes has descriptors; the first entry is unpacked on the way to the game.
    assert len(read_saved_game(tmp_path / "java.vlog").steps) == 1
