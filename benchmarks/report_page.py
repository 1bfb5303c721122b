"""Time of a step on the audit page, in the real browser: script, style and layout, in milliseconds.

    python -m benchmarks.report_page [--steps 6000] [--page report.html]

The page of a long self-played game is opened in Debian's Chromium and stepped through as a reader may do it: on and on,
at random with the slider, from finding to finding, with each of the lists open, with the whole map in sight, and on a
phone. Each time is taken in the page itself, from the key to the end of the layout that it brings about (which the
reading of a size forces). One frame is 16.7 ms. On a busy machine these times tell little; the last column is what the
page's own thread really worked for a step, on average, as Chromium itself counts it.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.log_audit import write
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.module.inputs import load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.report.page import audit_page
from trc_module.resources import data_dir

if TYPE_CHECKING:
    from playwright.sync_api import Page

FRAME = 1000 / 60
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
TIMED = """async ([keys, pause]) => {
    const took = [];
    for (const key of keys) {
        const begun = performance.now();
        if (typeof key === "number") {
            const slider = document.getElementById("slider");
            slider.value = key;
            slider.dispatchEvent(new Event("input"));
        } else document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        document.getElementById("sheet").getBoundingClientRect();
        document.getElementById("side").scrollHeight;
        took.push(performance.now() - begun);
        if (pause) await new Promise((done) => requestAnimationFrame(done));
    }
    return took;
}"""


def scattered(last: int, number: int) -> list[int]:
    """Return steps all over the log, the same each time."""
    return [last * (7919 * i % 1009) // 1009 for i in range(number)]


def walks(page: Page, last: int, worked: Callable[[], float]) -> Iterator[tuple[str, list[float]]]:
    """Yield each way of stepping with what each step took, and last what the page's thread worked for one."""

    def timed(keys: list[str] | list[int], *, pause: bool = False) -> list[float]:
        before = worked()
        took: list[float] = page.evaluate(TIMED, [keys, pause])
        return [*took, (worked() - before) / len(keys)]

    on = ["ArrowRight"] * last
    page.keyboard.press("Home")
    yield "step on", timed(on[:1500])
    yield "step back", timed(["ArrowLeft"] * 500)
    yield "anywhere, with the slider", timed(scattered(last, 60))
    page.keyboard.press("Home")
    yield "from finding to finding", timed(["f"] * 40)
    yield "from phase to phase", timed(["P"] * 40)
    for tab in ("log", "boxes", "hex"):
        page.locator(f"#tab-{tab}").click()
        page.keyboard.press("Home")
        yield f"step on, {tab} in sight", timed(on[:500])
    yield "anywhere, hex in sight", timed(scattered(last, 60))
    page.locator("#tab-findings").click()
    page.keyboard.press("Home")
    page.keyboard.press("0")
    yield "step on, the whole map in sight", timed(on[:500])
    page.keyboard.press("Home")
    yield "step on, and each is painted", timed(on[:200], pause=True)
    page.set_viewport_size({"width": 390, "height": 800})
    page.keyboard.press("Home")
    yield "step on, on a phone", timed(on[:500])


def processor(page: Page) -> Callable[[], float]:
    """Return what tells how many milliseconds the page's own thread has worked so far, whoever else works."""
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> float:
        found = {metric["name"]: metric["value"] for metric in client.send("Performance.getMetrics")["metrics"]}
        return 1000 * float(found["TaskDuration"])

    return read


def measure(report: Path) -> None:
    """Open a page and print what its steps take."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page(viewport={"width": 1200, "height": 800})
        page.goto(report.as_uri())
        page.wait_for_selector("html[data-ready]")
        ready = page.evaluate("performance.now()")
        last = int(page.locator("#slider").get_attribute("max") or 0)
        print(f"{last} steps; ready {ready:.0f} ms after the page was asked for")
        print(f"{'milliseconds a step':<40}{'median':>8}{'95 %':>8}{'most':>8}{'over a frame':>14}{'worked':>10}")
        worked = processor(page)
        for name, took in walks(page, last, worked):
            work = took.pop()
            took.sort()
            over = f"{sum(one > FRAME for one in took)} of {len(took)}"
            told = "".join(f"{one:8.2f}" for one in (median(took), took[int(0.95 * len(took))], took[-1]))
            print(f"{name:<40}{told}{over:>14}{work:10.2f}", flush=True)
        browser.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--page", type=Path, help="Measure this page instead.")
    options = parser.parse_args()
    if options.page:
        measure(options.page.resolve())
        return
    parts = load_inputs(find_game("trc"), data_dir() / "trc")
    with tempfile.TemporaryDirectory() as folder:
        log, report = Path(folder) / "game.vlog", Path(folder) / "report.html"
        write(parts, options.steps, options.seed, log)
        audit = audit_log(open_log(log, parts))
        report.write_text(audit_page(audit, audit.findings), encoding="utf-8")
        measure(report)


if __name__ == "__main__":
    main()
