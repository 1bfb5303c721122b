"""Whatever a chart of terrain tells apart looks different on the map and in the chart."""

from __future__ import annotations

from collections import defaultdict

import pytest

from trc_module.board import load_board
from trc_module.gamespec import game_folder

CLEAR = {"nr": {"open", "city", "strait", "area"}}
"""Grounds that are drawn alike, since a place, a hexside or a frame around several hexes tells them apart."""


@pytest.mark.parametrize("name", ["trc", "nr", "m41", "trp"])
def test_no_two_kinds_of_ground_or_of_places_are_drawn_alike(name: str) -> None:
    legend = load_board(game_folder(name)).legend
    alike: dict[str, set[str]] = defaultdict(set)
    for kind, ground in legend.terrain.items():
        alike[f"ground {ground.drawn} {ground.own}"].add(kind)
    for kind, place in legend.places.items():
        if place.is_ == "site" and place.drawn != "nothing":
            alike[f"place {place.drawn}"].add(kind)
    assert [kinds for kinds in alike.values() if len(kinds) > 1] == ([CLEAR[name]] if name in CLEAR else [])
