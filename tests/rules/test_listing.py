"""Every game lists its legal acts: those of kinds for which it has no lister of its own are written and judged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy import load
from trc_module.games import find_game, game_names
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, Attack, Move, RollCombat
from trc_module.rules.engine import breaks_a_rule, check, concerns, legal_actions
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.listing import MOST_TOGETHER, UnlistedError
from trc_module.rules.places import Trail
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State
from trc_module.systems.questions import LAND

GAMES: dict[str, Game] = {**{name: find_game(name) for name in game_names()}, "toy": load()}
FREE = {
    "trc": {"Marker", "DrawChit", "ShowChit", "SealChoice", "Bid"},
    "m41": {"FireOnTable", "Eliminate", "Seal", "NameNumbers", "Claim"},
}
"""Acts that hold a word without bounds: a secret, a seal, a reason in words, a bid."""


def kinds(game: Game) -> list[type[Action]]:
    return list(dict.fromkeys(syntax.action for syntax in game.statements))


def played(game: Game, turns: int, level: str = "random") -> Iterator[tuple[State, Action]]:
    """Yield each act of a game that the engine plays against itself, with the position before it."""
    before = game.start("campaign", frozenset())
    for told, state in self_play(game, before, game.player(level, 1), turns):
        yield before, told.action
        before = state


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_act_is_listed_but_those_with_a_word_that_has_no_bounds(name: str) -> None:
    game = GAMES[name]
    start = game.start("none", frozenset())
    unlisted = set()
    for kind in kinds(game):
        try:
            next(iter(legal_actions(game, start, kind, unit="nobody")), None)
        except UnlistedError:
            unlisted.add(kind.__name__)
    assert unlisted == FREE.get(name, set())


def test_an_act_that_cannot_be_listed_says_why() -> None:
    game = GAMES["m41"]
    seal = next(syntax.action for syntax in game.statements if syntax.verb == "seal")
    with pytest.raises(UnlistedError, match=r"Acts 'seal' cannot be listed: 'a seal of 64 digits .*' may be any word"):
        list(legal_actions(game, game.start("campaign", frozenset()), seal))


def same(listed: Action, done: Action) -> bool:
    """Tell whether a listed act is one that was done, by whatever way a unit went, and whatever more was said."""
    if type(listed) is not type(done):
        return False
    if isinstance(done, RollCombat) and isinstance(listed, RollCombat):
        return (listed.number, listed.die) == (done.number, done.die)
    trail, other = getattr(listed, "trail", None), getattr(done, "trail", None)
    if trail is not None and other is not None:
        return concerns(listed, getattr(done, "unit", "")) and trail.hexes[-1] == other.hexes[-1]
    return listed == done


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_what_players_of_no_retreat_do_is_listed(level: str) -> None:
    game, met = GAMES["nr"], set()
    for number, (state, act) in enumerate(played(game, 3, level)):
        many = isinstance(act, Attack) and len(act.attackers) > MOST_TOGETHER
        if number % 3 or many:
            continue
        unit = getattr(act, "unit", "")
        listed = list(legal_actions(game, state, type(act), unit))
        assert any(same(one, act) for one in listed), act
        # Nothing is listed that the rules forbid.
        assert [one for one in listed if any(f.verdict is Verdict.VIOLATION for f in check(game, state, one))] == []
        met.add(type(act).__name__)
    assert met >= {"Draw", "Play", "Move", "Target", "RollCombat", "End"}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_listed_that_breaks_a_rule_for_certain_and_may_i_agrees(name: str) -> None:
    game, each = GAMES[name], 60 if name == "trc" else 7
    for number, (state, _) in enumerate(played(game, 1)):
        if number % each:
            continue
        for kind in game.book.listers:
            found = list(legal_actions(game, state, kind))
            assert [one for one in found if breaks_a_rule(game, state, one)] == []
        may = game.questions.to_move(state, state.clock.side)
        supposed = state if may is None else may.state
        on_map = [unit for unit, at in state.forces[state.clock.side].places.items() if isinstance(at, int)]
        for unit in on_map[:3] if may is not None else ():
            reach = game.questions.reach(supposed, unit)
            if reach is not None:
                by_land = (goal for ways in reach.ways if ways.manner == LAND for goal in hexes(ways.ends))
                moves = [Move(unit, Trail((reach.at, Hex(goal)), frozenset({0}))) for goal in by_land]
                assert [move for move in moves if breaks_a_rule(game, supposed, move)] == []
