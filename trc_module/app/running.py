"""Starting the app: a socket of the loopback, a secret, the address, and a browser that is shown it."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.app.guard import LOOPBACK, Guard, new_token
from trc_module.app.run_folder import run_folder
from trc_module.errors import UserError
from trc_module.memory import keep_freed

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from trc_module.app.server import App
    from trc_module.replay.gamelog import GameLog

PORT = 8537
"""The port that is tried first, so that a bookmark of the browser's history leads to the same place."""


def bound(port: int | None) -> socket.socket:
    """Return a socket that listens on the loopback: on a port that is asked for, else on the usual one or a free one.

    Raises:
        UserError: Another program has the port that is asked for.
    """
    for number in (PORT, 0) if port is None else (port,):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name != "nt":
                # So that the app may be started again at once; on Windows another program could take the port over.
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((LOOPBACK, number))
            found.listen(64)
        except OSError as error:
            found.close()
            if port is not None:
                raise UserError(f"Port {port} cannot be used ({error.strerror or error}): name another one.") from None
            continue
        return found
    raise UserError("There is no free port on this machine.")


def serve(
    folders: Sequence[Path],
    opener: Callable[..., list[GameLog]],
    *,
    port: int | None = None,
    browser: bool = True,
    watching: bool = False,
    games: tuple[str, ...] = (),
    overlay: str = "",
    options: tuple[str, ...] = (),
    mails: Sequence[Path] = (),
    on_address: Callable[[str], None] = lambda _: None,
    offered: Path | None = None,
) -> None:
    """Serve the app until it is stopped; `on_address` hears where it is, once it can be asked.

    `offered` is a folder that the page offers to look into. `games` are those whose modules are handed out, all if none
    is named; `overlay` is the owner's folder of data with which logs are judged, `options` are those that the players
    agreed on, and `mails` are files with the mails of a dice server.

    Raises:
        UserError: The port cannot be used.
    """
    listener = bound(port)
    token, ticket = new_token(), new_token() if browser else ""
    place = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    with run_folder() as folder, listener:
        on_address(f"{place}/{token}/")
        if browser:
            # It waits in the listening socket until the server has been imported.
            webbrowser.open(f"{place}/{ticket}/")
        _run(
            _Plan(tuple(folders), opener, folder, games, overlay, options, tuple(mails), watching, offered),
            listener,
            (token, ticket),
        )


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is served."""

    folders: tuple[Path, ...]
    opener: Callable[..., list[GameLog]]
    folder: Path
    """The folder of this run."""
    games: tuple[str, ...]
    overlay: str
    options: tuple[str, ...]
    mails: tuple[Path, ...]
    watching: bool
    offered: Path | None


def _run(plan: _Plan, listener: socket.socket, secrets: tuple[str, str]) -> None:
    import uvicorn

    from trc_module.app.front import Front

    dropped = plan.folder / "dropped"
    dropped.mkdir()
    with ExitStack() as crews:

        def load() -> Starlette:
            return _app(plan, dropped, crews, leave).starlette()

        def leave() -> None:
            server.should_exit = True

        server = uvicorn.Server(_config(Guard(Front(load), *secrets)))
        server.run(sockets=[listener])


_FREED = 256 << 10
"""Bytes of freed memory that each thread may keep."""


def _app(plan: _Plan, dropped: Path, crews: ExitStack, leave: Callable[[], None]) -> App:
    """Return the app; what it imports takes longer than all else before the first page is shown."""
    from trc_module.app.against import Against
    from trc_module.app.boxed import new_crew
    from trc_module.app.getting import Modules
    from trc_module.app.library import Library
    from trc_module.app.opened import Opened
    from trc_module.app.server import App
    from trc_module.app.visits import Visits, visits_file
    from trc_module.archive.files import Chosen
    from trc_module.replay.kept import KeptLogs

    # Each thread that opens a long game would keep some megabytes that it needed to read it.
    keep_freed(_FREED)
    chosen = Chosen(options=plan.options, overlay=plan.overlay)
    kept = KeptLogs()
    crew = crews.enter_context(new_crew())
    crew.warm()
    library = Library(plan.folders, dropped, plan.opener, chosen, crew=crew, mails=plan.mails)
    opened = Opened(partial(plan.opener, read=kept.read), library.judged_by, executing=kept.execute)
    modules = Modules(plan.games)
    against = Against(library.folders, modules.games, plan.opener, Path(plan.overlay) if plan.overlay else None)
    app = App(library, opened, modules, against, Visits(visits_file()), watching=plan.watching)
    app.quit, app.offered = leave, plan.offered
    return app


def _config(app: Guard) -> uvicorn.Config:
    import uvicorn

    from trc_module.app.door import door

    return uvicorn.Config(
        app,
        http=door(),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 << 10,
        proxy_headers=False,
    )
