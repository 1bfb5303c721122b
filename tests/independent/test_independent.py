"""The slow referee agrees with the engine about legal games, objects to crimes, and owes the engine nothing."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.independent.games import Watched, watch
from tests.independent.planted import try_all
from tests.independent.referee.counters import counters
from tests.independent.referee.land import NEXT, Land, distance, within
from tests.independent.referee.referee import SlowReferee, judge
from tests.independent.stages import hear
from trc_module.games import find_game
from trc_module.games.trc import TrcGame

found = find_game("trc")
assert isinstance(found, TrcGame)
GAME: TrcGame = found


def test_it_finds_nothing_against_a_legal_game_and_reaches_the_same_positions() -> None:
    watched = Watched()
    watch(GAME, 31, 2, "random", watched)
    assert watched.disagreements == []
    assert watched.acts["move"] > 100
    assert watched.acts["attack"] > 20
    assert watched.phases > 15


def test_it_objects_to_every_planted_crime() -> None:
    dock = try_all(GAME, range(5, 6), 1, 1)
    assert dock.missed == {}
    assert len(dock.planted) > 40


def test_it_objects_to_crimes_in_drawn_positions_and_to_nothing_before_them() -> None:
    heard = hear(1, lambda number: number % 4 == 1)
    assert heard.missed == []
    assert heard.before == []
    assert heard.kinds > 30


def test_it_imports_nothing_of_the_project() -> None:
    for path in sorted((Path(__file__).parent / "referee").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None
                names = [node.module]
            for name in names:
                own = name.startswith("tests.independent.referee")
                assert own or name.partition(".")[0] in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_hexes_lie_as_the_rulebook_says() -> None:
    pairs = [("R12", "S11"), ("T13", "S12"), ("I16", "J17"), ("J16", "K15"), ("FF21", "EE20"), ("KK17", "JJ17")]
    assert all(b in NEXT[a] and a in NEXT[b] for a, b in pairs)
    assert all(distance("R9", h) <= 3 for h in within("R9", 3))
    assert len(within("R9", 3)) == 37
    land = Land()
    assert "S11" in land.junctions
    assert "JJ17" not in land.steps["KK17"]
    assert "KK20" in land.steps["KK19"]
    assert "KK20" not in land.reach["KK19"]


@pytest.mark.parametrize(
    ("attackers", "defender", "odds"),
    [
        ("ger-4-inf", "rus-10-inf", "1-1"),
        ("ger-13-inf", "rus-10-inf", "1-2"),
        ("ger-1-ss-pz ger-12-inf", "rus-10-inf", "2-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attackers: str, defender: str, odds: str) -> None:
    referee = SlowReferee()
    assert counters()[defender].combat == 5
    referee.now.place |= {**dict.fromkeys(attackers.split(), "N18"), defender: "N17"}
    referee.now.phase, referee.now.turn = "combat", 3
    said = judge([f"attack 1: {attackers} x {defender}"], referee)
    assert said == []
    assert referee.now.battles[1].odds == odds
