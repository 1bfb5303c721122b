"""Odds: what shifts them, what leaves them open, and the boundaries of the table."""

from __future__ import annotations

import pytest

from trc_module.board import hexside
from trc_module.games import find_game
from trc_module.games.nr import load
from trc_module.games.nr.combat.odds import BattleOdds, odds_of, result_of
from trc_module.rules.actions import Attack
from trc_module.rules.record import read_record
from trc_module.rules.record.trial import try_record

GAME = load()
TURN_2 = "at: turn 2 axis combat"


def odds(header: str, attackers: str, defenders: str) -> BattleOdds:
    text = f"game: nr\n{header}"
    state = read_record(text, "odds", find_game).start
    found = odds_of(GAME, state, Attack(1, tuple(attackers.split()), tuple(defenders.split())))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("attackers", "defenders", "final"),
    [
        ("rum-3", "sov-southwest", "1-3"),
        ("ger-18", "sov-southwest", "1-2"),
        ("ger-6", "sov-west", "1-1"),
        ("ger-6 ger-18", "sov-west", "3-2"),
        ("ger-6 ger-9", "sov-west", "2-1"),
        ("ger-6 ger-9 ger-17 ger-4", "sov-south", "5-1"),
        ("ger-6 ger-9 ger-17 ger-4 ger-11", "sov-south", "6-1"),
        ("ger-6 ger-9 ger-17 ger-4 ger-11 ger-16 ger-18", "sov-south", "6-1"),
    ],
)
def test_the_ratio_is_rounded_for_the_defender(attackers: str, defenders: str, final: str) -> None:
    assert odds(f"{TURN_2}\non L15: {attackers}\non L16: {defenders}", attackers, defenders).final == final


def test_odds_left_of_the_table_are_a_counterattack_without_a_die() -> None:
    found = odds(f"{TURN_2}\non L15: rum-3\non L16: sov-central sov-southwest", "rum-3", "sov-central sov-southwest")
    assert (found.final, found.possible) == ("", frozenset({""}))
    text = f"game: nr\n{TURN_2}\non L15: rum-3\non L16: sov-central sov-southwest\ntarget sov-central\n"
    state = try_record(read_record(text + "attack 1: rum-3 x sov-central sov-southwest", "x", find_game), "x").end
    assert result_of(GAME, state, state.battles[0]) == "CA"


@pytest.mark.parametrize(
    ("where", "shift"), [("L16", 0), ("K20", 0), ("I19", 0), ("J18", -1), ("M17", -1), ("E19", -2)]
)
def test_terrain_shifts_an_attack_on_a_target(where: str, shift: int) -> None:
    grid = GAME.board.grid
    near = next(h for h in grid.names(grid.neighbours[grid.hex(where)]) if GAME.board.land >> grid.hex(h) & 1)
    found = odds(f"{TURN_2}\non {near}: ger-6 ger-9\non {where}: sov-west", "ger-6 ger-9", "sov-west")
    of_ground = sum(by for rule, by in found.shifts if rule == "10.6")
    rivers = -1 if hexside(grid.hex(near), grid.hex(where)) in GAME.board.sides["river"] else 0
    assert of_ground == shift + rivers


def test_a_river_counts_only_if_all_attack_over_it() -> None:
    header = f"{TURN_2}\non N11: ger-6\non O13: ger-9\non O12: sov-south"
    assert odds(header, "ger-6", "sov-south").shifts == (("10.6", -1), ("10.6", -1))
    assert odds(header, "ger-6 ger-9", "sov-south").shifts == (("10.6", -1),)


@pytest.mark.parametrize(
    ("turn", "shifts"), [(2, ()), (3, ()), (4, (("13.1g", -1),)), (5, (("13.5-5b", -2),)), (11, (("13.1g", -1),))]
)
def test_winter_shifts_attacks_of_the_axis(turn: int, shifts: tuple[tuple[str, int], ...]) -> None:
    header = f"at: turn {turn} axis combat\non L15: ger-6\non L16: sov-south"
    assert odds(header, "ger-6", "sov-south").shifts == shifts


def test_snow_does_nothing_outside_the_ussr_in_the_later_edition() -> None:
    header = "at: turn 4 axis combat\non F8: ger-6\non F9: sov-south\n"
    assert odds(header, "ger-6", "sov-south").shifts == (("10.6", -1),)
    assert odds(header + "options: R1b\n", "ger-6", "sov-south").shifts == (("10.6", -1), ("13.1g", -1))


def test_each_side_reads_its_own_table_but_for_snow() -> None:
    at = "on L15: ger-6\non L16: sov-south"
    assert odds(f"at: turn 2 axis combat\n{at}", "ger-6", "sov-south").sheets == ("axis",)
    assert odds(f"at: turn 4 axis combat\n{at}", "ger-6", "sov-south").sheets == ("soviet",)
    assert odds(f"options: R1b\nat: turn 4 axis combat\n{at}", "ger-6", "sov-south").sheets == ("axis",)
    assert odds(f"at: turn 2 soviet combat\n{at}", "sov-south", "ger-6").sheets == ("soviet",)


@pytest.mark.parametrize(
    ("header", "attackers", "bonus"),
    [
        ("at: turn 2 axis combat\non L15: ger-1-pz\non L16: sov-south", "ger-1-pz", True),
        ("at: turn 2 axis combat\non L15: ger-6\non L16: sov-south", "ger-6", False),
        ("at: turn 3 axis combat\non L15: ger-1-pz\non L16: sov-south", "ger-1-pz", False),
        ("at: turn 4 axis combat\non L15: ger-1-pz\non L16: sov-south", "ger-1-pz", True),
        ("at: turn 5 axis combat\non L15: ger-1-pz\non L16: sov-south", "ger-1-pz", False),
        ("at: turn 2 axis combat\non L16: ger-1-pz\non M17: sov-south", "ger-1-pz", False),
        ("at: turn 2 axis combat\nunsupplied: ger-1-pz\non L15: ger-1-pz\non L16: sov-south", "ger-1-pz", False),
    ],
)
def test_when_armor_has_its_bonus(header: str, attackers: str, bonus: bool) -> None:
    assert (("14.3a", 1) in odds(header, attackers, "sov-south").shifts) is bonus


def test_what_nobody_tells_leaves_the_odds_open() -> None:
    header = f"{TURN_2}\non L15: ger-6\non L16: sov-south\n"
    assert not odds(header, "ger-6", "sov-south").is_open
    assert odds(header + "disorganized: sov-south\n", "ger-6", "sov-south").is_open
    assert odds(header + "before: weather 2 unknown\n", "ger-6", "sov-south").is_open
    assert odds(header + "before: opens 10.6\n", "ger-6", "sov-south").is_open


def test_an_assumed_factor_makes_a_wrong_column_a_doubt() -> None:
    text = f"game: nr\n{TURN_2}\non L15: {{}}\non L16: sov-south\n"
    text += "target sov-south\nattack 1: {} x sov-south\nroll 1: 3 at 5-1\n"
    told = [
        [
            str(f.verdict.value)
            for o in try_record(read_record(text.format(u, u), "x", find_game), "x").outcomes
            for f in o.told.findings
        ]
        for u in ("ger-6", "rum-3")
    ]
    assert told == [["violation"], ["doubt"]]


def test_events_shift_double_and_replace() -> None:
    begun = f"{TURN_2}\non L15: ger-6\non L16: sov-south\nhand: axis 2, soviet 2\n"
    game = f"game: nr\n{begun}target sov-south\nattack 1: ger-6 x sov-south\n"
    shifted = try_record(read_record(game + "card axis card-6 event\nroll 1: 4 at 3-2 = EX", "x", find_game), "x")
    assert [f for o in shifted.outcomes for f in o.told.findings] == []
    replaced = try_record(read_record(game + "card soviet card-10 event\nroll 1: 5 at 1-1 = EX", "x", find_game), "x")
    assert [f for o in replaced.outcomes for f in o.told.findings] == []
    assert replaced.end.battles[0].result == "EX"
