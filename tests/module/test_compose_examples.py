"""What `check` takes `compose` takes too: every act of every game, as an example of the rulebook files states it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.laws.flipping import examples
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.rules.record import Expect, Record, read_record, try_record

EACH = 3


def records(name: str) -> Iterator[Record]:
    """Yield records that fit their positions: of each act up to EACH that hold it, without options."""
    seen: dict[type, int] = {}
    for text in examples(name):
        if "options:" in text:
            continue
        try:
            record = read_record(text, "example", find_game)
            try_record(record, "example")
        except UserError:
            continue
        kinds = {type(entry) for entry in record.entries if not isinstance(entry, Expect)}
        if any(seen.get(kind, 0) < EACH for kind in kinds):
            seen.update((kind, seen.get(kind, 0) + 1) for kind in kinds)
            yield record


@pytest.mark.parametrize("name", ["trc", "nr", "m41", "trp"])
def test_an_example_that_can_be_judged_can_be_composed(name: str, tmp_path: Path) -> None:
    parts = load_inputs(find_game(name), game_folder(name))
    found = list(records(name))
    assert len(found) > 20
    for record in found:
        compose(parts, record, tmp_path / "example.vlog", "1")


def test_a_unit_that_the_header_leaves_out_waits_where_a_game_begins_with_it(
    parts: ModuleInputs, tmp_path: Path
) -> None:
    text = "game: trc\nat: turn 14 russian impulse 2 end clear\ncontrol: Kiev axis\non R9: rus-30-inf\n"
    text += "on Y20: ger-56-pz\nenter rus-partisan-2 {}\n"
    for place in ("W19", "U22"):
        record = read_record(text.format(place), "game", find_game)
        try_record(record, "game")
        assert compose(parts, record, tmp_path / "game.vlog", "1") > 0
