from __future__ import annotations

from itertools import pairwise

from trc_module.board import RailNet
from trc_module.hexgrid import HexGrid, PairedNumbers
from trc_module.rules.rides import Bar, Ride, shut_on

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
