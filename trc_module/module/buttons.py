"""Toolbar components that modules of any game are made of: buttons, menus, dice, properties, hidden commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from lxml import etree

from trc_module.module.icons import OF_EVERY_MODULE, faced
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component, entry
from trc_module.vassal.values import Key, encode_keys

PLAIN_DIE = "Die"
"""The name of the die that is rolled for anything else: the stem of the property that holds what it shows."""

Change: TypeAlias = "tuple[Key, str, str]"
"""A key, how it changes a property, and what the chat says of it."""


def number_property(name: str, value: str, *changes: Change) -> etree._Element:
    """Return a property of the module that holds a number, with the hidden buttons that change it."""
    return component(
        "module.properties.GlobalProperty", *_changers(changes), name=name, initialValue=value, isNumeric=False
    )


def word_property(name: str, value: str = "", *changes: Change) -> etree._Element:
    """Return a property of the module that holds a word, likewise."""
    return component("module.properties.GlobalProperty", *_changers(changes), name=name, initialValue=value)


def _changers(changes: Iterable[Change]) -> Iterator[etree._Element]:
    for key, change, told in changes:
        # Without text and picture VASSAL does not show the button; other buttons press its key.
        yield component(
            "module.properties.ChangePropertyButton",
            text="",
            tooltip="",
            icon="",
            hotkey=key,
            reportFormat=told,
            propChanger=change,
        )


def action(
    texts: Texts,
    name: str,
    told: str,
    keys: Sequence[Key] = (),
    hotkey: Key | None = None,
    text: str = "",
    icon: str | None = None,
) -> etree._Element:
    """Return a button that says a line, presses keys, or both; `name` is the key of its texts.

    `icon` is its picture (`icons`): '' for none, as in a menu.
    """
    label = text or texts(f"button.{name}")
    shown = OF_EVERY_MODULE.get(name, "") if icon is None else icon
    return component(
        "module.DoActionButton",
        name=label,
        **faced(label, texts(f"tooltip.{name}") if name else label, shown),
        hotkey=hotkey.encode() if hotkey else "",
        doReport=bool(told),
        reportFormat=told,
        doHotkey=bool(keys),
        hotkeys=encode_keys(tuple(keys)),
    )


def looped(
    name: str,
    condition: str,
    keys: Sequence[Key],
    *,
    hotkey: Key | None = None,
    text: str = "",
    tooltip: str = "",
    first: Key | None = None,
    then: Key | None = None,
) -> etree._Element:
    """Return a button that presses keys again and again while an expression holds: not at all if it does not.

    `first` and `then` are pressed before and afterwards in any case. VASSAL's loop of a number of times does it once
    where that is 0.
    """
    return component(
        "module.DoActionButton",
        name=name,
        text=text,
        tooltip=tooltip,
        icon="",
        hotkey=hotkey.encode() if hotkey else "",
        doReport=False,
        reportFormat="",
        doHotkey=True,
        hotkeys=encode_keys(tuple(keys)),
        doLoop=True,
        loopType="while",
        whileExpression=f"{{{condition}}}",
        preLoopKey=first.encode() if first else "",
        postLoopKey=then.encode() if then else "",
    )


def menu(texts: Texts, name: str, items: Sequence[str], icon: str = "") -> etree._Element:
    """Return a menu that takes the buttons of these texts out of the toolbar."""
    label = texts(f"button.{name}")
    return component(
        "module.ToolbarMenu",
        description=label,
        **faced(label, texts(f"tooltip.{name}"), icon or OF_EVERY_MODULE.get(name, "")),
        menuItems=tuple(items),
    )


def piece_command(button: Key, key: Key, pieces: str, *, quiet: bool = False) -> etree._Element:
    """Return a hidden command that presses a key of pieces on all maps; with `quiet` they print nothing themselves."""
    return component(
        "module.GlobalKeyCommand",
        name=key.name,
        buttonText="",
        tooltip="",
        icon="",
        buttonHotkey=button,
        hotkey=key,
        filter=pieces,
        # Otherwise the reports of the pieces are enough.
        reportSingle=quiet,
    )


def die(
    name: str,
    text: str,
    tooltip: str,
    hotkey: Key | None,
    told: str,
    count: int = 1,
    faces: int = 6,
    icon: str = "",
) -> etree._Element:
    """Return a button that rolls dice and says a line; its name is the stem of the property with what they show."""
    return component(
        "module.DiceButton",
        name=name,
        **faced(text, tooltip, icon),
        hotkey=hotkey.encode() if hotkey else "",
        nDice=count,
        nSides=faces,
        reportTotal=True,
        reportFormat=told,
    )


def on_turn(name: str, key: Key, match: str) -> etree._Element:
    """Return a key that the turn tracker presses where an expression holds."""
    return component("module.turn.TurnGlobalHotkey", name=name, hotkey=key, match=match)


def player_roster(texts: Texts, sides: Iterable[str]) -> etree._Element:
    """Return the sides that players choose from; a referee sees all and owns nothing."""
    return component(
        "module.PlayerRoster",
        *(entry(side) for side in sides),
        buttonText=texts("button.retire"),
        buttonToolTip=texts("tooltip.retire"),
    )


def global_options(*preferences: etree._Element) -> etree._Element:
    """Return the settings that lines in the chat need, with preferences of the players."""
    return component(
        "module.GlobalOptions",
        *preferences,
        autoReport="Always",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$ ($PlayerSide$)",
        chatterHTMLSupport="Always",
        hotKeysOnClosedWindows="Always",
    )


def inventory(texts: Texts, groups: tuple[str, ...]) -> etree._Element:
    """Return the list of all counters in play, grouped by their properties."""
    return component(
        "module.Inventory",
        name=texts("button.inventory"),
        text=texts("button.inventory"),
        tooltip=texts("tooltip.inventory"),
        icon="",
        include='{unit != ""}',
        groupBy=groups,
        leafFormat="$PieceName$",
        foldersOnly=False,
        zoomOn=False,
    )


def notes(texts: Texts) -> etree._Element:
    """Return the notepad."""
    return component("module.NotesWindow", buttonText=texts("button.notes"), tooltip=texts("tooltip.notes"), icon="")


def more(texts: Texts, *names: str) -> etree._Element:
    """Return the menu of buttons that are seldom pressed, by the keys of their texts."""
    return menu(texts, "more", tuple(texts(f"button.{name}") for name in names))
