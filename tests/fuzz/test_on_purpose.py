"""The inputs that were made on purpose are in the corpus."""

from __future__ import annotations

from tests.fuzz.__main__ import CORPUS
from tests.fuzz.on_purpose import inputs
from tests.fuzz.targets import TARGETS


def test_each_of_them_is_tried() -> None:
    made = inputs()
    assert {name.partition("/")[0] for name in made} <= set(TARGETS)
    assert [name for name in made if not (CORPUS / name).is_file()] == []
