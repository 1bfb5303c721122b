"""28.3: the front of the winter of 1941 that must be held."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.games.trc.variants.no_retreat import has_ended

END = "options: 28.3\nat: turn 4 axis impulse 2 end snow\n"


def test_a_hex_of_the_front_is_held_by_a_zone_or_by_a_unit_further_east() -> None:
    held = END + "before: front-line M22\non {at}: ger-12-inf\nend"
    assert told(held.format(at="M22")) == []
    assert told(held.format(at="M23")) == []
    assert told(held.format(at="M21")) == []
    assert told(held.format(at="M24")) == ["violation 28.3a"]


def test_a_hex_behind_the_furthest_east_is_a_doubt() -> None:
    text = END + "before: front-line M24 P20\non P21: ger-13-inf\non M27: ger-12-inf\nend"
    assert "doubt 28.3a" in told(text)
    assert "violation 28.3a" not in told(text)


def test_nothing_binds_before_november_or_in_a_year_of_thaw() -> None:
    given_up = END + "before: front-line M22\non M25: ger-12-inf\nend"
    assert told(given_up.replace("turn 4", "turn 3")) == []
    assert told(given_up.replace("turn 4", "turn 6").replace("snow", "mud")) == []
    assert told(given_up.replace("turn 4", "turn 5")) == ["violation 28.3a"]
    assert told(given_up.replace("turn 4", "turn 6")) == ["violation 28.3a"]
    # May/June 1942 has ended it for good: the snow of the next winter does not bring it back.
    assert told(given_up.replace("turn 4", "turn 10")) == []
    assert told(given_up.replace("front-line M22", "front-line M22, no-retreat-over")) == []


def test_the_front_is_remembered_by_row_when_the_player_turn_begins() -> None:
    begun = "options: 28.3\nat: turn 4 axis impulse 1 weather snow\nbefore: rolled weather\n"
    state = position(begun + "on M22: ger-12-inf\non M25: ger-13-inf\non N24: ger-17-inf\nend")
    assert GAME.board.grid.names(state.traces["front-line"]) == ("M22", "N24")
    assert "front-line" not in position(begun.replace("turn 4", "turn 3") + "on M22: ger-12-inf\nend").traces


def test_a_russian_blow_at_even_odds_in_snow_ends_it_for_good() -> None:
    blow = "options: 28.3\nat: turn 4 russian impulse 1 combat snow\non M22: ger-41-pz\non M21: {foes}\n"
    strong = (
        blow.format(foes="rus-24-inf rus-6-inf rus-10-inf") + "attack 1: rus-24-inf rus-6-inf rus-10-inf x ger-41-pz"
    )
    weak = blow.format(foes="rus-24-inf") + "attack 1: rus-24-inf x ger-41-pz"
    assert ("no-retreat-over",) in position(strong).marks
    assert ("no-retreat-over",) not in position(weak).marks


@pytest.mark.parametrize(
    ("turn", "weather", "ended"),
    [(4, "clear", False), (5, "snow", False), (5, "clear", True), (6, "snow", False), (7, "snow", True)],
)
def test_the_order_to_hold_ends_with_the_first_turn_of_1942_without_snow(turn: int, weather: str, ended: bool) -> None:
    state = position(f"options: 28.3\nat: turn {turn} axis impulse 1 movement {weather}\n")
    assert has_ended(state) == ended
