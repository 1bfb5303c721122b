"""Checks of what a game says about itself."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from trc_module.facts import Inspection, Problem
from trc_module.facts.toml_file import line_of
from trc_module.files import real_path
from trc_module.gamespec import sequence
from trc_module.gamespec.spec import FILE, GameSpec, read_spec

FILES = (
    FILE, "vocabulary.toml", "units.csv", "faces.csv", "markers.csv", "cards.csv", "piece_numbers.csv",
    "class_totals.csv", sequence.FILE, "ledger.csv", "readings.toml", "options.toml", "forms.toml",
)  # fmt: skip
"""The files and folders at the top of a game's folder that the program reads."""
FOLDERS = ("map", "charts", "module", "scenarios", "lines", "errata", "games", "rules", "art", "spoken")
"""The folders that it reads there."""

_INSIDE = {
    "map": ("map.toml", "grid.toml", "legend.toml", "boxes.toml", "switches.toml", "rulebook_statements.toml"),
    "module": ("table.toml", "windows.toml", "options.toml", "texts"),
    "rules": ("basics.toml",),
}
"""What it reads in some of them by name; of rulebook files, layers and charts it reads all that there are."""
_LIKE = 0.75
_LEDGER = "ledger.csv"


def inspect(folder: Path, overlay: Path | None = None) -> Inspection:
    """Load what a game says of itself and check it; it cites no source, and an owner has nothing to correct there."""
    spec = read_spec(folder)
    if (folder / sequence.FILE).is_file():
        sequence.read_steps(folder)
    problems = (*check_enemies(spec), *check_names(folder), *check_numbers(spec), *check_folder(spec))
    return Inspection((), problems)


def check_folder(spec: GameSpec) -> Iterator[Problem]:
    """A game is called as its folder is, by which it is found."""
    folder = real_path(spec.folder).name
    if spec.name != folder:
        text = f"the game is called '{spec.name}', its folder '{folder}': commands look for the folder"
        yield Problem("name", text, FILE, line=line_of(spec.folder / FILE, ["name"]))


def check_enemies(spec: GameSpec) -> Iterator[Problem]:
    """A side that fights another is fought by it."""
    for side in spec.side_ids:
        for enemy in spec.enemies_of(side):
            if side not in spec.enemies_of(enemy):
                yield Problem("enemies", f"{side} fights {enemy}, but {enemy} does not fight {side}", FILE)


def check_names(folder: Path) -> Iterator[Problem]:
    """No file or folder is named almost as one that is read: it would be left out."""
    for path in sorted(folder.iterdir()):
        known = FOLDERS if path.is_dir() else FILES
        meant = get_close_matches(path.name, known, 1, _LIKE) if path.name not in known else []
        if meant and not (folder / meant[0]).exists():
            yield Problem("names", f"'{path.name}' is not read: did you mean '{meant[0]}'?", path.name)
    for inside, names in _INSIDE.items():
        for path in sorted((folder / inside).glob("*.toml")):
            meant = get_close_matches(path.name, names, 1, _LIKE) if path.name not in names else []
            if meant and not (folder / inside / meant[0]).exists():
                file = f"{inside}/{path.name}"
                yield Problem("names", f"'{file}' is not read: did you mean '{meant[0]}'?", file)


def check_numbers(spec: GameSpec) -> Iterator[Problem]:
    """The rules of the ledger are numbered as the game says that its rules are."""
    path = spec.folder / _LEDGER
    if not path.is_file():
        return
    rows = [
        (number, line.partition(",")[0].strip())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.strip() and not line.startswith("#")
    ]
    for line_number, rule in rows[1:]:
        if not spec.rule_numbers.fits(rule):
            message = f"'{rule}' is not the number of a rule of this game ({spec.rule_numbers.pattern})"
            yield Problem("rule-numbers", message, _LEDGER, line=line_number)
