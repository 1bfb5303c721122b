from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.replay.script import CLEAR, Script
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.rules.record import load_record

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
    assert "+2  Leningrad       Axis controls it, on the Russian side of the Fall Blau line\n" in shown
    assert "-1  Kaunas          Russian controls it, on the Axis side of the Fall Blau line\n" in shown
    assert "Axis by 27.2b: not met; it is judged at the end of the Russian turn 5." in shown
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


WON = "  The Russian side has won by 25.2.3: it has achieved all objectives of Sudden Death."
START = "game: trc\nscenario: campaign\nat: turn 11 russian impulse 2 end snow\non R9: rus-3-inf\n"


@pytest.mark.parametrize("claim", ["", "win russian because 25.2.3\n"], ids=["unclaimed", "claimed"])
def test_who_has_won_by_the_end_of_a_turn_is_told_of_that_turn(tmp_path: Path, claim: str) -> None:
    path = tmp_path / "x.game"
    path.write_text(f"{START}end\n{claim}", encoding="utf-8")
    shown = run(path).stdout.splitlines()
    assert shown[:2] == ["Campaign, turn 11 (russian end): no victory points are counted.", WON]
    checked = "it is checked at the end of turn 11."
    assert shown[-1] == f"  Russian by 25.2.3 (Sudden Death): met; it has all objectives; {checked}"
    assert run(path, "--every-turn").stdout == f"{shown[0]} {WON.strip()}\n"
    (tree,) = json.loads(run(path, "--json").stdout)
    assert [(winner["side"], winner["rule"]) for winner in tree["won"]] == [("russian", "25.2.3")]


def test_a_log_tells_the_winner_as_its_record_does(parts: ModuleInputs, tmp_path: Path) -> None:
    record, log = tmp_path / "x.game", tmp_path / "x.vlog"
    record.write_text(f"{START}end\nwin russian because 25.2.3\n", encoding="utf-8")
    compose(parts, load_record(record, find_game), log, "1")
    told, shown = run(record).stdout.splitlines(), run(log).stdout.splitlines()
    assert shown == [*told, "  not known: what happened before the log begins"]
    assert WON in shown


def test_a_log_of_the_whole_game_tells_the_turn_in_which_it_was_won(parts: ModuleInputs, tmp_path: Path) -> None:
    script = Script(parts, f"{CLEAR}on R9: rus-3-inf\n", tmp_path / "x.vlog")
    path = script.turn(6, "axis", 1, "weather").say("WIN side=russian because=25.2.2").write()
    shown = run(path, "--turn", 5).stdout.splitlines()
    assert shown[1] == WON.replace("25.2.3", "25.2.2")
    assert run(path).stdout.splitlines() == shown


def test_what_a_side_lacks_for_sudden_death_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    path.write_text(f"{START}control: Kursk axis\n", encoding="utf-8")
    shown = run(path).stdout
    assert "  Russian by 25.2.3 (Sudden Death): not met; it lacks control of Kursk; it is checked" in shown
    assert "has won" not in shown


STORM = "scenario: breaking-storm\nat: turn 5 russian impulse 2 end snow\ncontrol: Leningrad axis\non R9: rus-3-inf\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [("end\nwin axis because 27.2b\n", "undecided 27.2b"), ("mark victory-points +9\n", "undecided 27.12b")],
    ids=["a claim", "points that are stated"],
)
def test_points_of_a_scenario_are_undecided_where_the_log_begins_late(
    parts: ModuleInputs, tmp_path: Path, lines: str, expected: str
) -> None:
    record, log = tmp_path / "x.game", tmp_path / "x.vlog"
    record.write_text(f"game: trc\n{STORM}{lines}", encoding="utf-8")
    compose(parts, load_record(record, find_game), log, "1")
    told = CliRunner().invoke(group, ["audit", str(log)], catch_exceptions=False)
    assert (told.exit_code, f": {expected}:" in told.stdout) == (0, True)
