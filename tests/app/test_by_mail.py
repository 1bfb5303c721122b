"""The round by mail: duties, sentences, the mail and its deadline, puzzles, rulings, and folders with odd contents."""

from __future__ import annotations

import json
import os
import time
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import OPENING, Answer, Served
from tests.replay.script import Script
from trc_module.app.library import Library
from trc_module.auditing.audit import audit_log
from trc_module.cli.logs import open_logs
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.report.rulings import read_rulings

NOW = time.time()


def save(served: Served, game: str, form: str, **fields: Any) -> Answer:
    return served.ask(f"game/{game}/api/save/{form}", "POST", json.dumps(fields).encode())


def test_the_agenda_of_a_step_with_what_was_tried(served: Served, game: str) -> None:
    found = served.question(game, "agenda", step=0)
    assert (found["clock"], found["words"]) == ("turn 1 axis impulse 1 movement", ["clear"])
    assert (len(found["done"]), len(found["may"]), found["bound"]) == (0, 7, {"all": 0, "done": 0})
    tried = served.question(game, "agenda", step=0, edits=[["ger-24-pz", "M22"]])
    assert tried["bound"]["all"] == 1
    assert tried["later"][0]["words"].startswith("24th Panzer Corps (ger-24-pz) must attack")


def test_the_log_as_sentences_in_the_language_of_the_page(served: Served, game: str) -> None:
    assert served.question(game, "told")[0] == {
        "step": 2,
        "clock": "turn 1 axis impulse 1 movement",
        "words": "8th Infantry Corps moves from I23 to I21.",
        "units": ["ger-8-inf"],
        "hexes": ["I23", "I22", "I21"],
    }
    assert served.question(game, "told", lang="de")[0]["words"] == "8. Infanteriekorps zieht von I23 nach I21."
    assert served.question(game, "told", ids=True)[0]["words"].startswith("8th Infantry Corps (ger-8-inf) moves")


def test_ready_to_mail(served: Served, game: str) -> None:
    found = served.question(game, "ready", days=7, off="sat,sun")
    assert (found["log"], found["clean"], found["turnOf"]) == ("week1.vlog", False, "russian")
    lines = found["text"].splitlines()
    assert lines[:2] == [
        "Turn 1, Axis impulse 1, clear: 3 units moved.",
        "Your turn: turn 1, Russian impulse 1, movement.",
    ]
    assert lines[2].startswith("Please answer by ")
    assert served.question(game, "ready", lang="de")["text"].startswith("Runde 1, Achse, 1. Impuls, klar: ")
    original = save(served, game, "original")
    assert original.body == (served.folder / "week1.vlog").read_bytes()
    assert original.headers["content-disposition"] == 'attachment; filename="week1.vlog"'


def test_a_puzzle_is_a_log_that_asks_a_question(served: Served, game: str, parts: ModuleInputs, tmp_path: Path) -> None:
    made = save(served, game, "puzzle", step=2, edits=[["ger-24-pz", "M22"]], words="Take\nN22!")
    path = tmp_path / "puzzle.vlog"
    path.write_bytes(made.body)
    audit = audit_log(open_log(path, parts))
    assert audit.log.parts.board.grid.name(audit.start.place("ger-24-pz")) == "M22"  # type: ignore[arg-type]
    (step,) = audit.steps
    assert [(event.player, event.words) for event in step.events] == [("Puzzle", "puzzle: Take N22!")]  # type: ignore[union-attr]
    assert audit.violations == 0
    assert save(served, game, "puzzle", step=2).tree == {"error": "Write the question of the puzzle first."}


def test_a_game_is_taken_back_to_a_step_and_shared(
    served: Served, game: str, parts: ModuleInputs, tmp_path: Path
) -> None:
    path = tmp_path / "cut.vlog"
    path.write_bytes(save(served, game, "cut", step=2).body)
    assert len(audit_log(open_log(path, parts)).steps) == 2
    assert save(served, game, "picture", step=5, hexes=["M22"]).body.startswith(b"\x89PNG")
    page = save(served, game, "page", finding=0).body.decode()
    assert "<h1>violation 7.2</h1>" in page
    assert "<li>8th Infantry Corps moves from I23 to I21.</li>" in page
    assert "secret" not in page


def test_notes_and_rulings_travel_in_a_file(served: Served, game: str, tmp_path: Path) -> None:
    (number, finding), *_ = served.question(game, "prints").items()
    said = [
        {"finding": finding, "kind": "agreed", "reason": 'It\'s "fine"\nthis once', "by": "Ann"},
        {"finding": finding, "kind": "note", "reason": "ask the director", "by": "Bert: me"},
    ]
    text = save(served, game, "rulings", rulings=said).body.decode()
    (tmp_path / "rulings.toml").write_text(text, encoding="utf-8")
    ruling = read_rulings(tmp_path).by_finding[finding]
    assert (number, ruling.kind, ruling.by, ruling.rule, ruling.reason) == (
        "0",
        "agreed",
        "Ann",
        "7.2",
        'It\'s "fine" this once',
    )
    assert tomllib.loads(text)["ruling"][0]["date"] == date.today()
    back = served.question(game, "rulings-read", text=text)
    assert [(each["kind"], each["by"]) for each in back["rulings"]] == [("agreed", "Ann"), ("note", "Bert me")]
    strange = text.replace(finding, "0" * 12)
    assert served.question(game, "rulings-read", text=strange) == {"rulings": [], "strange": 2}
    assert served.question(game, "rulings-read", text="[[ruling]]\nx = 1\n")["error"].startswith("rulings.toml")
    empty = "There is nothing to save yet: write a note or a ruling first."
    assert served.question(game, "rulings-text", rulings=[]) == {"error": empty}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "games").mkdir()
    (tmp_path / "run" / "dropped").mkdir(parents=True)
    from functools import partial

    return Library([tmp_path / "games"], tmp_path / "run" / "dropped", partial(open_logs, game=None))


def test_among_a_thousand_other_files_each_game_is_found_once(library: Library, opening: Path) -> None:
    (folder,) = library.folders
    for number in range(1000):
        (folder / f"holiday {number}.jpg").write_bytes(b"no log")
    # Two games of one name, in two folders: they are two, if they differ, and one if they are the same.
    for name in ("north", "south"):
        (folder / name).mkdir()
        (folder / name / "week1.vlog").write_bytes(opening.read_bytes())
    library.look()
    assert [card.logs for card in library.cards()] == [("week1.vlog",)]


def test_a_log_half_written_is_read_when_it_is_whole_and_no_clock_confuses_it(
    library: Library, opening: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    (folder,) = library.folders
    log, content = folder / "week1.vlog", opening.read_bytes()
    log.write_bytes(content[: len(content) // 2])
    library.look()
    (half,) = library.cards()
    assert (half.name, "not a complete zip archive" in half.error) == ("", True)
    log.write_bytes(content)
    # The clock was set back: the whole log is older than the half of it.
    os.utime(log, (1_000_000_000, 1_000_000_000))
    library.look()
    (whole,) = library.cards()
    assert (whole.error, whole.counts, whole.steps, whole.sides) == ("", (("violation", 1),), 6, ("axis", "russian"))
    # Another game under the same name in a folder of its own is another card.
    (folder / "south").mkdir()
    other = Script(parts, OPENING.replace("on N22: rus-10-inf\n", ""), tmp_path / "other.vlog").move("ger-8-inf", "I22")
    (folder / "south" / "week1.vlog").write_bytes(other.write().read_bytes())
    library.look()
    assert sorted(card.counts for card in library.cards()) == [(), (("violation", 1),)]


def test_another_folder_is_looked_into_from_then_on(library: Library, opening: Path, tmp_path: Path) -> None:
    more = tmp_path / "vassal"
    more.mkdir()
    (more / "week1.vlog").write_bytes(opening.read_bytes())
    library.look()
    assert library.cards() == []
    library.also(more)
    library.also(more)
    library.look()
    assert len(library.cards()) == 1
    assert len(library.folders) == 2
