from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.hexgrid import hexes
from trc_module.rules.allocation import Attacker, TooHardError, allocatable, allocate, components

TARGETS = 4
masks = st.integers(0, (1 << TARGETS) - 1)


def attackers_of(draw: list[tuple[int, bool]]) -> tuple[Attacker, ...]:
    return tuple(Attacker(f"u{i}", mask, must) for i, (mask, must) in enumerate(draw))


def partitions(members: list[int]) -> Iterator[list[int]]:
    """Yield every way to part some targets into groups, as masks."""
    if not members:
        yield []
        return
    first, *rest = members
    for parts in partitions(rest):
        yield [1 << first, *parts]
        for i, part in enumerate(parts):
            yield [*parts[:i], part | 1 << first, *parts[i + 1 :]]


def assignments(attackers: tuple[Attacker, ...], groups: list[int]) -> Iterator[list[list[int]]]:
    """Yield every way to put attackers to groups that they reach in full; who need not attack may stay away."""
    if not attackers:
        yield [[] for _ in groups]
        return
    last = attackers[-1]
    index = len(attackers) - 1
    for found in assignments(attackers[:-1], groups):
        if not last.must:
            yield found
        for i, group in enumerate(groups):
            if last.targets & group == group:
                yield [[*names, index] if j == i else names for j, names in enumerate(found)]


def possible(attackers: tuple[Attacker, ...], targets: int, strength: list[int], defence: list[int]) -> bool:
    for groups in partitions(list(hexes(targets))):
        for found in assignments(attackers, groups):
            if all(
                names and sum(strength[i] for i in names) >= sum(defence[h] for h in hexes(group))
                for names, group in zip(found, groups, strict=True)
            ):
                return True
    return False


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(masks, st.booleans()), max_size=5),
    masks,
    st.lists(st.integers(1, 5), min_size=5, max_size=5),
    st.lists(st.integers(1, 8), min_size=TARGETS, max_size=TARGETS),
)
def test_there_are_battles_exactly_if_some_sharing_out_of_attackers_works(
    drawn: list[tuple[int, bool]], targets: int, strength: list[int], defence: list[int]
) -> None:
    attackers = attackers_of(drawn)

    def enough(units: tuple[str, ...], goal: int) -> bool:
        return sum(strength[int(unit[1:])] for unit in units) >= sum(defence[h] for h in hexes(goal))

    found = allocate(attackers, targets, enough)
    assert (found is not None) == possible(attackers, targets, strength, defence)
    assert (found is not None) == allocatable(attackers, targets, enough)
    if found is not None:
        by_name = {a.unit: a for a in attackers}
        fighting = [unit for units, _ in found for unit in units]
        assert len(fighting) == len(set(fighting))
        assert {a.unit for a in attackers if a.must} <= set(fighting)
        assert sum(goal for _, goal in found) == targets
        for units, goal in found:
            assert enough(units, goal)
            assert all(by_name[unit].targets & goal == goal for unit in units)


def test_attackers_of_one_kind_are_tried_once() -> None:
    looked = []

    def never(units: tuple[str, ...], goal: int) -> bool:
        looked.append(units)
        return False

    alike = tuple(Attacker(f"u{i}", 1, must=True, kind="pz") for i in range(6))
    assert allocate(alike, 1, never) is None
    assert len(looked) == 6


def test_who_only_asks_whether_there_are_battles_is_told_at_once_if_all_can_fight_as_one() -> None:
    looked = []

    def always(units: tuple[str, ...], goal: int) -> bool:
        looked.append((units, goal))
        return True

    assert allocatable(tuple(Attacker(f"u{i}", 3, must=True) for i in range(14)), 3, always)
    assert looked == [(tuple(sorted(f"u{i}" for i in range(14))), 3)]


def test_a_search_that_takes_too_long_says_so() -> None:
    many = tuple(Attacker(f"u{i}", 1, must=True) for i in range(14))
    with pytest.raises(TooHardError):
        allocate(many, 1, lambda units, goal: False, budget=50)


def test_a_front_falls_into_parts() -> None:
    a, b, c, d = (Attacker(name, mask, must=True) for name, mask in (("a", 1), ("b", 3), ("c", 4), ("d", 8)))
    assert [(part, [x.unit for x in members]) for part, members in components((a, b, c, d), 0b0111)] == [
        (0, ["d"]),
        (0b011, ["a", "b"]),
        (0b100, ["c"]),
    ]
