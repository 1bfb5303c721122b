"""Numbers in texts that strangers write: Python refuses some texts of digits, and reads some that are no plain ones.

What is read here is bounded, so that no number of a file can be too large for what is done with it.
"""

from __future__ import annotations

import math
import re

_MOST = 9
_WHOLE = re.compile(r"[+-]?[0-9]{1,10}")
_LEAST_OF_JAVA, _MOST_OF_JAVA = -(1 << 31), (1 << 31) - 1
_REAL = re.compile(r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,2})?")
_LARGEST = 1e9


def is_number(text: str) -> bool:
    """Tell whether a text is a whole number of one to nine ASCII digits, without a sign: one that `int` can read."""
    return text.isascii() and text.isdecimal() and len(text) <= _MOST


def is_signed_number(text: str) -> bool:
    """Tell whether a text is such a number, perhaps with a minus sign before it."""
    return is_number(text.removeprefix("-"))


def is_whole(text: str) -> bool:
    """Tell whether Java's `Integer.parseInt` reads a text: digits, perhaps with a sign, of no more than 32 bits."""
    return bool(_WHOLE.fullmatch(text)) and (len(text) <= _MOST or _LEAST_OF_JAVA <= int(text) <= _MOST_OF_JAVA)


def read_whole(text: str, name: str = "it") -> int:
    """Read a whole number as Java's `Integer.parseInt` does.

    Raises:
        ValueError: It is none; the message calls it `name`.
    """
    if not is_whole(text):
        raise ValueError(f"{name} should be a whole number, not {shortened(text)!r}")
    return int(text)


def whole_or(text: str | None, default: int) -> int:
    """Read a whole number as Java does, or take the default for a text that is none."""
    return int(text) if text is not None and is_whole(text) else default


def read_real(text: str) -> float:
    """Read a number with a fraction, of no more than a billion.

    Raises:
        ValueError: It is none, or larger.
    """
    number = float(text) if _REAL.fullmatch(text) else math.inf
    if not abs(number) <= _LARGEST:
        raise ValueError(f"it should be a number, not {shortened(text)!r}")
    return number


def shortened(text: str) -> str:
    """Return a text as a sentence quotes it: of a long one its beginning."""
    return text if len(text) <= 60 else f"{text[:60]}..."


def in_natural_order(text: str) -> tuple[tuple[int, str], ...]:
    """Return a key by which texts are sorted as people do: 2nd before 10th."""
    return tuple((int(part), "") if is_number(part) else (_MANY, part.casefold()) for part in _RUNS.findall(text))


_RUNS = re.compile(r"[0-9]+|[^0-9]+")
_MANY = 10**_MOST
"""More than any number that is read: words come after numbers."""
