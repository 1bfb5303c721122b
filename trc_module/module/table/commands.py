"""The commands of counters: one for every line of a unit that the game's grammar has, as the table changes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from trc_module.declarations import ATTACK, DEFEND, LEAVE, LOSE, RETREAT, Grammar, Press, Verb
from trc_module.declarations.policy import BACK, NEXT
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
OF_MARKERS = frozenset({"another", "delete"})
"""The commands of markers of which there may be more than one."""
OF_ALL = frozenset({"flip", "moved", "trail"}) | OF_MARKERS
"""The commands that counters have without a line."""
NEXT_FACE, LAST_FACE = Key.named("NextFace"), Key.named("LastFace")
"""The pieces' keys that turn a unit to the face with one step less, or back."""

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
_BUTTONS = {"attack-roll": function_key(4), "turn": function_key(5), "battle": function_key(6), "roll": function_key(7)}


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """A menu entry that prints a line."""

    name: str
    """The key of its text in `menu`."""
    verb: Verb
    data: CommandData

    def text(self, words: Mapping[str, str]) -> str:
        """Return what the menu says: the catalogue's words for it or for its line, else what the line means."""
        usual = words.get(f"menu.{_usual(self.verb)}", self.verb.meaning.rstrip("."))
        return words.get(f"menu.{self.name}", usual)


def unit_commands(table: TableFile, grammar: Grammar, folder: Path) -> tuple[MenuCommand, ...]:
    """Return the commands of units, in the order of the grammar; DataError names what the table has wrong."""
    declared = tuple(_declared(table, grammar, folder))
    found = [command for command in declared if not command.data.kinds]
    in_table = {command.verb.name for command in declared}
    for verb in grammar.verbs.values():
        if verb.name not in in_table and _of_unit(verb):
            for data in _usual_commands(verb):
                found.append(_checked(MenuCommand(_name(data, verb), verb, data), folder / TABLE_FILE, None))
    order = list(grammar.verbs)
    return tuple(sorted(found, key=lambda command: order.index(command.verb.name)))


def is_repeated(command: MenuCommand, words: Mapping[str, str]) -> bool:
    """Tell whether it is a line's second command, for other units, which has no text of its own."""
    return command.name.startswith(f"{_usual(command.verb)}-") and f"menu.{command.name}" not in words


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


def _usual_commands(verb: Verb) -> Iterator[CommandData]:
    """Yield the commands of a verb that the table does not declare, as the verb says what its key does."""
    for index, press in enumerate(verb.presses or (Press(),)):
        yield CommandData(
            verb.name,
            name="-".join((_usual(verb), *press.sides, *press.types)) if index else None,
            key=press.key or None,
            group=press.group or None,
            box=press.box,
            types=press.types,
            sides=press.sides,
            face="next" if press.face == NEXT else "back" if press.face == BACK else "",
        )


def _name(data: CommandData, verb: Verb) -> str:
    """Return the name of a command: the table's, or the usual one of its line."""
    return data.name or _usual(verb)


def _usual(verb: Verb) -> str:
    """Return the usual name of a line's command: that of its role, or the verb in small letters."""
    return NAMES.get(verb.role, verb.name.lower())


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


def keys_of(commands: Sequence[CommandData], grammar: Grammar) -> Keys:
    """Return the keys of the commands: the usual ones, as lines and the table change them; an unknown verb has none."""
    letters = dict(_LETTERS)
    in_table = {data.verb for data in commands}
    usual = [data for verb in grammar.verbs.values() if verb.name not in in_table for data in _usual_commands(verb)]
    for data in (*usual, *commands):
        if data.verb not in grammar.verbs:
            continue
        name = _name(data, grammar.verbs[data.verb])
        if data.key:
            letters[name] = data.key
        elif name not in letters and _usual(grammar.verbs[data.verb]) in letters and data in usual:
            # The same line of other units: no counter has both.
            letters[name] = letters[_usual(grammar.verbs[data.verb])]
    return Keys({name: Key.ctrl(letter) for name, letter in letters.items()}, _BUTTONS)
