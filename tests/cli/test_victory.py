from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError

HELD = """
    Kiev Minsk Riga Odessa Brest Lvov Tallinn Dnepropetrovsk Kharkov Kursk Bryansk Smolensk Vitebsk Stalino Leningrad
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "storm.game"
    control = ", ".join(f"{name} axis" for name in HELD.split())
    path.write_text(
        f"game: trc\nscenario: breaking-storm\nat: turn 4 russian impulse 2 end snow\ncontrol: {control}\n"
        "on R9: rus-3-inf\nend\n",
        encoding="utf-8",
    )
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["victory", *map(str, words)], catch_exceptions=False)


def test_points_are_counted_and_explained(record: Path) -> None:
    shown = run(record, "--turn", 4).stdout
    assert shown.startswith("Breaking Storm, turn 4 (russian end): 1 victory points (between -5 and 9).\n")
    assert "+2  Leningrad       axis controls it, on the russian side of the Fall Blau line\n" in shown
    assert "-1  Kaunas          russian controls it, on the axis side of the Fall Blau line\n" in shown
    assert "axis by 27.2b: not met; it is judged at the end of the Russian turn 5." in shown
    assert "not known: on whose side of the line Bryansk, Kalinin," in shown


def test_every_turn_has_its_line_and_programs_get_data(record: Path) -> None:
    lines = run(record, "--every-turn").stdout.splitlines()
    assert lines == ["Breaking Storm, turn 4 (russian end): 1 victory points (between -5 and 9)."]
    (tree,) = json.loads(run(record, "--json").stdout)
    assert (tree["points"], tree["least"], tree["most"], tree["turn"]) == (1, -5, 9, 4)


def test_a_turn_that_was_not_played_is_refused(record: Path) -> None:
    with pytest.raises(UserError, match="expected a game that has a turn 9, found none"):
        run(record, "--turn", 9)


def test_the_campaign_counts_no_points(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    path.write_text("game: trc\nscenario: campaign\n", encoding="utf-8")
    assert "turn 1 (axis weather): no victory points are counted." in run(path).stdout
