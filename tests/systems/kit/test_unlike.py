"""A game of a kind that the kit has never seen is its tables, and less than sixty lines of Python.

Cavalry withdraws before the die, towns count for victory turn by turn, and foot and horse are supplied in two ways.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.games import load_rules
from trc_module.gamespec import read_spec
from trc_module.rules.finder import known_game
from trc_module.rules.record import read_record, try_record

RULES = Path(__file__).with_name("raiders.py")
PACKAGE = "raiders_rules"
WORDS = """
5.1  Horse that is attacked may withdraw two hexes before the die
Who is left fights on; with nobody left there is no battle.
log: the way of the unit.
data: types.
  on C3: north-1
  on C4: south-h
  at: turn 1 north combat
  attack 1: north-1 x south-h
+ withdraw 1: south-h C4 C5 C6
- roll 1: 6
- lose 1: south-h
- withdraw 1: south-h C4 C5 C6

5.2  Each town that a side holds when a turn ends is a point
The most points win after the last turn.
log: nothing.
data: towns.
by: none
  at: turn 1 north arrivals
  end

5.3  Foot is supplied within three hexes of a town without an enemy, horse where it can graze
Who is not supplied attacks with half.
log: nothing more.
data: towns, terrain.
  on A3: north-h
  on A4: south-h
  at: turn 1 north combat
  attack 1: north-h x south-h
+ roll 1: 1 at 1-1
- roll 1: 1 at 2-1  => 4.2
"""


@pytest.fixture
def raiders(hills: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (hills / PACKAGE).mkdir()
    shutil.copyfile(RULES, hills / PACKAGE / "__init__.py")
    path = hills / "game.toml"
    path.write_text(f'package = "{PACKAGE}"\n{path.read_text(encoding="utf-8")}', encoding="utf-8")
    with (hills / "rules" / "rules.rules").open("a", encoding="utf-8") as file:
        file.write(WORDS.replace("by: none\n", ""))
    yield hills
    known_game.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_it_takes_less_than_sixty_lines() -> None:
    assert sum(bool(line.strip()) for line in RULES.read_text(encoding="utf-8").splitlines()) < 60


def test_it_is_measured_without_a_fault(raiders: Path) -> None:
    result = CliRunner().invoke(group, ["test", str(raiders), "--games", "1", "--turns", "4"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "ok    examples: 13 of the rulebook, 0 not as they say." in result.output.splitlines()


def test_towns_count_turn_by_turn_and_who_withdraws_is_out_of_the_battle(raiders: Path) -> None:
    game = load_rules(read_spec(raiders), named=True)
    text = """game: hills
scenario: none
at: turn 1 south combat
on B2: north-h
on B3: north-2
on C3: south-1
attack 1: south-1 x north-h
withdraw 1: north-h B2 A2 A3
end
"""
    record = read_record(text.replace("on C3: south-1", "on C2: south-1"), "raid.game", lambda *asked: game)
    trial = try_record(record, "raid.game")
    assert [str(found) for one in trial.outcomes for found in one.told.findings] == []
    assert trial.end.battles == ()
    assert game.score(trial.end).conditions == ("points: {'north': 0, 'south': 0}",)
