"""Places on the way of a unit of which a log shows no more than its ends: who holds them is unknown."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.games.nr import load
from trc_module.games.nr.data import PASSED
from trc_module.rules.actions import Move
from trc_module.rules.record import read_record

GAME = load()
RIGA = GAME.places["Riga"]


@pytest.mark.parametrize(
    ("way", "in_doubt"), [("C14 C15 C16", True), ("C14 > C16", True), ("C14 D14 D15 C16", False), ("C13 > C14", False)]
)
def test_a_city_on_an_unknown_way_is_in_doubt(way: str, in_doubt: bool) -> None:
    record = read_record(
        f"game: nr\nat: turn 1 axis movement\non {way[:3]}: ger-18\nmove ger-18 {way}\n", "a way", find_game
    )
    (line,) = record.lines
    assert isinstance(line.entry, Move)
    assert bool(GAME.in_doubt(GAME.apply(record.start, line.entry)) >> RIGA & 1) is in_doubt


@pytest.mark.parametrize(("began", "doubted"), [("axis", False), ("soviet", False), ("axis", True)])
def test_whoever_stands_in_a_place_has_it_after_any_move_of_his_side(began: str, doubted: bool) -> None:
    header = "game: nr\nat: turn 1 axis movement\non C15: ger-18\non D14: ger-2\n"
    record = read_record(f"{header}move ger-2 D14 D15\n", "a move", find_game)
    traces = record.start.traces.put(PASSED, 1 << RIGA) if doubted else record.start.traces
    control = record.start.control.put(RIGA, began)
    (line,) = record.lines
    assert isinstance(line.entry, Move)
    after = GAME.apply(record.start.changed(control=control, traces=traces), line.entry)
    assert after.control[RIGA] == "axis"
    assert not GAME.in_doubt(after) >> RIGA & 1
