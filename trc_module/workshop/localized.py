"""Pictures of a module in another language: a folder `images_de` beside `images` [VASSAL.tools.DataArchive]."""

from __future__ import annotations

from pathlib import Path

from trc_module.errors import UserError
from trc_module.files import read_input
from trc_module.vassal.archive import Archive


def localized_pictures(archive: Archive, folder: Path, language: str) -> dict[str, bytes]:
    """Return the entries of pictures in a language, from a folder of files named as the module's pictures.

    Raises:
        UserError: A file is named as none of the module's pictures, or there is none.
    """
    found: dict[str, bytes] = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file() and not each.name.startswith(".")):
        name = path.relative_to(folder).as_posix()
        if f"images/{name}" not in archive:
            raise UserError(f"'{path}': expected a picture named as one of the module's; it has no '{name}'.")
        found[f"images_{language}/{name}"] = read_input(path)
    if not found:
        raise UserError(f"'{folder}': expected pictures in it, found none.")
    return found
