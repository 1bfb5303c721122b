"""Battles as part of a position: read, written, and what is still owed by them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.games import find_game
from trc_module.hexgrid import hexes
from trc_module.rules.actions import AirSupport
from trc_module.rules.battles import Battle, battle_numbered, battle_of, with_battle
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.record import Record, RecordError, position_text, read_record, record_text
from trc_module.rules.results import ALL, Outstanding, SideResult, outstanding
from trc_module.rules.state import Trail

GAME = find_game("trc")
GRID = GAME.board.grid
HEXES = list(hexes(GRID.all))
UNITS = sorted(GAME.side_of)
places = st.sampled_from(HEXES)


@st.composite
def battles(draw: st.DrawFn, number: int = 1) -> Battle:
    chosen = draw(st.lists(st.sampled_from(UNITS), unique=True, min_size=2, max_size=6))
    cut = draw(st.integers(1, len(chosen) - 1))
    part = st.lists(st.sampled_from(chosen), unique=True, max_size=3)
    ways = {}
    for unit in draw(part):
        start = draw(places)
        following = draw(st.sampled_from(list(hexes(GRID.neighbours[start]))))
        ways[unit] = draw(
            st.sampled_from([Trail((start,)), Trail((start, following)), Trail((start, following), frozenset({0}))])
        )
    return Battle(
        number,
        tuple(chosen[:cut]),
        tuple(chosen[cut:]),
        FrozenMap({unit: draw(places) for unit in chosen}),
        draw(st.lists(st.builds(AirSupport, st.just("stuka"), st.sampled_from(UNITS)), max_size=2).map(tuple)),
        tuple(draw(part)),
        draw(st.booleans()),
        draw(st.sampled_from(["", "3-1"])),
        draw(st.sampled_from(["", "AV", "DR"])),
        tuple(draw(part)),
        FrozenMap(ways),
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(battles(), max_size=3))
def test_a_position_with_battles_is_read_as_it_was_written(found: list[Battle]) -> None:
    numbered = tuple(replace(battle, number=i) for i, battle in enumerate(found))
    state = replace(GAME.start("none", frozenset()), battles=numbered)
    text = record_text(Record(GAME, state))
    again = read_record(text, "x.game", find_game, written=True)
    assert again.start == state
    assert record_text(again) == text
    assert read_record(position_text(GAME, state), "x.game", find_game, written=True).start == state


@pytest.mark.parametrize(
    ("battle", "expected"),
    [
        ("battle", "the number of a battle"),
        ("battle 1", "a unit"),
        ("battle 1 ger-41-pz", "a hex"),
        ("battle 1 ger-41-pz Y17", "'x'"),
        ("battle 1 ger-41-pz Y17 x", "a unit"),
        ("battle 1 ger-41-pz Y17 x rus-24-inf X17 at", "odds"),
        ("battle 1 ger-41-pz Y17 x rus-24-inf X17 result", "a result"),
        ("battle 1 ger-41-pz Y17 x rus-24-inf X17 lost", "a unit"),
        ("battle 1 ger-41-pz Y17 x rus-24-inf X17 retreat ger-41-pz", "a hex"),
        ("battle 1 ger-41-pz Y17 x rus-24-inf X17 tomorrow", "the end of the line"),
    ],
)
def test_a_battle_that_cannot_be_read_says_what_was_expected(battle: str, expected: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(f"game: trc\nbefore: {battle}\n", "x.game", find_game)
    assert caught.value.line == 2
    assert caught.value.expected.startswith(expected)


A, B, C = "rus-24-inf", "rus-13-inf", "rus-3-inf"
EMPTY = Battle(1, ("ger-41-pz",), (A, B, C), FrozenMap(dict.fromkeys((A, B, C, "ger-41-pz"), HEXES[0])))


@pytest.mark.parametrize(
    ("result", "lost", "gone", "staying", "expected"),
    [
        (SideResult(), (), (), (), Outstanding(0, ())),
        (SideResult(lose=ALL), (), (), (), Outstanding(3, ())),
        (SideResult(lose=ALL), (A,), (), (), Outstanding(2, ())),
        (SideResult(lose=1, retreat=(2, 2)), (), (), (), Outstanding(1, (A, B, C))),
        (SideResult(lose=1, retreat=(2, 2)), (A,), (B,), (), Outstanding(0, (C,))),
        (SideResult(lose=1, retreat=(2, 2)), (A, B), (), (), Outstanding(0, (C,))),
        (SideResult(lose=1, retreat=(2, 2)), (A,), (), (B, C), Outstanding(0, ())),
        (SideResult(retreat=(1, 2)), (A, B, C), (), (), Outstanding(0, ())),
    ],
)
def test_what_is_still_owed(
    result: SideResult, lost: tuple[str, ...], gone: tuple[str, ...], staying: tuple[str, ...], expected: Outstanding
) -> None:
    battle = replace(EMPTY, lost=lost, ways=FrozenMap({unit: Trail((HEXES[0],)) for unit in gone}))
    assert outstanding(result, (A, B, C), battle, staying) == expected


def test_battles_are_found_by_number_and_by_unit() -> None:
    first, second = EMPTY, replace(EMPTY, number=2, attackers=("ger-56-pz",), defenders=(A,))
    both = (first, second)
    assert battle_numbered(both, 2) is second
    assert battle_numbered(both, 3) is None
    assert battle_of(both, A) is second
    assert battle_of(both, C) is first
    assert battle_of(both, "ger-47-pz") is None
    lost = first.losing(A)
    assert lost.losing(A) is lost
    assert with_battle(both, lost) == (lost, second)
    assert with_battle((first,), second) == both
    there = Trail((HEXES[0], HEXES[1]))
    back = Trail((HEXES[1], HEXES[0]))
    assert first.retreating(A, there).retreating(A, back).ways[A] == there.then(back)
