"""What every game shares: what a verdict depends on of the game before a late log."""

from __future__ import annotations

from typing import cast

import pytest

from trc_module.games import find_game
from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Finding, Verdict


def test_a_finding_on_an_act_without_a_hash_is_weighed_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def told(_: object, __: object, act: object, *rest: object) -> bool:
        asked.append(act)
        return True

    monkeypatch.setattr("trc_module.rules.joining.is_told_in_all", told)
    game = find_game("trp")
    state, finding = game.start("22jun41", frozenset()), Finding("1", Verdict.VIOLATION, "It is not so.")
    listed = cast(Action, ["act", 1])
    for act in (listed, listed, End(), End()):
        assert game.unknown_before(state, finding, state.clock, act=act) is None
    assert asked == [listed, listed, End()]
