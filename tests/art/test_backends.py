from __future__ import annotations

import io
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image
from shapely import LineString, MultiPolygon, Polygon

from trc_module.art.backends.pdf import to_pdf
from trc_module.art.backends.png import rgba_png, to_png
from trc_module.art.backends.raster import render
from trc_module.art.backends.svg import to_svg
from trc_module.art.display import Area, Drawing, Item, Layer, Line, Text, circle, rectangle


def drawing(*items: Item, size: int = 40, background: str | None = "#ffffff") -> Drawing:
    return Drawing((0, 0, size, size), (Layer("all", items),), background)


def test_an_area_covers_its_pixels_and_half_covers_those_on_its_edge() -> None:
    image = render(drawing(Area(rectangle(10, 10, 10.5, 10), "#000000")))
    assert [image.getpixel((x, 15)) for x in (9, 10, 19)] == [(255, 255, 255), (0, 0, 0), (0, 0, 0)]
    edge = image.getpixel((20, 15))
    assert isinstance(edge, tuple)
    assert 60 < edge[0] < 200


def test_overlapping_parts_of_one_area_are_no_denser_than_one() -> None:
    both = MultiPolygon([rectangle(0, 0, 30, 30), rectangle(10, 10, 30, 30)])
    image = render(drawing(Area(both, "#00000080")))
    assert image.getpixel((5, 5)) == image.getpixel((20, 20)) == (127, 127, 127)


def test_an_island_in_a_hole_is_painted() -> None:
    lake = Polygon(circle(20, 20, 18).exterior, [circle(20, 20, 12).exterior])
    shape = MultiPolygon([circle(20, 20, 5), lake])
    image = render(drawing(Area(shape, "#000000")))
    assert image.getpixel((20, 20)) == (0, 0, 0)
    assert image.getpixel((20, 12)) == (255, 255, 255)
    assert image.getpixel((20, 5)) == (0, 0, 0)


def test_without_a_background_what_is_not_painted_is_transparent() -> None:
    image = render(drawing(Area(rectangle(10, 10, 20, 20), "#c04020"), background=None))
    assert image.mode == "RGBA"
    assert image.getpixel((5, 5)) == (0, 0, 0, 0)
    assert image.getpixel((20, 20)) == (192, 64, 32, 255)


def test_letters_leave_ink_within_their_room_only() -> None:
    image = render(drawing(Text("Kiev", (4, 26), 18, "#000000"))).convert("L").point(lambda v: 255 - v)
    box = image.getbbox()
    assert box is not None
    assert 4 <= box[0] <= 6
    assert (box[1], box[3]) == (26 - 13, 27)


def test_double_scale_is_the_same_picture_twice_as_fine() -> None:
    items = (Area(circle(20, 20, 12), "#203040"), Line(LineString([(2, 38), (38, 38)]), "#804020", 3))
    once, twice = render(drawing(*items)), render(drawing(*items), 2)
    assert twice.size == (80, 80)
    for at in ((20, 20), (5, 5), (20, 38)):
        assert once.getpixel(at) == twice.getpixel((2 * at[0] + 1, 2 * at[1] + 1))


def big() -> Drawing:
    dashed = Line(LineString([(5, 5), (20, 600), (300, 690)]), "#a03020", 3, (11, 7))
    items = (Area(circle(150, 350, 140), "#3070b080"), dashed, Text("Volga", (100, 258), 30, "#000000"))
    return Drawing((0, 0, 320, 700), (Layer("all", items),), "#f0e8d8")


def test_strips_join_to_the_picture_that_is_painted_in_one_piece(tmp_path: Path) -> None:
    joined = Image.open(io.BytesIO(to_png(big(), 1, tmp_path, workers=1)))
    assert joined.tobytes() == render(big()).tobytes()


def test_a_cache_changes_no_byte_and_keeps_what_did_not_change(tmp_path: Path) -> None:
    first = to_png(big(), 1, tmp_path, workers=1)
    strips = {p.name for p in tmp_path.glob("*.strip")}
    assert len(strips) == 3
    assert to_png(big(), 1, tmp_path, workers=1) == first
    moved = Drawing(big().box, (*big().layers, Layer("more", (Area(circle(300, 20, 5), "#000000"),))), "#f0e8d8")
    assert to_png(moved, 1, tmp_path, workers=1) != first
    assert len({p.name for p in tmp_path.glob("*.strip")} - strips) == 1


def test_a_damaged_strip_is_painted_anew(tmp_path: Path) -> None:
    first = to_png(big(), 1, tmp_path, workers=1)
    for path in tmp_path.glob("*.strip"):
        path.write_bytes(path.read_bytes()[:-9])
    assert to_png(big(), 1, tmp_path, workers=1) == first


def test_several_processes_paint_the_same_bytes(tmp_path: Path) -> None:
    assert to_png(big(), 1, tmp_path / "a", workers=1) == to_png(big(), 1, tmp_path / "b", workers=2)


def test_a_png_needs_a_ground() -> None:
    with pytest.raises(ValueError, match="background"):
        to_png(drawing(background=None))


def test_a_picture_with_opacity_is_the_same_pixels_in_its_png() -> None:
    shapes = Area(circle(9, 9, 4), "#ff000080"), Area(rectangle(2, 20, 30, 12), "#203040")
    image = render(drawing(*shapes, background=None))
    content = rgba_png(image)
    found = Image.open(io.BytesIO(content))
    assert (found.mode, found.size, found.tobytes()) == ("RGBA", (40, 40), image.tobytes())
    assert len(content) < len(saved(image))


def saved(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def test_svg_is_well_formed_and_names_its_layers() -> None:
    text = Text('"R & D" <', (3, 30), 10, "#000000", halo="#ffffff", halo_width=1)
    root = etree.fromstring(to_svg(drawing(Area(circle(9, 9, 4), "#ff000080"), text), title="A & B").encode())
    space = {"s": "http://www.w3.org/2000/svg"}
    assert root.xpath("string(s:title)", namespaces=space) == "A & B"
    assert root.xpath("s:g/@id", namespaces=space) == ["all"]
    assert root.xpath("//s:g[@role='img']/@aria-label", namespaces=space) == ['"R & D" <']
    assert root.xpath("//s:path/@fill-opacity", namespaces=space) == ["0.502"]


def test_svg_draws_each_letter_once_and_uses_it_often() -> None:
    root = etree.fromstring(to_svg(drawing(Text("ABBA", (3, 30), 10, "#000000"))).encode())
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == 2
    assert len(list(root.iter("{http://www.w3.org/2000/svg}use"))) == 4


def test_svg_leaves_out_what_lies_outside() -> None:
    inside, outside = Area(circle(9, 9, 4), "#ff0000"), Area(circle(900, 9, 4), "#00ff00")
    assert "#00ff00" not in to_svg(drawing(inside, outside))


def test_pdf_has_a_page_of_the_right_size_for_each_drawing() -> None:
    content = to_pdf([drawing(Area(circle(9, 9, 4), "#ff0000")), drawing(Text("A", (5, 20), 10, "#000000"))], 0.5)
    assert content.startswith(b"%PDF-")
    assert content.count(b"/MediaBox [0 0 1440.00 1440.00]") == 2


def test_the_same_drawing_is_the_same_pdf() -> None:
    assert to_pdf([big()]) == to_pdf([big()])
