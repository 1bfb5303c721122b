"""Numbers in texts that strangers write: Python refuses some texts of digits, and reads some that are no plain ones."""

from __future__ import annotations

_MOST = 9


def is_number(text: str) -> bool:
    """Tell whether a text is a whole number of one to nine ASCII digits, without a sign: one that `int` can read."""
    return text.isascii() and text.isdecimal() and len(text) <= _MOST


def is_signed_number(text: str) -> bool:
    """Tell whether a text is such a number, perhaps with a minus sign before it."""
    return is_number(text.removeprefix("-"))
