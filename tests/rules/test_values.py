from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.games import find_game
from trc_module.hexgrid import Hex
from trc_module.rules.clock import Clock, Step, TurnSequence
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.registry import covers, in_order
from trc_module.rules.state import Deployment, Trail

STEPS = (Step("red", 1, "move"), Step("red", 1, "fight"), Step("blue", 1, "move"), Step("blue", 1, "end"))


def test_the_clock_runs_through_every_step_and_then_begins_anew() -> None:
    sequence = TurnSequence(STEPS)
    clock = sequence.first(1)
    seen = []
    for _ in range(2 * len(STEPS)):
        seen.append((clock.turn, clock.step))
        clock = sequence.after(clock)
    assert seen == [(turn, step) for turn in (1, 2) for step in STEPS]
    for turn, step in reversed(seen):
        clock = sequence.before(clock)
        assert (clock.turn, clock.step) == (turn, step)
    assert sequence.before(clock).turn == 0


def test_a_moment_is_found_by_its_description() -> None:
    sequence = TurnSequence(STEPS)
    assert sequence.find(3, "blue", 1, "move") == Clock(3, "blue", 1, "move")
    assert sequence.find(3, "blue", 2, "move") is None
    assert sequence.only(3, "blue", "end") == Clock(3, "blue", 1, "end")
    assert sequence.only(3, "red", "end") is None
    assert sequence.sides == ("red", "blue")


def test_a_frozen_map_changes_only_in_copies() -> None:
    before = FrozenMap({"a": 1, "b": 2})
    after = before.put("a", 3)
    assert (dict(before), dict(after), list(after)) == ({"a": 1, "b": 2}, {"a": 3, "b": 2}, ["a", "b"])
    assert before.without(["a", "c"]) == {"b": 2}
    assert before.merged({"a": 5}) == {"a": 5, "b": 2}
    with pytest.raises(TypeError):
        before["a"] = 2
    with pytest.raises(TypeError):
        before.update({"a": 2})


@given(st.dictionaries(st.text(max_size=2), st.integers()))
def test_equal_maps_have_equal_hashes_in_whatever_order(entries: dict[str, int]) -> None:
    turned = FrozenMap(dict(reversed(entries.items())))
    assert turned == FrozenMap(entries)
    assert hash(turned) == hash(FrozenMap(entries))


moves = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([Hex(1), Hex(2), Hex(40), "pool", None])))


@given(moves)
def test_stacks_are_those_that_putting_counter_on_counter_makes(found: list[tuple[str, Hex | str | None]]) -> None:
    deployment = Deployment(FrozenMap())
    piles: dict[Hex | str | None, list[str]] = {}
    for unit, place in found:
        # What has been asked of one deployment is handed on to the next.
        assert deployment.occupied == Deployment(deployment.places).occupied
        assert deployment.piled == Deployment(deployment.places).piled
        deployment = deployment.put(unit, place)
        for pile in piles.values():
            if unit in pile:
                pile.remove(unit)
        piles.setdefault(place, []).append(unit)
    on_map = {place: tuple(pile) for place, pile in piles.items() if isinstance(place, int) and pile}
    assert deployment.stacks == on_map
    assert deployment.occupied == sum(1 << place for place in on_map)
    assert deployment.piled == sum(1 << place for place, pile in on_map.items() if len(pile) > 1)
    fresh = Deployment(deployment.places)
    assert deployment == fresh
    assert hash(deployment) == hash(fresh)


def test_a_unit_that_moves_comes_to_lie_on_top() -> None:
    deployment = Deployment(FrozenMap({"a": Hex(1), "b": Hex(1), "c": Hex(2), "d": "pool"}))
    assert deployment.put("a", Hex(2)).stack(Hex(2)) == ("c", "a")
    assert deployment.put("a", Hex(1)).stack(Hex(1)) == ("b", "a")
    assert deployment.stack("pool") == ("d",)
    assert deployment.put("d", None).stack("pool") == ()


def test_a_trail_goes_on_where_another_ends() -> None:
    first = Trail((Hex(1), Hex(2)), frozenset({0}))
    second = Trail((Hex(2), Hex(3), Hex(4)), frozenset({1}))
    assert first.then(second) == Trail((Hex(1), Hex(2), Hex(3), Hex(4)), frozenset({0, 2}))


@pytest.mark.parametrize(
    ("prefix", "number", "covered"),
    [
        ("8.3", "8.3", True),
        ("8.3", "8.3a", True),
        ("8.3", "8.3.1", True),
        ("8.3", "8.31", False),
        ("8.3a", "8.3", False),
        ("8", "8.5.1a", True),
        ("8", "83", False),
        ("28.6", "28.6-MD-2", True),
        ("28.6-M", "28.6-MD-2", False),
        ("", "8.3", True),
    ],
)
def test_a_number_covers_itself_and_its_parts(prefix: str, number: str, covered: bool) -> None:
    assert covers(prefix, number) is covered


def test_numbers_sort_as_in_the_rulebook() -> None:
    mixed = ["8.10", "28.6-MD-10", "8.3a", "8.5.1a", "4.0a", "8.5", "28.6-MD-2", "8.3"]
    assert sorted(mixed, key=in_order) == [
        "4.0a", "8.3", "8.3a", "8.5", "8.5.1a", "8.10", "28.6-MD-2", "28.6-MD-10",
    ]  # fmt: skip


def test_a_changed_state_differs_in_what_was_changed_alone() -> None:
    game = find_game("trc")
    state = game.start("campaign", frozenset({"26.5"})).with_mark(("moved", "ger-41-pz")).counted("axis rail")
    assert state.changed() == replace(state)
    changes: dict[str, Any] = {
        "scenario": "none",
        "slices": FrozenMap({"weather": "mud"}),
        "marks": frozenset(),
        "battles": (),
    }
    for name, value in changes.items():
        assert state.changed(**{name: value}) == replace(state, **{name: value})
    with pytest.raises(AttributeError):
        state.changed(wether="mud")
    with pytest.raises(AttributeError):
        state.scenario = "none"  # type: ignore[misc]


steps = st.lists(
    st.builds(Step, st.sampled_from(["red", "blue"]), st.integers(1, 2), st.text("ab", max_size=2)),
    min_size=1,
    max_size=6,
    unique=True,
)


@settings(deadline=None, max_examples=60)
@given(steps, st.integers(1, 30), st.integers(0, 20))
def test_the_clock_never_skips(found: list[Step], turn: int, ticks: int) -> None:
    sequence = TurnSequence(tuple(found))
    clock = sequence.first(turn)
    for tick in range(ticks):
        assert clock == Clock(turn + tick // len(found), *_parts(found[tick % len(found)]))
        after = sequence.after(clock)
        assert sequence.order(clock) < sequence.order(after)
        clock = after


def _parts(step: Step) -> tuple[str, int, str]:
    return step.side, step.part, step.phase
