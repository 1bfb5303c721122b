"""Inputs that fuzzing has found stay harmless, and so do some changes of them every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.__main__ import CORPUS
from tests.fuzz.mutating import changed
from tests.fuzz.once import keep_what_stays
from tests.fuzz.targets import TARGETS

FOUND = sorted(path for path in CORPUS.rglob("*") if path.is_file() and path.name != "README.md")


@pytest.fixture(scope="module", autouse=True)
def _kept() -> Iterator[None]:
    """Keep what does not depend on the input, as a long run does."""
    with pytest.MonkeyPatch.context() as patch:
        keep_what_stays(patch)
        yield


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_once_is_borne(path: Path) -> None:
    TARGETS[path.parent.name].run(path.read_bytes())


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_inputs_and_changes_of_them_are_read_or_refused_in_a_sentence(name: str) -> None:
    target = TARGETS[name]
    rng = random.Random(name)
    pool = list(target.seeds())
    for data in rng.sample(pool, min(len(pool), max(10, target.tries))):
        target.run(data)
    for _ in range(target.tries):
        target.run(changed(rng.choice(pool), pool, target.words, rng))
