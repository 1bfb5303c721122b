"""Untidy plays by the engine's own hands: who is innocent is accused of nothing, and a crime is named all the same."""

from __future__ import annotations

import pytest

from tests.crimes.by_the_engine import stem_of
from tests.untidy.by_hand import LOGS, audited, beside_notes, named, plays, told_of_all
from trc_module.module.inputs import ModuleInputs

GROUPS = 6
"""The number of parts in which the logs are audited, so that several processes share them."""


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_an_audit_tells_of_each_log(parts: ModuleInputs, group: int) -> None:
    # After a change: `python -m tests.untidy.by_hand --told-only`, and read the difference.
    here, right = plays()[group::GROUPS], told_of_all()
    found = {play.kind: lines for play, lines in audited(parts, LOGS, here)}
    assert found == {play.kind: right[play.kind] for play in here}


def test_what_is_kept_is_told_of_every_log() -> None:
    assert list(told_of_all()) == [play.kind for play in plays()]


def test_the_innocent_get_notes_at_most_and_the_others_what_their_play_says() -> None:
    told = told_of_all()
    assert {play.kind: beside_notes(told[play.kind]) for play in plays()} == {p.kind: named(p) for p in plays()}


def test_there_are_many_of_both_and_each_has_a_name_of_its_own() -> None:
    crimes = [play for play in plays() if named(play)]
    innocent = [play for play in plays() if not named(play)]
    assert len(crimes) >= 15
    assert len(innocent) >= 45
    assert len({stem_of(play.kind) for play in plays()}) == len(plays())
    assert all(any(words.startswith("violation ") for words in named(play)) for play in crimes)
