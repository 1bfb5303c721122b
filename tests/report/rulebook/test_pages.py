"""The illustrated rulebook as pages: whole, linked, and found by number and by word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from PIL import Image

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.gamespec import find_spec, game_names
from trc_module.report.rulebook import pages
from trc_module.report.rulebook.ground import RulebookGround

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TESTS = Path(__file__).parents[2]
GAME = find_game("trc")
_LINK = re.compile(r'(?:href|src)="([^"#]+)(?:#[^"]*)?"')


def _linked(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each page with each file that it leads to, and that is not there."""
    for page in sorted(folder.glob("*.html")):
        for link in _LINK.findall(page.read_text(encoding="utf-8")):
            if not (folder / link).is_file():
                yield page.name, link


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    words = ["--games-path", str(TESTS), "--game", "toy", "rulebook", str(folder / "book")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRC_MODULE_CACHE", str(folder))
        result = CliRunner().invoke(group, words)
    assert result.output == f"{folder / 'book' / 'index.html'}: 18 rules, 28 pictures.\n"
    return folder / "book"


def test_every_game_has_its_pages_and_no_link_leads_nowhere(toy: Path) -> None:
    assert len(list(toy.glob("[A-Z]*.html"))) == 18
    assert list(_linked(toy)) == []
    page = (toy / "M4.html").read_text(encoding="utf-8")
    assert page.count('<svg class="scene ') == 2
    assert "violation" in page
    with Image.open(next((toy / "counters").glob("*.webp"))) as face:
        assert face.size == (132, 132)


def test_it_is_written_again_but_over_nothing_else(toy: Path, tmp_path: Path) -> None:
    words = ["--games-path", str(TESTS), "--game", "toy", "rulebook"]
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    error = CliRunner().invoke(group, [*words, str(tmp_path)]).exception
    assert isinstance(error, UserError)
    assert str(error).endswith("or one with a rulebook; nothing was written.")
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    (toy / "C1.html").write_text("old", encoding="utf-8")
    assert CliRunner().invoke(group, [*words, str(toy)]).exit_code == 0
    assert "<svg" in (toy / "C1.html").read_text(encoding="utf-8")


def test_a_page_names_what_the_rule_says_and_where_it_comes_from() -> None:
    book = pages._Book(find_spec("trc"), GAME, RulebookGround())
    rule = GAME.book.rules["8.2d"]
    page = book.page(rule, None, None)
    assert '<section class="reading" id="C28">' in page
    assert '(<a href="#C28">C28</a>)' in page
    assert "<code>trc_module/games/trc/" in page
    assert f"<code>data/trc/rules/08_movement_restrictions.rules:{rule.entry.line}</code>" in page
    assert "row 8.2d: " in page


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("As 7.2 and 8.3 say.", 'As <a href="7.2.html">7.2</a> and <a href="8.3a.html">8.3</a> say.'),
        ("Within 8 hexes of T13 (C28).", 'Within 8 hexes of T13 (<a href="#C28">C28</a>).'),
        ("<b> 99.9", "&lt;b&gt; 99.9"),
        ("Write `mark weather snow`.", "Write <code>mark weather snow</code>."),
        ("As 8.2d says, see 28.6-MD-5b.", 'As 8.2d says, see <a href="28.6-MD-5b.html">28.6-MD-5b</a>.'),
    ],
)
def test_rules_and_readings_that_a_text_names_are_links(text: str, html: str) -> None:
    book = pages._Book(find_spec("trc"), GAME, RulebookGround())
    assert book._linked(text, GAME.book.rules["8.2d"]) == html


def test_no_two_rules_share_a_page_where_capitals_are_not_told_apart() -> None:
    numbers = [number.casefold() for number in GAME.book.rules]
    assert len(numbers) == len(set(numbers))


def test_it_is_searched_by_number_and_by_word_and_fits_a_phone(browser: Browser, toy: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    # What its policy forbids is an error in the console.
    page.on("console", lambda message: failed.append(message.text))
    for name in ("C1", "M4", "index"):
        page.goto((toy / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = page.locator("#found li b")
    # What players write for short: the title has 'result'.
    for sought, first in (("crt", "C3"), ("walls", "M4"), ("river point", "M4"), ("d2", "D2")):
        page.fill("#search", sought)
        assert found.all_inner_texts()[:1] == [first]
    page.press("#search", "Enter")
    page.wait_for_url("**/D2.html")
    script = (
        "const made = document.createElement('script'); made.textContent = 'window.ran = 1'; document.body.append(made)"
    )
    page.evaluate(script)
    assert page.evaluate("window.ran") is None
    assert "script-src 'self' file:" in failed.pop()
    page.fill("#search", "nonsense")
    assert page.locator("#found").inner_text().startswith("No rule found.")
    assert failed == []
    context.close()


WITH_RULES = [name for name in game_names() if any((find_spec(name).folder / "rules").rglob("*.rules"))]


@pytest.mark.parametrize("name", WITH_RULES)
def test_every_game_that_comes_with_us_links_its_own_numbers_and_readings(name: str) -> None:
    game = find_game(name)
    book = pages._Book(find_spec(name), game, RulebookGround())
    first, second, *_ = game.book.under("")
    reading = next(iter(game.readings), "")
    text = f"As {second.number} says ({reading})." if reading else f"As {second.number} says."
    linked = book._linked(text, first)
    assert f'<a href="{second.number}.html">{second.number}</a>' in linked
    assert not reading or f'(<a href="#{reading}">{reading}</a>)' in linked
