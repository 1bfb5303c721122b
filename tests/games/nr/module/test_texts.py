"""The words of No Retreat!'s module: whole in every language, and what the cards say in them."""

from __future__ import annotations

import re

import pytest

from trc_module.art.counters.card_face import card_of
from trc_module.facts.toml_file import read_toml
from trc_module.games.nr import load
from trc_module.games.nr.data import FOLDER
from trc_module.module.charts import chart_pages
from trc_module.module.inputs import load_inputs
from trc_module.module.recipe import ModuleInputs
from trc_module.module.texts import load_texts, own_words

PLACEHOLDER = re.compile(r"\{[^}]*\}")
OTHERS = ("de", "it")


def own_of(language: str) -> dict[str, str]:
    tables = read_toml(FOLDER / "module" / "texts" / f"{language}.toml")
    return {f"{name}.{key}": text for name, table in tables.items() for key, text in table.items()}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_all_that_english_has_with_the_same_blanks(language: str) -> None:
    english, other = own_of("en"), own_of(language)
    assert english.keys() - other.keys() == set()
    blanks = {key: (PLACEHOLDER.findall(text), PLACEHOLDER.findall(other[key])) for key, text in english.items()}
    assert {key: both for key, both in blanks.items() if both[0] != both[1]} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_every_event_and_turn_is_told_in_every_language(language: str) -> None:
    words = own_words(language, FOLDER)
    cards = [marker for marker in load().roster.markers.values() if marker.events]
    wanted = {
        f"card.{card.id}-{event.side}-{what}"
        for card in cards
        for event in card.events
        for what in ("title", "when", "effect")
    }
    wanted |= {f"track.{what}-{turn}" for turn in load().track.turns for what in ("event", "label")}
    assert wanted - words.keys() == set()


def test_a_card_says_its_events_in_the_players_language() -> None:
    card = load().roster.markers["card-4"]
    face = card_of(card, load_texts("de", FOLDER).under("card"))
    axis, soviet = face.parts
    assert (axis.title, axis.mark, axis.effect) == ("Elastische Verteidigung", "", "das Ergebnis des Kampfes ist DR")
    assert soviet.mark == "Solange die Achse die Initiative hat"
    assert face.foot == "Nr. 4, nicht 1945"
    assert card_of(card, {}).foot == "4, 1941"


def test_the_turn_track_prints_what_stands_in_its_boxes() -> None:
    parts: ModuleInputs = load_inputs(load(), FOLDER)
    window = next(window for window in parts.layout.windows if window.id == "turns")
    boxes = {box.key: box for box in parts.recipe.captioned(parts, window).boxes}
    assert boxes["turn-3"].caption == "Sep-Oct 41"
    assert boxes["turn-3"].lines == (
        "mud, Blitz! 2, Shock! 0",
        "Sudden death: Axis 20",
        "Soviets may fortify",
        "Arrivals: Soviets 3",
    )
    assert boxes["turn-4"].lines == (
        "snow, Blitz! 0, Shock! 3",
        "war in the Pacific",
        "a point to the Soviets",
        "Arrivals: Soviets 2",
    )


def test_charts_are_told_in_the_players_language() -> None:
    parts = load_inputs(load(), FOLDER, "de")
    pages = dict(chart_pages(parts))
    assert "langer Winter" in pages["chart-turns.html"]
    assert "Krieg im Pazifik" in pages["chart-turns.html"]
    assert ">Straße von Kertsch</td>" in pages["chart-terrain.html"]
    assert "die Verteidiger gehen zwei Hexfelder zurück" in pages["chart-combat.html"]
    assert "sowjetische Einheiten in einem Hexfeld ab Runde 23 ?" in pages["chart-costs.html"]


@pytest.mark.parametrize("language", OTHERS)
def test_windows_boxes_and_counters_have_titles_in_every_language_and_names_in_one(language: str) -> None:
    english, other = (load_inputs(load(), FOLDER, each) for each in ("en", language))
    for window in english.layout.windows:
        shown = [each.recipe.captioned(each, window).boxes for each in (english, other)]
        # The numbers of the track of points are the same in every language.
        same = [a.key for a, b in zip(*shown, strict=True) if a.title == b.title]
        assert [key for key in same if not key.startswith("vp-")] == []
        assert [box.title for box in shown[0]] == [box.title for box in window.boxes]
        for word in (f"window.{window.id}", f"window.{window.id}-button"):
            assert other.texts.words[word] != english.texts.words[word]
    names = [_names(each) for each in (english, other)]
    same_names = {name for name in names[0] if names[0][name] == names[1][name]}
    # Blitz! and Shock! are called so in every language, and some cards bear two names of persons.
    assert {name for name in same_names if not name.startswith(("blitz", "shock", "card"))} == set()
    persons = {card for card in same_names if card.startswith("card")}
    assert persons == {"card-52"}


def _names(parts: ModuleInputs) -> dict[str, str]:
    roster = parts.roster
    units = {unit.id: parts.maker.slot_piece(unit).name for unit in roster.units.values()}
    return units | {marker.id: parts.maker.slot_piece(marker).name for marker in roster.markers.values()}
