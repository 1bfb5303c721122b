"""A game as sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replay.script import CLEAR, Script
from trc_module.auditing.audit import Audit, audit_log
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.report.sentences import sentences_text, sentences_tree, told_acts
from trc_module.report.tongue import tongue_of
from trc_module.resources import data_dir
from trc_module.rules.record import read_record

FOUGHT = """\
game: trc
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on Y16: ger-17-inf
on X17: rus-24-inf rus-4-inf
attack 1: ger-41-pz ger-47-pz ger-17-inf x rus-24-inf rus-4-inf
roll 1: 4 2-1 EX
lose 1: ger-17-inf
lose 1: rus-4-inf
retreat 1: rus-24-inf X17 W17
end
"""


@pytest.fixture(scope="module")
def fought(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Audit:
    path = tmp_path_factory.mktemp("fought") / "fought.vlog"
    compose(parts, read_record(FOUGHT, "fought", find_game), path, "0.0.1")
    return audit_log(open_log(path, parts))


def test_an_attack_is_told_with_its_roll_and_what_came_of_it(fought: Audit) -> None:
    told = told_acts(fought)
    assert [each.words for each in told] == [
        "41st Panzer Corps, 47th Panzer Corps and 17th Infantry Corps attack X17 at 2-1: EX (die 4).",
        "17th Infantry Corps is lost.",
        "4th Army is lost.",
        "24th Army retreats from X17 to W17.",
        "The combat phase ends.",
    ]
    assert (told[0].units[0], told[0].hexes, told[3].hexes) == ("ger-41-pz", ("X17",), ("X17", "W17"))
    assert sentences_text(fought, told).splitlines()[:2] == [
        "Turn 2, Axis impulse 1, combat",
        f"  {told[0].steps[-1]:>4}  {told[0].words}",
    ]


def test_ids_stand_behind_names_where_they_are_wanted(fought: Audit) -> None:
    told = told_acts(fought, ids=True)
    assert told[1].words == "17th Infantry Corps (ger-17-inf) is lost."
    assert sentences_tree(fought, told[1:2])[0]["units"] == ["ger-17-inf"]


ATTACKS = {
    "de": "41. Panzerkorps, 47. Panzerkorps und 17. Infanteriekorps greifen an: X17 bei 2-1: EX (Würfel 4).",
    "it": "41º Corpo corazzato, 47º Corpo corazzato e 17º Corpo di fanteria attaccano X17 a 2-1: EX (dado 4).",
}


@pytest.mark.parametrize(
    ("language", "end"), [("de", "Die Phase endet: Kampf."), ("it", "La fase finisce: combattimento.")]
)
def test_the_same_in_other_languages(fought: Audit, parts: ModuleInputs, language: str, end: str) -> None:
    told = told_acts(fought, tongue_of(language, parts.folder))
    assert (told[0].words, told[-1].words) == (ATTACKS[language], end)


def test_moves_name_the_places_that_have_a_name(parts: ModuleInputs, tmp_path: Path) -> None:
    log = Script(parts, CLEAR + "on I23: ger-39-pz\non J21: rus-3-inf\n", tmp_path / "x.vlog")
    told = told_acts(audit_log(log.move("ger-39-pz", "I22", "H22").log()))
    assert [each.words for each in told] == ["39th Panzer Corps moves from I23 to H22."]
    assert told[0].hexes == ("I23", "I22", "H22")


OWN = {
    "nr": (
        "game: nr\nat: turn 1 axis cards\n\ndraw axis 2\ncard axis card-43 discard\n",
        {
            "en": ["Axis: 2 cards drawn.", "Axis: card 43 (discard)."],
            "de": ["Achse: 2 Karten gezogen.", "Achse: Karte 43 (Abwurf)."],
            "it": ["Asse: 2 carte pescate.", "Asse: carta 43 (scarto)."],
        },
    ),
    "m41": (
        "game: m41\nat: turn 1 german weather unknown\nbox russian lost: rus-rzhev\n\nweather good\n",
        {"en": ["Weather: good."], "de": ["Wetter: gut."], "it": ["Tempo: buono."]},
    ),
    "trp": (
        "game: trp\nat: turn 2 soviet moves good\non Q3: sov-10-army\n\nstop soviet\n",
        {
            "en": ["Soviet: stops the game."],
            "de": ["Sowjets: beendet das Spiel."],
            "it": ["Sovietici: ferma la partita."],
        },
    ),
    "trc": (
        "game: trc\nat: turn 2 russian impulse 1 movement clear\non W20: rus-24-inf\n\nrail rus-24-inf W20 > W22\n",
        {
            "en": ["24th Army goes by rail from W20 to W22."],
            "de": ["24. Armee fährt mit der Bahn von W20 nach W22."],
            "it": ["24ª Armata va in treno da W20 a W22."],
        },
    ),
}


@pytest.mark.parametrize("name", OWN)
def test_what_one_game_alone_knows_is_told_in_every_language(name: str, tmp_path: Path) -> None:
    record, said = OWN[name]
    parts = load_inputs(find_game(name), data_dir() / name)
    path = tmp_path / "x.vlog"
    compose(parts, read_record(record, "x", find_game), path, "0.0.1")
    audit = audit_log(open_log(path, parts))
    for language, words in said.items():
        assert [each.words for each in told_acts(audit, tongue_of(language, parts.folder))] == words
