"""An owner's folder of corrections: which of its files are read, and which of them say nothing new."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from trc_module.facts.errors import DataError
from trc_module.files import files_below

READ = (
    "units.csv", "markers.csv", "faces.csv", "cards.csv", "piece_numbers.csv", "map", "charts", "scenarios", "lines",
    "errata",
)  # fmt: skip
"""The files and folders of a game's data that an owner may correct in a folder of the same layout."""
_NEW = ("scenarios", "lines")
"""The folders that may hold whole files which ours does not have."""
_NOT_READ = "map/rulebook_statements.toml"
"""The rulebook's statements about the map; our checks compare the data with them."""
_LAYERS = tuple(f"map/{layer}.geojson" for layer in ("hexes", "hexsides", "places", "regions"))
_DATA = (".csv", ".toml", ".geojson", ".json")
_LIKE = 0.8


def check_overlay(folder: Path, overlay: Path) -> None:
    """Raise DataError for a file of an owner's folder that would not be read: a correction must not be lost.

    A file that is the same as ours may lie there: to copy our folder and correct the copy is no mistake. Files
    that are no data (by their suffix, unless they are named almost as one of ours) and hidden ones are left alone.
    """
    ours = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in _DATA}
    # A layer of the map may be corrected in a table too.
    ours |= {name.removesuffix(".geojson") + ".csv" for name in ours if name in _LAYERS}
    for path in sorted(Path(entry.path) for entry in files_below(overlay)):
        name = path.relative_to(overlay)
        if any(part.startswith(".") for part in name.parts):
            continue
        if not path.is_file():
            # What is not looked into must not be taken for what is read.
            what = "a link to a folder" if path.is_dir() else "a link to nothing" if path.is_symlink() else "a pipe"
            raise DataError(path, f"a file or a folder of yours, found {what}")
        _check(path, name.as_posix(), folder, ours)


def _check(path: Path, name: str, folder: Path, ours: set[str]) -> None:
    top = name.partition("/")[0]
    if name == top and top in READ:
        return
    if name in ours:
        if (top in READ and name != _NOT_READ) or same_file(path, folder / name):
            return
        text = f"no changes in this file, which cannot be corrected in a folder of yours; ours is {folder / name}"
        raise DataError(path, text)
    if top == "errata" and path.suffix == ".toml":
        # Their names are looked at where they are read.
        return
    elsewhere = sorted(each for each in ours if each.rpartition("/")[2] == path.name)
    like = (*elsewhere, *get_close_matches(name, sorted(ours), 1, _LIKE))
    if like:
        raise DataError(path, f"a file named as one of ours: {like[0]}", name)
    if path.suffix in _DATA and top not in _NEW:
        known = sorted(each for each in ours if each.partition("/")[0] in READ and each != _NOT_READ)
        beside = [each for each in known if Path(each).parent == Path(name).parent] or known
        raise DataError(path, "a file named as one of ours: " + ", ".join(beside), name)


def same_file(one: Path, other: Path) -> bool:
    """Tell whether two files hold the same, however their lines end."""
    return one.read_bytes().replace(b"\r\n", b"\n") == other.read_bytes().replace(b"\r\n", b"\n")
