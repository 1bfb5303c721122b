"""A player's evening on the page, in the real browser."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.app.conftest import OPENING, Served, drop, look, open_tab, ready
from tests.replay.script import Script
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.replay.gamelog import open_log
from trc_module.rules.record import read_record

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from trc_module.module.inputs import ModuleInputs


def test_an_evening(page: Page, evening: Served, opening: Path, tmp_path: Path, parts: ModuleInputs) -> None:
    page.goto(evening.address)
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#none").is_visible()

    # The opponent's log is dropped: its audit opens.
    drop(page, opening)
    ready(page)
    assert page.locator("h1").inner_text() == "week1.vlog"

    # A finding, and where it happened.
    page.locator("[data-finding]").first.click()
    assert page.locator("#finding .badge").inner_text() == "violation 7.2"
    assert page.locator("#step-now").inner_text() == "Step 5 of 6"
    page.wait_for_selector("#finding dt:has-text('By custom')")
    lit = page.locator("#lit path.fault").evaluate_all("paths => paths.map(p => p.dataset.hex)")
    assert lit == ["M22", "M21"]
    assert page.locator("#numbers text").all_text_contents() == ["M22", "M21"]

    # May this unit go there? It may, and there it has to stop; and not there.
    page.keyboard.press("Home")
    open_tab(page, "ask")
    look(page, "M24")
    page.locator(".units button[data-unit=ger-24-pz]").click()
    page.wait_for_selector(".answer h3:has-text('24th Panzer Corps in M24')")
    assert page.locator("#answers .a-land path").count() == 1
    look(page, "M22")
    page.wait_for_selector("h3:has-text('24th Panzer Corps may go to M22')")
    assert page.locator(".answer .rule:has-text('7.2')").count() == 1
    assert page.locator("#answer-ways .move path").count() > 1
    look(page, "M20")
    page.wait_for_selector("h3:has-text('24th Panzer Corps may not go to M20')")
    assert page.locator(".answer .told .head").inner_text() == "violation 7.2"

    # Two attacks compared: the best one within reach, and one with a unit less.
    look(page, "N22")
    page.wait_for_selector("h3:has-text('Best odds within reach')")
    page.locator("text=Try it: put them there").click()
    page.wait_for_selector(".odds .big small")
    assert page.locator("#banner").is_visible()
    first = page.locator(".odds .big").first.inner_text()
    page.locator("#keep").click()
    page.locator(".odds fieldset input").first.uncheck()
    page.wait_for_function("before => document.querySelector('.odds .big').innerText !== before", arg=first)
    page.locator("#keep").click()
    assert page.locator(".compare tbody").count() == 2
    odds = page.locator(".compare .of").all_inner_texts()
    assert odds[0] == first.split()[0]
    assert int(odds[0].split("-")[0]) > int(odds[1].split("-")[0])

    # Orders are written of the one that is ticked, answered, checked, and saved.
    page.locator("#write-orders").click()
    page.wait_for_selector("#orders .report")
    orders = page.locator("#orders-text")
    assert orders.input_value().startswith(f"turn 1 axis impulse 1\nN22: {odds[1]} by ")
    orders.fill(re.sub(r"  \S+ \?", " open", orders.input_value()))
    page.locator("#check-orders").click()
    with page.expect_download() as written:
        page.locator("#save-orders").click()
    assert Path(written.value.path()).read_text(encoding="utf-8") == orders.input_value()

    # What was tried is saved: as a record that is read again, and as a log that is.
    open_tab(page, "whatif")
    tried = page.locator(".edits li").count()
    assert tried >= 2
    with page.expect_download() as record:
        page.locator("text=As a record").click()
    text = Path(record.value.path()).read_text(encoding="utf-8")
    state = read_record(text, "tried", find_game).start
    place = state.place("ger-24-pz")
    assert isinstance(place, int)
    assert parts.board.grid.adjacent(place, parts.board.grid.hex("N22"))
    with page.expect_download() as log:
        page.locator("text=As a log for VASSAL").click()
    saved = tmp_path / log.value.suggested_filename
    log.value.save_as(saved)
    audit = audit_log(open_log(saved, parts))
    assert saved.name == "week1-tried.vlog"
    assert len(audit.steps) == tried
    assert audit.end.place("ger-24-pz") == state.place("ger-24-pz")

    # Undone, everything stands as before.
    for _ in range(tried):
        page.locator("#whatif >> text=Undo").click()
    assert not page.locator("#banner").is_visible()
    assert page.locator("#stacks .tried").count() == 0

    # The own log before it is mailed.
    open_tab(page, "mail")
    page.locator("#check-log").click()
    page.wait_for_selector("#mail .verdict")
    assert page.locator("#mail .verdict").inner_text() == "Look at this first."
    assert page.locator("#mail .told .head").all_inner_texts() == ["violation 7.2"]
    # What is mailed is the log itself; the copy gives nobody his side back (tests/referee/test_engine_saves.py).
    assert page.locator("#mail-original").inner_text().startswith("Mail week1.vlog as VASSAL saved it.")
    assert page.locator("#mail h3").all_inner_texts()[-2:] == ["The log to mail", "A copy to show to others"]
    with page.expect_download() as clean:
        page.locator("#save-clean").click()
    assert clean.value.suggested_filename == "week1-clean.vlog"
    page.locator("#mail >> text=Show on the map").click()
    assert page.locator("#step-now").inner_text() == "Step 5 of 6"


def test_a_log_that_is_saved_appears_audited_without_a_reload(page: Page, evening: Served, opening: Path) -> None:
    page.goto(evening.address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate("window.here = true")
    shutil.copy(opening, evening.folder / "week1.vlog")
    page.wait_for_selector(".card.fresh .v-violation")
    assert page.locator(".card .v-violation").first.inner_text() == "1 violation"
    assert page.evaluate("window.here") is True


def test_a_game_that_goes_on_is_shown_by_itself(
    page: Page, evening: Served, opening: Path, parts: ModuleInputs
) -> None:
    shutil.copy(opening, evening.folder / "week1.vlog")
    page.goto(evening.address)
    page.locator(".card h3 a").click()
    ready(page)
    assert page.locator("#slider").get_attribute("max") == "6"
    week2 = Script(parts, OPENING, evening.folder / "week2.vlog")
    week2.move("ger-8-inf", "I22", "I21").move("ger-46-pz", "M23", "M22", "M21").move("ger-9-inf", "L24")
    week2.move("ger-57-pz", "I22").write()
    page.wait_for_selector('#slider[max="7"]')
    ready(page)
    # The findings of what is new can be shown alone.
    assert page.locator("[data-finding]").count() == 1
    page.locator("#only-new").check()
    assert page.locator("[data-finding]").count() == 0


def test_a_unit_is_dragged_with_the_mouse_and_moved_by_keys_alone(page: Page, served: Served, game: str) -> None:
    page.goto(f"{served.address}game/{game}/")
    ready(page)
    page.keyboard.press("Home")
    open_tab(page, "whatif")
    at = """name => {
        const sheet = document.getElementById("sheet"), place = sheet.getBoundingClientRect();
        const [x, y] = auditPage.data.hexes[name], zoom = place.width / sheet.dataset.width;
        return [place.left + x * zoom, place.top + y * zoom];
    }"""
    page.evaluate("auditPage.bring([auditPage.data.hexes.K24, auditPage.data.hexes.L23])")
    (ax, ay), (bx, by) = page.evaluate(at, "K24"), page.evaluate(at, "L23")
    page.mouse.move(ax, ay)
    page.mouse.down()
    page.mouse.move((ax + bx) / 2, (ay + by) / 2)
    page.mouse.move(bx, by)
    page.mouse.up()
    assert page.locator(".edits li").all_inner_texts() == ["20th Infantry Corps to L23"]
    assert page.locator("#stacks .tried").count() == 1
    # By keys: the unit, the hex, and back.
    page.locator("#try-unit").focus()
    # By side, and the 3rd before the 10th.
    listed = page.locator("#try-unit optgroup").evaluate_all(
        "groups => groups.map(g => [g.label, ...[...g.children].map(o => parseInt(o.textContent))])"
    )
    assert listed == [["Axis", 8, 9, 20, 24, 39, 46, 57], ["Russian", 3, 6, 10]]
    page.locator("#try-unit").select_option("ger-9-inf")
    page.keyboard.press("Tab")
    page.keyboard.type("k23")
    page.keyboard.press("Enter")
    assert page.locator(".edits li").all_inner_texts()[1:] == ["9th Infantry Corps to K23"]
    page.locator("#whatif >> text=Take all back").focus()
    page.keyboard.press("Enter")
    assert page.locator(".edits li").all_inner_texts() == ["Nothing yet."]


def test_layers_are_drawn_and_told(page: Page, served: Served, game: str) -> None:
    page.goto(f"{served.address}game/{game}/")
    ready(page)
    page.keyboard.press("Home")
    page.locator("#layers summary").click()
    boxes = page.locator("#layers input")
    keys = boxes.evaluate_all("found => found.map(box => box.value)")
    assert keys == ["zones", "supply", "control", "rails", "duties", "points"]
    for box in boxes.all():
        box.check()
    page.wait_for_selector("#layer-lines h3:has-text('Victory points')")
    drawn = page.locator("#overlays g").evaluate_all("found => found.map(g => g.getAttribute('class').split(' ')[0])")
    assert set(drawn) == {"o-zones", "o-supply", "o-control", "o-rails", "o-duties"}
    # What each side has is told under its name; its areas can be taken off the map.
    assert page.locator("#layer-lines h4").all_inner_texts()[:2] == ["Axis", "Russian"]
    assert page.locator("#layer-lines .legend li").first.inner_text().startswith("Zone of control: ")
    page.locator("#layer-lines h4 input").first.uncheck()
    page.wait_for_function("before => document.querySelectorAll('#overlays > g').length === before - 1", arg=len(drawn))


def test_orders_dropped_on_the_first_page_are_sent_to_their_game(page: Page, served: Served, tmp_path: Path) -> None:
    orders = tmp_path / "week1.txt"
    orders.write_text("turn 1 axis impulse 1\n", encoding="utf-8")
    page.goto(served.address)
    page.wait_for_selector(".card")
    drop(page, orders)
    assert page.locator("#told.wrong").inner_text() == "Open the game first: its orders are dropped on its page."
    page.locator(".card a").first.click()
    ready(page)
    drop(page, orders)
    page.wait_for_selector("#orders .report")
    assert page.locator("#orders-text").input_value() == "turn 1 axis impulse 1\n"


TOUCHED = """number => {
    const box = document.querySelectorAll("#layers input")[number].getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest("#layers") !== null;
}"""


def test_on_a_phone_the_layers_open_over_what_was_tried(page: Page, served: Served, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{served.address}game/{game}/")
    ready(page)
    open_tab(page, "whatif")
    page.locator("#try-hex").fill("L23")
    page.keyboard.press("Enter")
    page.wait_for_selector("#banner:visible")
    page.locator("#layers > summary").click()
    assert [page.evaluate(TOUCHED, number) for number in range(page.locator("#layers input").count())] == [True] * 6


def test_each_sides_supply_has_its_edge(page: Page, served: Served, game: str) -> None:
    page.goto(f"{served.address}game/{game}/#step=0")
    ready(page)
    page.locator("#layers > summary").click()
    page.locator("#layers input[value=zones]").check()
    page.wait_for_selector("#overlays .o-zones path.edge", state="attached")
    # Three hexes side by side have a common edge; inside it no side is drawn twice, and none between two of them.
    edges = page.locator("#overlays .o-zones path.edge").evaluate_all("all => all.map(p => p.getAttribute('d'))")
    for edge in edges:
        sides = [side for side in edge.split("M") if side]
        ends = [end for side in sides for end in side.split("L")]
        assert len(sides) == len(set(sides)) > 6
        # Where an edge ends the next one begins, but for a pixel of rounding.
        assert all(sum(near(end, other) for other in ends) >= 2 for end in ends)


def near(one: str, other: str) -> bool:
    (ax, ay), (bx, by) = (map(float, point.split()) for point in (one, other))
    return abs(ax - bx) <= 2 and abs(ay - by) <= 2


@pytest.mark.parametrize(
    ("language", "ask", "drops"), [("de", "Darf ich?", "Log hier ablegen"), ("it", "Posso?", "Trascina qui un log")]
)
def test_it_speaks_german_and_italian(
    page: Page, served: Served, game: str, language: str, ask: str, drops: str
) -> None:
    page.goto(f"{served.address}?lang={language}")
    page.wait_for_selector("html[data-ready]")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("#drop-title").inner_text() == drops
    page.locator(".card a").first.click()
    ready(page)
    assert page.locator("#tab-ask").text_content() == ask
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_tabs_stand_in_two_rows_at_1366_pixels(page: Page, served: Served, game: str, language: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{served.address}game/{game}/?lang={language}")
    ready(page)
    tabs = page.locator("[role=tab]")
    assert tabs.count() == 12
    groups = page.locator(".groups button")
    seen = []
    for number in range(groups.count()):
        groups.nth(number).click()
        shown = page.locator("[role=tab]:visible")
        seen += shown.evaluate_all("(tabs) => tabs.map((tab) => tab.id.slice(4))")
        rows = "(all) => new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size"
        assert (shown.evaluate_all(rows), groups.evaluate_all(rows)) == (1, 1)
        assert shown.first.get_attribute("aria-selected") == "true"
    assert seen == tabs.evaluate_all("(tabs) => tabs.map((tab) => tab.id.slice(4))")
    # A group opens with the tab that was open in it last, and the arrow keys go over all groups.
    open_tab(page, "whatif")
    groups.first.click()
    groups.nth(1).click()
    assert page.locator("#tab-whatif").get_attribute("aria-selected") == "true"
    page.locator("#tab-whatif").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator("#tab-mail").is_visible()
    assert page.evaluate("document.activeElement.id") == "tab-mail"


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen_and_every_button_has_a_name(
    page: Page, served: Served, game: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    nameless = """() => [...document.querySelectorAll('button, a, input:not([type=file]), select')].filter(
        (each) => !(each.textContent.trim() || each.value || each.ariaLabel || each.title || each.labels?.length)
    ).length"""
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    page.goto(served.address)
    page.wait_for_selector(".card")
    assert (page.evaluate(wide), page.evaluate(nameless)) == (0, 0)
    page.goto(f"{served.address}game/{game}/")
    ready(page)
    for tab in ("ask", "whatif", "mail"):
        open_tab(page, tab)
        if tab == "ask":
            look(page, "M24")
            page.wait_for_selector(".answer h3")
        assert (page.evaluate(wide), page.evaluate(nameless)) == (0, 0)


def test_a_finding_tapped_on_a_phone_brings_the_map_into_sight(page: Page, served: Served, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(f"{served.address}game/{game}/")
    ready(page)
    button = page.locator("[data-finding]").first
    button.scroll_into_view_if_needed()
    button.click()
    page.wait_for_function("Math.abs(document.getElementById('board').getBoundingClientRect().top) < 2")


def test_what_was_put_elsewhere_is_taken_back_and_done_again(page: Page, served: Served) -> None:
    page.goto(served.address)
    found = page.evaluate(
        """async () => {
            const {Edits} = await import("./static/sandbox.js");
            const edits = new Edits(), told = [];
            edits.put("a", "K1"); edits.put("b", "K2"); edits.put("a", "K3");
            told.push([...edits.places], edits.undo(), [...edits.places], edits.redo(), edits.redo() ?? null);
            edits.clear(); told.push(edits.done.length, edits.redo(), edits.redo());
            edits.put("c", null); told.push(edits.redo() ?? null, edits.done);
            return told;
        }"""
    )
    assert found == [
        [["a", "K3"], ["b", "K2"]],
        ["a", "K3"],
        [["a", "K1"], ["b", "K2"]],
        ["a", "K3"],
        None,
        0,
        ["a", "K1"],
        ["b", "K2"],
        None,
        [["a", "K1"], ["b", "K2"], ["c", None]],
    ]


def test_a_mixed_drop_is_taken_for_what_it_is_and_the_rest_is_named(
    page: Page, evening: Served, opening: Path, tmp_path: Path
) -> None:
    page.goto(evening.address)
    page.wait_for_selector("html[data-ready]")
    orders, module, picture, broken, second = (
        tmp_path / name for name in ("orders.txt", "game.vmod", "map.png", "broken.vlog", "more.txt")
    )
    orders.write_text("turn 1 axis impulse 1\nN22: 1-1 by 24a open\n", encoding="utf-8")
    second.write_text("turn 2 axis impulse 1\n", encoding="utf-8")
    for path in (module, picture, broken):
        path.write_bytes(b"nothing of the kind")
    drop(page, module, picture, orders)
    page.wait_for_selector("#told p")
    named = ["game.vmod is a module of VASSAL: drop its logs here.", NEITHER]
    assert page.locator("#told p").all_inner_texts() == [
        *named,
        "Open the game first: its orders are dropped on its page.",
    ]

    # The log opens its game, takes the orders along, and the page says what became of the others.
    drop(page, module, broken, opening, orders, picture, second)
    ready(page)
    assert page.locator("h1").inner_text() == "week1.vlog"
    page.wait_for_selector("#orders .wrong")
    assert page.locator("#orders-text").input_value() == orders.read_text(encoding="utf-8")
    said = page.locator("#news span").inner_text()
    assert said.startswith("'broken.vlog' is not a complete zip archive")
    assert said.endswith(f"{' '.join(named)} more.txt: one file of orders at a time.")


NEITHER = "map.png is neither a log (.vlog, .vsav) nor orders (.txt)."


def test_the_first_page_has_an_example_a_search_and_a_way_out(page: Page, evening: Served) -> None:
    page.goto(evening.address)
    page.wait_for_selector("html[data-ready]")
    assert page.title() == "trc-module · Games"
    assert page.locator("h1").inner_text().startswith("trc-module")
    page.locator("#look-up").fill("7.2")
    page.wait_for_selector("#looked-up summary:has-text('7.2 A unit stops as soon as it enters')")
    page.locator("#look-up").fill("tournament")
    page.wait_for_selector('#looked-up li[data-kind=task] summary:has-text("keep a tournament\'s games")')
    page.locator("#example").click()
    ready(page)
    assert page.locator("h1").inner_text() == "example.vlog"
    assert page.locator("[data-finding]").count() == 3
    open_tab(page, "rules")
    page.locator("#look-up").fill("zoc")
    page.wait_for_selector("#looked-up summary")
    assert page.locator("#looked-up summary").first.inner_text().startswith("7.1a")

    page.goto(f"{evening.address}?lang=it")
    page.wait_for_selector("html[data-ready]")
    page.locator("#quit").click()
    page.wait_for_selector("#ended")
    assert page.locator("#ended").inner_text() == "Il programma è terminato. Puoi chiudere questa finestra."
    assert evening.ended.wait(5)


HEADINGS = """() => [...document.querySelectorAll('h1, h2, h3, h4')]
    .filter((each) => each.checkVisibility()).map((each) => [Number(each.tagName[1]), each.innerText.trim()])"""


def test_a_screen_reader_goes_through_the_pages_in_order(page: Page, served: Served, game: str) -> None:
    """By landmarks and headings: each has a name, and no level is left out."""
    page.goto(served.address)
    page.wait_for_selector(".card")
    assert page.locator("body").aria_snapshot().startswith('- link "Skip to the games"')
    assert page.evaluate(HEADINGS) == [
        [1, "trc-module Games by e-mail, held against the rules"],
        [2, "Drop a log here"],
        [2, "Your games"],
        [3, "Axis player – Russian player"],
        [2, "Play against the program"],
        [2, "Look something up"],
        [2, "Get the module"],
    ]
    page.goto(f"{served.address}game/{game}/")
    ready(page)
    page.locator("#layers summary").click()
    page.locator("#layers input").first.check()
    page.wait_for_selector("#layer-lines h4")
    open_tab(page, "ask")
    look(page, "M24")
    page.wait_for_selector(".answer h3")
    for tab in ("ask", "whatif", "orders", "mail", "rules", "findings", "hex"):
        open_tab(page, tab)
        found = page.evaluate(HEADINGS)
        levels = [level for level, _ in found]
        assert levels[0] == 1
        assert [found[n + 1] for n, (a, b) in enumerate(pairwise(levels)) if b > a + 1] == [], tab
        assert all(name for _, name in found), tab
    assert page.locator("section[aria-label=Layers] #layers").count() == 1
