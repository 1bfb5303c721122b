"""Many saves and logs brought forward to a newer module at once: those of a folder, and the set-ups within a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from trc_module.errors import UserError
from trc_module.files import OutputError
from trc_module.vassal.archive import Archive
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.palette import Palette, read_palette
from trc_module.vassal.refresh import Refreshed, refresh
from trc_module.vassal.saves import SavedGame, read_saved_game, write_saved_game
from trc_module.workshop.releasing import GAMES, SetupReport, with_setups
from trc_module.workshop.rewriting import rewrite

Bring = Callable[[SavedGame, Palette], Refreshed]
"""What brings a game forward to a palette."""


@dataclass(frozen=True, slots=True)
class RefreshedFile:
    """What became of one file: its pieces, and why it was not written, if so."""

    file: str
    pieces: int
    reasons: tuple[str, ...]


def games_in(folder: Path) -> list[Path]:
    """Return the saves and logs of a folder and of those below it by their names; links are left out."""
    found = (path for path in folder.rglob("*") if path.suffix.lower() in GAMES)
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def write_brought(path: Path, game: SavedGame, brought: Refreshed, palette: Palette) -> None:
    """Write a game that was brought forward, with the name and version of the newer module."""
    write_saved_game(
        path,
        brought.initial,
        brought.steps,
        save_data=replace(game.save_data or Metadata(), version=palette.data.version),
        module_data=palette.data,
    )


def refresh_folder(
    folder: Path, output: Path, palette: Palette, bring: Bring = refresh, *, lossy: bool = False
) -> Iterator[RefreshedFile]:
    """Bring each save and log of a folder forward into another one, under the same name; yield what became of each.

    What would lose something is not written, and neither is what cannot be read: the others are.

    Raises:
        OutputError: The other folder is not empty, lies in the first, or cannot be made.
    """
    if output.resolve().is_relative_to(folder.resolve()):
        raise OutputError(f"'{output}' lies in '{folder}': name another folder for what is new.")
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise OutputError(f"'{output}' is not empty: name a folder that is new or empty.")
    for path in games_in(folder):
        name = path.relative_to(folder)
        goal = output / name
        try:
            game = read_saved_game(path)
            found = bring(game, palette)
            reasons = (*found.obstacles, *(() if lossy else found.losses))
            if not reasons:
                goal.parent.mkdir(parents=True, exist_ok=True)
                write_brought(goal, game, found, palette)
            yield RefreshedFile(name.as_posix(), len(found.matches), reasons)
        except UserError as error:
            yield RefreshedFile(name.as_posix(), 0, (str(error),))
        except OSError as error:
            raise OutputError(f"'{goal}' cannot be written: {error.strerror}.") from None


def refresh_setups(path: Path, output: Path, bring: Bring = refresh, *, lossy: bool = False) -> list[SetupReport]:
    """Write a module whose set-ups are brought forward to its own palette; one that would lose something stays.

    Raises:
        FormatError: It is no module.
    """
    with Archive(path) as archive:
        palette = read_palette(archive)
        changed, reports = with_setups(archive, palette, palette.data.version, {}, bring, lossy=lossy)
        rewrite(archive, output, changed)
    return reports
