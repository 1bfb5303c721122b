from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.rules.engine import check, legal_actions
from trc_module.rules.finding import Verdict

AXIS = "turn 2 axis impulse 1 movement clear"
RUSSIAN = "turn 2 russian impulse 1 movement clear"
HEX = GAME.board.grid.hex

TRANSFER = "on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 JJ23 roll {}"


@pytest.mark.parametrize(
    ("at", "rule"),
    [
        ("turn 2 russian impulse 1 combat clear", "4.2.1g"),
        ("turn 2 russian impulse 2 combat clear", "10.1c"),
        ("turn 2 russian impulse 2 end clear", "10.1c"),
        ("turn 2 axis impulse 1 combat clear", "4.1.2f"),
        ("turn 2 axis impulse 2 combat clear", "10.1c"),
    ],
)
def test_the_number_of_a_sea_move_at_the_wrong_time(at: str, rule: str) -> None:
    text = TRANSFER.format(1)
    if "axis" in at:
        text = "control: Odessa axis, Sevastopol axis\n" + text.replace("rus-2-cav", "rum-cav")
    assert told(text, at) == [f"violation {rule}"]


def test_the_other_sides_unit_is_told_of_once() -> None:
    assert told(TRANSFER.format(1), AXIS) == ["violation 2.1a"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("on PP5: rus-2-cav\n sea transfer rus-2-cav PP5 DD24 roll 1", "10.2b"),
        ("on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 PP5 roll 1", "10.2b"),
        ("on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 F17 roll 1", "10.2a"),
        ("on F17: rus-2-cav\n sea transfer rus-2-cav F17 DD24 roll 1", "10.2a"),
        ("on C1: rus-2-cav\n sea transfer rus-2-cav C1 DD24 roll 1", "10.1a"),
        ("on E10: rus-2-cav\n sea evacuation rus-2-cav E10 DD24 roll 1", "10.2a"),
        ("used: russian black-sea 1\n" + TRANSFER.format(1), "10.2c"),
        ("control: Rostov none\n on JJ23: rus-2-cav\n sea transfer rus-2-cav JJ23 II14 roll 1", "10.3.1a"),
        ("on X10: rus-2-cav\n sea transfer rus-2-cav X10 JJ23 roll 1", "10.3.1a"),
        ("on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 X10 roll 1", "10.3.1a"),
        ("on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 EE25 roll 1", "10.3.1a"),
        ("box russian surrendered: rus-2-cav\n sea transfer rus-2-cav surrendered DD24 roll 1", "10.3.1a"),
        ("box russian turn-3: rus-2-cav\n sea transfer rus-2-cav turn-3 DD24 roll 1", "10.3.1a"),
        ("on EE25: rus-2-cav\n sea invasion rus-2-cav EE25 JJ22 roll 1", "10.3.2a"),
        ("used: russian invasions 2\n on DD24: rus-2-cav\n sea invasion rus-2-cav DD24 JJ22 roll 1", "10.3.2b"),
        ("on DD24: rus-2-cav\n sea invasion rus-2-cav DD24 X10 roll 1", "10.3.2c"),
        ("on DD24: rus-2-cav\n sea invasion rus-2-cav DD24 off-map-units roll 1", "10.3.2c"),
        ("on DD24: rus-2-cav\n on JJ22: rum-cav\n sea invasion rus-2-cav DD24 JJ22 roll 1", "10.3.2c"),
        ("box russian off-map-units: rus-2-cav\n sea invasion rus-2-cav off-map-units F17 roll 1", "10.5b"),
        ("on X10: rus-2-cav\n sea evacuation rus-2-cav X10 DD24 roll 1", "10.3.3a"),
        ("on EE25: rus-2-cav\n sea evacuation rus-2-cav EE25 JJ22 roll 1", "10.3.3a"),
        ("box russian off-map-units: rus-2-cav\n sea evacuation rus-2-cav off-map-units DD24 roll 1", "10.3.3a"),
        ("control: Leningrad none\n on F17: rus-2-cav\n sea transfer rus-2-cav F17 D15 roll 1", "10.5a"),
        ("before: moved rus-2-cav\n" + TRANSFER.format(1), "10.3b"),
        ("before: railed rus-2-cav\n" + TRANSFER.format(1), "10.3b"),
        (TRANSFER.format(1) + "\n rail rus-2-cav JJ23 > II22", "10.3b"),
    ],
)
def test_the_number_of_a_wrong_sea_move(text: str, rule: str) -> None:
    assert told(text, RUSSIAN) == [f"violation {rule}"]


@pytest.mark.parametrize(
    "text",
    [
        "box russian turn-2: rus-2-cav\n sea transfer rus-2-cav turn-2 DD24 roll 1",
        "box russian turn-1: rus-2-cav\n sea transfer rus-2-cav turn-1 DD24 roll 1",
        "sea transfer rus-2-cav off-map-units DD24 roll 1",
        "on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 off-map-units roll 1",
        "on EE25: rus-2-cav\n sea evacuation rus-2-cav EE25 off-map-units roll 1",
        "on EE25: rus-2-cav\n on DD25: rum-cav\n sea evacuation rus-2-cav EE25 DD24 roll 1",
        "used: russian invasions 1\n on DD24: rus-2-cav\n on JJ22: rus-4-cav\n sea invasion rus-2-cav DD24 JJ22 roll 1",
        "used: russian baltic 1\n" + TRANSFER.format(1),
    ],
)
def test_what_is_allowed(text: str) -> None:
    assert told(text, RUSSIAN) == []


def test_no_axis_invasion_in_the_first_turn_and_russian_ones_at_any_time() -> None:
    axis = "control: Odessa axis\n on DD24: rum-cav\n sea invasion rum-cav DD24 JJ22 roll 1"
    assert told(axis, "turn 1 axis impulse 1 movement clear") == ["violation 10.7"]
    assert told(axis, AXIS) == []
    russian = "on DD24: rus-2-cav\n sea invasion rus-2-cav DD24 JJ22 roll 1"
    assert told(russian, "turn 1 russian impulse 1 movement clear") == []


def test_an_assumed_allowance_makes_a_doubt() -> None:
    """No movement in the second impulse of light mud is our assumption where the chart says so."""
    for unit in ("rus-24-inf", "rus-2-cav", "rus-6-tank"):
        allowance = GAME.printed_allowance(unit, 2, "light-mud")
        text = f"on DD24: {unit}\n sea transfer {unit} DD24 JJ23 roll 1"
        verdicts = told(text, "turn 3 russian impulse 2 movement light-mud")
        if allowance.value:
            assert verdicts == []
        else:
            certain = allowance.certain_max == 0 and allowance.bound.trust.carries_violation
            assert verdicts == [("violation" if certain else "doubt") + " 10.1b"]


@pytest.mark.parametrize(
    ("text", "at", "dice"),
    [
        ("box axis off-map-units: rum-cav\n sea invasion rum-cav off-map-units JJ22 roll {}", AXIS, 3),
        ("control: Odessa axis\n on DD24: rum-cav\n sea invasion rum-cav DD24 JJ22 roll {}", AXIS, 4),
        ("control: Odessa axis, Rostov axis\n on DD24: rum-cav\n sea invasion rum-cav DD24 JJ22 roll {}", AXIS, 5),
        (TRANSFER, RUSSIAN, 6),
        ("on EE25: rus-2-cav\n sea evacuation rus-2-cav EE25 DD24 roll {}", RUSSIAN, 5),
        ("box axis off-map-units: ger-12-inf\n sea transfer ger-12-inf off-map-units B14 roll {}", AXIS, 3),
        ("control: Riga axis\n on F17: ger-12-inf\n sea transfer ger-12-inf F17 B14 roll {}", AXIS, 4),
        ("on F17: rus-2-cav\n sea transfer rus-2-cav F17 E10 roll {}", RUSSIAN, 3),
        ("on D16: rus-2-cav\n sea evacuation rus-2-cav D16 E10 roll {}", RUSSIAN, 2),
    ],
)
def test_the_dice_with_which_a_unit_survives(text: str, at: str, dice: int) -> None:
    unit = text.split("sea ")[1].split()[1]
    ends = {die: position(text.format(die), at).place(unit) for die in range(1, 7)}
    assert [die for die, place in ends.items() if place != "replacement-pool"] == list(range(1, dice + 1))


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("box axis off-map-units: rum-cav\n sea invasion rum-cav off-map-units JJ22 roll 2", AXIS, "10.4a"),
        ("control: Odessa axis\n on DD24: rum-cav\n sea invasion rum-cav DD24 JJ22 roll 4", AXIS, "10.4b"),
        ("control: Helsinki none, Riga axis\n on F17: ger-12-inf\n sea transfer ger-12-inf F17 off-map-units roll 1",
         AXIS, "10.5c"),
        ("control: Riga axis\n on F17: ger-12-inf\n sea transfer ger-12-inf F17 B14 roll 4", AXIS, "10.5d"),
    ],
)  # fmt: skip
def test_the_number_of_a_unit_drowned_by_mistake(text: str, at: str, rule: str) -> None:
    unit = text.split("sea ")[1].split()[1]
    assert told(f"{text}\n eliminate {unit} because 10.4", at) == [f"violation {rule}"]


@pytest.mark.parametrize(
    ("text", "then", "at", "rule"),
    [
        ("box axis off-map-units: rum-cav\n sea invasion rum-cav off-map-units JJ22 roll 6", "JJ22 II22", AXIS,
         "10.4a"),
        ("on D16: rus-2-cav\n sea evacuation rus-2-cav D16 E10 roll 3", "E10 E9", RUSSIAN, "10.3.3b"),
        ("on E10: rus-2-cav\n sea transfer rus-2-cav E10 F17 roll 4", "F17 G17", RUSSIAN, "10.5e"),
        ("on F17: rus-2-cav\n sea transfer rus-2-cav F17 E10 roll 6", "E10 E9", RUSSIAN, "10.5c"),
    ],
)  # fmt: skip
def test_the_number_of_a_unit_that_plays_on_though_sunk(text: str, then: str, at: str, rule: str) -> None:
    unit = text.split("sea ")[1].split()[1]
    found = told(f"{text}\n move {unit} {then}\n move {unit} {then.split()[1]} > {then.split()[0]}", at)
    assert [line for line in found if " 10" in line] == [f"violation {rule}"]


@pytest.mark.parametrize(
    ("replaced", "lost_again", "acts"),
    [
        ("", True, True),
        ("before: replaced rum-cav sea\n", True, True),  # It was a replacement when it sailed, and sank then.
        ("before: replaced rum-cav JJ22\n", False, False),
    ],
)
def test_a_unit_that_was_sunk_and_replaced_since_is_a_unit_like_any_other(
    replaced: str, lost_again: bool, acts: bool
) -> None:
    sunk = f"before: sunk rum-cav JJ22 10.4a\n{replaced}"
    surrendered = told(f"{sunk}on JJ22: rum-cav\nsurrender rum-cav because 13.3\n", AXIS)
    assert ("violation 10.6" in surrendered) == lost_again
    moved = f"{sunk}on JJ22: rum-cav\nmove rum-cav JJ22 II22\n"
    assert told(moved, AXIS) == (["violation 10.4a"] if acts else [])
    # The counter is dragged from where it sank, and the unit stands elsewhere.
    elsewhere = f"{sunk}box axis replacement-pool: rum-cav\nmove rum-cav JJ22 II22\n"
    assert told(elsewhere, AXIS) == ["violation 10.4a"]


def test_a_port_gained_in_the_phase_counts_from_then_on() -> None:
    text = "on BB24: ger-41-pz\n box axis off-map-units: hun-1-mot\n move ger-41-pz BB24 CC24\n"
    text += "sea invasion hun-1-mot off-map-units JJ22 roll 4\n eliminate hun-1-mot because 10.4"
    assert told(text, AXIS) == ["violation 10.4c"]


def test_without_a_die_or_with_an_unsure_port_the_fate_is_not_known() -> None:
    assert told("on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 JJ23", RUSSIAN) == ["undecided 10.4a"]
    unsure = "before: unsure-control II14\n on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 JJ23 roll {}"
    assert told(unsure.format(5), RUSSIAN) == []
    assert told(unsure.format(6), RUSSIAN) == ["undecided 10.4a"]
    assert position(unsure.format(6), RUSSIAN).place("rus-2-cav") == HEX("JJ23")
    at_the_end = "before: unsure-control JJ23\n on DD24: rus-2-cav\n sea transfer rus-2-cav DD24 JJ23 roll 1"
    assert told(at_the_end, RUSSIAN) == ["undecided 10.3.1a"]
    leningrad = "before: unsure-control E10\n on F17: rus-2-cav\n sea transfer rus-2-cav F17 D15 roll 1"
    assert told(leningrad, RUSSIAN) == ["undecided 10.5a"]


def test_what_a_sea_move_leaves_in_the_position() -> None:
    landed = position("control: Odessa axis\n on DD24: rum-cav\n sea invasion rum-cav DD24 JJ22 roll 1", AXIS)
    assert landed.place("rum-cav") == HEX("JJ22")
    assert landed.used == {"axis black-sea": 1, "axis invasions": 1}
    assert {("sailed", "rum-cav"), ("ashore", "rum-cav"), ("invaded", "rum-cav", "impulse", "1")} <= landed.marks
    sunk = position("control: Odessa axis\n on DD24: rum-cav\n sea invasion rum-cav DD24 JJ22 roll 6", AXIS)
    assert sunk.place("rum-cav") == "replacement-pool"
    assert sunk.used == {"axis black-sea": 1, "axis invasions": 1}
    assert not any(mark[0] in ("ashore", "invaded") for mark in sunk.marks)


def test_the_loss_at_sea_is_stated_or_not() -> None:
    text = "control: Odessa axis\n on DD24: rum-cav\n sea invasion rum-cav DD24 JJ22 roll 6\n"
    assert told(text + "eliminate rum-cav because 10.4", AXIS) == []
    assert told(text + "eliminate rum-cav because 10.6", AXIS) == []
    assert told("on DD24: rum-cav\n eliminate rum-cav because 10.4", AXIS) == ["violation 10.4a"]


def test_an_invader_is_in_supply_until_its_turn_is_over() -> None:
    text = "box axis off-map-units: rum-cav\n sea invasion rum-cav off-map-units LL19 roll 1\n" + "end\n" * 4
    assert told(text + "eliminate rum-cav because 17.2", AXIS) == ["violation 10.3.2e"]
    assert ("ashore", "rum-cav") in position(text + "end\n" * 5, AXIS).marks
    assert ("ashore", "rum-cav") not in position(text + "end\n" * 6, AXIS).marks


def test_the_finding_of_an_occupied_beach_names_who_stands_there() -> None:
    found = findings("on DD24: rus-2-cav\n on JJ22: rum-cav\n sea invasion rus-2-cav DD24 JJ22 roll 1", RUSSIAN)
    assert found[0].units == ("rus-2-cav", "rum-cav")
    assert found[0].hexes == ("JJ22",)


def test_the_sea_moves_listed_are_those_that_the_rules_allow() -> None:
    state = position("on DD24: rus-2-cav\n on EE25: rus-24-inf\n on X10: rus-6-tank\n on JJ22: rum-cav", RUSSIAN)
    listed = set(legal_actions(GAME, state, SeaMove))
    assert {act.unit for act in listed} == {"rus-2-cav", "rus-24-inf"}
    assert {act.kind for act in listed if act.unit == "rus-24-inf"} == {"evacuation"}
    ports: list[int | str] = [HEX(name) for name in ("DD24", "JJ23", "II14", "F17", "E10", "D15", "B14")]
    beaches = [h for h in GAME.board.grid.neighbours if GAME.board.coast >> h & 1]
    for unit, start in (("rus-2-cav", HEX("DD24")), ("rus-24-inf", HEX("EE25"))):
        for kind in ("transfer", "invasion", "evacuation"):
            for goal in (*ports, *beaches, "off-map-units"):
                act = SeaMove(kind, unit, start, goal)  # type: ignore[arg-type]
                if goal == start or (kind == "evacuation" and unit == "rus-2-cav"):
                    continue
                wrong = [f for f in check(GAME, state, act) if f.verdict in (Verdict.VIOLATION, Verdict.DOUBT)]
                assert (act in listed) == (not wrong), act
    assert not list(legal_actions(GAME, position("", "turn 2 russian impulse 1 combat clear"), SeaMove))


def test_a_reinforcement_is_listed_at_sea_and_a_replacement_where_it_may_be_taken() -> None:
    boxes = "box russian turn-2: rus-2-cav\nbox russian replacement-pool: rus-13-inf\n"
    workers = "on R9: rus-worker-moscow\non W19: rus-worker-kiev\n"
    assert {act.unit for act in legal_actions(GAME, position(boxes, RUSSIAN), SeaMove)} == {"rus-2-cav"}
    listed = legal_actions(GAME, position(boxes + workers, RUSSIAN), SeaMove)
    assert {act.unit for act in listed} == {"rus-2-cav", "rus-13-inf"}


def test_who_held_a_port_before_a_late_log_may_decide_who_survives() -> None:
    text = (
        "control: Odessa axis, Sevastopol axis, DD18 axis\non II14: rus-2-cav\nsea transfer rus-2-cav II14 JJ23 roll 4"
    )
    at = "turn 8 russian impulse 1 movement clear"
    assert told(text, at) == ["violation 10.3.1a"]
    assert told(f"before: untold-control JJ23 II14\n{text}", at) == ["violation 10.3.1a", "undecided 10.4a"]
