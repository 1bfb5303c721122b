"""Small differences that decide in options, each found by changing one comparison and seeing no test fail."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.games.trc.play import GAME, findings, names, position, told
from trc_module.declarations import Declaration
from trc_module.games import find_game
from trc_module.games.trc import TrcGame, load
from trc_module.games.trc.arrivals.axis_replacements import kind_of
from trc_module.games.trc.combat.retreat_routes import routes
from trc_module.games.trc.options.battlegroups import Remnant, legal_remnants, no_faster_than_the_lost
from trc_module.games.trc.options.bidding import share
from trc_module.games.trc.options.industrial_evacuation import EVACUATED
from trc_module.games.trc.options.recovery import RECOVERED
from trc_module.games.trc.players.legal_actions import full, starting_area
from trc_module.rules.actions import Eliminate
from trc_module.rules.engine import legal_actions

HEX = GAME.board.grid.hex


# What was agreed


def test_an_act_of_an_option_is_called_by_its_own_verb() -> None:
    (finding,) = findings("on E10: rus-23-inf\nfortify E10\n", "turn 2 russian impulse 2 end clear")
    assert "'fortify'" in finding.sentence


# Artillery


def test_a_gun_that_arrives_and_one_that_is_replaced_are_one_replacement() -> None:
    text = (
        "options: 26.5\nat: turn 17 russian impulse 1 movement snow\non R9: rus-worker-moscow\n"
        "before: {} rus-2-art X1\non X1: rus-2-art\nbox russian replacement-pool: rus-1-art\nreplace rus-1-art X1\n"
    )
    assert told(text.format("replaced")) == ["violation 26.5.2a"]
    assert told(text.format("arrived").replace("rus-2-art X1\n", "rus-2-art turn-17\n")) == []


# Battlegroups


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (None, 4, ["skipped ger-inf-bg"]),
        (4, None, ["skipped ger-13-inf"]),
        (5, 4, ["violation"]),
        (4, 4, []),
        (3, 4, []),
    ],
)
def test_a_battlegroup_is_no_faster_than_the_lost(new: int | None, old: int | None, expected: list[str]) -> None:
    def unit(move: int | None) -> SimpleNamespace:
        return SimpleNamespace(move=move, fact=lambda name: GAME.units["ger-13-inf"].fact("move"))

    game = cast(TrcGame, SimpleNamespace(units={"ger-inf-bg": unit(new), "ger-13-inf": unit(old)}))
    act = Remnant(1, "ger-13-inf", "ger-inf-bg", HEX("Y19"))
    said = []
    for finding in no_faster_than_the_lost(game, position(""), act):
        named = finding.sentence.rstrip(".").rpartition(" for ")[2] if finding.verdict.value == "skipped" else ""
        said.append(f"{finding.verdict.value} {named}".strip())
    assert said == expected


def test_where_a_battlegroup_survived_is_remembered_until_the_combat_phase_ends() -> None:
    text = (
        "options: 26.4\nat: turn 9 russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\non Y17: ger-13-inf\n"
        "attack 1: rus-24-inf rus-20-inf x ger-13-inf\nroll 1: 5 3-1 D1\nlose 1: ger-13-inf\n"
        "remnant 1: ger-13-inf ger-inf-bg Y19\n"
    )
    assert ("remnant", "ger-inf-bg", "Y17") in position(text).marks
    assert not [mark for mark in position(text + "end\n").marks if mark[0] == "remnant"]
    # Another phase's end forgets nothing, and nothing else is forgotten.
    other = (
        "options: 26.4\nat: turn 9 russian impulse 1 {} clear\nbefore: remnant ger-inf-bg Y17, lost archangel\nend\n"
    )
    assert {mark[0] for mark in position(other.format("movement")).marks} >= {"remnant", "lost"}
    assert {mark[0] for mark in position(other.format("combat")).marks} == {"lost"}


def test_a_line_that_names_no_unit_or_no_hex_leaves_no_battlegroup() -> None:
    game = find_game("trc", frozenset({"26.4"}))
    assert isinstance(game, TrcGame)
    hear = game.words.hears["REMNANT"]
    said = {"b": "1", "lost": "ger-13-inf", "u": "ger-inf-bg", "at": "Y19"}
    assert hear(game, Declaration("REMNANT", said)) == Remnant(1, "ger-13-inf", "ger-inf-bg", HEX("Y19"))
    assert hear(game, Declaration("REMNANT", said | {"lost": "nobody"})) is None
    assert hear(game, Declaration("REMNANT", said | {"at": "the pool"})) is None


@pytest.mark.parametrize(
    ("unit", "battlegroup", "side", "rule"),
    [("ger-13-inf", "ger-inf-bg", "axis", "21.3"), ("rus-1gd-inf", "rus-gd-inf-bg", "russian", "13.2b")],
)
def test_who_is_rebuilt_comes_out_of_the_pool(unit: str, battlegroup: str, side: str, rule: str) -> None:
    text = (
        f"options: 26.4\nat: turn 7 {side} impulse 1 movement clear\non Y20: {battlegroup}\n"
        f"box {side} surrendered: {unit}\nrebuild {unit} {battlegroup}\n"
    )
    assert f"violation {rule}" in told(text)


# Bids


@pytest.mark.parametrize(
    ("bid", "shares"),
    [("-3", [0, 0, 0, -1, -1, -1]), ("+0", [0] * 6), ("+1", [1, 0, 0, 0, 0, 0])],
)
def test_each_turn_has_its_share_of_a_bid(bid: str, shares: list[int]) -> None:
    game = find_game("trc", frozenset({"26.8"}))
    assert isinstance(game, TrcGame)
    text = "scenario: {}\noptions: 26.8\nat: turn {} russian impulse 1 movement clear\nbefore: bid " + bid + "\n"
    storm = [share(game, position(text.format("breaking-storm", turn))) for turn in range(1, 6)]
    assert storm == (shares[1:] if bid == "-3" else shares[:5])
    assert share(game, position(text.format("breaking-storm", 6))) == 0


def test_the_second_bid_takes_the_place_of_the_first_and_of_nothing_else() -> None:
    text = "options: 26.8\nat: turn 1 axis impulse 1 weather clear\nbefore: bid +7, lost archangel\nbid +9\n"
    assert {mark for mark in position(text).marks if mark[0] in ("bid", "lost")} == {
        ("bid", "+9"),
        ("lost", "archangel"),
    }


# Evacuation


def test_a_worker_evacuated_by_no_edge_is_told_with_the_hex() -> None:
    text = "options: 26.2\nat: turn 3 russian impulse 1 movement clear\non AA14: rus-worker-kharkov\n"
    (finding,) = findings(text + "evacuate rus-worker-kharkov by R9\n")
    assert "by R9, which is not a rail hex" in finding.sentence


@pytest.mark.parametrize(("turn", "expected"), [(5, ["violation 26.2.2b"]), (6, []), (7, [])])
def test_workers_work_in_the_urals_from_their_turn_on(turn: int, expected: list[str]) -> None:
    waiting = "box russian turn-record-6: rus-worker-kharkov\n"
    text = f"options: 26.2\nat: turn {turn} russian impulse 1 movement clear\n{waiting}resume rus-worker-kharkov\n"
    assert told(text) == expected


@pytest.mark.parametrize(
    ("turn", "box", "expected"),
    [
        (5, "turn-record-6", ["violation 26.2.2d"]),
        (6, "turn-record-6", []),
        (7, "turn-record-6", []),
        (6, "urals", []),
        (6, "replacement-pool", ["violation 22.5a"]),
    ],
)
def test_when_the_points_of_an_evacuated_worker_count(turn: int, box: str, expected: list[str]) -> None:
    text = (
        f"options: 26.2\nat: turn {turn} russian impulse 1 movement clear\nbefore: lost archangel\n"
        f"box russian {box}: rus-worker-kharkov\nbox russian replacement-pool: rus-6-inf\non R9: rus-worker-moscow\n"
        "replace rus-6-inf R9\n"
    )
    assert told(text) == expected


def test_only_replacements_of_its_own_city_keep_a_worker_there() -> None:
    text = (
        "options: 26.2\nat: turn 3 russian impulse 1 movement clear\nbefore: replaced rus-1-cav {}\n"
        "on AA14: rus-worker-kharkov rus-1-cav\nevacuate rus-worker-kharkov\n"
    )
    assert told(text.format("AA14")) == ["violation 26.2.3c"]
    assert told(text.format("Kharkov")) == ["violation 26.2.3c"]
    assert told(text.format("R9")) == []


def test_who_was_evacuated_is_remembered_until_the_russian_turn_ends() -> None:
    text = "options: 26.2\nat: turn 3 russian impulse 1 movement clear\non AA14: rus-worker-kharkov\n"
    after = text + "evacuate rus-worker-kharkov\n"
    assert (EVACUATED, "rus-worker-kharkov", "AA14") in position(after).marks
    assert (EVACUATED, "rus-worker-kharkov", "AA14") in position(after + "end\n" * 3).marks
    assert not [mark for mark in position(after + "end\n" * 5).marks if mark[0] == EVACUATED]


def test_an_excess_beyond_the_points_of_a_worker_that_counts_is_an_ordinary_one() -> None:
    text = (
        "options: 26.2\nat: turn 6 russian impulse 1 movement clear\nbefore: lost archangel, replaced rus-6-inf X1\n"
        "box russian turn-record-6: rus-worker-kharkov\nbox russian replacement-pool: rus-2-cav\non X1: rus-6-inf\n"
        "on R9: rus-worker-moscow\nreplace rus-2-cav R9\n"
    )
    assert told(text) == ["violation 22.5a"]


@pytest.mark.parametrize(("fallen", "left"), [(2, 0), (3, 1), (0, 0)])
def test_the_evacuated_are_not_among_the_workers_that_fell(fallen: int, left: int) -> None:
    text = (
        f"options: 26.2\nat: turn 3 russian impulse 1 movement clear\nused: russian workers {fallen}\n"
        "on AA14: rus-worker-kharkov\nevacuate rus-worker-kharkov\n"
    ).replace("used: russian workers 0\n", "")
    used = position(text).used
    assert used.get("russian workers", 0) == left
    assert ("russian workers" in used) is (left > 0)


# Set-up


def test_axis_units_without_an_r_start_outside_rumania_and_all_outside_hungary() -> None:
    game = find_game("trc", frozenset({"26.11"}))
    assert isinstance(game, TrcGame)
    state = position("options: 26.11\nat: turn 1 axis impulse 1 weather clear\n")
    rumania, hungary = (GAME.board.regions[name].hexes for name in ("Rumania", "Hungary"))
    areas = {unit: starting_area(game, state, unit) for unit in ("ger-13-inf", "ger-41-pz", "rum-cav", "rus-3-inf")}
    assert not any(area & hungary for area in areas.values())
    with_r = {unit for unit in areas if game.units[unit].setup == "R"}
    assert {unit for unit, area in areas.items() if area & rumania} == with_r
    assert areas["ger-13-inf"]


# Mobile leaders


def test_the_loss_of_stavka_stops_a_mobile_stalin_too() -> None:
    text = (
        "options: 26.16\nat: turn 4 russian impulse 2 movement clear\n{}on R9: rus-stalin-mobile\n"
        "move rus-stalin-mobile R9 R8\n"
    )
    assert told(text.format("")) == []
    assert told(text.format("before: leader-lost russian turn 4 russian impulse 1\n")) == ["violation 11.3a"]


# Optional workers


@pytest.mark.parametrize(
    ("bid", "expected"), [("bid -3", True), ("bid +0", True), ("bid +1", False), ("lost archangel", False)]
)
def test_optional_workers_come_for_a_positive_bid(bid: str, expected: bool) -> None:
    text = f"options: 26.8, 26.14\nat: turn 1 axis impulse 1 weather clear\nbefore: {bid}\nsetup rus-worker-opt1a U1\n"
    assert ("violation 26.14c" in told(text)) is expected


# The SS


def test_an_ss_unit_gives_nothing_in_a_year_that_is_not_its_own() -> None:
    of = {kind: [n for n, u in GAME.units.items() if u.nation == "german" and kind_of(u) == kind] for kind in KINDS}
    three_fours = of["3-4"][:6]
    pool = [name for kind in KINDS for name in of[kind][:6]]
    text = (
        "options: 26.1\nat: turn 13 axis impulse 1 movement clear\n"
        "on Y20: ger-ss-res ger-1-ss-pz\non Y21: ger-2-ss-pz ger-3-ss-pz\n"
        f"box axis replacement-pool: {' '.join(pool)}\n" + "".join(f"replace {unit} E33\n" for unit in three_fours[:5])
    )
    # One by 21.4, and one each for the reserve, the 2nd and the 3rd; the 1st gives one in 1944.
    assert told(text) == ["violation 26.1b"]
    assert told(text.replace("ger-3-ss-pz", "")) == ["violation 26.1a"] * 2
    assert told(text.replace(" ger-1-ss-pz", "")) == ["violation 21.6f"]
    assert "violation 26.1b" not in told(text.replace("turn 13", "turn 19"))


KINDS = ("3-4", "4-4", "5-4", "mountain", "motorized", "armor")


# Recovery


def test_recovery_begins_on_its_first_turn() -> None:
    text = (
        "options: 26.12\nat: turn {} russian impulse 1 movement clear\non R9: rus-worker-moscow rus-worker-kiev\n"
        "box russian surrendered: rus-1gd-cav\nrecover rus-1gd-cav\n"
    )
    assert told(text.format(12)) == ["violation 26.12a"]
    assert told(text.format(13)) == []


@pytest.mark.parametrize(("units", "what"), [("rus-2-tank rus-1-tank", "armor"), ("rus-1gd-cav rus-2gd-cav", "Guards")])
def test_two_of_a_kind_are_not_recovered(units: str, what: str) -> None:
    one, other = units.split()
    workers = "rus-worker-moscow rus-worker-kiev rus-worker-stalino rus-worker-kharkov"
    text = (
        f"options: 26.12\nat: turn 16 russian impulse 1 movement clear\non R9: {workers}\n"
        f"box russian surrendered: {units}\nrecover {one}\nrecover {other}\n"
    )
    sentences = [finding.sentence for finding in findings(text) if finding.rule == "26.12c"]
    assert sentences == [f"{other} is {what} unit number 2 recovered this turn; only one may be."]


def test_what_was_replaced_and_what_is_recovered_are_paid_together() -> None:
    text = (
        "options: 26.12\nat: turn 15 russian impulse 1 movement clear\nbefore: lost archangel, replaced {} {}\n"
        "on X1: rus-6-inf\non E33: ger-12-inf\non R9: rus-worker-moscow\n"
        "box russian surrendered: rus-1gd-cav\nrecover rus-1gd-cav\n"
    )
    assert told(text.format("rus-6-inf", "X1")) == ["violation 22.5a"]
    assert told(text.format("ger-12-inf", "E33")) == []


def test_the_recovered_are_remembered_until_the_russian_turn_ends() -> None:
    text = (
        "options: 26.12\nat: turn 16 russian impulse 1 movement clear\nbefore: lost archangel\n"
        "on R9: rus-worker-moscow\nbox russian surrendered: rus-1gd-cav\nrecover rus-1gd-cav\n"
    )
    assert (RECOVERED, "rus-1gd-cav") in position(text).marks
    assert (RECOVERED, "rus-1gd-cav") in position(text + "end\n" * 4).marks
    assert {mark[0] for mark in position(text + "end\n" * 5).marks} == {"lost"}


# Fortresses


def test_infantry_alone_holds_a_fortress() -> None:
    at = "options: 26.9\nat: turn 2 russian impulse 2 end clear\n"
    text = at + "before: garrison known russian{}\non E10: {}\nfortify E10\n"
    assert told(text.format("", "rus-23-inf")) == ["violation 26.9i"]
    assert told(text.format("", "rus-1-tank")) == ["violation 26.9h"]
    assert told(text.format(", arrived rus-23-inf turn-2", "rus-23-inf")) == ["violation 26.9b"]
    assert told(text.format(", replaced rus-24-inf E10", "rus-23-inf")) == ["violation 26.9i"]


def test_garrisons_are_mustered_when_a_player_turn_begins() -> None:
    text = "options: 26.9\nat: turn 2 {} clear\non E10: rus-23-inf rus-1-tank\non L26: ger-12-inf\nend\n"
    axis, russian = ("garrison", "known", "axis"), ("garrison", "known", "russian")
    started = position(text.format("axis impulse 1 weather")).marks
    assert {axis, ("garrison", "ger-12-inf", "L26")} <= started
    assert russian not in started
    later = position(text.format("axis impulse 2 end").replace("on E10", "before: lost archangel\non E10")).marks
    assert ("lost", "archangel") in later
    assert {mark for mark in later if mark[0] == "garrison"} == {russian, ("garrison", "rus-23-inf", "E10")}
    for within in ("axis impulse 1 movement", "axis impulse 1 combat", "russian impulse 2 movement"):
        assert not [mark for mark in position(text.format(within)).marks if mark[0] == "garrison"]


# Minor allies


@pytest.mark.parametrize(
    ("unit", "at", "gone"),
    [
        ("rum-cav", "K19", True),
        ("rum-cav", "Y20", False),
        ("fin-4-inf", "I10", True),
        ("fin-4-inf", "H10", False),
        ("ger-12-inf", "K19", False),
    ],
)
def test_minor_allies_out_of_bounds_go_when_the_axis_turn_ends(unit: str, at: str, gone: bool) -> None:
    game = find_game("trc", frozenset({"26.6"}))
    for clock, ends in (
        ("axis impulse 2 end", True),
        ("axis impulse 2 combat", False),
        ("russian impulse 2 end", False),
    ):
        state = position(f"options: 26.6\nat: turn 9 {clock} clear\non {at}: {unit}\n")
        assert (Eliminate(unit, "26.6.3") in list(legal_actions(game, state, Eliminate))) is (gone and ends)


def test_allies_of_two_nations_in_one_hex_and_guests_go_too() -> None:
    game = find_game("trc", frozenset({"26.6"}))

    def listed(text: str) -> list[str]:
        state = position(f"options: 26.6\nat: turn 9 axis impulse 2 end clear\n{text}")
        acts = legal_actions(game, state, Eliminate)
        return sorted(act.unit for act in acts if isinstance(act, Eliminate) and act.because == "26.6.3")

    assert listed("on Y20: rum-cav hun-3-inf\non Z20: rum-3-inf\n") == ["hun-3-inf", "rum-cav"]
    assert listed(f"on {inside('Rumania')}: hun-3-inf\n") == ["hun-3-inf"]
    assert listed(f"on {inside('Hungary')}: rum-cav\n") == ["rum-cav"]
    assert listed(f"on {inside('Hungary')}: ita-3-inf\n") == ["ita-3-inf"]
    assert listed(f"on {inside('Rumania')}: rum-cav\non {inside('Hungary')}: hun-3-inf\n") == []
    assert listed(f"on {inside('Rumania')}: ger-12-inf\n") == []


def inside(country: str) -> str:
    return max(GAME.hex_name(h) for h, name in GAME.board.country_of.items() if name == country)


@pytest.mark.parametrize(
    ("unit", "way", "rules"), [("rum-cav", "S28 > L26", []), ("rum-cav", "L26 > H29", ["26.6.2a"])]
)
def test_allies_keep_their_bounds_by_rail(unit: str, way: str, rules: list[str]) -> None:
    text = f"options: 26.6\nat: turn 9 axis impulse 1 movement clear\non {way[:3]}: {unit}\nrail {unit} {way}\n"
    assert [line for line in told(text) if " 26" in line] == [f"violation {rule}" for rule in rules]
    assert [line for line in told(text.replace(unit, "ger-12-inf")) if " 26" in line] == []


def test_a_hex_with_another_ally_is_full() -> None:
    text = "options: 26.6\nat: turn 9 russian impulse 1 combat clear\non Y20: hun-3-inf\non Y19: rum-cav ger-12-inf\n"
    game = find_game("trc", frozenset({"26.6"}))
    assert isinstance(game, TrcGame)
    hexes_ = [full(game, position(text), unit) for unit in ("rum-cav", "hun-3-inf", "ger-12-inf")]
    assert hexes_ == [1 << HEX("Y20"), 1 << HEX("Y19"), 0]


def test_retreats_that_the_russian_dictates_keep_within_bounds_where_there_is_another_way() -> None:
    game = find_game("trc", frozenset({"26.6"}))
    assert isinstance(game, TrcGame)
    for side, bound in (("russian", True), ("axis", False)):
        state = position(f"options: 26.6\nat: turn 9 {side} impulse 1 combat clear\non L20: rum-cav ger-12-inf\n")
        rumanian, german = (
            routes(game, state, unit, HEX("L20"), (1, 1), surely=True) for unit in ("rum-cav", "ger-12-inf")
        )
        assert (rumanian >> HEX("K19") & 1 == 0) is bound
        assert german >> HEX("K19") & 1


# What is offered, and what is remembered


@pytest.mark.parametrize(("turn", "offered"), [(4, False), (5, True)])
def test_a_battlegroup_whose_factor_is_known_is_offered_after_a_loss_from_1942_on(turn: int, offered: bool) -> None:
    game = load(frozenset({"26.4"}))
    told_of = replace(game.units["ger-inf-bg"], combat=2)
    game = game.with_roster(replace(game.roster, units={**game.units, told_of.id: told_of}))
    text = (
        f"options: 26.4\nat: turn {turn} russian impulse 1 combat clear\non X17: rus-24-inf rus-20-inf\n"
        "on Y17: ger-13-inf\nbox axis optional: ger-inf-bg\nattack 1: rus-24-inf rus-20-inf x ger-13-inf\n"
        "roll 1: 5 3-1 D1\nlose 1: ger-13-inf\n"
    )
    acts = list(legal_remnants(game, position(text)))
    assert {(act.number, act.lost, act.unit) for act in acts} <= {(1, "ger-13-inf", "ger-inf-bg")}
    # One or two hexes away from Y17, and through none that is next to X17.
    away = ["X19", "Y18", "Y19", "Z16", "Z17", "Z18", "Z19", "AA16", "AA17", "AA18"]
    assert sorted(GAME.hex_name(act.hex) for act in acts) == (sorted(away) if offered else [])


@pytest.mark.parametrize(("phase", "fallen"), [("combat", ["E10"]), ("movement", [])])
def test_a_fortress_that_falls_in_combat_is_remembered_for_the_phase(phase: str, fallen: list[str]) -> None:
    text = (
        f"options: 26.9\nat: turn 5 axis impulse 1 {phase} clear\nbefore: fortress russian E10\n"
        "on E10: ger-41-pz\non R9: rus-23-inf\ncontrol: Leningrad axis\neliminate rus-23-inf because 13.3\n"
    )
    marks = position(text).marks
    assert [mark[2] for mark in marks if mark[0] == "fallen-fortress"] == fallen
    assert not [mark for mark in marks if mark[0] == "fortress"]


def test_optional_workers_start_in_russian_cities_in_which_no_worker_is_or_will_be() -> None:
    game = load(frozenset({"26.8", "26.14"}))
    text = (
        "options: 26.8, 26.14\nat: turn 1 axis impulse 1 weather clear\nbefore: bid +25\ncontrol: Minsk axis\n"
        "on R9: rus-worker-moscow\non E10: rus-24-inf\nbox russian at-start: rus-worker-kiev rus-worker-opt1a\n"
        "box russian off-map-units: rus-worker-kharkov\n"
    )
    state = position(text)
    russian = {GAME.hex_name(at) for at, holder in state.control.items() if holder == "russian"}
    assert {"E10", "R9", "W19", "AA14"} <= russian
    assert "O19" not in russian
    # A worker is in Moscow and one is to be set up in Kiev; who waits beside the map keeps no city, nor does an army.
    cities = {GAME.hex_name(city.hex) for city in GAME.board.cities.values()}
    assert names(starting_area(game, state, "rus-worker-opt1a")) == russian & cities - {"R9", "W19"}
