from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.board import RailNet
from trc_module.hexgrid import Hex, HexGrid, PairedNumbers, hexes
from trc_module.systems.conversion import Conversion, RailGround, convert

GRID = HexGrid(3, 9, PairedNumbers())
LINE = ["0101", "0201", "0301", "0401", "0501", "0601", "0701", "0801"]
RAILS = RailNet(GRID, [(GRID.hex(a), GRID.hex(b)) for a, b in pairwise(LINE)])


def hexset(*names: str) -> int:
    return GRID.set_of(names)


def done(
    *, held: str = "", foreign: str = "", zone: str = "", edge: str = "", full: str | None = None, mine: str = "0101",
    passed: str = "", perhaps: str = "",
) -> Conversion:  # fmt: skip
    sets = [hexset(*text.split()) for text in (held, foreign, zone, edge, held if full is None else full)]
    return convert(RailGround(RAILS, *sets), *(hexset(*text.split()) for text in (mine, passed, perhaps)))


def names(members: int) -> str:
    return " ".join(GRID.names(members))


def test_a_place_is_converted_alone_and_two_with_the_line_between_them() -> None:
    one = done(held="0401")
    assert (names(one.places), one.lines, one.advances) == ("0401", 0, 0)
    two = done(held="0401 0701", mine="0401")
    assert (names(two.places), names(two.lines)) == ("0701", "0501 0601")


def test_an_enemy_zone_or_place_on_the_line_bars_it() -> None:
    assert done(held="0401 0701", zone="0601").lines == 0
    assert done(held="0401 0701", foreign="0601").lines == 0
    assert names(done(held="0401 0701", zone="0801").lines) == "0501 0601"


def test_a_zone_of_control_spares_full_places_and_no_others() -> None:
    assert names(done(held="0401", zone="0401", full="0401").places) == "0401"
    assert done(held="0401", zone="0401", full="").places == 0
    assert names(done(held="0301 0401 0501", zone="0401", full="0401").lines) == ""
    assert names(done(held="0301 0601", zone="0401", full="0401").lines) == ""
    assert names(done(held="0201 0401 0601", zone="0401", full="0401").lines) == "0301 0501"


def test_an_advance_brings_the_line_behind_it() -> None:
    found = done(held="0101", passed="0401")
    assert names(found.advances) == "0201 0301 0401"
    assert found.possible == found.due


def test_an_advance_needs_a_clear_way_back_now() -> None:
    assert done(held="0101", passed="0401", zone="0201").due & ~hexset("0101") == 0
    assert names(done(edge="0801", passed="0601", held="").advances) == "0601 0701 0801"
    assert done(passed="0401").due == 0


def test_a_way_to_a_lesser_place_is_possible_and_not_due() -> None:
    found = done(held="0101", full="", passed="0301")
    assert found.advances == 0
    assert names(found.possible) == "0201 0301"


def test_what_nobody_knows_is_possible_and_not_due() -> None:
    found = done(held="0101", perhaps="0301")
    assert found.due == 0
    assert names(found.possible) == "0201 0301"
    both = done(held="0101", passed="0201", perhaps="0401")
    assert names(both.advances) == "0201"
    assert names(both.possible) == "0201 0301 0401"


def test_the_line_from_an_edge_to_a_place_is_not_possible_unless_somebody_has_passed() -> None:
    assert done(held="0101", edge="0801").possible == 0
    assert names(done(held="0101", edge="0801", perhaps="0401").possible) == " ".join(LINE[1:])


def test_of_two_ways_back_neither_is_due() -> None:
    links = [("0101", "0201"), ("0101", "0102"), ("0201", "0202"), ("0102", "0202"), ("0202", "0302")]
    ring = RailNet(GRID, [(GRID.hex(a), GRID.hex(b)) for a, b in links])
    found = convert(RailGround(ring, hexset("0101"), 0, 0, 0, hexset("0101")), hexset("0101"), hexset("0302"), 0)
    assert names(found.advances) == "0202 0302"
    assert names(found.possible) == "0201 0102 0202 0302"


PLACES = tuple(hexes(GRID.all))
some = st.sets(st.sampled_from(PLACES), max_size=5).map(lambda found: sum(1 << h for h in found))
links = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)).filter(lambda pair: pair[0] != pair[1]),
    min_size=1,
    max_size=12,
)


@settings(deadline=None, max_examples=60)
@given(links, some, some, some, some, some, some, some)
def test_what_is_converted_is_open_and_a_way_leads_back_from_it(
    pairs: list[tuple[Hex, Hex]], held: int, foreign: int, zone: int, edge: int, mine: int, passed: int, perhaps: int
) -> None:
    net = RailNet(GRID, pairs)
    held, foreign = held & net.within, foreign & net.within & ~held
    ground = RailGround(net, held, foreign, zone, edge & net.within, held)
    found = convert(ground, mine, passed, perhaps)
    assert found.due & ~found.possible == 0
    assert found.possible & (mine | ~ground.open) == 0
    assert found.places & found.lines == found.places & found.advances == found.lines & found.advances == 0
    for at in hexes(found.possible):
        # Walk back over open rails, link by link.
        seen = {at}
        while more := {b for a in seen for b in hexes(net.of[a] & ground.open)} - seen:
            seen |= more
        assert any(ground.goals >> h & 1 for h in seen)
