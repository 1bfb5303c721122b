"""A game's data copied out of the installed package, for owners who want to change them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from trc_module.errors import UserError
from trc_module.facts.choices import meant
from trc_module.files import new_folder
from trc_module.gamespec.spec import GameSpec

_SENTENCE = re.compile(r"(.*?[.;:])(?=\s|$)")


def data_files(spec: GameSpec) -> list[Path]:
    """Return the data files of a game, relative to its folder, in the order of their names."""
    return sorted(
        path.relative_to(spec.folder)
        for path in spec.folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".py"
    )


def about(spec: GameSpec, file: Path) -> str:
    """Return the first sentence of the comment at the top of a data file, '' if there is none."""
    if file.suffix not in (".csv", ".toml", ".rules", ".game"):
        return ""
    lines = []
    for line in (spec.folder / file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# ").rstrip())
    text = " ".join(lines).strip()
    found = _SENTENCE.match(text)
    return (found[1] if found else text).rstrip(";:")


def export_data(spec: GameSpec, folder: Path, names: Sequence[str] = ()) -> list[Path]:
    """Copy data files into a folder that is empty or not there, and return them, relative to it.

    `names` are files, or folders of them, as `data_files` has them; all if there are none. UserError if one is none of
    them, or if something is in the folder; then nothing is written.
    """
    files = data_files(spec)
    chosen = [file for file in files if not names or any(_under(file, name) for name in names)]
    for name in names:
        if not any(_under(file, name) for file in files):
            known = sorted({file.as_posix() for file in files} | {file.parts[0] for file in files})
            raise UserError(
                f"The data of {spec.title} have no file or folder '{name}'{meant(name, known)}; "
                "'trc-module data list' lists them."
            )
    with new_folder(folder.absolute()) as draft:
        for file in chosen:
            (draft / file).parent.mkdir(parents=True, exist_ok=True)
            (draft / file).write_bytes((spec.folder / file).read_bytes())
    return chosen


def _under(file: Path, name: str) -> bool:
    wanted = Path(name.rstrip("/\\"))
    return file == wanted or wanted in file.parents
