"""How logs of the game are read: what its lines may say, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.completing import Completing

NOT_REMOVED = """
at: turn 1 soviet moves-1 good
on B17: fin-7-corps
on A18: sov-42-rif
on S4: sov-4-army
move sov-4-army S4 T4
end
attack 1: sov-42-rif x fin-7-corps
odds 1: 1-3
roll 1: 6
result 1: DE
end
"""


def test_nobody_is_looked_for_who_joined_an_attack_where_units_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacks are declared in the phase in which they are made (XIII.A)."""
    tried = []
    monkeypatch.setattr(Completing, "_with_participants", lambda *given: tried.append(given))
    told = told_of(parts_of("trp"), NOT_REMOVED, [], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["violation XIII.C2"]
    assert tried == []


DRAGGED_STRAIGHT = """
at: turn 2 axis attacks {weather}
on O5: ger-20-inf
on P5: sov-3-army
on N5: sov-11-army
attack 1: ger-20-inf x sov-3-army
roll 1: 4
result 1: D1
retreat 1: sov-3-army P5 Q6 R6 R7
disperse sov-3-army
advance 1: ger-20-inf O5 {way}
end
"""
DISPERSES = "doubt XIII.E3: ger-20-inf advanced from one zone into another of the same unit and is not Dispersed."


@pytest.mark.parametrize(
    ("weather", "way", "edits", "expected"),
    [
        ("good", "P5 O6", ["straight"], []),
        # An infantry corps advances one hex in mud: it has gone from zone to zone.
        ("mud", "O6", [], [DISPERSES]),
    ],
)
def test_who_was_dragged_beside_the_vacated_hex_may_have_gone_through_it(
    weather: str, way: str, edits: list[str], expected: list[str], tmp_path: Path
) -> None:
    assert told_of(parts_of("trp"), DRAGGED_STRAIGHT.format(weather=weather, way=way), edits, tmp_path) == expected
