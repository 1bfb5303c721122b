"""Units of both sides in one hex: told as skipped, since the sections on movement are not at hand."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.games.trp.data import Trp
from trc_module.games.trp.shared_hexes import both_sides_in_a_hex
from trc_module.rules.actions import End
from trc_module.rules.record import read_record, try_record

TEXT = "game: trp\nat: turn 2 axis moves good\non K17: ger-2-army\non K18: sov-8-army\nmove ger-2-army {}\nend\n"
ENTERED = "skipped XII.1: ger-2-army entered K18, where sov-8-army stood; "
ENTERED += "whether it may stands in sections that we do not have."


@pytest.mark.parametrize(
    ("way", "expected"), [("K17 K18", [ENTERED]), ("K17 K18 K19", [ENTERED]), ("K17 K16", [])], ids=["in", "by", "away"]
)
def test_a_move_into_a_hex_of_the_enemy_is_not_silent(way: str, expected: list[str]) -> None:
    outcomes = try_record(read_record(TEXT.format(way), "a move", find_game), "a move").outcomes
    assert [str(finding) for outcome in outcomes for finding in outcome.told.findings] == expected


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        (
            "moves",
            [
                "skipped XII.1: ger-2-army and sov-8-army stand in K18; "
                "whether they may stands in sections that we do not have."
            ],
        ),
        ("supply", []),
    ],
)
def test_units_of_both_sides_that_a_drag_has_brought_together_are_told_of(phase: str, expected: list[str]) -> None:
    record = read_record(TEXT.format("K17 K16").replace("axis moves", f"axis {phase}"), "a hex", find_game)
    game = record.game
    assert isinstance(game, Trp)
    shared = record.start.with_unit("axis", "ger-2-army", game.board.grid.hex("K18"))
    assert [str(finding) for finding in both_sides_in_a_hex(game, shared, End())] == expected
