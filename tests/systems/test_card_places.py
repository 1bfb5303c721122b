"""Cards go from place to place with draws, plays, shuffles and other decks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from trc_module.rules.actions import End
from trc_module.rules.clock import Clock
from trc_module.rules.finder import find_game
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State
from trc_module.systems.card_places import DECK, OUT, PILE, CardMove, CardPlaces, card_moves
from trc_module.systems.cards import CARDS, Cards, Draw, Play, Shuffle


def state(turn: int = 2, *played: str, shuffles: int = 0, **held: int) -> State:
    begun = find_game("nr").start("campaign", frozenset())
    clock = Clock(turn, "axis", 1, "cards")
    return CARDS.put(begun.changed(clock=clock), Cards(FrozenMap(held), played, shuffles))


def ways(before: State, after: State, act: Any) -> list[tuple[str, str, str]]:
    return [(way.card, way.origin, way.goal) for way in card_moves(find_game("nr"), before, after, act)]


def test_a_draw_takes_any_card_of_the_deck() -> None:
    assert ways(state(), state(axis=2), Draw("axis", 2)) == [("", DECK, "axis")] * 2
    assert ways(state(axis=2), state(axis=2), End()) == []


def test_a_play_goes_from_the_hand_to_the_pile_and_may_bring_the_card_below_back() -> None:
    before = state(2, "card-3", axis=2)
    assert ways(before, state(2, "card-3", "card-7", axis=1), Play("axis", "card-7", "event")) == [
        ("card-7", "axis", PILE)
    ]
    assert ways(before, state(2, "card-7", axis=2), Play("axis", "card-7", "event")) == [
        ("card-7", "axis", PILE),
        ("card-3", PILE, "axis"),
    ]


def test_a_play_of_a_hand_without_cards_draws_none() -> None:
    assert ways(state(), state(2, "card-7"), Play("axis", "card-7", "event")) == [("card-7", "axis", PILE)]


def test_a_shuffle_puts_the_pile_into_the_deck_the_uppermost_first() -> None:
    assert ways(state(2, "card-1", "card-2"), state(shuffles=1), Shuffle()) == [
        ("card-2", PILE, DECK),
        ("card-1", PILE, DECK),
    ]


def test_another_deck_comes_into_play_and_takes_all_hands() -> None:
    found = ways(state(22, "card-2", "card-20", axis=1, soviet=1), state(23), End())
    assert [way for way in found if way[2] == OUT] == [(f"card-{n}", "", OUT) for n in sorted(range(1, 16), key=str)]
    assert [way for way in found if way[1] == OUT] == [(f"card-{n}", OUT, DECK) for n in range(45, 55)]
    assert found[25:] == [("card-20", PILE, DECK), ("", "axis", DECK), ("", "soviet", DECK)]


def places() -> CardPlaces:
    lying = {"a": DECK, "b": DECK, "c": "red", "d": PILE}
    return CardPlaces(lying, ("red", "blue"), lambda side, cards: cards[-1])


def test_cards_follow_their_ways_and_hands_show_it() -> None:
    table = places()
    gone = list(table.follow([CardMove("", "red", DECK), CardMove("c", PILE, "red"), CardMove("x", PILE)]))
    assert gone == [CardMove("b", "red", DECK), CardMove("c", PILE, "red")]
    assert table.hands == {"red": ["b"], "blue": []}


def test_a_hand_is_filled_from_the_deck_and_emptied_into_it_as_far_as_there_are_cards() -> None:
    table = places()
    assert [way.card for way in table.fill("blue", 3)] == ["b", "a"]
    assert [way.card for way in table.fill("red", 0)] == ["c"]
    assert table.hands == {"red": [], "blue": ["b", "a"]}
    assert not CardPlaces({}, ("red",), lambda side, cards: cards[0])


def test_a_game_that_names_no_deck_has_no_other_deck() -> None:
    game = SimpleNamespace(sides=("red",), cards_in_play=lambda state: None)
    assert list(card_moves(game, state(), state(red=1), Draw("red", 1))) == [CardMove("", "red", DECK)]
