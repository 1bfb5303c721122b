"""The keys of the pieces' commands and of the toolbar, in one table that the help page prints."""

from __future__ import annotations

from trc_module.module.keys import Keys, function_key, number_pad
from trc_module.vassal.values import Key

COMMANDS: dict[str, Key] = {
    "attack": Key.ctrl("A"),
    "defend": Key.ctrl("B"),
    "attacked": Key.ctrl("Q"),
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
    "cut": Key.ctrl("X"),
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
    "west": number_pad(4),
    "east": number_pad(6),
    "north-west": number_pad(7),
    "north-east": number_pad(9),
    "south-west": number_pad(1),
    "south-east": number_pad(3),
}
"""Commands of pieces, by the key of their text in `menu`; a command that is not here stands in the menu alone."""

BUTTONS: dict[str, Key] = {
    "attack-roll": function_key(4),
    "turn": function_key(5),
    "battle": function_key(6),
    "roll": function_key(7),
    "weather": function_key(8),
    "sea": function_key(9),
}
"""Keys of the toolbar, by the key of the button's text."""

KEYS = Keys(COMMANDS, BUTTONS)
TURN_BACK = KEYS.turn_back
command_key = KEYS.command
