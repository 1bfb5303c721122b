"""Drive the real VASSAL engine: open a module, play in it, read what lies on its maps and what the engine says.

def test_the_module_opens(referee: Engine, tmp_path: Path) -> None:
    game = referee.open(tmp_path / "game.vmod")
    assert game.report.complaints == ()
    game.new_game(side="Axis")
    assert game.location_names("Main Map", [(100, 100)]) == ["C7"]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.referee.server import Parts, RefereeFailedError, Server

SECONDS = 120.0
"""The time that one request may take; the longest, drawing a large map, takes three seconds."""

OPENINGS = 40
"""The number of modules that one process opens: each leaves some ten megabytes behind, and its pictures."""

Point = tuple[int, int]


class EngineRefusedError(Exception):
    """The engine could not do what was asked; the message says why, `trace` where in its code."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog that waited for the player: `answer` is what was chosen for him, None if it was closed."""

    kind: str
    title: str
    text: str
    buttons: tuple[str, ...]
    answer: str | None


@dataclass(frozen=True, slots=True)
class Report:
    """The messages of the engine: in its log (errors, warnings, and `log` for all of it), in dialogs, in the chat
    window."""

    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    dialogs: tuple[Dialog, ...] = ()
    chat: tuple[str, ...] = ()
    log: tuple[str, ...] = ()

    @property
    def complaints(self) -> tuple[str, ...]:
        """Every error, warning and dialog that no `Game.answer` foresaw, in words; empty if nothing was found wrong."""
        return (
            *(f"error: {text}" for text in self.errors),
            *(f"warning: {text}" for text in self.warnings),
            *(f"dialog: {dialog.title}: {dialog.text}" for dialog in self.dialogs if dialog.answer is None),
        )

    def __add__(self, later: Report) -> Report:
        return Report(
            self.errors + later.errors,
            self.warnings + later.warnings,
            self.dialogs + later.dialogs,
            self.chat + later.chat,
            self.log + later.log,
        )


@dataclass(frozen=True, slots=True)
class Board:
    """A board on a map: its place and size in the map's pixels."""

    name: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece in the game (stacks and decks show only as `stack`, `deck` and `index`, 0 being the bottom).

    `name` is the basic piece's, `full_name` the one that its layers and labels make; `properties` holds what the
    piece's traits export, calculated properties included.
    """

    id: str
    name: str
    full_name: str
    gpid: str
    map: str | None
    x: int
    y: int
    location: str
    stack: str | None
    deck: str | None
    index: int
    properties: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class WrittenPiece(Piece):
    """A piece with its type and state as the engine writes them into a save."""

    type: str = field(repr=False)
    state: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of a piece's right-click menu: its group is the submenu it stands in."""

    name: str
    group: str | None
    key: str | None
    enabled: bool
    shown: str = field(default="", compare=False)
    """What the menu says in the player's language, and the key."""


@dataclass(frozen=True, slots=True)
class Button:
    """A toolbar button: `where` is the map whose toolbar, or the toolbar menu, it belongs to, "" for the module's."""

    where: str
    text: str
    tooltip: str
    enabled: bool
    visible: bool
    left: int = field(default=-1, compare=False)
    """Where it shows on the screen, in pixels; -1 if it does not show."""
    middle: int = field(default=-1, compare=False)
    """The height of its middle there: buttons of one row have one."""
    width: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a log: the command as the engine writes it, and what executing it made the engine say."""

    command: str
    report: Report


Pieces = Piece | str | Iterable[Piece | str]
"""One piece or several, each itself or its identifier."""


class Engine:
    """The engine's process, started when the first module is opened and kept for all that follow."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._server: Server | None = None
        self._open: Game | None = None
        self._key: object = None
        self._openings = 0

    def open(
        self, module: Path, *, player: str = "Tester", password: str = "secret", draw_palettes: bool = True
    ) -> Game:
        """Open a module as a player does, and close the one that was open.

        The engine looks for a picture only when it draws it: with `draw_palettes` every piece of the palettes is drawn
        once, so that a missing picture is reported. A module that the engine cannot open gives a `Game` with `opened`
        false, whose report says why.
        """
        self._openings += 1
        if self._openings > OPENINGS:
            self.close()
        reply = self._ask(
            {
                "op": "open",
                "module": str(module.resolve()),
                "player": player,
                "password": password,
                "draw_palettes": draw_palettes,
                "answers": [],
            }
        )
        self._open = Game(self, _result(reply), _report(reply["report"]))
        self._key = _key(module)
        return self._open

    def keep(self, module: Path) -> Game:
        """Return the module that is open if it is this file, unchanged, and else open it.

        Spares tests of one module the second that opening takes; each should begin with `new_game` or `load`. The
        report is that of the opening, however long ago; the palettes were not drawn.
        """
        if self._open is not None and self._key == _key(module):
            return self._open
        return self.open(module, draw_palettes=False)

    def cpu_seconds(self) -> float:
        """Return the processor's time that the engine's process has taken; 0 before it is started."""
        return self._server.cpu_seconds() if self._server is not None else 0.0

    def close(self) -> None:
        """End the process."""
        if self._server is not None:
            self._server.close()
        self._server = self._open = None

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._server is None or not self._server.alive:
            self._server = Server(self._parts)
            self._openings = 1
        try:
            return self._server.ask(request, SECONDS)
        except RefereeFailedError:
            self._server = self._open = None
            raise

    def _ask_for(self, game: Game, request: dict[str, Any]) -> dict[str, Any]:
        if game is not self._open:
            raise ValueError("this module is no longer open; the engine holds one at a time")
        return self._ask(request)


class Game:
    """A module that the engine has opened, and the game that is played in it.

    Every method sets `last` to what the engine said meanwhile and adds it to `said`.

    Raises, from every method:
        EngineRefusedError: the engine could not do it, or does not offer it now.
        RefereeFailedError: the engine's process died or hung; the next `Engine.open` starts a new one.
    """

    def __init__(self, engine: Engine, facts: Mapping[str, Any], report: Report) -> None:
        self._engine = engine
        self.report = self.last = self.said = report
        self.opened: bool = facts["opened"]
        self.engine_version: str = facts["engine"]
        self.name: str = facts.get("name", "")
        self.version: str = facts.get("version", "")
        self.maps: tuple[str, ...] = tuple(facts.get("maps", ()))
        self.slots: int = facts.get("slots", 0)
        self._answers: dict[str, str] = {}
        self._once: list[tuple[str, str]] = []

    def _ask(self, op: str, **fields: Any) -> Any:
        answers, self._once = [*self._answers.items(), *self._once], []
        reply = self._engine._ask_for(self, {"op": op, "answers": answers, **fields})
        self.last = _report(reply["report"])
        self.said += self.last
        return _result(reply)

    def answer(self, pattern: str, answer: str) -> None:
        """Answer every later dialog whose title or text holds the regular expression by that button or input.

        "Box to tick|OK" clicks several. A dialog that nothing foresees is closed and counts as a complaint.
        """
        self._answers[pattern] = answer

    # --- games, saved games and logs ---

    def new_game(self, side: str | None = None) -> None:
        """Start a new game on the default boards, as `side` or else as an observer."""
        self._ask("new_game", side=side)

    def start_setup(self, name: str, side: str | None = None) -> None:
        """Start the predefined setup of that name."""
        self._ask("setup", name=name, side=side)

    def load(self, path: Path, side: str | None = None) -> bool:
        """Load a saved game or a log and return whether a game has started; of a log, no step is executed yet."""
        self._ask("load", file=str(path.resolve()), side=side)
        report = self.last
        started = self.started
        self.last = report
        return started

    @property
    def started(self) -> bool:
        """Whether a game is on."""
        return bool(self._ask("started"))

    def save_game(self, path: Path) -> None:
        """Save the game."""
        self._ask("save", file=str(path.resolve()))

    def restore_text(self) -> str:
        """Return the whole game as the engine encodes it, the text that a save holds, unobfuscated."""
        return str(self._ask("restore"))

    def cut_tiles(self, module: Path, cache: Path) -> list[str]:
        """Cut the boards of a module into tiles as the launcher does, and return the pictures whose tiles were stale.

        `cache` is the folder of all modules' tiles; the module need not be the one that is open.
        """
        return list(self._ask("tiles", module=str(module.resolve()), cache=str(cache.resolve())))

    def build_file(self) -> str:
        """Return the module's build file as the engine's editor would save it."""
        return str(self._ask("build_file"))

    @property
    def steps_left(self) -> int:
        """The number of steps of the loaded log that are still to come."""
        return int(self._ask("steps_left"))

    def step(self) -> Step:
        """Execute the next step of the loaded log."""
        command = str(self._ask("step"))
        return Step(command, self.last)

    def steps(self, count: int) -> Report:
        """Execute so many steps of the loaded log as fast as the engine can, and return what it said of all of them."""
        return self._act("steps", count=count)

    def begin_log(self, path: Path) -> None:
        """Begin a log of what follows."""
        self._ask("begin_log", file=str(path.resolve()))

    @property
    def steps_logged(self) -> int:
        """The number of steps in the log that was begun, so far."""
        return int(self._ask("steps_logged"))

    def end_log(self) -> None:
        """End the log and write it; the engine writes none if nothing happened."""
        self._ask("end_log")

    def undo(self) -> Report:
        """Undo the last act and return what the engine said."""
        return self._act("undo")

    # --- the maps ---

    def location_names(self, map: str, points: Iterable[Point]) -> list[str]:
        """Name the places at points of a map (map pixels) as the engine does in its reports."""
        return list(self._ask("names", map=map, points=list(points)))

    def snap(self, map: str, points: Iterable[Point]) -> list[Point]:
        """Return where the engine puts pieces that are dropped at points of a map."""
        return [(x, y) for x, y in self._ask("snap", map=map, points=list(points))]

    def boards(self, map: str) -> list[Board]:
        """Return the boards that lie on a map."""
        return [Board(**entry) for entry in self._ask("boards", map=map)]

    def shows(self, map: str) -> bool:
        """Tell whether a map's window is open."""
        return bool(self._ask("shows", map=map))

    def screenshot(
        self, map: str, path: Path, *, part: tuple[int, int, int, int] | None = None, scale: float = 1.0
    ) -> Point:
        """Draw a map, or a part (x, y, width, height) of it, into a PNG and return its size in pixels."""
        width, height = self._ask("picture", map=map, file=str(path.resolve()), part=part, scale=scale)
        return width, height

    def screen(self, path: Path) -> Point:
        """Take a picture of the whole screen into a PNG and return its size in pixels."""
        width, height = self._ask("screen", file=str(path.resolve()))
        return width, height

    def center(self, map: str, x: int, y: int) -> None:
        """Let a map's window show a point (map pixels) in its middle, as far as it can."""
        self._ask("center", map=map, point=(x, y))

    def view(self, map: str) -> tuple[int, int, int, int]:
        """Return the part of a map that its window shows: x, y, width and height in map pixels."""
        x, y, width, height = self._ask("view", map=map)
        return x, y, width, height

    def show_help(self, title: str) -> None:
        """Open the page of the help menu with that title."""
        self._ask("help", title=title)

    def turn_to_tab(self, title: str) -> None:
        """Turn to the tab with that title, in whichever window shows it."""
        self._ask("tab", title=title)

    def windows(self) -> list[dict[str, Any]]:
        """Return title, place and size of the windows that show."""
        return list(self._ask("windows"))

    # --- what lies on them ---

    def pieces(self, *ids: str) -> list[Piece]:
        """Return all pieces of the game, or those with the given identifiers, in the order of their identifiers."""
        pieces = [Piece(**entry) for entry in self._ask("pieces", ids=ids or None, written=False)]
        return sorted(pieces, key=lambda piece: piece.id)

    def written(self, *ids: str) -> list[WrittenPiece]:
        """Return pieces as `pieces` does, but with types and states, which takes the engine several times as long."""
        pieces = [WrittenPiece(**entry) for entry in self._ask("pieces", ids=ids or None, written=True)]
        return sorted(pieces, key=lambda piece: piece.id)

    def places(self) -> dict[str, tuple[str | None, int, int, int]]:
        """Return where every piece lies by its identifier: map, x, y, index in its stack.

        It asks nothing of their traits, and so takes no time where `pieces` takes half a second.
        """
        return {id: (map, x, y, index) for id, map, x, y, index in self._ask("places")}

    def piece(self, name: str) -> Piece:
        """Return the only piece whose basic name is `name`."""
        (found,) = [piece for piece in self.pieces() if piece.name == name]
        return found

    def property(self, name: str) -> str | None:
        """Return the value of a property of the module, None if it has none of that name."""
        value = self._ask("property", name=name)
        return None if value is None else str(value)

    def evaluate(self, piece: Piece | str, expression: str) -> str:
        """Return what an expression, in braces, comes to for a piece."""
        return str(self._ask("evaluate", piece=_ids(piece)[0], expression=expression))

    def parses(self, expressions: Iterable[str]) -> list[bool]:
        """Tell of each text in braces whether the engine can read it as an expression of BeanShell's."""
        return list(self._ask("parses", expressions=list(expressions)))

    def trait_errors(self, types: Iterable[str]) -> list[str | None]:
        """Return what goes wrong where the engine makes a trait of each text, None where nothing does."""
        return list(self._ask("traits", types=list(types)))

    def attributes(self, classes: Iterable[str]) -> list[list[str] | None]:
        """Return the names of the attributes of components by their classes' full names; None for one it has not."""
        return list(self._ask("attributes", classes=list(classes)))

    # --- the player's acts; each returns what the engine said ---

    def move(self, pieces: Pieces, map: str, x: int, y: int) -> Report:
        """Drag pieces to a point of a map, with all that this brings: snapping, stacking, marking, reports."""
        return self._act("move", pieces=_ids(pieces), map=map, x=x, y=y)

    def place(self, gpid: str | int, map: str, x: int, y: int) -> str:
        """Drag a new piece out of the palette to a point of a map and return its identifier."""
        return str(self._ask("place", gpid=str(gpid), map=map, x=x, y=y))

    def menu(self, piece: Piece | str) -> list[Command]:
        """Return the right-click menu of a piece, submenus unfolded."""
        return [Command(**entry) for entry in self._ask("menu", pieces=_ids(piece))]

    def choose(self, pieces: Pieces, command: str) -> Report:
        """Choose a command in the right-click menu of selected pieces (the first one's menu is shown)."""
        return self._act("choose", pieces=_ids(pieces), name=command)

    def click(self, map: str, x: int, y: int) -> Report:
        """Click with the left button of the mouse at a point of a map."""
        return self._act("click", map=map, x=x, y=y)

    def type_key(self, pieces: Pieces, key: str) -> Report:
        """Press a key over the map while pieces are selected; written as Java does: "ctrl A", "shift F5"."""
        return self._act("type", pieces=_ids(pieces), key=key)

    def send_key(self, pieces: Pieces, name: str) -> Report:
        """Send a named key to pieces, as a trigger or a global key command would."""
        return self._act("send", pieces=_ids(pieces), key=name)

    def buttons(self) -> list[Button]:
        """Return the buttons of all toolbars."""
        return [Button(**entry) for entry in self._ask("buttons")]

    def press(self, name: str, where: str | None = None) -> Report:
        """Press the only visible toolbar button with that text, or else that tooltip."""
        return self._act("press", name=name, where=where)

    def hot_key(self, key: str, *, named: bool = False) -> Report:
        """Press a key that works everywhere ("alt T"), or send a named one to whatever listens in the module."""
        return self._act("hot_key", key=key, named=named)

    def next_turn(self, tracker: str | None = None, *, times: int = 1) -> str:
        """Press the forward arrow of a turn tracker and return the turn it then shows."""
        return str(self._ask("turn", name=tracker, back=False, times=times))

    def previous_turn(self, tracker: str | None = None) -> str:
        """Press the backward arrow of a turn tracker and return the turn it then shows."""
        return str(self._ask("turn", name=tracker, back=True))

    def load_dice(self, *pips: int) -> None:
        """Let the next throws of the module's dice show these pips; the engine reports and writes them as ever."""
        self._ask("dice", pips=pips)

    def say(self, text: str) -> Report:
        """Type a line into the chat window."""
        return self._act("say", text=text)

    def change_side(self, side: str) -> str:
        """Leave one's side for another and return the side that one then has."""
        self._once = [("^Choose side", side)]
        return str(self._ask("change_side"))

    def refresh(self, *options: str) -> Report:
        """Run Refresh Counters with options named as in its dialog.

        What it did, or that it refuses because two piece slots have one gpid, stands in the chat lines only.
        """
        self._once = [("^Refresh Counters", "|".join([*options, "Run"]))]
        return self._act("refresh")

    def _act(self, op: str, **fields: Any) -> Report:
        self._ask(op, **fields)
        return self.last


def _key(module: Path) -> object:
    facts = module.stat()
    return module.resolve(), facts.st_mtime_ns, facts.st_size


def _ids(pieces: Pieces) -> list[str]:
    if isinstance(pieces, (Piece, str)):
        pieces = [pieces]
    return [piece if isinstance(piece, str) else piece.id for piece in pieces]


def _report(entry: Mapping[str, Any]) -> Report:
    dialogs = tuple(
        Dialog(d["kind"], d["title"], d["text"], tuple(d["buttons"]), d["answer"]) for d in entry["dialogs"]
    )
    return Report(tuple(entry["errors"]), tuple(entry["warnings"]), dialogs, tuple(entry["chat"]), tuple(entry["log"]))


def _result(reply: Mapping[str, Any]) -> Any:
    if "failure" in reply:
        raise EngineRefusedError(reply["failure"], reply["trace"])
    return reply["result"]
