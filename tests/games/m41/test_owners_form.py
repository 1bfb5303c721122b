"""The forms of Moscow 1941: filled in, they turn doubts into verdicts; what is wrong in them is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.facts import DataError
from trc_module.games import find_game, load_game

FILLED = {
    "map/grid.toml": "[grid]\nrows = 5\ncolumns = 7\nshifted = 0\n",
    "map/hexes.csv": "hex, terrain\nB5, clear\nC2, forest\nC3, forest\n",
    "charts/hexsides.toml": "[values.whole]\nvalue = 1\n",
    "charts/turns.toml": '[turns.2]\nlabel = "October"\nmonth = "October"\nweather = "mud"\n'
    '[turns.3]\nlabel = "November"\nmonth = "November"\nweather = "hard-frost"\n',
}
"""A form made up for this test."""


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return write(tmp_path / "mine", FILLED)


CRIMES = [
    # A hex too far; weather that the track does not have; German panzers with two dice into a forest.
    ("at: turn 2 russian movement good\non B7: rus-50-army\nmove rus-50-army B7 B6 A5\n", "M41-OPM-3"),
    ("at: turn 2 german weather good\nweather good\n", "M41-WX-1"),
    (
        "at: turn 2 german weather good\non C2: ger-3-pzgr\non C3: rus-20-army\nweather mud\nend\n"
        "attack 1: ger-3-pzgr x rus-20-army\nend\nend\nfire 1: attack 1 1\n",
        "M41-TER-2",
    ),
]


def checked(folder: Path, record: str, *words: str) -> list[tuple[str, str]]:
    (folder / "a.game").write_text(f"game: m41\n{record}", encoding="utf-8")
    made = CliRunner().invoke(group, ["compose", str(folder / "a.game"), "-o", str(folder / "a.vlog")])
    assert made.exit_code == 0, made.output
    report: dict[str, Any] = json.loads(
        CliRunner().invoke(group, ["audit", str(folder / "a.vlog"), "--json", *words]).output
    )
    return [(each["verdict"], each["rule"]) for each in report["findings"] if each["verdict"] in ("violation", "doubt")]


@pytest.mark.parametrize(("record", "rule"), CRIMES[:1] + CRIMES[2:], ids=lambda text: text[:8])
def test_what_was_a_doubt_is_a_violation(tmp_path: Path, mine: Path, record: str, rule: str) -> None:
    assert checked(tmp_path, record) == [("doubt", rule)]
    assert checked(tmp_path, record, "--data", str(mine)) == [("violation", rule)]


def test_weather_that_our_track_leaves_open_is_decided_by_the_owner_s(tmp_path: Path, mine: Path) -> None:
    record, rule = CRIMES[1]
    assert checked(tmp_path, record) == []
    assert checked(tmp_path, record, "--data", str(mine)) == [("violation", rule)]


def test_what_is_not_filled_in_stays_a_doubt(tmp_path: Path) -> None:
    some = write(tmp_path / "some", {"map/grid.toml": FILLED["map/grid.toml"]})
    record, rule = CRIMES[2]
    assert checked(tmp_path, record, "--data", str(some)) == [("doubt", rule)]


def test_the_forms_tell_what_is_filled_in(mine: Path) -> None:
    told = CliRunner().invoke(group, ["--game", "m41", "forms", "--data", str(mine)]).output
    assert "The size of the map (map/grid.toml): 1 of 1 filled in" in told
    assert "Terrain (map/hexes.csv): 3 of 35 filled in" in told
    assert "The turn track (charts/turns.toml): 2 of 6 filled in" in told


@pytest.mark.parametrize(
    ("name", "text", "expected", "line"),
    [
        ("units.csv", "id, combat\nrus-20-army, strong\n", "combat", 2),
        ("map/hexes.csv", "hex, terrain\nZ9, clear\n", "Z9", 2),
        ("map/hexes.csv", "hex, terrain\nA2, jungle\n", "jungle", 2),
        ("charts/turns.toml", '[turns.2]\nlabel = "x"\nmonth = "x"\nweather = "storm"\n', "storm", 4),
        ("charts/turns.toml", '[turns.2]\nlabel = "October"\nmonth = ""\nweather = "mud"\n', "month", 3),
        ("map/places.csv", "kind, name, hex, class, removed\ncity, Tula, D5, minor, yes\n", "Tula", None),
    ],
)
def test_what_is_wrong_in_a_form_is_named(
    tmp_path: Path, name: str, text: str, expected: str, line: int | None
) -> None:
    wrong = write(tmp_path / "wrong", {name: text})
    with pytest.raises(DataError) as error:
        load_game("m41", overlay=wrong)
    assert expected in str(error.value)
    assert (error.value.line or None) == line


def test_the_stand_in_says_of_each_hex_that_it_is_assumed() -> None:
    board = find_game("m41").board
    known = [name for name, fact in board.fact_by_subject.items() if fact.trust.carries_violation]
    assert [name for name in known if not name.startswith("box ")] == ["city Smolensk"]
