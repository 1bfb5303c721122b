"""The modules that the app can hand out: built when somebody asks for one, as `trc-module build` does."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.disk_cache import cache_root
from trc_module.errors import UserError
from trc_module.gamespec import find_spec, first_game, game_names
from trc_module.version import __version__

if TYPE_CHECKING:
    from trc_module.rules.game import Game


class Modules:
    """The modules of some games."""

    def __init__(self, games: tuple[str, ...] = ()) -> None:
        self._games = games or game_names()
        self._building = threading.Lock()
        self._reading = threading.Lock()

    @property
    def games(self) -> tuple[str, ...]:
        """Return the names of the games."""
        return self._games

    @property
    def first(self) -> str:
        """The game that is shown first."""
        return first_game() if first_game() in self._games else self._games[0]

    def offered(self) -> list[Mapping[str, str]]:
        """Return the games of which there is a module: name and title."""
        specs = [find_spec(name) for name in self._games]
        return [{"name": spec.name, "title": spec.title} for spec in specs if spec.module and spec.has_rules]

    def warm(self) -> None:
        """Read the rules and draw the map of the first game, and import what judges and shows it."""
        from trc_module.report.page.asset_cache import assets_of
        from trc_module.rules.finder import find_game

        with self._reading:
            game = find_game(self.first)
            _prepare(game, find_spec(self.first).folder)
        with suppress(UserError):
            # A game in the making may lack a symbol: its page says so when it is opened.
            assets_of(game.board, game.roster, cache_root() / "pages")

    def wait_for_rules(self) -> None:
        """Return when no rules are being read: who needs them now would read them a second time beside."""
        with self._reading:
            return

    def built(self, name: str, language: str, data: Path | None = None) -> tuple[str, bytes]:
        """Return the module of a game as a file, in a language if it has texts in it; UserError for another game.

        `data` is the folder of an owner's data, which it then holds.
        """
        from trc_module.module.build import BuildRequest, build_game

        if name not in {offered["name"] for offered in self.offered()}:
            raise UserError(f"There is no module of '{name[:40]}' here.")
        spec = find_spec(name)
        spoken = language if language in spec.languages else spec.languages[0]
        with self._building, tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
            path = Path(folder) / f"{name}-{__version__}.vmod"
            build_game(BuildRequest(name, __version__, data, "nato", "normal", spoken), path, cache_root())
            return path.name, path.read_bytes()


def _prepare(game: Game, folder: Path) -> None:
    """Read and import what the first log of a game needs besides its rules."""
    import trc_module.archive.gathering
    import trc_module.auditing.customs  # noqa: F401
    from trc_module.archive.edition import edition_of
    from trc_module.module.inputs import load_inputs
    from trc_module.report.environment import read_template

    load_inputs(game, folder)
    edition_of(game.name)
    read_template("audit.html")
    _ = game.book.rules, game.statements, game.questions
