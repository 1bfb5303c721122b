"""A sample of `python -m tests.laws --keep`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from tests.laws.conserving import kinds_of, not_conserved, of_dice
from tests.laws.cutting import PhaseByPhase
from tests.laws.playing import audited, told
from tests.untidy.habits import TIDY, Rates
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Move, RollCombat
from trc_module.rules.state import Trail

SAMPLE = [("toy", 3), ("nr", 1), ("m41", 2)]


@pytest.mark.parametrize(("name", "seed"), SAMPLE)
def test_every_act_of_a_tidy_log_is_judged(name: str, seed: int, tmp_path: Path) -> None:
    assert list(not_conserved(told(name, seed, 1, tmp_path), tmp_path)) == []


def test_a_move_that_goes_on_at_once_is_one_and_one_after_another_unit_is_two() -> None:
    first, on = (Move("red-1", Trail((Hex(at), Hex(at + 1)))) for at in (1, 2))
    assert kinds_of([first, on]) == {"Move red-1": 1}
    assert kinds_of([first, Move("red-2", Trail((Hex(5), Hex(6)))), on]) == {"Move red-1": 2, "Move red-2": 1}


@pytest.mark.parametrize(("name", "seed"), SAMPLE)
def test_no_die_is_used_twice_in_an_untidy_log_and_no_battle_invented(name: str, seed: int, tmp_path: Path) -> None:
    assert list(not_conserved(told(name, seed, 1, tmp_path), tmp_path, Rates())) == []


def test_a_die_that_two_acts_use_and_a_battle_without_any_are_seen(tmp_path: Path) -> None:
    game = told("nr", 1, 1, tmp_path)
    audit = audited(game, tmp_path / "a.vlog", PhaseByPhase(game, TIDY))
    roll = next(done for done in audit.acts if isinstance(done.action, RollCombat))
    twice = replace(audit, acts=(*audit.acts, roll))
    assert list(of_dice(twice)) == [f"the die of step {roll.steps[-1]} is that of '{roll.text}' and of '{roll.text}'"]
    battle = next(done for done in audit.acts if done.text.startswith("attack"))
    unsaid = replace(audit, acts=(structs.replace(battle, steps=(), clock=game.begins.clock),))
    assert list(of_dice(unsaid)) == [f"'{battle.text}' has neither a line nor a die"]
