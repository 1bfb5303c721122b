"""The charts of the module: tables that a player reads, in his words."""

from __future__ import annotations

import re

import pytest

from trc_module.module.charts import chart_pages
from trc_module.module.inputs import ModuleParts

Rows = list[list[str]]


@pytest.fixture(scope="module")
def pages(parts: ModuleParts) -> dict[str, Rows]:
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
    assert [row for rows in pages.values() for row in rows if not row[-1]] == []
