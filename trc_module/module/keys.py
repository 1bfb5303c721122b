"""Keys of the module's commands, and the names of keys that players press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trc_module.module.texts import Texts
from trc_module.vassal.values import CTRL, SHIFT, Key

_F1 = 112
"""Java's key code of F1."""


def function_key(number: int, modifiers: int = 0) -> Key:
    """Return one of the keys F1 to F12."""
    return Key(_F1 + number - 1, modifiers)


def number_pad(digit: int) -> Key:
    """Return a key of the number pad with Ctrl: without Ctrl it scrolls the map."""
    return Key(96 + digit, CTRL)


TURN_BACK = function_key(5, SHIFT)


@dataclass(frozen=True)
class Keys:
    """The keys of one game's module."""

    commands: Mapping[str, Key]
    """Commands of pieces, by the key of their text in `menu`; a command that is not here stands in the menu alone."""
    buttons: Mapping[str, Key]
    """Keys of the toolbar, by the key of the button's text."""
    turn_back: Key = TURN_BACK

    def command(self, name: str) -> Key:
        """Return the key of a piece's command; one that players cannot press where the table has none."""
        return self.commands.get(name) or Key.named(f"do-{name}")


def key_name(key: Key, texts: Texts) -> str:
    """Return a key as it stands on the keyboard of the players' language: `Ctrl+A`, `Shift+F5`."""
    if key.name:
        return ""
    parts = []
    if key.modifiers & 2:
        parts.append(texts("key.ctrl"))
    if key.modifiers & 1:
        parts.append(texts("key.shift"))
    code = key.code
    if 96 <= code <= 105:
        parts.append(f"{texts('key.num')} {code - 96}")
    elif _F1 <= code <= _F1 + 11:
        parts.append(f"F{code - _F1 + 1}")
    else:
        parts.append(chr(code))
    return "+".join(parts)
