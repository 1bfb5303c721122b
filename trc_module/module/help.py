"""The help pages: how to use the module, every key, a short sequence of play, rights and sources.

The words are the catalogue's; the keys come from the table of keys, so that no page names a key that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lxml import etree

from trc_module.facts import Trust
from trc_module.module.keys import Keys, key_name
from trc_module.module.pages import page, table
from trc_module.module.recipe import ModuleInputs
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component


def documentation(parts: ModuleInputs) -> etree._Element:
    """Return the entries of VASSAL's help menu [VASSAL.build.module.Documentation]."""
    files = [
        component("module.documentation.HelpFile", title=title, fileName=name, fileType="archive")
        for name, title, _ in _pages(parts)
    ]
    return component("module.Documentation", *files)


def help_pages(parts: ModuleInputs) -> Iterator[tuple[str, str]]:
    """Yield (file name, page) of every help page."""
    for name, title, body in _pages(parts):
        yield name, page(title, body)


def _pages(parts: ModuleInputs) -> Iterator[tuple[str, str, str]]:
    texts = parts.texts
    for name in ("use", "play", "about"):
        said = texts(f"help.{name}-text")
        if name == "about" and parts.board.legend.source.trust is Trust.ASSUMED:
            said = f"{texts('help.stand-in-text')}\n\n{said}"
        yield f"help-{name}.html", texts(f"help.{name}"), _paragraphs(said)
    yield "help-keys.html", texts("help.keys"), _keys(texts, parts.recipe.keys_in(parts))


def _paragraphs(text: str) -> str:
    """Return a text as HTML: an empty line between paragraphs, a line that begins with `-` is an item."""
    parts = []
    for block in text.split("\n\n"):
        lines = block.splitlines()
        if lines and all(line.startswith("- ") for line in lines):
            parts.append("<ul>" + "".join(f"<li>{escape(line[2:])}</li>" for line in lines) + "</ul>")
        else:
            parts.append(f"<p>{escape(' '.join(lines))}</p>")
    return "".join(parts)


def _keys(texts: Texts, keys: Keys) -> str:
    pieces = [[key_name(key, texts), texts(f"menu.{name}")] for name, key in keys.commands.items()]
    buttons = [[key_name(key, texts), texts(f"tooltip.{name}")] for name, key in keys.buttons.items()]
    buttons.append([key_name(keys.turn_back, texts), texts("help.turn-back")])
    heads = [texts("help.key"), texts("help.does")]
    return (
        f"<p>{escape(texts('help.keys-text'))}</p>"
        + table([heads[0], texts("help.counters")], pieces)
        + "<p></p>"
        + table([heads[0], texts("help.toolbar")], buttons)
    )
