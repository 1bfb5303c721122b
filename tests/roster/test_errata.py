from __future__ import annotations

from pathlib import Path

import pytest

from tests.roster.conftest import Write
from trc_module.facts import DataError, Source
from trc_module.facts.errors import DataErrorGroup
from trc_module.roster import ErratumChange, load_roster, read_errata

HEAD = 'title = "Letter"\ndate = 2026-01-01\nsource = "erratum:a letter"\n'


def correction(**keys: object) -> str:
    def shown(value: object) -> str:
        if isinstance(value, dict):
            return "{ " + ", ".join(f"{key} = {shown(inner)}" for key, inner in value.items()) + " }"
        return f'"{value}"' if isinstance(value, str) else str(value).lower()

    return "\n[[correction]]\n" + "".join(f"{key} = {shown(value)}\n" for key, value in keys.items())


def test_a_change_replaces_the_value_and_its_source_and_settles_the_doubt(write: Write, folder: Path) -> None:
    write("errata/0001-para.toml", HEAD + correction(unit="rus-1-para", field="combat", old=1, new=2))
    roster = load_roster(folder)
    unit = roster.units["rus-1-para"]
    assert unit.combat == 2
    assert unit.fact("combat").source == Source("erratum", "a letter")
    assert unit.doubts == {"": "read twice"}
    assert roster.changes == (ErratumChange("unit", "rus-1-para", "change", "combat", "1", "2"),)


def test_units_and_markers_are_added_renamed_and_retired(write: Write, folder: Path) -> None:
    new = {
        "side": "axis", "nation": "german", "name": "99", "type": "infantry", "size": "corps", "stacks": "corps",
        "combat": 3, "move": 4, "arrival": "unknown",
    }  # fmt: skip
    write(
        "errata/0001-all.toml",
        HEAD
        + correction(unit="ger-99-inf", add=new)
        + correction(unit="ger-3-inf", rename="ger-3-jaeger")
        + correction(unit="ger-3-jaeger", field="type", old="infantry", new="mountain")
        + correction(marker="flag", retire=True),
    )
    roster = load_roster(folder)
    assert list(roster.units) == ["ger-47-pz", "ger-3-jaeger", "rus-1-para", "ger-stuka", "ger-99-inf"]
    assert roster.units["ger-99-inf"].fact("move").source == Source("erratum", "a letter")
    assert roster.units["ger-3-jaeger"].type == "mountain"
    assert list(roster.markers) == ["turn"]
    assert [str(change) for change in roster.changes] == [
        "unit ger-99-inf: added",
        "unit ger-3-inf: renamed to ger-3-jaeger",
        "unit ger-3-jaeger: type infantry -> mountain",
        "marker flag: retired",
    ]


def test_other_data_need_not_know_of_an_erratum(write: Write, folder: Path) -> None:
    write(
        "errata/0001-all.toml",
        HEAD
        + correction(unit="ger-3-inf", rename="ger-3-jaeger")
        + correction(unit="ger-3-jaeger", rename="ger-3-mtn")
        + correction(unit="rus-1-para", retire=True),
    )
    roster = load_roster(folder)
    assert [roster.present(name) for name in ("ger-3-inf", "ger-47-pz", "flag", "rus-1-para")] == [
        "ger-3-mtn",
        "ger-47-pz",
        "flag",
        None,
    ]
    with pytest.raises(KeyError):
        roster.present("ger-99-inf")


def test_errata_are_applied_in_the_order_of_their_numbers(write: Write, folder: Path) -> None:
    write("errata/0002-then.toml", HEAD + correction(unit="ger-47-pz", field="combat", old=8, new=9))
    write("errata/0001-first.toml", HEAD + correction(unit="ger-47-pz", field="combat", old=7, new=8))
    assert load_roster(folder).units["ger-47-pz"].combat == 9


def test_an_old_value_that_does_not_stand_there_is_an_error_that_names_both(write: Write, folder: Path) -> None:
    path = write("errata/0001-late.toml", HEAD + correction(unit="ger-47-pz", field="combat", old=6, new=8))
    with pytest.raises(DataError) as caught:
        load_roster(folder)
    error = caught.value
    assert (error.path, error.line, error.field) == (path, 8, "old")
    assert "'6'" in error.expected
    assert error.found == "7"


BROKEN = [
    (correction(unit="ger-1-zz", field="combat", old=1, new=2), 6, "a unit of the table", "ger-1-zz"),
    (correction(unit="ger-47-pz", field="colour", old=1, new=2), 7, "a column of the table", "colour"),
    (correction(unit="ger-47-pz", field="id", old="ger-47-pz", new="x"), 7, "an id is changed by rename", "id"),
    (correction(unit="ger-47-pz", field="combat", old=7), 7, "an old and a new value", "ger-47-pz"),
    (correction(unit="ger-47-pz"), 5, "one of field, rename, retire and add", "0 of them"),
    (correction(unit="ger-47-pz", retire=True, rename="x"), 5, "one of field, rename, retire and add", "2 of them"),
    (
        correction(field="combat", old=7, new=8),
        5,
        "one of unit, marker, card, chart, hex, hexside, place, rail and river",
        "none",
    ),
    (
        correction(unit="a", chart="b", retire=True),
        5,
        "one of unit, marker, card, chart, hex, hexside, place, rail and river",
        "a, b",
    ),
    (correction(unit="ger-47-pz", rename="ger-3-inf"), 7, "an id that no other counter has", "ger-3-inf"),
    (correction(unit="ger-47-pz", add={"side": "axis"}), 6, "an id that no other counter has", "ger-47-pz"),
    (correction(unit="ger-9-pz", add={"colour": "grey"}), 7, "columns among id, side", "colour"),
    (correction(chart="combat", retire=True), 6, "a field, an old and a new value for a chart", "combat"),
    (correction(unit="ger-47-pz", field="move", old=7, new="fast"), 5, "a number, - for none", "fast"),
    (correction(unit="ger-47-pz", colour="grey"), 7, "one of the fields unit, marker, chart", "colour"),
    (correction(unit=47, retire=True), 6, "a text", "47"),
]


@pytest.mark.parametrize(("text", "line", "expected", "found"), BROKEN)
def test_what_is_wrong_with_a_correction_is_told_with_its_line(
    write: Write, folder: Path, text: str, line: int, expected: str, found: str
) -> None:
    path = write("errata/0001-bad.toml", HEAD + text)
    with pytest.raises(DataError) as caught:
        load_roster(folder)
    error = caught.value
    assert (error.path, error.line, error.found) == (path, line, found)
    assert expected in error.expected


def test_all_wrong_corrections_are_told_and_none_that_follows_from_them(write: Write, folder: Path) -> None:
    write(
        "errata/0001-bad.toml",
        HEAD
        + correction(unit="ger-47-pz", field="combat", old=99, new=8)
        + correction(unit="ger-47-pz", field="combat", old=8, new=9)
        + correction(unit="ger-0", retire=True)
        + correction(unit="rus-1-para", rename="ger-3-inf")
        + correction(marker="flag", field="colour", old="grey", new="red")
        + correction(unit="ger-3-inf", field="type", old="infantry", new="mountain"),
    )
    write("errata/0002-worse.toml", HEAD + correction(unit="ger-stuka", field="combat", old=99, new=8))
    with pytest.raises(DataErrorGroup) as caught:
        load_roster(folder)
    assert [(error.path.name[:4], error.line, error.found) for error in caught.value.errors] == [
        ("0001", 8, "7"),
        ("0001", 18, "ger-0"),
        ("0001", 23, "ger-3-inf"),
        ("0002", 8, "-"),
        ("0001", 27, "colour"),
    ]


def test_all_corrections_of_a_wrong_form_are_told(write: Write, folder: Path) -> None:
    write("errata/0001-bad.toml", HEAD + correction(unit="ger-47-pz") + correction(retire=True))
    with pytest.raises(DataErrorGroup) as caught:
        load_roster(folder)
    assert [error.found for error in caught.value.errors] == ["0 of them", "none"]


def test_the_line_of_the_second_correction_is_its_own(write: Write, folder: Path) -> None:
    text = correction(unit="ger-47-pz", field="combat", old=7, new=8) + correction(unit="ger-0", retire=True)
    write("errata/0001-bad.toml", HEAD + text)
    with pytest.raises(DataError, match=r"0001-bad\.toml, line 12, field 'unit'"):
        load_roster(folder)


def test_a_source_and_a_date_must_be_what_they_are(write: Write, folder: Path) -> None:
    write(
        "errata/0001-bad.toml", HEAD.replace("erratum:a letter", "rumour") + correction(unit="ger-47-pz", retire=True)
    )
    with pytest.raises(DataError, match=r"line 3, field 'source': expected a source, one of .*, found 'rumour'"):
        read_errata(folder)
    write("errata/0001-bad.toml", HEAD.replace("2026-01-01", '"soon"') + correction(unit="ger-47-pz", retire=True))
    with pytest.raises(DataError, match=r"line 2, field 'date': expected a date, as 2026-11-22, found 'soon'"):
        read_errata(folder)


def test_files_are_numbered_once_and_by_name(write: Write, folder: Path) -> None:
    write("errata/0001-a.toml", HEAD + correction(unit="ger-47-pz", retire=True))
    write("errata/0001-b.toml", HEAD + correction(unit="ger-3-inf", retire=True))
    with pytest.raises(DataError, match=r"0001-b\.toml: expected another number: 0001-a\.toml has it already"):
        read_errata(folder)
    (folder / "errata" / "0001-b.toml").rename(folder / "errata" / "second.toml")
    with pytest.raises(DataError, match=r"second\.toml: expected a file name like 0002-name\.toml"):
        read_errata(folder)


def test_a_folder_without_errata_has_none(folder: Path) -> None:
    assert read_errata(folder) == ()


def test_an_id_that_is_none_is_told_of_the_sheet_that_gave_it(write: Write, folder: Path) -> None:
    path = write("errata/0001-x.toml", HEAD + correction(unit="ger-3-inf", rename="Ger 3"))
    with pytest.raises(DataError) as caught:
        load_roster(folder)
    assert (caught.value.path, caught.value.line, caught.value.found) == (path, 5, "Ger 3")
