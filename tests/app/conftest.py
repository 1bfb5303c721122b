"""The app as it serves: on a port of its own, with a folder of logs, and where a browser is asked for, in Chromium."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.replay.script import CLEAR, Script
from trc_module.module.inputs import ModuleInputs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("starlette", reason="the app needs the extra 'app' (starlette), which is not installed")
pytest.importorskip("uvicorn", reason="the app needs the extra 'app' (uvicorn), which is not installed")

OPENING = (
    CLEAR
    + """\
on J21: rus-3-inf
on L22: rus-6-cav
on N22: rus-10-inf
on I23: ger-39-pz ger-57-pz ger-8-inf
on K24: ger-9-inf ger-20-inf
on M24: ger-24-pz ger-46-pz
"""
)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def tree(self) -> Any:
        return json.loads(self.body)


@dataclass
class Served:
    """An app that answers."""

    port: int
    token: str
    ticket: str
    folder: Path
    library: Any
    bell: Any
    routes: Any
    ended: threading.Event
    """Set when the page has asked the app to end."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{self.token}/"

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        *,
        token: str | None = None,
    ) -> Answer:
        """Send a request as a browser's own page would; further headers replace what it says."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        prefix = f"/{self.token if token is None else token}/"
        sent = {"Host": f"127.0.0.1:{self.port}", **(headers or {})}
        connection.putrequest(method, prefix + path, skip_host=True)
        for name, value in sent.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        found = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        connection.close()
        return found

    def question(self, game: str, key: str, **fields: Any) -> Any:
        """Ask about a game."""
        return self.asked(game, key, fields)

    def asked(self, game: str, key: str, fields: dict[str, Any]) -> Any:
        """Ask about a game, with fields of any name."""
        return self.ask(f"game/{game}/api/{key}", "POST", json.dumps(fields).encode()).tree

    def games(self) -> list[dict[str, Any]]:
        """Return the cards, as soon as all folders have been looked through."""
        for _ in range(600):
            tree = self.ask("api/games").tree
            if tree["settled"]:
                return list(tree["games"])
            time.sleep(0.05)
        raise AssertionError("the folders were never looked through")

    def drop(self, name: str, content: bytes) -> Answer:
        """Drop a file."""
        return self.ask(f"api/drop?name={name}", "POST", content)


@contextmanager
def serving(
    folder: Path,
    dropped: Path,
    *,
    watching: bool = False,
    offered: Path | None = None,
    games: tuple[str, ...] = ("trc",),
) -> Iterator[Served]:
    """Serve an app in a thread of this process; `offered` is the folder in which VASSAL keeps games, `games` are those
    whose modules it hands out."""
    import uvicorn

    from trc_module.app.against import Against
    from trc_module.app.door import door
    from trc_module.app.getting import Modules
    from trc_module.app.guard import Guard, new_token
    from trc_module.app.library import Library
    from trc_module.app.opened import Opened
    from trc_module.app.server import App
    from trc_module.app.visits import Visits
    from trc_module.cli.logs import open_logs
    from trc_module.replay.kept import KeptLogs

    dropped.mkdir(parents=True, exist_ok=True)
    kept = KeptLogs()
    opener = partial(open_logs, game=None, read=kept.read)
    opened = Opened(opener, executing=kept.execute)
    library = Library([folder], dropped, opener, on_audit=opened.remember, executing=kept.execute)
    against = Against(library.folders, ("trc",), opener)
    visits = Visits(dropped.parent / "visits.json")
    app = App(library, opened, Modules(games), against, visits, watching=watching)
    ended = threading.Event()
    app.quit = ended.set
    app.offered = offered
    token, ticket = new_token(), new_token()
    starlette = app.starlette()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(16)
    config = uvicorn.Config(
        Guard(starlette, token, ticket),
        http=door(),
        log_level="error",
        lifespan="on",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield Served(listener.getsockname()[1], token, ticket, folder, library, app.bell, starlette.routes, ended)
    finally:
        app.bell.close()
        server.should_exit = True
        thread.join(10)
        listener.close()


Begin = Callable[[str], Script]


@pytest.fixture(scope="session")
def opening(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the opponent's log: a good move, one that goes on past a zone of control, one that is good again."""
    log = Script(parts, OPENING, tmp_path_factory.mktemp("opening") / "week1.vlog")
    return log.move("ger-8-inf", "I22", "I21").move("ger-46-pz", "M23", "M22", "M21").move("ger-9-inf", "L24").write()


@pytest.fixture(scope="session")
def served(opening: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An app whose folder holds that log, for tests that change nothing."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "week1.vlog").write_bytes(opening.read_bytes())
    with serving(folder, tmp_path_factory.mktemp("run") / "dropped") as found:
        found.games()
        yield found


@pytest.fixture(scope="session")
def game(served: Served) -> str:
    """Return the name of the one game there."""
    return str(served.games()[0]["name"])


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Served]:
    """An app that watches an empty folder."""
    (tmp_path / "games").mkdir()
    with serving(tmp_path / "games", tmp_path / "run" / "dropped", watching=True) as found:
        found.games()
        yield found


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """Keep one tab for all tests: a new one for each takes a second of the processor's time."""
    context = browser.new_context(accept_downloads=True, locale="en")
    # A busy machine is slow, and that is no failure.
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """Yield the tab, empty; it must not complain, nor ask another machine for anything."""
    tab.set_viewport_size({"width": 1280, "height": 850})
    complaints: list[str] = []
    requests: list[str] = []
    listeners: list[tuple[Any, Callable[..., None]]] = [
        ("console", lambda message: complaints.append(message.text)),
        ("pageerror", lambda error: complaints.append(str(error))),
        ("request", lambda request: requests.append(request.url)),
    ]
    for event, listener in listeners:
        tab.on(event, listener)
    yield tab
    for event, listener in listeners:
        tab.remove_listener(event, listener)
    if tab.url.startswith("http:"):
        tab.evaluate("localStorage.clear()")
    tab.mouse.move(0, 0)
    tab.goto("about:blank")
    # What the app refuses the page says; the browser notes it too.
    assert [line for line in complaints if "status of 400" not in line] == []
    # Nothing leaves the machine.
    assert [url for url in requests if not url.startswith(("http://127.0.0.1:", "blob:", "data:"))] == []


def drop(page: Page, *paths: Path) -> None:
    """Drop files on the page as a hand does, all at once."""
    page.evaluate(
        """(files) => {
            const data = new DataTransfer();
            for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
            for (const kind of ["dragenter", "dragover", "drop"])
                document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        [[path.name, list(path.read_bytes())] for path in paths],
    )


def ready(page: Page) -> None:
    page.wait_for_selector("html[data-app=ready]")


def open_tab(page: Page, name: str) -> None:
    """Open a tab as a hand does: first its group."""
    page.locator(f".groups [data-tabs~={name}]").click()
    page.locator(f"#tab-{name}").click()


def look(page: Page, hex_: str) -> None:
    page.locator("#ask-hex").fill(hex_)
    page.keyboard.press("Enter")
