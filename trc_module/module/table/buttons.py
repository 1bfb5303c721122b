"""The buttons that a table declares: each prints a line, and may set properties of the module or ask for them first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.module.buttons import action, menu, word_property
from trc_module.module.table_file import ButtonData, TableFile
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits.build import ask, set_to
from trc_module.vassal.values import Key


def table_properties(texts: Texts, table: TableFile) -> Iterator[etree._Element]:
    """Yield the module's properties that buttons of the table set or ask for."""
    changes: dict[str, list[tuple[Key, str, str]]] = {}
    for button in table.button:
        for name, value in button.sets.items():
            changes.setdefault(name, []).append((_key(button, name), set_to(value), ""))
        for name in button.asks:
            changes.setdefault(name, []).append((_key(button, name), ask(texts(f"ask.{name}")), ""))
    for name, each in changes.items():
        yield word_property(name, "", *each)


def table_buttons(
    texts: Texts,
    grammar: Grammar,
    table: TableFile,
    before: Callable[[str], tuple[Key, ...]] = lambda verb: (),
    besides: Callable[[str], tuple[Key, ...]] = lambda verb: (),
) -> Iterator[etree._Element]:
    """Yield the buttons, and the menus in which some of them stand.

    `before` and `besides` give the module's keys that a button presses before and after its line, by the line's verb.
    """
    menus: dict[str, list[str]] = {}
    for button in table.button:
        line = grammar.report_format(button.verb, **button.fixed)
        keys = (*before(button.verb), *(_key(button, name) for name in (*button.sets, *button.asks)))
        icon = "" if button.menu else table.icon.get(button.name, "")
        if button.menu:
            menus.setdefault(button.menu, []).append(texts(f"button.{button.name}"))
        if not keys:
            yield action(texts, button.name, line, besides(button.verb), icon=icon)
            continue
        # A button says its line before it presses keys: what it says must be known first.
        say = Key.named(f"Say-{button.name}")
        yield component(
            "module.DoActionButton",
            name=f"Say {button.name}",
            text="",
            icon="",
            hotkey=say,
            doReport=True,
            reportFormat=line,
        )
        yield action(texts, button.name, "", (*keys, say, *besides(button.verb)), icon=icon)
    for name, items in menus.items():
        yield menu(texts, name, items, table.icon.get(name, ""))


def _key(button: ButtonData, name: str) -> Key:
    return Key.named(f"Set-{button.name}-{name}")
