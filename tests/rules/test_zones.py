from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from trc_module.hexgrid import Adjacency, Hex, HexGrid, LetterRows, hexes
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Deployment
from trc_module.rules.zones import Zones

GRID = HexGrid(4, 4, LetterRows(1, 1))
HEXES = tuple(hexes(GRID.all))
UNITS = ("army", "corps", "band", "gang", "flight")
ZONES = Zones(Adjacency(GRID, [(GRID.hex("B2"), GRID.hex("B3"))]), frozenset({"band", "gang"}), frozenset({"flight"}))


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.sampled_from(UNITS), st.sampled_from((*HEXES, "pool"))))
def test_a_zone_is_what_each_unit_by_itself_controls(places: dict[str, Hex | str]) -> None:
    deployment = Deployment(FrozenMap(places))
    expected = 0
    holders: dict[Hex, set[str]] = {}
    for unit, at in places.items():
        if isinstance(at, str) or unit in ZONES.none:
            continue
        reach = 1 << at if unit in ZONES.own_hex else ZONES.reach.of[at] | 1 << at
        expected |= reach
        for hex_ in hexes(reach):
            holders.setdefault(hex_, set()).add(unit)
    assert ZONES.of(deployment) == expected
    for hex_ in HEXES:
        assert set(ZONES.holders(deployment, hex_)) == holders.get(hex_, set())
