"""The tables of traits and components say what the engine at hand says itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from tests.referee.modules import write_module
from trc_module.vassal import sequence
from trc_module.vassal.buildfile import components
from trc_module.vassal.traits import TRAITS, Trait, TraitSpec

# Not made by the engine that makes the others, or later than the engine at hand.
LEFT_OUT = frozenset(("piece", "stack", "deck"))


@pytest.fixture
def game(referee: Engine, tmp_path: Path) -> Game:
    write_module(tmp_path / "m.vmod", "")
    return referee.open(tmp_path / "m.vmod")


def texts(spec: TraitSpec) -> list[str]:
    """Return a trait with its defaults, cut after each of its fields."""
    tokens = Trait.make(spec.id).tokens
    return [f"{spec.id};{sequence.encode(tokens[:count], ';') or ''}" for count in range(len(tokens) + 1)]


def test_a_trait_needs_the_fields_that_the_table_says(game: Game) -> None:
    specs = [spec for spec in TRAITS.values() if not spec.legacy and spec.id not in LEFT_OUT and spec.since != "3.7"]
    needs = {}
    for spec in specs:
        errors = game.trait_errors(texts(spec))
        needs[spec.id] = max((count for count, error in enumerate(errors, 1) if error), default=0)
    assert needs == {spec.id: spec.needs for spec in specs}
    assert {id_ for id_, count in needs.items() if count} >= {"obs", "placemark", "submenu"}


def test_a_component_has_the_attributes_that_the_table_says(game: Game) -> None:
    known = {name: attributes for name, attributes in components().items() if attributes is not None}
    said = dict(zip(known, game.attributes(known), strict=True))
    unknown = {name: set(names) - set(known[name]) for name, names in said.items() if names is not None}
    assert {name: names for name, names in unknown.items() if names} == {}
    assert sum(names is not None for names in said.values()) > 80
