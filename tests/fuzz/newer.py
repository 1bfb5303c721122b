"""Targets of the commands about orders, owners' forms, other modules, archives, and of the app's answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING

from tests.archive.games import BATTLE
from tests.fuzz.files import _folder, _log, _run, logs
from tests.profiles.standin import TRC4
from trc_module.errors import UserError
from trc_module.forms import asked_of
from trc_module.forms.writing import files_of
from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.resources import data_dir
from trc_module.rules.record import read_record

if TYPE_CHECKING:
    from trc_module.app.opened import OpenGame

_FORMS = "nr"
"""A game with forms."""


def orders(data: bytes) -> None:
    """Combat orders are checked against a position, or refused."""
    with _folder("a.txt", data):
        Path("a.game").write_text(_POSITION, encoding="utf-8")
        _run("orders", "check", "a.txt", "--position", "a.game")
        _run("orders", "check", "a.txt", "--position", "a.game", "--json")


def forms(data: bytes) -> None:
    """Forms as an owner may have filled them in are taken or refused; the first line names the file."""
    name, _, text = data.partition(b"\n")
    known = sorted(_files())
    chosen = name.decode("latin-1") if name.decode("latin-1") in known else known[len(name) % len(known)]
    with _folder(f"own/{chosen}", text):
        _run("--game", _FORMS, "forms", "--data", "own")
        _run("--game", _FORMS, "lint", "--data", "own")


def profile(data: bytes) -> None:
    """A profile, whatever it says, is taken for a log of another module, or refused."""
    with _folder("p.toml", data):
        Path("a.vlog").write_bytes(_foreign())
        _run("audit", "a.vlog", "--profile", "p.toml")
        _run("adopt", "a.vlog", "--profile", "p.toml", "-o", "b.vsav", "--lossy")


def drafted(data: bytes) -> None:
    """A profile of any build file is drafted, or it is refused."""
    with _folder("m.xml", data):
        _run("profile", "m.xml", "-o", "p.toml")


def joined(data: bytes) -> None:
    """A log with any text under its veil is joined, cut and taken for orders, or refused."""
    with _folder("a.vlog", _log(data)):
        _run("join", "a.vlog", "-o", "b.vlog")
        _run("cut", "a.vlog", "--from", "1", "--to", "3", "-o", "c.vlog")
        _run("orders", "a.vlog")


def archived(data: bytes) -> None:
    """A log with any text under its veil is added to an archive and listed; the archive can be read afterwards."""
    with _folder("a.vlog", _log(data)):
        added = _run("archive", "a.db", "add", "a.vlog", "--jobs", "1")
        assert added in (0, 2), added
        for words in (("table",), ("table", "--html"), ("statistics",), ("search", "battles")):
            assert _run("archive", "a.db", *words) == 0, words


def database(data: bytes) -> None:
    """A file that should be an archive, and may be anything, is read or refused."""
    with _folder("a.db", data):
        for words in (("table",), ("table", "--json"), ("statistics",), ("recheck", "--jobs", "1", "--dry-run")):
            _run("archive", "a.db", *words)
        for question in (("unit", "ger-41-pz", "J20"), ("battles",), ("taken", "Kiev"), ("opening", "1")):
            _run("archive", "a.db", "search", *question)


def searched(data: bytes) -> None:
    """A search finds something or nothing, or is refused."""
    words = data.decode("utf-8", "replace").replace("\x00", "").split("\n")[:6]
    with _folder("a.db", _database()):
        _run("archive", "a.db", "search", *words)
        _run("archive", "a.db", "remove", *words)


def dropped(data: bytes) -> None:
    """A file that is dropped on the app is a game, or refused."""
    from functools import partial

    from trc_module.app.against import Against
    from trc_module.app.getting import Modules
    from trc_module.app.library import Library
    from trc_module.app.opened import Opened
    from trc_module.app.server import App
    from trc_module.app.visits import Visits
    from trc_module.cli.logs import open_logs

    with TemporaryDirectory() as folder:
        place = Path(folder, "dropped")
        place.mkdir()
        opener = partial(open_logs, game="trc")
        opened = Opened(opener)
        library = Library([], place, opener, on_audit=opened.remember)
        visits = Visits(Path(folder, "visits.json"))
        app = App(library, opened, Modules(("trc",)), Against([], ("trc",), opener), visits)
        try:
            name = app._take("a.vlog", _log(data))
        except UserError:
            assert list(place.iterdir()) == []
            return
        app.library.cards()
        if name:
            opened.get(name, app.library.logs_of(name))


def asked(data: bytes) -> None:
    """A question of the page is answered in words that a page can read, or refused."""
    from trc_module.app import asking, mailing, ordering, saving
    from trc_module.app.server import _asked

    key, _, body = data.partition(b"\n")
    answers = {**asking.ANSWERS, **mailing.ANSWERS, **ordering.ANSWERS, **saving.FORMS}
    names = sorted(answers)
    chosen = key.decode("latin-1") if key.decode("latin-1") in names else names[len(key) % len(names)]
    try:
        found = answers[chosen](_game(), _asked(body))
    except UserError:
        return
    if isinstance(found, tuple):
        assert isinstance(found[1], bytes)
    else:
        json.dumps(found)


_POSITION = BATTLE.partition("end\n")[0] + "end\n"


@cache
def drafts() -> Sequence[bytes]:
    """Return orders as they are written from a game."""
    from tests.archive.games import compose_game
    from tests.fuzz.files import _parts

    with _folder("a.game", BATTLE.encode()):
        compose_game(_parts(), BATTLE, Path("a.vlog"))
        _run("orders", "a.vlog", "-o", "a.txt")
        return (Path("a.txt").read_bytes(),)


@cache
def _files() -> dict[str, str]:
    return files_of(asked_of(find_spec(_FORMS).folder, None))


@cache
def filled() -> Sequence[bytes]:
    """Return the first lines of the empty forms."""
    texts = {name: text.encode().splitlines(keepends=True) for name, text in _files().items()}
    return tuple(name.encode() + b"\n" + b"".join(lines[:40]) for name, lines in texts.items())


@cache
def profiles() -> Sequence[bytes]:
    """Return the profile that comes with us."""
    return ((data_dir() / "trc" / "profiles" / "trc4.toml").read_bytes(),)


@cache
def others() -> Sequence[bytes]:
    """Return the build file of another maker's module."""
    from tests.fuzz.files import _parts

    return (TRC4.build_file(_parts()).encode(),)


@cache
def _foreign() -> bytes:
    from tests.fuzz.files import _parts

    with _folder("a.game", BATTLE.encode()):
        TRC4.write_log(_parts(), read_record(BATTLE, "a game", find_game), Path("b.vlog"))
        return Path("b.vlog").read_bytes()


@cache
def _database() -> bytes:
    with _folder("a.vlog", _log(logs()[0])):
        _run("archive", "a.db", "add", "a.vlog", "--jobs", "1")
        return Path("a.db").read_bytes()


def databases() -> Sequence[bytes]:
    """Return an archive of one game."""
    return (_database(),)


SEARCHES = (
    b"unit\nger-41-pz\nJ20",
    b"battles\n--odds\n3-1\n--terrain\nwoods",
    b"taken\nKiev\n--side\naxis",
    b"opening\n1",
)
QUESTIONS = (
    b'reach\n{"step": 1, "unit": "ger-41-pz", "edits": []}',
    b'way\n{"step": 1, "unit": "ger-41-pz", "goal": "K19", "edits": [["ger-56-pz", "K20"]]}',
    b'odds\n{"step": 0, "attackers": ["ger-41-pz"], "targets": ["I18"], "edits": [["ger-41-pz", "I19"]]}',
    b'best\n{"step": 0, "side": "axis", "attackers": [], "targets": ["I18"], "edits": [["ger-41-pz", "I19"]]}',
    b'overlay\n{"step": 0, "key": "zones", "side": "axis"}',
    b'record\n{"step": 1, "edits": [["ger-41-pz", "K20"]]}',
    b'log\n{"step": 1, "edits": [["ger-41-pz", "K20"]]}',
    b"clean\n{}",
)


@cache
def _game() -> OpenGame:
    from trc_module.app.opened import Opened
    from trc_module.cli.logs import open_logs

    # The page's own folder lives as long as the app.
    path = Path(mkdtemp(prefix="trc-module-fuzz-"), "a.vlog")
    path.write_bytes(_log(logs()[0]))
    return Opened(open_logs).get("a", [path])
