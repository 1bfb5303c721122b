"""Cases of combat beyond two examples of each rule: boundaries, exemptions, follow-ups, doubts, the state after."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.trc.play import GAME, findings, names, position, told, trial
from trc_module.errors import UserError
from trc_module.games.trc.combat.attacks import attacks_of, legal_attacks, odds_of
from trc_module.games.trc.combat.battle_context import attackable_from
from trc_module.games.trc.combat.combat_results import RESULTS, BattleResolution
from trc_module.hexgrid import hexes
from trc_module.rules import check, legal_actions
from trc_module.rules.actions import Attack, Retreat
from trc_module.rules.finding import Verdict
from trc_module.rules.record import action_text
from trc_module.rules.state import State, Trail

COMBAT = "turn 2 axis impulse 1 combat clear"
MOVE = "turn 2 axis impulse 1 movement clear"
RUSSIAN = "turn 20 russian impulse 1 combat clear"


@pytest.mark.parametrize(
    ("attackers", "defenders", "rolled", "expected"),
    [
        # Strengths at the borders of the ladder.
        ("ger-41-pz", "rus-24-inf", "4 2-1 EX", []),
        ("ger-41-pz", "rus-24-inf", "4 3-1 DR", ["violation 13.1a"]),
        ("ger-17-inf", "rus-24-inf rus-20-inf", "4 1-3 AR", []),
        ("ger-17-inf", "rus-24-inf rus-20-inf", "4 1-2 AR", ["violation 13.1a"]),
        ("ger-17-inf", "rus-24-inf rus-20-inf", "4 1-4 AR", ["violation 13.1b"]),
        ("ger-17-inf", "rus-24-inf rus-20-inf", "4 3-2 AR", ["violation 13.1a"]),
        # The result is held against the odds that were used.
        ("ger-41-pz", "rus-24-inf", "4 2-1 DR", ["violation 13.2a"]),
        ("ger-41-pz", "rus-24-inf", "4 3-1 EX", ["violation 13.1a", "violation 13.2a"]),
        ("ger-ss-res", "rus-16-inf rus-11-inf", "1 1-6 AE", []),
        ("ger-ss-res", "rus-16-inf rus-11-inf", "1 1-5 AE", ["violation 13.1a"]),
        ("ger-41-pz ger-56-pz ger-47-pz", "rus-6-tank", "1 9-1 DR", []),
        ("ger-41-pz ger-56-pz ger-47-pz", "rus-6-tank", "1 11-1 DR", ["violation 13.1c"]),
    ],
)
def test_odds_and_results_as_players_state_them(
    attackers: str, defenders: str, rolled: str, expected: list[str]
) -> None:
    text = f"on Y17: {attackers}\non X17: {defenders}\nattack 1: {attackers} x {defenders}\nroll 1: {rolled}\n"
    assert told(text, COMBAT) == expected


@pytest.mark.parametrize(
    ("announced", "expected"),
    [
        ("2-1", []),
        ("1-6", []),
        ("3-1", ["violation 13.1a"]),
        ("1-7", ["violation 12.5a"]),
        ("3-2", ["violation 13.1a"]),
    ],
)
def test_what_may_be_announced(announced: str, expected: list[str]) -> None:
    text = f"on Y17: ger-41-pz\non X17: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf at {announced}\n"
    assert told(text, COMBAT) == expected


def test_announced_odds_are_those_that_are_rolled() -> None:
    start = "on Y17: ger-41-pz\non X17: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf at 1-1\n"
    assert told(start + "roll 1: 6\n", COMBAT) == []
    assert position(start + "roll 1: 6\n", COMBAT).battles[0].result == "DR"
    assert told(start + "roll 1: 6 2-1 D1\n", COMBAT) == ["violation 13.1b"]
    # The players carry on with what they took: so do we.
    assert position(start + "roll 1: 6 2-1 D1\n", COMBAT).battles[0].result == "D1"


@pytest.mark.parametrize(
    ("rolled", "expected"),
    [("5-1", []), ("2-1", ["15.5a"]), ("4-1", ["15.5a"]), ("8-1", ["15.5a"]), ("9-1", ["13.1a"]), ("1-1", ["13.1b"])],
)
def test_a_wrong_shift_is_told_from_other_mistakes(rolled: str, expected: list[str]) -> None:
    text = (
        "on Y19: ger-hq-south\non Y17: ger-41-pz\non X17: rus-24-inf\n"
        "attack 1: ger-41-pz x rus-24-inf air stuka ger-hq-south\n"
        f"roll 1: 4 {rolled} {GAME.charts.combat.result(rolled, 4)}\n"
    )
    assert [finding.rule for finding in findings(text, COMBAT)] == expected


def test_a_die_is_rolled_once() -> None:
    start = "on Y17: ger-41-pz\non X17: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf\nroll 1: 3\nroll 1: 6\n"
    assert told(start, COMBAT) == ["violation 13.2a"]
    assert position(start, COMBAT).battles[0].result == "C"


@pytest.mark.parametrize(
    ("hexes_", "rolled", "expected"),
    [
        # Neman: attackers on the river, defender off it; then one attacker off it; then both on it.
        (("P20", "", "O19"), "1-1", []),
        (("Z19", "", "Z18"), "1-1", []),
        (("Z19", "", "Z18"), "2-1", ["violation 14.1c"]),
        (("Z19", "Y18", "Z18"), "3-1", []),
        (("Z19", "Y18", "Z18"), "1-1", ["violation 14.1.1a"]),
        (("Z19", "", "AA18"), "2-1", []),
        (("Z19", "", "AA18"), "1-1", ["violation 14.1.1b"]),
        # K15 and J16 both lie on the Western Dvina, which does not cross the hexside between them.
        (("J16", "", "K15"), "2-1", []),
        (("J16", "", "K15"), "1-1", ["doubt 14.1.1b"]),
        # The Pripyat runs into the Dnieper: one river, or two by their names.
        (("U19", "", "U18"), "2-1", []),
        (("U19", "", "U18"), "1-1", ["doubt 14.1.1b"]),
        # Mountains and major cities help from every side; minor cities nobody.
        (("U23", "", "T24"), "1-1", []),
        (("Y13", "", "X13"), "2-1", []),
        (("Y13", "", "X13"), "1-1", ["violation 13.1b"]),
        (("KK20", "", "KK19"), "1-1", []),
        (("LL19", "", "KK19"), "1-1", []),
    ],
)
def test_what_doubles_a_defence(hexes_: tuple[str, str, str], rolled: str, expected: list[str]) -> None:
    first, second, goal = hexes_
    result = GAME.charts.combat.result(rolled, 3)
    more = f"on {second}: ger-12-inf\n" if second else ""
    attackers = "ger-41-pz ger-12-inf" if second else "ger-41-pz"
    text = (
        f"on {first}: ger-41-pz\n{more}on {goal}: rus-24-inf\n"
        f"attack 1: {attackers} x rus-24-inf\nroll 1: 3 {rolled} {result}\n"
    )
    assert told(text, COMBAT) == expected


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("turn 1 axis impulse 1 combat clear", ["violation 14.1.3"]),
        ("turn 1 axis impulse 2 combat clear", []),
        ("turn 2 axis impulse 1 combat clear", []),
    ],
)
def test_only_the_opening_impulse_takes_the_rivers_away(at: str, expected: list[str]) -> None:
    text = "on K21: ger-47-pz\non K22: rus-24-inf\nattack 1: ger-47-pz x rus-24-inf\nroll 1: 5 1-2 C\n"
    assert told(text, at) == expected


def test_the_axis_has_its_rivers_on_the_first_turn() -> None:
    text = "on K21: rus-24-inf\non K22: ger-17-inf\nattack 1: rus-24-inf x ger-17-inf\nroll 1: 5 1-2 C\n"
    assert told(text, "turn 1 russian impulse 1 combat clear") == []


def test_an_unknown_factor_is_no_accusation() -> None:
    text = "options: 26.4\non Y17: ger-pz-bg\non X17: rus-24-inf\nattack 1: ger-pz-bg x rus-24-inf\nroll 1: 4 2-1 EX\n"
    assert told(text, COMBAT) == ["skipped 12.5b"]
    victory = "options: 26.4\non Y17: ger-pz-bg\non X17: rus-24-inf\nav 1: ger-pz-bg x rus-24-inf\n"
    assert told(victory, MOVE) == ["skipped 16.1a"]


def test_a_die_that_nobody_can_read_ends_its_battle() -> None:
    text = "options: 26.4\non Y17: ger-pz-bg\non X17: rus-24-inf\nattack 1: ger-pz-bg x rus-24-inf\nroll 1: 4\nend\n"
    assert told(text, COMBAT) == ["skipped 12.5b", "skipped 13.2a"]
    # Nor does anybody know into which box its losses go.
    lost = text.replace("end\n", "surrender rus-24-inf because 13.3\nend\n")
    assert told(lost, COMBAT) == ["skipped 12.5b", "skipped 13.2a"]
    assert position(text.removesuffix("end\n"), COMBAT).battles[0].result == "?"


def test_combat_supply_that_depends_on_an_unknown_way_decides_nothing() -> None:
    text = (
        "before: unsure-control W19\non X19: ger-41-pz\non Y18: rus-24-inf\n"
        "attack 1: ger-41-pz x rus-24-inf\nroll 1: 4 1-1 C\n"
    )
    assert told(text, "turn 5 axis impulse 1 combat snow") == ["undecided 17.3.2"]
    assert told(text.replace("roll 1: 4 1-1 C", "roll 1: 4"), "turn 5 axis impulse 1 combat snow") == ["skipped 13.2a"]


# Chapter 12


def test_an_enemy_is_attacked_by_his_own_side_or_out_of_turn() -> None:
    text = "on Y17: ger-41-pz\non X17: rus-24-inf\n"
    assert told(text + "attack 1: rus-24-inf x ger-41-pz\n", COMBAT) == ["violation 2.1a", "violation 2.1a"]


def test_only_in_the_combat_phase() -> None:
    text = "on Y17: ger-41-pz\non X17: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf\n"
    assert told(text, MOVE) == ["violation 4.0a"]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        ("attack 1: ger-41-pz x rus-13-inf", "rus-13-inf is out of play, not on the map"),
        ("attack 1: ger-56-pz x rus-24-inf", "ger-56-pz is in the box 'replacement pool', not on the map"),
        ("roll 1: 3", "no battle 1 has been declared in this impulse"),
        ("lose 1: rus-24-inf", "no battle 1 has been declared in this impulse"),
        ("retreat 1: rus-24-inf X17 W17", "no battle 1 has been declared in this impulse"),
    ],
)
def test_what_does_not_fit_the_position_is_a_wrong_record(act: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        trial(f"on Y17: ger-41-pz\non X17: rus-24-inf\nbox axis replacement-pool: ger-56-pz\n{act}\n", COMBAT)


TWO = "on Y17: ger-41-pz ger-56-pz\non X17: rus-24-inf\non Y16: rus-13-inf\n"


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ("end", ["violation 12.1a", "violation 12.1a"]),
        ("attack 1: ger-41-pz x rus-24-inf\nroll 1: 3\nend", ["violation 12.3b", "violation 12.3a"]),
        ("attack 1: ger-41-pz ger-56-pz x rus-24-inf\nroll 1: 2\nend", ["violation 12.3a"]),
        ("attack 1: ger-41-pz x rus-24-inf rus-13-inf\nroll 1: 4\nend", ["violation 12.3b"]),
        ("attack 1: ger-41-pz ger-56-pz x rus-24-inf rus-13-inf at 1-1\nroll 1: 4\nend", []),
        ("attack 1: ger-41-pz x rus-24-inf\nroll 1: 3\nattack 2: ger-56-pz x rus-13-inf\nroll 2: 4\nend", []),
        # The battle that is left open is one fault, however often it is met.
        ("attack 1: ger-41-pz ger-56-pz x rus-24-inf rus-13-inf\nend", ["violation 4.1.3"]),
        ("attack 1: ger-41-pz ger-41-pz x rus-24-inf", ["violation 12.2b"]),
        ("attack 1: ger-41-pz x rus-24-inf\nattack 2: ger-41-pz x rus-13-inf", ["violation 12.2b"]),
        (
            "attack 1: ger-41-pz x rus-24-inf\nroll 1: 3\nattack 2: ger-41-pz x rus-13-inf",
            ["violation 12.4"],
        ),
        (
            "attack 1: ger-41-pz x rus-24-inf\nroll 1: 5\nattack 2: ger-56-pz x rus-13-inf\nroll 2: 4\nend",
            ["violation 4.1.3"],
        ),
    ],
)
def test_who_fights_whom(acts: str, expected: list[str]) -> None:
    assert told(TWO + acts + "\n", COMBAT) == expected


def test_a_log_without_declarations_accuses_nobody_of_not_attacking() -> None:
    assert told("before: undeclared battles\n" + TWO + "end\n", COMBAT) == ["undecided 12.1a"]
    assert told("before: undeclared battles\non Y17: ger-41-pz\nend\n", COMBAT) == []
    end = position("before: undeclared battles\n" + TWO + "end\n", COMBAT)
    assert not end.marks


def test_units_that_retreated_next_to_others_have_no_new_duties() -> None:
    text = (
        "on Y17: ger-56-pz\non X17: rus-24-inf\non Y14: rus-13-inf\non Z14: ger-17-inf\n"
        "attack 1: ger-56-pz x rus-24-inf\nroll 1: 3 1-1 AR\nretreat 1: ger-56-pz Y17 Z17 Z16\n"
        "attack 2: ger-17-inf x rus-13-inf\nroll 2: 5 1-2 C\nend\n"
    )
    assert told(text, COMBAT) == []


def test_nobody_need_attack_partisans_or_over_the_strait() -> None:
    assert told("on Y17: ger-41-pz\non X17: rus-partisan-1\nend\n", COMBAT) == []
    assert told("on KK20: ger-41-pz\non KK19: rus-24-inf\nend\n", COMBAT) == []


def test_a_partisan_in_the_hex_is_no_part_of_the_defence() -> None:
    text = "on Y17: ger-41-pz\non X17: rus-24-inf rus-partisan-1\nattack 1: ger-41-pz x rus-24-inf\nroll 1: 4 2-1 EX\n"
    assert told(text, COMBAT) == []


def test_units_next_to_nobody_cannot_attack() -> None:
    text = "on Y17: ger-41-pz\non W16: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf\nroll 1: 4 9-1 DE\n"
    assert told(text, COMBAT) == ["violation 12.3c"]


def test_the_enemies_in_the_hex_that_is_too_far_are_named() -> None:
    text = "on Y17: ger-41-pz\non X17: rus-24-inf\non W16: rus-13-inf rus-20-inf\n"
    act = "attack 1: ger-41-pz x rus-24-inf rus-13-inf rus-20-inf\n"
    assert [
        (finding.rule, finding.sentence) for finding in findings(text + act, COMBAT) if finding.rule == "12.3c"
    ] == [("12.3c", "ger-41-pz in Y17 is not next to rus-13-inf and rus-20-inf in W16, which it attacks in battle 1.")]


@pytest.mark.parametrize(
    ("units", "battle", "expected"),
    [
        ("ger-41-pz", "", "ger-41-pz attacked as it must."),
        ("ger-41-pz ger-47-pz", "", "ger-41-pz and ger-47-pz attacked as they must."),
        ("ger-41-pz ger-47-pz ger-48-pz", "", "ger-41-pz, ger-47-pz and ger-48-pz attacked as they must."),
        (
            "ger-41-pz ger-47-pz ger-48-pz ger-24-pz",
            "",
            "ger-41-pz, ger-47-pz, ger-48-pz and others attacked as they must.",
        ),
        ("ger-41-pz ger-47-pz", "battle 1 ger-47-pz Y17 x rus-24-inf X17 result C", "ger-41-pz attacked as it must."),
    ],
)
def test_who_may_not_have_attacked_where_no_line_tells_of_battles(units: str, battle: str, expected: str) -> None:
    text = (
        f"before: {', '.join(filter(None, ('undeclared battles', battle)))}\non Y17: {units}\non X17: rus-24-inf\nend\n"
    )
    found = [finding for finding in findings(text, COMBAT) if finding.verdict is Verdict.UNDECIDED]
    assert [(finding.rule, finding.sentence) for finding in found] == [("12.1a", f"It is unknown whether {expected}")]


def test_an_illegal_attack_out_of_a_hopeless_position_is_told_once() -> None:
    start = "on Y17: ger-ss-res\non X17: rus-16-inf rus-11-inf\non Y16: rus-12-inf rus-3-inf\n"
    attack = "attack 1: ger-ss-res x rus-16-inf rus-11-inf rus-12-inf rus-3-inf\nroll 1: 1\nlose 1: ger-ss-res\nend\n"
    assert told(start + "end\n" + attack, MOVE) == ["violation 12.5d"]
    assert told(start + attack, COMBAT) == ["violation 12.5b"]
    assert told(start + "end\nend\n", MOVE) == ["violation 12.5d"]


def test_air_support_may_save_a_position() -> None:
    """1-9 becomes 1-6 with a Stuka: while one may fly, nobody is held to have no legal attack (R11)."""
    start = (
        "on Y17: ger-ss-res\non X17: rus-16-inf rus-11-inf\non Y16: rus-6-inf\n"
        "on Y19: ger-hq-south\n"
    )  # fmt: skip
    assert told(start + "end\n", MOVE) == []
    assert told(start + "end\n", "turn 2 axis impulse 2 movement clear") == ["violation 12.5d"]
    assert told(start.replace("on Y19", "on Y27") + "end\n", MOVE) == ["violation 12.5d"]


def test_artillery_may_save_itself() -> None:
    """2 against 14 is 1-7; with 26.5 a gun raises it to 1-6."""
    text = "at: turn 20 russian impulse 2 movement clear\non X17: rus-1-art\non Y17: ger-41-pz ger-57-pz\nend\n"
    assert told(text) == ["violation 12.5d"]
    assert told("options: 26.5\n" + text) == []
    assert told("options: 26.5\n" + text.replace("ger-57-pz", "ger-56-pz")) == ["violation 12.5d"]


def test_whoever_could_attack_by_himself_does_not_surrender() -> None:
    start = "on Y17: ger-41-pz ger-56-pz\non X17: rus-24-inf\n"
    assert told(start + "surrender ger-41-pz because 12.5\n", MOVE) == ["violation 12.5d"]
    assert told("on Y17: ger-41-pz\nsurrender ger-41-pz because 12.5\n", MOVE) == ["violation 12.5d"]
    assert told(start + "surrender ger-41-pz because 16.3\n", MOVE) == ["violation 16.3b"]


def test_a_hopeless_unit_is_named_and_not_those_beside_it() -> None:
    text = (
        "on Y17: ger-ss-res\non X17: rus-16-inf rus-11-inf\non Y16: rus-12-inf rus-3-inf rus-worker-a2\n"
        "on X18: ger-41-pz ger-56-pz\nend\n"
    )
    (finding,) = findings(text, MOVE)
    assert finding.rule == "12.5d"
    assert finding.units[0] == "ger-ss-res"
    assert "ger-41-pz" not in finding.units
    assert told(text.replace("ger-ss-res", "ger-41-pz").replace("on X18: ger-41-pz", "on X18:"), MOVE) == []


def test_the_opening_bars_nobody_who_stood_there_from_the_start() -> None:
    at = "turn 1 axis impulse 1 movement clear"
    assert told("on K23: ger-41-pz\non K22: rus-3-inf\nend\n", at) == []
    assert told("on K24: ger-41-pz\non K22: rus-3-inf\nmove ger-41-pz K24 K23\nend\n", at) == ["doubt 3.7h"]
    joined = "on K24: ger-41-pz\non K23: ger-47-pz\non K22: rus-3-inf\nmove ger-41-pz K24 K23\nend\n"
    assert told(joined, at) == ["doubt 3.7h"]
    assert told(joined, "turn 1 axis impulse 2 movement clear") == []


@pytest.mark.parametrize(
    ("unit", "at", "goal", "expected"),
    [
        ("ger-11-inf", "T25", "S25", []),
        ("ger-11-inf", "Y24", "Z24", []),
        ("ger-ss-res", "K23", "K22", []),
        ("ger-3-pz", "K23", "K22", ["violation 3.7c"]),
        ("ger-41-pz", "K24", "K23", ["violation 3.7a"]),
    ],
)
def test_whom_each_army_group_attacks(unit: str, at: str, goal: str, expected: list[str]) -> None:
    text = f"on {at}: {unit}\non {goal}: rus-4-inf\nattack 1: {unit} x rus-4-inf\n"
    assert told(text, "turn 1 axis impulse 1 combat clear") == expected


# Chapter 13


def battle(result: str, *, attackers: str = "ger-56-pz ger-41-pz", defenders: str = "rus-24-inf rus-4-inf") -> str:
    """Begin a battle of Y17 against X17 that has just been rolled with a result."""
    return f"on Y17: {attackers}\non X17: {defenders}\nattack 1: {attackers} x {defenders}\nroll 1: 1 1-1 {result}\n"


def after(result: str, acts: str, **units: str) -> list[str]:
    """Return what is told after a battle, leaving aside that its odds and result were made up."""
    made_up = {"violation 13.1a", "violation 13.1b", "violation 13.2a"}
    found = trial(battle(result, **units) + acts, COMBAT).outcomes[2:]
    return [
        f"{f.verdict.value} {f.rule}"
        for o in found
        for f in o.told.findings
        if f"{f.verdict.value} {f.rule}" not in made_up
    ]


@pytest.mark.parametrize(
    ("result", "acts", "expected"),
    [
        ("AE", "lose 1: ger-56-pz\nlose 1: ger-41-pz\nend", []),
        ("AE", "lose 1: ger-56-pz\nend", ["violation 13.3-AE"]),
        ("AE", "lose 1: rus-24-inf", ["violation 13.3-AE"]),
        ("AE", "retreat 1: ger-56-pz Y17 Z17", ["violation 13.3-AE"]),
        ("A1", "lose 1: ger-56-pz\nretreat 1: ger-41-pz Y17 Z17\nend", []),
        ("A1", "lose 1: ger-56-pz\nlose 1: ger-41-pz", ["violation 13.3-A1"]),
        ("A1", "lose 1: ger-56-pz\nend", ["violation 13.3-A1"]),
        ("A1", "retreat 1: rus-24-inf X17 W17", ["violation 13.3-A1"]),
        ("AR", "retreat 1: ger-56-pz Y17 Z17\nretreat 1: ger-41-pz Y17 Z18 Z19\nend", []),
        ("AR", "lose 1: ger-56-pz", ["violation 13.3-AR"]),
        ("AR", "retreat 1: ger-56-pz Y17 Z17 AA16 AA15", ["violation 13.3-AR"]),
        ("AR", "retreat 1: ger-56-pz Y17 Z17\nend", ["violation 13.3-AR"]),
        ("C", "end", []),
        ("C", "lose 1: rus-24-inf", ["violation 13.3-C"]),
        ("EX", "lose 1: ger-56-pz\nlose 1: rus-4-inf\nretreat 1: rus-24-inf X17 W17\nend", []),
        ("EX", "lose 1: ger-56-pz\nlose 1: ger-41-pz", ["violation 13.3-EXa"]),
        ("EX", "lose 1: rus-4-inf", ["violation 13.3-EXa"]),
        ("EX", "lose 1: rus-4-inf\nend", ["violation 13.3-EXa"]),
        ("EX", "lose 1: ger-56-pz\nretreat 1: ger-41-pz Y17 Z17", ["violation 13.3-EXc"]),
        ("EX", "lose 1: ger-56-pz\nlose 1: rus-4-inf\nend", ["violation 13.3-EXc"]),
        ("EX", "lose 1: ger-56-pz\nlose 1: rus-4-inf\nlose 1: rus-24-inf", ["violation 13.4b"]),
        ("EX", "end", ["violation 13.3-EXa"]),
        ("DR", "retreat 1: rus-24-inf X17 W17 V17\nretreat 1: rus-4-inf X17 W16 V16\nend", []),
        ("DR", "retreat 1: rus-24-inf X17 W17", ["violation 13.3-DR"]),
        ("DR", "retreat 1: rus-24-inf X17 W17\nretreat 1: rus-24-inf W17 V17", ["violation 13.3-DR"]),
        ("DR", "retreat 1: rus-24-inf X17 > V17\nretreat 1: rus-4-inf X17 > W16\nend", []),
        ("DR", "retreat 1: rus-24-inf X17 > U16", ["violation 13.3-DR"]),
        ("DR", "retreat 1: rus-24-inf X17 > Y16", ["violation 13.5a"]),
        ("DR", "retreat 1: rus-24-inf X17 X16 X15", []),
        ("DR", "retreat 1: rus-24-inf X17 Y16 Y15", ["violation 13.5a"]),
        ("DR", "lose 1: ger-56-pz", ["violation 13.3-DR"]),
        ("D1", "lose 1: rus-4-inf\nlose 1: rus-24-inf", ["violation 13.4b"]),
        ("D1", "lose 1: rus-4-inf\nretreat 1: rus-24-inf X17 W17 V17\nlose 1: rus-24-inf", ["violation 13.3-D1"]),
        ("DE", "lose 1: rus-24-inf\nlose 1: rus-4-inf\nend", []),
        ("DE", "retreat 1: rus-24-inf X17 W17 V17", ["violation 13.3-DE"]),
        ("DE", "lose 1: rus-24-inf\nend", ["violation 13.3-DE"]),
        ("DS", "lose 1: rus-24-inf\nlose 1: rus-4-inf\nend", []),
        ("DS", "eliminate rus-24-inf because 13.3", ["violation 13.3-DS"]),
        ("DE", "surrender rus-24-inf because 13.3", ["violation 13.2b"]),
        # Who has no part in the battle, and what comes before the die.
        ("DE", "lose 1: rus-13-inf", []),
    ],
)
def test_losses_and_retreats(result: str, acts: str, expected: list[str]) -> None:
    assert after(result, acts + "\n") == expected


def test_losses_before_the_die_and_of_bystanders() -> None:
    start = "on Y17: ger-56-pz\non X17: rus-24-inf\non V17: rus-13-inf\nattack 1: ger-56-pz x rus-24-inf\n"
    assert told(start + "lose 1: rus-24-inf\n", COMBAT) == ["violation 13.2a"]
    assert told(start + "retreat 1: rus-24-inf X17 W17\n", COMBAT) == ["violation 13.2a"]
    assert told(start + "roll 1: 6\nlose 1: rus-13-inf\n", COMBAT) == ["violation 13.2a"]
    assert told(start + "roll 1: 6\nretreat 1: rus-13-inf V17 U17\n", COMBAT) == ["violation 12.1c"]


@pytest.mark.parametrize(
    ("result", "act", "expected"),
    [
        ("D1", "lose 1: rus-24-inf by russian", []),
        ("D1", "lose 1: rus-24-inf by axis", ["violation 13.3-pool"]),
        ("A1", "lose 1: ger-41-pz by axis", []),
        ("A1", "lose 1: ger-41-pz by russian", ["violation 13.3-pool"]),
        ("DE", "lose 1: rus-24-inf by axis", []),
        ("AE", "lose 1: ger-41-pz by russian", []),
    ],
)
def test_who_chooses_a_loss(result: str, act: str, expected: list[str]) -> None:
    assert after(result, act + "\n") == expected


def test_where_the_lost_go() -> None:
    end = position(battle("DE") + "lose 1: rus-24-inf\n", COMBAT)
    assert end.place("rus-24-inf") == "replacement-pool"
    end = position(battle("DS") + "lose 1: rus-24-inf\n", COMBAT)
    assert end.place("rus-24-inf") == "surrendered"
    end = position(battle("DE", defenders="rus-worker-a1") + "lose 1: rus-worker-a1\n", COMBAT)
    assert end.place("rus-worker-a1") == "surrendered"
    assert after("DE", "surrender rus-worker-a1 because 13.3\n", defenders="rus-worker-a1") == []
    end = position(battle("DR") + "retreat 1: rus-24-inf X17 off\n", COMBAT)
    assert end.place("rus-24-inf") is None


def test_workers_and_leaders_do_not_retreat() -> None:
    assert "violation 22.2d" in after("DR", "retreat 1: rus-worker-a1 X17 W17 V17\n", defenders="rus-worker-a1")
    assert after("DR", "lose 1: rus-worker-a1\nend\n", defenders="rus-worker-a1") == []
    assert "violation 11.2b" in after("DR", "retreat 1: rus-stalin X17 W17 V17\n", defenders="rus-stalin")
    assert after("DR", "lose 1: rus-stalin\nend\n", defenders="rus-stalin") == []
    assert after("DR", "end\n", defenders="rus-stalin") == ["violation 11.2b"]


def test_woods_hold_who_should_retreat_but_save_nobody_from_a_loss() -> None:
    start = "on R15: ger-12-inf ger-41-pz\non S14: rus-24-inf rus-4-inf\n"
    attack = "attack 1: ger-12-inf ger-41-pz x rus-24-inf rus-4-inf\n"
    assert told(start + attack + "roll 1: 6 1-1 DR\nend\n", COMBAT) == []
    assert told(start + attack + "roll 1: 5 1-1 EX\nlose 1: ger-12-inf\nlose 1: rus-4-inf\nend\n", COMBAT) == []
    assert told(start + attack + "roll 1: 6 1-1 DR\nlose 1: rus-4-inf\n", COMBAT) == ["violation 13.3-DR"]


RING = "on W18: ger-12-inf\non W15: ger-57-pz\n"
"""With attackers in Y17, no way out of X17."""


def test_a_unit_without_a_way_is_eliminated() -> None:
    start = RING + "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\n"
    assert told(start + "roll 1: 4\nlose 1: rus-24-inf\nend\n", COMBAT) == []
    assert told(start + "roll 1: 4\nend\n", COMBAT) == ["violation 13.5b"]
    (finding,) = findings(start + "roll 1: 4\nretreat 1: rus-24-inf X17 W17 V17\n", COMBAT)
    assert (finding.rule, finding.legal) == ("13.5a", "it is eliminated.")


FULL = (
    "on V17: rus-13-inf rus-20-inf\non V18: rus-29-inf rus-16-inf\non W18: rus-11-inf rus-12-inf\non W15: ger-57-pz\n"
)
"""With attackers in Y17, every way out of X17 ends in a full hex."""


def test_a_full_hex_is_no_way_out() -> None:
    start = FULL + "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\n"
    rolled = start + "roll 1: 4\n"
    assert told(rolled + "lose 1: rus-24-inf\nend\n", COMBAT) == []
    assert told(rolled + "retreat 1: rus-24-inf X17 W17 V17\nlose 1: rus-24-inf\nend\n", COMBAT) == []
    assert told(rolled + "retreat 1: rus-24-inf X17 W17 V17\nend\n", COMBAT) == ["violation 13.7a"]
    open_ = rolled.replace("on V18: rus-29-inf rus-16-inf\n", "")
    assert told(open_ + "lose 1: rus-24-inf\n", COMBAT) == ["violation 13.4b"]
    led = "retreat 1: rus-24-inf X17 W17 V17\nlose 1: rus-24-inf\n"
    assert told(open_ + led, COMBAT) == ["doubt 13.4b"]


def test_retreats_keep_out_of_bulgaria_with_a_doubt() -> None:
    attack = "attack 1: rus-16-inf rus-11-inf x rum-cav\nroll 1: 2 6-1 DR\n"
    start = "on CC30: rus-16-inf rus-11-inf\non DD30: rum-cav\n" + attack
    at = "turn 20 russian impulse 1 combat clear"
    found = told(start + "retreat 1: rum-cav DD30 EE30 FF30\n", at)
    assert "doubt 5.5" in found
    assert told("before: triggered bulgarian-garrison\n" + start + "retreat 1: rum-cav DD30 EE30 FF30\n", at) == []


def test_a_stack_too_high_from_the_set_up_waits_for_its_owner() -> None:
    text = (
        "on K23: ger-47-pz\non K22: rus-3-inf rus-10-inf rus-4-inf\n"
        "attack 1: ger-47-pz x rus-3-inf rus-10-inf rus-4-inf\nroll 1: 6 1-2 EX\n"
    )
    text = text.replace("6 1-2 EX", "5 1-2 C")
    assert told(text + "end\n", "turn 1 axis impulse 1 combat clear") == []
    assert told(text + "end\n", "turn 2 axis impulse 1 combat clear") == ["violation 6.1a"]


# Chapter 15


@pytest.mark.parametrize(
    ("before", "air", "expected"),
    [
        (
            "",
            "stuka ger-hq-south air stuka ger-hq-south",
            "ger-hq-south supports two Stukas in battle 2; it may support one in an impulse.",
        ),
        (
            "attack 1: ger-47-pz x rus-13-inf air stuka ger-hq-south\nroll 1: 1 5-1 C\n",
            "stuka ger-hq-south",
            "ger-hq-south already supports a Stuka in battle 1; it may support one in an impulse.",
        ),
        ("", "stuka ger-hq-south", None),
    ],
)
def test_where_a_headquarters_supports_a_second_stuka(before: str, air: str, expected: str | None) -> None:
    text = "on Y19: ger-hq-south\non Y17: ger-41-pz\non X17: rus-24-inf\non AA17: ger-47-pz\non AA16: rus-13-inf\n"
    found = findings(f"{text}{before}attack 2: ger-41-pz x rus-24-inf air {air}\n", COMBAT)
    assert [one.sentence for one in found if one.rule == "15.5c"] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("turn", "weather", "side", "uses", "expected"),
    [
        (2, "clear", "axis", 3, []),
        (2, "clear", "axis", 4, ["violation 15.5c", "violation 15.6a"]),
        (7, "clear", "axis", 2, []),
        (7, "clear", "axis", 3, ["violation 15.6a"]),
        (9, "mud", "axis", 1, []),
        (9, "light-mud", "axis", 2, ["violation 15.6a"]),
        (14, "clear", "axis", 1, []),
        (15, "mud", "axis", 1, ["violation 15.6b"]),
        (4, "snow", "axis", 1, ["violation 15.6b"]),
        (19, "clear", "axis", 1, ["violation 15.6b"]),
        (13, "clear", "russian", 1, ["violation 15.9b"]),
        (14, "clear", "russian", 1, []),
        (14, "clear", "russian", 2, ["violation 15.9a"]),
        (16, "snow", "russian", 1, ["violation 15.9b"]),
        (19, "clear", "russian", 2, []),
        (21, "light-mud", "russian", 1, []),
        (21, "mud", "russian", 1, ["violation 15.9b"]),
        (25, "clear", "russian", 3, []),
        (25, "clear", "russian", 4, ["violation 15.9a"]),
    ],
)
def test_how_many_aircraft_fly(turn: int, weather: str, side: str, uses: int, expected: list[str]) -> None:
    at = f"turn {turn} {side} impulse 1 combat {weather}"
    places = [("Y17", "X17"), ("Y13", "Y12"), ("V16", "V15"), ("T17", "T16")]
    own = ["ger-41-pz", "ger-56-pz", "ger-47-pz", "ger-3-pz"]
    foes = ["rus-24-inf", "rus-13-inf", "rus-29-inf", "rus-20-inf"]
    lenders = ["ger-hq-south", "ger-hq-center", "ger-hq-north", "ger-hq-north"]
    if side == "russian":
        own, foes, lenders = foes, own, ["rus-stavka"] * 4
    text = "on W15: " + " ".join(dict.fromkeys(lenders)) + "\n"
    for i in range(uses):
        text += f"on {places[i][0]}: {own[i]}\non {places[i][1]}: {foes[i]}\n"
    kind = "stuka" if side == "axis" else "sturmovik"
    for i in range(uses):
        text += f"attack {i}: {own[i]} x {foes[i]} air {kind} {lenders[i]}\nroll {i}: 1 1-1 C\n"
    found = [
        rule for rule in told(text, at) if not rule.startswith(("violation 13", "violation 14", "violation 15.5a"))
    ]
    assert found == expected


@pytest.mark.parametrize(("hq", "expected"), [("Y24", []), ("Y25", ["violation 15.2a"])])
def test_every_hex_attacked_must_be_in_range_of_one_headquarters(hq: str, expected: list[str]) -> None:
    text = (
        f"on {hq}: ger-hq-south\non Y17: ger-41-pz\non X17: rus-24-inf\non X18: rus-13-inf\n"
        "attack 1: ger-41-pz x rus-24-inf rus-13-inf air stuka ger-hq-south\n"
    )
    assert told(text, COMBAT) == expected


@pytest.mark.parametrize(
    ("lender", "where", "expected"),
    [
        ("rus-stalin", "on X14: rus-stavka rus-stalin\n", ["violation 15.8b"]),
        ("rus-stavka", "on X14: rus-stavka rus-stalin\n", []),
        ("rus-stalin", "on X14: rus-stalin\nbox russian replacement-pool: rus-stavka\n", []),
        ("rus-stavka", "on X14: rus-stalin\nbox russian replacement-pool: rus-stavka\n", ["violation 15.8b"]),
        ("rus-24-inf", "on X14: rus-stavka\n", ["violation 15.8b"]),
    ],
)
def test_who_lends_a_sturmovik(lender: str, where: str, expected: list[str]) -> None:
    text = where + f"on X17: rus-24-inf\non Y17: ger-12-inf\nattack 1: rus-24-inf x ger-12-inf air sturmovik {lender}\n"
    assert told(text, RUSSIAN) == expected


def test_a_stuka_of_no_headquarters() -> None:
    text = "on Y17: ger-41-pz\non X17: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf air stuka ger-41-pz\n"
    assert told(text, COMBAT) == ["violation 15.2a"]
    gone = text.replace("stuka ger-41-pz", "stuka ger-hq-south")
    assert told(gone, COMBAT) == ["violation 15.2a"]


def test_air_counters_on_the_map() -> None:
    start = "on Y19: ger-hq-south\non Y17: ger-41-pz\non X17: rus-24-inf\nbox axis stukas: ger-stuka-1\n"
    attack = "attack 1: ger-41-pz x rus-24-inf air stuka ger-hq-south\nroll 1: 4\nlose 1: rus-24-inf\n"
    assert told(start + attack + "fly ger-stuka-1 X17\nfly ger-stuka-1 stukas\nend\n", COMBAT) == []
    assert told(start + attack + "fly ger-stuka-1 X17\nend\n", COMBAT) == ["violation 15.3"]
    plain = "attack 1: ger-41-pz x rus-24-inf\n"
    assert told(start + plain + "fly ger-stuka-1 X17\n", COMBAT) == ["violation 15.2b"]


# Chapter 16


VICTORY = (
    "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\n"
    "av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank\n"
)  # fmt: skip


def test_a_victory_frees_the_hex_and_is_remembered_through_the_turn() -> None:
    end = position(VICTORY, MOVE)
    assert end.place("rus-6-tank") == "surrendered"
    assert ("av", "ger-41-pz") in end.marks
    end = position(VICTORY + "end\nend\n", MOVE)
    assert ("av", "ger-41-pz") in end.marks
    assert end.battles == ()
    end = position(VICTORY + "end\nend\nend\nend\nend\n", MOVE)
    assert not any(mark[0] == "av" for mark in end.marks)


def test_a_victory_of_the_second_impulse_is_remembered_through_its_combat() -> None:
    second = MOVE.replace("impulse 1", "impulse 2")
    end = position(VICTORY, second)
    assert not any(mark[0] == "av" for mark in end.marks)
    # It began the impulse next to its victim, and 8.4 says the same of it.
    assert told(VICTORY + "move ger-41-pz Y17 Y18\n", second) == ["violation 8.4"]
    assert told(VICTORY + "end\nend\n", second) == []


@pytest.mark.parametrize(
    ("attackers", "expected"),
    [
        ("ger-41-pz ger-56-pz ger-12-inf", ["violation 16.1a"]),  # 19 to 2
        ("ger-41-pz ger-56-pz ger-7-inf", []),  # 20 to 2
    ],
)
def test_ten_to_one_exactly(attackers: str, expected: list[str]) -> None:
    text = f"on Y17: {attackers}\non X17: rus-6-tank\nav 1: {attackers} x rus-6-tank\n"
    assert told(text, MOVE) == expected


def test_no_victory_in_the_combat_phase() -> None:
    assert told(VICTORY, COMBAT) == ["violation 16.1a"]


def test_victors_do_not_attack_and_their_neighbours_must_be() -> None:
    start = "on Y16: rus-24-inf\non X18: ger-17-inf\n" + VICTORY
    moved = start + "move ger-17-inf X18 X17\nend\n"
    assert told(moved + "attack 2: ger-17-inf x rus-24-inf\nroll 2: 5 1-2 C\nend\n", MOVE) == []
    (finding,) = findings(moved + "attack 2: ger-17-inf ger-41-pz x rus-24-inf\n", MOVE)
    assert finding.rule == "16.2a"
    assert "an automatic victory of the first impulse" in finding.sentence
    # Nobody attacks: the one who could is idle, and that is all.
    assert told(moved + "end\n", MOVE) == ["violation 12.1a"]
    # Nobody is there: told when the movement ends, and not again.
    assert told(start + "end\nend\n", MOVE) == ["violation 16.2e"]


def test_victors_of_the_first_impulse_in_the_second() -> None:
    second = "turn 2 axis impulse 2 movement clear"
    start = "before: av ger-41-pz\non Y17: ger-41-pz\non X17: rus-24-inf\non W19: ger-56-pz\n"
    assert told(start + "end\n", second) == ["violation 16.3b"]
    assert told(start + "surrender ger-41-pz because 16.3\nend\n", second) == []
    assert told(start + "eliminate ger-41-pz because 16.3\n", second) == ["violation 12.5e"]
    assert told(start + "move ger-56-pz W19 X19 X18\nend\n", second) == []
    assert told(start + "move ger-56-pz W19 X19 X18\nend\nend\n", second) == ["violation 12.1a"]


def test_the_overstack_of_a_victory_is_told_under_its_own_number() -> None:
    text = VICTORY.replace("on Y17: ", "on Y17: ger-17-inf ") + "end\n"
    assert told(text, MOVE) == ["violation 16.2d"]
    assert told("on Y17: ger-17-inf ger-41-pz ger-56-pz ger-47-pz\nend\n", MOVE) == ["violation 6.1b"]


def test_a_removed_enemy_still_pins_in_a_second_impulse() -> None:
    text = VICTORY + "on X18: ger-12-inf\n"
    lines = text.splitlines()
    text = "\n".join([*lines[:2], lines[3], lines[2], "move ger-12-inf X18 X19", ""])
    assert told(text, "turn 2 axis impulse 2 movement clear") == ["violation 8.4"]
    assert told(text, MOVE) == []


# What may be done


def brute_force(state: State) -> set[tuple[frozenset[str], frozenset[str]]]:
    """Try all units of a hex against all groups of hexes, and ask the checks: slow, and obviously right."""
    own, enemy = state.forces["axis"], state.forces["russian"]
    found = set()
    for at, stack in own.stacks.items():
        near = [enemy.stacks[h] for h in hexes(attackable_from(GAME, at)) if h in enemy.stacks]
        for size in range(1, len(stack) + 1):
            for units in combinations(stack, size):
                for width in range(1, len(near) + 1):
                    for chosen in combinations(near, width):
                        foes = tuple(unit for foe in chosen for unit in foe)
                        if not check(GAME, state, Attack(1, units, foes)):
                            found.add((frozenset(units), frozenset(foes)))
    return found


AROUND = ["Y17", "X17", "X18", "Y18", "Z18", "Z17", "Y16", "W17", "Z19", "AA18", "X16"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    st.lists(st.sampled_from(AROUND), min_size=5, max_size=5),
    st.lists(st.sampled_from(AROUND), min_size=4, max_size=4),
    st.sampled_from([COMBAT, "turn 1 axis impulse 1 combat clear"]),
)
def test_the_legal_attacks_are_those_that_break_nothing(own: list[str], foes: list[str], at: str) -> None:
    units = ["ger-41-pz", "ger-17-inf", "ger-ss-res", "ger-3-pz", "rum-cav"]
    enemies = ["rus-24-inf", "rus-16-inf", "rus-worker-a1", "rus-11-inf"]
    text = "".join(f"on {h}: {u}\n" for u, h in zip(units, own, strict=True))
    text += "".join(f"on {h}: {u}\n" for u, h in zip(enemies, foes, strict=True) if h not in own)
    state = position(text, at)
    listed = list(legal_actions(GAME, state, Attack))
    assert {(frozenset(a.attackers), frozenset(a.defenders)) for a in listed} == brute_force(state)
    for attack in listed:
        assert check(GAME, state, attack) == []


def test_attacks_of_a_stack_with_their_odds() -> None:
    state = position("on Y17: ger-41-pz ger-17-inf\non X17: rus-24-inf\non Y16: rus-13-inf\n", COMBAT)
    found = {action_text(GAME, attack): odds_of(GAME, state, attack) for attack in legal_attacks(GAME, state)}
    assert found == {
        "attack 1: ger-41-pz x rus-24-inf": "2-1",
        "attack 1: ger-41-pz x rus-13-inf": "2-1",
        "attack 1: ger-41-pz x rus-24-inf rus-13-inf": "1-1",
        "attack 1: ger-17-inf x rus-24-inf": "1-2",
        "attack 1: ger-17-inf x rus-13-inf": "1-2",
        "attack 1: ger-17-inf x rus-24-inf rus-13-inf": "1-3",
        "attack 1: ger-41-pz ger-17-inf x rus-24-inf": "2-1",
        "attack 1: ger-41-pz ger-17-inf x rus-13-inf": "2-1",
        "attack 1: ger-41-pz ger-17-inf x rus-24-inf rus-13-inf": "1-1",
    }
    assert list(attacks_of(GAME, state, ("rus-24-inf",))) == []
    fought = position(
        "on Y17: ger-41-pz ger-17-inf\non X17: rus-24-inf\non Y16: rus-13-inf\n"
        "attack 1: ger-41-pz x rus-24-inf\nroll 1: 3\n",
        COMBAT,
    )
    assert [action_text(GAME, attack) for attack in legal_attacks(GAME, fought)] == [
        "attack 2: ger-17-inf x rus-13-inf"
    ]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["A1", "AR", "EX", "DR", "D1"]),
    st.lists(st.tuples(st.sampled_from(["W18", "V17", "W15", "Z18", "Z16", "AA17"]), st.booleans()), max_size=4),
)
def test_the_legal_retreats_are_those_that_break_nothing(result: str, others: list[tuple[str, bool]]) -> None:
    text = battle(result)
    reserve = iter(["ger-12-inf", "ger-57-pz", "ger-24-pz", "ger-39-pz"])
    foes = iter(["rus-13-inf", "rus-20-inf", "rus-29-inf", "rus-16-inf"])
    sides: dict[str, bool] = {}
    head = ""
    for where, axis in others:
        if sides.setdefault(where, axis) == axis:
            head += f"on {where}: {next(reserve) if axis else next(foes)}\n"
    state = position(head + text, COMBAT)
    if result in ("A1", "EX", "D1"):
        text += "" if result == "D1" else "lose 1: ger-56-pz\n"
        text += "" if result == "A1" else "lose 1: rus-4-inf\n"
        state = position(head + text, COMBAT)
    listed = list(legal_actions(GAME, state, Retreat))
    case = BattleResolution(GAME, state, state.battles[-1])
    owing = [unit for who in ("attackers", "defenders") for unit in case.outstanding(who).retreats]
    walked = set()
    for unit in owing:
        start = state.battles[-1].places[unit]
        for one in hexes(GAME.board.grid.neighbours[start]):
            for trail in [Trail((start, one))] + [
                Trail((start, one, two)) for two in hexes(GAME.board.grid.neighbours[one]) if two != start
            ]:
                act = Retreat(1, unit, trail)
                if not check(GAME, state, act) and not _too_many(state, unit, trail):
                    walked.add((unit, trail.hexes[-1]))
    assert {(act.unit, act.trail.hexes[-1]) for act in listed} == walked
    for act in listed:
        assert [f for f in check(GAME, state, act) if f.verdict is Verdict.VIOLATION] == []


def _too_many(state: State, unit: str, trail: Trail) -> bool:
    stack = [*state.forces[GAME.side_of[unit]].stack(trail.hexes[-1]), unit]
    armies = sum(GAME.units[u].stacks == "army" for u in stack)
    corps = sum(GAME.units[u].stacks == "corps" for u in stack)
    return armies > 2 or corps > 3 or bool(armies and corps and armies + corps > 2)


def test_every_result_of_the_chart_has_its_meaning() -> None:
    chart = GAME.charts.combat
    assert set(RESULTS) == {result for row in chart.results.values() for result in row} == set(chart.meanings)


def test_where_units_may_attack() -> None:
    assert "KK19" in names(attackable_from(GAME, GAME.board.grid.hex("KK20")))
    assert "JJ17" not in names(attackable_from(GAME, GAME.board.grid.hex("KK17")))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (battle("AR") + "lose 1: rus-24-inf\n", "rus-24-inf was lost in battle 1, but AR takes no defender."),
        (
            battle("A1") + "lose 1: ger-56-pz\nretreat 1: ger-41-pz Y17 Z17\nlose 1: rus-4-inf\n",
            "rus-4-inf was lost in battle 1, but A1 takes no defender.",
        ),
        (battle("DR") + "lose 1: ger-56-pz\n", "ger-56-pz was lost in battle 1, but DR takes no attacker."),
        (
            battle("DE") + "lose 1: rus-24-inf\nend\n",
            "DE in battle 1: rus-4-inf was not eliminated.",
        ),
        (battle("DE") + "end\n", "DE in battle 1: rus-24-inf and rus-4-inf were not eliminated."),
        (battle("D1") + "end\n", "D1 in battle 1: none of rus-24-inf and rus-4-inf was eliminated."),
        (battle("C") + "roll 1: 3\n", "A die was rolled for battle 1, which had already been rolled."),
        (
            battle("AR") + "retreat 1: rus-24-inf X17 W17\n",
            "rus-24-inf retreated from X17 after battle 1, but on AR no defender retreats.",
        ),
        (
            battle("DR") + "retreat 1: rus-24-inf X17 W17\n",
            "rus-24-inf retreated 1 hex from X17 to W17; on DR it must go 2 hexes.",
        ),
        (
            battle("AR") + "retreat 1: ger-56-pz Y17 X18\n",
            "ger-56-pz retreated into the zone of control of rus-24-inf and rus-4-inf in X18.",
        ),
    ],
)
def test_what_players_read(text: str, sentence: str) -> None:
    assert findings(text, COMBAT)[-1].sentence == sentence


def test_what_a_finding_about_a_retreat_rests_on() -> None:
    start = "on E18: ger-41-pz ger-47-pz\non F18: rus-24-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\nroll 1: 4\n"
    (finding,) = findings(start + "retreat 1: rus-24-inf F18 F17 G17\n", COMBAT)
    assert (finding.rule, [fact.statement for fact in finding.facts]) == ("13.5f", ["F18-F17 is a closed hexside"])
    assert finding.units == ("rus-24-inf",)
    finding = findings(battle("AR") + "retreat 1: ger-56-pz Y17 X18\n", COMBAT)[-1]
    assert finding.units == ("ger-56-pz", "rus-24-inf", "rus-4-inf")
    attack = "attack 1: rus-16-inf rus-11-inf x rum-cav\nroll 1: 2 6-1 DR\n"
    text = "on CC30: rus-16-inf rus-11-inf\non DD30: rum-cav\n" + attack + "retreat 1: rum-cav DD30 EE30 FF30\n"
    (finding,) = findings(text, "turn 20 russian impulse 1 combat clear")
    assert finding.rule == "5.5"
    assert "Bulgaria" in finding.facts[0].statement


def test_a_battle_won_without_a_die_has_none() -> None:
    assert findings(VICTORY + "roll 1: 3\n", COMBAT)[-1].sentence == (
        "A die was rolled for battle 1, which was an automatic victory."
    )


def test_artillery_does_not_retreat_where_its_rule_is_in_play() -> None:
    text = battle("DR", defenders="rus-1-art") + "retreat 1: rus-1-art X17 W17 V17\nend\n"
    assert after("DR", "retreat 1: rus-1-art X17 W17 V17\nend\n", defenders="rus-1-art") == []
    assert "violation 26.5.5" in told("options: 26.5\n" + text, COMBAT)


def test_the_other_reading_of_a_river_looks_at_the_hexside_alone() -> None:
    text = "on J16: ger-41-pz\non K15: rus-24-inf\nattack 1: ger-41-pz x rus-24-inf\nroll 1: 4 1-1 C\n"
    assert told(text, COMBAT) == ["doubt 14.1.1b"]
    assert told("options: R10b\n" + text, COMBAT) == []
    assert told("options: R10b\n" + text.replace("1-1 C", "2-1 EX"), COMBAT) == ["violation 14.1.1b"]


def test_the_other_reading_of_air_support_saves_nobody() -> None:
    text = (
        "on Y19: ger-hq-south\non Y17: ger-ss-res\non X17: rus-16-inf rus-11-inf\non Y16: rus-6-inf\n"
        "attack 1: ger-ss-res x rus-16-inf rus-11-inf rus-6-inf air stuka ger-hq-south\n"
    )
    assert told(text, COMBAT) == []
    assert told("options: R11b\n" + text, COMBAT) == ["violation 12.5b"]


def test_the_other_reading_of_the_opening_frees_who_is_barred() -> None:
    text = "options: C09b\non K24: ger-41-pz\non K22: rus-3-inf\nmove ger-41-pz K24 K23\nend\nend\n"
    at = "turn 1 axis impulse 1 movement clear"
    assert told(text, at) == []
    assert told(text.replace("options: C09b\n", ""), at) == ["doubt 3.7h"]


FLYING = 3 * " air sturmovik rus-stavka"


@pytest.mark.parametrize(
    ("side", "battle", "air", "odds"),
    [
        ("axis", "ger-12-inf ger-7-art x rus-1-tank", " air stuka ger-hq-south", "6-1"),
        ("russian", "rus-1-tank rus-1-art x ger-12-inf", FLYING, "4-1"),
        ("russian", "rus-1-tank rus-1-art x ger-12-inf", FLYING[:-25], "4-1"),
        ("russian", "rus-1-tank rus-1-art x ger-12-inf", FLYING[:-50], "3-1"),
    ],
)
def test_what_guns_and_aircraft_shift_beyond_three_steps_is_lost(side: str, battle: str, air: str, odds: str) -> None:
    """Nobody is accused of bringing more; the shift is capped (26.5.3)."""
    turn, hq = (2, "ger-hq-south") if side == "axis" else (25, "rus-stavka")
    mine, _, foe = battle.partition(" x ")
    text = (
        f"options: 26.5\nat: turn {turn} {side} impulse 1 combat clear\non X17: {mine}\non Y19: {hq}\non Y17: {foe}\n"
    )
    text += f"attack 1: {battle}{air}\n"
    assert told(f"{text}roll 1: 1 {odds} {GAME.charts.combat.result(odds, 1)}") == []
    more = f"{int(odds[0]) + 1}-1"
    wrong = told(f"{text}roll 1: 1 {more} {GAME.charts.combat.result(more, 1)}")
    capped = air in (FLYING, " air stuka ger-hq-south")
    assert wrong == ["violation 15.10b" if capped else "violation 13.1d"]


def test_only_aircraft_fly() -> None:
    assert told("on X17: ger-12-inf\nfly ger-12-inf X20", COMBAT) == ["violation 15.2b"]
    assert told("on X17: ger-12-inf\nfly ger-12-inf stukas") == ["violation 15.2b"]
