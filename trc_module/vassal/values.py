"""The small values inside traits and attributes: keys, colours, lists of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from trc_module.digits import read_whole
from trc_module.vassal import sequence

_NAMED_INSIDE = re.compile(r"(?<![0-9])[0-9]{5}(?=\\*,0\\*,[^,;\\\s])")
# Named keys carry a number from Unicode's private area that means nothing outside one session.
NAMED_KEY = 57344
SHIFT, CTRL, ALT = 65, 130, 520
# Java has two bits for each of Shift, Ctrl, Meta and Alt; the engine writes both.
_MODIFIERS = (65, 130, 260, 520)


@dataclass(frozen=True, slots=True)
class Key:
    """A keystroke: a Java key code with modifiers, or a name (VASSAL.tools.NamedKeyStroke).

    Only `name` counts when there is one. Build them with `Key.ctrl("M")` and `Key.named("Move")`.
    """

    code: int
    modifiers: int
    name: str = ""

    @classmethod
    def named(cls, name: str) -> Key:
        """Make a key that only other traits and buttons can press."""
        if "," in name or not name:
            raise ValueError(f"a named key needs a name without a comma, not {name!r}")
        return cls(NAMED_KEY, 0, name)

    @classmethod
    def ctrl(cls, letter: str) -> Key:
        """Make Ctrl with one letter, digit or other key of the keyboard."""
        return cls(ord(letter.upper()), CTRL)

    @classmethod
    def decode(cls, text: str) -> Key:
        """Read `code,modifiers` or `code,0,name`, or a single letter as old files have it.

        Raises:
            ValueError: The text is not a keystroke, so that the engine would read none.
        """
        if len(text) == 1 and text != ",":
            return cls(ord(text), CTRL)
        parts = text.split(",", 2)
        if len(parts) < 2:
            raise ValueError(f"{text!r} is not a keystroke")
        try:
            return cls(read_whole(parts[0]), read_whole(parts[1]), parts[2] if len(parts) == 3 else "")
        except ValueError:
            raise ValueError(f"{text!r} is not a keystroke") from None

    def encode(self) -> str:
        """Return the text form."""
        return f"{self.code},{self.modifiers},{self.name}" if self.name else f"{self.code},{self.modifiers}"

    @property
    def settled(self) -> Key:
        """The same key in one form: modifiers with both of Java's bits, a named key with the number of a new module."""
        if self.name:
            return Key.named(self.name)
        bits = sum(pair for pair in _MODIFIERS if self.modifiers & pair)
        return self if bits == self.modifiers else Key(self.code, bits)


@dataclass(frozen=True, slots=True)
class Color:
    """A colour, 0 to 255 each (VASSAL.configure.ColorConfigurer)."""

    red: int
    green: int
    blue: int
    alpha: int = 255

    @classmethod
    def decode(cls, text: str) -> Color:
        """Read `r,g,b`, `r,g,b,a` or `0xRRGGBB`.

        Raises:
            ValueError: The text is not a colour.
        """
        try:
            if text.startswith("0x"):
                number = int(text, 16)
                return cls(number >> 16 & 255, number >> 8 & 255, number & 255)
            numbers = [read_whole(part) for part in text.split(",")]
            if len(numbers) not in (3, 4) or not all(0 <= number <= 255 for number in numbers):
                raise ValueError
            return cls(*numbers)
        except ValueError:
            raise ValueError(f"{text!r} is not a colour") from None

    def encode(self) -> str:
        """Return the text form, without the alpha of an opaque colour."""
        opaque = f"{self.red},{self.green},{self.blue}"
        return opaque if self.alpha == 255 else f"{opaque},{self.alpha}"


def settle_keys(text: str) -> str:
    """Return any text with the number of every named key in it as a new module has it.

    The engine deals these numbers out anew in each session, so that two texts may differ in them and mean the same.
    """
    # Nearly all texts have none.
    return _NAMED_INSIDE.sub(_settled, text) if ",0" in text or "\\,0" in text else text


def _settled(match: re.Match[str]) -> str:
    # Unicode's private area.
    return str(NAMED_KEY) if NAMED_KEY <= int(match[0]) < 63744 else match[0]


def encode_keys(keys: tuple[Key, ...]) -> str:
    r"""Write a list of keys; a plain key inside one needs its comma escaped (`70\,130`)."""
    return sequence.encode((key.encode() for key in keys), ",")


def decode_keys(text: str) -> tuple[Key, ...]:
    """Read a list of keys, or one plain string of old letters (`MX` is Ctrl-M and Ctrl-X).

    Raises:
        ValueError: An item is not a keystroke: `70,130` without its backslash is two broken ones.
    """
    if not text:
        return ()
    if "," not in text:
        return tuple(Key.decode(letter) for letter in text)
    items = sequence.decode(text, ",")
    if any(len(item) > 1 and item.isdigit() for item in items):
        raise ValueError(rf"{text!r} holds keystrokes whose comma is not escaped: write 70\,130")
    return tuple(Key.decode(item) for item in items if item)


def encode_texts(texts: tuple[str, ...]) -> str:
    """Write a list of texts (VASSAL.configure.StringArrayConfigurer)."""
    return sequence.encode(texts, ",")


def decode_texts(text: str) -> tuple[str, ...]:
    """Read a list of texts; the empty text is the empty list."""
    return tuple(sequence.decode(text, ",")) if text else ()


def decode_flag(text: str) -> bool:
    """Read `true` or `false`.

    Raises:
        ValueError: It is neither.
    """
    if text not in ("true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text == "true"


def encode_flag(flag: bool) -> str:
    """Write `true` or `false`."""
    return "true" if flag else "false"
