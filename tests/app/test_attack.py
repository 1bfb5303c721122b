"""A page of somebody else's, on another port of the same machine, in the same browser: it gets nothing."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.app.conftest import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TRY = """async (address) => {
    const got = {};
    const attempt = async (name, work) => { try { got[name] = await work(); } catch { got[name] = "refused"; } };
    const evil = address + "api/drop?name=evil.vlog";
    await attempt("read", async () => (await fetch(address + "api/games")).text());
    await attempt("blind", async () => (await fetch(address + "api/games", {mode: "no-cors"})).text());
    await attempt("drop", async () => (await fetch(evil, {method: "POST", body: "x"})).text());
    await attempt("blind drop", async () => (await fetch(evil, {method: "POST", body: "x", mode: "no-cors"})).type);
    await attempt("script", () => new Promise((done, fail) => {
        const script = document.createElement("script");
        script.onload = () => done("loaded");
        script.onerror = () => fail();
        script.src = address + "static/lib.js";
        document.body.append(script);
    }));
    await attempt("events", () => new Promise((done, fail) => {
        const events = new EventSource(address + "api/events");
        events.onmessage = (event) => done(event.data);
        events.onerror = () => { events.close(); fail(); };
    }));
    await attempt("frame", () => new Promise((done, fail) => {
        const frame = document.createElement("iframe");
        frame.onload = () => { try { done(frame.contentDocument ? "its own" : "empty"); } catch { done("closed"); } };
        frame.src = address;
        document.body.append(frame);
        setTimeout(fail, 2000);
    }));
    return got;
}"""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    """Serve an empty page on another port."""

    class Empty(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title>")

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.mark.parametrize("knows", [False, True], ids=["without the secret", "with the secret"])
def test_another_page_reads_nothing_and_changes_nothing(
    browser: Browser, served: Served, elsewhere: str, knows: bool
) -> None:
    context = browser.new_context()
    page = context.new_page()
    seen: list[tuple[str, int]] = []
    page.on("response", lambda response: seen.append((response.url, response.status)))
    page.goto(elsewhere)
    address = served.address if knows else f"http://127.0.0.1:{served.port}/"
    got = page.evaluate(TRY, address)
    assert got["read"] == got["drop"] == got["script"] == got["events"] == "refused"
    # What a page may not read at all is an empty answer, and the frame holds a refusal that it cannot look into.
    assert got["blind"] in ("", "refused")
    assert got["blind drop"] in ("opaque", "refused")
    assert got["frame"] in ("closed", "empty", "refused")
    assert {status for url, status in seen if url.startswith(address)} <= {404}
    assert list(served.library.dropped.iterdir()) == []
    context.close()


def test_a_link_of_another_page_leads_to_nothing_though_it_knows_the_secret(
    browser: Browser, served: Served, elsewhere: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(elsewhere)
    with page.expect_navigation():
        page.evaluate("address => { location.href = address; }", served.address)
    assert page.inner_text("body") == "Not found."
    # Whoever types the address, or is shown it by the app, is let in.
    page.goto(served.address)
    page.wait_for_selector("html[data-ready]")
    context.close()


def test_the_secret_does_not_leave_with_a_link(browser: Browser, served: Served, elsewhere: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(served.address)
    with page.expect_request(f"{elsewhere}*") as asked, page.expect_navigation():
        page.evaluate("address => { location.href = address; }", elsewhere)
    assert "referer" not in asked.value.all_headers()
    context.close()
