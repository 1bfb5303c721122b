"""What an owner of No Retreat! fills in: the set-up, the border of Rumania, factors of the allies, words on cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.games.nr import load
from trc_module.games.nr.data import FOLDER
from trc_module.hexgrid import count


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
    assert "Armies of the allies, the Luftwaffe and the Ostatky (units.csv): 1 of 6 filled in" in told
    rumania = next(line for line in told.splitlines() if "The border of Rumania" in line)
    assert rumania.startswith("rumania: The border of Rumania (map/hexes.csv): 1 of")


def test_the_data_are_sound_and_every_doubt_is_known() -> None:
    told = CliRunner().invoke(group, ["--game", "nr", "lint"])
    assert told.exit_code == 0
    assert "0 errors" in told.output
    assert (FOLDER / "forms.toml").is_file()
