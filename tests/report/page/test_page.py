"""The page as a reader meets it, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.referee.engine import Engine
from tests.replay.script import Script
from tests.replay.test_chain import THREE, next_log
from tests.report.page.conftest import Opener
from trc_module.art.map.style import load_style
from trc_module.auditing.audit import Audit, audit_chain
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP
from trc_module.replay.chain import join_logs
from trc_module.report.page import audit_page
from trc_module.report.page.asset_cache import assets_of
from trc_module.report.page.ground import STYLE, dark_colours

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_every_step_and_finding_shows_the_units_where_the_engine_has_them(
    show: Opener, script: Script, audit: Audit, referee: Engine, module_file: Path, parts: ModuleInputs
) -> None:
    game = referee.keep(module_file)
    # The log was written by another version of the module.
    game.answer("Save Game Mismatch", "Yes")
    assert game.load(script.write(), side="Axis"), game.last
    engine: list[dict[str, list[str]]] = []
    while True:
        found: dict[str, list[tuple[int, str]]] = {}
        for piece in game.pieces():
            place = parts.layout.place(MAIN_MAP, piece.x, piece.y) if piece.map == MAIN_MAP else None
            if isinstance(place, int):
                found.setdefault(parts.board.grid.name(place), []).append((piece.index, piece.properties["unit"]))
        engine.append({name: [unit for _, unit in sorted(here)] for name, here in found.items()})
        if not game.steps_left:
            break
        game.step()
    assert len(engine) == len(audit.steps) + 1 == 10
    shown = show()
    for position in engine:
        assert shown.position() == position
        shown.press("ArrowRight")
    findings = sum(noted.finding.verdict.value != "note" for noted in audit.findings)
    assert findings >= 3
    shown.press("Home")
    for number in range(1, findings + 1):
        shown.press("f")
        assert shown.text("card-title") == f"Finding {number} of {findings}"
        assert shown.position() == engine[shown.step()]


def test_a_finding_stands_beside_its_hexes_and_the_way_taken(show: Opener) -> None:
    shown = show()
    shown.press("f")
    assert shown.step() == 5
    assert "4.1.2c" in shown.text("finding")
    assert "57th Panzer Corps (ger-57-pz) moved at least 22 hexes from I18 to Z5" in shown.text("finding")
    lit = shown.page.locator("#lit path.fault").evaluate_all("paths => paths.map(p => p.dataset.hex)")
    assert lit == ["I18", "Z5"]
    # A drag so far is no way: nobody knows what lies between.
    assert shown.page.locator("#paths .fault path.far").count() == 1
    assert shown.page.locator("#list [aria-current=true]").count() == 1


def test_it_is_walked_by_keys_alone(show: Opener) -> None:
    shown = show()
    walked = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "f", "f", "F", "p", "P", "P", "n"):
        shown.press(key)
        walked.append((key, shown.step()))
    assert walked == [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 9),
        ("Home", 0),
        ("f", 5),
        ("f", 6),
        ("F", 5),
        ("p", 8),
        ("P", 0),
        ("P", 0),
        ("n", 9),
    ]
    shown.press("?")
    assert shown.page.locator("#keys").is_visible()
    shown.press("Escape")
    assert not shown.page.locator("#keys").is_visible()
    shown.press("h", *"l20", "Enter")
    assert shown.text("hex-tells").splitlines() == ["L20: no counters"] or "41" in shown.text("hex-tells")


def test_tab_reaches_everything_in_the_order_of_the_page(show: Opener) -> None:
    shown = show()
    reached = []
    for _ in range(26):
        shown.press("Tab")
        reached.append(shown.page.evaluate("document.activeElement.id || document.activeElement.className"))
    order = ["skip", "theme", "help", "board", "slider", "play", "phase", "finding-on", "tab-findings"]
    places = [reached.index(name) for name in order]
    assert places == sorted(places)


def test_space_plays_and_stops_at_the_end(show: Opener) -> None:
    shown = show()
    # Slowly first: at full speed all steps are over in less than half a second.
    shown.page.locator("#speed").select_option("1")
    shown.page.locator("#board").focus()
    shown.press("Space")
    assert shown.page.locator("#play").get_attribute("aria-label") == "Pause"
    shown.page.locator("#speed").select_option("30")
    shown.page.wait_for_selector("#play[aria-label=Play]")
    assert shown.step() == 9


def test_a_screen_reader_is_told_the_finding_and_the_step(show: Opener) -> None:
    shown = show()
    says = shown.page.locator("#says[role=status]")
    shown.press("f")
    says.filter(has_text="Finding 1 of").wait_for(state="attached")
    assert says.inner_text().endswith("in impulse 1 of a clear turn it may move only 7.")
    shown.press("Home")
    says.filter(has_text="Step 0").wait_for(state="attached")
    assert says.inner_text() == "Step 0. Turn 1: Axis impulse 1, movement. The beginning."
    assert shown.page.locator("#slider").get_attribute("aria-valuetext") == (
        "Step 0 of 9, Turn 1: Axis impulse 1, movement"
    )
    unnamed = shown.page.locator("button, select, input").evaluate_all(
        "all => all.filter(e => !(e.labels?.length || e.textContent.trim() || e.ariaLabel)).map(e => e.outerHTML)"
    )
    assert unnamed == []


def test_the_log_tells_words_dice_and_what_was_undone_and_trusts_no_word(show: Opener) -> None:
    shown = show()
    shown.page.locator("#tab-log").click()
    lines = shown.text("lines")
    assert "<b>well & good</b>" in lines
    assert "Undone in step 4." in lines
    assert shown.page.locator("#lines b").count() == 0
    shown.page.locator("#log-what").select_option("die")
    assert shown.page.locator("#lines .die").all_inner_texts() == ["4"]


def test_boxes_and_hexes_tell_what_lies_in_them(show: Opener) -> None:
    shown = show()
    shown.page.locator("#tab-boxes").click()
    assert shown.page.locator("#boxes [data-unit]").evaluate_all("all => all.map(u => u.dataset.unit)") == ["rus-4-inf"]
    shown.page.locator("#tab-hex").click()
    shown.page.locator("#hex-name").fill("j20")
    shown.press("Enter")
    assert shown.text("hex-tells").startswith("J20: 2 counters, top first")
    # Where a counter is drawn a click finds its hex.
    shown.page.locator("#stacks [data-site=K18]").scroll_into_view_if_needed()
    box = shown.page.locator("#stacks [data-site=K18]").bounding_box()
    assert box is not None
    shown.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert shown.text("hex-tells").startswith("K18: 1 counter,")


def test_no_request_leaves_it_and_the_console_stays_empty(show: Opener, audit: Audit) -> None:
    shown = show()
    shown.press("f", "f", "End", "t", "0", "+")
    for tab in ("log", "boxes", "hex"):
        shown.page.locator(f"#tab-{tab}").click()
    shown.page.emulate_media(media="print")
    shown.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    listed = len(audit.findings) - sum(noted.finding.verdict.value == "note" for noted in audit.findings)
    assert shown.page.locator("#paper article").count() == listed
    assert shown.page.locator("#paper article .crop").count() >= 2
    assert shown.complaints == []
    assert [url for url in shown.requests if not url.startswith("file:")] == []
    assert len(shown.requests) == 1


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_it_follows_the_system_in_light_and_dark_until_told_otherwise(show: Opener, scheme: str, other: str) -> None:
    shown = show(scheme=scheme)
    style = (
        "() => [getComputedStyle(document.body).backgroundColor,"
        " getComputedStyle(document.querySelector('#l-land path')).fill]"
    )
    first = shown.page.evaluate(style)
    shown.press("t")
    second = shown.page.evaluate(style)
    dark, light = (first, second) if scheme == "dark" else (second, first)
    assert light == ["rgb(247, 243, 233)", "rgb(240, 233, 214)"]
    assert dark == ["rgb(20, 21, 22)", "rgb(52, 51, 45)"]
    assert shown.page.evaluate("document.documentElement.dataset.theme") == other


def test_nothing_moves_for_those_who_ask_for_no_motion(show: Opener) -> None:
    name = "() => getComputedStyle(document.querySelector('#paths .fresh')).animationName"
    shown = show(motion="reduce")
    shown.press("ArrowRight")
    assert shown.page.evaluate(name) == "none"
    shown.page.emulate_media(reduced_motion="no-preference")
    assert shown.page.evaluate(name) == "fade"


def test_a_phone_scrolls_down_and_never_sideways(show: Opener) -> None:
    shown = show(width=390)
    shown.press("f")
    assert shown.page.evaluate("document.documentElement.scrollWidth") == 390
    small = shown.page.locator(".buttons button").evaluate_all("all => all.filter(b => b.offsetHeight < 36).length")
    assert small == 0


def test_a_link_opens_a_step_or_a_finding(show: Opener) -> None:
    assert show(hash_="#step=3").step() == 3
    assert show(hash_="#finding=1").text("card-title").startswith("Finding 1 of ")


def test_every_colour_of_the_map_has_another_in_the_dark(parts: ModuleInputs) -> None:
    dark = dark_colours()
    assets = assets_of(parts.board, parts.roster)
    assert len(assets.ground) == 19
    ground = {int(number) for _, svg in assets.ground for number in re.findall(r'class="(?:bc\d+i? )?[fs](\d+)', svg)}
    colours = dict(re.findall(r"--k(\d+):(#[0-9a-f]+)", assets.light))
    used = {colours[str(number)] for number in ground}
    assert len(used) > 30
    assert used <= set(dark)
    assert set(dark) <= {*load_style(STYLE).colours.values(), *load_style(STYLE).tints.values()}


def test_the_steps_of_several_logs_carry_their_names(browser: Browser, parts: ModuleInputs, tmp_path: Path) -> None:
    first = Script(parts, THREE, tmp_path / "a.vlog").move("ger-41-pz", "K20")
    second = next_log(first, "b.vlog").move("ger-56-pz", "K20", "Z4")
    audit = audit_chain(join_logs([second.log(), first.log()]))
    path = tmp_path / "page.html"
    path.write_text(audit_page(audit, audit.findings), encoding="utf-8")
    page = browser.new_page()
    page.goto(f"{path.as_uri()}#step=3")
    page.wait_for_selector("html[data-ready]")
    assert page.locator("h1").inner_text() == "a.vlog, b.vlog"
    assert page.locator("#step-now").inner_text() == "b.vlog:2 · Step 3 of 3"
    assert "b.vlog:2 · violation 4.1.2c" in page.locator("body").inner_text()
    page.close()
