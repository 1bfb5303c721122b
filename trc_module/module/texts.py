"""The module's words in the players' languages: one catalogue a language, a TOML file in `texts/`.

What the audit reads is in none of them: declarations, ids, and the names of sides, maps and boxes, by which saves and
logs of one language are understood by a module of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from trc_module.errors import UserError
from trc_module.facts.toml_file import read_toml

DEFAULT = "en"


@dataclass(frozen=True)
class Texts:
    """One language's words by key: `menu.attack`."""

    language: str
    words: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with its `{names}` filled in.

        Raises:
            UserError: The catalogue has no such text, or one with names in braces that are not there.
        """
        text = self.words.get(key)
        if text is None:
            where = f"module/texts/{self.language}.toml"
            raise UserError(f"The module's texts ({self.language}) have no '{key}': write it into {where}.")
        try:
            return text.format(**values) if values else text
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise UserError(
                f"The module's text '{key}' ({self.language}) cannot be filled in: expected {', '.join(values)} in "
                f"braces, found '{text}'."
            ) from error

    def under(self, table: str) -> dict[str, str]:
        """Return the texts of one table by their keys in it."""
        start = f"{table}."
        return {key.removeprefix(start): text for key, text in self.words.items() if key.startswith(start)}


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, the default first."""
    found = sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml"))
    return (DEFAULT, *(name for name in found if name != DEFAULT))


def known_language(language: str) -> str:
    """Return a language that has a catalogue; UserError if there is none."""
    if language not in languages():
        raise UserError(f"There is no catalogue of texts for '{language}'; there are: {', '.join(languages())}.")
    return language


@cache
def load_texts(language: str = DEFAULT, folder: Path | None = None) -> Texts:
    """Return a language's catalogue, in English what it leaves out; UserError if there is none.

    A game's folder adds words of its own, and wins: `module/texts/<language>.toml`.
    """
    words: dict[str, str] = {}
    for name in dict.fromkeys((DEFAULT, known_language(language))):
        words |= own_words(name, folder)
    return Texts(language, words)


def own_words(language: str, folder: Path | None = None) -> dict[str, str]:
    """Return what a language's catalogue itself holds, by key, with the words of a game's folder."""
    words = dict(_flat("", read_toml(_folder() / f"{language}.toml")))
    path = folder / "module" / "texts" / f"{language}.toml" if folder else None
    return words | dict(_flat("", read_toml(path))) if path and path.is_file() else words


def _folder() -> Path:
    return Path(__file__).with_name("texts")


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}", str(value).strip()
