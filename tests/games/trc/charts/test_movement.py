"""Movement allowances: the certain values, and the assumed ones between them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.charts.checklist import sheets
from trc_module.facts import Trust
from trc_module.games.trc.charts import Charts
from trc_module.games.trc.charts.movement import WEATHERS


@dataclass(frozen=True)
class Mover:
    """No unit of the roster: the chart asks for nothing but these."""

    type: str = "armor"
    side: str = "axis"
    nation: str = "german"
    formation: str = ""
    move: int | None = 7


PANZER = Mover()
FOOT = Mover("infantry", move=4)
ARMY = Mover("infantry", "russian", "russian", move=3)
GUNS = Mover("artillery", "russian", "russian", move=3)
GUARDS = Mover("infantry", "russian", "russian", "guards", 4)
HQ = Mover("hq")


@pytest.mark.parametrize("unit", [PANZER, FOOT, ARMY, GUNS, GUARDS])
def test_the_first_clear_impulse_is_the_printed_factor(charts: Charts, unit: Mover) -> None:
    allowance = charts.movement.allowance(unit, 1, "clear")
    assert allowance.value == allowance.certain_max == unit.move
    assert allowance.fact.trust is allowance.bound.trust is Trust.RULEBOOK


@pytest.mark.parametrize("weather", WEATHERS)
def test_headquarters_move_in_the_second_impulse_only(charts: Charts, weather: str) -> None:
    assert charts.movement.allowance(HQ, 1, weather).certain_max == 0
    assert charts.movement.allowance(HQ, 2, weather).value == 7


@pytest.mark.parametrize("unit", [ARMY, GUNS])
def test_russian_infantry_and_guns_of_three(charts: Charts, unit: Mover) -> None:
    # 26.10: 6, 4 and 3 hexes in strategic movement, which doubles 3 in clear weather, 2 in mud, and is 3 in snow.
    first = [charts.movement.allowance(unit, 1, weather) for weather in ("clear", "mud", "snow")]
    assert [(a.value, a.certain_max) for a in first] == [(3, 3), (2, 2), (2, 2)]
    second = [charts.movement.allowance(unit, 2, weather) for weather in WEATHERS]
    assert [(a.value, a.certain_max, a.fact.trust) for a in second] == [(0, 0, Trust.RULEBOOK)] * 4


@pytest.mark.parametrize("unit", [PANZER, FOOT, ARMY, GUARDS, Mover("cavalry", "russian", "russian", move=7)])
def test_nobody_but_headquarters_moves_in_the_second_impulse_of_mud(charts: Charts, unit: Mover) -> None:
    allowance = charts.movement.allowance(unit, 2, "mud")
    assert (allowance.value, allowance.certain_max, allowance.bound.trust) == (0, 0, Trust.RULEBOOK)


def test_german_infantry_has_a_second_impulse_that_is_assumed(charts: Charts) -> None:
    allowance = charts.movement.allowance(FOOT, 2, "clear")
    assert (allowance.value, allowance.certain_max) == (2, 3)
    assert allowance.fact.trust is Trust.ASSUMED
    assert allowance.bound.trust is Trust.RULEBOOK
    assert (
        str(allowance.bound) == "movement of axis-foot, impulse 2, clear: at most one less than printed [rulebook:11.1]"
    )


@pytest.mark.parametrize("weather", ["clear", "light-mud", "snow"])
def test_nobody_but_headquarters_reaches_the_printed_factor_in_the_second_impulse(charts: Charts, weather: str) -> None:
    allowance = charts.movement.allowance(PANZER, 2, weather)
    assert allowance.certain_max == (PANZER.move or 0) - 1
    assert str(allowance.bound.source) == "rulebook:11.1"


def test_leaders_go_by_rail_and_the_mobile_ones_eight(charts: Charts) -> None:
    assert charts.movement.allowance(Mover("leader", move=0), 2, "snow").certain_max == 0
    assert charts.movement.allowance(Mover("leader", move=8), 2, "snow").value == 8
    assert charts.movement.allowance(Mover("leader", move=8), 1, "clear").certain_max == 0


@pytest.mark.parametrize("kind", ["worker", "partisan", "air"])
def test_some_never_move(charts: Charts, kind: str) -> None:
    unit = Mover(kind, "russian", "russian", move=None)
    assert {charts.movement.allowance(unit, i, w).certain_max for i in (1, 2) for w in WEATHERS} == {0}


def test_an_unknown_factor_gives_an_unknown_allowance_but_zero_stays_zero(charts: Charts) -> None:
    unit = Mover("motorized", move=None)
    assert charts.movement.allowance(unit, 1, "clear").value is None
    assert charts.movement.allowance(unit, 2, "mud").value == 0


def test_a_class_weather_or_impulse_that_there_is_not_is_a_key_error(charts: Charts) -> None:
    with pytest.raises(KeyError, match="no class of the movement chart fits a german balloon"):
        charts.movement.allowance(Mover("balloon"), 1, "clear")
    with pytest.raises(KeyError):
        charts.movement.allowance(PANZER, 3, "clear")
    with pytest.raises(KeyError):
        charts.movement.allowance(PANZER, 1, "drizzle")


@given(
    unit=st.builds(
        Mover,
        type=st.sampled_from(["armor", "infantry", "cavalry", "paratroop", "artillery"]),
        side=st.just("russian"),
        nation=st.just("russian"),
        formation=st.sampled_from(["", "guards"]),
        move=st.integers(0, 12),
    ),
    impulse=st.integers(1, 2),
    weather=st.sampled_from(WEATHERS),
)
def test_no_value_passes_its_bound_and_no_bound_the_printed_factor(
    charts: Charts, unit: Mover, impulse: int, weather: str
) -> None:
    allowance = charts.movement.allowance(unit, impulse, weather)
    assert allowance.value is not None
    assert allowance.certain_max is not None
    assert unit.move is not None
    assert 0 <= allowance.value <= allowance.certain_max <= unit.move


def test_an_owner_is_asked_for_the_assumed_cells(charts: Charts) -> None:
    movement = dict(sheets(charts)[0].sections)
    assert [(item.text, item.doubt) for item in movement["mechanized"]][4:7] == [
        ("impulse 2, clear: half", "assumed; no more than one less than printed for certain"),
        ("impulse 2, light-mud: half", "assumed; no more than one less than printed for certain"),
        ("impulse 2, mud: 0", ""),
    ]
