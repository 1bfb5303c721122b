"""Whatever a chart of terrain tells apart looks different on the map and in the chart."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from trc_module.art.display import Text
from trc_module.art.map.panels import panels
from trc_module.art.map.scene import Scene
from trc_module.art.map.style import load_style
from trc_module.board import load_board
from trc_module.charts.terrain import terrain_effects
from trc_module.facts import Trust
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.module.help import help_pages
from trc_module.module.inputs import load_inputs
from trc_module.module.place_names import printed_board

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


@pytest.mark.parametrize("name", ["trc", "nr", "m41", "trp"])
def test_every_map_has_a_key_with_signs_and_a_stand_in_says_so_in_three_places(name: str) -> None:
    parts = load_inputs(find_game(name), game_folder(name))
    words = parts.recipe.key_words(parts)
    board = printed_board(parts.board, parts.texts, words)
    scene = Scene(board, load_style("colour"), board.grid.all, terrain_effects(parts.charts, words))
    written = {item.text for item in panels(scene) if isinstance(item, Text)}
    assert {"TERRAIN EFFECTS", "SIGNS"} & written
    stand_in = board.legend.source.trust is Trust.ASSUMED
    assert ("stand-in map" in " ".join(written).lower()) is stand_in
    about = dict(help_pages(parts))["help-about.html"]
    assert ("The map is a stand-in of our own" in about) is stand_in
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (row,) = (line for line in readme.splitlines() if line.startswith(f"| *{parts.board.legend.title}*"))
    assert ("**a stand-in of our own**" in row) is stand_in
