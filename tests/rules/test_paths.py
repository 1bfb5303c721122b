from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.hexgrid import Adjacency, Hex, HexGrid, LetterRows, hexes
from trc_module.rules.paths import (
    ALLOWANCE,
    Bounds,
    Breach,
    Limit,
    allowed,
    both_ways,
    faults,
    nearest,
    told_of_routes,
)
from trc_module.rules.state import Trail

GRID = HexGrid(5, 5, LetterRows(1, 1))
HEXES = list(hexes(GRID.all))
SIDES = [(a, b) for a in HEXES for b in hexes(GRID.neighbours[a]) if a < b]
sets = st.sets(st.sampled_from(HEXES), max_size=6).map(lambda members: sum(1 << h for h in members))
sides = st.sets(st.sampled_from(SIDES), max_size=4).map(both_ways)


def bounds(*limits: Limit) -> Bounds:
    closed = {pair for limit in limits for pair in limit.closed | limit.last}
    return Bounds(GRID, limits, Adjacency(GRID, closed))


def named(*names: str) -> int:
    return GRID.set_of(names)


def path(text: str) -> Trail:
    """Read a path as a record writes it: 'A1 A2 > B4'."""
    found: list[Hex] = []
    gaps = set()
    for word in text.split():
        if word == ">":
            gaps.add(len(found) - 1)
        else:
            found.append(GRID.hex(word))
    return Trail(tuple(found), frozenset(gaps))


limits = st.builds(
    Limit,
    rule=st.just("1"),
    stop=sets,
    shut=sets,
    leave=sets,
    enter=sets,
    closed=sides,
    last=sides,
)


def ends_of_all_paths(limits: tuple[Limit, ...], start: Hex, steps: int) -> set[Hex]:
    """Walk every path, one step at a time: slow, and obviously right."""
    ends = {start}
    front = {start}
    for _ in range(steps):
        onward = set()
        for a in front:
            for b in hexes(GRID.neighbours[a]):
                if any(
                    limit.shut >> b & 1 or (a, b) in limit.closed or (limit.leave >> a & 1 and limit.enter >> b & 1)
                    for limit in limits
                ):
                    continue
                ends.add(b)
                if not any(limit.stop >> b & 1 or (a, b) in limit.last for limit in limits):
                    onward.add(b)
        front = onward
    return ends


@settings(deadline=None, max_examples=40)
@given(st.lists(limits, max_size=2), st.lists(limits, max_size=2), st.sampled_from(HEXES), st.integers(0, 4))
def test_limits_that_join_others_bind_as_if_they_had_come_together(
    lasting: list[Limit], fresh: list[Limit], start: Hex, steps: int
) -> None:
    closed = both_ways(pair for limit in (*lasting, *fresh) for pair in limit.closed | limit.last)
    sides = Adjacency(GRID, closed)
    together = (*fresh, *lasting)
    joined = Bounds(GRID, tuple(lasting), sides).joined_by(tuple(fresh), together)
    whole = Bounds(GRID, together, sides)
    assert joined.limits == whole.limits
    for goal in HEXES:
        assert joined.reaches(start, goal, steps) == whole.reaches(start, goal, steps)
    assert joined.reach(start, steps) == whole.reach(start, steps)
    assert list(map(joined.reaches, [start] * len(HEXES), HEXES, [steps] * len(HEXES))) == [
        bool(whole.reach(start, steps) >> goal & 1) for goal in HEXES
    ]


@settings(max_examples=100, deadline=None)
@given(st.lists(limits, max_size=3), st.sampled_from(HEXES), st.integers(0, 6))
def test_reach_is_what_walking_every_path_finds(found: list[Limit], start: Hex, steps: int) -> None:
    assert set(hexes(bounds(*found).reach(start, steps))) == ends_of_all_paths(tuple(found), start, steps)


@settings(max_examples=60, deadline=None)
@given(st.lists(limits, max_size=3), st.sampled_from(HEXES), st.sampled_from(HEXES), st.integers(0, 6))
def test_a_goal_only_ends_the_search_early(found: list[Limit], start: Hex, goal: Hex, steps: int) -> None:
    within = bounds(*found).reach(start, steps, 1 << goal) >> goal & 1
    assert bool(within) == (goal in ends_of_all_paths(tuple(found), start, steps))


@settings(max_examples=60, deadline=None)
@given(st.lists(limits, max_size=3), st.lists(st.sampled_from(HEXES), min_size=1, max_size=1), st.data())
def test_a_known_path_is_legal_exactly_if_each_of_its_steps_is(
    found: list[Limit], way: list[Hex], data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        way.append(data.draw(st.sampled_from(list(hexes(GRID.neighbours[way[-1]])))))
    legal = True
    held = False
    for a, b in pairwise(way):
        legal &= b in ends_of_all_paths(tuple(found), a, 1) and not held
        held = any(limit.stop >> b & 1 or (a, b) in limit.last for limit in found)
    assert allowed(bounds(*found), Trail(tuple(way)), None) == legal
    assert bool(faults(bounds(*found), Trail(tuple(way)), None)) != legal


def rules(found: tuple[Breach, ...]) -> list[str]:
    return [breach.rule for breach in found]


def test_the_rule_in_the_way_is_named() -> None:
    wall = Limit("wall", shut=named("A2", "B2", "C2", "D2", "E2"))
    marsh = Limit("marsh", stop=named("C3"))
    here = bounds(wall, marsh)
    assert rules(faults(here, path("C1 > C3"), 9)) == ["wall"]
    assert rules(faults(here, path("C1 C2"), 9)) == ["wall"]
    assert rules(faults(here, path("C4 C3 D3"), 9)) == ["marsh"]
    assert rules(faults(here, path("C5 > C3"), 1)) == [ALLOWANCE]
    assert rules(faults(here, path("C5 C4 C3"), 1)) == [ALLOWANCE]


def test_of_two_rules_of_which_each_alone_bars_the_way_the_one_in_the_shorter_way_is_named() -> None:
    # From C2 to C4: straight on over C3, or around it.
    forest = Limit("forest", stop=named("B1", "B2", "B3", "D1", "D2", "D3"), stretch="enters forest and goes on")
    marsh = Limit("marsh", stop=named("C3"), stretch="enters marsh and goes on")
    here = bounds(forest, marsh)
    c2, c4 = GRID.hex("C2"), GRID.hex("C4")
    assert rules(faults(here, path("C2 > C4"), 3)) == ["marsh"]
    told = told_of_routes(here, "marsh", c2, c4, 3)
    assert told == (
        "no route of at most 3 hexes is legal; one enters marsh and goes on, another enters forest and goes on"
    )
    # Where the way around is too long there is but one.
    assert told_of_routes(here, "marsh", c2, c4, 2) == "every route of at most 2 hexes enters marsh and goes on"
    # Of two ways as long as each other the more special rule is named: B3 and C3 lie between B2 and C4.
    assert rules(faults(here, path("B2 > C4"), 3)) == ["forest"]


def test_every_rule_is_named_that_must_be_lifted() -> None:
    here = bounds(Limit("wall", shut=named("A2", "B2", "C2", "D2", "E2")), Limit("marsh", stop=named("C3")))
    assert rules(faults(here, path("C1 > C4"), 2)) == ["wall", ALLOWANCE]
    assert rules(faults(here, path("C1 C2 C3 C4"), 2)) == ["wall", "marsh", ALLOWANCE]


named_limits = st.lists(limits, min_size=1, max_size=4).map(
    lambda found: [replace(limit, rule=f"{number}") for number, limit in enumerate(found)]
)


@settings(max_examples=150, deadline=None)
@given(named_limits, st.sampled_from(HEXES), st.sampled_from(HEXES), st.integers(0, 4))
def test_no_fewer_rules_would_be_enough_than_those_that_are_named(
    found: list[Limit], start: Hex, goal: Hex, steps: int
) -> None:
    broken = rules(faults(bounds(*found), Trail((start, goal), frozenset({0})), steps))

    def enough(lifted: Iterable[str]) -> bool:
        kept = tuple(limit for limit in found if limit.rule not in lifted)
        return goal in ends_of_all_paths(kept, start, len(HEXES) if ALLOWANCE in lifted else steps)

    assert enough(broken)
    every = [*(limit.rule for limit in found), ALLOWANCE]
    assert not broken or not any(map(enough, combinations(every, len(broken) - 1)))


def test_of_two_rules_either_of_which_may_be_lifted_the_first_is_named() -> None:
    ditch = Limit("ditch", closed=both_ways([(GRID.hex("C2"), GRID.hex("C3"))]))
    assert rules(faults(bounds(ditch), path("C2 > C3"), 1)) == ["ditch"]
    assert rules(faults(bounds(ditch), path("C2 > C3"), 2)) == []


def test_a_side_that_a_limit_closes_is_closed_without_another_word() -> None:
    ditch = Limit("ditch", closed=both_ways([(GRID.hex("C2"), GRID.hex("C3"))]))
    here = Bounds(GRID, (ditch,), Adjacency(GRID, ()))
    assert rules(faults(here, path("C2 C3"), 9)) == ["ditch"]
    assert rules(faults(here, path("C2 > C3"), 1)) == ["ditch"]
    assert not here.reach(GRID.hex("C2"), 1) >> GRID.hex("C3") & 1
    # What the map closes stays closed when the limit is lifted.
    assert here.without(frozenset({"ditch"})).reach(GRID.hex("C2"), 1) >> GRID.hex("C3") & 1
    shut = Adjacency(GRID, [(GRID.hex("C2"), GRID.hex("B2"))])
    both = Bounds(GRID, (ditch,), shut)
    assert not both.reach(GRID.hex("C2"), 1) >> GRID.hex("B2") & 1
    assert Bounds(GRID, (ditch,), both.sides).sides is both.sides


def test_a_special_rule_displaces_a_general_one_at_the_same_step() -> None:
    zone = Limit("zone", stop=named("C2", "C3"))
    next_zone = Limit("next", leave=named("C2", "C3"), enter=named("C2", "C3"), displaces=frozenset({"zone"}))
    assert rules(faults(bounds(next_zone, zone), path("C1 C2 C3"), 9)) == ["next"]
    assert rules(faults(bounds(next_zone, zone), path("C1 C2 D1"), 9)) == ["zone"]


def test_a_stretch_of_unknown_path_ends_where_it_stops() -> None:
    here = bounds(Limit("marsh", stop=named("C3")))
    assert rules(faults(here, path("C1 > C3 C4"), 9)) == ["marsh"]
    assert rules(faults(here, path("C1 > C3 > C4"), 9)) == ["marsh"]
    assert rules(faults(here, path("C1 > C3"), 9)) == []


def test_the_last_hexside_of_a_move_may_lie_on_an_unknown_stretch() -> None:
    strait = Limit("strait", last=both_ways([(GRID.hex("C2"), GRID.hex("C3"))]))
    shore = Limit("shore", closed=both_ways((GRID.hex(a), GRID.hex(b)) for a, b in [("B2", "C3"), ("D2", "C3")]))
    here = bounds(strait, shore)
    assert rules(faults(here, path("C2 > C3"), 1)) == []
    assert rules(faults(here, path("C2 > C3 C4"), 2)) == ["strait"]
    # With more to spend there is a way round that leaves it free to go on.
    assert rules(faults(here, path("C2 > C3 C4"), 9)) == []


def test_doubted_hexes_bind_but_not_surely() -> None:
    wall = Limit("wall", shut=named("C2"), doubted=named("C2"))
    assert rules(faults(bounds(wall), path("C1 C2"), 9)) == ["wall"]
    assert rules(faults(bounds(wall).sure, path("C1 C2"), 9)) == []


def test_a_link_between_hexes_that_are_no_neighbours_opens_when_its_rule_is_lifted() -> None:
    ends = (GRID.hex("C1"), GRID.hex("C4"))
    here = bounds(Limit("causeway", closed=both_ways([ends])))
    assert rules(faults(here, path("C1 > C4"), 2)) == ["causeway"]
    assert rules(faults(here, path("C1 > C4"), 3)) == []


@pytest.mark.parametrize(("steps", "end"), [(0, "C1"), (2, "C3"), (9, "C5")])
def test_the_nearest_legal_end_of_a_move(steps: int, end: str) -> None:
    assert GRID.name(nearest(bounds(), GRID.hex("C1"), GRID.hex("C5"), steps)) == end


def test_the_length_of_a_way_through_a_hex_in_which_a_shorter_move_would_end() -> None:
    wall = Limit("wall", shut=GRID.all & ~named("A4", "B3", "A3", "A2"))
    strait = Limit("strait", last=both_ways([(GRID.hex("A4"), GRID.hex("A3"))]))
    assert bounds(wall, strait).length(GRID.hex("A4"), GRID.hex("A2")) == 3


def test_the_length_of_a_way_round() -> None:
    here = bounds(Limit("wall", shut=named("A3", "B3", "C3", "D3")))
    assert here.length(GRID.hex("C2"), GRID.hex("C4")) > GRID.distance(GRID.hex("C2"), GRID.hex("C4"))
    with pytest.raises(ValueError, match="no way"):
        bounds(Limit("wall", shut=named("A3", "B3", "C3", "D3", "E3"))).length(GRID.hex("C1"), GRID.hex("C5"))


@settings(max_examples=60, deadline=None)
@given(st.lists(limits, max_size=3), st.sampled_from(HEXES), st.sampled_from(HEXES), st.integers(0, 6))
def test_a_way_is_as_short_whether_or_not_its_reach_is_known(
    found: list[Limit], start: Hex, goal: Hex, steps: int
) -> None:
    fresh, known = bounds(*found), bounds(*found)
    reach = known.reach(start, steps)
    way, other = fresh.way(start, goal, steps), known.way(start, goal, steps)
    assert (way is None) == (other is None) == (not reach >> goal & 1)
    if way is not None and other is not None:
        assert len(way) == len(other)
        assert allowed(known, Trail(other), steps)


@settings(max_examples=100, deadline=None)
@given(st.lists(limits, max_size=3), st.sampled_from(HEXES), st.data())
def test_what_plainly_leads_somewhere_breaks_nothing(found: list[Limit], start: Hex, data: st.DataObject) -> None:
    way = [start]
    for _ in range(data.draw(st.integers(1, 4))):
        way.append(data.draw(st.sampled_from([*hexes(GRID.neighbours[way[-1]]), start])))
    steps = data.draw(st.integers(0, 4))
    all_limits = bounds(*found)
    slow = not faults_of_each_step(all_limits, way, steps)
    assert not all_limits.leads(tuple(way), steps) or slow
    assert bounds().leads(tuple(way), len(way)) == all(a != b and GRID.adjacent(a, b) for a, b in pairwise(way))


def faults_of_each_step(found: Bounds, way: list[Hex], steps: int) -> list[Breach]:
    """Judge a known way by each of its steps alone."""
    breaches = [breach for a, b in pairwise(way) if a != b for breach in found.breaches(a, b)]
    for (last, a), (_, b) in pairwise(pairwise(way)):
        breaches += [Breach(rule, a, b) for rule in (found.holding(last, a) if last != a != b else ())]
    if sum(a != b for a, b in pairwise(way)) > steps:
        breaches.append(Breach(ALLOWANCE, way[0], way[-1]))
    return breaches


def test_a_hex_beyond_a_gap_of_the_grid_is_out_of_every_allowance() -> None:
    grid = HexGrid(1, 5, GRID.naming, missing={(0, 2)})
    west, east = grid.at(0, 0), grid.at(0, 4)
    assert west is not None
    assert east is not None
    bounds = Bounds(grid, (), Adjacency(grid, frozenset()))
    trail = Trail((west, east), frozenset({0}))
    assert faults(bounds, trail, 9) == (Breach(ALLOWANCE, west, east, known=False),)
