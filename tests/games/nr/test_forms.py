"""Forms for an owner of No Retreat!: the set-up, the border of Rumania, factors of the allies, words on cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.games import find_game
from trc_module.games.nr import load
from trc_module.games.nr.data import FOLDER
from trc_module.hexgrid import count
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record
from trc_module.rules.record.trial import try_record


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """Write the forms and fill in a few of their lines."""
    place = tmp_path / "mine"
    told = CliRunner().invoke(group, ["--game", "nr", "forms", "-o", str(place)])
    assert told.exit_code == 0, told.output
    _write(place / "units.csv", "id, hex, combat, move, arrival\nger-1-pz, K9\nhun-2, , 3, 4, 8\n")
    _write(place / "map" / "hexes.csv", "hex, province\nQ10, -\nP5, Rumania\n")
    (place / "faces.csv").unlink()
    return place


def _write(path: Path, text: str) -> None:
    assert path.is_file()
    path.write_text(text, encoding="utf-8")


def test_what_an_owner_fills_in_is_played_and_trusted(filled: Path) -> None:
    ours, theirs = load(), load(frozenset(), filled)
    grid = theirs.board.grid
    start = theirs.start("campaign", frozenset()).forces["axis"].places
    assert (start["ger-1-pz"], start["hun-2"], start["ger-6"]) == (grid.hex("K9"), "turn-8", grid.hex("J9"))
    assert theirs.units["hun-2"].combat == 3
    facts = [theirs.units[name].fact(field).source.kind for name, field in (("ger-1-pz", "hex"), ("ger-6", "hex"))]
    assert facts == ["owner", "assumed"]
    before, after = (game.board.regions["Rumania"].hexes for game in (ours, theirs))
    assert count(before) == count(after)
    assert after >> grid.hex("P5") & 1
    assert not after >> grid.hex("Q10") & 1


def test_the_forms_say_what_is_filled_in(filled: Path) -> None:
    told = CliRunner().invoke(group, ["--game", "nr", "forms", "--data", str(filled)]).output
    assert "The set-up of the campaign (units.csv): 1 of 24 filled in" in told
    assert "Army Groups E and F come (units.csv): 1 of 8 filled in" in told
    rumania = next(line for line in told.splitlines() if "The border of Rumania" in line)
    assert rumania.startswith("rumania: The border of Rumania (map/hexes.csv): 1 of")


def test_the_data_are_sound_and_every_doubt_is_known() -> None:
    told = CliRunner().invoke(group, ["--game", "nr", "lint"])
    assert told.exit_code == 0
    assert "0 errors" in told.output
    assert (FOLDER / "forms.toml").is_file()


GARRISON = """title  = "The garrison of Berlin"
date   = 2026-01-02
source = "owner:my counters"

[[correction]]
unit = "ger-berlin"
add  = { side = "axis", nation = "german", name = "Berlin", type = "fort", size = "none", combat = 5, move = 0, %s }
"""


def test_an_owner_adds_the_counters_of_1945(tmp_path: Path) -> None:
    sheet = tmp_path / "0001-garrison.toml"
    sheet.write_text(GARRISON % "arrival = 23, steps = 1, removed = 28", encoding="utf-8")
    told = CliRunner().invoke(group, ["--game", "nr", "errata", "preview", str(sheet)])
    assert told.exit_code == 0, told.output
    assert "unit ger-berlin: added" in told.output
    (tmp_path / "errata").mkdir()
    sheet.rename(tmp_path / "errata" / sheet.name)
    theirs = load(frozenset(), tmp_path)
    assert theirs.start("campaign", frozenset()).forces["axis"].places["ger-berlin"] == "turn-23"
    assert theirs.units["ger-berlin"].type == "fort"


def test_when_a_unit_of_an_unknown_event_may_enter_is_not_judged() -> None:
    game = load()
    places = game.start("campaign", frozenset()).forces["axis"].places
    assert {unit: at for unit, at in places.items() if at == "removed"} == {
        "ger-e": "removed", "ger-f": "removed",
    }  # fmt: skip
    text = "game: nr\nat: turn 10 axis organization\nbox axis removed: ger-e\nenter ger-e D7\n"
    (entered,) = try_record(read_record(text, "x", find_game), "x").outcomes
    assert [(f.rule, f.verdict) for f in entered.told.findings] == [("7a", Verdict.SKIPPED)]
