"""The small referee of No Retreat! agrees with the engine, objects to crimes, and owes the engine nothing."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.independent.nr.board import AXIS
from tests.independent.nr.games import Watched, watch
from tests.independent.nr.referee import SmallReferee
from tests.independent.nr.supplying import hung, supplied
from trc_module.games.nr import load

OURS = ("tests.independent.nr",)


@pytest.mark.parametrize(("level", "seed"), [("random", 2), ("greedy", 1)])
def test_it_agrees_with_the_engine_and_objects_to_crimes(level: str, seed: int) -> None:
    watched = Watched()
    watch(load(), seed, 7, level, watched, crimes=1)
    assert watched.disagreements == []
    assert watched.missed == {}
    assert watched.acts["move"] > 100
    assert watched.phases > 100
    assert len(watched.planted) > 25


def test_it_tells_a_legal_act_from_a_crime() -> None:
    referee = SmallReferee()
    referee.head("on J9: ger-6")
    referee.head("on L16: sov-south")
    referee.now.turn, referee.now.phase = 2, "movement"
    assert referee.fork().act("move ger-6 J9 J10 J11") == []
    assert [each.rule for each in referee.fork().act("move ger-6 J9 J10 J11 J12 J13 J14")] == ["8a|13.1b|13.1e|6d"]
    assert [each.rule for each in referee.fork().act("move sov-south L16 L17")] == ["4a"]


def test_whose_supply_hangs_on_a_place_that_an_enemy_has_passed_has_no_certain_zone() -> None:
    referee = SmallReferee()
    referee.head("on Q8: ger-6")
    now = referee.now
    now.control = {**now.control, "Q8": AXIS}
    possible = supplied(now, AXIS)[1]
    assert (possible, hung(now, AXIS, possible)) == ({"ger-6"}, set())
    now.doubted = {"Q8"}
    assert hung(now, AXIS, possible) == {"ger-6"}
    now.hung = {"ger-6"}
    assert (now.zone(AXIS, sure=True), "Q8" in now.zone(AXIS, sure=False)) == (set(), True)


def test_it_shares_nothing_with_the_engine() -> None:
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.name in ("games.py", Path(__file__).name):
            continue
        names = {
            name.split(".")[0] if not name.startswith("tests.") else name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            )
        }
        foreign = {name for name in names if not name.startswith(OURS) and name not in sys.stdlib_module_names}
        assert foreign == set(), path.name
