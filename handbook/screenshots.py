"""`python -m handbook.screenshots`: the pictures of README.md and of the start page that need a browser, and the map.

They lie in docs/pictures, since the README shows them where nothing has been built. Chromium draws the pages.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from handbook.pictures import run, webp

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"


def main() -> int:
    """Write the pictures."""
    argparse.ArgumentParser(prog="python -m handbook.screenshots", description=__doc__).parse_args()
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        print("Chromium is not installed (Debian's package chromium).")
        return 2
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        work = Path(name)
        run("map", "--around", "Kiev", "--radius", "4", "-o", work / "kiev.png")
        run("demo", "-o", work / "build")
        run("audit", work / "build" / "opening.vlog", "--html", work / "report.html")
        run("rulebook", work / "book")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        for shown, path in (("report", work / "report.html"), ("rule", work / "book" / "7.2.html")):
            page.goto(path.as_uri())
            page.wait_for_timeout(500)
            if shown == "report":
                # The first finding: a move that is too long.
                page.locator("#list [data-finding]").first.click()
                page.wait_for_timeout(500)
            page.screenshot(path=str(work / f"{shown}.png"))
        browser.close()
        FOLDER.mkdir(parents=True, exist_ok=True)
        for shown in ("kiev", "report", "rule"):
            (FOLDER / f"{shown}.webp").write_bytes(webp(work / f"{shown}.png", 1200, 76))
    return 0


if __name__ == "__main__":
    sys.exit(main())
