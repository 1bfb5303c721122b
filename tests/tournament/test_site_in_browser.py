"""The site of a tournament in a real browser, from a disk: sorted, filtered, searched, and a game stepped through."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lxml import html

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Tab:
    """A page in the browser, and what it complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda told: self.complaints.append(told.text) if told.type == "error" else None)

    def open(self, path: Path, place: str = "") -> Page:
        self.page.goto(f"{path.as_uri()}{place}")
        return self.page

    def column(self, number: int) -> list[str]:
        rows = self.page.locator("table.sortable").first.locator("tbody tr:visible")
        return [row.locator("th, td").nth(number).inner_text() for row in rows.all()]


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    found = Tab(context.new_page())
    yield found
    context.close()
    assert found.complaints == []


def test_tables_are_sorted_and_filtered_and_lead_on(site: Path, tab: Tab) -> None:
    page = site
    shown = tab.open(page / "index.html")
    assert tab.column(1)[0] == "Dora <b>"
    shown.get_by_role("button", name="player", exact=True).first.click()
    assert tab.column(1) == ["Ann", "Bert", "Carl", "Dora <b>"]
    shown.get_by_role("button", name="rating", exact=True).click()
    assert tab.column(1)[0] == "Dora <b>"
    assert shown.locator("th[aria-sort=descending]").inner_text().startswith("rating")
    shown.get_by_role("link", name="Games").click()
    assert tab.column(0) == ["1.1", "1.2"]
    shown.locator("input.filter").fill("resign DORA")
    assert tab.column(0) == ["1.2"]
    assert shown.locator(".shown").inner_text() == "1 of 2"
    shown.get_by_role("link", name="Dora <b>").click()
    assert shown.locator("h1").inner_text() == "Dora <b>"
    assert shown.title() == "Dora <b>: Spring"


def test_a_search_leads_to_a_finding_and_its_game_to_the_steps(site: Path, tab: Tab) -> None:
    page = site
    shown = tab.open(page / "search.html", "#ger-46-pz")
    shown.locator("#answers a").first.wait_for()
    assert shown.locator("#count").inner_text() == "1 found."
    shown.locator("#answers a").click()
    assert shown.locator("li:target .head b").inner_text() == "violation 7.2"
    shown.get_by_role("link", name="Step through the game").click()
    shown.locator("#stacks > *").first.wait_for(state="attached")
    # The map and the counters come from the files that all pages share.
    assert shown.locator("#land > g").count() > 3
    assert shown.locator("#ground defs > g").count() > 100
    assert shown.locator("#card-title").inner_text() == "3 violations"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_stand_out_from_the_paper_in_light_and_dark(scheme: str, site: Path, browser: Browser) -> None:
    page = site
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    shown = context.new_page()
    for name in ("index", "games", "findings", "statistics", "search", "games/1.1"):
        shown.goto((page / f"{name}.html").as_uri())
        least = shown.evaluate(CONTRAST)
        assert least >= 4.5, (name, least)
    context.close()


CONTRAST = """() => {
  const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const paper = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
      if (!/, 0\\)$|transparent/.test(c)) return c; } return "rgb(255, 255, 255)"; };
  let least = 21;
  for (const e of document.querySelectorAll("body *")) {
    if (!e.getClientRects().length || e.matches("script, .self, .skip")) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(paper(e))].sort((x, y) => y - x);
    least = Math.min(least, (a + 0.05) / (b + 0.05));
  }
  return Math.round(least * 100) / 100;
}"""


def test_no_page_is_wider_than_a_telephone(site: Path, tab: Tab) -> None:
    page = site
    tab.page.set_viewport_size({"width": 380, "height": 700})
    for path in sorted(page.glob("*.html")):
        shown = tab.open(path)
        assert shown.evaluate("document.documentElement.scrollWidth") <= 380, path.name


def test_each_page_has_one_main_part_and_headings_in_order(site: Path) -> None:
    page = site
    for path in (*page.glob("*.html"), *page.glob("games/*.html"), *page.glob("players/*.html")):
        root = html.document_fromstring(path.read_text(encoding="utf-8"))
        assert len(list(root.iter("main"))) == 1
        levels = [int(each.tag[1]) for each in root.iter("h1", "h2", "h3")]
        assert levels[0] == 1
        assert all(b <= a + 1 for a, b in pairwise(levels)), path.name
