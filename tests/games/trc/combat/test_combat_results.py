"""A player's choices under a result."""

from __future__ import annotations

from tests.games.trc.play import GAME, told

COMBAT = "turn 2 axis impulse 1 combat clear"


def test_nobody_chooses_the_loss_of_a_unit_that_cannot_retreat() -> None:
    text = (
        "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non W16: ger-56-pz\non W17: ger-57-pz\non X16: ger-12-inf\n"
        "on X18: ger-17-inf\non Y16: ger-7-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\nroll 1: 4 3-1 DR\n"
        "lose 1: rus-24-inf by {}\n"
    )
    assert [told(text.format(side), COMBAT) for side in GAME.sides] == [[], []]
