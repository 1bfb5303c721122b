"""The charts answer as the rulebook's tables and examples do."""

from __future__ import annotations

import pytest

from trc_module.facts import Trust
from trc_module.games.trc.charts import Charts, WeatherOutcome


@pytest.mark.parametrize(
    ("odds", "row"),
    [
        ("1-6", "AE AE AE A1 AR AR"),
        ("1-1", "A1 A1 AR C EX DR"),
        ("3-1", "AR C EX DR D1 DE"),
        ("6-1", "EX DR D1 DE DE DS"),
        ("9-1", "DR D1 DE DE DS DS"),
    ],
)
def test_combat_results(charts: Charts, odds: str, row: str) -> None:
    assert [charts.combat.result(odds, die) for die in range(1, 7)] == row.split()


def test_shifts_move_along_the_odds_and_stop_at_the_ends(charts: Charts) -> None:
    combat = charts.combat
    assert combat.shifted("3-1", 3) == "6-1"  # 15.5
    assert combat.shifted("3-1", 1) == "4-1"  # 15.7
    assert combat.shifted("1-1", 3) == "4-1"  # 12.4
    assert combat.shifted("5-1", 1) == "6-1"  # 26.5.3
    assert combat.shifted("9-1", 3) == "10-1"
    assert combat.shifted("1-5", -3) == "1-6"
    assert combat.column("5-1") == combat.column("6-1") == "5-1/6-1"


def test_an_automatic_victory_has_no_row(charts: Charts) -> None:
    assert charts.combat.automatic_victory == "10-1"
    assert charts.turns[charts.combat.russian_victory_from].label == "Nov/Dec"
    with pytest.raises(KeyError, match="no odds 10-1"):
        charts.combat.result("10-1", 1)
    with pytest.raises(KeyError, match="die of 7"):
        charts.combat.result("3-1", 7)
    with pytest.raises(KeyError, match="no column for 10-1"):
        charts.combat.column("10-1")


def test_a_cell_of_the_results_is_a_fact(charts: Charts) -> None:
    assert str(charts.combat.fact("4-1", 1)) == "combat results, 4-1, die 1: C [transcribed:5th-edition chart]"


def test_the_turn_record(charts: Charts) -> None:
    assert {n: str(charts.turns[n]) for n in (1, 5, 9, 14, 25)} == {
        1: "May/June 1941",
        5: "Jan/Feb 1942",
        9: "Sep/Oct 1942",
        14: "Jul/Aug 1943",
        25: "May/June 1945",
    }


def test_the_weather_examples_of_the_rulebook(charts: Charts) -> None:
    weather, turns = charts.weather, charts.turns
    assert weather.roll(turns[3], 3, 0) == WeatherOutcome(3, "clear", 1, 1)
    assert weather.roll(turns[4], 3, 1) == WeatherOutcome(4, "snow", -3, -2)
    assert weather.automatic(turns[5]) == "snow"
    # Below 0 reads as 0, above 7 as 7.
    assert weather.roll(turns[6], 1, -2) == WeatherOutcome(0, "clear", 3, 1)
    assert weather.roll(turns[6], 6, 4) == WeatherOutcome(7, "snow", -6, -2)
    with pytest.raises(KeyError, match="May/June 1941 has no weather die"):
        weather.roll(turns[1], 3, 0)


def test_history_has_a_word_for_every_turn(charts: Charts) -> None:
    words = [charts.weather.historical(turn) for turn in charts.turns.values()]
    assert words[:7] == ["mud", "clear", "clear", "light-mud", "snow", "snow", "mud"]
    assert words[22:] == ["mud", "snow", "clear", "clear"]


@pytest.mark.parametrize(
    ("turn", "weather", "stukas", "sturmoviks"),
    [
        (1, "clear", 3, 0),
        (4, "mud", 1, 0),
        (5, "snow", 0, 0),
        (7, "clear", 2, 0),
        (13, "clear", 1, 0),
        (14, "clear", 1, 1),
        (15, "light-mud", 0, 0),
        (20, "clear", 0, 2),
        (25, "clear", 0, 3),
        (24, "mud", 0, 1),
    ],
)
def test_air_units(charts: Charts, turn: int, weather: str, stukas: int, sturmoviks: int) -> None:
    air, when = charts.air, charts.turns[turn]
    assert (air.stukas(when, weather), air.sturmoviks(when, weather)) == (stukas, sturmoviks)


def test_terrain_stops_and_exempts(charts: Charts) -> None:
    terrain = charts.terrain
    stops = {name: (effect.exempt, effect.clear_in_snow) for name, effect in terrain.items() if effect.stops}
    assert stops == {
        "woods": (("infantry", "mountain", "paratroop", "luftwaffe", "infantry-battlegroup"), False),
        "mountain": (("mountain",), False),
        "swamp": ((), True),
    }
    assert [name for name, effect in terrain.items() if effect.doubles_defence] == ["mountain", "major-city"]
    assert [name for name, effect in terrain.items() if effect.ignores_retreat] == ["woods"]


def test_replacements(charts: Charts) -> None:
    chart = charts.replacements
    assert [(chart.limits_on(turn).armor, chart.limits_on(turn).guards) for turn in (1, 16, 17, 25)] == [
        (1, 1),
        (1, 1),
        (2, 2),
        (2, 2),
    ]
    assert chart.axis_turns == (7, 13, 19)
    assert chart.motorization["ger-43-mot"].replaced == "5-4"
    assert chart.ss_replenishment["ger-1-ss-pz"].turns == (19,)
    assert [(w.turn, w.count, w.back_on) for w in chart.withdrawals] == [(19, 2, 23), (24, 1, None), (25, 1, None)]
    assert (chart.archangel.first_turn, chart.archangel.plus_one_in, chart.workers.doubled_from) == (
        5,
        (1943, 1944),
        13,
    )


def test_victory_and_transport(charts: Charts) -> None:
    assert charts.victory.sudden_death[1942].places == (
        "Kiev", "Kalinin", "Leningrad", "Rostov", "Kharkov", "Stalino",
    )  # fmt: skip
    assert charts.victory.last["axis"].german_cities == "all"
    assert (charts.victory.points.major_city, charts.victory.points.minor_city) == (2, 1)
    assert (charts.transport.rail["axis"].in_snow, charts.transport.rail["russian"].units) == (3, 5)
    assert (charts.transport.sea["baltic"].survives, charts.transport.sea["baltic"].russian_modifier) == (2, 2)
    assert charts.transport.invasions["axis"].first_turn == 2


def test_every_datum_has_a_source_and_only_movement_is_assumed(charts: Charts) -> None:
    facts = list(charts.facts())
    assert len(facts) > 250
    assert {fact.statement.split()[0] for fact in facts if fact.trust <= Trust.ASSUMED} == {"movement"}
