"""The commands of counters: one for every line of a unit that the game's grammar has, as the table changes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from trc_module.declarations import ATTACK, DEFEND, LEAVE, LOSE, RETREAT, Grammar, Verb
from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.toml_file import line_of
from trc_module.module.keys import Keys, function_key
from trc_module.module.table_file import TABLE_FILE, CommandData, TableFile
from trc_module.vassal.values import Key

NAMES = {ATTACK: "attack", DEFEND: "defend", LEAVE: "out", LOSE: "lost", RETREAT: "retreat"}
"""The names of commands whose lines have a role."""
IN_BATTLE = frozenset({"attack", "defend", "out"})
"""The commands that change a unit's part in a battle."""
OF_ALL = frozenset({"flip", "moved", "trail", "another", "delete"})
"""The commands that counters have without a line."""

_LETTERS = {
    "attack": "A",
    "defend": "B",
    "out": "N",
    "lost": "E",
    "retreat": "K",
    "arrive": "I",
    "reduce": "R",
    "flip": "F",
    "moved": "M",
    "trail": "T",
    "another": "C",
    "delete": "D",
}
FLIP = Key.ctrl(_LETTERS["flip"])
"""The key that turns a counter over."""
_BUTTONS = {"turn": function_key(5), "battle": function_key(6), "roll": function_key(7)}


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """A menu entry that prints a line."""

    name: str
    """The key of its text in `menu`."""
    verb: Verb
    data: CommandData

    def text(self, words: Mapping[str, str]) -> str:
        """Return what the menu says: the catalogue's words, else what the line means."""
        return words.get(f"menu.{self.name}", self.verb.meaning.rstrip("."))


def unit_commands(table: TableFile, grammar: Grammar, folder: Path) -> tuple[MenuCommand, ...]:
    """Return the commands of units, in the order of the grammar; DataError names what the table has wrong."""
    declared = tuple(_declared(table, grammar, folder))
    found = [command for command in declared if not command.data.kinds]
    in_table = {command.verb.name for command in declared}
    for verb in grammar.verbs.values():
        if verb.name not in in_table and _of_unit(verb):
            data = CommandData(verb.name)
            found.append(_checked(MenuCommand(_name(data, verb), verb, data), folder / TABLE_FILE, None))
    order = list(grammar.verbs)
    return tuple(sorted(found, key=lambda command: order.index(command.verb.name)))


def marker_commands(table: TableFile, grammar: Grammar, folder: Path, kind: str) -> tuple[MenuCommand, ...]:
    """Return the commands of a kind of markers."""
    return tuple(command for command in _declared(table, grammar, folder) if kind in command.data.kinds)


def _declared(table: TableFile, grammar: Grammar, folder: Path) -> Iterator[MenuCommand]:
    path = folder / TABLE_FILE
    for index, data in enumerate(table.command):
        verb = grammar.verbs.get(data.verb)
        if verb is None:
            line = line_of(path, ["command", index, "verb"])
            raise DataError(path, one_of(grammar.verbs, data.verb), data.verb, line=line, field="verb")
        yield _checked(MenuCommand(_name(data, verb), verb, data), path, index)


def _name(data: CommandData, verb: Verb) -> str:
    """Return the name of a command: the table's, that of its line's role, or the verb in small letters."""
    return data.name or NAMES.get(verb.role, verb.name.lower())


def _checked(command: MenuCommand, path: Path, index: int | None) -> MenuCommand:
    """Return a command; DataError names the line of its table, the `index`th, if a value is unknown or missing."""

    def line() -> int | None:
        return None if index is None else line_of(path, ["command", index])

    fields = {field.key: field for field in command.verb.fields}
    for key in command.data.fixed:
        if key not in fields:
            raise DataError(path, one_of(fields, key), key, line=line(), field="fixed")
    for key, field in fields.items():
        if field.required and not field.prints and key not in command.data.fixed:
            expected = f"a [[command]] of {command.verb.name} with fixed = {{ {key} = ... }}: {field.meaning}"
            raise DataError(path, expected, "none", line=line(), field="command")
    return command


def _of_unit(verb: Verb) -> bool:
    """Tell whether a line is printed by a unit: it names the unit that prints it."""
    return any(field.prints == "$unit$" for field in verb.fields)


def keys_of(commands: Iterable[CommandData], grammar: Grammar) -> Keys:
    """Return the keys of the commands: the usual ones, as the table changes them; a verb that is unknown has none."""
    letters = dict(_LETTERS)
    for data in commands:
        if data.key and data.verb in grammar.verbs:
            letters[_name(data, grammar.verbs[data.verb])] = data.key
    return Keys({name: Key.ctrl(letter) for name, letter in letters.items()}, _BUTTONS)
