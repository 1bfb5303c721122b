"""The forms of a game's owner on a page: filled in, checked by what reads them, saved as files, built into a module."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trc_module.app.getting import Modules
from trc_module.app.pages import rendered
from trc_module.errors import UserError
from trc_module.files import write_file
from trc_module.gamespec import GameSpec, find_spec

if TYPE_CHECKING:
    from trc_module.forms import Asked

_PAGE = "forms.html"
_LINE = re.compile(r"([\w/-]+\.csv), line (\d{1,6})(?=[,:])")
MOST_ANSWERED = 2 << 20
"""Bytes of the answers to all forms of a game."""


class Owning:
    """The forms of the games that the app knows."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules

    def with_forms(self) -> list[str]:
        """Return the games that ask something of their owner."""
        from trc_module.facts.forms import FORMS

        return [name for name in self._modules.games if (find_spec(name).folder / FORMS).is_file()]

    def page(self, name: str, language: str) -> str:
        """Return the page with the forms of a game; UserError for a game without."""
        from trc_module.forms.answers import NEW, asks_of, entry_name

        spec = self._spec(name)
        forms = [
            {
                "asked": each,
                "entries": [(entry.label, entry_name(entry), tuple(asks_of(entry))) for entry in each.entries],
                "added": [f"{NEW}{each.form.id}-{number}" for number in range(each.form.lines)],
                "columns": tuple(dict.fromkeys((*each.form.columns, *each.form.field))),
            }
            for each in _asked(spec)
        ]
        return rendered(_PAGE, language, game=name, title=spec.title, forms=forms)

    def check(self, name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return how far each form is filled in; UserError tells what is wrong with an answer."""
        spec = self._spec(name)
        with _folder_of(spec, fields) as folder:
            return {
                "forms": [
                    {
                        "id": each.form.id,
                        "filled": each.filled,
                        "entries": len(each.entries),
                        "added": each.added,
                        "waits": each.waits,
                    }
                    for each in _asked(spec, folder)
                ]
            }

    def files(self, name: str, fields: Mapping[str, Any]) -> tuple[str, bytes]:
        """Return the owner's folder as an archive, for `--data` of any command; UserError as `check`."""
        spec = self._spec(name)
        with _folder_of(spec, fields) as folder:
            _asked(spec, folder)
            held = io.BytesIO()
            with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
                for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                    archive.write(path, f"{name}-data/{path.relative_to(folder).as_posix()}")
        return f"{name}-data.zip", held.getvalue()

    def built(self, name: str, fields: Mapping[str, Any], language: str) -> tuple[str, bytes]:
        """Return the game's module with the owner's data in it; UserError as `check`."""
        spec = self._spec(name)
        with _folder_of(spec, fields) as folder:
            _asked(spec, folder)
            return self._modules.built(name, language, folder)

    def _spec(self, name: str) -> GameSpec:
        if name not in self.with_forms():
            raise UserError(f"There are no forms of '{name[:40]}' here.")
        return find_spec(name)


def _asked(spec: GameSpec, folder: Path | None = None) -> tuple[Asked, ...]:
    from trc_module.forms import asked_of

    return asked_of(spec.folder, folder)


@contextmanager
def _folder_of(spec: GameSpec, fields: Mapping[str, Any]) -> Iterator[Path]:
    """Give an owner's folder with the answers in it; errors name its files, and no folder."""
    from trc_module.forms.answers import files_with, told_answers

    texts = files_with(_asked(spec), told_answers(fields.get("answers")))
    if not texts:
        raise UserError("Nothing is filled in yet.")
    with tempfile.TemporaryDirectory(prefix="trc-module-") as place:
        folder = Path(place).resolve()
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_file(folder / name, text.encode())
        try:
            yield folder
        except UserError as error:
            raise UserError(_told(str(error), folder, texts)) from None


def _told(error: str, folder: Path, texts: Mapping[str, str]) -> str:
    """Return an error without the folder, and with the entry's id in place of a table's line, which no page shows."""
    told = error.replace(f"{folder}/", "").replace(f"{folder}\\", "")
    at = _LINE.match(told)
    lines = texts.get(at[1], "").splitlines() if at else []
    if at is None or not 0 < int(at[2]) <= len(lines):
        return told
    return f"{at[1]}, {lines[int(at[2]) - 1].partition(',')[0].strip()}{told[at.end() :]}"
