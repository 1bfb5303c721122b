"""The game ends: by the victory of the Axis where its cities are known, or by a side that stops it."""

from __future__ import annotations

from pathlib import Path

from tests.games.trp.form import fill
from trc_module.games import find_game
from trc_module.games.trp.actions import Stop, Win
from trc_module.rules.actions import End
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.record import read_record
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import Deployment

LATE = "game: trp\nscenario: 22jun41\nat: turn 12 soviet supply good\non M4: ger-16-army\non G15: sov-8-army\n"


def test_a_side_that_stops_the_game_ends_it_and_nobody_is_named() -> None:
    game = find_game("trp")
    record = read_record(f"{LATE}stop soviet\n", "x", find_game)
    after = game.apply(record.start, Stop("soviet"))
    score = game.score(after)
    assert score.won == ()
    assert score.over == (
        "the soviet side has stopped the game, and the Axis has not won; what the Soviets need is not known"
    )
    assert game.score(record.start).over == ""


def test_players_stop_when_the_track_is_at_its_end() -> None:
    game = find_game("trp")
    start = read_record(LATE, "x", find_game).start
    told = [each.action for each, _ in self_play(game, start, game.player("greedy", 1), 13)]
    assert told[-1] == Stop("soviet")


def test_the_axis_wins_with_the_victory_cities_of_an_owner(tmp_path: Path) -> None:
    game = find_game("trp", overlay=fill(tmp_path / "form"))
    start = game.start("22jun41", frozenset())
    assert game.score(start).won == ()
    assert game.score(start).conditions == ("the Axis holds 0 of 6 victory cities in supply",)
    held = dict.fromkeys(start.control, "axis")
    clear = start.changed(
        control=start.control.merged(held), forces=start.forces.put("soviet", Deployment(FrozenMap()))
    )
    (won,) = game.score(clear).won
    assert (won.side, won.rule, won.claimed) == ("axis", "XVI.A", False)
    told = [each.action for each, _ in self_play(game, clear, game.player("greedy", 1), 1)]
    assert Win("axis") in told
    assert not isinstance(told[-1], End)
