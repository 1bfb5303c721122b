"""Dice of phases without battles that no line assigns, or that were rolled again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.acts.arrivals import Archangel
from trc_module.games.trc.boxes import POOL
from trc_module.games.trc.log.dice_at_sea import with_plain_dice
from trc_module.games.trc.log.guesses import _of_battles
from trc_module.games.trc.log.infer_combat import UndeclaredPhase
from trc_module.games.trc.marks import UNDECLARED
from trc_module.rules.actions import Eliminate
from trc_module.rules.interpretation import Die, Interpretation, PieceTrack, Unexplained

HEX = GAME.board.grid.hex
RUSSIAN = "turn 9 russian impulse 1 movement clear"


@pytest.mark.parametrize(("box", "rolled"), [(POOL, True), ("turn-9", False)])
def test_a_die_beside_replacements_is_that_of_archangel(box: str, *, rolled: bool) -> None:
    came = PieceTrack("rus-24-inf", (box, HEX("R9")), (2,), "russian")
    found = GAME.guess(position("", RUSSIAN), (), Unexplained((came,), (Die(5, 4, "DIE"),)))
    acts = [act for interpretation in found.interpretations for act in interpretation.actions]
    assert (Archangel(4) in acts) is rolled


@pytest.mark.parametrize(("die", "fought"), [(3, True), (7, False)])
def test_who_is_lost_in_battle_after_a_die_of_the_movement_phase_has_fought(die: int, *, fought: bool) -> None:
    lost = Interpretation((5,), (Eliminate("ger-41-pz", "13.3"),))
    state = position("on Y17: ger-41-pz\n", "turn 2 axis impulse 1 movement clear")
    found = GAME.guess(state, (lost,), Unexplained((), (Die(die, 4, "ROLL"),)))
    marked = [interpretation.steps for interpretation in found.interpretations if UNDECLARED in interpretation.marks]
    assert marked == ([(4,)] if fought else [])


@pytest.mark.parametrize(("step", "sailed"), [(7, True), (8, False)])
def test_a_plain_die_soon_after_a_way_over_the_sea_is_that_of_its_unit(step: int, *, sailed: bool) -> None:
    state = position("on DD24: rus-3-inf\n", "turn 2 russian impulse 1 movement clear")
    way = PieceTrack("rus-3-inf", (HEX("DD24"), HEX("JJ23")), (4,), "russian")
    die = Die(step, 3, "DIE")
    assert with_plain_dice(GAME, state, [way], [die], {}) == ({"rus-3-inf": die} if sailed else {})


@pytest.mark.parametrize(
    ("surplus", "left"),
    [({3: 1}, None), ({3: 2}, [(5, "ROLL")]), ({3: 3}, []), ({}, None), ({4: 9}, None)],
)
def test_dice_of_one_step_that_show_the_same_are_counted_each(
    surplus: dict[int, int], left: list[tuple[int, str]] | None
) -> None:
    # The same line may stand twice in a step.
    dice = (Die(5, 3, "DIE"), Die(5, 3, "ROLL"), Die(5, 3, "ROLL"))
    found = _of_battles(dice, cast(UndeclaredPhase, SimpleNamespace(surplus=surplus)))
    assert [(die.step, die.verb) for die in found] == ([(5, die.verb) for die in dice] if left is None else left)
