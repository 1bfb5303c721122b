"""The first page is there before anything that judges has been imported."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the app needs the extra 'app' (starlette), which is not installed")

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from trc_module.app.front import Front
from trc_module.errors import UserError

PAGE = """
import sys
from trc_module.app.front import _answer
from starlette.requests import Request
for path in ("/", "/static/home.js"):
    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b"", "server": ("x", 80)}
    assert _answer(Request(scope)).status_code == 200
heavy = ("trc_module.rules", "trc_module.replay", "trc_module.games", "trc_module.module", "numpy", "shapely", "PIL")
print([name for name in heavy if name in sys.modules])
"""


def test_the_first_page_imports_nothing_that_judges() -> None:
    done = subprocess.run([sys.executable, "-c", PAGE], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def run(visit: Coroutine[Any, Any, None]) -> None:
    """Run a visit in a thread of its own: a browser of another test may hold a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, visit).result()


class Client:
    """Asks an application as a server does, and holds its life."""

    def __init__(self, app: Front) -> None:
        self.app = app
        self.life: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said: asyncio.Queue[Any] = asyncio.Queue()

    async def __aenter__(self) -> Client:
        self.lives = asyncio.ensure_future(self.app({"type": "lifespan"}, self.life.get, self.said.put))
        self.life.put_nowait({"type": "lifespan.startup"})
        assert (await self.said.get())["type"] == "lifespan.startup.complete"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.life.put_nowait({"type": "lifespan.shutdown"})
        await self.lives
        assert (await self.said.get())["type"] == "lifespan.shutdown.complete"

    async def get(self, path: str) -> tuple[int, bytes]:
        sent: asyncio.Queue[Any] = asyncio.Queue()
        scope = {
            "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "headers": [],
            "query_string": b"", "server": ("x", 80), "root_path": "",
        }  # fmt: skip

        async def nothing() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        await self.app(scope, nothing, sent.put)
        return (await sent.get())["status"], (await sent.get())["body"]


def test_it_is_shown_before_the_rest_is_read_and_the_rest_waits_for_that() -> None:
    loaded: list[str] = []

    def load() -> Starlette:
        loaded.append("all")
        return Starlette(routes=[Route("/api/games", lambda _: PlainTextResponse("games"))])

    async def visit() -> None:
        async with Client(Front(load)) as client:
            status, page = await client.get("/")
            assert (status, b"<title>trc-module" in page) == (200, True)
            assert (await client.get("/static/home.js"))[0] == 200
            assert (await client.get("/static/none.js"))[0] == 404
            assert loaded == []
            assert await client.get("/api/games") == (200, b"games")
            assert loaded == ["all"]

    run(visit())


def test_what_cannot_be_read_is_told_to_whoever_asks() -> None:
    def load() -> Starlette:
        raise UserError("There is no such folder.")

    async def visit() -> None:
        async with Client(Front(load)) as client:
            assert await client.get("/api/games") == (400, b'{"error":"There is no such folder."}')

    run(visit())
