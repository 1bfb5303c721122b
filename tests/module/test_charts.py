"""The charts of the module: tables that a player reads, in his words."""

from __future__ import annotations

import re

import pytest

from trc_module.games import find_game
from trc_module.module.charts import chart_pages
from trc_module.module.help import help_pages
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.resources import data_dir

Rows = list[list[str]]


@pytest.fixture(scope="module")
def pages(parts: ModuleInputs) -> dict[str, Rows]:
    """Return the cells of each chart, row by row, heads first."""
    return {
        name: [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", body)]
        for name, body in chart_pages(parts)
    }


def test_sudden_death_is_told_by_turn_with_what_wins(pages: dict[str, Rows]) -> None:
    rows = pages["chart-victory.html"]
    assert rows[:2] == [
        ["At the end of turn", "Places"],
        ["5 (Jan/Feb 1942)", "Kiev, Kalinin, Leningrad, Rostov, Kharkov, Stalino"],
    ]
    assert rows[4:7] == [
        ["At the end of turn", "Side", "Wins with"],
        [
            "23 (Jan/Feb 1945)",
            "Russian",
            "Finland, Rumania and Hungary surrendered, and control of a German city and all oil wells",
        ],
        [
            "23 (Jan/Feb 1945)",
            "Axis",
            "Rumania and Hungary not surrendered, and control of all German cities and an oil well",
        ],
    ]
    assert rows[8:] == [["Major city", "2"], ["Oil well", "2"], ["Minor city", "1"]]


def test_replacements_are_told_by_what_is_replaced_and_when(pages: dict[str, Rows]) -> None:
    rows = pages["chart-replacements.html"]
    for row in (
        ["Stavka", "1 point; on turn 5 (Jan/Feb 1942), 11 (Jan/Feb 1943), 17 (Jan/Feb 1944), 23 (Jan/Feb 1945)"],
        ["German infantry", "a 3-4, a 4-4 and a 5-4"],
        ["Never", "German 1 cavalry"],
        ["German 11 motorized", "a German 4-4 infantry corps", "14 (Jul/Aug 1943), 16 (Nov/Dec 1943)"],
        ["19 (May/June 1944)", "first", "2 armor corps, SS first", "23 (Jan/Feb 1945)"],
        ["German 1 SS armor", "19 (May/June 1944)", "an armor corps, a motorized corps and a 3-4 infantry corps"],
    ):
        assert row in rows


def test_no_chart_shows_names_of_the_data(pages: dict[str, Rows]) -> None:
    cells = {cell for rows in pages.values() for row in rows for cell in row}
    assert {"HQ", "SS"} <= cells
    assert [cell for cell in cells if re.search(r"\b(Hq|Ss|ger|rus)\b", cell)] == []
    assert [row for rows in pages.values() for row in rows if row and not row[-1]] == []


SAME = {
    ("trc", "de"): {
        *("Jan/Feb", "Stukas", "5 (Jan/Feb 1942)", "11 (Jan/Feb 1943)", "17 (Jan/Feb 1944)", "23 (Jan/Feb 1945)"),
    },
    ("trc", "it"): {"Stavka"},
    ("nr", "de"): {
        *("Midway", "El Alamein", "Blitz!", "Shock!", "Initiative", "Jan-Feb 42", "Jan-Feb 43", "Jan-Feb 44", "Jan 45"),
        *("Feb 45", "Apr 45", "Jun 45", "Jun 41", "Jul-Aug 41", "Jul-Aug 42", "Jul-Aug 43", "Jul-Aug 44"),
    },
    ("nr", "it"): {
        *("Midway", "El Alamein", "Blitz!", "Shock!", "Area", "Feb 45", "Mar 45", "Apr 45"),
        *("Mar-Apr 42", "Mar-Apr 43", "Mar-Apr 44"),
    },
    ("m41", "de"): {"Blitzkrieg", "Panzer", "September 1941", "November 1941"},
    ("m41", "it"): {"Blitzkrieg", "Panzer"},
    ("trp", "de"): {
        f"{month}{mark}"
        for month in ("Jun 41", "Jul 41", "Aug 41", "Sep 41", "Nov 41", "Jan 42", "Feb 42", "Apr 42")
        for mark in ("", " ?")
    },
    ("trp", "it"): {f"{month}{mark}" for month in ("Nov 41", "Feb 42", "Mar 42", "Apr 42") for mark in ("", " ?")},
}
"""The words that are the same in the language and in English."""


def words_of(game: str, language: str) -> set[str]:
    """Return what the charts of a game's module say in a language, numbers and codes apart."""
    inputs = load_inputs(find_game(game), data_dir() / game, language)
    told = (text for _, page in chart_pages(inputs) for text in re.findall(r">([^<>]+)<", page.partition("<body")[2]))
    return {text for text in told if re.search("[A-Za-z]{3}", text)}


@pytest.mark.parametrize(("game", "language"), SAME)
def test_no_english_is_left_in_a_chart(game: str, language: str) -> None:
    assert words_of(game, "en") & words_of(game, language) == SAME[game, language]


def test_a_sentence_under_a_chart_says_what_its_heads_mean() -> None:
    assert "A: Würfel der Angreifer. B: Würfel der Verteidiger." in words_of("m41", "de")


def cells(language: str) -> dict[str, Rows]:
    """Return the cells of each chart in a language."""
    inputs = load_inputs(find_game("trc"), data_dir() / "trc", language)
    return {
        name: [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", body)]
        for name, body in chart_pages(inputs)
    }


def test_clear_is_a_terrain_in_one_chart_and_a_weather_in_another() -> None:
    for language, ground, sky in (("de", "Offen", "Klar"), ("it", "Aperto", "Sereno")):
        pages = cells(language)
        assert pages["chart-terrain.html"][1][0] == ground
        assert pages["chart-movement.html"][0][1] == sky


def test_movement_has_one_line_for_a_class_with_the_second_impulse_behind_the_first() -> None:
    rows = {row[0]: row[1:] for row in cells("en")["chart-movement.html"]}
    assert rows["Partisan"] == ["0"] * 4
    assert rows["Russian infantry"] == ["printed / 0", "printed ? / 0", "half / 0", "half / 0"]


def test_charts_in_italian_have_no_english_months_and_words_in_their_order() -> None:
    pages = cells("it")
    assert pages["chart-turns.html"][:2] == [
        ["Anno", "gen/feb", "mar/apr", "mag/giu", "lug/ago", "set/ott", "nov/dic"],
        ["1941", "\u2013", "\u2013", "Turno 1", "Turno 2", "Turno 3", "Turno 4"],
    ]
    assert [
        "Tedesca 11 motorizzata",
        "un corpo di fanteria tedesco 4-4",
        "14 (lug/ago 1943), 16 (nov/dic 1943)",
    ] in pages["chart-replacements.html"]


def test_a_word_that_the_language_has_not_leaves_no_gap() -> None:
    rows = cells("de")["chart-replacements.html"]
    assert ["Würfel von Archangelsk", "ab Runde 5 (Jan/Feb 1942); +1 in den Jahren 1943 und 1944"] in rows
    assert [cell for row in rows for cell in row if cell != cell.strip() or "  " in cell] == []


def test_a_page_ends_at_its_top_where_vassal_opens_it(parts: ModuleInputs) -> None:
    for _, body in chart_pages(parts):
        assert body.endswith("</td><td class=page></td></tr></table></body></html>\n")


def test_keys_are_called_as_on_the_keyboards_of_the_language() -> None:
    for language, attack, back in (
        ("en", "Ctrl+A", "Shift+F5"),
        ("de", "Strg+A", "Umschalt+F5"),
        ("it", "Ctrl+A", "Maiusc+F5"),
    ):
        inputs = load_inputs(find_game("trc"), data_dir() / "trc", language)
        keys = dict(help_pages(inputs))["help-keys.html"]
        assert f">{attack}<" in keys
        assert f">{back}<" in keys
