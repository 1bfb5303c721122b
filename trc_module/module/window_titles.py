"""The titles of windows in the players' language.

A map's window bears the map's name, and saves and logs know maps by that: so it is the same in every language. VASSAL
translates titles apart from names, by bundles that it looks for in the language it is set to itself. A module speaks
one language, whatever that is: so it has the same bundle for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree

from trc_module.vassal.buildfile import component
from trc_module.vassal.writing import Entry

LANGUAGES = ("de", "en", "es", "fr", "it", "ja", "nl")
"""The languages of VASSAL itself."""


def translations(titles: Mapping[str, str]) -> Iterator[etree._Element]:
    """Yield what tells VASSAL of the bundles, if any map has another title than its name."""
    if titles:
        languages = (component("VASSAL.i18n.Translation", locale=language) for language in LANGUAGES)
        yield component("VASSAL.i18n.Language", *languages)


def bundles(titles: Mapping[str, str]) -> Iterator[Entry]:
    """Yield the bundles: a file for each language, with the titles of maps by their names."""
    if titles:
        lines = (f"Map.{_escaped(name)}.mapName={_escaped(title, '')}\n" for name, title in titles.items())
        content = "".join(lines).encode("ascii")
        yield from (Entry(f"Module_{language}.properties", content) for language in LANGUAGES)


def _escaped(text: str, special: str = " :=") -> str:
    """Return a text as a bundle has it [java.util.Properties]; `special` are letters that would end a key."""
    marked = "".join(f"\\{letter}" if letter in f"\\{special}" else letter for letter in text)
    return "".join(letter if letter.isascii() else f"\\u{ord(letter):04x}" for letter in marked)
