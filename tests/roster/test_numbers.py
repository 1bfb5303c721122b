from __future__ import annotations

from pathlib import Path

import pytest

from tests.roster.conftest import Write
from tests.roster.test_errata import HEAD, correction
from trc_module.errors import UserError
from trc_module.facts import DataError
from trc_module.resources import data_dir
from trc_module.roster import Roster, assign_numbers, load_roster

FIRST_NUMBERS = Path(__file__).parent / "first_numbers.csv"


def test_numbers_are_given_in_order_and_stay(folder: Path) -> None:
    roster = assign_numbers(load_roster(folder))
    assert {name: roster.piece_number(name) for name in (*roster.units, *roster.markers)} == {
        "ger-47-pz": 1,
        "ger-3-inf": 2,
        "rus-1-para": 3,
        "ger-stuka": 4,
        "turn": 5,
        "flag": 6,
    }
    text = (folder / "piece_numbers.csv").read_text(encoding="utf-8")
    again = assign_numbers(load_roster(folder))
    assert again.by_piece_number == roster.by_piece_number
    assert (folder / "piece_numbers.csv").read_text(encoding="utf-8") == text


def test_a_retired_number_is_kept_and_never_given_again(write: Write, folder: Path) -> None:
    assign_numbers(load_roster(folder))
    new = {"side": "both", "kind": "battle", "front": "Battle"}
    corrections = correction(marker="flag", retire=True) + correction(marker="new", add=new)
    write("errata/0001-x.toml", HEAD + corrections)
    roster = assign_numbers(load_roster(folder))
    assert roster.piece_number("new") == 7
    assert roster.retired == {6: "flag"}
    assert 6 not in roster.by_piece_number
    assert load_roster(folder).retired == {6: "flag"}


def test_a_renamed_counter_keeps_its_number_before_and_after_the_file_knows_it(write: Write, folder: Path) -> None:
    assign_numbers(load_roster(folder))
    write("errata/0001-x.toml", HEAD + correction(unit="ger-3-inf", rename="a") + correction(unit="a", rename="b"))
    roster = load_roster(folder)
    assert roster.piece_number("b") == 2
    roster = assign_numbers(roster)
    assert roster.by_piece_number[2] == "b"
    assert roster.retired == {}
    assert (folder / "piece_numbers.csv").read_text(encoding="utf-8").splitlines()[
        -1
    ] == "     2, b                   , ger-3-inf"
    assert load_roster(folder).by_piece_number[2] == "b"


def test_a_counter_renamed_again_after_a_build_keeps_its_number(write: Write, folder: Path) -> None:
    assign_numbers(load_roster(folder))
    for number, (old, new) in enumerate([("ger-3-inf", "a"), ("a", "b")], 1):
        write(f"errata/000{number}-x.toml", HEAD + correction(unit=old, rename=new))
        assert assign_numbers(load_roster(folder)).by_piece_number[2] == new
    rows = (folder / "piece_numbers.csv").read_text(encoding="utf-8").splitlines()
    assert [row.replace(" ", "") for row in rows[-2:]] == ["2,a,ger-3-inf", "2,b,a"]
    assert load_roster(folder).by_piece_number[2] == "b"


def test_every_id_that_a_counter_ever_had_leads_to_the_one_it_has(write: Write, folder: Path) -> None:
    assign_numbers(load_roster(folder))
    write("errata/0001-x.toml", HEAD + correction(unit="ger-3-inf", rename="a"))
    assert load_roster(folder).aliases == {"ger-3-inf": "a"}
    assign_numbers(load_roster(folder))
    write("errata/0002-x.toml", HEAD + correction(unit="a", rename="b"))
    assert load_roster(folder).aliases == {"ger-3-inf": "b", "a": "b"}
    assert load_roster(folder).present("a") == "b"
    # An id that another counter has now is that counter's.
    write("errata/0003-x.toml", HEAD + correction(unit="ger-47-pz", rename="a"))
    assert load_roster(folder).aliases == {"ger-3-inf": "b", "ger-47-pz": "a"}


def test_a_counter_without_a_number_is_an_error_that_says_what_to_do(folder: Path) -> None:
    with pytest.raises(DataError, match="a number for 'turn'; 'trc-module build' appends it"):
        load_roster(folder).piece_number("turn")


NUMBERS = "number, id, formerly\n1, ger-47-pz\n2, ger-3-inf\n"
REUSED = [
    ("2, rus-1-para\n", "number", "a number that no counter has had (2 is that of 'ger-3-inf')"),
    ("3, ger-3-inf\n", "id", "an id without a number (this one has 2)"),
    ("0, turn\n", "number", "a number from 1 on"),
    ("x, turn\n", "number", "a number from 1 on"),
    ("3,\n", "id", "a value"),
    ("5, turn\n4, flag\n", "number", "a number above 5: the file is append only"),
    ("2, turn, ger-47-pz\n", "formerly", "the id that had the number 2 last, 'ger-3-inf'"),
    ("9, turn, ger-47-pz\n", "formerly", "the id that had the number 9 last, 'none'"),
]


@pytest.mark.parametrize(("rows", "field", "expected"), REUSED)
def test_reuse_of_a_number_or_an_id_stops_the_loading(
    write: Write, folder: Path, rows: str, field: str, expected: str
) -> None:
    write("piece_numbers.csv", NUMBERS + rows)
    with pytest.raises(DataError) as caught:
        load_roster(folder)
    error = caught.value
    assert (error.line, error.field, error.expected) == (3 + rows.count("\n"), field, expected)


def test_a_failed_write_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assign_numbers(load_roster(folder))
    before = (folder / "piece_numbers.csv").read_bytes()

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    (folder / "markers.csv").write_text(
        (folder / "markers.csv").read_text(encoding="utf-8") + "more, both, battle, More, , , , , derived:ours\n",
        encoding="utf-8",
    )
    with pytest.raises(UserError, match="cannot be written: No space"):
        assign_numbers(load_roster(folder))
    assert (folder / "piece_numbers.csv").read_bytes() == before


def test_every_shipped_counter_has_a_number_of_its_own(shipped: Roster) -> None:
    assert len(shipped.by_piece_number) == len(shipped.units) + len(shipped.markers)


def test_the_numbers_of_the_first_release_stand_as_they_were() -> None:
    """Saved games know the pieces by these numbers: this file is never edited, and the shipped one begins with it."""
    first = FIRST_NUMBERS.read_text(encoding="utf-8")
    now = (data_dir() / "trc" / "piece_numbers.csv").read_text(encoding="utf-8")
    assert now.startswith(first)
