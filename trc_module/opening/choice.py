"""The choice of a game: the named game, else the file's, else the current folder's, else the default, or our first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.gamespec import GameSpec
    from trc_module.rules.game import Game
    from trc_module.rules.record.reader import FindGame


def _no_default() -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The game that somebody names, None if nobody does, and what tells the one that is meant by default."""

    named: str | None = None
    default: Callable[[], str | None] = _no_default

    def spec(self, folder: Path | None = None) -> GameSpec:
        """Return the chosen game; `folder` is a folder of data that was given.

        UserError if the folder holds another game than the one that is named.
        """
        from trc_module.gamespec import FILE, current_game, find_spec, first_game, read_spec

        if folder is not None and (folder / FILE).is_file():
            spec = read_spec(folder)
            if self.named is not None and self.named != spec.name:
                raise UserError(
                    f"{folder}: expected the data of {self.named!r} (--game), found those of {spec.name!r}."
                )
            return spec
        here = current_game()
        if self.named is None and here is not None:
            return read_spec(here)
        return find_spec(self.named or self.default() or first_game())

    def of_logs(self, files: Sequence[Path]) -> GameSpec:
        """Return the game of logs: the one that is named, else the one whose module the first log names.

        A log that names no module, or that of no game that is installed, is taken for one of the game that is meant by
        default; opening it reports what is wrong.
        """
        from trc_module.gamespec import find_spec, game_of_module

        if self.named is not None:
            return find_spec(self.named)
        found = (game_of_module(module) for module in map(module_name, files) if module)
        return next((spec for spec in found if spec is not None), None) or self.spec()

    def of_record(self, overlay: Path | None = None) -> FindGame:
        """Return what finds the game that a record names; it must be the one that is named, if one is."""

        def find(name: str, options: frozenset[str]) -> Game:
            from trc_module.rules.finder import find_game

            if self.named is not None and name != self.named:
                raise UserError(f"--game names {self.named!r}")
            return find_game(name, options, overlay)

        return find


ANY_GAME = GameChoice()
"""The choice of somebody who names no game."""


def module_name(file: Path) -> str:
    """Return what the module of a save or log calls itself, '' if the file does not say it; UserError of a record."""
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.metadata import MODULE_DATA, read_metadata

    if file.suffix == ".game" and file.is_file():
        raise UserError(
            f"'{file}' is a game record, no save or log of VASSAL's: 'trc-module check' judges it, 'trc-module "
            "compose' makes a log of it."
        )
    with Archive(file) as archive:
        data = read_metadata(archive, MODULE_DATA)
    return data.name if data is not None else ""
