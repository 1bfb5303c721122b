"""Folders of the data and the art sources, and the list of tasks: in a checkout, or inside an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from trc_module.errors import UserError

_PACKAGE = Path(__file__).resolve().parent


@cache
def _root(name: str) -> Path:
    # The wheel carries the two folders inside the package; a checkout keeps them beside it.
    for candidate in (_PACKAGE / "_bundled" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise UserError(f"The folder '{name}' is neither in the installed package nor beside it: reinstall trc-module.")


def data_dir() -> Path:
    """Return the folder that holds one folder of data a game (`data/trc`)."""
    return _other[-1] if _other else _root("data")


def use_data(folder: Path) -> None:
    """Let another folder hold the data of the games, in a process that has read none yet."""
    _other.append(folder)


_other: list[Path] = []


def source_art_dir() -> Path:
    """Return the folder that holds symbol outlines, palettes and fonts with their licences."""
    return _root("source_art")


def tasks_page() -> Path:
    """Return the page of the handbook that lists tasks with their commands, in Markdown."""
    return _root("docs") / "tasks.md"
