from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString

from trc_module.art.display import (
    Area,
    Line,
    Text,
    bounds,
    circle,
    placed,
    placed_glyphs,
    rectangle,
    text_outline,
    text_width,
)
from trc_module.art.fonts import Face
from trc_module.art.serialize import deserialize, serialize
from trc_module.art.strokes import dashes, pieces


def test_text_ends_where_its_anchor_says() -> None:
    width = text_width("Kiev", 20)
    west = {
        a: text_outline(Text("Kiev", (100, 50), 20, "#000000", anchor=a)).bounds[0] for a in ("start", "middle", "end")
    }
    assert west == {"start": 100, "middle": pytest.approx(100 - width / 2), "end": pytest.approx(100 - width)}


def test_letters_follow_a_line_upright_on_it() -> None:
    down = LineString([(0, 0), (0, 200)])
    glyphs = placed_glyphs(Text("Don", (0, 100), 20, "#000000", along=down))
    assert [g.glyph for g in glyphs] == ["D", "o", "n"]
    assert all(g.angle == pytest.approx(90) and g.x == pytest.approx(0) for g in glyphs)
    assert [g.y for g in glyphs] == sorted(g.y for g in glyphs)


def test_blanks_take_room_but_are_not_drawn() -> None:
    assert [g.glyph for g in placed_glyphs(Text("a b", (0, 0), 10, "#000000"))] == ["a", "b"]
    assert text_width("a b", 10) > text_width("ab", 10)


def test_a_picture_is_placed_in_another() -> None:
    items = (Area(rectangle(0, 0, 10, 10), "#111111"), Line(LineString([(0, 0), (4, 0)]), "#222222", 2, (3, 1)))
    area, line, text = placed([*items, Text("A", (1, 1), 10, "#000000")], 100, 50, 2)
    assert isinstance(area, Area)
    assert area.shape.bounds == (100, 50, 120, 70)
    assert isinstance(line, Line)
    assert (line.width, line.dash, line.shape.bounds) == (4, (6, 2), (100, 50, 108, 50))
    assert isinstance(text, Text)
    assert (text.at, text.size) == ((102, 52), 20)


def test_bounds_take_in_the_width_of_a_stroke() -> None:
    assert bounds(Line(LineString([(0, 0), (10, 0)]), "#000000", 4)) == (-2, -2, 12, 2)


def test_dashes_alternate_strokes_and_gaps() -> None:
    cut = dashes(LineString([(0, 0), (10, 0), (10, 10)]), (6, 3))
    assert [part.length for part in cut.geoms] == [6, 6, 2]
    assert cut.geoms[1].coords[:] == [(9, 0), (10, 0), (10, 5)]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), min_size=2, max_size=25, unique=True))
def test_pieces_cover_their_line(points: list[tuple[int, int]]) -> None:
    line = LineString(points)
    cut = pieces(line, 5)
    assert all(shapely.get_num_coordinates(cut) <= 6)
    assert shapely.union_all(cut).buffer(0.01).covers(line)


@settings(deadline=None)
@given(st.floats(1, 50), st.sampled_from(list(Face)), st.text("abc 12", max_size=5))
def test_deserialized_items_are_what_was_serialized(size: float, face: Face, word: str) -> None:
    items = (
        Area(circle(3, 4, size), "#11223344"),
        Line(LineString([(0, 0), (size, 7)]), "#000000", 2.5, (3.0, 1.0), "flat"),
        Text(word, (1.5, 2.5), size, "#123456", face, "middle", 0.1, math.pi, None, "#ffffff", 1.5),
        Text(word, (1.5, 2.5), size, "#123456", face, along=LineString([(0, 0), (9, 9)])),
    )
    assert deserialize(serialize(items)) == items


def test_other_bytes_are_refused() -> None:
    with pytest.raises(ValueError, match="list of items"):
        deserialize(b"\x01")
