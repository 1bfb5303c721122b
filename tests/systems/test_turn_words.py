"""Words that hold for a turn, asked without knowing which game has them."""

from __future__ import annotations

from trc_module.games import find_game
from trc_module.systems.turn_words import moment_text, turn_word_of, turn_words
from trc_module.systems.weather import with_weather


def test_a_game_with_weather_says_it_behind_the_moment() -> None:
    game = find_game("trc")
    state = with_weather(game.start("campaign", frozenset()), "light-mud")
    assert turn_words(game, state) == {"weather": "light-mud"}
    assert moment_text(game, state) == "turn 1, Axis impulse 1, weather, light mud"


def test_a_word_is_put_into_a_position_and_settled_by_the_calendar() -> None:
    game = find_game("trc")
    system = turn_word_of(game)
    assert system is not None
    assert (system.called, system.moment) == ("weather", "the weather")
    assert turn_words(game, system.with_word(game.start("campaign", frozenset()), "snow")) == {"weather": "snow"}
    assert [system.fixed(game, turn) for turn in (2, 3, 5)] == ["clear", None, "snow"]


def test_a_game_without_such_a_word_says_the_moment_alone() -> None:
    game = find_game("nr")
    state = game.start(game.scenarios[-1], frozenset())
    assert turn_word_of(game) is None
    assert turn_words(game, state) == {}
    assert moment_text(game, state) == state.clock.words
