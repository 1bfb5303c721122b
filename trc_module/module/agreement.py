"""The module's properties that hold what players have agreed on; saves and logs hold them."""

from __future__ import annotations

from trc_module.vassal.values import Key

BID_PROPERTY = "Bid"
OUT_OF_PLAY, IN_PLAY = "\u25a1", "\u25a0"
"""The boxes in front of the options."""
AGREED, NOT_YET = "Agreed", "no"
"""The module's property that tells whether options were declared or play has begun, and what it holds until then."""
MARK_AGREED = Key.named("MarkAgreed")


def option_property(number: str) -> str:
    """Return the module's property that holds whether an optional rule is in play: `26.5,` or nothing."""
    return "Option_" + _word(number)


def tick_property(number: str) -> str:
    """Return the module's property that holds the box in front of an option: full or empty."""
    return "Tick_" + _word(number)


def _word(number: str) -> str:
    return number.replace(".", "_").replace("-", "_")


def in_play(number: str, *, wanted: bool = True) -> str:
    """Return the filter that holds while an optional rule is in play, or while it is not.

    No expression in braces: VASSAL takes a second to get ready for its first, and asks filters again and again.
    """
    return f"{tick_property(number)} = {IN_PLAY if wanted else OUT_OF_PLAY}"
