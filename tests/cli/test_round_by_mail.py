"""`trc-module ready`, `duties` and `sentences`: a log before it is mailed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.test_orders import FOUGHT, POSITION
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.resources import data_dir

ORDERS = "turn 2 axis impulse 1\nX17: 2-1 by 41a,47a,17i open\n"


def run(*words: object) -> Result:
    return CliRunner().invoke(group, list(map(str, words)), catch_exceptions=False)


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's log: ten moves, three mistakes, and the end of the movement phase."""
    path = tmp_path_factory.mktemp("opening") / "opening.vlog"
    assert run("compose", data_dir() / "trc" / "games" / "opening.game", "-o", path).exit_code == 0
    return path


def test_a_log_is_ready_or_not(opening: Path) -> None:
    done = run("ready", opening, "--days", 7, "--off", "sat,sun", "--sent", "2026-12-18")
    lines = done.output.splitlines()
    assert done.exit_code == 1
    assert lines[:6] == [
        f"Log to mail: {opening}",
        "Subject: The Russian Campaign: turn 1, Axis impulse 1, Axis player and Russian player",
        "",
        "Turn 1, Axis impulse 1, clear: 10 units moved.",
        "Your turn: the dice of turn 1, Axis impulse 1.",
        "Please answer by Tuesday, 29 December 2026.",
    ]
    assert sum(line.startswith("violation ") for line in lines) == 3
    assert "still to be done: 57th Panzer Corps (ger-57-pz) must attack J21." in lines
    assert lines[-1] == "Look at this before you mail it."


@pytest.mark.parametrize(
    ("language", "subject", "text"),
    [
        (
            "de",
            "Runde 1, Achse, 1. Impuls, Axis player und Russian player",
            [
                "Runde 1, Achse, 1. Impuls, klar: 10 Einheiten gezogen.",
                "Du bist dran: die Würfel (Runde 1, Achse, 1. Impuls).",
                "Bitte antworte bis Freitag, 25. Dezember 2026.",
            ],
        ),
        (
            "it",
            "turno 1, Asse, impulso 1, Axis player e Russian player",
            [
                "Turno 1, Asse, impulso 1, sereno: 10 unità mosse.",
                "Tocca a te: i dadi (turno 1, Asse, impulso 1).",
                "Rispondi per favore entro venerdì 25 dicembre 2026.",
            ],
        ),
    ],
)
def test_the_mail_speaks_the_players_language(opening: Path, language: str, subject: str, text: list[str]) -> None:
    words = ["ready", opening, "--days", 7, "--sent", "2026-12-18", "--json", "--language", language]
    tree = json.loads(run(*words).stdout)
    assert tree["subject"] == f"The Russian Campaign: {subject}"
    assert tree["text"].splitlines() == text
    with pytest.raises(UserError, match="There is no language 'fr'"):
        run("ready", opening, "--language", "fr")


def test_orders_go_with_it_and_are_checked(tmp_path: Path) -> None:
    record, log, orders = tmp_path / "x.game", tmp_path / "x.vlog", tmp_path / "orders.txt"
    record.write_text(POSITION, encoding="utf-8")
    orders.write_text(ORDERS, encoding="utf-8")
    assert run("compose", record, "-o", log).exit_code == 0
    done = run("ready", log, "--orders", orders, "--folder", tmp_path / "mail", "--json")
    tree = json.loads(done.stdout)
    assert tree["text"].splitlines() == [
        "Turn 2, Axis impulse 1, clear: nothing moved, orders attached.",
        "Your turn: the dice of turn 2, Axis impulse 1.",
    ]
    assert (tree["side"], tree["turnOf"], tree["duties"], done.exit_code) == ("axis", "russian", None, 0)
    # What is mailed is the log itself, byte for byte.
    assert (tmp_path / "mail" / "x.vlog").read_bytes() == log.read_bytes()
    assert (tmp_path / "mail" / "orders.txt").read_text(encoding="utf-8") == ORDERS
    assert (tmp_path / "mail" / "mail.txt").read_text(encoding="utf-8").startswith(tree["subject"])
    with pytest.raises(UserError, match="expected a new or an empty folder"):
        run("ready", log, "--folder", tmp_path / "mail")


def test_a_game_without_a_break_hands_over_to_the_other_side(tmp_path: Path) -> None:
    record, log = tmp_path / "x.game", tmp_path / "x.vlog"
    record.write_text(FOUGHT.replace("impulse 1", "impulse 2"), encoding="utf-8")
    run("compose", record, "-o", log)
    tree = json.loads(run("ready", log, "--json").stdout)
    assert tree["text"].splitlines() == [
        "Turn 2, Axis impulse 2, clear: 1 battle, 1 Axis unit lost, 1 Russian unit lost.",
        "Your turn: turn 2, Russian impulse 1, movement.",
    ]
    assert (tree["turnOf"], tree["duties"]["open"]) == ("russian", [])


def test_duties_are_listed_at_any_step(opening: Path) -> None:
    done = run("duties", opening)
    assert done.exit_code == 1
    assert done.output.splitlines()[:2] == [
        "Turn 1, Axis impulse 1, combat, clear",
        "  0 of 9 units that must attack have an attack.",
    ]
    tree = json.loads(run("duties", opening, "--step", 4, "--json").stdout)
    assert (tree["phase"], sorted(tree["done"])) == ("movement", ["ger-57-pz", "ger-8-inf"])
    with pytest.raises(UserError, match=r"There is no step 99: the game has 27\."):
        run("duties", opening, "--step", 99)
    with pytest.raises(UserError, match="a record has no steps"):
        run("duties", data_dir() / "trc" / "games" / "opening.game", "--step", 1)


def test_sentences_begin_where_they_are_asked_to(opening: Path) -> None:
    told = run("sentences", opening, "--from", 26, "--ids").output
    assert told.splitlines() == [
        "Turn 1, Axis impulse 1, movement",
        "    26  7th Infantry Corps (ger-7-inf) moves from O25 to O24.",
        "    27  The movement phase ends.",
    ]
    with pytest.raises(UserError, match="There is no language 'xx'"):
        run("sentences", opening, "--language", "xx")


def test_days_off_belong_to_days(opening: Path) -> None:
    with pytest.raises(UserError, match="give --days too"):
        run("ready", opening, "--off", "sat")


def test_a_game_is_taken_back_to_a_step(opening: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.vlog"
    assert run("cut", opening, "--until", 4, "-o", cut).exit_code == 0
    told = run("sentences", cut).output.splitlines()
    assert told[1:] == run("sentences", opening).output.splitlines()[1:3]
    for words in ((), ("--from", 1), ("--from", 1, "--to", 1, "--until", 3)):
        with pytest.raises(UserError, match="Name the first and the last turn"):
            run("cut", opening, *words, "-o", cut)
    with pytest.raises(UserError, match="There is no step 99"):
        run("cut", opening, "--until", 99, "-o", cut)
