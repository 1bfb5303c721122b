"""A game as one file: its folder packed into an archive, and unpacked where somebody else has the program.

A game's rules may be a program. So to unpack a game runs none of it; whoever unpacks says whether they may run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from trc_module.errors import UserError
from trc_module.files import new_folder, real_path
from trc_module.gamespec import FILE, GameSpec, installed_games, read_spec
from trc_module.vassal.archive import DEFAULT_LIMITS, Archive
from trc_module.vassal.writing import Entry, write_archive

MOST = 256 << 20
"""Bytes of a game unpacked."""
_MADE = (".pyc", ".vmod", ".vmdx", ".vlog", ".vsav")
"""The endings of files that are made of a game, or with it, and are no part of it."""
_FOLDERS_MADE = frozenset({"build", "__pycache__"})
"""The folders of such files."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A game that was unpacked."""

    spec: GameSpec
    files: int


def pack_game(folder: Path, target: Path) -> tuple[str, ...]:
    """Pack a game's folder into an archive, the same bytes for the same files; return the names of its files.

    Raises:
        UserError: The folder holds no game, is too large, or a link in it leads out of it.
    """
    name = read_spec(folder).name
    paths = list(_parts(folder))
    if sum(path.stat().st_size for path in paths) > MOST:
        raise UserError(f"{folder}: expected a game of at most {MOST >> 20} MB.")
    names = [path.relative_to(folder).as_posix() for path in paths]
    write_archive(
        target, (Entry(f"{name}/{inner}", path.read_bytes()) for inner, path in zip(names, paths, strict=True))
    )
    return tuple(names)


def _parts(folder: Path) -> Iterator[Path]:
    """Yield the files that are part of a game, by name; none that begins with a dot, as those of git do."""
    inside = real_path(folder)
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        made = _FOLDERS_MADE.intersection(parts) or path.suffix in _MADE
        if made or any(part.startswith(".") for part in parts) or path.is_dir():
            continue
        if not path.is_file():
            raise UserError(f"{path}: expected a file, since all of a game is packed.")
        if not real_path(path).is_relative_to(inside):
            raise UserError(f"{path}: expected a file of the game, and not a link to one elsewhere.")
        yield path


def unpack_game(source: Path, folder: Path | None) -> Unpacked:
    """Unpack a game into a folder that is empty or not there: one of its name in the current folder, if none is named.

    Raises:
        UserError: The file is no game, too large or damaged; there is a game of its name; or something is in the
            folder. Then nothing is written.
    """
    with Archive(source, replace(DEFAULT_LIMITS, total=MOST, entries=10_000)) as archive:
        name = _name_of(archive)
        if name in installed_games():
            raise UserError(
                f"'{source}' holds the game {name!r}, and there is one already in {installed_games()[name]}: move that "
                "away first."
            )
        target = (folder or Path(name)).absolute()
        if target.name != name:
            raise UserError(f"{folder}: expected a folder called {name!r}, as the game is.")
        with new_folder(target) as draft:
            for entry in archive.names:
                _write(draft, entry, archive)
            try:
                spec = read_spec(draft)
            except UserError as error:
                told = str(error).replace(str(draft), name)
                raise UserError(f"'{source}' holds no game that can be read: {told}") from None
            if spec.name != name:
                raise UserError(f"'{source}' holds a game {spec.name!r} in a folder {name!r}: expected one name.")
        return Unpacked(replace(spec, folder=target), len(archive.names))


def _write(draft: Path, entry: str, archive: Archive) -> None:
    """Write a file of a game; UserError for a name that another system takes for a drive, or that this one lacks."""
    path = draft.joinpath(*PurePosixPath(entry).parts[1:])
    try:
        if any(sign in entry for sign in _OF_DRIVES):
            raise ValueError
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(archive.read(entry))
    except (OSError, ValueError):
        raise UserError(f"'{archive.path}' holds '{entry}', which is no name of a file everywhere.") from None


_OF_DRIVES = ":\\"
"""Signs that lead elsewhere on Windows."""


def _name_of(archive: Archive) -> str:
    """Return the name of the game in an archive: that of the one folder in which all its files lie."""
    tops = {PurePosixPath(name.replace("\\", "/")).parts[0] for name in archive.names}
    found = tops.pop() if len(tops) == 1 else ""
    if not found or f"{found}/{FILE}" not in archive:
        raise UserError(
            f"'{archive.path}' is no game in one file: expected a folder with a file {FILE} in it, as "
            "'trc-module pack' makes it."
        )
    return found
