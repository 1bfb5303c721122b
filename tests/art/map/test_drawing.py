from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import shapely

from trc_module.art.backends.raster import render
from trc_module.art.counters.lettering import wrapped
from trc_module.art.display import Text, text_outline
from trc_module.art.map import LAYERS, draw_map, find_place, map_layout, map_size
from trc_module.art.map.drawing import scene_of
from trc_module.art.map.keys import DEPENDS, layer_key
from trc_module.art.map.lattice import numbers
from trc_module.art.map.names import place_labels, region_labels, water_labels
from trc_module.art.map.panels import PRINT, compass_place, key_rooms, panels
from trc_module.art.map.places import symbol_areas
from trc_module.art.map.rails import rail_net
from trc_module.art.map.rivers import river_courses
from trc_module.art.map.samples import SAMPLES
from trc_module.art.map.scene import Scene
from trc_module.art.map.soft_areas import union
from trc_module.board import Board, Terrain
from trc_module.charts import TerrainEffect
from trc_module.errors import UserError
from trc_module.hexgrid import hexes


def test_vassals_grid_fits(board: Board) -> None:
    layout, double = map_layout(board), map_layout(board, 2)
    assert (layout.pitch, layout.step, double.pitch, double.step) == (104, 90, 208, 180)
    assert all(float(v).is_integer() for v in (*layout.origin, *double.origin))
    for h in hexes(board.grid.all):
        x, y = layout.centre(h)
        assert (x, y) == (round(x), round(y))
        assert double.centre(h) == (2 * x, 2 * y)
    assert map_size(board, 2) == tuple(2 * v for v in map_size(board))


def test_the_centre_of_every_hex_has_the_colour_of_its_terrain(board: Board, whole: Scene) -> None:
    image = render(draw_map(board, layers=["water", "land"]))
    layout = map_layout(board)
    wrong = []
    for h in hexes(board.grid.all):
        terrain = board.terrain[h]
        role = "sea" if terrain.is_water else terrain.value
        pixel = image.getpixel((round(layout.centre(h)[0]), round(layout.centre(h)[1])))
        if pixel != tuple(bytes.fromhex(whole.style[role][1:7])):
            wrong.append((board.grid.name(h), terrain.value, pixel))
    assert wrong == []


def test_every_hex_in_play_has_its_number_inside_it(board: Board, whole: Scene) -> None:
    found = {item.text: item for item in numbers(whole) if isinstance(item, Text)}
    assert set(found) == set(board.grid.names(board.grid.all & ~board.off_play))
    # What runs below a number does not run through its digits.
    assert {(item.halo, item.halo_width) for item in found.values()} == {(whole.style["label_halo"], 1.6)}
    layout = map_layout(board)
    for name in ("A33", "S12", "QQ1"):
        hexagon = shapely.Polygon(layout.corners(board.grid.hex(name)))
        assert hexagon.covers(text_outline(found[name]))


def test_no_name_hides_another_nor_a_symbol(whole: Scene) -> None:
    labels = place_labels(whole)
    rooms = [text_outline(label.text) for label in labels]
    tree = shapely.STRtree(rooms)
    pairs = [(labels[a].text.text, labels[b].text.text) for a, b in tree.query(rooms, "intersects").T if a < b]
    assert pairs == []
    symbols = shapely.STRtree(symbol_areas(whole))
    cities = [room for room, label in zip(rooms, labels, strict=True) if label.text.text in whole.board.cities]
    assert symbols.query(cities, "intersects").size == 0


def test_every_city_well_water_country_and_district_is_named(board: Board, whole: Scene) -> None:
    names = Counter(label.text.text for label in place_labels(whole))
    assert {*board.cities, *board.oil_wells} <= set(names)
    assert all(names[name] == 1 for name in board.cities)
    assert {f"{r.name} M. D.".upper() for r in board.regions.values() if r.kind == "district"} <= set(names)
    assert {label.text.text for label in water_labels(whole)} == set(board.waters)
    countries = {r.name.upper() for r in board.regions.values() if r.kind == "country"}
    assert {label.text.text for label in region_labels(whole)} == countries
    assert names["Volga"] == 4
    assert names["Dnieper"] == 2


def test_a_country_in_a_crop_is_named_beside_rivers_rails_and_mountains(board: Board) -> None:
    around = ("Kiev", 6, "RUSSIA"), ("Ploesti", 5, "RUMANIA")
    for place, radius, country in around:
        scene = scene_of(board, "colour", (find_place(board, place), radius), {})
        (label,) = (label for label in region_labels(scene) if label.text.text == country)
        room = text_outline(label.text)
        assert not any(room.intersects(shapely.LineString(course.points)) for course in river_courses(scene))
        assert not room.intersects(rail_net(scene))
        assert label.text.halo == scene.style["region_halo"]
        mountains = union(scene.layout, scene.cells("mountain"))
        assert room.intersection(mountains).area < 0.1 * room.area


def test_names_stay_inside_the_frame(whole: Scene) -> None:
    frame = shapely.box(*whole.frame)
    outside = [label.text.text for label in place_labels(whole) if not frame.covers(text_outline(label.text))]
    assert outside == []


def test_a_crop_cuts_off_the_name_of_no_place_and_names_none_outside(board: Board) -> None:
    drawing = draw_map(board, around=(board.cities["Sevastopol"].hex, 6), layers=["names"])
    named = {item.text: text_outline(item) for item in drawing.items if isinstance(item, Text)}
    assert {"Odessa", "Dnepropetrovsk", "Sevastopol"} <= set(named)
    assert not {"Stalino", "Krasnodar"} & set(named)
    cities = [room for name, room in named.items() if name in board.cities]
    assert all(shapely.box(*drawing.box).covers(room) for room in cities)


def test_rivers_run_through_all_their_hexes_and_grow(board: Board, whole: Scene) -> None:
    layout = map_layout(board)
    for course in river_courses(whole):
        line = shapely.LineString(course.points)
        for h in course.river.hexes:
            if board.land >> h & 1:
                assert line.intersects(shapely.Polygon(layout.corners(h))), (course.river.name, board.grid.name(h))
        assert np.all(np.diff(course.widths) >= 0)
    volga = {c.river.id: c.widths for c in river_courses(whole)}
    assert volga["volga-2"][0] >= volga["volga-1"][-1]


def test_tributaries_end_on_their_river(whole: Scene) -> None:
    lines = {c.river.id: shapely.LineString(c.points) for c in river_courses(whole)}
    for tributary, river in (("pripyat", "dnieper"), ("donets", "don"), ("oka", "volga-1"), ("prut", "danube")):
        assert lines[river].distance(shapely.Point(lines[tributary].coords[-1])) < 1.5


def test_rails_join_what_the_links_join(board: Board, whole: Scene) -> None:
    net, layout = rail_net(whole), map_layout(board)
    for a, b in (("E31", "E30"), ("W19", "X19"), ("GG19", "HH21")):
        (x1, y1), (x2, y2) = layout.centre(board.grid.hex(a)), layout.centre(board.grid.hex(b))
        assert net.distance(shapely.Point((x1 + x2) / 2, (y1 + y2) / 2)) < 0.1
    kiev = layout.centre(board.cities["Kiev"].hex)
    assert net.distance(shapely.Point(kiev)) < 0.1


def test_the_key_lies_on_land_off_play_and_names_every_terrain(
    board: Board, whole: Scene, chart: dict[str, TerrainEffect]
) -> None:
    layout = map_layout(board)
    rooms = key_rooms(whole)
    assert len(rooms) == 2
    in_play = shapely.union_all([shapely.Polygon(layout.corners(h)) for h in hexes(board.grid.all & ~board.off_play)])
    assert not any(shapely.box(*room).intersects(in_play) for room in rooms)
    assert set(SAMPLES) == {effect.drawn or name for name, effect in chart.items()}
    words = " ".join(item.text for item in panels(whole) if isinstance(item, Text))
    assert "TERRAIN EFFECTS" in words
    assert "Must stop, except mountain units" in words
    assert "Rail causeway" in words
    assert "Kerch strait" in words


def test_the_compass_stands_in_open_water(whole: Scene) -> None:
    place = compass_place(whole)
    assert place is not None
    assert whole.land.distance(shapely.Point(place)) > 92


def test_text_is_broken_between_words() -> None:
    lines = wrapped("one two three four", 45, PRINT)
    assert " ".join(lines) == "one two three four"
    assert len(lines) > 1


def test_a_layer_depends_on_what_it_draws(board: Board, whole: Scene) -> None:
    assert set(DEPENDS) == set(LAYERS)
    kiev = replace(board.cities["Kiev"], hex=board.grid.hex("X18"))
    moved = Scene(replace(board, cities={**board.cities, "Kiev": kiev}), whole.style, whole.window, whole.chart)
    changed = {name for name in LAYERS if layer_key(moved, name) != layer_key(whole, name)}
    assert changed == {"ground-names", "rivers", "rails", "places", "names", "panels"}
    wooded = {**board.terrain, board.grid.hex("S12"): Terrain.WOODS}
    woods = Scene(replace(board, terrain=wooded), whole.style, whole.window, whole.chart)
    assert "places" not in {name for name in LAYERS if layer_key(woods, name) != layer_key(whole, name)}
    assert layer_key(woods, "land") != layer_key(whole, "land")


def test_a_crop_shows_the_disc_and_fills_its_corners(board: Board) -> None:
    drawing = draw_map(board, around=(board.cities["Moscow"].hex, 2), layers=["water", "land"])
    assert (drawing.width, drawing.height) == (5 * 104 + 12, 4 * 90 + 120 + 12)
    image = render(drawing)
    assert {image.getpixel((x, y)) for x in (1, 530) for y in (1, 490)} == {image.getpixel((2, 2))}


def test_layers_are_chosen_by_name(board: Board) -> None:
    drawing = draw_map(board, layers=["rails", "land"], around=(board.grid.hex("S12"), 1))
    assert [layer.name for layer in drawing.layers] == ["land", "rails"]
    with pytest.raises(UserError, match="There is no layer 'trees': choose from water, land"):
        draw_map(board, layers=["trees"])
