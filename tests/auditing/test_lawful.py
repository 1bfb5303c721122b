"""What no division of a log into phases may do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.auditing.steps import log_of, phase, step
from trc_module.auditing.declared import keeps_declared_battles
from trc_module.auditing.lawful import is_lawful
from trc_module.auditing.phases import Phase
from trc_module.replay.events import Step
from trc_module.rules.clock import FIGHT, MOVE

LOG, M41 = log_of(), log_of("m41")
MOVES = step(1, goes={"red-1": (1, 2)})
ATT, DIE, LOST = step(2, "ATT b=1 u=red-1"), step(3, "ROLL b=1 die=3"), step(4, "LOSS b=1 u=red-1")


def divided(moved: Sequence[Step], fought: Sequence[Step], game: str = "toy") -> list[Phase]:
    return [phase(MOVE, *moved, game=game), phase(FIGHT, *fought, game=game)]


@pytest.mark.parametrize(
    ("steps", "keeps"),
    [
        (([MOVES], [ATT, DIE, LOST]), True),
        (([], [MOVES, ATT, DIE, LOST]), True),
        # What says who attacks, or what a die shows, says nothing in a phase of movement.
        (([MOVES, ATT], [DIE, LOST]), False),
        (([MOVES, ATT, DIE], [LOST]), False),
        # What became of its units may have been told by another phase's key.
        (([MOVES, LOST], [ATT, DIE]), True),
    ],
)
def test_declared_battles_stay_in_phases_of_battles(steps: tuple[list[Step], list[Step]], keeps: bool) -> None:
    told = divided([MOVES], [ATT, DIE, LOST])
    assert keeps_declared_battles(LOG, told, divided(*steps)) is keeps
    assert is_lawful(LOG, told, divided(*steps)) is keeps
    # Who asks without it has to look himself.
    assert is_lawful(LOG, told, divided(*steps), declared=False)


def test_a_battle_may_come_into_a_phase_of_battles() -> None:
    assert keeps_declared_battles(LOG, divided([MOVES, ATT], [DIE]), divided([MOVES], [ATT, DIE]))
    assert not keeps_declared_battles(LOG, divided([MOVES], [ATT, DIE]), divided([ATT], [DIE]))


def test_a_victory_at_once_is_won_in_movement_as_well() -> None:
    trc = log_of("trc")
    said = [step(2, "ATT b=1 u=red-1"), step(3, "AV b=1"), step(4, "ATT b=2 u=red-1")]
    assert keeps_declared_battles(trc, divided([], said, "trc"), divided(said[:2], said[2:], "trc"))
    assert not keeps_declared_battles(trc, divided([], said, "trc"), divided([said[1], said[2]], [said[0]], "trc"))


def test_no_division_reads_a_counter_backwards() -> None:
    later = step(5, goes={"red-1": (2, 3)})
    assert not is_lawful(LOG, divided([MOVES], [later]), divided([later], [MOVES]))


ADVANCE = step(6, "ADVANCE b=1 u=ger-2-army")
WENT = step(7, goes={"ger-2-army": (1, 2)})


def test_a_way_out_of_a_battle_stays_in_its_phase() -> None:
    told = divided([], [ADVANCE, WENT], "m41")
    assert is_lawful(M41, told, told)
    assert not is_lawful(M41, told, divided([WENT], [ADVANCE], "m41"))
    # One that comes into it parts nothing.
    assert is_lawful(M41, divided([WENT], [ADVANCE], "m41"), told)
    # Who goes with others goes as he likes, and so does one of whom no line of a battle tells.
    both = step(7, goes={"ger-2-army": (1, 2), "ger-4-army": (1, 2)})
    assert is_lawful(M41, divided([], [ADVANCE, both], "m41"), divided([both], [ADVANCE], "m41"))
    assert is_lawful(M41, divided([], [WENT], "m41"), divided([WENT], [], "m41"))
    # Retreats and losses may have had the key of what another phase asks for.
    for said in ("RETREAT b=1 u=ger-2-army", "LOSS b=1 u=ger-2-army", "ADVANCE b=1", "HIT b=1 u=ger-2-army"):
        line = step(6, said)
        assert is_lawful(M41, divided([], [line, WENT], "m41"), divided([WENT], [line], "m41"), declared=False)
