"""The data of No Retreat! held against what is counted, printed and played elsewhere."""

from __future__ import annotations

import pytest

from trc_module.games.nr import load
from trc_module.hexgrid import count, hexes

GAME = load()
BOARD, UNITS = GAME.board, GAME.units


def test_the_map_has_as_many_hexes_rivers_and_cities_as_were_counted() -> None:
    assert count(BOARD.grid.all) == 383
    assert len(BOARD.sides["river"]) == 240
    assert len(BOARD.closed_sides) == 11
    assert count(BOARD.edges["east"]) == 26
    assert count(BOARD.edges["west"]) == 11
    german = [city for city in BOARD.cities.values() if city.country == "Greater Germany"]
    assert (len(german), len(BOARD.cities), len(BOARD.oil_wells)) == (11, 32, 2)
    # The printed start of the points, and the printed total victory.
    assert (len(german) + 1, len(BOARD.cities) + 2) == (GAME.values["start-vp"], GAME.values["total-vp"])


def test_areas_touch_the_hexes_that_the_list_names() -> None:
    grid = BOARD.grid
    touched = {name: sorted(grid.names(BOARD.walk.of[grid.hex(name)])) for name in ("A20", "N2", "P4")}
    assert touched == {
        "A20": ["B19", "C21", "C22"],
        "N2": ["M2", "M3", "N3", "O4", "P4"],
        "P4": ["N2", "O4", "O5", "P5", "Q6"],
    }
    assert [grid.at(*(grid.naming.parse(name) or (0, 0))) for name in ("B21", "P3", "R5")] == [
        grid.hex("A20"), grid.hex("N2"), grid.hex("P4"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sheet", "column", "die", "result"),
    [
        ("soviet", "1-3", 5, "NE"), ("soviet", "1-3", 2, "CA"), ("axis", "2-1", 2, "CB"), ("soviet", "1-1", 2, "CA"),
        ("soviet", "2-1", 2, "CB"), ("soviet", "2-1", 3, "EX"), ("soviet", "4-1", 3, "DR"), ("soviet", "3-1", 1, "CB"),
        ("soviet", "1-2", 3, "CA"), ("soviet", "2-1", 4, "EX"), ("soviet", "3-2", 6, "DR"), ("soviet", "1-1", 3, "NE"),
        ("soviet", "3-2", 2, "NE"), ("soviet", "1-1", 1, "CA"), ("soviet", "4-1", 2, "EX"), ("soviet", "1-3", 3, "CA"),
        ("soviet", "3-1", 2, "EX"), ("soviet", "1-1", 5, "EX"), ("axis", "2-1", 6, "DS"), ("axis", "3-1", 3, "DR"),
        ("axis", "3-1", 4, "DR"), ("axis", "3-1", 5, "DS"), ("axis", "3-1", 6, "DD"),
    ],
)  # fmt: skip
def test_the_results_tables_agree_with_battles_that_were_fought(sheet: str, column: str, die: int, result: str) -> None:
    assert GAME.results.result(column, die, sheet) == result


def test_units_agree_with_the_figures_of_the_first_edition() -> None:
    # 6th Army 4-4 and 3 reduced; 16th, 9th, 4th Panzer, 18th; four fronts; 3rd Tank with 2nd Ukraine.
    assert (UNITS["ger-6"].combat, UNITS["ger-6"].move, UNITS["ger-6"].faces[0].combat) == (4, 4, 3)
    assert sum(UNITS[f"ger-{name}"].combat or 0 for name in ("16", "9", "4-pz", "18")) == 15
    fronts = ("kalinin", "central", "bryansk", "south")
    assert [UNITS[f"sov-{name}"].combat for name in fronts] == [4, 5, 3, 3]
    assert sum(UNITS[f"sov-{name}"].faces[0].combat or 0 for name in ("reserve", "steppe")) == 12


def test_upgrades_have_their_own_name_type_and_steps() -> None:
    (tank,), (fort,) = UNITS["sov-reserve"].faces, UNITS["sov-leningrad"].faces
    assert (tank.called, tank.type, tank.combat, tank.move, tank.steps) == ("3", "armor", 6, 4, 1)
    assert (fort.called, fort.type, fort.bracketed, fort.steps) == ("Leningrad", "fort", True, 2)


def test_everything_that_stands_in_for_the_set_up_is_assumed() -> None:
    placed = {name: unit for name, unit in UNITS.items() if unit.own["hex"]}
    assert len(placed) == 22
    sources = {name: unit.fact("hex").source.kind for name, unit in placed.items()}
    assert {name for name, kind in sources.items() if kind != "assumed"} == {"fin"}
    hexes_of = [BOARD.grid.hex(str(unit.own["hex"])) for unit in placed.values()]
    soviet = [at for at, unit in zip(hexes_of, placed.values(), strict=True) if unit.side == "soviet"]
    assert len(set(soviet)) == len(soviet) == 8
    assert all(GAME.soviet_land >> at & 1 for at in soviet)


def test_rumania_is_assumed_and_one_piece() -> None:
    rumania = BOARD.regions["Rumania"].hexes
    assert {BOARD.fact(f"province {BOARD.grid.name(h)}").source.kind for h in hexes(rumania)} == {"assumed"}
    assert BOARD.grid.flood(1 << BOARD.grid.hex("Q8"), None, rumania) == rumania


def test_each_card_has_an_event_of_each_side() -> None:
    cards = [marker for marker in GAME.roster.markers.values() if marker.kind == "card"]
    assert [[event.side for event in card.events] for card in cards] == [["axis", "soviet"]] * 54
    periods = [card.events[0].period for card in cards]
    assert (periods.count("1941"), periods.count("1945")) == (15, 10)
    assert [card.box for card in cards].count("deck") == 44
    assert GAME.mark_of("card-4", "soviet") == "axis"
