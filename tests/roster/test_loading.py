from __future__ import annotations

from pathlib import Path

import pytest

from tests.roster.conftest import MARKERS, UNITS, Write
from trc_module.facts import DataError, Source, Trust
from trc_module.roster import load_roster


def test_a_table_is_read_with_comments_blank_lines_padding_and_short_rows(folder: Path) -> None:
    roster = load_roster(folder)
    assert list(roster.units) == ["ger-47-pz", "ger-3-inf", "rus-1-para", "ger-stuka"]
    panzer = roster.units["ger-47-pz"]
    assert (panzer.combat, panzer.move, panzer.setup, panzer.area, panzer.entry) == (7, 7, "C", "AGC", "start")
    assert (panzer.arrival, panzer.month, panzer.note) == (None, None, "")
    infantry = roster.units["ger-3-inf"]
    assert (infantry.entry, infantry.arrival, infantry.month, infantry.code) == ("turn", 9, 1, "9")
    assert roster.units["rus-1-para"].month is None
    assert roster.units["ger-stuka"].note == "one, of three"
    assert (roster.markers["turn"].count, roster.markers["flag"].count) == (1, None)


def test_each_field_knows_its_source_and_its_doubt(folder: Path) -> None:
    units = load_roster(folder).units
    assert units["ger-3-inf"].fact("combat").source == Source("rulebook", "21.4")
    assert units["ger-3-inf"].fact("type").source == Source("transcribed", "TRC4")
    combat = units["rus-1-para"].fact("combat")
    assert (combat.doubt, combat.trust) == ("a blot", Trust.DOUBTFUL)
    # What stands without a field concerns the whole unit.
    assert units["rus-1-para"].fact("area").doubt == "read twice"
    assert str(units["ger-47-pz"].fact("combat")) == "ger-47-pz: combat 7 [transcribed:TRC4]"


def test_none_not_told_and_unknown_are_different_things(folder: Path) -> None:
    units = load_roster(folder).units
    stuka = units["ger-stuka"]
    assert (stuka.combat, stuka.move) == (None, None)
    assert stuka.fact("combat").statement == "ger-stuka: combat none"
    assert stuka.fact("move").statement == "ger-stuka: move unknown"
    assert stuka.fact("move").trust is Trust.MISSING
    assert units["rus-1-para"].fact("month").trust is Trust.MISSING
    assert units["ger-47-pz"].fact("arrival").statement == "ger-47-pz: arrival start"


def test_the_back_face_tells_name_place_and_turn(folder: Path) -> None:
    units = load_roster(folder).units
    assert units["ger-3-inf"].back == ("3 Infantry", "West edge", "Turn 9")
    assert units["ger-stuka"].back == ("Stuka", "Stukas box", "At start")


BROKEN = [
    # in units.csv: what stands there, what we put there, line, field, part of what was expected, what is found
    ("axis   , german ,          , 47", "allies , german ,          , 47", 3, "side", "one of axis, russian", "allies"),
    (", 47  , armor", ", 47  , tank", 3, "type", "one of hq, leader, armor", "tank"),
    (", 7     , 7   , C", ", seven , 7   , C", 3, "combat", "a number, - for none or ? for not known", "seven"),
    (", 9 , first", ", 9 ,", 4, "month", "first, second or unknown with a turn of arrival", ""),
    (
        ", start  ,        ,       , transcribed",
        ", soon   ,        ,       , transcribed",
        3,
        "arrival",
        "a turn number",
        "soon",
    ),
    (", transcribed:TRC4\nger-3", ", hearsay\nger-3", 3, "source", "a source, one of", "hearsay"),
    (", transcribed:TRC4\nger-3", "\nger-3", 3, "source", "a source of the row", ""),
    ("combat move = rulebook", "combat mov = rulebook", 4, "source", "not 'mov'", None),
    ("combat = a blot", "combta = a blot", 6, "doubt", "not 'combta'", None),
    ("ger-3-inf ", "ger-47-pz ", 4, "id", "an id that no row above has (line 3 has it)", "ger-47-pz"),
    ("ger-47-pz ,", "Ger_47 ,", 3, "id", "small letters and digits", "Ger_47"),
    ("rus-1-para,", ",", 6, "id", "a value", ""),
    (", 47  , armor", ",     , armor", 3, "name", "a value", ""),
    (", 47  , armor", ", 4\x1b7, armor", 3, "name", "letters, digits", "4\x1b7"),
    (", AGC ,", ", A\x7fC ,", 3, "area", "letters, digits", "A\x7fC"),
    ("ger-stuka , axis", "turn, axis", 2, "id", "an id that no unit has", "turn"),
    (", doubt, note", ", doubts, note", 2, "", "columns among id, side", "doubts"),
    (", doubt, note", ", doubt", 2, "", "the columns id, side", None),
    ('"one, of three"', "one, of three", 7, "", "18 cells", "19: is a comma unquoted?"),
]


@pytest.mark.parametrize(("old", "new", "line", "field", "expected", "found"), BROKEN)
def test_what_is_wrong_with_a_row_is_told_with_its_line_and_field(
    folder: Path, old: str, new: str, line: int, field: str, expected: str, found: str | None
) -> None:
    assert UNITS.count(old) >= 1
    (folder / "units.csv").write_text(UNITS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_roster(folder)
    error = caught.value
    assert (error.line, error.field) == (line, field)
    assert expected in error.expected
    if found is not None:
        assert error.found == found


def test_a_marker_count_is_a_number_or_nothing(write: Write, folder: Path) -> None:
    write("markers.csv", MARKERS.replace("Russian, 1  ,", "Russian, some,"))
    with pytest.raises(DataError, match=r"markers\.csv, line 2, field 'count': expected a number, or nothing"):
        load_roster(folder)


@pytest.mark.parametrize("data", [b"", b"# only a comment\n", b"id,\xff\n"])
def test_an_empty_or_foreign_file_is_one_sentence(folder: Path, data: bytes) -> None:
    (folder / "units.csv").write_bytes(data)
    with pytest.raises(DataError, match=r"units\.csv: expected (a heading|text in UTF-8)"):
        load_roster(folder)


def test_a_missing_table_is_one_sentence(folder: Path) -> None:
    (folder / "markers.csv").unlink()
    with pytest.raises(DataError, match=r"markers\.csv: expected a readable file"):
        load_roster(folder)
