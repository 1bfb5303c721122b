"""Archives that lie about themselves; each is given to `show` as a log."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import partial

from tests.hostile.case import MB, Case
from tests.hostile.zips import BZIP2, DEFLATED, LZMA, Row, packed, zipped

GAME = b"begin_save\x1bend_save"
_SAVE = Row(b"savedGame", GAME)
_NO_ZIP = "'a.vlog' is not a complete zip archive, which every VASSAL file is: copy or download it again."
_DAMAGED = "'savedGame' in 'a.vlog' is damaged or encrypted: copy or download the file again."
_OVERLAP = "The entries of 'a.vlog' overlap, as in a zip bomb: it is not read."
_CUT = (
    "'a.vlog' is not a complete zip archive: it starts with something else, as a file does that was cut short: copy or "
    "download it again."
)


def _case(
    name: str,
    tries: str,
    data: Callable[[], bytes],
    says: str,
    *,
    command: tuple[str, ...] = ("show", "a.vlog"),
    most: int = 0,
) -> Case:
    return Case(name, tries, command, lambda: {"a.vlog": data()}, says, 2 if says else 0, most)


def _leads_out(name: str) -> str:
    return f"'a.vlog' has an entry '{name}' that leads out of the archive: it is not read."


def _packed_otherwise(name: str) -> str:
    return f"'{name}' in 'a.vlog' is packed in a way that VASSAL does not read: pack it again with deflate."


def _of_size(size: int, method: int = DEFLATED, stated: int | None = None) -> bytes:
    return zipped([Row(b"savedGame", bytes(size), method, stated)])


def _deflated_without_end(size: int) -> bytes:
    """A few bytes that state a size and unpack to far more."""
    row = Row(b"savedGame", bytes(size), DEFLATED, size=10, crc=zlib.crc32(bytes(10)))
    return zipped([row])


def _many(count: int, stated: int) -> bytes:
    return zipped([Row(b"%x" % i, offset=0 if i else None) for i in range(count)], count=stated)


def _just_under(count: int) -> bytes:
    content = bytes(16 * MB)
    data = packed(content, DEFLATED)
    raw = Row(b"", data, size=len(content), packed_size=len(data), crc=zlib.crc32(content))
    # What is packed already is written as it is, and called deflated afterwards.
    made = bytearray(
        zipped([Row(b"%d.png" % i, raw.content, 0, raw.size, raw.packed_size, raw.crc) for i in range(count)])
    )
    for signature, at in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        found = made.find(signature)
        while found >= 0:
            struct.pack_into("<H", made, found + at, DEFLATED)
            found = made.find(signature, found + 4)
    return bytes(made)


def _zip64(entries: int) -> bytes:
    """The end of an archive in its large form, behind which the small one hides."""
    made = zipped([_SAVE])
    at = made.index(b"PK\5\6")
    table = made[at + 12 : at + 20]
    size, start = struct.unpack("<2L", table)
    record = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, entries, entries, size << 40, start)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, at, 1)
    return made[:at] + record + locator + made[at:]


def _encrypted() -> bytes:
    return zipped([Row(b"savedGame", GAME, flags=1)])


ARCHIVES = (
    _case("empty file", "nothing where an archive should be", lambda: b"", _NO_ZIP),
    _case("text", "a text called a log", lambda: GAME, _NO_ZIP),
    _case(
        "end alone",
        "an archive without an entry",
        lambda: zipped([]),
        "'a.vlog' holds no 'buildFile.xml': it is not a VASSAL module.",
    ),
    _case("cut in the table", "half a table of contents", lambda: zipped([_SAVE])[:-30], _NO_ZIP),
    _case(
        "bzip2",
        "a method of packing with ratios of 1:1,000,000",
        partial(_of_size, 20 * MB, BZIP2),
        _packed_otherwise("savedGame"),
        most=40 * MB,
    ),
    _case(
        "lzma",
        "a method of packing that asks for dictionaries of 4 GB",
        partial(_of_size, 20 * MB, LZMA),
        _packed_otherwise("savedGame"),
        most=40 * MB,
    ),
    _case(
        "bzip2 that states little",
        "bytes that unpack to more than they state",
        partial(_of_size, 20 * MB, BZIP2, stated=5),
        _packed_otherwise("savedGame"),
        most=40 * MB,
    ),
    _case(
        "unknown method",
        "a method that nobody has",
        lambda: zipped([Row(b"savedGame", GAME, 99)]),
        _packed_otherwise("savedGame"),
    ),
    _case(
        "deflate64",
        "a method like deflate",
        lambda: zipped([Row(b"savedGame", GAME, 9)]),
        _packed_otherwise("savedGame"),
    ),
    _case(
        "a picture in bzip2",
        "a bomb beside a sound save",
        lambda: zipped([_SAVE, Row(b"a.png", bytes(99), BZIP2)]),
        _packed_otherwise("a.png"),
    ),
    _case(
        "deflate that states little",
        "20 KB that state ten bytes and unpack to 20 MB",
        partial(_deflated_without_end, 20 * MB),
        f"'a.vlog': {_DAMAGED}",
        command=("audit", "a.vlog"),
        most=45 * MB,
    ),
    _case(
        "deflate with a wrong sum",
        "20 MB behind a statement of ten bytes",
        partial(_of_size, 20 * MB, stated=10),
        _DAMAGED,
        most=45 * MB,
    ),
    _case(
        "deflate that states much",
        "a statement of 10 MB for 20 bytes",
        lambda: zipped([Row(b"savedGame", GAME, DEFLATED, size=10 * MB)]),
        _DAMAGED,
    ),
    _case(
        "stored that states much",
        "bytes behind the end of the file",
        lambda: zipped([Row(b"savedGame", GAME, size=10 * MB, packed_size=10 * MB)]),
        _OVERLAP,
    ),
    _case(
        "bomb",
        "20 MB of zeros in 20 KB",
        partial(_of_size, 20 * MB),
        "'savedGame' in 'a.vlog' unpacks to more than 400 times its size, as in a zip bomb: it is not read.",
        most=45 * MB,
    ),
    _case(
        "bomb of parts",
        "250 entries, each just under the limit for one",
        partial(_just_under, 250),
        "'a.vlog' unpacks to more than 100 times its size, as a zip bomb does: it is not read.",
        most=60 * MB,
    ),
    _case(
        "4 GB stated",
        "entries that state 5 GB in all",
        lambda: zipped([_SAVE, *(Row(b"%d" % i, b"x", size=0xFFFFFFF0) for i in range(2))]),
        "'a.vlog' unpacks to more than 4096 MB: it is not read.",
    ),
    _case(
        "a hundred thousand entries",
        "more entries than the end of the archive states",
        partial(_many, 100_001, 3),
        "'a.vlog' has 100001 entries, more than the 100000 that are read.",
        most=45 * MB,
    ),
    _case(
        "entries on entries",
        "many rows for the same bytes",
        lambda: zipped([Row(b"savedGame", GAME * 9), *(Row(b"%d" % i, GAME * 9, offset=0) for i in range(9))]),
        _OVERLAP,
    ),
    _case(
        "two saves",
        "two entries of one name, of which programs read different ones",
        lambda: zipped([_SAVE, Row(b"savedGame", b"other")]),
        "'a.vlog' has two entries 'savedGame': it is undefined which one counts.",
    ),
    _case(
        "another name within",
        "a name in the table that is not the entry's own",
        lambda: zipped([Row(b"savedGame", GAME, local_name=b"savedGama")]),
        "'a.vlog' is not read, as VASSAL might find another game in it: the entry 'savedGame' has another name than in "
        "the table of contents. No program writes such a save or log by itself: ask for another copy.",
    ),
    _case(
        "flipped byte",
        "a byte that was changed under way",
        lambda: zipped([_SAVE]).replace(b"begin", b"begun"),
        _DAMAGED,
    ),
    _case(
        "end within the comment",
        "a second archive in the comment of the first, whose end some programs find",
        lambda: zipped([_SAVE], comment=zipped([Row(b"savedGame", b"other")])),
        _CUT,
    ),
    _case(
        "name that is no UTF-8",
        "a name that says that it is UTF-8",
        lambda: zipped([_SAVE, Row(b"\xff\xfe", flags=0x800)]),
        _NO_ZIP,
    ),
    _case(
        "strongly encrypted",
        "an entry with a password of another kind",
        lambda: zipped([Row(b"savedGame", GAME, flags=0x41)]),
        _DAMAGED,
    ),
    _case(
        "patch", "an entry that is a patch of another", lambda: zipped([Row(b"savedGame", GAME, flags=0x20)]), _DAMAGED
    ),
    _case("encrypted", "an entry with a password", _encrypted, _DAMAGED),
    _case("start beyond the end", "a table of contents outside the file", lambda: zipped([_SAVE], start=1 << 31), _CUT),
    _case(
        "table of 4 GB",
        "a table of contents longer than the file",
        lambda: zipped([_SAVE], table=0xFFFFFFF0),
        "'a.vlog' has a table of contents of more than 25600000 bytes, enough for more than the 100000 entries that "
        "are read.",
    ),
    _case(
        "large end",
        "a zip64 end with another table than the small one",
        partial(_zip64, 1 << 40),
        "'a.vlog' has a table of contents of more than 25600000 bytes, enough for more than the 100000 entries that "
        "are read.",
    ),
    _case(
        "something before",
        "a program in front of the archive",
        lambda: zipped([_SAVE], before=b"#!/bin/sh\nexit\n"),
        _CUT,
    ),
    _case(
        "offset within",
        "an entry that lies in the table itself",
        lambda: zipped([Row(b"savedGame", GAME, offset=40)]),
        _CUT,
    ),
    _case(
        "damaged extra",
        "an extra field longer than it is",
        lambda: zipped([Row(b"savedGame", GAME, extra=b"\1\0\xff\xff")]),
        _NO_ZIP,
    ),
    _case(
        "wrong zip64 extra",
        "a size that stands in a field that is not there",
        lambda: zipped([Row(b"savedGame", GAME, size=0xFFFFFFFF, extra=b"\1\0\2\0ab")]),
        _NO_ZIP,
    ),
    _case("climbing name", "a file beside the folder", lambda: zipped([Row(b"../evil", b"")]), _leads_out("../evil")),
    _case(
        "climbing within",
        "a file beside the folder, by a way round",
        lambda: zipped([Row(b"a/../../evil")]),
        _leads_out("a/../../evil"),
    ),
    _case("absolute name", "a file of the system", lambda: zipped([Row(b"/etc/passwd")]), _leads_out("/etc/passwd")),
    _case("drive", "a file on a drive", lambda: zipped([Row(b"C:/evil")]), _leads_out("C:/evil")),
    _case(
        "backslashes",
        "a file beside the folder under Windows",
        lambda: zipped([Row(b"a\\..\\evil")]),
        _leads_out("a\\..\\evil"),
    ),
    _case("network name", "a file on a server", lambda: zipped([Row(b"//server/share")]), _leads_out("//server/share")),
    _case(
        "stream name",
        "a second stream of a file under Windows",
        lambda: zipped([Row(b"a.png:evil")]),
        _leads_out("a.png:evil"),
    ),
    _case("no name", "an entry without a name", lambda: zipped([Row(b"")]), _leads_out("")),
    _case("a dot", "the folder itself", lambda: zipped([Row(b".")]), _leads_out(".")),
    _case(
        "name of escapes",
        "a name that writes on the terminal",
        lambda: zipped([Row(b"../\x1b[2Jevil")]),
        r"'a.vlog' has an entry '../\x1b[2Jevil' that leads out of the archive: it is not read.",
    ),
)
