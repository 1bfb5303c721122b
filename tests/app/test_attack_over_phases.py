"""An attack that is looked at while the log is stepped through: only those attack who still stand there and may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.app.conftest import OPENING, Served, look, open_tab, ready
from tests.replay.script import Script

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from trc_module.module.inputs import ModuleInputs

ATTACKERS = """() => [...document.querySelectorAll(".odds fieldset:first-of-type input")]
    .map((box) => `${box.value} ${box.checked}`)"""


def step_to(page: Page, step: int) -> None:
    page.evaluate("step => auditPage.go(step)", step)
    page.wait_for_function("step => auditPage.now() === step", arg=step)


def attackers(page: Page, *expected: str) -> None:
    page.wait_for_function(f"expected => JSON.stringify(({ATTACKERS})()) === expected", arg=_json(expected))


def _json(words: tuple[str, ...]) -> str:
    return "[" + ",".join(f'"{word}"' for word in words) + "]"


def test_the_attack_panel_over_a_change_of_phase(page: Page, evening: Served, parts: ModuleInputs) -> None:
    log = Script(parts, OPENING, evening.folder / "week1.vlog")
    log.move("ger-24-pz", "M23", "M22").move("ger-46-pz", "M23", "M22").end().end().move("ger-24-pz", "M23")
    log.end().end().move("rus-10-inf", "O22", by="russian").write()
    page.goto(evening.address)
    page.wait_for_selector(".card h3 a")
    page.locator(".card h3 a").click()
    ready(page)
    step_to(page, 4)
    open_tab(page, "ask")
    look(page, "M22")
    page.locator(".units button[data-unit=ger-24-pz]").click()
    page.wait_for_selector(".answer h3:has-text('24th Panzer Corps')")
    look(page, "N22")
    attackers(page, "ger-24-pz true", "ger-46-pz true")
    # One is left at home by hand, and stays so while nothing changes but the phase.
    page.locator(".odds fieldset input[value=ger-46-pz]").uncheck()
    page.wait_for_selector(".odds .big small:has-text('8 : 5')")
    step_to(page, 5)
    attackers(page, "ger-24-pz true", "ger-46-pz false")
    # In the second impulse the one that attacked has left: the other is all that can.
    step_to(page, 7)
    attackers(page, "ger-46-pz true")
    # The enemy goes: there is nothing to attack, and the panel goes with it.
    step_to(page, 10)
    page.wait_for_selector(".odds", state="hidden")
    # Back again it is asked for anew, not shown as it was.
    step_to(page, 4)
    assert page.locator(".odds").is_hidden()
