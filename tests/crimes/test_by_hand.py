"""Logs of plays that were made with the engine's own hands: all that an audit says of them was written before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crimes.by_hand import LOGS, OPENING, plays, to_be_told, told, told_by, told_of_chain
from tests.crimes.by_the_engine import kept_logs, stem_of
from tests.crimes.crime import BOOK
from trc_module.module.inputs import ModuleInputs

ONCE_WRONG = (
    "a battle in the movement phase",
    "a unit that is lost at sea moved on",
    "a unit that is lost at sea surrendered",
    "a unit that surrenders put into the pool",
    "a victor that moves on",
    "victims of an automatic victory put into the pool",
)
"""The plays of which an audit once reported too little or too much."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return kept_logs(tmp_path_factory.mktemp("logs"), LOGS)


def test_a_sample_of_the_logs_is_told_as_the_rules_would_have_it(logs: list[Path], parts: ModuleInputs) -> None:
    # All of them: `python -m tests.crimes.by_hand --told-only`.
    right = {play.stem: to_be_told()[play.kind] for play in plays()}
    always = {stem_of(kind) for kind in ONCE_WRONG}
    sample = [
        path for number, path in enumerate(logs) if path.stem in right and (number % 8 == 0 or path.stem in always)
    ]
    assert {path.stem: told(path, parts) for path in sample} == {path.stem: right[path.stem] for path in sample}


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
