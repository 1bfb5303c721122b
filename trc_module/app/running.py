"""Starting the app: a socket of the loopback, a secret, the address, and a browser that is shown it."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.app.guard import LOOPBACK, Guard, new_token
from trc_module.app.run_folder import run_folder
from trc_module.errors import UserError

if TYPE_CHECKING:
    import uvicorn

    from trc_module.archive.files import Chosen
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
    chosen: Chosen,
    on_address: Callable[[str], None] = lambda _: None,
    offered: Path | None = None,
) -> None:
    """Serve the app until it is stopped; `on_address` hears where it is, once it can be asked.

    `offered` is a folder that the page offers to look into.
    `games` are those whose modules are handed out, all if none is named; `chosen` says how logs are judged.

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
        _run(folders, opener, folder, listener, (token, ticket), games, chosen, watching=watching, offered=offered)


def _run(
    folders: Sequence[Path],
    opener: Callable[..., list[GameLog]],
    folder: Path,
    listener: socket.socket,
    secrets: tuple[str, str],
    games: tuple[str, ...],
    chosen: Chosen,
    *,
    watching: bool,
    offered: Path | None,
) -> None:
    import uvicorn

    from trc_module.app.against import Against
    from trc_module.app.boxed import new_crew
    from trc_module.app.getting import Modules
    from trc_module.app.library import Library
    from trc_module.app.opened import Opened
    from trc_module.app.server import App
    from trc_module.replay.kept import KeptLogs

    dropped = folder / "dropped"
    dropped.mkdir()
    kept = KeptLogs()
    opened = Opened(partial(opener, read=kept.read), chosen, executing=kept.execute)
    with new_crew() as crew:
        crew.warm()
        library = Library(folders, dropped, opener, chosen, crew=crew)
        modules = Modules(games)
        overlay = Path(chosen.overlay) if chosen.overlay else None
        against = Against(library.folders, modules.games, opener, overlay)
        app = App(library, opened, modules, against, watching=watching)
        server = uvicorn.Server(_config(Guard(app.starlette(), *secrets)))

        def leave() -> None:
            server.should_exit = True

        app.quit = leave
        app.offered = offered
        server.run(sockets=[listener])


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
