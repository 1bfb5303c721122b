from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.facts import DataError, Source, Trust
from trc_module.roster import assign_numbers, load_roster


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    place = tmp_path / "mine"
    place.mkdir()
    return place


def test_a_filled_cell_replaces_ours_and_counts_as_the_owners(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("id, combat, note\nrus-1-para, 2\n", encoding="utf-8")
    unit = load_roster(folder, overlay).units["rus-1-para"]
    assert (unit.combat, unit.move) == (2, 2)
    assert unit.fact("combat").source == Source("owner", "mine")
    # Our doubt about the cell is settled, that about the whole unit is not.
    assert unit.doubts == {"": "read twice"}
    assert unit.fact("move").source == Source("transcribed", "TRC4")


def test_an_owner_may_say_where_a_correction_is_from(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("id, combat, source\nger-3-inf, 5, rulebook:99\n", encoding="utf-8")
    assert load_roster(folder, overlay).units["ger-3-inf"].fact("combat").trust is Trust.RULEBOOK


def test_a_new_id_adds_a_counter_whose_number_is_far_from_ours(folder: Path, overlay: Path) -> None:
    ours = assign_numbers(load_roster(folder))
    (overlay / "markers.csv").write_text(
        "id, side, kind, front\nplane, both, battle, Plane\nship, both, battle, Ship\n", encoding="utf-8"
    )
    roster = assign_numbers(load_roster(folder, overlay))
    assert roster.piece_number("turn") == ours.piece_number("turn") == 5
    assert (roster.piece_number("plane"), roster.piece_number("ship")) == (100_001, 100_002)
    assert (overlay / "piece_numbers.csv").is_file()
    assert load_roster(folder, overlay).piece_number("ship") == 100_002
    assert "plane" not in (folder / "piece_numbers.csv").read_text(encoding="utf-8")


def test_what_is_wrong_in_an_overlay_names_the_overlay(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("id, combat\n\nrus-1-para, two\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_roster(folder, overlay)
    error = caught.value
    assert (error.path, error.line, error.field, error.found) == (overlay / "units.csv", 3, "combat", "two")


def test_errata_of_an_overlay_come_last(folder: Path, overlay: Path) -> None:
    (overlay / "units.csv").write_text("id, combat\nger-47-pz, 8\n", encoding="utf-8")
    (overlay / "errata").mkdir()
    (overlay / "errata" / "0001-more.toml").write_text(
        'title = "More"\ndate = 2026-01-01\nsource = "erratum:letter"\n'
        '[[correction]]\nunit = "ger-47-pz"\nfield = "combat"\nold = 8\nnew = 9\n',
        encoding="utf-8",
    )
    roster = load_roster(folder, overlay)
    assert roster.units["ger-47-pz"].combat == 9
    assert [erratum.title for erratum in roster.errata] == ["More"]
