"""Units whose supply hangs on a place whose holder is not known: their zones of control are not certain."""

from __future__ import annotations

from trc_module.games import find_game
from trc_module.games.nr.zones import possible_zone_of, zone_of
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
