"""The commands on logs of other modules: a profile drafted, and a log judged, told, counted and drawn with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.profiles.standin import OTHER, TRC4
from trc_module.cli.main import group
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs
from trc_module.rules.record import read_record

STORY = """game: trc
at: turn 2 axis impulse 1 movement clear
on R9: rus-worker-moscow
on W19: rus-worker-kiev
on E10: rus-worker-leningrad
on AA14: rus-worker-kharkov
on P20: ger-41-pz
move ger-41-pz P20 O20 N21 M21 M22 M23 M24 N25 O24
end
end
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(group, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def log(parts: ModuleInputs, tmp_path: Path) -> Path:
    path = tmp_path / "theirs.vlog"
    TRC4.write_log(parts, read_record(STORY, "story", find_game), path, phases=True)
    return path


def test_an_audit_begins_with_what_could_be_judged(log: Path) -> None:
    told = run("audit", log)
    assert told.exit_code == 1
    head, *rest = told.output.split("\n\n")
    assert head.startswith(f"{log}: ")
    assert rest[0].splitlines()[:2] == [
        "theirs.vlog is of the module TRC4 1.3b06, read with the profile trc4.toml",
        "  judged: The hexes of the map were found by 4 of 4 pieces that begin in a city of their own.",
    ]
    assert "violation 4.1.2c: ger-41-pz moved 8 hexes from P20 to O24" in told.output


def test_json_says_so_too(log: Path) -> None:
    tree = json.loads(run("audit", log, "--json").output)
    assert tree["logs"][0]["foreign"]["profile"] == "trc4.toml"
    assert tree["logs"][0]["module"]["name"] == "TRC4"


def test_records_summaries_dice_and_victory_points_of_such_a_log(log: Path, tmp_path: Path) -> None:
    assert "move ger-41-pz P20 O20 N21 M21 M22 M23 M24 N25 O24" in run("record", log).output
    assert "Axis impulse 1, moves: Axis 1" in run("summary", log).output
    assert run("dice", log).exit_code == 0
    assert run("victory", log).output.startswith("Campaign, turn 2 (axis movement)")
    assert run("audits", log, "--jobs", "1").output.splitlines()[0].startswith(f"{log}: ")
    picture = tmp_path / "x.png"
    assert run("replay", log, "-o", picture, "--around", "P15", "--scale", "0.2").exit_code == 0
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_orders_are_drafted_from_such_a_log_and_checked_with_it(parts: ModuleInputs, tmp_path: Path) -> None:
    story = STORY.replace("on P20: ger-41-pz\n", "on P20: ger-41-pz\non N20: rus-24-inf\n")
    moved = story[: story.index("\nmove")] + "\nmove ger-41-pz P20 O20\nend\n"
    TRC4.write_log(parts, read_record(moved, "story", find_game), tmp_path / "theirs.vlog", phases=True)
    told = run("orders", tmp_path / "theirs.vlog")
    assert told.output.splitlines()[1:] == ["turn 2 axis impulse 1", "N20: 2-1 by 41a  A1/AR/EX/DR/D1 ?"]
    (tmp_path / "orders.txt").write_text(told.output, encoding="utf-8")
    shown = run("orders", "check", tmp_path / "orders.txt", "--position", tmp_path / "theirs.vlog").output
    assert "N20 at 2-1 (line 3)" in shown


def test_a_profile_is_drafted_from_a_build_file_and_used(parts: ModuleInputs, tmp_path: Path) -> None:
    module, profile, log = tmp_path / "buildFile.xml", tmp_path / "my.toml", tmp_path / "theirs.vlog"
    module.write_text(OTHER.build_file(parts), encoding="utf-8")
    told = run("profile", module, "-o", profile)
    assert told.exit_code == 0
    assert told.output.splitlines()[0] == "pieces: 209 sure, 0 guessed, 0 not known"
    OTHER.write_log(parts, read_record(STORY, "story", find_game), log, phases=True)
    found = run("audit", log, "--profile", profile)
    assert "read with the profile my.toml" in found.output
    assert "The hexes of the map were found by the points that the profile gives." in found.output


def test_a_save_settles_where_the_hexes_lie(parts: ModuleInputs, log: Path, tmp_path: Path) -> None:
    module, profile = tmp_path / "buildFile.xml", tmp_path / "my.toml"
    module.write_text(TRC4.build_file(parts), encoding="utf-8")
    assert "[ ] guessed: map 'TRC Map'" in run("profile", module, "-o", profile).output
    assert "[ ] guessed: map 'TRC Map'" not in run("profile", module, "-o", profile, "--save", log).output
    assert '[map.hexes]\n"A33" = [' in profile.read_text(encoding="utf-8")
