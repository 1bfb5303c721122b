"""Which key does what: the pieces' commands and the toolbar's, in one table that the help page prints."""

from __future__ import annotations

from trc_module.vassal.values import CTRL, SHIFT, Key

_F = 111
"""Java's key code of F1 is 112."""


def _ctrl_code(code: int) -> Key:
    return Key(code, CTRL)


COMMANDS: dict[str, Key] = {
    "attack": Key.ctrl("A"),
    "defend": Key.ctrl("B"),
    "out": Key.ctrl("N"),
    "lost": Key.ctrl("E"),
    "lost-for-good": Key.ctrl("S"),
    "retreat": Key.ctrl("K"),
    "guns": Key.ctrl("G"),
    "barrage": Key.ctrl("G"),
    "ground": Key.ctrl("0"),
    "rail": Key.ctrl("L"),
    "rail-free": Key.ctrl("Y"),
    "strategic": Key.ctrl("R"),
    "sea-transfer": Key.ctrl("1"),
    "sea-invasion": Key.ctrl("2"),
    "sea-evacuation": Key.ctrl("3"),
    "drop": Key.ctrl("P"),
    "arrive": Key.ctrl("I"),
    "replace": Key.ctrl("J"),
    "partisan": Key.ctrl("P"),
    "delay": Key.ctrl("O"),
    "reserve": Key.ctrl("O"),
    "leave": Key.ctrl("W"),
    "supply": Key.ctrl("U"),
    "flip": Key.ctrl("F"),
    "moved": Key.ctrl("M"),
    "trail": Key.ctrl("T"),
    "another": Key.ctrl("C"),
    "delete": Key.ctrl("D"),
    "convert": Key.ctrl("V"),
    "railhead": Key.ctrl("H"),
    "mark": Key.ctrl("H"),
    "axis-control": Key.ctrl("1"),
    "russian-control": Key.ctrl("2"),
    "air-center": Key.ctrl("1"),
    "air-north": Key.ctrl("2"),
    "air-south": Key.ctrl("3"),
    "air-stavka": Key.ctrl("1"),
    "air-stalin": Key.ctrl("2"),
    # The number pad, as the hexes lie around it; without Ctrl it scrolls the map.
    "west": _ctrl_code(100),
    "east": _ctrl_code(102),
    "north-west": _ctrl_code(103),
    "north-east": _ctrl_code(105),
    "south-west": _ctrl_code(97),
    "south-east": _ctrl_code(99),
}
"""Commands of pieces, by the key of their text in `menu`; a command that is not here stands in the menu alone."""

BUTTONS: dict[str, Key] = {
    "turn": Key(_F + 5, 0),
    "battle": Key(_F + 6, 0),
    "roll": Key(_F + 7, 0),
    "weather": Key(_F + 8, 0),
    "sea": Key(_F + 9, 0),
}
"""Keys of the toolbar, by the key of the button's text."""

TURN_BACK = Key(_F + 5, SHIFT)


def command_key(name: str) -> Key:
    """Return the key of a piece's command; one that players cannot press where the table has none."""
    return COMMANDS.get(name) or Key.named(f"do-{name}")


def key_name(key: Key) -> str:
    """Return a key as it stands on the keyboard: `Ctrl+A`, `Shift+F5`."""
    if key.name:
        return ""
    parts = []
    if key.modifiers & 2:
        parts.append("Ctrl")
    if key.modifiers & 1:
        parts.append("Shift")
    code = key.code
    if 96 <= code <= 105:
        parts.append(f"Num {code - 96}")
    elif 112 <= code <= 123:
        parts.append(f"F{code - _F}")
    else:
        parts.append(chr(code))
    return "+".join(parts)
