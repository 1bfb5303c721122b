"""Plays of the other games by the engine's own hands: the innocent get notes at most, a crime is named all the same."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.untidy.other_by_hand import LOGS, audited, named, plays
from tests.untidy.other_games import NAMES

GROUPS = 6
"""The number of parts in which the logs are audited, so that several processes share them."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_an_audit_tells_of_each_log(group: int) -> None:
    # After a change: `python -m tests.untidy.other_by_hand --told-only`.
    here = plays()[group::GROUPS]
    found = {(play.game, play.name): named(lines) for play, lines in audited(LOGS, here)}
    assert found == {(play.game, play.name): play.told for play in here}


def test_there_are_many_of_each_game_and_each_has_a_name_of_its_own() -> None:
    assert len({play.stem for play in plays()}) == len(plays())
    counted = Counter((play.game, play.name.startswith("crime")) for play in plays())
    assert all(counted[game, False] >= 30 and counted[game, True] >= 8 for game in NAMES)
    for play in plays():
        accused = any(words.split()[0] in ("violation", "doubt") for words in play.told)
        assert accused is play.name.startswith("crime"), play.name
