from __future__ import annotations

import tomllib

import pytest

from trc_module.art.fonts import Face, font_data
from trc_module.games import find_game
from trc_module.module.inputs import load_inputs
from trc_module.module.place_names import printed_board, printed_names
from trc_module.module.plates import name_plates
from trc_module.module.static_images import static_jobs
from trc_module.resources import data_dir

GAMES = ("trc", "nr", "m41", "trp")


def test_the_map_bears_names_in_the_language_of_the_module_and_the_data_keep_theirs() -> None:
    italian = load_inputs(find_game("trc"), data_dir() / "trc", "it")
    board = printed_board(italian.board, italian.texts)
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
            assert printed_names(printed_board(inputs.board, inputs.texts)) == printed_names(inputs.board)
    assert len(keys) == 3


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_cities_are_called_as_in_the_audits_sentences(game: str, language: str) -> None:
    inputs = load_inputs(find_game(game), data_dir() / game, language)
    with (data_dir() / game / "spoken" / f"{language}.toml").open("rb") as file:
        spoken = tomllib.load(file)["words"]
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
    old, new = inputs.board, printed_board(inputs.board, inputs.texts)
    assert (len(new.cities), len(new.regions), len(new.waters)) == (len(old.cities), len(old.regions), len(old.waters))
    assert len(new.river_sides) == len(old.river_sides)
    assert len({river.name for river in new.rivers}) == len({river.name for river in old.rivers})
    known = {*old.cities, *old.regions, *old.waters, *old.river_sides, *(gap.name for gap in old.gaps)}
    known |= {river.name for river in old.rivers} | {name for sites in old.sites.values() for name in sites}
    assert set(inputs.texts.under("place")) <= known
