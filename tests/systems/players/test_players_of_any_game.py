"""Players for any game: the greedy one plays whole games without an illegal act and beats who draws by lot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from trc_module.games import find_game
from trc_module.gamespec import GAMES_PATH
from trc_module.rules.actions import Attack, Claim, End, Move
from trc_module.rules.finder import known_game
from trc_module.rules.game import Game
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State
from trc_module.systems.players.bearings import VICTORY, Bearings, Prospect
from trc_module.systems.players.greedy_player import GreedyPlayer
from trc_module.systems.players.looking_ahead import LookingAhead
from trc_module.systems.thrown_dice import throws

TESTS = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, os.pathsep.join(map(str, (TESTS, TESTS / "systems" / "kit"))))
    known_game.cache_clear()


def scenario_of(game: Game) -> str:
    return next(name for name in game.scenarios if name != "none")


def whole(game: Game, turns: int, seed: int = 1) -> State:
    """Return the end of a game of greedy players; an act that the rules speak against would stop it."""
    state = game.start(scenario_of(game), frozenset())
    for _, after in self_play(game, state, game.player("greedy", seed), turns):
        state = after
    return state


@pytest.mark.parametrize(("name", "turns"), [("m41", 3), ("toy", 12), ("trp", 1)])
def test_a_greedy_game_has_no_illegal_act(name: str, turns: int) -> None:
    game = find_game(name)
    end = whole(game, turns)
    assert end.clock.turn > turns or game.score(end).won


def test_a_game_whose_rules_are_data_is_played_to_win() -> None:
    game = find_game("bfm")
    told = [
        each.action for each, _ in self_play(game, game.start("campaign", frozenset()), game.player("greedy", 1), 1)
    ]
    assert any(isinstance(act, Move) for act in told)
    assert any(isinstance(act, Attack) for act in told)


def test_who_wants_to_win_beats_who_draws_by_lot() -> None:
    from benchmarks.opponent import duel

    ends = [duel("m41", "campaign", ("fair", "easy"), 0, 12, (7, first)) for first in (0, 1)]
    assert [end.winner for end in ends] == ["fair", "fair"]


def test_a_victory_is_claimed() -> None:
    game = find_game("m41")
    acts = [told.action for told, _ in self_play(game, game.start("assault", frozenset()), game.player("greedy", 1), 9)]
    assert isinstance(acts[-1], Claim)


def test_every_game_has_three_levels() -> None:
    for name in ("trc", "nr", "m41", "trp", "toy", "bfm"):
        assert find_game(name).opponents == ("easy", "fair", "hard"), name
    assert isinstance(find_game("bfm").opponent("fair", 1, 1.0), GreedyPlayer)
    assert isinstance(find_game("bfm").opponent("hard", 1, 1.0), LookingAhead)


def test_the_worth_of_a_position_is_one_sides_gain_and_the_others_loss() -> None:
    game = find_game("m41")
    state = whole(game, 1)
    bearings: Bearings = game.bearings  # type: ignore[attr-defined]
    assert bearings.worth(state, "german") == -bearings.worth(state, "russian")
    assert abs(bearings.worth(state, "german")) < VICTORY


def test_throws_show_each_face_once() -> None:
    game = find_game("m41")
    for told, state in self_play(game, game.start("campaign", frozenset()), game.player("greedy", 1), 1):
        dice = getattr(told.action, "dice", ())
        if len(dice) > 1:
            pools = [act.dice for act in throws(game, state, told.action)]  # type: ignore[attr-defined]
            assert len(pools) == 6
            assert all(sorted(pool[place] for pool in pools) == [1, 2, 3, 4, 5, 6] for place in range(len(dice)))
            return
    raise AssertionError


def test_the_prospect_of_an_attack_is_the_average_of_its_column() -> None:
    game = find_game("bfm")
    bearings: Bearings = game.bearings  # type: ignore[attr-defined]
    seen: list[Prospect] = []
    for told, _ in self_play(game, before := game.start("campaign", frozenset()), game.player("greedy", 1), 1):
        if isinstance(told.action, Attack):
            found = bearings.prospect(before, told.action)
            assert found is not None
            seen.append(found)
            break
        before = game.apply(before, told.action)
    assert all(0 <= one.cleared <= 1 and one.theirs >= 0 and one.mine >= 0 for one in seen)
    assert seen
    assert not isinstance(told.action, End)
