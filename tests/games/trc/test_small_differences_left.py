"""The last small differences that decide: victories by points, start lines, rails, and what a log leaves unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.facts import DataError
from trc_module.games.trc.arrivals.russian_replacements import judge_the_sum
from trc_module.games.trc.start_lines import StartLine, load_lines
from trc_module.games.trc.steps import UNDECLARED, VICTORIES
from trc_module.games.trc.victory.scenario_rules import in_karelia
from trc_module.games.trc.victory.sudden_death import axis_objectives_of_1945, russian_objectives_of_1945
from trc_module.games.trc.victory.victory_points import tally
from trc_module.rules.deeds import Deed, Die, Journey, Traces
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.state import Place

HEX = GAME.board.grid.hex
MOVES = "turn 2 axis impulse 1 movement clear"


def sentences(text: str, at: str = MOVES) -> list[str]:
    return [finding.sentence for finding in findings(text, at)]


# Victories by points


CLOSE = (
    "Kiev axis, Minsk axis, Riga axis, Odessa axis, Brest axis, Lvov axis, Tallinn axis, Dnepropetrovsk axis, "
    "Bryansk axis, Vitebsk axis, Kaunas axis"
)


def storm(control: str, rest: str) -> str:
    return f"scenario: breaking-storm\nat: turn 5 russian impulse 2 end snow\ncontrol: {control}\n{rest}"


def test_points_that_assumed_sides_of_the_line_decide_win_by_what_is_taken_for_true() -> None:
    enough = CLOSE + ", Kharkov axis, Stalino axis, Kursk axis"
    points = tally(GAME, position(storm(enough, "")))
    assert points is not None
    assert (points.total, points.reaches(-1)) == (-1, None)
    assert told(storm(enough, "win axis because 27.2b\n")) == []
    assert told(storm(enough, "win russian because 27.2e\n")) == ["doubt 27.2e"]
    assert told(storm(CLOSE, "win axis because 27.2b\n")) == ["doubt 27.2b"]
    assert told(storm(CLOSE, "win russian because 27.2e\n")) == []


def test_points_that_a_way_not_known_decides_win_for_nobody() -> None:
    unsure = f"before: unsure-control {GAME.hex_name(GAME.places['Kiev'])}\n"
    assert told(storm(CLOSE, unsure + "win axis because 27.2b\n")) == ["undecided 27.2b"]
    assert told(storm(CLOSE, unsure + "win russian because 27.2e\n")) == ["undecided 27.2e"]
    beyond_doubt = storm("Minsk axis", unsure + "win axis because 27.2b\n")
    assert told(beyond_doubt) == ["violation 27.2b"]


def test_objectives_that_a_way_not_known_decides_are_open() -> None:
    def met(rest: str) -> tuple[bool | None, ...]:
        state = position(rest + "on R9: rus-3-inf\n", "turn 23 russian impulse 2 end snow")
        goals = axis_objectives_of_1945(GAME, state)[-2:] + russian_objectives_of_1945(GAME, state)[-2:]
        return tuple(goal.met for goal in goals)

    # All German cities and one well for the Axis; one German city and all wells for the Russian.
    assert met("") == (True, True, False, False)
    assert met(f"before: unsure-control {GAME.hex_name(GAME.places['Berlin'])}\n") == (None, True, None, False)
    lost = "control: Berlin russian, Konigsberg none, Breslau axis\n"
    assert met(lost) == (False, True, True, False)


# Start lines


ROWS = {**dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 14), **{f"{c}{c}": 16 for c in "ABCDEFGHIJKLMNOPQ"}}


def line(folder: Path, *, more: str = "", sides: str = "") -> StartLine:
    (folder / "lines").mkdir()
    rows = "\n".join(f"{row} = {column}" for row, column in ROWS.items())
    head = f'name = "Made up"\ncolour = "blue"\nsource = "owner:a card"\n{more}\n'
    (folder / "lines" / "made-up.toml").write_text(f"{head}[rows]\n{rows}\n{sides}", encoding="utf-8")
    return load_lines(folder, GAME.board)["made-up"]


def test_the_easternmost_hex_of_a_row_is_on_the_axis_side(tmp_path: Path) -> None:
    found = line(tmp_path)
    assert [found.side_of(HEX(name)) for name in ("V13", "V14", "V15")] == ["russian", "axis", "axis"]
    assert found.side_of(HEX("QQ16")) == "axis"


def test_hexes_may_be_on_the_other_side_than_their_row(tmp_path: Path) -> None:
    found = line(tmp_path, more='also-axis = ["V9"]\nalso-russian = ["V20"]')
    assert [found.side_of(HEX(name)) for name in ("V9", "V10", "V20", "V21")] == ["axis", "russian", "russian", "axis"]


SIDES = '[sides.told]\naxis = ["{}"]\nrussian = ["{}"]\nsource = "owner:a card"\n'


def test_places_are_held_against_the_rows(tmp_path: Path) -> None:
    found = line(tmp_path, sides=SIDES.format("Warsaw", "Moscow"))
    assert (found.places["Warsaw"][0], found.places["Moscow"][0]) == ("axis", "russian")


@pytest.mark.parametrize(("axis", "russian", "wrong"), [("Gorki", "Moscow", "Gorki"), ("Berlin", "Warsaw", "Warsaw")])
def test_a_place_on_the_other_side_than_the_rows_is_refused(
    tmp_path: Path, axis: str, russian: str, wrong: str
) -> None:
    with pytest.raises(DataError) as caught:
        line(tmp_path, sides=SIDES.format(axis, russian))
    assert caught.value.expected == f"{wrong} on the side on which the rows have it"


# Rails


def test_a_zone_over_a_line_that_was_read_with_doubt_is_a_doubt_and_a_wrong_gauge_there_is_none() -> None:
    at = "turn 8 russian impulse 1 movement clear"
    way = "on T9: rus-24-inf\nrail rus-24-inf T9 U8 V8 W8\n"
    assert told("on U7: ger-41-pz\n" + way, at) == ["doubt 9.3.2c"]
    assert told("rail: axis U8\n" + way, at) == ["violation 9.1a"]


def test_a_known_way_tells_rails_of_the_next_turn_from_those_of_the_enemy() -> None:
    gained = "control: Brest axis\nrail: axis O24 N25 O22\non L26: ger-41-pz\nrail ger-41-pz L26 M25 N25 O24 O23 O22\n"
    (sentence,) = sentences(gained)
    assert sentence.endswith("the rails in O23 are not friendly before the next turn.")
    (sentence,) = sentences("rail: axis O22 O20\non O22: ger-41-pz\nrail ger-41-pz O22 O21 O20\n")
    assert sentence.endswith("the rails in O21 are not friendly.")


# Replacements and battlegroups


def test_only_the_factors_that_nobody_has_told_are_named() -> None:
    state = position("on R9: rus-worker-moscow\n", "turn 2 russian impulse 1 movement clear")
    known, unknown = GAME.units["rus-1-tank"], GAME.units["rus-13-inf"]
    assert list(judge_the_sum(GAME, state, (), ended=False, more=[(known, 0)])) == []
    (finding,) = judge_the_sum(GAME, state, (), ended=False, more=[(known, 0), (unknown, None)])
    assert (finding.verdict, finding.rule) == (Verdict.SKIPPED, "22.5a")
    assert finding.facts == (unknown.fact("combat"),)


@pytest.mark.parametrize(
    ("units", "what"),
    [("rus-1-tank rus-10-tank", "armor"), ("rus-1gd-inf rus-2gd-inf", "Guards infantry or cavalry")],
)
def test_the_unit_too_many_is_named_by_its_group(units: str, what: str) -> None:
    first, second = units.split()
    text = f"on R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\nbox russian replacement-pool: {units}\n"
    text += f"replace {first} X1\nreplace {second} X1\n"
    said = sentences(text, "turn 12 russian impulse 1 movement clear")
    assert f"{second} is {what} unit number 2 replaced this turn; only 1 may be." in said


REMNANT = (
    "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-13-inf\n"
    "attack 1: rus-24-inf rus-20-inf x ger-13-inf\nroll 1: 5 3-1 {}\nlose 1: ger-13-inf\n"
    "remnant {}: ger-13-inf ger-inf-bg Y19\n"
)


def test_a_battlegroup_of_a_battle_that_was_not_fought_or_had_another_result() -> None:
    end = "; only a defender lost on EX, D1 or DE may."
    assert f"ger-13-inf left a battlegroup{end}" in sentences(REMNANT.format("D1", 2))
    assert f"ger-13-inf left a battlegroup on DR{end}" in sentences(REMNANT.format("DR", 1))


# Karelia


def test_karelia_begins_east_of_leningrad() -> None:
    assert GAME.hex_name(GAME.places["Leningrad"]) == "E10"
    assert [in_karelia(GAME, name) for name in ("B9", "B10", "D9", "D10", "E9")] == [True, False, True, False, False]


# What a log leaves unsaid


def test_a_unit_of_the_enemy_that_is_lost_while_moving_was_perhaps_an_automatic_victory() -> None:
    state = position("on Y17: ger-41-pz\non X17: rus-24-inf\n")

    def marks(unit: str, start: str, goal: Place) -> list[object]:
        journey = Journey(unit, (HEX(start), goal), (4,))
        return [deed.marks for deed in GAME.guess(state, (), Traces((journey,))).deeds]

    victory = [(UNDECLARED, VICTORIES)]
    assert marks("rus-24-inf", "X17", "replacement-pool") == victory
    assert marks("rus-24-inf", "X17", "surrendered") == victory
    assert marks("rus-24-inf", "X17", HEX("W17")) == []
    assert victory[0] not in marks("ger-41-pz", "Y17", "replacement-pool")


def test_a_line_about_a_die_at_sea_whose_die_is_not_among_the_dice_is_no_reading() -> None:
    state = position("on R9: rus-3-inf\n")
    about = Finding("log.sea", Verdict.UNDECIDED, "A die for rus-3-inf at sea.", ("rus-3-inf",))
    said = Deed((7,), findings=(about,))
    assert GAME.guess(state, (said,), Traces((), (Die(3, 5, "SEA"),))).deeds == ()
