"""The campaign ends: after the last turn it is over, and what is not known of the end is said."""

from __future__ import annotations

import re

import pytest

from trc_module.games import find_game
from trc_module.rules.actions import Action
from trc_module.rules.engine import Referee
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


PLACES = ("Leningrad", "Riga", "Kalinin", "Minsk", "Smolensk", "Moscow", "Tula", "Kiev", "Odessa")
WON = f"""
game: nr
at: turn 3 axis housekeeping
control: {", ".join(f"{place} axis" for place in PLACES)}
on J9: ger-6
"""


@pytest.mark.parametrize("claim", ["", "win axis because 12.2\n"])
def test_play_goes_on_after_a_victory_when_a_unit_moves_and_not_with_the_turn_tracker(claim: str) -> None:
    record = read_record(f"{WON}{claim}end\nend\nend\nend\nmove ger-6 J9 J10\n", "x", find_game)
    referee = Referee(record.game, record.start)
    told = [
        [str(finding) for finding in referee.act(act).findings if finding.accuses]
        for act in record.entries
        if isinstance(act, Action)
    ]
    (last,) = told.pop()
    assert not any(told)
    assert re.fullmatch(r"\w+ 13.2: Play went on; the Axis side has won with \d+ points, more than \d+.", last)
