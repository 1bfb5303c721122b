"""The table of games: its forms, and that no player's name is taken for a formula."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from trc_module.archive.store import Store
from trc_module.archive.table import GameRow, damaged, game_rows, table_csv, table_json, table_text


@pytest.fixture
def rows(tournament: Path) -> list[GameRow]:
    with Store(tournament) as store:
        return game_rows(store)


def test_a_row_tells_players_turn_rolls_luck_and_findings(rows: list[GameRow]) -> None:
    chain, battle = rows
    assert (battle.scenario, battle.turn, battle.rolls, battle.winner, battle.points) == ("none", 2, 1, "", None)
    assert battle.players == (("axis", "Axis player"), ("russian", "Russian player"))
    # At 3-1 a five is D1: four faces are worse for the attacker, one is better.
    assert battle.luck == (("axis", 1, 0.5),)
    assert (battle.violations, battle.doubts, battle.undecided) == (0, 0, 0)
    # The weather of May/June 1941 is clear without a die.
    assert (chain.violations, chain.luck, len(chain.logs)) == (1, (), 2)


def test_text_has_a_line_a_game_and_what_was_not_read(tournament: Path, rows: list[GameRow]) -> None:
    with Store(tournament) as store:
        lines = table_text(rows, damaged(store)).splitlines()
    assert lines[0].split() == [
        *("game", "logs", "players", "scenario", "options", "turn", "winner", "points", "rolls", "luck"),
        *("violations", "doubts", "undecided"),
    ]
    assert lines[1].split()[:3] == [rows[0].name, "a.vlog,", "b.vlog"]
    assert lines[3].startswith(f"{tournament.parent / 'logs' / 'bad.vlog'}: not read: ")
    assert lines[4] == "2 games: 1 with violations or doubts; 1 file not read."


def test_csv_and_json_hold_the_same(tournament: Path, rows: list[GameRow]) -> None:
    with Store(tournament) as store:
        tree = json.loads(table_json(rows, damaged(store)))
    assert [game["game"] for game in tree["games"]] == [row.name for row in rows]
    assert tree["games"][1]["luck"] == [{"side": "axis", "battles": 1, "luck": 0.5}]
    assert [Path(each["file"]).name for each in tree["damaged"]] == ["bad.vlog"]
    read = list(csv.DictReader(io.StringIO(table_csv(rows))))
    assert [row["game"] for row in read] == [row.name for row in rows]
    assert read[1]["luck"] == "axis +0.50"


def test_no_name_becomes_a_formula_or_an_order_to_a_terminal(rows: list[GameRow]) -> None:
    nasty = replace(rows[0], players=(("axis", '=HYPERLINK("x")'), ("russian", "\x1b[2J")), points=-14)
    read = next(csv.DictReader(io.StringIO(table_csv([nasty]))))
    assert read["players"] == '\'=HYPERLINK("x") (axis), \\x1b[2J (russian)'
    assert read["points"] == "-14"
    assert "\x1b" not in table_text([nasty], [])
