from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.board import RailNet
from trc_module.hexgrid import Hex, HexGrid, PairedNumbers, hexes
from trc_module.rules.rail_paths import Bar, Ride, shut_on

GRID = HexGrid(2, 7, PairedNumbers())
LINE = ["0101", "0201", "0301", "0401", "0501"]
PAIRS = [(GRID.hex(a), GRID.hex(b)) for a, b in pairwise(LINE)]
NET = RailNet(GRID, PAIRS)
WIDE = RailNet(GRID, [*PAIRS, (GRID.hex("0501"), GRID.hex("0701"))])
A, E, G = GRID.hex("0101"), GRID.hex("0501"), GRID.hex("0701")


def ride(**shut: str) -> Ride:
    bars = tuple(Bar(rule, GRID.set_of(names.split())) for rule, names in shut.items())
    return Ride(NET, (Bar("links", links=WIDE), *bars))


def test_a_free_way_blames_nobody() -> None:
    assert ride().blamed(A, E) == ()
    assert ride(zone="0701").way(A, E) == [GRID.hex(name) for name in LINE]


def test_the_rule_in_the_way_is_blamed() -> None:
    assert ride(gauge="0301", zone="0201").blamed(A, E) == ("gauge", "zone")
    assert ride(gauge="0301", zone="0301").blamed(A, E) == ("gauge", "zone")
    assert ride(gauge="", zone="0201").blamed(A, E) == ("zone",)


def test_both_ends_must_be_open() -> None:
    assert ride(zone="0101").way(A, E) is None
    assert ride(zone="0501").blamed(A, E) == ("zone",)
    assert ride(zone="0101").reach(A) == 0


def test_links_that_a_rule_forbids_are_opened_by_lifting_it() -> None:
    assert ride().blamed(A, G) == ("links",)
    assert ride(zone="0201").blamed(A, G) == ("links", "zone")


def test_where_nothing_helps_no_rule_is_blamed() -> None:
    assert ride().blamed(A, GRID.hex("0102")) is None


def test_reach_and_the_hexes_that_a_bar_shuts() -> None:
    barred = ride(zone="0401")
    assert barred.reach(A) == GRID.set_of(["0101", "0201", "0301"])
    assert shut_on([A, GRID.hex("0401"), E], barred.bars[1]) == [GRID.hex("0401")]


PLACES = tuple(hexes(GRID.all))
ends = st.sampled_from(PLACES)
links = st.lists(st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1]), min_size=1, max_size=14)
shut = st.sets(ends, max_size=4).map(lambda found: sum(1 << h for h in found))


@settings(deadline=None, max_examples=60)
@given(links, shut, shut, ends, ends)
def test_a_way_is_one_link_by_link_and_the_blamed_are_the_fewest_that_open_one(
    pairs: list[tuple[Hex, Hex]], gauge: int, zone: int, start: Hex, goal: Hex
) -> None:
    net = RailNet(GRID, pairs)
    found = Ride(net, (Bar("gauge", gauge), Bar("zone", zone)))

    def joined(barred: int) -> bool:
        """Walk from the start, link by link."""
        seen = {start} if net.within & ~barred & (1 << start) else set()
        while more := {b for a in seen for b in hexes(net.of[a] & ~barred)} - seen:
            seen |= more
        return goal in seen and bool(net.within & ~barred & (1 << goal))

    way = found.way(start, goal)
    assert (way is not None) == joined(gauge | zone) == bool(found.reach(start) >> goal & 1)
    if way is not None:
        assert (way[0], way[-1]) == (start, goal)
        assert all(net.of[a] >> b & 1 for a, b in pairwise(way))
        assert not any((gauge | zone) >> at & 1 for at in way)
    opened = [
        rules
        for rules, left in (((), gauge | zone), (("gauge",), zone), (("zone",), gauge), (("gauge", "zone"), 0))
        if joined(left)
    ]
    assert found.blamed(start, goal) == (opened[0] if opened else None)


def test_the_best_way_is_blamed_over_any_detour() -> None:
    """A zone on one's own line, and a detour of the same length or longer on foreign rails."""
    names = ["0101", "0201", "0301", "0401", "0501"]
    detour = ["0101", "0102", "0202", "0302", "0402", "0502", "0501"]
    pairs = [(GRID.hex(a), GRID.hex(b)) for line in (names, detour) for a, b in pairwise(line)]
    foreign = Bar("gauge", GRID.set_of(detour[1:-1]))
    zone = Bar("zone", GRID.set_of(["0301"]))
    both = Ride(RailNet(GRID, pairs), (foreign, zone))
    assert both.blamed(A, E) == ("zone",)
    assert both.best_way(A, E, frozenset({"zone"})) == [GRID.hex(name) for name in names]
    wide = Ride(RailNet(GRID, pairs), (Bar("gauge", GRID.set_of(["0302"])), Bar("zone", GRID.set_of(names[1:-1]))))
    assert wide.blamed(A, E) == ("gauge",)
    alike = Ride(RailNet(GRID, pairs), (Bar("gauge", GRID.set_of(["0302"])), zone))
    assert alike.blamed(A, E) == ("zone",)  # the shorter one
