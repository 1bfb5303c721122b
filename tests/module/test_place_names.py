from __future__ import annotations

import re

import pytest

from trc_module.art.display import Text
from trc_module.art.fonts import Face, font_data
from trc_module.art.map.keys import layer_key
from trc_module.art.map.names import names
from trc_module.art.map.panels import panels
from trc_module.art.map.scene import Scene
from trc_module.art.map.style import load_style
from trc_module.board import Board
from trc_module.charts.terrain import terrain_effects
from trc_module.games import find_game
from trc_module.module.draw_jobs import ChartPicture, MapPicture
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.place_names import printed_board, printed_names
from trc_module.module.plates import name_plates
from trc_module.module.static_images import static_jobs
from trc_module.report.tongue import tongue_of
from trc_module.resources import data_dir

GAMES = ("trc", "nr", "m41", "trp")
SHARED = {"AR", "DR", "EX", "Luftwaffe", "Kerch", "in", "Area", "bonus"}
"""Words of the English key that others share with it."""


def printed(inputs: ModuleInputs) -> Board:
    return printed_board(inputs.board, inputs.texts, inputs.recipe.key_words(inputs))


def key_texts(game: str, language: str) -> list[str]:
    """Return all that is written in the key beside the map of a module and in that of its signs."""
    inputs = load_inputs(find_game(game), data_dir() / game, language)
    board, chart = printed(inputs), terrain_effects(inputs.charts, inputs.recipe.key_words(inputs))
    scene = Scene(board, load_style("colour"), board.grid.all, chart)
    titles = {board.legend.title.upper(), board.legend.subtitle, "N"}
    return [item.text for item in panels(scene) if isinstance(item, Text) and item.text not in titles]


def test_the_map_bears_names_in_the_language_of_the_module_and_the_data_keep_theirs() -> None:
    italian = load_inputs(find_game("trc"), data_dir() / "trc", "it")
    board = printed(italian)
    assert board.cities["Mosca"].hex == italian.board.cities["Moscow"].hex
    names = printed_names(board)
    assert {"Varsavia", "Germania", "Prussia or.", "Mar Nero", "Danubio", "Majkop"} < set(names)
    assert names[1] == "La guerra a est dal maggio 1941 al maggio 1945"
    assert board.rail_links == italian.board.rail_links
    plates = {plate.name: plate.position for plate in name_plates(italian.board, italian.layout, italian.texts)}
    assert plates["Mosca"] == italian.layout.point(italian.board.cities["Moscow"].hex)[1:]


def test_another_language_is_another_picture_and_in_english_nothing_is_called_otherwise() -> None:
    keys = set()
    for language in ("en", "de", "it"):
        inputs = load_inputs(find_game("trc"), data_dir() / "trc", language)
        keys |= {job.key for job in static_jobs(inputs) if job.name == "map.png"}
        if language == "en":
            assert printed_names(printed(inputs)) == printed_names(inputs.board)
    assert len(keys) == 3


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_cities_are_called_as_in_the_audits_sentences(game: str, language: str) -> None:
    inputs = load_inputs(find_game(game), data_dir() / game, language)
    spoken = tongue_of(language, data_dir() / game).words
    drawn = set.intersection(*(set(font_data(face).glyph_of) for face in Face))
    called = inputs.texts.under("place")
    # The font has not every letter: such a name is printed as the data have it.
    said = {
        city: word if (word := spoken.get(city, city)) and set(word) <= drawn else city for city in inputs.board.cities
    }
    assert {city: called.get(city, city) for city in inputs.board.cities} == said


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_no_two_places_of_a_kind_get_one_name(game: str, language: str) -> None:
    inputs = load_inputs(find_game(game), data_dir() / game, language)
    old, new = inputs.board, printed(inputs)
    assert (len(new.cities), len(new.regions), len(new.waters)) == (len(old.cities), len(old.regions), len(old.waters))
    assert len(new.river_sides) == len(old.river_sides)
    assert len({river.name for river in new.rivers}) == len({river.name for river in old.rivers})
    known = {*old.cities, *old.regions, *old.waters, *old.river_sides, *(gap.name for gap in old.gaps)}
    known |= {river.name for river in old.rivers} | {name for sites in old.sites.values() for name in sites}
    assert set(inputs.texts.under("place")) <= known


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_the_key_beside_the_map_keeps_no_english_word(game: str, language: str) -> None:
    english, other = (
        {word for text in key_texts(game, tongue) for word in re.findall(r"[^\W\d_]{2,}", text)}
        for tongue in ("en", language)
    )
    assert english & other <= SHARED
    drawn = set.intersection(*(set(font_data(face).glyph_of) for face in Face))
    assert {letter for word in other for letter in word} <= drawn


def test_the_key_says_what_the_charts_of_the_module_say() -> None:
    german = key_texts("trc", "de")
    assert {"GELÄNDEWIRKUNG", "ZEICHEN", "Straße von Kertsch", "Muss anhalten, außer Gebirgsjägern"} <= set(german)
    assert {"Panzer 2, andere 1", "Verschiebung -1; ein Vormarsch endet"} <= set(key_texts("nr", "de"))
    assert "TERRAIN EFFECTS" in key_texts("trc", "en")


def test_districts_are_titled_in_the_language_of_the_module() -> None:
    boards = [printed(load_inputs(find_game("trc"), data_dir() / "trc", language)) for language in ("en", "de", "it")]
    titles = [board.legend.district_title("Odessa") for board in boards]
    assert titles == ["Odessa M. D.", "MB Odessa", "D. M. Odessa"]
    german = Scene(boards[1], load_style("colour"), boards[1].grid.all)
    assert "MB ODESSA" in {item.text for item in names(german) if isinstance(item, Text)}
    assert layer_key(german, "names") != layer_key(Scene(boards[0], german.style, german.window), "names")


def test_the_charts_are_called_as_the_map_is() -> None:
    shown = [job.subject for job in static_jobs(load_inputs(find_game("m41"), data_dir() / "m41", "it"))]
    maps = {each.board.legend.title for each in shown if isinstance(each, MapPicture)}
    charts = {each.game for each in shown if isinstance(each, ChartPicture)}
    assert (maps, charts) == ({"Mosca 1941"}, {"Mosca 1941"})
