from __future__ import annotations

from functools import partial

import pytest

from tests.toy.game import load
from trc_module.art.chart_pages import Format, pages_of
from trc_module.art.chart_sheet import block_strips, draw_chart, title_strips
from trc_module.art.chart_signs import sign
from trc_module.art.display import Area, Drawing, Text, text_width
from trc_module.art.map.style import load_style
from trc_module.charts.sheet import Block, ChartSheet, Grid, Heading, SheetNote, dice, grid, said

STYLE = load_style("colour")
TOY = partial(sign, board=load().board)


def drawn(*blocks: Block) -> Drawing:
    return draw_chart(ChartSheet("x", "Battle", blocks), "Toy", TOY)


def texts(drawing: Drawing) -> list[Text]:
    return [item for item in drawing.items if isinstance(item, Text)]


def test_a_sheet_has_its_title_and_all_that_its_tables_say() -> None:
    sheet = drawn(Heading("Siege"), SheetNote("Twice."), grid(["Odds", "1-1"], [["six", "DR"]]))
    assert [each.text for each in texts(sheet)] == ["BATTLE", "Toy", "Siege", "Twice.", "Odds", "1-1", "six", "DR"]


def test_a_die_stands_for_its_number_and_a_die_of_ten_stays_a_number() -> None:
    six = grid(["", "1-1"], [[str(number), "DR"] for number in range(1, 7)], dice(range(1, 7)))
    assert [each.text for each in texts(drawn(six))[2:]] == ["1-1", *["DR"] * 6]
    assert dice(range(1, 11)) == ()
    # A square and the pips of it.
    (_, pips) = (item for item in TOY("die-5") if isinstance(item, Area))
    assert len(pips.shape.geoms) == 5  # type: ignore[union-attr]


def test_a_doubt_stands_apart_in_a_colour_of_its_own() -> None:
    *_, word, mark, _ = texts(drawn(grid(["Odds", "Result"], [["1-1 ?", "DR"]])))
    assert (word.text, mark.text, mark.fill) == ("1-1", "?", STYLE["panel_accent"])
    assert word.at[0] + text_width("1-1", word.size, word.face) < mark.at[0]


def test_numbers_of_rows_stay_beside_what_they_number() -> None:
    number, words = texts(drawn(grid([], [["1", "Axis: movement and attacks, and all that follows"]])))[2:]
    assert words.at[0] - number.at[0] < 60


def test_a_head_is_broken_before_what_stands_below_it() -> None:
    columns = ["Points for sudden death of the Axis"] * 8
    row = [*["12"] * 8, "guards come for free each turn"]
    strips = block_strips([grid([*columns, "Event"], [row])], 700.0, TOY, STYLE)
    head, below, _ = ([item.text for item in strip.items if isinstance(item, Text)] for strip in strips)
    assert below == row
    assert len(head) > 9


def test_a_column_gets_the_room_that_saves_most_lines() -> None:
    event = "reinforcements arrive, and the ground is soft from now on"
    rows = [["one", "a point for it" if number == 8 else "", event] for number in range(9)]
    strips = list(block_strips([grid(["Turn", "Points", "Event"], rows)], 300.0, TOY, STYLE))
    said = [[item.text for item in strip.items if isinstance(item, Text)] for strip in strips[1:-1]]
    # Equal shares would break every event into four lines to keep one line of points whole.
    assert said[0] == ["one", "reinforcements arrive, and the", "ground is soft from now on"]
    assert said[8] == ["one", "a point", "for it", "reinforcements arrive, and the", "ground is soft from now on"]


@pytest.mark.parametrize("width", [420.0, 900.0])
def test_a_table_is_never_wider_than_its_sheet(width: float) -> None:
    wide = grid(["What", *map(str, range(20))], [["a long sentence about battles in woods", *["12"] * 20]])
    for strip in block_strips([wide], width, TOY, STYLE):
        for item in strip.items:
            if isinstance(item, Text):
                reach = text_width(item.text, item.size, item.face) / (1 if item.anchor == "start" else 2)
                assert item.at[0] + reach <= width + 1


def test_signs_are_those_of_the_map() -> None:
    assert all(map(TOY, ("ground-forest", "side-river", "unit-infantry")))
    assert TOY("ground-nowhere") == TOY("side-nowhere") == ()


def test_a_table_goes_on_on_the_next_page_below_its_heads() -> None:
    long = grid(["Turn", "Weather"], [[f"turn {number}", "mud"] for number in range(60)])
    form = Format("a4", "Toy")
    strips = [*title_strips("Turns", "Toy", form.width, STYLE), *block_strips([long], form.width, TOY, STYLE)]
    pages = [[each.text for each in texts(page)] for page in pages_of([strips], form)]
    assert [page[-1] for page in pages] == ["Toy   1 / 2", "Toy   2 / 2"]
    assert pages[0][:4] == ["TURNS", "Toy", "Turn", "Weather"]
    assert pages[1][:2] == ["Turn", "Weather"]
    told = [text for page in pages for text in page if text.startswith("turn ")]
    assert told == [f"turn {number}" for number in range(60)]


def test_small_sheets_share_a_page_and_none_is_torn_that_has_room() -> None:
    form = Format("letter", "Toy")

    def strips(rows: int) -> list[object]:
        table = grid(["Turn"], [[str(number)] for number in range(rows)])
        return [*title_strips("Turns", "Toy", form.width, STYLE), *block_strips([table], form.width, TOY, STYLE)]

    assert len(pages_of([strips(5), strips(5)], form)) == 1  # type: ignore[list-item]
    assert len(pages_of([strips(5), strips(30)], form)) == 2  # type: ignore[list-item]


def test_words_change_in_heads_rows_and_sentences() -> None:
    table = said(grid(["a"], [["b", "c"]], ["die-1"]), str.upper)
    assert table == Grid(("A",), (("B", "C"),), ("die-1",))
    assert said(SheetNote("a"), str.upper) == SheetNote("A")
