"""The audit page in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.replay.script import Script
from trc_module.auditing.audit import Audit
from trc_module.module.inputs import ModuleInputs
from trc_module.report.page import audit_page
from trc_module.vassal.commands import ChangeProperty, Chat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HEADER = """\
at: turn 1 axis impulse 1 movement clear
on J20: ger-41-pz ger-56-pz
on I18: ger-57-pz
on K18: rus-3-inf
box russian turn-5: rus-4-inf
"""


@dataclass
class Shown:
    """A page in the browser, and what it complained about or asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, id_: str) -> str:
        """Return the text of an element."""
        return self.page.locator(f"#{id_}").inner_text()

    def step(self) -> int:
        """Return the step that is shown."""
        return int(self.page.locator("#slider").input_value())

    def position(self) -> dict[str, list[str]]:
        """Return which units the map shows in which hex, bottom first."""
        script = """() => [...document.querySelectorAll('#stacks [data-site]')]
            .sort((a, b) => a.style.zIndex - b.style.zIndex)
            .map(shown => [shown.dataset.site, shown.querySelector('[data-unit]').dataset.unit])"""
        shown: dict[str, list[str]] = {}
        for name, unit in self.page.evaluate(script):
            shown.setdefault(name, []).append(unit)
        return shown


Opener = Callable[..., Shown]


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """Keep one tab for all tests: a new one for each takes a second of the processor's time."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def show(tab: Page, report: Path) -> Iterator[Opener]:
    """Open the page as if for the first time; `scheme` is what the reader's system asks for."""
    listeners: list[tuple[Any, Callable[..., None]]] = []

    def leave() -> None:
        for event, listener in listeners:
            tab.remove_listener(event, listener)
        listeners.clear()
        if tab.url.startswith("file:"):
            tab.evaluate("localStorage.clear()")
        tab.mouse.move(0, 0)
        tab.goto("about:blank")

    def opened(*, scheme: str = "light", width: int = 1200, hash_: str = "", motion: str = "") -> Shown:
        leave()
        tab.set_viewport_size({"width": width, "height": 800})
        tab.emulate_media(
            media="screen",
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
        )
        shown = Shown(tab)
        listeners[:] = [
            ("console", lambda message: shown.complaints.append(message.text)),
            ("pageerror", lambda error: shown.complaints.append(str(error))),
            ("request", lambda request: shown.requests.append(request.url)),
        ]
        for event, listener in listeners:
            tab.on(event, listener)
        tab.goto(f"{report.as_uri()}{hash_}")
        tab.wait_for_selector("html[data-ready]")
        return shown

    yield opened
    leave()


@pytest.fixture(scope="session")
def script(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Script:
    """A log with a good move, a taken back one, an undone one, two violations, a roll and words."""
    log = Script(parts, HEADER, tmp_path_factory.mktemp("page") / "game.vlog")
    log.move("ger-41-pz", "K20", "L20").move("ger-56-pz", "J21").undo()
    log.move("ger-57-pz", "Z5").move("rus-3-inf", "L18").raw(Chat("<Axis player> - <b>well & good</b>")).end()
    return log.raw(Chat("* Die: 4"), ChangeProperty("Die_result", "", "4", "Module"))


@pytest.fixture(scope="session")
def audit(script: Script) -> Audit:
    return script.audit()


@pytest.fixture(scope="session")
def report(audit: Audit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page, once."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(audit_page(audit, audit.findings), encoding="utf-8")
    return path
