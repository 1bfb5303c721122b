"""Archives given to the commands that came later: each reads strangers' files as the older ones do."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.hostile.archives import GAME
from tests.hostile.case import MB, Case
from tests.hostile.modules import module, piece, prototypes, slots
from tests.hostile.zips import BZIP2, DEFLATED, Row, zipped
from tests.vassal.lint.small_module import PIXEL
from trc_module.vassal.obfuscation import veil

_PACKED = "'savedGame' in '{}' is packed in a way that VASSAL does not read: pack it again with deflate."
_BOMB = "'savedGame' in '{}' unpacks to more than 400 times its size, as in a zip bomb: it is not read."
_SAVE = zipped([Row(b"savedGame", veil("begin_save\x1b+/1/piece;;;;Tank/null;0;0;1\x1bend_save"))])


def _case(
    name: str, tries: str, command: str, files: Mapping[str, Callable[[], bytes]], says: str, most: int = 60 * MB
) -> Case:
    words = tuple(command.split())
    return Case(name, tries, words, lambda: {key: make() for key, make in files.items()}, says, 2, most)


def _bzip2() -> bytes:
    return zipped([Row(b"savedGame", bytes(20 * MB), BZIP2)])


def _bomb() -> bytes:
    return zipped([Row(b"savedGame", bytes(20 * MB), DEFLATED)])


def _doubling() -> bytes:
    chain = [piece(f"prototype;p{i + 1}", f"prototype;p{i + 1}") for i in range(40)]
    return module(prototypes([*chain, piece("mark;a")]) + slots([piece("prototype;p0")]))


def _small() -> bytes:
    return module(slots([piece()]))


ELSEWHERE = (
    _case("join of a bomb", "a bomb between two logs", "join a.vlog b.vlog -o c.vlog",
          {"a.vlog": _bomb, "b.vlog": lambda: _SAVE}, _BOMB.format("a.vlog")),
    _case("cut of bzip2", "a packing that bombs", "cut a.vlog --from 1 --to 1 -o c.vlog",
          {"a.vlog": _bzip2}, _PACKED.format("a.vlog")),
    _case("orders of a bomb", "a position that is a bomb", "orders a.vsav -o o.txt",
          {"a.vsav": _bomb}, _BOMB.format("a.vsav")),
    _case("orders checked against bzip2", "orders, and a position that bombs", "orders check o.txt --position a.vsav",
          {"a.vsav": _bzip2, "o.txt": lambda: b"turn 1 axis impulse 1\n"}, _PACKED.format("a.vsav")),
    _case("position to adopt", "a bomb called a save", "adopt a.vsav -o b.vsav",
          {"a.vsav": _bomb}, _BOMB.format("a.vsav")),
    _case("module to be outlined", "prototypes that double", "profile m.vmod -o p.toml",
          {"m.vmod": _doubling},
          "No piece of 'm' is a unit of trc: expected a module of that game, with units that are named by nation, type "
          "or number."),
    _case("summary of bzip2", "a packing that bombs", "summary a.vlog --html s.html",
          {"a.vlog": _bzip2}, _PACKED.format("a.vlog")),
    _case("extension that climbs", "an extension with a file beside the folder",
          "refresh a.vsav --to m.vmod --extension e.vmdx -o b.vsav",
          {"a.vsav": lambda: _SAVE, "m.vmod": _small, "e.vmdx": lambda: zipped([Row(b"../evil", b"")])},
          "'e.vmdx' has an entry '../evil' that leads out of the archive: it is not read."),
    _case("extension with two build files", "an extension of which programs read different files", "lint e.vmdx",
          {"e.vmdx": lambda: zipped([Row(b"buildFile.xml", b"<a/>"), Row(b"buildFile.xml", b"<b/>")])},
          "'e.vmdx' has two entries 'buildFile.xml': it is undefined which one counts."),
    _case("animation of a bomb", "a log that is a bomb", "replay a.vlog -o a.gif --gif",
          {"a.vlog": _bomb}, _BOMB.format("a.vlog")),
    _case("points of bzip2", "a packing that bombs", "victory a.vlog", {"a.vlog": _bzip2}, _PACKED.format("a.vlog")),
    _case("picture that climbs", "a module with a picture beside the folder", "explode m.vmod texts",
          {"m.vmod": lambda: module("", ("images/../../../evil.png", PIXEL))},
          "'m.vmod' has an entry 'images/../../../evil.png' that leads out of the archive: it is not read."),
    _case("entry in folders", "folders in folders, each looked up among all before it", "explode m.vmod texts",
          {"m.vmod": lambda: module("", ("a/" * 30_000 + "b.png", PIXEL))},
          "the entry '" + "a/" * 30 + "...' lies in 30000 folders, one in another: 50 are written."),
    _case("save in a module", "a set-up that bombs, in a sound module", "refresh a.vsav --to m.vmod -o b.vsav",
          {"a.vsav": lambda: zipped([Row(b"savedGame", GAME, 99)]), "m.vmod": _small}, _PACKED.format("a.vsav")),
)  # fmt: skip
