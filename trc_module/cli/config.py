"""Settings from `trc-module.toml` in the current folder: the game, and defaults for the options of `audit`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trc_module.cli.telling import tell
from trc_module.errors import UserError
from trc_module.facts.parsing import parse_toml
from trc_module.files import read_input
from trc_module.gamespec import first_game

NAME = "trc-module.toml"
_LISTS = ("options", "select", "ignore")
_PATHS = ("baseline", "data")


@dataclass(frozen=True, slots=True)
class AuditDefaults:
    """Defaults for an audit: optional rules, rules to show and leave out, accepted findings, an owner's data."""

    options: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: Path | None = None
    data: Path | None = None


def audit_defaults(folder: Path) -> AuditDefaults:
    """Read the table [audit] of a folder's file; without a file there are no defaults.

    Raises:
        UserError: It is no TOML, or holds something that we do not know.
    """
    path = folder / NAME
    table = _read(folder).get("audit", {})
    known = ", ".join((*_LISTS, *_PATHS))
    if not isinstance(table, dict):
        raise UserError(f"{path}: expected one table [audit], found audit = {table!r}.")
    lists: dict[str, tuple[str, ...]] = {}
    paths: dict[str, Path] = {}
    for key, value in table.items():
        if key in _LISTS and isinstance(value, list) and all(isinstance(word, str) for word in value):
            lists[key] = tuple(value)
        elif key in _PATHS and isinstance(value, str):
            paths[key] = folder / value
        elif key in _LISTS:
            raise UserError(f'{path}: expected {key} to be a list of rule numbers, as in {key} = ["26.5"].')
        elif key in _PATHS:
            raise UserError(f"{path}: expected {key} to be a path in quotes.")
        else:
            raise UserError(f"{path}: expected one of {known} in [audit], found '{key}'.")
    if "data" in paths and not paths["data"].is_dir():
        raise UserError(f"{path}: expected data to be a folder with your corrections, of the same layout as ours.")
    return AuditDefaults(**lists, **paths)  # type: ignore[arg-type]


def told_defaults(folder: Path) -> AuditDefaults:
    """Return the defaults of a folder's file, and tell on stderr what it says: somebody else may have put it there.

    Raises:
        UserError: As `audit_defaults`.
    """
    given = audit_defaults(folder)
    said = [f"{key} {', '.join(getattr(given, key))}" for key in _LISTS if getattr(given, key)]
    said += [f"{key} {getattr(given, key)}" for key in _PATHS if getattr(given, key) is not None]
    if said:
        tell(f"trc-module: {folder / NAME} says: {'; '.join(said)}.", err=True)
    return given


def default_game(folder: Path) -> str | None:
    """Return the game that a folder's file names, None if there is none; UserError as `audit_defaults`."""
    name = _read(folder).get("game")
    if name is not None and not isinstance(name, str):
        raise UserError(f'{folder / NAME}: expected the name of a game in quotes, as in game = "{first_game()}".')
    return name


def _read(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not path.is_file():
        return {}
    try:
        tree = parse_toml(read_input(path).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: expected a TOML file: {error}.") from None
    if set(tree) - {"audit", "game"}:
        raise UserError(f"{path}: expected a game and one table [audit], found {', '.join(tree)}.")
    return tree
