"""Units whose supply hangs on a place whose holder is not known: their zones of control are not certain."""

from __future__ import annotations

import pytest

from trc_module.games import find_game
from trc_module.games.nr.zones import possible_zone_of, zone_of
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee
from trc_module.rules.record import position_text, read_record

TEXT = "game: nr\nat: turn 2 soviet removals\non L15: ger-6\n"
HUNG = TEXT + "perhaps-unsupplied: ger-6\n"


def test_its_zone_is_possible_and_not_certain() -> None:
    game = find_game("nr")
    at = game.board.grid.find("L16")
    assert at is not None
    zones = [
        (zone_of(game, state, "axis") >> at & 1, possible_zone_of(game, state, "axis") >> at & 1)  # type: ignore[arg-type]
        for state in (read_record(text, "a", lambda *_: game).start for text in (TEXT, HUNG))
    ]
    assert zones == [(1, 1), (0, 1)]


def test_a_record_remembers_it() -> None:
    game = find_game("nr")
    state = read_record(HUNG, "a", lambda *_: game).start
    assert "perhaps-unsupplied: ger-6" in position_text(game, state)


FOUGHT = """game: nr
at: turn 4 soviet combat
{}on G17: ger-3-pz
on G18: sov-northwest
target ger-3-pz
attack 1: sov-northwest x ger-3-pz
roll 1: 6
retreat 1: ger-3-pz G17 G16 G15 G14 G13
"""
"""It goes back as far as one without supply."""


@pytest.mark.parametrize(
    ("cut", "expected"),
    [("", "violation"), ("perhaps-unsupplied: ger-3-pz\n", "undecided"), ("unsupplied: ger-3-pz\n", "")],
)
def test_what_the_want_of_supply_would_excuse_is_undecided(cut: str, expected: str) -> None:
    record = read_record(FOUGHT.format(cut), "a", lambda *_: find_game("nr"))
    referee = Referee(record.game, record.start)
    *_, told = [referee.act(line.entry).findings for line in record.lines if isinstance(line.entry, Action)]
    assert " ".join(finding.verdict.value for finding in told) == expected
