from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.resources import data_dir
from trc_module.roster import Roster, load_roster

TOY = Path(__file__).parents[1] / "toy"


@pytest.fixture(scope="module")
def roster() -> Roster:
    return load_roster(data_dir() / "trc")


@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("ger-41-pz", "41st Panzer Corps"),
        ("ger-2-ss-pz", "2nd SS Panzer Corps"),
        ("ger-gd-pz", "Grossdeutschland Panzer Corps"),
        ("ger-11-inf", "11th Infantry Corps"),
        ("ger-3-lw", "3rd Luftwaffe Corps"),
        ("ger-2-para", "2nd Paratroop Regiment"),
        ("ger-hq-center", "Army Group Center HQ"),
        ("ger-hq-okw", "OKW"),
        ("ger-stuka-1", "Stuka 1"),
        ("ger-ss-pz-bg", "SS Panzer Battlegroup"),
        ("fin-4-inf", "Finnish 4th Infantry Corps"),
        ("rum-pz", "Rumanian Panzer Corps"),
        ("rum-cav", "Rumanian Cavalry Corps"),
        ("vla-5-tank", "Vlasov V5 Tank Army"),
        ("rus-21-inf", "21st Army"),
        ("rus-7gd-tank-army", "7th Guards Tank Army"),
        ("rus-12-tank", "12th Tank Corps"),
        ("rus-stavka", "Stavka"),
        ("rus-worker-kiev", "Kiev Worker"),
        ("pol-ak-inf", "Polish AK"),
    ],
)
def test_a_unit_is_called_as_players_call_it(roster: Roster, unit: str, name: str) -> None:
    assert roster.units[unit].spoken == name


def test_units_of_a_game_without_forms_are_called_by_nation_name_and_type() -> None:
    units = load_roster(TOY).units
    assert [units[unit].spoken for unit in ("red-1", "red-h")] == ["Rustmark 1st Foot", "Rustmark H Horse"]
