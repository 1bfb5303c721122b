from __future__ import annotations

import pytest

from trc_module.vassal.metadata import Metadata
from trc_module.vassal.problems import FormatError

MODULE = Metadata(
    name="TRC & more", version="1.2", description="Lwów", vassal_version="3.7.0", date_saved=1700000000000
)


def test_what_is_written_reads_the_same() -> None:
    assert Metadata.decode(MODULE.encode(), "moduledata") == MODULE


def test_the_entry_is_written_like_this() -> None:
    assert MODULE.encode().decode() == (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        '<data version="1">\n'
        "  <version>1.2</version>\n"
        "  <extra1/>\n"
        "  <extra2/>\n"
        "  <VassalVersion>3.7.0</VassalVersion>\n"
        "  <dateSaved>1700000000000</dateSaved>\n"
        "  <description>Lwów</description>\n"
        "  <name>TRC &amp; more</name>\n"
        "</data>\n"
    ).replace("<extra1/>", "<extra1></extra1>").replace("<extra2/>", "<extra2></extra2>")


def test_without_a_date_it_bears_the_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert Metadata.decode(Metadata().encode(), "moduledata").date_saved == 1700000000000


def test_a_save_has_no_name() -> None:
    assert b"<name>" not in MODULE.encode(for_save=True)


def test_a_translated_name_does_not_count() -> None:
    data = b'<data><name lang="de">R\xc3\xbcckzug</name><name>Retreat</name><dateSaved>soon</dateSaved></data>'
    assert Metadata.decode(data, "moduledata") == Metadata(name="Retreat", vassal_version="")


@pytest.mark.parametrize("data", [b"", b"<data>", b"<data>&nbsp;</data>", b"\xff\xfe<"])
def test_what_is_no_xml_is_one_sentence(data: bytes) -> None:
    with pytest.raises(FormatError, match="'moduledata' is not well-formed XML"):
        Metadata.decode(data, "'moduledata'")


def test_entities_and_document_types_are_not_read() -> None:
    data = b'<!DOCTYPE data [<!ENTITY x SYSTEM "file:///etc/passwd">]><data><name>&x;</name></data>'
    with pytest.raises(FormatError, match="document type declaration"):
        Metadata.decode(data, "'moduledata'")
