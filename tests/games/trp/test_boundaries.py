"""Cases beyond two examples of a rule: boundaries, exemptions, and gaps of a log."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.games.trp import load
from trc_module.games.trp.advances import limits
from trc_module.games.trp.marks import UNTOLD
from trc_module.rules.record import read_record, try_record

GAME = load()
BATTLE = """at: turn 2 {side} attacks{phase} {weather}
on K17: {attacker}
on K18: {defender}
attack 1: {attacker} x {defender}
roll 1: {die}
result 1: {result}
"""


GIVEN = {
    "side": "axis", "phase": "", "weather": "good", "attacker": "ger-3-pz", "defender": "sov-8-army", "die": "5",
    "result": "D4",
}  # fmt: skip
"""What is given of a battle where a test changes nothing."""


def told(text: str) -> list[tuple[str, str]]:
    """Return verdict and rule of the findings about the acts of a record."""
    record = read_record(f"game: trp\n{text}", "a", find_game)
    outcomes = try_record(record, "a").outcomes
    return [(f.verdict.value, f.rule) for outcome in outcomes for f in outcome.told.findings]


def battle(more: str = "", **changes: str) -> str:
    return BATTLE.format(**(GIVEN | changes)) + more


@pytest.mark.parametrize(
    ("side", "phase", "die", "broken"),
    [
        ("axis", "", 1, True), ("axis", "", 2, False), ("axis", "-1", 2, True), ("axis", "-1", 3, False),
        ("axis", "-3", 4, True), ("soviet", "", 2, True), ("soviet", "", 3, False), ("soviet", "-2", 4, True),
    ],
)  # fmt: skip
def test_breakdown_depends_on_side_and_reserve_phase(side: str, phase: str, die: int, broken: bool) -> None:
    attacker, defender = ("ger-3-pz", "sov-8-army") if side == "axis" else ("sov-3-mex", "ger-7-inf")
    found = told(battle("end", side=side, phase=phase, die=str(die), attacker=attacker, defender=defender, result="-"))
    # A mechanized corps may be no armor.
    verdict = "violation" if side == "axis" else "doubt"
    assert found == ([(verdict, "XIII.C8")] if broken else [])


@pytest.mark.parametrize(
    ("unit", "good", "mud", "snow"),
    [
        ("ger-3-pz", (3, 4), (1, 1), (2, 2)),
        ("rom-arm-corps", (3, 3), (1, 1), (2, 2)),
        ("ger-7-inf", (2, 2), (1, 1), (2, 2)),
        ("fin-2-corps", (2, 2), (1, 1), (2, 2)),
        ("ger-2-army", (1, 1), (1, 1), (1, 1)),
        ("rom-3-army", (1, 1), (1, 1), (1, 1)),
        ("ita-auto-corps", (2, 3), (1, 1), (2, 2)),
        ("sov-8-army", (1, 1), (1, 1), (1, 1)),
        ("sov-1-shock", (2, 2), (1, 1), (2, 2)),
        ("sov-5-kav", (3, 3), (2, 2), (3, 3)),
        ("sov-3-mex", (1, 3), (1, 1), (1, 3)),
    ],
)
def test_limits_of_an_advance(unit: str, good: tuple[int, int], mud: tuple[int, int], snow: tuple[int, int]) -> None:
    who = GAME.units[unit]
    assert (limits(who, "good"), limits(who, "mud"), limits(who, "snow")) == (good, mud, snow)


@pytest.mark.parametrize(("steps", "rules"), [(2, ["XIII.D8"]), (3, []), (4, []), (5, ["XIII.D8"])])
def test_a_voluntary_retreat_has_three_or_four_hexes(steps: int, rules: list[str]) -> None:
    way = " ".join(f"K{18 + n}" for n in range(steps + 1))
    assert told(f"at: turn 2 axis attacks good\non K18: sov-8-army\nfall-back sov-8-army {way}") == [
        ("violation", rule) for rule in rules
    ]


def test_a_badge_that_is_cleared_late_is_no_recovery() -> None:
    assert told("at: turn 2 axis moves good\non K17: ger-3-pz\nrecover ger-3-pz\nmove ger-3-pz K17 K16") == []


def test_a_retreat_that_is_not_known_is_not_called_short() -> None:
    retreat = "retreat 1: sov-8-army K18 {} K21\ndisperse sov-8-army\nadvance 1: ger-3-pz K17 K18 K19"
    assert told(battle(retreat.format(">"))) == []
    short = "retreat 1: sov-8-army K18 K19\ndisperse sov-8-army\nadvance 1: ger-3-pz K17 K18 L17"
    assert ("violation", "XIII.E1") in told(battle(short))


def test_an_advance_may_be_told_before_the_loss_that_makes_room_for_it() -> None:
    assert told(battle("advance 1: ger-3-pz K17 K18\nlose 1: sov-8-army", result="DE")) == []


@pytest.mark.parametrize("way", ["K17 K18 K19", "K17 > K19"])
def test_no_hex_of_an_advance_is_one_that_an_enemy_holds(way: str) -> None:
    with_an_army = BATTLE.replace("attack 1", "on K19: sov-9-army\nattack 1")
    told_of = told(with_an_army.format(**GIVEN | {"result": "DE"}) + f"lose 1: sov-8-army\nadvance 1: ger-3-pz {way}")
    assert ("violation", "XIII.E6") in told_of
    behind = f"retreat 1: sov-8-army K18 K19\ndisperse sov-8-army\nadvance 1: ger-3-pz {way}"
    assert ("violation", "XIII.E6") in told(battle(behind))


def test_an_axis_attack_without_a_die_is_cancelled_and_forces_no_other() -> None:
    text = "at: turn 2 axis attacks good\non K17: ger-3-pz\non K18: sov-8-army\non L17: sov-1-front\n"
    text += "attack 1: ger-3-pz x sov-8-army\n"
    assert told(text + "end") == []
    assert told(text + "roll 1: 5\nresult 1: -\nend") == [("violation", "XIII.A3")]


def test_a_dispersed_front_forces_no_attack() -> None:
    text = "at: turn 2 axis attacks good\nstatus: sov-1-front dispersed\non K17: ger-3-pz\non K18: sov-8-army\n"
    assert told(text + "on L17: sov-1-front\nattack 1: ger-3-pz x sov-8-army\nroll 1: 5\nresult 1: -\nend") == []


@pytest.mark.parametrize(("unit", "at", "rules"), [("sov-4-army", "S4", []), ("sov-20-army", "Q13", ["XVI.B3"])])
def test_only_soviets_near_germany_act_in_the_first_operations(unit: str, at: str, rules: list[str]) -> None:
    move = f"on {at}: {unit}\nmove {unit} {at} {at[0]}{int(at[1:]) + 1}"
    assert told(f"at: turn 1 soviet moves good\n{move}") == [("violation", rule) for rule in rules]
    assert told(f"at: turn 2 soviet moves good\n{move}") == []


def test_finns_attack_at_once_where_germans_begin_in_finland() -> None:
    finns = (
        "at: turn 1 axis attacks good\non B17: fin-7-corps\non A18: sov-42-rif\n{}attack 1: fin-7-corps x sov-42-rif"
    )
    assert ("violation", "XVI.B6") in told(finns.format(""))
    assert ("violation", "XVI.B6") not in told(finns.format("on C15: ger-7-inf\n"))


BARRED = """at: turn 2 axis attacks good
on K17: ger-3-pz
on K18: sov-8-army
on K19: sov-5-army
on K20: ger-1-inf
on L19: ger-2-inf
attack 1: ger-3-pz x sov-8-army
attack 2: ger-1-inf x sov-5-army
roll 1: 5
result 1: {}
cancel 2:
"""


@pytest.mark.parametrize(
    ("result", "more", "rules"),
    [
        # The attack on K19 barred it to the 8th Army, which went elsewhere.
        ("D1", "retreat 1: sov-8-army K18 J18\nspend sov-8-army\nadvance 1: ger-3-pz K17 K18", ["XIII.A7"]),
        # No retreat: nothing was barred.
        ("-", "", []),
    ],
)
def test_an_axis_attack_that_has_barred_a_retreat_is_made(result: str, more: str, rules: list[str]) -> None:
    record = BARRED.format(result).replace("cancel 2:\n", f"{more}\ncancel 2:\n")
    assert [rule for _, rule in told(record + "end")] == rules
    # Others may attack there instead.
    again = "attack 3: ger-2-inf x sov-5-army\nroll 3: 5\nresult 3: -\nend"
    assert told(record + again) == []


def test_an_attack_that_is_cancelled_and_was_demanded_is_told_once() -> None:
    text = (
        "at: turn 2 axis attacks good\non K17: ger-3-pz\non K18: sov-8-army\non L17: sov-1-front\non L16: ger-1-inf\n"
    )
    text += "attack 1: ger-3-pz x sov-8-army\nattack 2: ger-1-inf x sov-1-front\ncancel 2:\nroll 1: 5\nresult 1: -\nend"
    assert told(text) == [("violation", "XIII.A7")]


def test_a_breakthrough_attack_is_made_before_the_next_die() -> None:
    text = """at: turn 2 axis attacks good
on K17: ger-3-pz
on L16: ger-24-pz
on K18: sov-8-army
on L17: sov-5-army
on M17: ger-1-inf
on M18: sov-11-army
attack 1: ger-3-pz ger-24-pz x sov-8-army
attack 2: ger-1-inf x sov-11-army
roll 1: 5
result 1: BR
lose 1: sov-8-army
advance 1: ger-3-pz K17 K18
{}attack 3: ger-3-pz x sov-5-army
"""
    text = text.replace("ger-3-pz ger-24-pz x", "ger-3-pz x")
    assert told(text.format("")) == []
    assert told(text.format("roll 2: 5\nresult 2: -\n")) == [("violation", "XIII.D1")]


def test_a_drag_to_the_next_hex_is_a_retreat_of_one_hex() -> None:
    text = "at: turn 2 axis attacks good\non K17: ger-3-pz\non K18: sov-8-army\non K19: sov-5-army sov-3-mex\n"
    text += "attack 1: ger-3-pz x sov-8-army\nroll 1: 5\nresult 1: D1\nretreat 1: sov-8-army K18 > K19"
    assert told(text) == [("doubt", "XIII.D5")]


@pytest.mark.parametrize(("clock", "rules"), [("supply", []), ("moves", ["XIV.B2"])])
def test_isolated_units_are_eliminated_in_the_supply_phase(clock: str, rules: list[str]) -> None:
    found = told(f"at: turn 2 soviet {clock} good\non S1: sov-8-army\nremove sov-8-army XIV.B2")
    assert found == [("violation", rule) for rule in rules]


def test_a_wave_does_not_owe_an_advance_into_a_hex_that_the_next_wave_cleared() -> None:
    story = (
        "at: turn 2 axis attacks good\nstatus: sov-8-army dispersed\n"
        "on K17: ger-29-inf\non K19: ger-3-pz\non K18: sov-8-army\n"
        "attack 1: ger-29-inf x sov-8-army\nroll 1: 3\nresult 1: AE dispersed\nresult 1: BR\n"
        "attack 2: ger-3-pz x sov-8-army\nroll 2: 5\nresult 2: DE dispersed\nresult 2: BR\nlose 2: sov-8-army\nend\n"
    )
    record = read_record(f"game: trp\n{story}", "a", find_game)
    found = [f for outcome in try_record(record, "a").outcomes for f in outcome.told.findings if f.rule == "XIII.D3"]
    assert [(f.verdict.value, f.units) for f in found] == [("violation", ("ger-3-pz",))]


def test_who_controls_a_hex_that_a_unit_entered_by_no_known_act_nobody_knows() -> None:
    game = load()
    state = read_record("game: trp\nat: turn 2 soviet attacks-1 good\non A18: sov-42-rif\n", "x", find_game).start
    goal = game.board.grid.find("B17")
    assert goal is not None
    after = game.went(state, state.with_unit("soviet", "sov-42-rif", goal), "sov-42-rif", None)
    assert (state.control[goal], after.control[goal], UNTOLD in after.marks) == ("axis", "", True)
