"""Sentences of findings in other languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from trc_module.games import find_game
from trc_module.report.tongue import ENGLISH, Tongue, tongue_of
from trc_module.resources import data_dir

OURS = Path(__file__).parents[2] / "trc_module" / "report" / "spoken"
CATALOGUES = sorted([*OURS.glob("*.toml"), *data_dir().glob("*/spoken/*.toml")])
_PLACE = re.compile(r"\{\w+\}")


@pytest.fixture
def german() -> Tongue:
    return tongue_of("de", data_dir() / "trc")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_form_loses_a_value_and_none_names_one_twice(path: Path) -> None:
    for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for english, other in table.items():
            places = _PLACE.findall(english)
            assert len(places) == len(set(places)), english
            assert name == "titles" or sorted(places) == sorted(_PLACE.findall(other)), english


@pytest.mark.parametrize("game", ["trc", "nr"])
def test_the_languages_say_the_same_sentences(game: str) -> None:
    german, italian = (tongue_of(language, data_dir() / game) for language in ("de", "it"))
    for one, other in ((german.titles, italian.titles), (german.words, italian.words)):
        assert one.keys() == other.keys()
    assert [p.fits.pattern for p in german.sentences] == [p.fits.pattern for p in italian.sentences]


@pytest.mark.parametrize("game", ["trc", "nr"])
def test_titles_are_of_rules_that_there_are(game: str) -> None:
    assert tongue_of("de", data_dir() / game).titles.keys() - find_game(game).book.rules.keys() == set()


def test_a_sentence_is_said_with_what_differs_in_it(german: Tongue) -> None:
    told = "ger-46-pz moved on after entering the zone of control of rus-3-inf and rus-6-cav in M22."
    assert german.sentence(told) == (
        "ger-46-pz zog weiter nach dem Betreten der Kontrollzone von rus-3-inf und rus-6-cav in M22."
    )
    assert ENGLISH.sentence(told) == told


def test_phrases_within_a_sentence_are_said_too(german: Tongue) -> None:
    told = "ger-41-pz moved by rail outside the first movement phase (turn 2 axis impulse 1 combat)."
    assert german.sentence(told) == (
        "ger-41-pz fuhr außerhalb der ersten Bewegungsphase mit der Bahn (Runde 2, Achse, 1. Impuls, Kampf)."
    )


@pytest.mark.parametrize(
    "told", ["A sentence that no catalogue has.", "ger-41-pz arrived in K20; it must arrive in some other place."]
)
def test_what_is_not_known_whole_is_not_said(german: Tongue, told: str) -> None:
    assert german.sentence(told) is None


def test_units_and_places_have_names(german: Tongue) -> None:
    units = german.units(find_game("trc").roster.units)
    assert [units[id_].spoken for id_ in ("ger-41-pz", "rus-3-inf", "rum-4-inf")] == [
        "41. Panzerkorps",
        "3. Armee",
        "Rumänisches 4. Infanteriekorps",
    ]
    assert german.place("Moscow") == "Moskau"
    assert german.place("Minsk") == "Minsk"
