from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.report.position import position_png
from trc_module.rules.record import read_record


@lru_cache(maxsize=8)
def picture(header: str, scale: float = 0.25) -> Image.Image:
    record = read_record(f"game: trc\nat: turn 2 axis impulse 1 movement clear\n{header}", "x", find_game)
    return Image.open(io.BytesIO(position_png(record.game, record.start, scale))).convert("RGB")


def test_a_picture_shows_the_units_and_two_hexes_around_them() -> None:
    one = picture("on O18: ger-41-pz\n")
    # Five hexes wide and five high, a quarter of 104 by 90 pixels each.
    assert one.size == (130, 113)
    assert picture("on O18: ger-41-pz\non O13: rus-24-inf\n").size == (260, 113)


def test_a_counter_lies_where_its_unit_is() -> None:
    axis, russian = (picture(f"on O18: {unit}\n") for unit in ("ger-41-pz", "rus-24-inf"))
    columns, rows = zip(*_different(axis, russian), strict=True)
    # Twenty pixels a counter, about the middle.
    assert set(columns) <= set(range(54, 77))
    assert set(rows) <= set(range(46, 69))


def _different(a: Image.Image, b: Image.Image) -> list[tuple[int, int]]:
    return [(x, y) for x in range(a.width) for y in range(a.height) if a.getpixel((x, y)) != b.getpixel((x, y))]


def test_a_city_that_changed_hands_has_a_ring() -> None:
    before, after = (picture(f"{control}on O18: ger-41-pz\n") for control in ("", "control: Minsk axis\n"))
    columns = [x for x, _ in _different(before, after)]
    # West of the unit, about a hex whose centre lies 26 pixels from its own.
    assert (min(columns), max(columns)) == (25, 52)


def test_without_units_there_is_nothing_to_draw() -> None:
    with pytest.raises(UserError, match="No unit of this position is on the map"):
        picture("")


def test_the_command_draws_and_says_so(tmp_path: Path) -> None:
    record, out = tmp_path / "x.game", tmp_path / "x.png"
    record.write_text(
        "game: trc\nat: turn 2 axis impulse 1 movement clear\non O19: ger-41-pz\nmove ger-41-pz O19 P19\n"
    )
    done = CliRunner().invoke(group, ["position", str(record), "--png", str(out), "--scale", "0.25"])
    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"{out}: written")
    assert Image.open(out).size == (130, 113)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["x.game", "x.png"]
    bad = CliRunner().invoke(group, ["position", str(record), "--png", str(tmp_path / "no" / "x.png")])
    assert isinstance(bad.exception, UserError)
    assert "cannot be written: No such file or directory" in str(bad.exception)
