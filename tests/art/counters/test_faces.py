"""Needs of a player on every face: everything is there, fits, is not covered and can be read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations

import pytest
import shapely
import shapely.affinity
from PIL import Image
from shapely.geometry.base import BaseGeometry

from tests.art.counters.samples import marker, unit
from trc_module.art.colour import contrast
from trc_module.art.counters import (
    COUNTER_STYLES,
    FACTOR_SIZES,
    CounterStyle,
    FactorSize,
    draw_face,
    has_back,
    render_face,
)
from trc_module.art.counters.plate import plate_inside
from trc_module.art.display import Area, Drawing, Text, cap_height, text_width
from trc_module.errors import UserError
from trc_module.resources import data_dir
from trc_module.roster import Marker, Unit, load_roster

ROSTER = load_roster(data_dir() / "trc")


def _layouts() -> list[Unit | Marker]:
    """Return one counter of each arrangement: what else differs between units of a kind is a digit."""
    seen: dict[object, Unit | Marker] = {}
    for u in ROSTER.units.values():
        digits = [len(str(v)) if v is not None else 0 for v in (u.combat, u.move)]
        name = "".join("0" if c.isdigit() else c for c in u.name)
        seen.setdefault((u.formation or u.nation, u.type, u.size, name, len(u.code), *digits, u.area), u)
    return [*seen.values(), *ROSTER.markers.values()]


LAYOUTS = _layouts()


@pytest.mark.parametrize("factors", FACTOR_SIZES)
@pytest.mark.parametrize("style", COUNTER_STYLES)
def test_every_word_and_figure_is_on_the_plate_free_of_others_and_dark_or_light_enough(
    style: CounterStyle, factors: FactorSize
) -> None:
    faults = [
        f"{item.id} {side}: {fault}"
        for item in LAYOUTS
        for side in ("front", "back")
        if side == "front" or has_back(item)
        for fault in _faults(draw_face(item, side, style, factors))
    ]
    assert faults == []


def _faults(face: Drawing) -> Iterator[str]:
    items = face.items
    runs = [(item, _room(item), items[:at]) for at, item in enumerate(items) if isinstance(item, Text)]
    for run, room, below in runs:
        if not plate_inside(1.0).contains(room):
            yield f"'{run.text}' leaves the plate"
        ground = [a for a in below if isinstance(a, Area) and a.shape.contains(room.centroid)][-1]
        if contrast(run.fill, ground.fill) < 7:
            yield f"'{run.text}' has too little contrast"
        if cap_height(run.size, run.face) < 5.5:
            yield f"'{run.text}' is too small"
    for (a, room, _), (b, other, _) in combinations(runs, 2):
        if room.intersection(other).area > 0.5:
            yield f"'{a.text}' touches '{b.text}'"
    symbol = next(layer for layer in face.layers if layer.name == "symbol")
    for area in symbol.items:
        assert isinstance(area, Area)
        for run, room, _ in runs:
            if area.shape.intersection(room).area > 0.5 and not area.shape.contains(room):
                yield f"'{run.text}' is on the symbol"


def _room(run: Text) -> BaseGeometry:
    width = text_width(run.text, run.size, run.face, run.tracking)
    west = {"start": 0.0, "middle": -width / 2, "end": -width}[run.anchor]
    foot = 0.2 * run.size if set(run.text) & set("gjpqy") else 0.0
    level = shapely.box(west, -cap_height(run.size, run.face), west + width, foot)
    return shapely.affinity.translate(shapely.affinity.rotate(level, run.angle, origin=(0, 0)), *run.at)


@pytest.mark.parametrize(("factors", "height"), [("normal", 24), ("large", 32)])
def test_factors_are_high_enough_to_be_read_at_half_size(factors: FactorSize, height: int) -> None:
    figures = [i for i in draw_face(unit(combat=8, move=7), factors=factors).items if isinstance(i, Text)][-2:]
    assert [f.text for f in figures] == ["8", "7"]
    assert min(cap_height(f.size, f.face) for f in figures) >= height


def test_a_picture_is_a_png_of_the_size_asked_for_with_transparent_corners() -> None:
    image = Image.open(io.BytesIO(render_face(unit(), pixels=164)))
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (164, 164))
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert image.getpixel((82, 160)) == (0xA9, 0xB1, 0xA2, 255)


def test_the_same_face_gives_the_same_bytes_whatever_was_drawn_before() -> None:
    first = render_face(unit())
    render_face(marker())
    assert render_face(unit(id="other", note="another note")) == first
    assert render_face(unit(combat=6)) != first


def test_a_blank_side_is_refused() -> None:
    blank = marker(back="")
    assert not has_back(blank)
    with pytest.raises(UserError, match="the back of this counter is blank"):
        draw_face(blank, "back")


def test_a_type_without_a_symbol_is_refused_with_what_to_draw() -> None:
    with pytest.raises(UserError, match=r"no symbol 'camel' in .*: draw camel.outline"):
        draw_face(unit(type="camel"))
    with pytest.raises(UserError, match=r"no pictogram 'camel' in .*: draw camel.outline"):
        draw_face(marker(kind="camel"))
