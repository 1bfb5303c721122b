"""Rolls in the chat of any game: who rolled what, and each die.

VASSAL writes a roll into the chat in the format that the module's button has, which the log does not hold. Here are the
formats that engines have had by themselves, those that modules use most, and `visible_line`, the line as players see
it.
"""

from __future__ import annotations

import html
import re

from msgspec import Struct

_TAG = re.compile(
    r"</?(?:a|b|big|body|br|center|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|s|small|span|strong|sub|sup|table|"
    r"td|th|tr|u|ul)(?:\s[^<>]*|/)?>",
    re.IGNORECASE,
)
_COLOUR = re.compile(r"^(\s{0,9}[*-]{0,9}\s{0,9})[|!?~`](?=\S)")
"""A first letter that only chooses the colour of the line [VASSAL.build.module.Chatter]."""
_LONGEST = 2000
"""Letters of a line that may be a roll."""
_NUMBERS = r"-?\d{1,9}(?:\s{0,9}[,+]\s{0,9}-?\d{1,9})*"
_BRACKETS = r"(?:\[[^\[\]<>=]{1,40}\]\s{0,9})+"
_TOTAL = r"(?:\s{0,9}=\s{0,9}-?\d{1,9})?"
_WHO = r"[^<>()\[\]=:]{1,80}?"
_BEFORE = re.compile(r"\W+")
_FORMS = (
    # `Die = (5 rolled by Ann)`.
    re.compile(
        rf"^(?P<name>[^=<>]*)=\s{{0,9}}\(?(?P<results>{_NUMBERS})\s{{1,9}}rolled\s{{1,9}}by\s{{1,9}}"
        rf"(?P<by>{_WHO})\s{{0,9}}(?:[()\[\].,;]|$)"
    ),
    # `Ann rolled 2d6: 3,4 = 7`.
    re.compile(
        rf"^(?P<by>{_WHO})\s{{1,9}}(?:rolled|rolls)\s{{1,9}}(?:an?\s|the\s)?(?P<name>[^=<>:]*)[:=]\s{{0,9}}"
        rf"(?P<results>{_NUMBERS}|{_BRACKETS}){_TOTAL}\W{{0,9}}$"
    ),
    # `2d6 = 5 + 6 = 11 by Ann`.
    re.compile(
        rf"^(?P<name>[^=<>]*)=\s{{0,9}}(?P<results>{_NUMBERS}|{_BRACKETS}){_TOTAL}\s{{0,9}}"
        rf"(?:rolled\s{{1,9}})?by\s{{1,9}}(?P<by>{_WHO})\s{{0,9}}[.)\]]{{0,9}}$"
    ),
    # The engine's own: `2d6 = 3,4 *** <Ann>`, and of dice with symbols `Dice = [Hit] *** <Ann>`.
    re.compile(
        rf"^(?P<name>[^=<>]*)=\s{{0,9}}(?P<results>{_NUMBERS}|{_BRACKETS}){_TOTAL}"
        r"(?=[^\d<]*(?:$|<))[^<]*(?:<(?P<by>[^>]*)>)?"
    ),
)
_VASL = re.compile(
    rf"\*{{1,9}} \((?P<name>[^)]{{1,80}} [dD]?[rR])\) (?P<results>{_NUMBERS}) \*{{1,9}}\s{{0,9}}(?:<(?P<by>[^>]*)>)?"
)
"""`*** (Rally DR) 4,1 ***   <player>`."""
_OF_DICE = re.compile(r"\d{0,3}d\d{1,6}\b|\bdice\b|\bdie\b|\broll", re.IGNORECASE)
_STARS = "***"


class RollLine(Struct, frozen=True):
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
    before = _BEFORE.match(shown)
    # Stars, blanks and brackets in front say nothing, unless there is nothing else.
    body = shown[before.end() if before else 0 :]
    for form, line in (*((form, body) for form in _FORMS), (_VASL, shown), (_FORMS[-1], shown)):
        found = form.match(line)
        name = found["name"].strip() if found else ""
        # Much is reported as `name = number`: a roll is what says so, or ends as VASSAL's own format does.
        if found is not None and name and (_STARS in shown or _OF_DICE.search(line, 0, found.end("results"))):
            numbers, faces = dice_of(found["results"])
            return RollLine(name, numbers, " ".join((found["by"] or "").split()), faces)
    return None


def dice_of(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return what each die showed, as numbers or as words: of `3,4`, `3 + 4`, `[3] [4]`, `[Hit] [Miss]`."""
    bracketed = re.findall(r"\[([^\[\]]*)\]", text)
    words = [word.strip() for word in bracketed or re.split(r"[,+]", text)]
    if all(re.fullmatch(r"-?\d{1,9}", word, re.ASCII) for word in words):
        return tuple(map(int, words)), ()
    return (), tuple(words)
