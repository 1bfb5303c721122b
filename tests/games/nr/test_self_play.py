"""Games that the engine plays against itself: nobody breaks a rule, and every position is sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from trc_module.errors import UserError
from trc_module.games.nr import load
from trc_module.games.nr.acts.organization import ToTrack
from trc_module.games.nr.data import SIDES
from trc_module.rules.actions import Action, End
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State
from trc_module.systems.cards import CARDS

OPTIONS = frozenset({"15.1", "15.2", "15.3", "15.4"})
GOES_ON = ("goes-on",)


def played(level: str, seed: int, turns: int, options: frozenset[str] = frozenset()) -> tuple[list[Action], State]:
    """Play a game beyond any victory, and look at every position."""
    game = load(options)
    acts, before = [], game.start("campaign", options).with_mark(GOES_ON)
    for told, state in self_play(game, before, game.player(level, seed), turns):
        found = list(broken(game, state, before))
        found += round_trip(game, state) if isinstance(told.action, End) else ()
        assert found == []
        acts.append(told.action)
        before = state
    return acts, before


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_whole_game_breaks_no_rule_and_no_invariant(level: str) -> None:
    acts, end = played(level, 1, 28)
    assert end.clock.turn == 29
    assert {type(act).__name__ for act in acts} >= {"Move", "Attack", "RollCombat", "Draw", "Play", "Target", "Retreat"}


@pytest.mark.parametrize("seed", range(2, 5))
def test_a_game_with_the_options_breaks_none(seed: int) -> None:
    acts, _ = played("random", seed, 14, OPTIONS)
    assert len(acts) > 300


def test_a_cadre_that_was_lost_goes_on_the_turn_track_before_the_turn_begins() -> None:
    game = load(OPTIONS)
    start = game.start("campaign", OPTIONS).with_mark(GOES_ON).with_unit("soviet", "sov-ostatky", "destroyed")
    begins = start.changed(clock=replace(start.clock, turn=7))
    told = [(told.action, state) for told, state in self_play(game, begins, game.player("random", 1), 7)]
    tracked = [(act, state.clock.phase) for act, state in told if isinstance(act, ToTrack)]
    assert tracked[0] == (ToTrack("sov-ostatky", "turn-8"), "housekeeping")


def test_the_same_seed_plays_the_same_game() -> None:
    assert played("random", 9, 2) == played("random", 9, 2)


def test_hands_never_hold_more_than_was_drawn() -> None:
    game = load()
    start = game.start("campaign", frozenset()).with_mark(GOES_ON)
    for _, state in self_play(game, start, game.player("random", 3), 8):
        cards = CARDS.of(state)
        assert sum(cards.held.get(side, 0) for side in SIDES) + len(cards.played) <= 44


def test_a_player_stops_at_a_victory_and_claims_it() -> None:
    game = load()
    acts = [
        told.action for told, _ in self_play(game, game.start("campaign", frozenset()), game.player("random", 1), 28)
    ]
    assert type(acts[-1]).__name__ == "Claim"


def test_there_is_no_other_player() -> None:
    with pytest.raises(UserError, match="There is no player 'clever'"):
        load().player("clever", 1)


def test_who_may_draw_no_card_has_drawn_none() -> None:
    from benchmarks.opponent import duel

    # The deck is empty there and the hand too: the other player has drawn meanwhile.
    assert duel("nr", "campaign", ("fair", "easy"), 0, 28, (85, 1)).winner == "fair"
