"""What the side to play has before it."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.report.agenda import Agenda, agenda, agenda_text, agenda_tree
from trc_module.rules.actions import Action
from trc_module.rules.record import read_record

COMBAT = """\
game: trc
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on Y16: ger-17-inf
on X17: rus-24-inf rus-4-inf
"""


M41_RING = """\
on B4: rus-20-army
on C4: rus-24-army
on A5: rus-43-army
on C5: rus-13-army
on B6: rus-16-army
on C6: rus-bryansk"""
"""Russians all around B5."""


def found(text: str) -> Agenda:
    record = read_record(text, "record", find_game)
    state = record.start
    for line in record.lines:
        assert isinstance(line.entry, Action)
        state = record.game.apply(state, line.entry)
    return agenda(record.game, state)


def test_units_that_must_attack_are_counted_with_those_that_do() -> None:
    before = found(COMBAT)
    assert before.bound is not None
    assert set(before.bound.units) == {"ger-41-pz", "ger-47-pz", "ger-17-inf"}
    assert (before.bound.done, len(before.must)) == ((), 3)
    after = found(f"{COMBAT}attack 1: ger-41-pz ger-47-pz x rus-24-inf rus-4-inf\n")
    assert after.bound is not None
    assert (set(after.bound.done), len(after.bound.units)) == ({"ger-41-pz", "ger-47-pz"}, 3)
    assert [line.words for line in after.must] == ["ger-17-inf must attack X17."]
    assert after.may == ("ger-17-inf",)
    text = agenda_text(find_game("trc"), after).splitlines()
    assert text[:4] == [
        "Turn 2, Axis impulse 1, combat, clear",
        "  2 of 3 units that must attack have an attack.",
        "  Still to be done:",
        "    12.2: 17th Infantry Corps (ger-17-inf) must attack X17.",
    ]


def test_while_units_move_the_attacks_are_what_follows() -> None:
    moving = found(COMBAT.replace("combat", "movement") + "move ger-41-pz Y17 Y18\n")
    assert moving.must == ()
    assert [line.words for line in moving.later] == ["ger-47-pz must attack X17.", "ger-17-inf must attack X17."]
    assert (moving.done, set(moving.may)) == (("ger-41-pz",), {"ger-47-pz", "ger-17-inf"})
    assert "  1 unit has moved, 2 may still move." in agenda_text(find_game("trc"), moving).splitlines()


@pytest.mark.parametrize(
    ("game", "at", "stacks", "told"),
    [
        ("nr", "turn 2 axis movement", "on G20: ger-4\non F19: sov-northwest\non H19: sov-south", "ger-4 in G20"),
        ("trp", "turn 2 axis moves good", "on Q10: ger-9-army", "ger-9-army in Q10"),
        ("m41", "turn 2 german movement mud", f"on B5: ger-2-pzgr\n{M41_RING}", "ger-2-pzgr in B5"),
    ],
)
def test_a_unit_out_of_supply_is_named(game: str, at: str, stacks: str, told: str) -> None:
    lost = found(f"game: {game}\nat: {at}\n{stacks}\n")
    assert [line.words for line in lost.danger] == [f"{told} is out of supply."]
    assert agenda_tree(find_game(game), lost)["supply"][0]["sentence"] == lost.danger[0].words


def test_a_line_of_supply_that_is_open_is_told_of_nobody() -> None:
    text = "game: m41\nat: turn 2 german movement mud\non B5: ger-2-pzgr\non B6: rus-16-army\n"
    assert found(text).danger == ()


def test_who_waits_for_a_turn_that_has_come_is_due() -> None:
    waiting = "game: nr\nat: turn 2 axis organization\nbox axis turn-2: ger-2\nbox axis turn-12: ger-ss-pz\n"
    assert found(waiting).due == ("ger-2",)
