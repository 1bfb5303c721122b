"""Readings: how a game's rulebook is understood where it leaves a gap, as data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from trc_module.facts import DataError
from trc_module.facts.choices import meant
from trc_module.facts.decoding import read_bytes
from trc_module.facts.parsing import parse_toml
from trc_module.rules.options import UNSAID, OptionsError

CONFIDENCES = ("high", "medium", "low")
_ID = re.compile(r"[A-Z]\d+")


@dataclass(frozen=True, slots=True)
class Reading:
    """One gap or contradiction of the text, and what we make of it."""

    rule: str
    gap: str
    choice: str
    alternative: str
    why: str
    confidence: str
    switch: str = ""
    """The word by which `options:` of a record chooses the alternative, its id and a b; '' where none can be chosen."""


def read_readings(path: Path) -> dict[str, Reading]:
    """Read the readings by id; DataError names the field that is wrong."""
    try:
        tree = parse_toml(read_bytes(path).decode("utf-8"))
    except ValueError as error:
        raise DataError(path, f"TOML ({error})") from error
    return {name: _reading(path, name, entry) for name, entry in tree.items()}


def _reading(path: Path, name: str, entry: object) -> Reading:
    known = {field.name for field in fields(Reading)}
    if not _ID.fullmatch(name) or not isinstance(entry, dict):
        raise DataError(path, "tables named by a capital and a number, as C28", name)
    for key in known - {"switch"}:
        if not entry.get(key) or not isinstance(entry[key], str):
            raise DataError(path, "a sentence", field=f"{name}.{key}")
    for key in entry:
        if key not in known:
            raise DataError(path, "one of " + ", ".join(sorted(known)), key, field=name)
    if entry["confidence"] not in CONFIDENCES:
        raise DataError(path, " or ".join(CONFIDENCES), entry["confidence"], field=f"{name}.confidence")
    if entry.get("switch", "") not in ("", f"{name}b"):
        raise DataError(path, f"{name}b", entry["switch"], field=f"{name}.switch")
    return Reading(**entry)


def switches(readings: dict[str, Reading]) -> tuple[str, ...]:
    """Return the words by which alternatives can be chosen."""
    return tuple(reading.switch for reading in readings.values() if reading.switch)


def check_chosen(options: Iterable[str], readings: dict[str, Reading]) -> None:
    """Check that those options which are no numbers of rules choose readings that have an alternative.

    Raises:
        OptionsError: One chooses nothing.
    """
    known = switches(readings)
    for option in sorted(options):
        if not option[:1].isdigit() and option != UNSAID and option not in known:
            raise OptionsError(
                f"there is no option {option!r}: expected the number of an optional rule (26.5), or a reading that has "
                f"an alternative to choose ({', '.join(known)}){meant(option, known)}"
            )


def cited(readings: dict[str, Reading], text: str) -> dict[str, Reading]:
    """Return the readings that a text cites in brackets, as in '(C28)'."""
    return {name: readings[name] for name in re.findall(r"\(([A-Z]\d+)\)", text) if name in readings}
