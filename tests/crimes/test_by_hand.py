"""Logs of plays that were made with the engine's own hands: all that an audit says of them was written before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crimes.by_hand import LOGS, OPENING, plays, to_be_told, told, told_by, told_of_chain
from tests.crimes.by_the_engine import kept_logs
from tests.crimes.crime import BOOK
from trc_module.module.inputs import ModuleInputs

GROUPS = 4
"""The number of parts in which the logs are audited, so that several processes share them."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return kept_logs(tmp_path_factory.mktemp("logs"), LOGS)


@pytest.mark.parametrize("group", range(GROUPS))
def test_each_log_is_told_as_the_rules_would_have_it(logs: list[Path], parts: ModuleInputs, group: int) -> None:
    # After a change: `python -m tests.crimes.by_hand --told-only`.
    right = {play.stem: to_be_told()[play.kind] for play in plays()}
    here = [path for path in logs if path.stem in right][group::GROUPS]
    assert {path.stem: told(path, parts) for path in here} == {path.stem: right[path.stem] for path in here}


def test_every_play_has_a_log_and_is_of_a_kind_of_its_own(logs: list[Path]) -> None:
    stems = [play.stem for play in plays()]
    assert sorted([*stems, *OPENING]) == sorted(path.stem for path in logs)
    assert len(set(stems)) == len(stems)
    assert {play.kind for play in plays()} <= set(BOOK)


def test_what_is_told_of_each_is_what_its_play_says() -> None:
    steps = to_be_told()
    found = {kind: sorted(line.split(maxsplit=1)[1] for line in lines) for kind, lines in steps.items()}
    assert found == {play.kind: sorted(told_by(play)) for play in plays()}


def test_of_a_first_turn_in_which_nothing_is_wrong_nothing_is_told(logs: list[Path], parts: ModuleInputs) -> None:
    by_stem = {path.stem: path for path in logs}
    assert told_of_chain([by_stem[stem] for stem in OPENING], parts) == []
