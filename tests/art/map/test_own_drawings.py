"""Drawings that a game's legend tells: grounds, lines of hexsides, signs of places, and their samples in the key."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
import shapely

from tests.data_folders import edit
from trc_module.art.chart_signs import sign
from trc_module.art.colour import contrast
from trc_module.art.display import Area, Line
from trc_module.art.map import LAYERS, ground
from trc_module.art.map.borders import hexsides
from trc_module.art.map.key_kinds import key_kinds
from trc_module.art.map.keys import layer_key
from trc_module.art.map.own_colours import legible, named
from trc_module.art.map.own_drawings import patterns
from trc_module.art.map.panels import panels
from trc_module.art.map.patterns import PATTERNS
from trc_module.art.map.places import places
from trc_module.art.map.rivers import rivers
from trc_module.art.map.samples import sample_named
from trc_module.art.map.scene import Scene
from trc_module.art.map.signs import SYMBOLS, symbol
from trc_module.art.map.style import load_style, style_names
from trc_module.board import load_board
from trc_module.board.areas import areas
from trc_module.board.drawings import COLOURS, Pattern, Symbol
from trc_module.board.schematic import draw as schematic
from trc_module.hexgrid import hexes

TOY = Path(__file__).parents[2] / "toy"
BOG = '[terrain.bog]\ndrawn = "swamp"\n'

Toy = Callable[..., Scene]


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """Return a function that draws the toy game's map with other words in its legend."""

    def scene(*changes: tuple[str, str], style: str = "colour") -> Scene:
        folder = tmp_path / "toy"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(TOY, folder)
        for old, new in changes:
            edit(folder / "map" / "legend.toml", old, new)
        board = load_board(folder)
        return Scene(board, load_style(style), board.grid.all)

    return scene


def _bog(drawn: str) -> tuple[str, str]:
    return BOG, f"[terrain.bog]\ndrawn = {drawn}\n"


def test_each_word_of_the_legend_is_drawn() -> None:
    assert {"", *PATTERNS} == set(get_args(Pattern))
    assert set(SYMBOLS) == set(get_args(Symbol))
    for style in map(load_style, style_names()):
        assert [named(style, word)[0] for word in COLOURS] == ["#"] * len(COLOURS)


@pytest.mark.parametrize("word", sorted(SYMBOLS))
def test_a_symbol_fills_its_place_and_does_not_leave_it(word: str) -> None:
    west, north, east, south = symbol(word, (100.0, 50.0), 10.0).bounds
    assert (88 <= west < 95, 38 <= north < 47, 105 < east <= 112, 54 < south <= 62) == (True,) * 4
    assert symbol(word, (0.0, 0.0), 10.0).is_valid


def test_a_ground_of_its_own_has_its_wash_where_its_hexes_are(toy: Toy) -> None:
    scene = toy(_bog('{ colour = "#eedca4", pattern = "dunes" }'))
    (wash,) = [item for item in ground.land(scene) if isinstance(item, Area) and item.fill == "#eedca4"]
    bog = scene.board.legend.terrain["bog"]
    inside = {h for h in hexes(scene.board.grid.all) if wash.shape.contains(shapely.Point(scene.layout.centre(h)))}
    assert inside == set(hexes(scene.board.of_terrain[bog]))
    assert (bog.drawn, scene.board.drawn["swamp"]) == ("clear", 0)


@pytest.mark.parametrize("word", sorted(PATTERNS))
def test_a_pattern_covers_its_ground_and_nothing_else(toy: Toy, word: str) -> None:
    scene = toy(_bog(f'{{ colour = "#eedca4", pattern = "{word}" }}'))
    items = list(patterns(scene))
    assert items
    area = scene.own_ground(scene.board.legend.terrain["bog"]).buffer(6)
    assert all(area.contains(item.shape) for item in items if isinstance(item, Area | Line))


def test_a_ground_without_a_drawing_of_its_own_has_no_pattern(toy: Toy) -> None:
    assert list(patterns(toy())) == []


def test_a_ground_of_water_ends_at_the_coast(toy: Toy) -> None:
    scene = toy(('drawn = "sea"\n', 'drawn = { colour = "#c9d9c8", pattern = "waves" }\n'))
    (wash,) = [item for item in ground.water(scene) if isinstance(item, Area) and item.fill == "#c9d9c8"]
    assert wash.shape.intersection(scene.land).area < 1
    assert [item for item in ground.land(scene) if isinstance(item, Area) and item.fill == "#c9d9c8"] == []


def test_a_symbol_stands_in_each_hex_without_a_place(toy: Toy) -> None:
    scene = toy(_bog('{ symbol = "fort", ink = "#8e3b26" }'))
    board = scene.board
    members = board.of_terrain[board.legend.terrain["bog"]] & ~(board.city_hexes | board.site_hexes)
    forts = [item for item in patterns(scene) if isinstance(item, Area) and item.fill == "#8e3b26"]
    assert len(forts) == members.bit_count() > 0


def test_an_edge_runs_around_a_ground_and_not_along_the_frame(toy: Toy) -> None:
    scene = toy(_bog('{ edge = "dashed" }'))
    (edge,) = [item for item in patterns(scene) if isinstance(item, Line)]
    assert edge.dash == (11, 7)
    assert shapely.box(*scene.frame).boundary.distance(edge.shape) > 0.9


def test_a_line_of_its_own_runs_along_or_across_its_hexsides(toy: Toy) -> None:
    line = '{ line = "solid", colour = "#112233", width = 3 }'
    ford = ('is      = "other"\nsays    = "{} is a ford"', f'is = "other"\ndrawn = {line}\nsays = "{{}} is a ford"')
    scene = toy(ford)
    sides = scene.sides_of("ford")
    (drawn,) = [item for item in hexsides(scene) if isinstance(item, Line) and item.stroke == "#112233"]
    assert drawn.width == 3
    for side in sides:
        (ax, ay), (bx, by) = scene.layout.side(*side)
        assert drawn.shape.distance(shapely.Point((ax + bx) / 2, (ay + by) / 2)) < 10
    across = toy((ford[0], ford[1].replace("width = 3", 'width = 3, course = "across"')))
    (drawn,) = [item for item in hexsides(across) if isinstance(item, Line) and item.stroke == "#112233"]
    assert all(drawn.shape.distance(shapely.Point(across.layout.centre(h))) < 1 for side in sides for h in side)


@pytest.mark.parametrize("kind", ["solid", "dashed", "dotted", "double", "ticked", "crossed", "beaded"])
def test_each_kind_of_line_is_drawn_in_its_colour(toy: Toy, kind: str) -> None:
    drawn = f'drawn   = {{ line = "{kind}", colour = "#112233" }}'
    scene = toy(('drawn   = "beads"', drawn))
    items = list(hexsides(scene))
    assert any((item.stroke if isinstance(item, Line) else item.fill) == "#112233" for item in items)


def test_a_river_with_a_line_of_its_own_is_drawn_once(toy: Toy) -> None:
    own = toy(('is      = "river"', 'is = "river"\ndrawn = { line = "double", colour = "#112233" }'))
    assert list(rivers(toy())) != []
    assert list(rivers(own)) == []
    assert list(hexsides(own)) != []


def test_a_place_has_a_sign_of_its_own(toy: Toy) -> None:
    scene = toy(('is      = "site"', 'is = "site"\ndrawn = { symbol = "wheel", colour = "#112233", ink = "#ffeecc" }'))
    at = shapely.Point(scene.layout.centre(scene.board.sites["mine"]["Old Shaft"]))
    fills = [item.fill for item in places(scene) if isinstance(item, Area) and item.shape.distance(at) < 1]
    assert {"#112233", "#ffeecc"} <= set(fills)


def test_the_key_and_the_charts_show_samples_of_them(toy: Toy) -> None:
    scene = toy(
        _bog('{ colour = "#eedca4", pattern = "hills" }'),
        ('drawn   = "beads"', 'drawn = { line = "crossed", colour = "#112233" }'),
        ('is      = "site"', 'is = "site"\ndrawn = { symbol = "wheel", colour = "#332211" }'),
    )
    shown = dict(key_kinds(scene.board))
    assert {"terrain bog": "Bog", "hexside wall": "Walls", "place mine": "Mines"}.items() <= shown.items()
    fills = {item.fill for item in panels(scene) if isinstance(item, Area)}
    assert {"#eedca4", "#332211"} <= fills
    assert {"#112233"} <= {item.stroke for item in panels(scene) if isinstance(item, Line)}
    hexagon = next(iter(sample_named("terrain bog")(scene, (0.0, 0.0))))
    assert isinstance(hexagon, Area)
    over = [item for item in sample_named("terrain bog")(scene, (0.0, 0.0)) if isinstance(item, Area)]
    assert len(over) > 1
    assert all(hexagon.shape.buffer(0.01).contains(item.shape) for item in over)
    assert [item.fill for item in sign("side-wall", scene.board) if isinstance(item, Area)]
    assert "#eedca4" in {item.fill for item in sign("ground-bog", scene.board) if isinstance(item, Area)}


def test_another_drawing_is_drawn_anew(toy: Toy) -> None:
    old, new = (toy(_bog(f'{{ colour = "{colour}", pattern = "dots" }}')) for colour in ("#eedca4", "#eedca5"))
    changed = {name for name in LAYERS if layer_key(old, name) != layer_key(new, name)}
    assert changed == {"water", "land", "patterns", "panels"}


def test_inks_stand_out_from_their_ground_as_much_as_the_style_asks() -> None:
    plain, strong = load_style("colour"), load_style("contrast")
    assert legible(plain, "#eedca5", "#eedca4") == "#eedca5"
    assert contrast(legible(strong, "#b58f4c", "#eedca4"), "#eedca4") >= 4.5
    assert contrast(legible(strong, "#404040", "#202020"), "#202020") >= 4.5


def test_the_plain_drawing_for_comparing_names_such_a_ground(toy: Toy) -> None:
    board = toy(_bog('{ colour = "#eedca4" }')).board
    drawn = "".join(schematic(board, area) for area in areas(board))
    assert ('fill="#eedca4"' in drawn, ">bog</text>" in drawn) == (True, True)


def test_hexsides_of_hexes_that_are_no_neighbours_do_not_stop_a_drawing(toy: Toy) -> None:
    scene = toy()
    far = (scene.board.grid.hex("0101"), scene.board.grid.hex("0103"))
    scene.board.sides["wall"] |= {far}  # type: ignore[index]
    assert far not in scene.sides_of("wall")
    assert list(hexsides(scene)) != []
