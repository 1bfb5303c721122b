"""The words of the modules of Moscow 1941 and The Russian Portfolio: whole in every language."""

from __future__ import annotations

import re

import pytest

from trc_module.facts.toml_file import read_toml
from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.module.inputs import load_inputs
from trc_module.module.pages import body_of
from trc_module.module.static_images import static_jobs
from trc_module.resources import data_dir

PLACEHOLDER = re.compile(r"\{[^}]*\}|\$\w+\$")
FROM_DATA = (
    "window.",
    "box.",
    "marker.",
    "unit.",
    "nation.",
    "type.",
    "map.",
    "track.",
    "column.",
    "cell.",
    "sheet.",
    "back.",
    "short.",
    "area.",
    "place.",
)
"""Tables of what English takes from the data."""
SAME = {
    "m41": {
        *("phase.blitzkrieg", "track.line-1", "track.line-2", "track.month-September", "track.month-November"),
    },
    "trp": {
        "setup.boxes",
        *(f"menu.result-{result}" for result in ("ae", "x", "ad", "s", "d1", "d4", "dx", "de", "br")),
        # Months that the languages abbreviate alike.
        *(
            f"column.{month}"
            for month in ("Jun41", "Jul41", "Aug41", "Sep41", "Nov41", "Jan42", "Feb42", "Mar42", "Apr42")
        ),
        *(f"track.label-{turn}" for turn in (1, 2, 3, 4, 6, 8, 9, 10, 11)),
    },
}
GAMES = pytest.mark.parametrize("game", ["m41", "trp"])
OTHERS = pytest.mark.parametrize("language", ["de", "it"])


def own_of(game: str, language: str) -> dict[str, str]:
    tables = read_toml(data_dir() / game / "module" / "texts" / f"{language}.toml")
    return {f"{name}.{key}": text for name, table in tables.items() for key, text in table.items()}


def shown(game: str, language: str) -> dict[str, str]:
    """Return what the charts of a module and the boxes of its windows say, by what says it."""
    parts = load_inputs(find_game(game), find_spec(game).folder, language)
    told = {f"chart {each.name}": body_of(each.blocks) for each in parts.recipe.charts(parts)}
    for window in parts.layout.windows:
        for box in parts.recipe.captioned(parts, window).boxes:
            told[f"box {box.key}"] = " ".join((box.title, box.caption, *box.lines))
    return told


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]{3,}", re.sub("<[^>]*>", " ", text)))


@GAMES
@OTHERS
def test_a_language_has_all_that_english_has_with_the_same_blanks(game: str, language: str) -> None:
    english, other = own_of(game, "en"), own_of(game, language)
    assert english.keys() - other.keys() == set()
    own = (*FROM_DATA, "result.", "effect.", "sign.", "said.", "phase.")
    assert {key for key in other.keys() - english.keys() if not key.startswith(own)} == set()
    assert {
        key for key, text in english.items() if PLACEHOLDER.findall(text) != PLACEHOLDER.findall(other[key])
    } == set()
    assert {key for key, text in english.items() if text and text == other[key]} <= SAME[game]


@GAMES
@OTHERS
def test_every_window_and_box_has_a_title(game: str, language: str) -> None:
    own = own_of(game, language)
    windows = read_toml(data_dir() / game / "module" / "windows.toml")["window"]
    boxes = {key.replace(" ", "-") for window in windows for key in window["boxes"]}
    titled = {key for key in boxes if f"box.{key}" in own or f"box.{key.rpartition('-')[0]}-n" in own}
    assert boxes - titled == set()
    assert {f"window.{window['id']}" for window in windows} - own.keys() == set()


@GAMES
@OTHERS
def test_no_chart_and_no_box_keeps_an_english_word(game: str, language: str) -> None:
    english, other = shown(game, "en"), shown(game, language)
    assert english.keys() == other.keys()
    kept = {word for where in english for word in words_of(english[where]) & words_of(other[where])}
    # Names, and words that the languages share.
    names = {"Blitzkrieg", "Panzer", "September", "November", "Kalinin", "Fliegerkorps", "Front", "Tula"}
    # German "die", Italian "round" and the letters of "unità".
    names |= {"die", "round", "unit"}
    assert kept <= names | {"Jun", "Jul", "Aug", "Sep", "Nov", "Jan", "Feb", "Mar", "Apr"}


@GAMES
def test_the_map_and_the_badges_speak_the_players_language(game: str) -> None:
    def keys(language: str) -> dict[str, str]:
        parts = load_inputs(find_game(game), find_spec(game).folder, language)
        return {job.name: job.key for job in static_jobs(parts)}

    english, german = keys("en"), keys("de")
    differing = {name for name in english if english[name] != german[name]}
    signs = {f"status-{name}.png" for name in ({"fortified", "disrupted"} if game == "m41" else {"spent", "dispersed"})}
    assert {"map.png", *signs} <= differing
    assert differing == {name for name in english if not name.startswith(("badge", "moved"))}


def test_a_sentence_calls_a_value_by_its_word() -> None:
    def told(game: str, language: str, verb: str, **fixed: str) -> str:
        return load_inputs(find_game(game), find_spec(game).folder, language).grammar.sentence(verb, fixed)

    assert told("m41", "de", "WEATHER", **{"is": "hard-frost"}) == "Das Wetter: strenger Frost"
    assert told("m41", "en", "WEATHER", **{"is": "hard-frost"}) == "The weather is hard frost"
    assert told("m41", "en", "INTERCEPT", x="ger-2-fk").endswith(") intercepts the 2. Fliegerkorps")
    assert told("trp", "it", "SEA", sea="black-sea", side="soviet") == "Controllo del mare, Mar Nero: Sovietici"
    assert told("trp", "en", "SEA", sea="azov", side="axis") == "Control of the Sea of Azov: Axis"
    for language, text in (
        ("de", "das Ergebnis für Versprengte ist D1"),
        ("en", "the result for Dispersed defenders is D1"),
    ):
        assert told("trp", language, "RESULT", result="D1", **{"for": "dispersed"}).endswith(text)
