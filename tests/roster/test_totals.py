"""Totals that were counted a second time: they show a slip of the hand in the table."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.roster.conftest import Write
from trc_module.facts import DataError
from trc_module.resources import data_dir
from trc_module.roster import load_roster
from trc_module.roster.checks import inspect
from trc_module.roster.totals import Totals, check_totals, read_totals

TOTALS = """\
nation , formation, type     , size , count, combat, move, source
german ,          , armor    , corps, 1    , 7     , 7   , transcribed:TRC4
german ,          , infantry , corps, 1    , 4     , 4   , transcribed:TRC4
russian,          , paratroop, corps, 1    , 1     , 2   , transcribed:TRC4
"""


def test_what_we_ship_was_counted_twice() -> None:
    totals = read_totals(data_dir() / "trc")
    assert totals["russian", "", "infantry", "army"] == Totals(40, 185, 120)
    assert sum(each.count for each in totals.values()) == 205


def test_the_table_agrees_with_its_totals(folder: Path, write: Write) -> None:
    write("class_totals.csv", TOTALS)
    # The Stuka belongs to an option and is not counted.
    assert list(check_totals(load_roster(folder).units.values(), read_totals(folder))) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "7     , 7   , C",
            "8     , 7   , C",
            "german armor corps: 1 with 8 combat and 7 movement factors, "
            "but class_totals.csv has 1 with 7 combat and 7 movement factors",
        ),
        (
            "rus-1-para, russian, russian,          , 1   , paratroop, corps, corps, 1     , 2",
            "rus-1-para, russian, russian, guards   , 1   , paratroop, corps, corps, 1     , 2",
            "russian guards paratroop corps: 1 with 1 combat and 2 movement factors, "
            "but class_totals.csv has 0 with 0 combat and 0 movement factors",
        ),
    ],
)
def test_a_slip_of_the_hand_is_told(folder: Path, write: Write, old: str, new: str, message: str) -> None:
    write("class_totals.csv", TOTALS)
    table = (folder / "units.csv").read_text(encoding="utf-8")
    assert old in table
    write("units.csv", table.replace(old, new))
    found = list(check_totals(load_roster(folder).units.values(), read_totals(folder)))
    assert message in [problem.message for problem in found]
    assert {(problem.check, problem.file, problem.is_error) for problem in found} == {
        ("class-totals", "units.csv", True)
    }


def test_errata_and_an_owner_may_add_and_take_away(tmp_path: Path) -> None:
    data = Path(shutil.copytree(data_dir() / "trc", tmp_path / "trc", ignore=shutil.ignore_patterns("map")))
    retire = '[[correction]]\nunit = "rus-52-inf"\nretire = true\n'
    sheet = f'title = "x"\ndate = 2026-01-01\nsource = "erratum:x"\n\n{retire}'
    (data / "errata" / "0009-x.toml").write_text(sheet, encoding="utf-8")
    assert [p for p in inspect(data).problems if p.check == "class-totals"] == []
    (data / "units.csv").write_text(
        (data / "units.csv").read_text(encoding="utf-8").replace("\nrus-50-inf ", "\n#"), encoding="utf-8"
    )
    assert [p.message for p in inspect(data).problems if p.check == "class-totals"] == [
        "russian infantry army: 39 with 181 combat and 117 movement factors, "
        "but class_totals.csv has 40 with 185 combat and 120 movement factors"
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [("1     , 2   ", "one   , 2   ", 4, "combat"), ("german ,          , infantry", "german ,, armor", 3, "nation")],
)
def test_bad_totals_name_the_line(folder: Path, write: Write, old: str, new: str, line: int, field: str) -> None:
    write("class_totals.csv", TOTALS.replace(old, new))
    with pytest.raises(DataError) as caught:
        read_totals(folder)
    assert (caught.value.line, caught.value.field) == (line, field)
