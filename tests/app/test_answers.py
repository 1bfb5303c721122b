"""Data for the page: the positions by step, and answers as plain data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import OPENING, Served
from tests.replay.script import Script
from trc_module.app.opened import OpenGame
from trc_module.app.positions import Positions
from trc_module.auditing.audit import audit_log
from trc_module.board import load_board
from trc_module.module.inputs import ModuleInputs
from trc_module.report.page.timeline import Timeline
from trc_module.resources import data_dir
from trc_module.rules.record import read_record

BOTH = ["ger-24-pz", "rus-10-inf"]


@pytest.fixture(scope="module")
def opened(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> OpenGame:
    """A game with a move, one taken back, the end of two phases, and another move."""
    log = Script(parts, OPENING, tmp_path_factory.mktemp("answers") / "game.vlog")
    log.move("ger-8-inf", "I22").move("ger-9-inf", "L24").undo().end().end().move("ger-57-pz", "I22")
    return OpenGame("x", audit_log(log.log()), {})


def where(state: Any, unit: str, parts: ModuleInputs) -> str:
    place = state.place(unit)
    return place if isinstance(place, str) else parts.board.grid.name(place)


def test_every_position_is_the_one_on_the_table(opened: OpenGame, parts: ModuleInputs) -> None:
    steps = range(len(opened.audit.steps) + 1)
    found = [[where(opened.positions.at(n), u, parts) for u in ("ger-8-inf", "ger-9-inf", "ger-57-pz")] for n in steps]
    assert found == [
        ["I23", "K24", "I23"],
        ["I22", "K24", "I23"],
        ["I22", "L24", "I23"],
        ["I22", "K24", "I23"],
        ["I22", "K24", "I23"],
        ["I22", "K24", "I23"],
        ["I22", "K24", "I22"],
    ]
    clocks = [str(opened.positions.at(n).clock).removeprefix("turn 1 axis impulse ") for n in steps]
    assert clocks == ["1 movement"] * 4 + ["1 combat"] + ["2 movement"] * 2


def test_the_last_position_is_the_audits(opened: OpenGame) -> None:
    end = opened.positions.at(len(opened.audit.steps))
    assert end.forces == opened.audit.end.forces
    assert end.control == opened.audit.end.control
    assert end.clock == opened.audit.end.clock


def test_moves_of_the_phase_are_remembered(opened: OpenGame) -> None:
    assert set(opened.positions.at(1).trails) == {"ger-8-inf"}
    assert set(opened.positions.at(4).trails) == set()


def test_positions_are_kept_and_the_oldest_forgotten(opened: OpenGame) -> None:
    positions = Positions(opened.audit, Timeline(opened.audit.log, opened.audit.steps))
    first = positions.at(0)
    assert positions.at(0) is first


def test_an_answer_says_hexes_by_name_and_counters_as_players_do(served: Served, game: str) -> None:
    found = served.question(game, "reach", step=0, unit="ger-24-pz")
    assert found["answered"] is True
    assert found["unit"] == {"id": "ger-24-pz", "name": "24th Panzer Corps", "side": "axis"}
    assert (found["at"], found["supposed"]) == ("M24", "")
    land = found["ways"][0]
    assert land["manner"] == "land"
    assert {"M23", "M22"} <= set(land["ends"])
    assert "M20" not in land["ends"]


def test_questions_are_asked_about_what_was_put_elsewhere(served: Served, game: str) -> None:
    edits = [["ger-24-pz", "K23"], ["rus-10-inf", None]]
    found = served.question(game, "reach", step=0, unit="ger-24-pz", edits=edits)
    assert found["at"] == "K23"
    units = served.question(game, "position", step=0, edits=edits)["units"]
    assert units["ger-24-pz"] == "K23"
    assert "rus-10-inf" not in units
    assert served.question(game, "position", step=0)["units"]["ger-24-pz"] == "M24"


def test_odds_are_told_with_all_that_makes_them(served: Served, game: str) -> None:
    asked = {"step": 0, "edits": [["ger-24-pz", "M22"]], "targets": ["N22"]}
    found = served.question(game, "odds", **asked, attackers=["ger-24-pz"])
    assert [each["id"] for each in found["near"]] == ["ger-24-pz"]
    assert found["odds"]["odds"] == "1-1"
    assert [step["words"] for step in found["odds"]["steps"]] == [
        "8 to 5 is 1-1, every fraction in the defender's favour."
    ]
    best = served.question(game, "best", **asked, side="axis", attackers=["ger-24-pz"])
    assert best["answered"] is True
    assert best["attackers"]


@pytest.mark.parametrize(
    ("key", "fields", "told"),
    [
        ("reach", {"unit": "nobody"}, "There is no such unit in this game."),
        ("reach", {"unit": 7}, "There is no such unit in this game."),
        ("reach", {"unit": "ger-24-pz", "step": 99}, "This game has no such step."),
        ("reach", {"unit": "ger-24-pz", "step": -1}, "This game has no such step."),
        ("reach", {"unit": "ger-24-pz", "edits": [["ger-24-pz", None]]}, "This unit is not on the map."),
        ("reach", {"unit": "ger-24-pz", "edits": "all"}, "At most 400 units can be put elsewhere."),
        ("reach", {"unit": "ger-24-pz", "edits": [["ger-24-pz"]]}, "That is not a change of a position."),
        ("way", {"unit": "ger-24-pz", "goal": "ZZ99"}, "There is no such hex on this map."),
        ("odds", {"attackers": ["ger-24-pz"], "targets": []}, "Choose an enemy hex first."),
        ("odds", {"attackers": ["ger-24-pz"], "targets": ["M24"]}, "There is no enemy unit in M24."),
        ("odds", {"attackers": [], "targets": ["N22"]}, "There is no such side in this game."),
        ("odds", {"attackers": BOTH, "targets": ["N22"]}, "The attackers are of more than one side."),
        ("odds", {"attackers": ["ger-24-pz"] * 61, "targets": ["N22"]}, "That is not a question of this page."),
    ],
)  # fmt: skip
def test_a_question_that_makes_no_sense_is_answered_with_a_sentence(
    served: Served, game: str, key: str, fields: dict[str, Any], told: str
) -> None:
    assert served.question(game, key, **{"step": 0, **fields}) == {"error": told}


def test_an_overlay_that_the_game_does_not_have_is_not_answered(served: Served, game: str) -> None:
    assert served.asked(game, "overlay", {"key": "weather"}) == {"answered": False}
    assert served.asked(game, "overlay", {"key": "zones"})["answered"] is True


def test_the_own_log_is_looked_through(served: Served, game: str) -> None:
    found = served.question(game, "mail")
    assert (found["log"], found["steps"], found["clean"]) == ("week1.vlog", 6, False)
    assert [(each["rule"], each["verdict"], each["steps"]) for each in found["findings"]] == [
        ("7.2", "violation", [3, 4, 5])
    ]
    assert [line["words"] for line in found["duties"]] == [
        "8th Infantry Corps (ger-8-inf) must attack J21.",
        "46th Panzer Corps (ger-46-pz) must attack L22 and N22.",
    ]


def test_what_was_tried_is_a_record(served: Served, game: str, parts: ModuleInputs) -> None:
    from trc_module.games import find_game

    answer = served.ask(f"game/{game}/api/save/record", "POST", b'{"step": 0, "edits": [["ger-24-pz", "K23"]]}')
    assert answer.headers["content-disposition"] == 'attachment; filename="week1-tried.game"'
    state = read_record(answer.body.decode(), "tried", find_game).start
    assert where(state, "ger-24-pz", parts) == "K23"


def test_orders_are_drafted_of_attacks_and_checked(served: Served, game: str) -> None:
    edits = [["ger-24-pz", "M22"], ["ger-46-pz", "M22"]]
    battle = {"attackers": ["ger-24-pz", "ger-46-pz"], "targets": ["N22"], "support": [], "edits": edits}
    found = served.question(game, "orders-draft", step=0, edits=edits, battles=[battle])
    assert found["text"].splitlines()[:2] == [
        "turn 1 axis impulse 1",
        "N22: 2-1 by 24a,46a  A1/AR/EX/DR/D1 ?",
    ]
    assert found["clean"] is False
    checked = served.question(game, "orders-check", step=0, edits=edits, text=found["text"])
    assert checked["report"] == found["report"]
    assert "rus-6-cav" in checked["report"]


def test_what_is_said_of_orders_is_said_in_the_language(served: Served, game: str) -> None:
    told = served.question(game, "orders-check", step=0, lang="de", text="turn 1 axis impulse 1\n")
    assert told["supposed"] == "Gezeigt für Runde 1, Achse, 1. Impuls, Kampf, mit den Spielsteinen, wo sie jetzt liegen"
    assert told["report"].startswith("Runde 1, Achse, 1. Impuls: 0 Kämpfe befohlen.")


@pytest.mark.parametrize(
    ("battles", "told"),
    [
        ([], "Keep an attack first: orders are written of those."),
        ([1], "That is not an attack."),
        ([{"attackers": [], "targets": ["N22"]}], "An attack has no attackers."),
        ([{"attackers": ["ger-24-pz"], "targets": ["M20"]}], "There is no enemy unit in M20."),
    ],
)
def test_orders_of_nothing_are_refused(served: Served, game: str, battles: list[Any], told: str) -> None:
    assert served.question(game, "orders-draft", step=0, battles=battles) == {"error": told}


def test_remedies_are_told_by_the_number_of_the_finding(served: Served, game: str) -> None:
    found = served.question(game, "remedies")
    assert list(found) == ["0"]
    assert found["0"].endswith(".")


def test_a_hex_is_corrected_by_a_sheet_that_errata_reads(served: Served, game: str, tmp_path: Path) -> None:
    asked = {"hex": "N21", "terrain": "woods", "source": 'my "old" copy'}
    answer = served.ask(f"game/{game}/api/save/erratum", "POST", json.dumps(asked).encode())
    assert answer.headers["content-disposition"] == 'attachment; filename="hex-n21.toml"'
    sheet = tmp_path / "errata" / "0001-hex-n21.toml"
    sheet.parent.mkdir()
    sheet.write_bytes(answer.body)
    board = load_board(data_dir() / "trc", tmp_path)
    assert board.terrain[board.grid.hex("N21")].id == "woods"
    assert str(board.fact("terrain N21").source) == 'owner:my "old" copy'


@pytest.mark.parametrize(
    ("hex_", "terrain", "told"),
    [
        ("N21", "clear", "N21 is clear in the data already."),
        ("N21", "jungle", "That is not a correction of this map."),
        ("ZZ99", "clear", "There is no such hex on this map."),
        ("N22", "sea", "The map would contradict itself: "),
    ],
)
def test_a_correction_that_does_not_hold_is_refused(
    served: Served, game: str, hex_: str, terrain: str, told: str
) -> None:
    said = served.asked(game, "save/erratum", {"hex": hex_, "terrain": terrain})["error"]
    assert said.startswith(told)
