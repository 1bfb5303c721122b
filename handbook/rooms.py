"""A tour of the rooms of the program, with a picture of its floors: `python -m handbook.rooms`.

Both are made from the code: the floors from the contract that import-linter keeps, each room's purpose from its
docstring, its size from its files.
"""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "trc_module"
PAGE, PICTURE = Path("docs/rooms.md"), Path("docs/pictures/rooms.svg")
_CONTRACT = "A room imports only the rooms below it"
_WIDE, _HIGH, _GAP = 960, 34, 6

_HEAD = """# The rooms of the program

A room is a package of `trc_module`, or a single file, that has one purpose. A room imports only rooms below it: whoever
reads one needs to know those below it, and none above. Rooms side by side do not know each other. This page is made
from the code.

![The floors, the rooms that others rest on below](pictures/rooms.svg)

From the ground upwards:

| room | what it is for |
|---|---|
"""


def floors() -> list[list[str]]:
    """Return the rooms of each floor, the highest first, as the contract of imports has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["name"] == _CONTRACT)
    return [[room.strip().removeprefix(f"{PACKAGE}.") for room in layer.split("|")] for layer in layers]


def purpose(room: str) -> str:
    """Return the first paragraph of what a room's docstring says."""
    folder = ROOT / PACKAGE / room
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def tour() -> str:
    """Return the page."""
    rooms = [room for floor in reversed(floors()) for room in sorted(floor)]
    return _HEAD + "".join(f"| `{room}` | {purpose(room)} |\n" for room in rooms)


def picture() -> str:
    """Return the floors as an SVG picture."""
    found = floors()
    height = len(found) * (_HIGH + _GAP) + _GAP
    boxes = []
    for row, floor in enumerate(found):
        wide = (_WIDE - _GAP) / len(floor)
        y = _GAP + row * (_HIGH + _GAP)
        for column, room in enumerate(sorted(floor)):
            x = _GAP + column * wide
            boxes.append(
                f'<rect x="{x:.0f}" y="{y}" width="{wide - _GAP:.0f}" height="{_HIGH}" rx="4" fill="#dfe6ec"/>'
                f'<text x="{x + (wide - _GAP) / 2:.0f}" y="{y + 22}" text-anchor="middle">{escape(room)}</text>'
            )
    size = f'viewBox="0 0 {_WIDE} {height}" font-family="sans-serif" font-size="14"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return "\n".join([head, *boxes, "</svg>", ""])


def main() -> None:
    """Write the page and its picture."""
    (ROOT / PAGE).write_text(tour(), encoding="utf-8", newline="\n")
    (ROOT / PICTURE).write_text(picture(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
