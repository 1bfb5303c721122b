"""The page about rules as data is what the types say, and each of its examples is one."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from trc_module.facts.parsing import parse_toml
from trc_module.games.kit_docs import PAGE, keys_of, kit_reference, tables_of
from trc_module.systems.kit.tables import Basics, KitTable

ROOT = Path(__file__).parents[2]


def test_the_page_says_what_the_types_say() -> None:
    written = (ROOT / PAGE).read_text(encoding="utf-8")
    assert written == kit_reference(), "run python -m trc_module.games.kit_docs"


@pytest.mark.parametrize("table", [table for _, table in tables_of(Basics)], ids=lambda table: table.__name__)
def test_each_example_of_a_key_fits_its_type(table: type[KitTable]) -> None:
    types = {field.encode_name: field.type for field in msgspec.structs.fields(table)}
    for key in keys_of(table):
        (name, value), *others = parse_toml(key.example).items()
        assert not others
        if table is Basics and name != "turn":
            # A table by its header, or a line of one.
            assert key.name in (name, "results")
            continue
        assert name == key.name
        if not _is_part(value):
            msgspec.convert(value, types[name])


def _is_part(value: object) -> bool:
    """Tell whether an example shows a part of what a key must hold."""
    return isinstance(value, dict) and any(isinstance(each, dict) for each in value.values())
