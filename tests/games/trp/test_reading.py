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
