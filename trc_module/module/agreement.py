"""The module's properties that hold what players have agreed on; saves and logs hold them."""

from __future__ import annotations

from trc_module.vassal.values import Key

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


def out_of_play(number: str) -> str:
    """Return the filter that holds while an optional rule is not in play.

    No expression in braces: VASSAL takes a second to get ready for its first, and asks filters again and again. Letters
    of ASCII alone: every unit carries it, and VASSAL's lists take twice the time to read with any other.
    """
    return f"{option_property(number)} != {number},"
