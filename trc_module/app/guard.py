"""Access control: only the page that we gave out, in the browser to which we gave it, may send requests.

Any page in the same browser can send requests to a port of this machine, and any program on it can connect. So every
address begins with a secret, `Host` must be the loopback (a name that somebody lets point here is refused), and what
another page sends says so in `Origin` or `Sec-Fetch-Site`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost")
OWN = ("same-origin", "none")
"""The values of `Sec-Fetch-Site` for requests of the page itself, and for an address that somebody typed or opened."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def new_token() -> str:
    """Return a secret that cannot be guessed, fit for an address."""
    return secrets.token_urlsafe(24)


class Guard:
    """Let a request through only with the secret in its address, to our own name, and from no other page.

    A ticket is a second secret, which is good for one request and leads to the address with the first: every program
    of the machine can read the command line of a browser that is shown an address.
    """

    def __init__(self, app: ASGIApp, token: str, ticket: str = "") -> None:
        self._app = app
        self._prefix = f"/{token}"
        self._ticket = ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it without a word about why."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        if not _is_from_here(scope):
            await _nothing(scope, receive, send)
            return
        if self._ticket and _begins_with(scope, self._ticket):
            self._ticket = ""
            await RedirectResponse(f"{self._prefix}/", 303, HEADERS)(scope, receive, send)
            return
        if not _begins_with(scope, self._prefix[1:]):
            await _nothing(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        path = scope["path"][len(self._prefix) :] or "/"
        await self._app({**scope, "path": path, "raw_path": path.encode()}, receive, guarded)


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request, in the same words whatever is wrong: who guesses learns nothing."""
    await PlainTextResponse("Not found.", 404, HEADERS)(scope, receive, send)


def _is_from_here(scope: Scope) -> bool:
    """Tell whether a request is for our own name, and sent by our own page or by no page."""
    headers = Headers(scope=scope)
    server = scope.get("server")
    port = server[1] if server else 0
    hosts = {f"{name}:{port}" for name in NAMES}
    host = headers.get("host", "")
    if host not in hosts or len(headers.getlist("host")) != 1:
        return False
    origin = headers.get("origin")
    return origin in (None, f"http://{host}") and headers.get("sec-fetch-site", "none") in OWN


def _begins_with(scope: Scope, secret: str) -> bool:
    """Tell whether the first part of the path that is asked for is a secret."""
    first, _, _ = scope["path"][1:].partition("/")
    return secrets.compare_digest(first.encode(), secret.encode())
