"""The campaign ends: after the last turn it is over, and what is not known of the end is said."""

from __future__ import annotations

from trc_module.games import find_game
from trc_module.rules.record import read_record


def test_after_the_last_turn_the_game_is_over_and_nobody_is_named() -> None:
    text = "game: nr\nat: turn 29 axis housekeeping\non J9: ger-6\non C6: sov-west\n"
    game = find_game("nr")
    score = game.score(read_record(text, "x", find_game).start)
    assert score.won == ()
    assert score.over == "turn 28 was the last, and neither side has won; what decides then is not known"
    assert score.conditions[-1] == score.over


def test_in_the_last_turn_it_goes_on() -> None:
    text = "game: nr\nat: turn 28 soviet movement\non J9: ger-6\non C6: sov-west\n"
    assert find_game("nr").score(read_record(text, "x", find_game).start).over == ""


def test_players_play_no_further() -> None:
    from trc_module.rules.selfplay import self_play

    text = "game: nr\nat: turn 28 soviet detraining\non J9: ger-6\non C6: sov-west\n"
    game = find_game("nr")
    start = read_record(text, "x", find_game).start
    told = [each.action for each, _ in self_play(game, start, game.player("greedy", 1), 40)]
    assert len(told) == 1
