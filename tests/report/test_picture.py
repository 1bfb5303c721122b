from __future__ import annotations

import io
import re
import zlib
from base64 import b64decode
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from tests.replay.script import Script
from trc_module.cli.commands.audit import command as audit_command
from trc_module.cli.commands.replay import command
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import GameLog
from trc_module.report.page.timeline import Timeline
from trc_module.report.picture import Camera, MapWindow, animation, counters_view, moved_last, moved_view

GROUND = (240, 233, 214)


@pytest.fixture
def log(script: Script) -> GameLog:
    return script.log()


def run(*words: object) -> str:
    return CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False).output


def middle(image: Image.Image, camera: Camera, point: tuple[float, float]) -> tuple[int, ...]:
    """Return the mean colour about a point of the map."""
    west, north, _, _ = camera.box
    x, y = round((point[0] - west) * 0.5), round((point[1] - north) * 0.5)
    pixel = image.crop((x - 12, y - 12, x + 12, y + 12)).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return pixel


def test_a_counter_is_drawn_where_it_lies_after_a_step_and_not_before(log: GameLog) -> None:
    timeline = Timeline(log, log.steps(log.table()))
    grid, layout = log.parts.board.grid, log.parts.layout.map_layout
    camera = Camera(log, timeline, MapWindow(grid.hex("K19"), 3, 0.5))
    goal = layout.centre(grid.hex("L20"))
    before, after = (middle(camera.picture(step), camera, goal) for step in (1, 2))
    # Clear ground with a rail, then a field-grey counter.
    assert max(abs(a - b) for a, b in zip(before, GROUND, strict=True)) < 20
    assert max(abs(a - b) for a, b in zip(after, GROUND, strict=True)) > 40


def test_the_view_holds_all_that_the_steps_moved(log: GameLog) -> None:
    timeline = Timeline(log, log.steps(log.table()))
    grid = log.parts.board.grid
    view = moved_view(log, timeline, (1, 2), margin=0)
    assert {grid.hex(name) for name in ("J20", "K20", "L20")} <= {
        h for h in range(grid.rows * grid.cols) if grid.disc(view.centre, view.radius) >> h & 1
    }
    with pytest.raises(UserError, match="nothing was moved on the map in these steps; say what to show with --around"):
        moved_view(log, timeline, (8,))


def test_a_log_that_ends_beside_the_map_shows_where_something_moved_on_it(parts: ModuleInputs, tmp_path: Path) -> None:
    header = "at: turn 1 axis impulse 1 movement clear\non J20: ger-41-pz\nbox axis removed: ger-57-pz\n"
    beside = Script(parts, header, tmp_path / "game.vlog").move("ger-41-pz", "K20")
    beside.move("ger-57-pz", parts.box_key("axis", "replacement-pool"))
    path = tmp_path / "x.png"
    assert run(beside.write(), "-o", path).startswith(f"{path}: written, ")
    timeline = Timeline(beside.log(), beside.log().steps(beside.log().table()))
    assert [moved_last(timeline, step) for step in (0, 1, 2)] == [None, 1, 1]


def test_where_nothing_moved_the_view_holds_what_lies_on_the_map(log: GameLog, script: Script, tmp_path: Path) -> None:
    timeline = Timeline(log, log.steps(log.table()))
    grid = log.parts.board.grid
    view = counters_view(log, timeline, 0)
    shown = {h for h in range(grid.rows * grid.cols) if grid.disc(view.centre, view.radius) >> h & 1}
    assert {grid.hex(name) for name in ("J20", "I18", "K18")} <= shown
    assert grid.hex("N20") not in shown
    assert run(log.path, "--to", 0, "-o", tmp_path / "x.png").startswith(f"{tmp_path / 'x.png'}: written, ")


def test_what_stays_the_same_is_the_same_in_all_frames_and_each_is_told(log: GameLog) -> None:
    timeline = Timeline(log, log.steps(log.table()))
    camera = Camera(log, timeline, MapWindow(log.parts.board.grid.hex("K20"), 3, 0.2))
    told: list[tuple[int, int]] = []
    content = animation(camera, range(1, 5), 0.1, lambda number, of: told.append((number, of)))
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    with Image.open(io.BytesIO(content)) as image:
        corners = set()
        for frame in range(5):
            image.seek(frame)
            corners.add(image.convert("RGB").crop((0, 0, 20, 20)).tobytes())
    assert len(corners) == 1


def test_a_log_is_animated_from_what_lay_there_before(script: Script, tmp_path: Path) -> None:
    path = tmp_path / "x.gif"
    words = ("--gif", "--from", 1, "--to", 4, "--around", "K20", "--radius", 2, "--scale", 0.2, "-o", path)
    assert run(script.write(), *words).startswith(f"{path}: written, ")
    with Image.open(path) as image:
        assert (image.format, getattr(image, "n_frames", 1)) == ("GIF", 5)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--to", "99", "-o", "x.png"), "it has the steps 1 to 8"),
        (("--gif", "-o", "x.png"), "must end in .gif"),
        (("-o", "x.jpg"), "must end in .png"),
        (("--gif", "--around", "Baku", "--radius", "1", "-o", "x.gif"), "moves anything in view|neither a city"),
    ],
)
def test_what_cannot_be_drawn_is_told_and_nothing_is_written(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    path = script.write()
    monkeypatch.chdir(tmp_path)
    before = set(tmp_path.iterdir())
    with pytest.raises(UserError, match=told):
        run(path, *words)
    assert set(tmp_path.iterdir()) == before


def test_an_audit_writes_its_page_besides_what_it_prints(script: Script, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    result = CliRunner().invoke(audit_command, [str(script.write()), "--html", str(page)])
    assert result.exit_code == 1
    assert "violation 4.1.2c" in result.output
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    packed = re.search(r'id="content">([^<]+)<', text)
    assert packed is not None
    content = zlib.decompress(b64decode(packed[1])).decode()
    assert "57th Panzer Corps (ger-57-pz) moved at least 22 hexes" in content
    assert "secret" not in text + content
    assert len(text) < 1_000_000
