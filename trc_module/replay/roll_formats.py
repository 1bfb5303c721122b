r"""The formats in which a module's buttons report rolls, turned into readers of these reports.

`** $name$ = $result$ *** &lt;$PlayerName$&gt;` reads `** 2d6 = 3,4 *** &lt;Ann&gt;`. A format that is an expression
in braces cannot be turned round.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from msgspec import Struct

from trc_module.replay.roll_lines import RollLine, dice_of
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import components, full_name, parse_build_file, read_build_file

_BUTTONS = {
    "module.DiceButton": "reportFormat",
    "module.RandomTextButton": "reportFormat",
    "module.InternetDiceButton": "reportFormat",
    "module.SpecialDiceButton": "format",
}
"""The buttons that roll, and the attribute with the format of their reports."""
_FACED = ("module.RandomTextButton", "module.SpecialDiceButton")
_NAMED = re.compile(r"\$([^$\r\n]{1,60})\$")
_WHO = {"playername": 3, "playerid": 2, "playerside": 1}
_TOTAL, _RESULT, _DIE = "numericalTotal", "result", re.compile(r"result(\d{1,2})")
_LONGEST = 2000


class RollFormat(Struct, frozen=True):
    """The reports of one button: its name, what a line says, and how many sides each of its dice has.

    Between the `texts` of a line stand the values of the properties `asked`, one fewer.
    """

    name: str
    texts: tuple[str, ...]
    asked: tuple[str, ...]
    sides: int | None = None

    def read(self, text: str) -> RollLine | None:
        """Read the roll that a line reports; None if it is none of this button's."""
        told = self._values(_even(html.unescape(text))) if len(text) <= _LONGEST else None
        if told is None or not re.fullmatch(r"-?\d{1,9}", told.get(_TOTAL, "0"), re.ASCII):
            return None
        numbers, faces = dice_of(",".join(told[name] for name in told if _DIE.fullmatch(name)) or told.get(_RESULT, ""))
        if not numbers and not any(faces):
            numbers, faces = dice_of(told.get(_TOTAL, ""))
        who = max((name for name in told if name.lower() in _WHO), key=lambda name: _WHO[name.lower()], default="")
        return RollLine(self.name, numbers, told.get(who, ""), faces, self.sides)

    def _values(self, line: str) -> dict[str, str] | None:
        """Return the values between the texts, each as short as can be; None if the texts are not there in order."""
        first, *others = self.texts
        if not line.startswith(first):
            return None
        found: dict[str, str] = {}
        at = len(first)
        for number, (name, text) in enumerate(zip(self.asked, others, strict=True), 1):
            last = number == len(others)
            to = len(line) - len(text) if last else line.find(text, at)
            value = line[at:to].strip()
            if to < at or (last and not line.endswith(text)) or found.setdefault(name, value) != value:
                return None
            at = to + len(text)
        return found if at == len(line) else None


def _even(text: str) -> str:
    """Return a text with its blanks made one."""
    return re.sub(r"\s+", " ", text).strip()


def formats_of(root: etree._Element) -> tuple[RollFormat, ...]:
    """Return the formats of all buttons of a module that roll."""
    return tuple(_formats(root))


def read_formats(path: Path) -> tuple[RollFormat, ...]:
    """Read the formats of a module (.vmod, .vmdx) or of its build file (.xml).

    Raises:
        FormatError: It is neither.
    """
    if path.suffix.lower() == ".xml":
        return formats_of(parse_build_file(path.read_bytes(), f"'{path}'"))
    with Archive(path) as archive:
        return formats_of(read_build_file(archive))


def _formats(root: etree._Element) -> Iterator[RollFormat]:
    for kind, attribute in _BUTTONS.items():
        known = components()[full_name(kind)]
        assert known is not None
        for button in root.iter(full_name(kind)):
            text = button.get(attribute, known[attribute].default)
            name = button.get("name", known["name"].default)
            sides = button.get("nSides", known["nSides"].default if "nSides" in known else "")
            plain = kind not in _FACED and sides.isdecimal() and button.get("plus", "0") == "0"
            if text.strip() and not text.lstrip().startswith("{"):
                yield _format(text, name, int(sides) if plain else None)


def _format(text: str, name: str, sides: int | None) -> RollFormat:
    """Turn a format round: what it says stays, and for what it asks something is read."""
    # The engine puts a star in front, and a blank unless one is there already [DiceButton.formatResult].
    said = _even(html.unescape(f"*{text}" if text.startswith("*") else f"* {text}"))
    texts, asked = [""], list[str]()
    for number, part in enumerate(_NAMED.split(said)):
        if number % 2 == 0 or part == "name":
            texts[-1] += part if number % 2 == 0 else name
        else:
            asked.append(part)
            texts.append("")
    return RollFormat(name, tuple(texts), tuple(asked), sides)
