"""The addresses of the app, and what each of them answers."""

from __future__ import annotations

import asyncio
import json
from collections import ChainMap
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from trc_module.app import asking, by_mail, mailing, ordering, rulings, saving
from trc_module.app.against import Against, shown
from trc_module.app.assets import static_file
from trc_module.app.example import NAME as EXAMPLE
from trc_module.app.example import example_game, example_log
from trc_module.app.getting import Modules
from trc_module.app.guard import HEADERS
from trc_module.app.languages import LANGUAGES, chosen_language
from trc_module.app.library import Library
from trc_module.app.limits import LOGS, MOST_ASKED, MOST_DROPPED, body_of, plain_name
from trc_module.app.lookup import SearchIndexes
from trc_module.app.opened import Opened, OpenGame
from trc_module.app.owning import MOST_ANSWERED, Owning
from trc_module.app.pages import first_page
from trc_module.app.turns import keep_said, shown_card, turn_tree, turns_of
from trc_module.app.visits import Visits
from trc_module.app.watching import Bell, watch
from trc_module.errors import UserError
from trc_module.files import write_file
from trc_module.report.page.page import Shell, speech_of
from trc_module.version import __version__

R = TypeVar("R")
_ANSWERS: Mapping[str, Callable[[OpenGame, Any], Any]] = ChainMap(
    *(dict(each.ANSWERS) for each in (asking, mailing, ordering, by_mail, rulings))
)
_MOST_KEPT = 200
"""Files that may be dropped in one run."""


class App:
    """One run of the app: what it may read, what is open, who listens."""

    def __init__(
        self,
        library: Library,
        opened: Opened,
        modules: Modules,
        against: Against,
        visits: Visits,
        *,
        watching: bool = False,
    ) -> None:
        self.against = against
        self.visits = visits
        self.library = library
        self.opened = opened
        self.modules = modules
        self.owning = Owning(modules)
        self.bell = Bell()
        self.lookup = SearchIndexes(modules.games)
        self.quit: Callable[[], None] = lambda: None
        """Ends the server: whoever runs it says how."""
        self.offered: Path | None = None
        """The folder in which VASSAL keeps games, where the app was not told to look into it."""
        self._watching = watching
        self._tasks: set[asyncio.Task[None]] = set()

    def starlette(self) -> Starlette:
        """Return what a server serves."""
        game = "/game/{name:str}"
        routes = [
            Route("/", self._home),
            Route("/static/{name:str}", self._static),
            Route("/api/games", self._games),
            Route("/api/drop", self._drop, methods=["POST"]),
            Route("/api/example", self._example, methods=["POST"]),
            Route("/api/against", self._against),
            Route("/api/against/begin", self._begin_against, methods=["POST"]),
            Route("/api/folder", self._folder, methods=["POST"]),
            Route("/api/quit", self._quit, methods=["POST"]),
            Route("/api/search", self._search),
            Route("/api/events", self._events),
            Route("/api/module/{name:str}", self._module, methods=["POST"]),
            Route("/forms/{name:str}/", self._forms),
            Route("/forms/{name:str}/api/check", self._check_forms, methods=["POST"]),
            *(
                Route(f"/forms/{{name:str}}/api/{key}", partial(self._save_forms, save), methods=["POST"])
                for key, save in (("files", self._form_files), ("build", self.owning.built))
            ),
            Route(f"{game}/", self._game),
            Route(f"{game}/api/kept", self._keep, methods=["POST"]),
            Route("/log/{digest:str}/", self._transcript),
            *(
                Route(f"{game}/api/{key}", partial(self._answer, answer), methods=["POST"])
                for key, answer in _ANSWERS.items()
            ),
            *(
                Route(f"{game}/api/save/{form}", partial(self._save, save), methods=["POST"])
                for form, save in saving.FORMS.items()
            ),
        ]
        handlers: dict[Any, Any] = {
            UserError: _refused,
            HTTPException: _not_there,
            ClientDisconnect: _gone,
            Exception: _fault,
        }
        return Starlette(routes=routes, exception_handlers=handlers, lifespan=self._life)

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        self._begin(self._look())
        if self._watching:
            self._begin(watch(self.library.folders, self._look))
        yield
        self.bell.close()
        for task in self._tasks:
            task.cancel()

    def _begin(self, work: Awaitable[None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await run_in_threadpool(self.library.look, lambda: _later(loop, self.bell.ring))
            # What is answered was judged before: an answer is a log that is judged in turn.
            if await run_in_threadpool(self.against.answer_new):
                await run_in_threadpool(self.library.look)
        finally:
            first, self.bell.settled = not self.bell.settled, True
            self.bell.ring()
        if first:
            # The first log dropped does not have to wait for imports as well.
            self._begin(run_in_threadpool(self.library.warm, [self.modules.first]))
            self._begin(run_in_threadpool(self.modules.warm))

    # ------------------------------------------------------------------ pages

    async def _home(self, request: Request) -> Response:
        return HTMLResponse(first_page(chosen_language(request)))

    async def _static(self, request: Request) -> Response:
        content, kind = static_file(request.path_params["name"])
        return Response(content, media_type=kind)

    async def _game(self, request: Request) -> Response:
        language = chosen_language(request)
        name = request.path_params["name"]

        def page() -> str:
            game = self._opened(name)
            facts = {"name": name, "newFrom": game.new_from, **asking.facts_of(game, language), **self._turn(name)}
            return game.page(Shell("../../static", f"../../?lang={language}", facts, speech_of(language)))

        content = await run_in_threadpool(page)
        return HTMLResponse(content, background=BackgroundTask(lambda: self._opened(name).warm()))

    async def _transcript(self, request: Request) -> Response:
        digest = request.path_params["digest"]

        return HTMLResponse(await run_in_threadpool(self.library.transcript, digest))

    def _opened(self, name: str) -> OpenGame:
        return self.opened.get(name, self.library.logs_of(name))

    # ----------------------------------------------------------------- answers

    async def _games(self, request: Request) -> Response:
        # Asked first: what is settled meanwhile is in none of these cards.
        settled = self.bell.settled
        language = chosen_language(request)
        cards = await run_in_threadpool(self.library.cards, language)
        turns, told = await run_in_threadpool(turns_of, cards, self.visits)
        tree = {
            "version": __version__,
            "folders": [str(folder) for folder in self.library.folders],
            "offered": str(self.offered) if self.offered is not None else "",
            "settled": settled,
            "skipped": self.library.skipped,
            "games": [shown_card(turn, language) for turn in turns],
            "told": " ".join(filter(None, (told, self.library.mail_fault))),
            "modules": self.modules.offered(),
            "forms": self.owning.with_forms(),
            "example": bool(example_game(self.modules.games)),
            "languages": LANGUAGES,
        }
        return JSONResponse(tree)

    async def _drop(self, request: Request) -> Response:
        name = plain_name(request.query_params.get("name", ""), LOGS)
        content = await body_of(request, MOST_DROPPED)
        found = await run_in_threadpool(self._take, name, content)
        self.bell.ring()
        return JSONResponse({"game": found})

    def _take(self, name: str, content: bytes) -> str:
        """Keep what was dropped where only the app writes, and return the name of its game."""
        self.modules.wait_for_rules()
        folder = self.library.dropped
        count = sum(1 for _ in folder.iterdir())
        if count >= _MOST_KEPT:
            raise UserError(f"{_MOST_KEPT} files have been dropped already: start the app again.")
        path = folder / name
        number = 1
        while path.exists() and path.read_bytes() != content:
            number += 1
            path = folder / f"{Path(name).stem} {number}{Path(name).suffix}"
        write_file(path, content)
        try:
            self.library.look()
            return self.library.game_with(path)
        except UserError as error:
            path.unlink(missing_ok=True)
            raise UserError(str(error).replace(str(path), name)) from None

    async def _example(self, _: Request) -> Response:
        found = await run_in_threadpool(lambda: self._take(EXAMPLE, example_log(self.modules.games)))
        self.bell.ring()
        return JSONResponse({"game": found})

    async def _against(self, _: Request) -> Response:
        series = await run_in_threadpool(lambda: [self._shown(shown(each)) for each in self.against.all()])
        choices = await run_in_threadpool(lambda: self.against.choices)
        return JSONResponse({"choices": choices, "series": series})

    def _shown(self, tree: dict[str, Any]) -> dict[str, Any]:
        """Return a game against the program with the word by which addresses name it; '' before it is judged."""
        tree["game"] = ""
        for name in reversed(tree["answers"]):
            with suppress(UserError):
                tree["game"] = self.library.game_with(Path(tree["folder"]) / name)
                break
        return tree

    async def _begin_against(self, request: Request) -> Response:
        asked = _asked(await body_of(request, MOST_ASKED))
        found = await run_in_threadpool(self.against.begin, asked)
        if not self._watching:
            self._watching = True
            self._begin(watch(self.library.folders, self._look))
        self._begin(self._look())
        return JSONResponse(found)

    def _turn(self, name: str) -> dict[str, Any]:
        """Return what the page of a game says of its player's turn."""
        card = next((each for each in self.library.cards() if each.name == name), None)
        if card is None:
            return {}
        (turn,), told = turns_of([card], self.visits)
        return {"turn": turn_tree(turn), "told": told}

    async def _keep(self, request: Request) -> Response:
        """Keep what the player says of a game, or that he has seen it."""
        asked = _asked(await body_of(request, MOST_ASKED))
        name = request.path_params["name"]

        def keep() -> None:
            card = next((each for each in self.library.cards() if each.name == name), None)
            if card is None:
                raise UserError("There is no such game here any more: look at the list of games again.")
            keep_said(self.visits, card, asked)

        await run_in_threadpool(keep)
        self.bell.ring()
        return JSONResponse({})

    async def _folder(self, _: Request) -> Response:
        """Look into the folder in which VASSAL keeps games as well: the page offers that one and no other."""
        found = self.offered
        if found is None:
            raise UserError("VASSAL's folder of games was not found: name a folder when you start the app.")
        self.library.also(found)
        self.offered = None
        self._begin(self._look())
        if self._watching:
            self._begin(watch((found,), self._look))
        return JSONResponse({"folder": str(found)})

    async def _quit(self, _: Request) -> Response:
        # Answered first: the page says that it has ended.
        return JSONResponse({}, background=BackgroundTask(self.quit))

    async def _search(self, request: Request) -> Response:
        asked = request.query_params
        sought, game, language = asked.get("q", ""), asked.get("game", ""), chosen_language(request)
        return JSONResponse(await run_in_threadpool(self.lookup.search, sought, language, game))

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self.bell.listen(), media_type="text/event-stream")

    async def _module(self, request: Request) -> Response:
        spec = request.path_params["name"]
        language = chosen_language(request)
        name, content = await run_in_threadpool(self.modules.built, spec, language)
        return _file(name, content)

    async def _forms(self, request: Request) -> Response:
        name, language = request.path_params["name"], chosen_language(request)
        return HTMLResponse(await run_in_threadpool(self.owning.page, name, language))

    async def _check_forms(self, request: Request) -> Response:
        asked = _asked(await body_of(request, MOST_ANSWERED))
        return JSONResponse(await run_in_threadpool(self.owning.check, request.path_params["name"], asked))

    async def _save_forms(self, save: Callable[[str, Any, str], tuple[str, bytes]], request: Request) -> Response:
        asked = _asked(await body_of(request, MOST_ANSWERED))
        name, language = request.path_params["name"], chosen_language(request)
        return _file(*await run_in_threadpool(save, name, asked, language))

    def _form_files(self, name: str, asked: Any, _: str) -> tuple[str, bytes]:
        return self.owning.files(name, asked)

    async def _answer(self, answer: Callable[[OpenGame, Any], Any], request: Request) -> Response:
        asked = _asked(await body_of(request, MOST_ASKED))
        name = request.path_params["name"]
        return JSONResponse(await run_in_threadpool(lambda: answer(self._opened(name), asked)))

    async def _save(self, save: Callable[[OpenGame, Any], tuple[str, bytes]], request: Request) -> Response:
        asked = _asked(await body_of(request, MOST_ASKED))
        name = request.path_params["name"]
        return _file(*await run_in_threadpool(lambda: save(self._opened(name), asked)))


def _later(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    loop.call_soon_threadsafe(call)


def _asked(body: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise UserError("That is not a question of this page.")
    return asked


def _file(name: str, content: bytes) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


async def _refused(_: Request, error: UserError) -> Response:
    return JSONResponse({"error": str(error)}, 400)


async def _not_there(_: Request, error: HTTPException) -> Response:
    return JSONResponse({"error": "There is nothing here."}, error.status_code)


async def _gone(_: Request, error: ClientDisconnect) -> Response:
    # Nobody is there any more who could read it.
    return Response(status_code=400)


async def _fault(_: Request, error: Exception) -> Response:
    # The server prints its details; the page says whose fault it is.
    told = f"An error in trc-module itself ({type(error).__name__}), not in your file: please report it."
    return JSONResponse({"error": told}, 500, HEADERS)
