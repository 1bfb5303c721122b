"""Letters in the language of each player, with rulings and without addresses."""

from __future__ import annotations

from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from trc_module.archive.store import Store
from trc_module.archive.table import game_rows
from trc_module.catalogue import faults_of, read_catalogue
from trc_module.errors import UserError
from trc_module.tournament.findings import ByGame, found_in, rule_upon
from trc_module.tournament.folder import Tournament, read_tournament
from trc_module.tournament.letters import write_letters
from trc_module.tournament.results import Result, results_of


def read(folder: Path) -> tuple[Tournament, list[Result], ByGame]:
    tournament = read_tournament(folder)
    with Store(tournament.archive, reads=True) as store:
        results = results_of(tournament, game_rows(store)).results
    return tournament, results, found_in(tournament, results)


def letters(
    folder: Path, *, html: bool = False, today: date = date(2026, 4, 1), player: str | None = None
) -> dict[str, str]:
    tournament, results, found = read(folder)
    written = write_letters(tournament, results, found, folder / "letters", 1, player, as_html=html, today=today)
    return {path.name.partition("-")[2].partition("-")[0]: path.read_text(encoding="utf-8") for path in written}


def test_each_player_has_a_letter_in_his_language_and_none_has_an_address(spring: Path) -> None:
    told = letters(spring)
    assert sorted(told) == ["ann", "bert", "carl", "dora"]
    assert told["ann"].splitlines()[:9] == [
        "Spring, Runde 1",
        "===============",
        "",
        "Hallo Ann,",
        "",
        "Partie 1.1: Du spielst die Seite „Achse“ gegen Bert.",
        "Achse wurde für 2 Punkte genommen.",
        "Die Runde begann am 1. März 2026.",
        "Sie endet am 30. April 2026 um Mitternacht (Europe/Berlin).",
    ]
    assert "Partita 1.1: giochi lo schieramento «Russi» contro Ann." in told["bert"]
    assert "Rispondi per favore entro 7 giorni." in told["bert"]
    assert "You play" not in told["carl"]
    assert "Game 1.2: you play the Axis side against Dora <b>." in told["carl"]
    assert "Dora <b> has won (resignation)." in told["carl"]
    assert "You have won (resignation)." in told["dora"]
    assert not any("@" in text for text in told.values())


def test_a_late_game_is_asked_for(spring: Path) -> None:
    told = letters(spring, today=date(2026, 5, 1), player="Bert")
    assert list(told) == ["bert"]
    assert "È finito il 30 aprile 2026 e la partita non ha ancora un risultato" in told["bert"]


def test_a_finding_stands_with_its_remedy_and_its_ruling(spring: Path) -> None:
    tournament, _, found = read(spring)
    violation = found["1.1"][0]
    assert violation.rule == "4.1.2c"
    before = letters(spring)
    assert f"Noch kein Entscheid [{violation.fingerprint}]" in before["ann"]
    assert "Secondo l'uso: " in before["bert"]
    assert "(in inglese)" not in before["bert"]
    rule_upon(tournament, found, violation.fingerprint[:6], "agreed", "both play on", "Bert", date(2026, 4, 2))
    after = letters(spring)
    assert "Entscheid: vereinbart (Bert): both play on" in after["ann"]
    assert after["ann"].count("Noch kein Entscheid") == before["ann"].count("Noch kein Entscheid") - 1


def test_a_letter_as_a_page_escapes_what_players_are_called(spring: Path) -> None:
    told = letters(spring, html=True)
    assert "Dora &lt;b&gt; has won" in told["carl"]
    assert '<html lang="de">' in told["ann"]
    assert not any("<script" in text or "@" in text.partition("</style>")[2] for text in told.values())
    (mine,) = (spring / "letters").glob("1.1-ann*.html")
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="is not one of our pages, and would be lost"):
        letters(spring, html=True)


def test_a_round_that_is_not_paired_has_no_letters(spring: Path) -> None:
    tournament, results, found = read(spring)
    with pytest.raises(UserError, match="Round 2 is not paired yet"):
        write_letters(tournament, results, found, spring / "x", 2, None, as_html=False, today=date(2026, 4, 1))
    assert not (spring / "x").exists()


def test_the_languages_have_the_same_sentences_with_the_same_places() -> None:
    import re

    room = files("trc_module.tournament") / "spoken"
    catalogues = [read_catalogue(room / f"{name}.po") for name in ("de", "it")]
    tables = [{entry.english[0]: entry.said for entry in catalogue.entries} for catalogue in catalogues]
    assert tables[0].keys() == tables[1].keys()
    assert [fault for name in ("de", "it") for fault in faults_of(Path(str(room / f"{name}.po")))] == []
    code = (Path(__file__).parents[2] / "trc_module" / "tournament" / "letters.py").read_text(encoding="utf-8")
    said_there = re.findall(r'\.say\(\s*"([^"]+)"', code)
    assert len(said_there) > 15
    assert [each for each in said_there if each not in tables[0]] == []
