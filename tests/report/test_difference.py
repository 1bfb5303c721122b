from __future__ import annotations

import io
from html.parser import HTMLParser

from PIL import Image

from trc_module.report.difference import difference_text, difference_tree
from trc_module.report.difference_page import difference_page
from trc_module.vassal.difference import Change, Detail


def picture(colour: str, size: tuple[int, int] = (4, 4), spot: tuple[int, int] | None = None) -> bytes:
    image = Image.new("RGBA", size, colour)
    if spot:
        image.putpixel(spot, (255, 255, 255, 255))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


STRONGER = Change("counter", "11 47 <Armor>", "changed", (Detail("CF", "7", "8"), Detail("MF", None, "")))


def test_text_names_each_thing_and_what_is_another_about_it() -> None:
    assert difference_text((STRONGER, Change("window", "Map[Pool]", "removed"))) == (
        "counter 11 47 <Armor>: changed\n    CF: 7 -> 8\n    MF: (none) -> \nwindow Map[Pool]: removed\n2 differences."
    )


def test_text_is_cut_where_nobody_would_read_on_and_cannot_reach_the_terminal() -> None:
    many = tuple(Change("picture", f"{number}.png", "changed") for number in range(50))
    lines = difference_text(many).splitlines()
    assert lines[39:] == ["picture 39.png: changed", "picture ... and 10 more (all with --json)", "50 differences."]
    long = Change("set-up", "s", "changed", tuple(Detail("x", "\x1b[31m", "y" * 300) for _ in range(20)))
    text = difference_text((long,))
    assert "\x1b" not in text
    assert "    ... and 8 more (all with --json)\n1 difference." in text
    assert max(map(len, text.splitlines())) < 150


def test_what_differs_in_the_same_details_is_told_once() -> None:
    moved = (Detail("47", "Pool 5,5", "(none)"),)
    setups = [Change("set-up", name, "changed", moved) for name in ("a.vsav", "b.vsav")]
    other = Change("set-up", "c.vsav", "changed", (Detail("47", "Pool 5,5", "Pool 9,9"),))
    assert difference_text((setups[0], other, setups[1])) == (
        "set-up a.vsav, b.vsav: changed\n    47: Pool 5,5 -> (none)\n"
        "set-up c.vsav: changed\n    47: Pool 5,5 -> Pool 9,9\n3 differences."
    )
    assert "<h3>a.vsav, b.vsav<small>changed" in difference_page((*setups, other), "a", "b")
    assert len(difference_tree((*setups, other))) == 3
    # Without details nobody knows whether they are alike.
    assert difference_text((Change("set-up", "a", "added"), Change("set-up", "b", "added"))).count("\n") == 2


def test_json_holds_every_detail() -> None:
    assert difference_tree((STRONGER,)) == [
        {
            "kind": "counter",
            "subject": "11 47 <Armor>",
            "action": "changed",
            "details": [{"what": "CF", "old": "7", "new": "8"}, {"what": "MF", "old": None, "new": ""}],
        }
    ]


def test_factors_stay_in_one_line() -> None:
    moved = Change("counter", "12 German 47 Panzer 8-7", "changed", (Detail("Steps", "<8-7>", "4-7"),))
    page = difference_page((moved,), "a", "b")
    assert "<h3>12 German 47 Panzer <span>8-7</span><small>" in page
    assert "<del>&lt;<span>8-7</span>&gt;</del> → <ins><span>4-7</span></ins>" in page
    assert "span { white-space: nowrap }" in page


def test_the_page_shows_pictures_before_and_after_and_needs_nothing_else() -> None:
    changed = Change("picture", "47.png", "changed", (), picture("red"), picture("blue"))
    added = Change("picture", "48.png", "added", (), None, picture("blue"))
    broken = Change("picture", "49.png", "removed", (), b"none", None)
    page = difference_page((STRONGER, changed, added, broken), "old.vmod", "new.vmod")
    assert page.count("data:image/png;base64,") == 3
    assert "11 47 &lt;Armor&gt;" in page
    assert "<del>7</del> → <ins>8</ins>" in page
    assert "://" not in page
    assert [heading for heading in ("Counters", "Pictures", "Windows") if f"<h2>{heading}</h2>" in page] == [
        "Counters",
        "Pictures",
    ]
    HTMLParser().feed(page)


def test_of_a_large_picture_the_part_that_differs_is_shown() -> None:
    map_ = Change(
        "picture", "map.png", "changed", (), picture("red", (3000, 2000)), picture("red", (3000, 2000), (9, 9))
    )
    shown = difference_page((map_,), "a", "b")
    assert len(shown) < 6000
    assert shown.count("data:image/png;base64,") == 2


def test_the_page_of_no_difference_says_so() -> None:
    assert "<p>No difference.</p>" in difference_page((), "a", "b")
