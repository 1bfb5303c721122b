"""What answers first: the page with the games, its scripts and styles, while all that judges is being imported."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Message, Receive, Scope, Send

from trc_module.app.assets import static_file
from trc_module.app.languages import chosen_language
from trc_module.app.pages import first_page
from trc_module.errors import UserError

_PATIENCE, _QUIET, _LATEST = 0.7, 0.2, 3.0
"""Seconds: after the first the imports begin though nobody has asked for the page, else when it has been shown and its
scripts have been asked for, as nothing came for the second; and after the third whatever comes."""
_STATIC = "/static/"


class Front:
    """An application that answers the first page itself, and hands all else to one that `load` returns."""

    def __init__(self, load: Callable[[], Starlette]) -> None:
        self._load = load
        self._shown: asyncio.Event
        self._loading: asyncio.Task[Starlette]
        self._living = AsyncExitStack()
        self._answered = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; one for more than the first page waits until the rest is there."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        path = scope["path"]
        if path == "/" or path.startswith(_STATIC):
            await _answer(Request(scope))(scope, receive, send)
            self._answered = time.monotonic()
            self._shown.set()
            return
        try:
            inner = await asyncio.shield(self._loading)
        except UserError as error:
            await JSONResponse({"error": str(error)}, 400)(scope, receive, send)
            return
        await inner(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._shown = asyncio.Event()
        self._loading = asyncio.ensure_future(self._loaded())
        await send(_said("startup"))
        await receive()
        # What is being imported cannot be stopped, and may have begun processes that must be ended.
        with suppress(Exception):
            await self._loading
        await self._living.aclose()
        await send(_said("shutdown"))

    async def _loaded(self) -> Starlette:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._shown.wait(), _PATIENCE)
        begun = time.monotonic()
        while (now := time.monotonic()) < min(self._answered + _QUIET, begun + _LATEST):
            await asyncio.sleep(min(self._answered + _QUIET, begun + _LATEST) - now)
        # In this thread: what is imported beside another thread that runs has crashed (msgspec, classes half made).
        inner = self._load()
        await self._living.enter_async_context(inner.router.lifespan_context(inner))
        return inner


def _said(what: str) -> Message:
    return {"type": f"lifespan.{what}.complete"}


def _answer(request: Request) -> Response:
    path = request.url.path
    if request.method != "GET":
        return JSONResponse({"error": "There is nothing here."}, 405)
    if path == "/":
        return HTMLResponse(first_page(chosen_language(request)))
    try:
        content, kind = static_file(path.removeprefix(_STATIC))
    except HTTPException as error:
        return JSONResponse({"error": "There is nothing here."}, error.status_code)
    return Response(content, media_type=kind)
