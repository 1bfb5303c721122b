"""An evening by mail between two folders: the log of one player is mailed, and the other's page says what he needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.app.conftest import OPENING, Served, drop, open_tab, ready, serving
from tests.replay.script import Script

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from trc_module.module.inputs import ModuleInputs


def open_game(page: Page) -> None:
    page.locator(".card h3 a").click()
    ready(page)


def test_a_log_goes_from_one_folder_to_the_other(
    page: Page, evening: Served, parts: ModuleInputs, tmp_path: Path
) -> None:
    # The other player's folder: his log waits there, and is mailed into ours.
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    sent = Script(parts, OPENING, theirs / "week1.vlog")
    log = sent.move("ger-8-inf", "I22", "I21").move("ger-46-pz", "M23", "M22", "M21").move("ger-9-inf", "L24").write()
    page.goto(evening.address)
    page.wait_for_selector("#first:visible")
    (evening.folder / "week1.vlog").write_bytes(log.read_bytes())
    page.wait_for_selector(".card .v-violation")
    # Whose turn it is, once one has said whom one plays.
    page.locator(".card select").select_option("axis")
    page.wait_for_selector(".card .move:has-text('Your turn')")
    assert page.title() == "(1) Your turn · trc-module · Games"

    # The log is read as sentences; what one points at is lit.
    open_game(page)
    open_tab(page, "story")
    told = page.locator(".story button")
    told.first.wait_for()
    assert told.all_inner_texts()[:2] == [
        "8th Infantry Corps moves from I23 to I21.",
        "46th Panzer Corps moves from M24 to M21.",
    ]
    told.nth(1).hover()
    assert page.locator("#pointed path").count() == 1
    told.nth(1).click()
    assert page.locator("#step-now").inner_text() == "Step 5 of 6"
    open_tab(page, "turn")
    page.wait_for_selector("#turn h4:has-text('May still move')")
    assert page.locator("#turn p:has-text('2 moved, 5 may still move.')").count() == 1

    # What was agreed on about the finding goes back with the mail.
    open_tab(page, "rulings")
    page.locator("#rulings .told select").select_option("agreed")
    page.locator("#rulings .reason-words").fill("it stands this once")
    with page.expect_download() as rulings:
        page.locator("#save-rulings").click()
    (tmp_path / "rulings.toml").write_bytes(Path(rulings.value.path()).read_bytes())

    # Ready to mail in four inputs: the tab, the button, the log, the text.
    open_tab(page, "mail")
    page.locator("#check-log").click()
    page.wait_for_selector("#mail-text")
    with page.expect_download() as original:
        page.locator("#save-original").click()
    page.locator("#copy-mail").click()
    mail = page.locator("#mail-text").input_value()
    assert mail.startswith("The Russian Campaign: turn 1, Axis impulse 1")
    assert "\nTurn 1, Axis impulse 1, clear: 3 units moved.\nYour turn: " in mail
    assert Path(original.value.path()).read_bytes() == log.read_bytes()

    # A deadline, said once, stands on the card; nothing is new right after a visit.
    page.locator("#pace summary").click()
    page.locator("#pace-days").fill("7")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.activeElement.id !== 'pace-days'")
    # The app keeps it, not this browser.
    page.evaluate("localStorage.clear()")
    page.goto(evening.address)
    page.wait_for_selector(".card .due:has-text('Answer due by ')")
    assert page.locator(".card .news").count() == 0

    # The game goes on in the other's folder, and the page says what is new.
    more = Script(parts, OPENING, theirs / "week2.vlog").move("ger-8-inf", "I22", "I21")
    more.move("ger-46-pz", "M23", "M22", "M21").move("ger-9-inf", "L24").move("ger-57-pz", "I22").write()
    (evening.folder / "week2.vlog").write_bytes((theirs / "week2.vlog").read_bytes())
    page.wait_for_selector(".card .news:has-text('1 step.')")
    open_game(page)
    page.wait_for_selector("#news:has-text('New since ')")
    page.locator("#go-new").click()
    assert page.locator("#step-now").inner_text() == "week2.vlog:7 · Step 7 of 7"
    # A file of rulings is taken over from a drop.
    drop(page, tmp_path / "rulings.toml")
    page.wait_for_selector("#rulings-say:has-text('1 notes and rulings were taken over')")


def test_the_folder_of_vassal_is_offered_and_read_when_it_is_wanted(page: Page, opening: Path, tmp_path: Path) -> None:
    games, vassal = tmp_path / "games", tmp_path / "VASSAL games"
    games.mkdir()
    vassal.mkdir()
    (vassal / "week1.vlog").write_bytes(opening.read_bytes())
    with serving(games, tmp_path / "run" / "dropped", offered=vassal) as served:
        assert served.games() == []
        page.goto(served.address)
        button = page.locator("#offer")
        button.wait_for(state="visible")
        assert button.inner_text() == f"Show the games in {vassal}"
        button.click()
        page.wait_for_selector(".card .v-violation")
        assert not button.is_visible()
        assert str(vassal) in page.locator("#where").inner_text()
        assert served.ask("api/folder", "POST", b"{}").tree == {
            "error": "VASSAL's folder of games was not found: name a folder when you start the app."
        }
