"""Units that must attack, and units that could have attacked."""

from __future__ import annotations

from tests.games.trc.play import GAME, position, told
from trc_module.games.trc.combat.attack_obligations import Front, duties

HEX = GAME.board.grid.hex


COMBAT = "turn 2 axis impulse 1 combat clear"


def test_every_sturmovik_that_could_come_may_save_a_position() -> None:
    text = "on X14: rus-stavka\non X17: rus-24-inf\non Y17: ger-41-pz ger-56-pz\n"
    for turn, number in ((14, 1), (20, 2), (24, 3)):
        state = position(text, f"turn {turn} russian impulse 1 combat clear")
        front = Front.now(GAME, state)
        attack = front.fight(("rus-24-inf",), 1 << HEX("Y17"))
        assert front._air(attack) == number
    axis = position("on Y19: ger-hq-south\non Y17: ger-41-pz\non X17: rus-24-inf\n", COMBAT)
    front = Front.now(GAME, axis)
    assert front._air(front.fight(("ger-41-pz",), 1 << HEX("X17"))) == 3


def test_duties_are_those_of_the_position_that_is_asked() -> None:
    state = position("on Y17: ger-41-pz\non X17: rus-24-inf\n", COMBAT)
    assert [duty.unit for duty in duties(GAME, state)] == ["ger-41-pz"]
    assert duties(GAME, state) is duties(GAME, state)
    assert duties(GAME, state.with_unit("russian", "rus-24-inf", HEX("R9"))) == ()


def test_whoever_could_attack_at_one_to_six_need_not_surrender() -> None:
    text = "on Y17: rum-cav\non X17: rus-16-inf {}\nsurrender rum-cav because 12.5\n"
    # 2 against 12, and against 14, in the first impulse.
    assert told(text.format("rus-12-inf")) == ["violation 12.5d"]
    assert told(text.format("rus-12-inf\non X18: rus-6-tank")) == []


def test_who_may_have_won_before_need_not_attack_and_may_go_anywhere() -> None:
    moves = "on Y18: ger-12-inf\non X17: rus-24-inf\n{}move ger-12-inf Y18 Y17"
    at = "turn 1 axis impulse 2 movement clear"
    assert told(moves.format("before: av ger-12-inf\n"), at) == ["violation 16.2b"]
    assert told(moves.format("before: av ger-12-inf perhaps\n"), at) == []
    beside = "on Y17: ger-12-inf\non Y16: ger-41-pz ger-47-pz\non X17: rus-24-inf\n{}"
    beside += "attack 1: ger-41-pz ger-47-pz x rus-24-inf\nroll 1: 4\nend"
    at = "turn 1 axis impulse 1 combat clear"
    assert "violation 12.3b" in told(beside.format(""), at)
    assert "violation 12.3b" not in told(beside.format("before: av ger-12-inf perhaps\n"), at)
