"""Verbs whose keys change the table, by the file that declares a module's commands.

The grammar tells of dice, losses and ways; that a command turns a counter, gives it a status or sends it into a box is
said in `module/table.toml`, for every game that has no recipe of its own, or by the verb (`presses`) for one that the
file does not declare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from trc_module.declarations import Verb
from trc_module.facts.toml_file import read_toml

TABLE_FILE = Path("module") / "table.toml"
_COMMAND = ("box", "face", "status")
"""What a menu entry of counters does beside printing its line: where it sends the counter, how it turns it, what the
counter is then."""
_DECK = {"draw": "DRAW", "play": "CARD", "shuffle": "SHUFFLE"}
"""The lines of a deck, with the verbs that they have unless the deck says so: each moves cards."""


def marked(verbs: Iterable[Verb], folder: Path) -> tuple[Verb, ...]:
    """Return a game's verbs, those marked whose keys change something by the table in its folder.

    DataError if that file is no TOML. Other mistakes in it are told where the module is made.
    """
    path = folder / TABLE_FILE
    table = read_toml(path) if path.is_file() else {}
    changing, named = frozenset(_changing(table)), declared(table)
    return tuple(
        replace(verb, changes=True) if verb.name in changing or (verb.name not in named and _turns(verb)) else verb
        for verb in verbs
    )


def declared(table: Mapping[str, Any]) -> frozenset[str]:
    """Return the verbs of the commands that a table declares: of them it says alone what their keys do."""
    return frozenset(str(command.get("verb")) for command in tables(table, "command"))


def _turns(verb: Verb) -> bool:
    return any(press.face or press.box for press in verb.presses)


def _changing(table: Mapping[str, Any]) -> Iterator[str]:
    for command in tables(table, "command"):
        if any(command.get(key) for key in _COMMAND):
            yield str(command.get("verb"))
    for button in tables(table, "button"):
        if button.get("sets"):
            yield str(button.get("verb"))
    for condition in tables(table, "condition"):
        for key in ("begins", "ends"):
            yield from map(str, condition.get(key, ()))
    for deck in tables(table, "deck"):
        yield from (str(deck.get(key, verb)) for key, verb in _DECK.items())


def tables(table: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the tables of an array; nothing that is none."""
    found = table.get(name, ())
    yield from (each for each in found if isinstance(each, dict)) if isinstance(found, list) else ()
