"""Logs of any game drawn from their module's pictures."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from tests.referee.modules import write_module
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal.commands import MovePiece, PlacedBoard, SetBoards
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import GameSetup, make_step, write_saved_game
from trc_module.vassal.traits import Piece, Stack, Trait
from trc_module.vassal.traits.build import basic_piece, layer

RED, BLUE, GREEN, GREY, WHITE = (255, 0, 0), (0, 0, 255), (0, 128, 0), (128, 128, 128), (255, 255, 255)
BODY = (
    '<Map mapName="Board" edgeWidth="10" edgeHeight="20"><BoardPicker>'
    '<Board name="West" image="west.png"/><Board name="East" width="100" height="100" color="255,255,255"/>'
    '</BoardPicker><StackMetrics unexSepX="4" unexSepY="4"/></Map>'
)


def picture(colour: str, size: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA", (size, size), colour).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "game.vmod"
    write_module(path, BODY)
    with zipfile.ZipFile(path, "a") as archive:
        for name, colour, size in (("west", "red", 100), ("front", "blue", 20), ("back", "green", 20)):
            archive.writestr(f"images/{name}.png", picture(colour, size))
    return path


def log(path: Path, *pieces: tuple[int, int, Piece]) -> Path:
    """Write a log that begins with some pieces, the first of which is moved to 150,60."""
    placed = [Piece(str(n), p.types, p.states).with_position("Board", x, y) for n, (x, y, p) in enumerate(pieces, 1)]
    stacks = [Stack(f"{n + 100}", "Board", x, y, (str(n),)) for n, (x, y, _) in enumerate(pieces, 1)]
    boards = SetBoards("Board", (PlacedBoard("West"), PlacedBoard("East", 1)))
    game = GameSetup(tuple(placed), tuple(stacks), boards=(boards,))
    x, y, _ = pieces[0]
    move = MovePiece("1", "Board", 150, 60, None, "Board", x, y, None, "secret")
    write_saved_game(
        path, game.commands(), [make_step([move])], save_data=Metadata(), module_data=Metadata(name="Any game")
    )
    return path


def unit(*traits: Trait, image: str = "front.png") -> Piece:
    return Piece.build(None, (*traits, basic_piece("Corps", image)))


def drawn(path: Path, module: Path, *words: str) -> Image.Image:
    output = path.with_name("x.png")
    run = CliRunner().invoke(
        group, ["replay", str(path), "--module", str(module), "-o", str(output), *words], catch_exceptions=False
    )
    assert run.output.startswith(f"{output}: written, map 'Board'")
    with Image.open(output) as image:
        return image.convert("RGB")


def test_boards_lie_side_by_side_and_a_piece_where_the_log_has_it(module: Path, tmp_path: Path) -> None:
    path = log(tmp_path / "a.vlog", (60, 70, unit()))
    before, after = drawn(path, module, "--to", "0"), drawn(path, module)
    assert (before.size, after.size) == ((200, 100), (200, 100))
    # The map's edge is not shown: a point of the map lies ten pixels further left and twenty further up.
    assert [image.getpixel((50, 50)) for image in (before, after)] == [BLUE, RED]
    assert [image.getpixel((140, 40)) for image in (before, after)] == [WHITE, BLUE]


def test_a_layer_lies_over_the_piece_and_a_mask_over_all(module: Path, tmp_path: Path) -> None:
    turned = unit(layer("Face", ("back.png",), level=1))
    masked = unit(Trait.make("obs", owner="secret", image="none.png"))
    hidden = unit(Trait.make("hide", owner="secret"))
    path = log(tmp_path / "a.vlog", (20, 30, unit()), (60, 70, turned), (90, 100, masked), (30, 100, hidden))
    image = drawn(path, module)
    assert [image.getpixel(at) for at in ((50, 50), (80, 80), (20, 80))] == [GREEN, GREY, RED]


def test_a_piece_of_svg_is_a_box_and_the_pictures_that_cannot_be_drawn_are_counted(
    module: Path, tmp_path: Path
) -> None:
    path, output = log(tmp_path / "a.vlog", (60, 70, unit(image="tank.svg")), (90, 100, unit())), tmp_path / "x.png"
    with zipfile.ZipFile(module, "a") as archive:
        archive.writestr("images/tank.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    done = CliRunner().invoke(group, ["replay", str(path), "--module", str(module), "--to", "0", "-o", str(output)])
    assert done.output.endswith("; 1 picture could not be drawn (missing, SVG, damaged).\n")
    with Image.open(output) as image:
        assert [image.convert("RGB").getpixel(at) for at in ((27, 27), (80, 80))] == [WHITE, BLUE]


def test_a_piece_is_turned_about_the_point_where_it_lies(module: Path, tmp_path: Path) -> None:
    turned = unit(Trait.make("rotate", facings=8, angle="1"))
    image = drawn(log(tmp_path / "a.vlog", (20, 30, unit()), (60, 70, turned)), module)
    # The corners of a square that is turned by half a right angle lie beyond its sides.
    assert [image.getpixel(at) for at in ((50, 50), (50, 62), (58, 58))] == [BLUE, BLUE, RED]


def test_an_animation_shows_where_something_moved(module: Path, tmp_path: Path) -> None:
    path = log(tmp_path / "a.vlog", (60, 70, unit()))
    output = tmp_path / "x.gif"
    words = ["replay", str(path), "--module", str(module), "--gif", "--scale", "1", "-o", str(output)]
    assert CliRunner().invoke(group, words, catch_exceptions=False).exit_code == 0
    with Image.open(output) as image:
        assert (getattr(image, "n_frames", 1), image.size) == (2, (200, 100))


def test_a_map_of_a_million_million_pixels_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.vmod"
    write_module(
        path, BODY.replace('width="100" height="100"', 'width="900000" height="900000"').replace("west.png", "")
    )
    done = CliRunner().invoke(
        group,
        [
            "replay",
            str(log(tmp_path / "a.vlog", (60, 70, unit()))),
            "--module",
            str(path),
            "-o",
            str(tmp_path / "x.png"),
        ],
    )
    assert str(done.exception) == "The map 'Board' is larger than 200 million pixels: too large to draw."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--module", "MODULE", "--map", "Moon"], "The module has no map 'Moon'; it has Board"),
        (["--module", "MODULE", "--around", "Kiev"], "--around names places of our own map"),
        ([], "a log of another module is drawn from that module's pictures: name it with --module"),
    ],
)
def test_what_cannot_be_drawn_is_told(module: Path, tmp_path: Path, words: list[str], said: str) -> None:
    path = log(tmp_path / "a.vlog", (60, 70, unit()))
    output = tmp_path / "x.png"
    given = [str(module) if word == "MODULE" else word for word in words]
    done = CliRunner().invoke(group, ["replay", str(path), "-o", str(output), *given])
    assert isinstance(done.exception, UserError)
    assert said in str(done.exception)
    assert not output.exists()
