"""The skeleton of a game, written from the files of `template`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Template

from trc_module.errors import UserError
from trc_module.files import new_folder
from trc_module.gamespec import installed_games, trust

TEMPLATE = Path(__file__).parent / "template"
"""A little game: its content is invented, but for the words $name, $title and $layout."""

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_DEVICES = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""The names that Windows takes for devices: it cannot make a folder of such a name."""
_FILLED = (".toml", ".game")
"""The endings of files with words to fill in; the others are copied as they are."""


def write_skeleton(folder: Path, title: str) -> tuple[Path, ...]:
    """Write the skeleton of a game called `title` into a folder that is empty or not there; return the files.

    The folder's name is the game's. Rules that its maker adds in Python may run from then on.

    Raises:
        UserError: The name is none for a game, or none on every system; a game that is installed has it; or something
            is in the folder. Then nothing is written.
    """
    folder = folder.absolute()
    name = folder.name
    if not _NAME.fullmatch(name):
        raise UserError(f"{folder}: expected a folder named in small letters, digits and hyphens, as three-hills.")
    if _DEVICES.fullmatch(name):
        raise UserError(f"{folder}: Windows has no folder called '{name}', a device there: choose another name.")
    if not title.strip() or not title.isprintable():
        raise UserError(f"--title: expected the game's title in one line, found {title!r}.")
    if name in installed_games():
        raise UserError(
            f"{folder}: there is a game {name!r} already, in {installed_games()[name]}; choose another name."
        )
    words = {"name": name, "title": title, "layout": f"{name} table 1"}
    with new_folder(folder) as draft:
        for path, content in _files(words):
            target = draft / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    trust(folder)
    return tuple(sorted(path for path in folder.rglob("*") if path.is_file()))


def _files(words: dict[str, str]) -> Iterator[tuple[Path, bytes]]:
    quoted = {word: json.dumps(text, ensure_ascii=False) for word, text in words.items()}
    for path in sorted(TEMPLATE.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        where = path.relative_to(TEMPLATE)
        text = path.read_text(encoding="utf-8")
        if path.suffix in _FILLED:
            # In TOML a word is a string; in a record it is a word.
            text = Template(text).substitute(quoted if path.suffix == ".toml" else words)
        yield where, text.encode("utf-8")
