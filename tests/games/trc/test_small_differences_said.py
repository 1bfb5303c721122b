"""More small differences that decide: what a composed log says, which garrisons come, what victories rest on."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.games.trc.acts.actions import Motorize
from trc_module.games.trc.arrivals.entry_hexes import Arrival
from trc_module.games.trc.arrivals.special_entries import garrison_gate
from trc_module.games.trc.arrivals.withdrawals import arriving_now
from trc_module.games.trc.victory.campaign_victory import _failed_to_match
from trc_module.games.trc.victory.scenario_victories import breaking_storm_by_points
from trc_module.games.trc.victory.victory_points import tally
from trc_module.rules.actions import AirSupport, Attack, Marker, Surrender, WeatherRoll
from trc_module.rules.deeds import Said

HEX = GAME.board.grid.hex


# What a composed log says


def said(text: str, act: object, at: str = "turn 2 axis impulse 1 combat clear") -> list[Said]:
    return list(GAME.say(position(text, at), act))  # type: ignore[arg-type]


def test_a_motorized_corps_is_put_where_its_infantry_stood() -> None:
    act = Motorize("ger-44-inf", "ger-11-mot")
    moves = [one.moves for one in said("on Y20: ger-44-inf\nbox axis motorization: ger-11-mot\n", act)]
    assert moves == [(("ger-44-inf", "removed"),), (), (("ger-11-mot", HEX("Y20")),)]


def test_the_aircraft_of_a_battle_are_of_its_kind_and_others_each_time() -> None:
    text = "on Y19: ger-hq-south ger-hq-center\non Y17: ger-41-pz\non X17: rus-24-inf\n"
    air = (AirSupport("stuka", "ger-hq-south"), AirSupport("stuka", "ger-hq-center"))
    lines = [line for one in said(text, Attack(1, ("ger-41-pz",), ("rus-24-inf",), air)) for line in one.lines]
    units = [fields["u"] for verb, fields in lines if verb == "AIR"]
    assert len(set(units)) == 2
    assert {GAME.units[unit].area for unit in units} == {"stukas"}


def test_all_units_of_a_country_that_are_in_play_go_when_it_surrenders() -> None:
    text = "on Y20: ita-3-inf\non Z20: rum-cav\nbox axis surrendered: ita-2-inf\nbox axis replacement-pool: ita-cav\n"
    italians = sorted(name for name, unit in GAME.units.items() if unit.nation == "italian")
    text = f"on Y20: {italians[0]}\non Z20: rum-cav ger-12-inf\nbox axis surrendered: {italians[1]}\n"
    (one,) = said(text, Surrender("italy", "24.4"), "turn 14 axis impulse 1 end clear")
    assert one.moves == ((italians[0], "surrendered"),)
    assert one.lines == (("ALLYOUT", {"country": "italy", "because": "24.4"}),)


@pytest.mark.parametrize(
    ("marker", "where", "verb"),
    [
        ("rail", "T14 axis", "RAILHEAD"),
        ("rail", "T14 russian", "MARK"),
        ("control", "Kiev axis", "CONTROL"),
        ("flag", "Kiev axis", "MARK"),
        ("rail", "axis", "MARK"),
    ],
)
def test_which_line_a_marker_makes(marker: str, where: str, verb: str) -> None:
    ((line,),) = [one.lines for one in said("", Marker(marker, where))]
    assert line[0] == verb


def test_the_weather_line_tells_the_new_modifier_only_where_the_act_does() -> None:
    at = "turn 3 axis impulse 1 weather clear"
    ((plain,),) = [one.lines for one in said("drm: +1\n", WeatherRoll(3), at)]
    ((full,),) = [one.lines for one in said("drm: +1\n", WeatherRoll(3, "clear", 2), at)]
    assert plain == ("WEATHER", {"die": "3", "drm": "1"})
    assert full == ("WEATHER", {"die": "3", "drm": "1", "after": "2", "is": "clear"})


# Arrivals


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("ger-15-mtn", "20.7.1"),
        ("ger-91-mtn", "20.7.2"),
        ("ger-4-ss-pz", "20.8"),
        ("ger-12-inf", None),
    ],
)
def test_each_garrison_comes_in_by_its_own_release(unit: str, rule: str | None) -> None:
    case = Arrival(GAME, position(""), GAME.units[unit], "bulgarian-garrison")
    gate = garrison_gate(case)
    assert (None if gate is None else gate.rule) == rule


def test_a_drop_or_a_landing_near_bucharest_releases_the_garrison() -> None:
    released = ("triggered", "bulgarian-garrison")
    drop = (
        "at: turn 13 russian impulse 1 movement clear\non BB22: rus-stavka\nbox russian paratroop-reserve: rus-5-para\n"
    )
    assert released in position(drop + "drop rus-5-para BB26\n").marks
    assert released not in position(drop + "drop rus-5-para BB20\n").marks


def test_a_unit_that_is_not_yet_due_comes_by_sea_no_sooner() -> None:
    early = next(
        name
        for name, unit in GAME.units.items()
        if unit.side == "russian" and unit.arrival == 4 and unit.type == "infantry" and unit.stacks
    )
    text = f"box russian turn-4: {early}\nsea transfer {early} turn-4 DD24 roll 2\n"
    assert "violation 20.0b" in told(text, "turn 3 russian impulse 1 movement clear")


def test_it_is_said_from_where_a_unit_that_is_no_reinforcement_came() -> None:
    start = "box axis at-start: ger-12-inf\nenter ger-12-inf E33\n"
    assert "it was set up at the start" in findings(start)[0].sentence


@pytest.mark.parametrize(
    ("unit", "box", "turn", "arrives"),
    [
        ("rus-6-inf", "replacement-pool", 8, True),
        ("ger-12-inf", "replacement-pool", 7, True),
        ("ger-12-inf", "replacement-pool", 8, False),
        ("rum-3-inf", "turn-9", 9, True),
        ("rum-3-inf", "turn-9", 8, False),
    ],
)
def test_who_arrives_on_a_turn(unit: str, box: str, turn: int, arrives: bool) -> None:
    side = GAME.side_of[unit]
    state = position(f"box {side} {box}: {unit}\n", f"turn {turn} {side} impulse 1 movement clear")
    assert arriving_now(GAME, state, GAME.units[unit]) is arrives


# Replacements


@pytest.mark.parametrize(("units", "what"), [("rus-1-tank rus-2-tank", "armor"), ("rus-1gd-cav rus-2gd-cav", "Guards")])
def test_one_of_a_group_too_many_is_called_by_its_group(units: str, what: str) -> None:
    workers = "rus-worker-moscow rus-worker-kiev rus-worker-stalino rus-worker-kharkov"
    one, other = units.split()
    text = f"on R9: {workers}\nbox russian replacement-pool: {units}\nreplace {one} X1\nreplace {other} L1\n"
    found = findings(text, "turn 5 russian impulse 1 movement snow")
    assert any(f"{other} is {what}" in finding.sentence for finding in found)


def test_what_the_known_points_cover_is_not_undecided() -> None:
    text = (
        "scenario: breaking-storm\noptions: 26.8\nat: turn 2 russian impulse 1 movement clear\nbefore: lost archangel\n"
        "on R9: rus-worker-moscow\nbox russian replacement-pool: {0}\nreplace {0} X1\n"
    )
    worth = {
        n: next(u for u, x in GAME.units.items() if x.side == "russian" and x.type == "infantry" and x.combat == n)
        for n in (3, 4)
    }
    assert told(text.format(worth[3])) == []
    assert told(text.format(worth[4])) == ["undecided 22.5a"]


# Victory


@pytest.mark.parametrize("over", [-1, 0, 1])
@pytest.mark.parametrize("bound", ["least", "most"])
def test_points_that_no_assumption_allows_are_a_violation(bound: str, over: int) -> None:
    at = "scenario: breaking-storm\nat: turn 3 axis impulse 1 movement clear\non R9: rus-3-inf\n"
    points = tally(GAME, position(at))
    assert points is not None
    assert points.least < points.total < points.most
    shown = getattr(points, bound) + over
    inside = points.least <= shown <= points.most
    assert told(at + f"mark victory-points {shown:+d}\n") == ["doubt 27.12b" if inside else "violation 27.12b"]


def test_points_are_stated_with_what_assumptions_leave_open() -> None:
    at = "scenario: breaking-storm\nat: turn 5 russian impulse 2 end snow\non R9: rus-3-inf\n"
    points = tally(GAME, position(at))
    assert points is not None
    met, text = breaking_storm_by_points(GAME, position(at))
    assert f"{points.total} ({points.least} to {points.most}) victory points" in text
    assert met is (points.total >= -1)


def test_sudden_death_that_hangs_on_a_way_not_known_is_undecided() -> None:
    six = "Kiev axis, Kalinin axis, Leningrad axis, Rostov axis, Kharkov axis, Stalino axis"
    text = f"control: {six}\nbefore: unsure-control W19\nend\n"
    found = [f for f in findings(text, "turn 5 russian impulse 2 end snow") if f.verdict.value == "undecided"]
    assert [finding.rule for finding in found] == ["25.2.2"]
    assert "Kiev" in found[0].sentence


@pytest.mark.parametrize(("owed", "failed"), [(3, False), (4, False), (5, True)])
def test_exactly_as_many_factors_as_are_owed_can_be_matched(owed: int, failed: bool) -> None:
    text = f"used: russian unmatched {owed}\non R9: rus-24-inf\n"
    assert _failed_to_match(GAME, position(text, "turn 8 russian impulse 1 movement clear"), "russian")[0] is failed


# Rails


def test_a_junction_that_is_none_of_yours_rests_on_the_junction_being_one() -> None:
    text = "control: Smolensk axis\nrail: axis P14\nconvert S11\n"
    (finding,) = findings(text, "turn 3 axis impulse 2 end clear")
    assert [str(fact).partition(" [")[0] for fact in finding.facts] == ["S11 is a rail junction"]


def test_rails_gained_in_this_turn_are_not_friendly_before_the_next() -> None:
    (rule,) = GAME.book.under("9.4.1a")
    sentences = [finding.sentence for finding in findings(rule.illegal)]
    assert any("are not friendly before the next turn" in sentence for sentence in sentences), sentences
    foreign = "on S11: ger-41-pz\nrail ger-41-pz S11 T11\n"
    assert not any("before the next turn" in finding.sentence for finding in findings(foreign))
