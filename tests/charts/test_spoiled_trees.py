"""Charts with a value where a table belongs, or a table that lacks something: accepted, or refused with the place."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from trc_module.charts.readers import readers_of
from trc_module.charts.trees import ORDER, READER, check_sources
from trc_module.errors import UserError
from trc_module.facts.toml_file import read_toml
from trc_module.gamespec import read_spec
from trc_module.resources import data_dir

CHARTS = [
    path for game in ("trc", "nr", "m41", "trp") for path in sorted((data_dir() / game / "charts").glob("*.toml"))
]
INSTEAD: tuple[object, ...] = ("x", {}, [], -1, {"source": "rulebook:1"}, {"other": "x"}, None)
"""What stands in the place of a value; None takes it out."""


def places(tree: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield where the first tables of a tree stand: those of its top, and two in each of them, down to a value."""
    for key in list(tree)[: None if not above else 2]:
        yield (*above, key)
        if isinstance(tree[key], dict):
            yield from places(tree[key], (*above, key))


@pytest.mark.parametrize("path", CHARTS, ids=lambda path: f"{path.parent.parent.name} {path.stem}")
def test_a_spoiled_chart_is_read_or_refused_in_a_sentence(path: Path) -> None:
    tree = read_toml(path)
    reader = readers_of(read_spec(path.parent.parent))[tree.pop(READER)]
    tree.pop(ORDER, None)
    refused = 0
    for place in places(tree):
        for instead in INSTEAD:
            spoiled = copy.deepcopy(tree)
            table = spoiled
            for step in place[:-1]:
                table = table[step]
            if instead is None:
                del table[place[-1]]
            else:
                table[place[-1]] = instead
            try:
                check_sources(spoiled, path)
                reader.read(spoiled, path)
            except UserError:
                refused += 1
    assert refused > 5
