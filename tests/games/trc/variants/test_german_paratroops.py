"""28.6, part III: German paratroops drop far and wide, on top of the enemy too."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.games.trc import load
from trc_module.games.trc.acts.arrivals import Drop
from trc_module.games.trc.log.infer_movement import read
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.variants.german_paratroops import together
from trc_module.rules.actions import Enter
from trc_module.rules.engine import check
from trc_module.rules.finding import Verdict
from trc_module.rules.interpretation import PieceTrack

GAME = load(frozenset({"28.6"}))


def at(moment: str, *more: str) -> str:
    marks = ", ".join(("choice mediterranean-distraction yes", "surrendered italy turn 0", *more))
    return f"options: 28.6\nat: {moment}\nbefore: {marks}\n"


JULY = at("turn 2 axis impulse 1 movement clear")
HQ = "on M25: ger-hq-center\n"
BOX = "box axis off-map-units: ger-2-para\n"


@pytest.mark.parametrize(
    ("moment", "hex_", "expected"),
    [
        ("turn 2 axis impulse 1 movement clear", "M21", []),
        ("turn 2 axis impulse 2 movement clear", "M21", ["violation 28.6-MD-5a"]),
        ("turn 3 axis impulse 1 movement mud", "M21", ["violation 28.6-MD-5a"]),
        ("turn 2 axis impulse 1 movement clear", "M20", ["violation 28.6-MD-5g"]),
        ("turn 2 axis impulse 1 movement clear", "R9", ["violation 28.6-MD-5g"]),
        ("turn 2 axis impulse 1 movement clear", "W26", ["violation 28.6-MD-5g", "violation 28.6-MD-2a"]),
    ],
)
def test_when_and_where_they_drop(moment: str, hex_: str, expected: list[str]) -> None:
    assert sorted(set(told(f"{at(moment)}{HQ}{BOX}drop ger-2-para {hex_}"))) == sorted(expected)


def test_without_a_headquarters_nobody_drops() -> None:
    assert told(f"{JULY}{BOX}drop ger-2-para M21") == ["violation 28.6-MD-5g"]


def test_they_drop_again_from_off_the_board() -> None:
    assert told(f"{JULY}{HQ}on E33: ger-2-para\ndrop ger-2-para M21") == ["violation 28.6-MD-5h"]
    left = f"{JULY}{HQ}on E33: ger-2-para\ndelay ger-2-para\n"
    assert told(f"{left}drop ger-2-para M21") == ["violation 28.6-MD-5h"]
    assert told(f"{JULY}{HQ}on E30: ger-2-para\ndelay ger-2-para") == ["violation 28.6-MD-5h"]
    assert told(f"{left}" + "end\n" * 11 + "drop ger-2-para M21")[-1:] != ["violation 28.6-MD-5h"]
    again = at("turn 8 axis impulse 1 movement clear", "dropped ger-2-para")
    assert told(f"{again}{HQ}{BOX}drop ger-2-para M21") == []
    assert position(left).used.get("axis rail", 0) == 0


def test_they_belong_to_the_distraction() -> None:
    plain = "options: 28.6\nat: turn 1 axis impulse 1 weather clear\n"
    assert told(f"{plain}setup ger-2-para M26") == ["undecided 28.6-MD-5f"]
    assert told(f"{plain}before: choice mediterranean-distraction no\nsetup ger-2-para M26") == ["violation 28.6-MD-5f"]
    assert starting_area(GAME, position(f"{plain}mark weather-drm 0"), "ger-2-para") == 0
    start = at("turn 0 axis impulse 1 weather clear", "early start")
    assert told(f"{start}setup ger-2-para M26") == []
    assert told(f"{start}box axis at-start: ger-2-para\ndelay ger-2-para") == []


@pytest.mark.parametrize(
    ("turn", "infantry", "clean"), [(13, "ger-13-inf", True), (13, "ger-12-inf", False), (14, "ger-13-inf", False)]
)
def test_one_more_comes_for_a_three_four_in_may_1943(turn: int, infantry: str, *, clean: bool) -> None:
    start = at(f"turn {turn} axis impulse 1 movement clear")
    boxes = f"on L30: {infantry}\nbox axis motorization: ger-11-para\n"
    verdicts = told(f"{start}{boxes}motorize {infantry} ger-11-para")
    assert (verdicts == []) is clean
    assert all(verdict.endswith("28.6-MD-5f") for verdict in verdicts)
    assert told(f"{start}{boxes}enter ger-11-para E33")[:1] == ["doubt 28.6-MD-5f"]


LANDED = f"{JULY}{HQ}on M21: rus-1-cav\non M20: rus-24-inf\n{BOX}drop ger-2-para M21\n"


def test_they_fight_whom_they_have_landed_on_and_nobody_else() -> None:
    state = position(LANDED)
    assert {unit: GAME.hex_name(hex_) for unit, hex_ in together(GAME, state).items()} == {"ger-2-para": "M21"}
    assert told(LANDED) == []
    assert told(f"{LANDED}end\nattack 1: ger-2-para x rus-24-inf") == ["violation 28.6-MD-5c"]
    assert told(f"{LANDED}end\nattack 1: ger-2-para x rus-1-cav") == []
    # Whoever attacks nobody breaks the rules on combat, for the enemy in its hex and for no other.
    idle = [verdict for verdict in told(f"{LANDED}end\nend") if verdict.startswith("violation")]
    assert idle
    assert all(verdict.startswith("violation 12") for verdict in idle)


def test_who_stays_among_them_is_lost_in_the_second_impulse() -> None:
    fought = f"{LANDED}end\nattack 1: ger-2-para x rus-1-cav\nroll 1: 2 1-1 C\nend\n"
    assert told(f"{fought}end")[-1:] == ["violation 28.6-MD-5i"]
    assert told(f"{fought}eliminate ger-2-para because 28.6\nend")[-1:] != ["violation 28.6-MD-5i"]


def test_a_beaten_stack_leaves_past_them() -> None:
    fought = f"{LANDED}end\nattack 1: ger-2-para x rus-1-cav\nroll 1: 6 1-1 DR\n"
    assert not [v for v in told(f"{fought}retreat 1: rus-1-cav M21 M20 M19") if v.startswith("violation 13.5")]


def test_control_stays_with_who_stood_there_first() -> None:
    minsk = GAME.board.cities["Minsk"]
    name = GAME.hex_name(minsk.hex)
    drop = f"{JULY}on {name}: rus-24-inf\non M25: ger-hq-center\n{BOX}drop ger-2-para {name}"
    assert position(drop).control.get(minsk.hex) != "axis"


def test_they_are_supplied_by_a_line_and_never_replaced() -> None:
    end = at("turn 8 axis impulse 2 end clear")
    assert told(f"{end}on X10: ger-2-para\nend") == ["violation 17.2a"]
    assert told(f"{end}control: Kiev axis\non W17: ger-2-para\nend") == ["note 4.1.6a"]
    pool = "box axis replacement-pool: ger-2-para\nreplace ger-2-para E33"
    assert told(f"{at('turn 13 axis impulse 1 movement clear')}{pool}")[:1] == ["violation 28.6-MD-5e"]
    russian = "options: 28.6\nat: turn 5 russian impulse 2 end snow\non Y22: rus-5-para\nend"
    assert told(russian) == []


def test_drops_are_listed() -> None:
    drops = list(GAME.book.listers[Drop](GAME, position(f"{JULY}{HQ}{BOX}mark weather-drm 0")))
    assert Drop("ger-2-para", GAME.board.grid.hex("M21")) in drops
    assert not list(GAME.book.listers[Drop](GAME, position(f"{JULY}{HQ}mark weather-drm 0")))


GAMBIT = load(frozenset({"28.6"}))


@pytest.mark.parametrize(("at", "expected"), [("M17", []), ("M16", ["violation 28.6-MD-5g"])])
def test_german_paratroops_drop_eight_hexes_from_an_army_group_and_no_further(at: str, expected: list[str]) -> None:
    assert GAMBIT.board.grid.distance(GAMBIT.board.grid.hex("M25"), GAMBIT.board.grid.hex("M17")) == 8
    text = (
        "options: 28.6\nat: turn 2 axis impulse 1 movement clear\n"
        "before: choice mediterranean-distraction yes, surrendered italy turn 0\non M25: ger-hq-center\n"
        f"box axis off-map-units: ger-2-para\ndrop ger-2-para {at}\n"
    )
    assert told(text) == expected


@pytest.mark.parametrize(
    ("unit", "goal", "options", "read_as"),
    [
        ("ger-2-para", "M21", "28.6", [Drop, Enter]),
        ("ger-2-para", "E33", "28.6", [Enter, Drop]),
        ("ger-2-para", "M21", "26.4", [Enter]),
        ("ger-13-inf", "M21", "28.6", [Enter]),
    ],
    ids=["inland", "at the edge", "without the variant", "no paratroops"],
)
def test_paratroops_that_come_from_off_the_map_without_a_key_may_have_dropped(
    unit: str, goal: str, options: str, read_as: list[type]
) -> None:
    game = load(frozenset({options}))
    where = game.board.grid.hex(goal)
    state = position(f"{at('turn 2 axis impulse 1 movement clear')}{HQ}box axis off-map-units: {unit}\n")
    ((found, _),) = read(game, state, [PieceTrack(unit, ("off-map-units", where), (1,), "axis")], {})
    assert [type(act) for act in found.actions] == read_as


@pytest.mark.parametrize(
    ("weather", "verdicts"), [("clear", []), ("mud", [("28.6-MD-5a", Verdict.VIOLATION)])], ids=["clear", "mud"]
)
def test_a_drop_without_a_key_is_judged_as_a_drop(weather: str, verdicts: list[tuple[str, Verdict]]) -> None:
    where = GAMBIT.board.grid.hex("M21")
    state = position(f"{at(f'turn 2 axis impulse 1 movement {weather}')}{HQ}{BOX}")
    ((found, _),) = read(GAMBIT, state, [PieceTrack("ger-2-para", ("off-map-units", where), (1,), "axis")], {})
    told_of = [(one.rule, one.verdict) for one in check(GAMBIT, state, found.actions[0]) if one.accuses]
    assert told_of == verdicts
