from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal import zipping
from trc_module.vassal.packing import pack
from trc_module.vassal.zipping import ZipWriter

MOMENT = 1_795_000_000
"""2026-11-18, 11:06:40."""

NAMES = st.sampled_from(["a", "buildFile.xml", "images/b.png", "images/M\u00fcnchen.png", "\u2603"])


def as_zipfile_writes(entries: dict[str, tuple[bytes, bool]]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as target:
        for name, (data, packed) in entries.items():
            info = zipfile.ZipInfo(name, (2026, 11, 18, 11, 6, 40))
            info.create_system, info.external_attr = 3, 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
            target.writestr(info, data, compresslevel=6)
    return stream.getvalue()


@given(st.dictionaries(NAMES, st.tuples(st.binary(max_size=60), st.booleans()), max_size=5))
def test_an_archive_is_what_pythons_own_library_writes(entries: dict[str, tuple[bytes, bool]]) -> None:
    stream = io.BytesIO()
    writer = ZipWriter(stream, MOMENT)
    for name, (data, packed) in entries.items():
        (writer.deflate if packed else writer.store)(name, data)
    writer.close()
    assert stream.getvalue() == as_zipfile_writes(entries)


def test_what_is_packed_already_is_an_entry_like_any_other() -> None:
    stream = io.BytesIO()
    writer = ZipWriter(stream, MOMENT)
    writer.take("game", pack([b"one " * 9000, b"two " * 9000]))
    writer.store("beside", b"x")
    writer.close()
    with zipfile.ZipFile(stream) as archive:
        assert archive.testzip() is None
        assert (archive.read("game"), archive.read("beside")) == (b"one " * 9000 + b"two " * 9000, b"x")


def test_what_the_format_cannot_tell_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipping, "MOST_BYTES", 99)
    with pytest.raises(OverflowError):
        ZipWriter(io.BytesIO(), MOMENT).store("large", bytes(100))
    monkeypatch.setattr(zipping, "MOST_ENTRIES", 1)
    writer = ZipWriter(io.BytesIO(), MOMENT)
    for name in "ab":
        writer.store(name, b"")
    with pytest.raises(OverflowError):
        writer.close()
