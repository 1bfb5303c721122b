"""Rolls in the chat of any game: who rolled what, and each die.

VASSAL writes a roll into the chat in the format that the module's button has, which the log does not hold. Here are the
formats that engines have had by themselves, those that modules use most, and `visible_line`, the line as players see
it.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

_TAG = re.compile(
    r"</?(?:a|b|big|body|br|center|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|s|small|span|strong|sub|sup|table|"
    r"td|th|tr|u|ul)(?:\s[^<>]*|/)?>",
    re.IGNORECASE,
)
_COLOUR = re.compile(r"^(\s*[*-]*\s*)[|!?~`](?=\S)")
"""A first letter that only chooses the colour of the line [VASSAL.build.module.Chatter]."""
_LONGEST = 2000
"""Letters of a line that may be a roll."""
_NUMBERS = r"-?\d{1,9}(?:\s*[,+]\s*-?\d{1,9})*"
_BRACKETS = r"(?:\[[^\[\]<>=]{1,40}\]\s*)+"
_TOTAL = r"(?:\s*=\s*-?\d{1,9})?"
_BY = r"(?:\s*(?:rolled\s+)?by\s+(?P<told>[^<>()\[\]]+?)\s*[.)\]]*$|[^<]*(?:<(?P<by>[^>]*)>)?)"
_FORMS = (
    # `Die = (5 rolled by Ann)`.
    re.compile(
        rf"^\W*(?P<name>[^=<>]*?\S)\s*=\s*\(?(?P<results>{_NUMBERS})\s+rolled\s+by\s+(?P<by>[^<>()\[\]]*?\S)\s*(?:[()\[\].,;].*)?$"
    ),
    # `Ann rolled 2d6: 3,4 = 7`.
    re.compile(
        rf"^\W*(?P<by>[^=<>:]*?\S)\s+(?:rolled|rolls)\s+(?:an?\s+|the\s+)?(?P<name>[^=<>:]*?\S)\s*[:=]\s*"
        rf"(?P<results>{_NUMBERS}|{_BRACKETS}){_TOTAL}\W*$"
    ),
    # The engine's own: `2d6 = 3,4 *** <Ann>`, and of dice with symbols `Dice = [Hit] *** <Ann>`.
    re.compile(
        rf"^\W*(?P<name>[^=<>]*?\S)\s*=\s*(?P<results>{_NUMBERS}|{_BRACKETS}){_TOTAL}"
        rf"(?=\D*$|\D*<|\s*(?:rolled\s+)?by\s){_BY}"
    ),
    # VASL's: `*** (Rally DR) 4,1 ***   <player>`.
    re.compile(rf"^\*+ \((?P<name>[^)]+ [dD]?[rR])\) (?P<results>{_NUMBERS}) \*+\s*(?:<(?P<by>[^>]*)>)?"),
)
_OF_DICE = re.compile(r"\d*d\d+\b|\bdice\b|\bdie\b|\broll", re.IGNORECASE)
_STARS = "***"


@dataclass(frozen=True, slots=True)
class RollLine:
    """A roll as a line tells it: what was rolled, each die by what it showed, and who rolled, if the line says so.

    `faces` are the words of dice with symbols; they have no `results`.
    """

    name: str
    results: tuple[int, ...]
    by: str = ""
    faces: tuple[str, ...] = ()
    sides: int | None = None


def visible_line(text: str) -> str:
    """Return a line of the chat as VASSAL shows it, without its markup and the letter that chooses its colour."""
    return html.unescape(_TAG.sub("", _COLOUR.sub(r"\1", text, count=1)))


def roll_in(text: str) -> RollLine | None:
    """Read the roll that a line of VASSAL's reports; None if it is none, or in no form that is known."""
    if "UNDO" in text or len(text) > _LONGEST:
        return None
    shown = visible_line(text)
    for form in _FORMS:
        found = form.match(shown)
        # Much is reported as `name = number`: a roll is what says so, or ends as VASSAL's own format does.
        if found is None or not (_STARS in shown or _OF_DICE.search(shown[: found.end("results")])):
            continue
        groups = found.groupdict()
        by = " ".join((groups.get("by") or groups.get("told") or "").split())
        numbers, faces = dice_of(found["results"])
        return RollLine(found["name"], numbers, by, faces)
    return None


def dice_of(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return what each die showed, as numbers or as words: of `3,4`, `3 + 4`, `[3] [4]`, `[Hit] [Miss]`."""
    bracketed = re.findall(r"\[([^\[\]]*)\]", text)
    words = [word.strip() for word in bracketed or re.split(r"[,+]", text)]
    if all(re.fullmatch(r"-?\d{1,9}", word, re.ASCII) for word in words):
        return tuple(map(int, words)), ()
    return (), tuple(words)
