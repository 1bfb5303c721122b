from __future__ import annotations

import re

from shapely import MultiLineString

from tests.art.counters.samples import marker, unit
from trc_module.art.backends.pdf import to_pdf
from trc_module.art.counters.sheets import COUNTER, SheetOptions, counter_sheets, printed_copies
from trc_module.art.display import Area, Drawing, Line, Text
from trc_module.roster import Marker, Unit


def _cells(page: Drawing) -> list[tuple[float, float]]:
    """Return the north-west corners of the bleeding grounds, which are squares of 49 points."""
    layer = next(layer for layer in page.layers if layer.name == "counters")
    boxes = [item.shape.bounds for item in layer.items if isinstance(item, Area)]
    return [(b[0] + 2, b[1] + 2) for b in boxes if (b[2] - b[0], b[3] - b[1]) == (COUNTER + 4, COUNTER + 4)]


def _words(page: Drawing) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Text)]


def test_a_back_lies_behind_its_front_when_the_sheet_is_turned_over() -> None:
    front, back = counter_sheets([unit(), unit(name="48"), marker()], SheetOptions())
    assert len(_cells(front)) == len(_cells(back)) == 3
    for (x, y), (mirrored, height) in zip(_cells(front), _cells(back), strict=True):
        assert height == y
        assert abs(mirrored - (front.width - x - COUNTER)) < 0.01
    assert "47 Armor" in _words(back)
    assert "47 Armor" not in _words(front)


def test_counters_go_on_to_further_pages_in_their_order() -> None:
    items = [unit(name=str(n)) for n in range(200)]
    pages = list(counter_sheets(items, SheetOptions(paper="letter", title="Title")))
    assert [len(_cells(page)) for page in pages] == [154, 154, 46, 46]
    assert [_words(page)[-1] for page in pages] == [
        "Title   1 of 2, front",
        "Title   1 of 2, back",
        "Title   2 of 2, front",
        "Title   2 of 2, back",
    ]
    assert (pages[0].width, pages[0].height) == (612, 792)


def test_cut_marks_stand_at_both_edges_of_each_row_and_column_outside_the_counters() -> None:
    front, _ = counter_sheets([unit()], SheetOptions())
    (marks,) = (item for item in front.items if isinstance(item, Line))
    (corner,) = _cells(front)
    assert isinstance(marks.shape, MultiLineString)
    ends = {(round(x, 2), round(y, 2)) for line in marks.shape.geoms for x, y in line.coords}
    assert len(marks.shape.geoms) == 4 * (11 + 15)
    assert (round(corner[0], 2), round(corner[1] - 4, 2)) in ends
    assert (round(corner[0] + COUNTER, 2), round(corner[1] - 11, 2)) in ends
    assert min(x for x, _ in ends) > 12
    assert min(y for _, y in ends) > 12


def test_markers_are_printed_as_often_as_the_rules_allow() -> None:
    items: list[Unit | Marker] = [unit(), marker(count=2), marker(id="railhead", count=None)]
    assert [i.id for i in printed_copies(items, 3)] == ["ger-47-pz"] + ["invasion-axis"] * 2 + ["railhead"] * 3


def test_the_pdf_has_a_page_a_side_in_true_size_and_no_picture() -> None:
    pdf = to_pdf(counter_sheets([unit()], SheetOptions()), 1 / 72)
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 2
    assert re.findall(rb"/MediaBox \[0 0 595\.28 841\.89\]", pdf)
    assert b"/Subtype /Image" not in pdf
