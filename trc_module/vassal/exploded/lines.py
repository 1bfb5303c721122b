"""Where the components of an exploded module stand in its text, for what names a place in the build file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lxml import etree

from trc_module.vassal.buildfile import place_of
from trc_module.vassal.exploded.folder import ARCHIVE, GAME, MODULE, SAVES, module_lines
from trc_module.vassal.exploded.pieces import PIECE
from trc_module.vassal.exploded.tree import TEXT, read_tree
from trc_module.vassal.exploded.words import Line, read_line


def component_lines(folder: Path) -> dict[str, int]:
    """Return the line of `module.txt` on which each component begins, by its place; of several the first.

    Raises:
        FormatError: The file is none that `explode` wrote.
    """
    found: dict[str, int] = {}
    # Without the layout the build file is none of the texts.
    for line in module_lines(folder / MODULE)[3:]:
        for element, number in _numbered(read_tree(line), line):
            found.setdefault(place_of(element), number)
    return found


def _numbered(element: etree._Element, line: Line) -> Iterator[tuple[etree._Element, int]]:
    yield element, line.number
    inner = (below for below in line.below if _is_component(below))
    for child, below in zip(element, inner, strict=True):
        yield from _numbered(child, below)


def _is_component(line: Line) -> bool:
    word, _ = read_line(line)
    return word not in ("", PIECE, TEXT)


def place_in_folder(folder: Path) -> Callable[[str], tuple[str, int]]:
    """Return what tells the file and the line of a place that a check names: a component, or an entry of the module."""
    lines = component_lines(folder)

    def where(place: str) -> tuple[str, int]:
        component = place
        while component and component not in lines:
            # A place may go on within a component, as in `..., trait 3 (report)`.
            component = component.rpartition(", ")[0]
        if component:
            return MODULE, lines[component]
        for file in (f"{ARCHIVE}/{place}", f"{SAVES}/{place}/{GAME}"):
            if place and (folder / file).is_file():
                return file, 1
        return MODULE, 1

    return where
