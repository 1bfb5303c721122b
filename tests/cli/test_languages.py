"""What commands tell people in their language, and what stays as it is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.resources import data_dir

FOUGHT = """\
game: trc
at: turn 2 axis impulse 1 movement clear
on Y17: ger-41-pz ger-56-pz ger-47-pz
on X17: rus-6-tank
on Y20: ger-57-pz ger-48-pz
on X20: rus-3-cav
av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
move ger-57-pz Y20 > Y12
end
attack 2: ger-48-pz x rus-3-cav
roll 2: 3
end
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(group, list(map(str, words)), catch_exceptions=False)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fought")
    (folder / "fought.game").write_text(FOUGHT, encoding="utf-8")
    path = folder / "fought.vlog"
    assert run("compose", folder / "fought.game", "-o", path).exit_code == 0
    return path


def test_an_audit_is_told_in_the_language(log: Path) -> None:
    english, german = (run("audit", log, "--language", each).output.splitlines() for each in ("en", "de"))
    assert len(english) == len(german)
    assert english[0].endswith("steps, 6 acts; Axis player (Axis), Russian player (Russian), Referee player (Referee).")
    assert german[0].endswith(
        "Schritte, 6 Handlungen; Axis player (Achse), Russian player (Russen), Referee player (Referee)."
    )
    assert "Turn 2, Axis impulse 1, movement" in english
    assert "Runde 2, Achse, 1. Impuls, Bewegung" in german
    (told,) = (line for line in german if "4.1.2c" in line and "Verstoß" in line)
    assert "57. Panzerkorps (ger-57-pz) zog mindestens 9 Hexfelder weit" in told
    # Acts stand as in a record, in every language.
    assert "      move ger-57-pz Y20 > Y12" in german
    assert german[-1].startswith("Mehr dazu: trc-module rule ")


def test_what_programs_read_is_english(log: Path) -> None:
    english, german = (run("audit", log, "--json", "--language", each).stdout for each in ("en", "de"))
    assert json.loads(english) == json.loads(german)


def test_the_page_of_an_audit_speaks_the_language(log: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("audit", log, "--language", "it", "--html", page).exit_code == 1
    text = page.read_text(encoding="utf-8")
    assert '<html lang="it">' in text
    assert ">Rilievi</button>" in text


def test_a_summary_is_told_in_the_language(log: Path, tmp_path: Path) -> None:
    lines = run("summary", log, "--language", "de").output.splitlines()
    assert lines[2:4] == ["Runde 2, klar", "  Achse, 1. Impuls, Bewegungen: Achse 1"]
    fought = "41. Panzerkorps, 56. Panzerkorps, 47. Panzerkorps gegen 6. Panzerkorps (automatischer Sieg)"
    assert f"    Kampf 1: {fought}" in lines
    page = tmp_path / "page.html"
    assert run("summary", log, "--language", "it", "--html", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "<h1>Resoconto della partita</h1>" in text
    assert "After-action" not in text


def test_a_rule_is_explained_in_the_language() -> None:
    lines = run("rule", "8.2d", "--language", "it").output.splitlines()
    assert lines[0] == "8.2d  La palude vale come terreno aperto in un turno di neve"
    assert "Rispettata:" in lines


def test_a_rulebook_is_written_in_the_language(tmp_path: Path) -> None:
    assert run("rulebook", tmp_path / "book", "--game", "m41", "--language", "de").exit_code == 0
    page = (tmp_path / "book" / "M41-STK.html").read_text(encoding="utf-8")
    assert "In einem Hexfeld stehen beliebig viele Einheiten einer Seite" in page
    assert "✗ Verletzt die Regel" in page
    assert '<dt>Daten</dt><dd lang="en">' in page
    assert "Moscow 1941: die Regeln erklärt" in (tmp_path / "book" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["audit x.vlog", "summary x.vlog", "rule 8.2d", "rulebook x"])
def test_an_unknown_language_is_told(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"There is no language 'xx': expected en, de, it\."):
        run(*command.split(), "--language", "xx")


def test_the_report_of_an_archive_speaks_the_language(log: Path, tmp_path: Path) -> None:
    archive = tmp_path / "games.db"
    assert run("archive", archive, "add", log).exit_code in (0, 1)
    assert run("archive", archive, "report", tmp_path / "report", "--language", "de").exit_code == 0
    (page,) = (each for each in (tmp_path / "report").glob("*.html") if each.name != "index.html")
    assert '<html lang="de">' in page.read_text(encoding="utf-8")
    # A page of another language is made anew.
    done = run("archive", archive, "report", tmp_path / "report")
    assert "1 of them drawn anew" in done.output
    assert '<html lang="en">' in page.read_text(encoding="utf-8")


def test_lint_tells_where_a_catalogue_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "m41"
    shutil.copytree(data_dir() / "m41", folder)
    path = folder / "spoken" / "de.po"
    words = path.read_text(encoding="utf-8").replace('"{unit} zog, ist', '"{unit} zog {v}, ist')
    path.write_text(words, encoding="utf-8")
    done = run("lint", folder)
    assert done.exit_code == 1
    assert "spoken/de.po, line" in done.output
    assert "has no {v}, which its translation has [translations]" in done.output


def test_texts_that_stay_english_are_listed() -> None:
    done = run("untranslated", "--game", "m41")
    assert (done.exit_code, done.output.splitlines()[0]) == (0, "de: 0 texts of Moscow 1941 without a translation.")
