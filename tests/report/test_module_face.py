"""Pieces of any game drawn from their traits: what is turned, written, masked, or cannot be drawn."""

from __future__ import annotations

import pytest
from PIL import Image

from trc_module.report.module_face import draw_piece
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import basic_piece, marker
from trc_module.vassal.traits.fields import Value
from trc_module.vassal.values import Color

RED, GREEN, BLUE, GREY, CLEAR = (
    (255, 0, 0, 255),
    (0, 128, 0, 255),
    (0, 0, 255, 255),
    (128, 128, 128, 255),
    (0, 0, 0, 0),
)


def striped() -> Image.Image:
    """A counter of 40 by 40, red, whose northern quarter is blue."""
    image = Image.new("RGBA", (40, 40), RED)
    image.paste(BLUE, (0, 0, 40, 10))
    return image


DARK = Color(0, 128, 0)
PICTURES = {"front.png": striped(), "dot.png": Image.new("RGBA", (4, 4), GREEN)}
FAR = {"far north": (0, -15), "far east": (15, 0), "far south": (0, 15), "far west": (-15, 0)}


def mark(picture: str, x: int = 0) -> Trait:
    return Trait.make("emb2", images=(picture,), names=("",), level=1, x_offset=x)


def drawn(*traits: Trait, image: str = "front.png", name: str = "Corps") -> Image.Image:
    every = (*traits, basic_piece(name, image))
    found = draw_piece([t.text for t in every], [t.state for t in every], name, PICTURES.get)
    assert found is not None
    return found


def at(image: Image.Image, x: int, y: int) -> object:
    """The colour at a point, from the middle."""
    return image.getpixel((image.width // 2 + x, image.height // 2 + y))


def blue_sides(image: Image.Image) -> list[str]:
    return [side for side, (x, y) in FAR.items() if at(image, x, y) == BLUE]


@pytest.mark.parametrize(
    ("facings", "state", "side"),
    [
        # Facings are counted clockwise; the degrees of a piece that turns freely are counted the other way.
        (4, "0", "far north"),
        (4, "1", "far east"),
        (4, "3", "far west"),
        (2, "1", "far south"),
        (1, "90.0", "far west"),
        (1, "-90.0", "far east"),
    ],
)
def test_a_piece_is_turned_as_its_facing_says(facings: int, state: str, side: str) -> None:
    assert blue_sides(drawn(Trait.make("rotate", facings=facings, angle=state))) == [side]


def test_only_what_lies_within_the_facing_is_turned() -> None:
    dot = mark("dot.png", 15)
    turn = Trait.make("rotate", facings=4, angle="1")
    assert [at(drawn(*traits), 0, 15) for traits in ((turn, dot), (dot, turn))] == [GREEN, RED]


@pytest.mark.parametrize("state", ["", "north", "1e999", "nan"])
def test_a_facing_that_is_no_number_turns_nothing(state: str) -> None:
    assert blue_sides(drawn(Trait("rotate;4;;;;;;;Facing", state))) == ["far north"]


def label(text: str, **values: Value) -> Trait:
    return Trait.make("label", text=text, **{"background": DARK, "font_size": 12, **values})


@pytest.mark.parametrize(
    ("place", "within", "without"),
    [
        # Above the piece and in its middle unless the module says otherwise.
        ({}, (0, -22), (0, 22)),
        ({"vertical": "b", "vertical_alignment": "t"}, (0, 33), (0, -33)),
        (
            {"vertical": "c", "vertical_alignment": "c", "horizontal": "r", "horizontal_alignment": "l"},
            (21, 5),
            (-21, 5),
        ),
        ({"vertical": "c", "vertical_alignment": "c", "rotation": 90, "horizontal_offset": 40}, (0, 40), (40, 0)),
    ],
)
def test_a_label_lies_where_its_trait_says(
    place: dict[str, Value], within: tuple[int, int], without: tuple[int, int]
) -> None:
    image = Image.new("RGBA", (200, 200))
    face = drawn(label("MM", foreground=DARK, **place))
    image.paste(face, (100 - face.width // 2, 100 - face.height // 2))
    assert [at(image, *within), at(image, *without)] == [GREEN, CLEAR]


def test_a_label_is_as_long_as_its_words() -> None:
    def width(text: str, *others: Trait, **values: Value) -> int:
        return drawn(label(text, **values), *others, image="").width

    assert width("$Strength$", marker(Strength="twelve")) == width("twelve")
    assert width("<html><b>twelve</b></html>") == width("twelve")
    # Properties of the map or the game are unknown here; a label does not name itself.
    assert width("$Weather$") == width("?")
    assert width("$TextLabel$twelve") == width("twelve")
    assert width("$pieceName$") == width("Corps")
    assert width("twelve", font_size=24) > width("twelve", font_style=1) >= width("twelve")


def test_what_lies_under_a_mask_is_neither_seen_nor_named() -> None:
    mask, owner = Trait.make("obs", owner="secret", image="none.png"), marker(Strength="a very long secret of mine")
    masked = drawn(mask, label("a very long secret of mine"), image="front.png")
    assert (masked.size, at(masked, 0, 0)) == ((50, 50), GREY)
    named = drawn(label("$Strength$ $pieceName$"), mask, owner)
    assert named.tobytes() == drawn(label("? ?"), mask, owner).tobytes()


def test_a_box_with_its_name_stands_for_a_piece_that_cannot_be_drawn() -> None:
    boxes = [drawn(image="tank.svg", name=name) for name in ("Corps", "Army", "")]
    assert {box.size for box in boxes} == {(50, 50)}
    assert len({box.tobytes() for box in boxes}) == 3
    # A layer that can be drawn lies over the box; one that cannot leaves what is there as it is.
    assert at(drawn(mark("dot.png"), image="tank.svg"), 0, 0) == GREEN
    assert drawn(mark("mark.svg")).tobytes() == striped().tobytes()


def test_a_layer_beyond_all_bounds_is_left_out() -> None:
    assert drawn(mark("dot.png", 2_000_000_000)).size == (40, 40)
