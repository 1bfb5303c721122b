"""28.5: the AK in Warsaw: how it comes, fights, is fed, and is drafted."""

from __future__ import annotations

import pytest

from tests.games.trc.play import findings, position, told
from trc_module.games.trc import load
from trc_module.games.trc.arrivals.russian_replacements import budget
from trc_module.games.trc.combat.combat_results import Passed
from trc_module.games.trc.variants.warsaw_uprising import results_that_pass_it_by
from trc_module.rules.battles import Battle
from trc_module.rules.frozen import FrozenMap

RISING = "options: 28.5\nat: turn {turn} russian impulse {impulse} movement clear\n"
DRAFT = RISING.format(turn=20, impulse=1) + "before: warsaw-entered {due}\non L26: pol-ak-inf\n"
BLOW = "options: 28.5\nat: turn 15 axis impulse 1 combat clear\non L26: {them}\n" + (
    "on L27: ger-41-pz ger-47-pz ger-56-pz\non M26: ger-39-pz ger-24-pz ger-46-pz\n"
    "attack 1: ger-41-pz ger-47-pz ger-56-pz ger-39-pz ger-24-pz ger-46-pz x {them} at {odds}\n"
)


def test_it_rises_from_the_second_impulse_of_turn_14_on() -> None:
    enter = "enter pol-ak-inf L26"
    assert told(RISING.format(turn=14, impulse=2) + enter) == []
    assert told(RISING.format(turn=16, impulse=1) + enter) == []
    assert "violation 20.0b" in told(RISING.format(turn=14, impulse=1) + enter)
    assert "violation 20.0b" in told(RISING.format(turn=13, impulse=2) + enter)


def test_an_axis_unit_keeps_it_out_and_axis_control_does_not() -> None:
    late = RISING.format(turn=16, impulse=1) + "control: Warsaw axis\n"
    assert told(late + "on L27: ger-12-inf\nenter pol-ak-inf L26") == []
    assert told(late + "on L26: ger-12-inf\nenter pol-ak-inf L26") == ["violation 28.5a"]
    assert told(late + "enter pol-ak-inf M26") == ["violation 28.5a"]


def test_without_the_variant_it_is_no_reinforcement() -> None:
    assert "violation 20.0a" in told(RISING.format(turn=16, impulse=1)[14:] + "enter pol-ak-inf L26")


def test_it_need_not_attack_but_others_must() -> None:
    beside = "options: 28.5\nat: turn 15 {side} impulse 1 combat clear\non L26: pol-ak-inf\non L27: ger-12-inf\nend"
    assert told(beside.format(side="russian")) == []
    assert told(beside.format(side="axis")) != []


def test_only_three_results_touch_it_in_defence() -> None:
    alone, weak = (BLOW.format(them="pol-ak-inf", odds=odds) for odds in ("3-1", "2-1"))
    assert told(alone + "roll 1: 4 3-1 DR\nend") == []
    assert told(weak + "roll 1: 6 2-1 D1\nend") == []
    assert told(weak + "roll 1: 6 2-1 D1\nlose 1: pol-ak-inf\nend") == ["violation 28.5d"]
    assert told(alone + "roll 1: 4 3-1 DR\nretreat 1: pol-ak-inf L26 K26 J26\nend") == ["violation 28.5d"]
    assert told(alone + "roll 1: 6 3-1 DE\nlose 1: pol-ak-inf\nend") == []
    assert told(alone + "roll 1: 6 3-1 DE\nend") == ["violation 13.3-DE"]


def test_units_beside_it_take_the_result() -> None:
    both = BLOW.format(them="pol-ak-inf rus-24-inf", odds="2-1")
    assert told(both + "roll 1: 6 2-1 D1\nlose 1: rus-24-inf\nend") == []
    assert told(both + "roll 1: 6 2-1 D1\nend") == ["violation 13.3-D1"]


def test_after_an_exchange_it_stays_and_its_loss_is_a_doubt() -> None:
    both = (
        BLOW.format(them="pol-ak-inf rus-24-inf", odds="2-1")
        + "roll 1: 4 2-1 EX\nlose 1: ger-46-pz\nlose 1: rus-24-inf\n"
    )
    assert told(both + "end") == []
    assert told(both + "lose 1: pol-ak-inf\nend") == ["doubt 28.5h"]


def test_repulsed_it_stays_and_its_companions_retreat() -> None:
    text = (
        "options: 28.5\nat: turn 15 russian impulse 1 combat clear\non L26: pol-ak-inf rus-24-inf\non M26: ger-12-inf\n"
        "attack 1: pol-ak-inf rus-24-inf x ger-12-inf\nroll 1: 3 1-1 AR\n"
    )
    assert told(text + "retreat 1: rus-24-inf L26 K25\nend") == []
    assert told(text + "end") == ["violation 13.3-AR"]


def test_it_neither_starves_nor_rides() -> None:
    end = "options: 28.5\nat: turn 15 russian impulse 2 end clear\non L26: pol-ak-inf\n"
    assert told(end + "end") == ["note 4.2.5a"]
    assert told(end + "eliminate pol-ak-inf because 17.2") == ["violation 28.5f"]
    ride = "options: 28.5\nat: turn 15 russian impulse 1 movement clear\non L26: pol-ak-inf\n"
    assert told(ride + "move pol-ak-inf L26 K26") == ["violation 28.5h"]
    assert "violation 28.5h" in told(ride + "rail pol-ak-inf L26 > R9")


def test_the_draft_is_due_from_its_turn_on_and_gives_two_points() -> None:
    assert told(DRAFT.format(due=20) + "eliminate pol-ak-inf because 28.5\nend") == []
    assert told(DRAFT.format(due=19) + "end") == ["violation 28.5e"]
    assert told(DRAFT.format(due=21) + "end") == []
    assert told(DRAFT.format(due=21) + "eliminate pol-ak-inf because 28.5") == ["violation 28.5e"]
    spent = "on R9: rus-24-inf\nbox russian replacement-pool: rus-1-cav\nbefore: lost archangel\n"
    replaced = "eliminate pol-ak-inf because 28.5\nreplace rus-1-cav X1\nend"
    assert told(DRAFT.format(due=20) + spent + replaced) == []
    assert "violation 22.5a" in told(DRAFT.format(due=21) + spent + "replace rus-1-cav X1\nend")


def test_entering_warsaw_makes_the_draft_due_in_the_step_that_follows() -> None:
    walk = "options: 28.5\nat: turn 19 russian impulse 1 movement clear\non L25: rus-1-tank\nmove rus-1-tank L25 {way}"
    assert ("warsaw-entered", "20") in position(walk.format(way="L26 L27")).marks
    assert not any(mark[0] == "warsaw-entered" for mark in position(walk.format(way="K25")).marks)


def test_it_is_never_replaced() -> None:
    text = "options: 28.5\nat: turn 16 russian impulse 1 movement clear\non R9: rus-worker-moscow\n"
    pool = "box russian replacement-pool: pol-ak-inf\nreplace pol-ak-inf R9"
    assert "violation 28.5g" in told(text + pool)


UPRISING = load(frozenset({"28.5"}))


@pytest.mark.parametrize(
    ("lost", "passed"),
    [((), False), (("ger-46-pz",), False), (("ger-46-pz", "rus-24-inf"), True), (("rus-24-inf",), True)],
)
def test_an_exchange_passes_the_ak_by_once_another_of_its_side_was_lost(lost: tuple[str, ...], passed: bool) -> None:
    at = UPRISING.board.grid.hex
    places = FrozenMap({"ger-46-pz": at("M26"), "pol-ak-inf": at("L26"), "rus-24-inf": at("L26")})
    battle = Battle(1, ("ger-46-pz",), ("pol-ak-inf", "rus-24-inf"), places, result="EX", lost=lost)
    found = results_that_pass_it_by(lambda *_: None, UPRISING, battle, "pol-ak-inf")
    assert found == (Passed("28.5h", sure=False) if passed else None)


@pytest.mark.parametrize(
    ("clock", "before", "expected"),
    [
        ("turn 20 axis", "before: warsaw-entered 20\n", "in turn 20, Axis impulse 1, movement."),
        ("turn 20 russian", "", "and no Russian unit has entered Warsaw."),
    ],
)
def test_a_draft_at_the_wrong_time_and_one_without_an_entry_are_told_apart(
    clock: str, before: str, expected: str
) -> None:
    text = f"options: 28.5\nat: {clock} impulse 1 movement clear\n{before}on L26: pol-ak-inf\n"
    [found] = findings(text + "eliminate pol-ak-inf because 28.5\n")
    assert found.sentence.endswith(f"drafted, {expected}")


@pytest.mark.parametrize(
    ("entered", "at", "points"), [(20, "on L26", 2), (21, "on L26", 0), (20, "box axis withdrawn", 0)]
)
def test_the_draft_brings_its_points_from_when_it_is_due_as_long_as_the_ak_is_in_warsaw(
    entered: int, at: str, points: int
) -> None:
    text = f"options: 28.5\nat: turn 20 russian impulse 1 movement clear\nbefore: warsaw-entered {entered}\n"
    state = position(text + f"{at.replace('axis', 'russian')}: pol-ak-inf\n")
    assert sum(number for _, number in budget(UPRISING, state).points) == points


@pytest.mark.parametrize(("unit", "entered"), [("rus-24-inf", ["21"]), ("rus-sturmovik-1", []), ("pol-ak-inf", [])])
def test_troops_in_warsaw_have_entered_it_and_aircraft_and_the_ak_itself_have_not(
    unit: str, entered: list[str]
) -> None:
    text = f"options: 28.5\nat: turn 20 russian impulse 1 combat clear\non L26: {unit}\nend\n"
    assert [mark[1] for mark in position(text).marks if mark[0] == "warsaw-entered"] == entered
