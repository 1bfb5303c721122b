"""The commands of every unit that print a line into the log, move the unit into a box, or both: one table a game.

VASSAL writes every trait of every counter into every save, which costs time and space. So a unit does not have traits
for each of thirty commands: it has one property `Says` that holds a number of this table, one report whose line
depends on it (and one for the lines that name no counter), and one trait that sends the unit into a box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from trc_module.declarations import Grammar
from trc_module.declarations.grammar import CLOSE, OPEN
from trc_module.module.sentences import CALLED, WHO
from trc_module.module.traits import calculated
from trc_module.vassal.traits import Trait
from trc_module.vassal.values import Key

POINTY_STEPS = {
    "west": (-2, 0),
    "east": (2, 0),
    "north-west": (-1, 1),
    "north-east": (1, 1),
    "south-west": (-1, -1),
    "south-east": (1, -1),
}
"""One hex to each side: half hexes to the east, lines to the north."""
FLAT_STEPS = {
    "north": (0, 2),
    "south": (0, -2),
    "north-west": (-1, 1),
    "north-east": (1, 1),
    "south-west": (-1, -1),
    "south-east": (1, -1),
}
"""The same where hexes stand in columns: lines to the east, half hexes to the north."""

_PLACE, _SIDE = ' at="$LocationName$"', f' by="$PlayerSide$"{CLOSE}'
_QUOTED = f"{_PLACE}{_SIDE}"
"""The end of the lines of units."""
_LINE, _HEAD, _TAIL = "Line", "LineHead", "LineTail"
"""The properties of a line: the whole, what stands before the counter's name, and what stands behind it."""
_BETWEEN, _STANDS_FOR, _NAME = "~", "#", "#0"
"""The separator of the table's lines, the prefix of a letter that stands for something, and the sign for the name."""


@dataclass(frozen=True, slots=True)
class UnitCommand:
    """A command of every unit: the log line that it prints, if any, and the box that it sends the unit to, if any."""

    command: str
    """The key of its text in `menu`."""
    key: Key
    """The key that triggers it."""
    verb: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    box: str = ""
    hidden: bool = False
    """Whether it has no menu entry."""
    option: str = ""
    """The optional rule that a menu needs to show it; empty if none."""
    side: str = ""
    """The only side with this command; empty for all."""
    placed: bool = True
    """Whether its line names the counter or its place; one that does not has no box and is not hidden."""


def ends_with_place(grammar: Grammar, verb: str, fixed: Mapping[str, str]) -> bool:
    """Tell whether a verb's line ends with the place and the side, as those of most commands do."""
    return grammar.comment(verb, fixed).endswith(_QUOTED)


def names_no_counter(grammar: Grammar, verb: str, fixed: Mapping[str, str]) -> bool:
    """Tell whether a verb's line ends with the side and says nothing of the counter that prints it or of its place."""
    line = grammar.report_format(verb, **fixed)
    return line.endswith(_SIDE) and not any(sign in line for sign in (WHO, _PLACE, "$unit$"))


class CommandTable:
    """The commands of one game, in an order in which those into the same box are adjacent."""

    def __init__(self, commands: Iterable[UnitCommand], boxes: Sequence[str]) -> None:
        self.commands = tuple(commands)
        self.boxes = tuple(boxes)
        """The boxes that a command may send a unit to, in the order of the commands."""
        self.numbers = {each.command: number for number, each in enumerate(self.commands, 1)}
        """The value of the property Says, by command."""

    def of_side(self, side: str) -> tuple[UnitCommand, ...]:
        """Return the commands that units of a side have; their numbers are those of the whole table."""
        return tuple(each for each in self.commands if each.side in ("", side))

    @property
    def reported_by_key(self) -> tuple[UnitCommand, ...]:
        """The commands that only print a line, with the place at its end."""
        return tuple(each for each in self.commands if each.verb and each.placed and not each.box and not each.hidden)

    @property
    def without_place(self) -> tuple[UnitCommand, ...]:
        """The commands that print a line without a counter or a place."""
        return tuple(each for each in self.commands if each.verb and not each.placed)

    @property
    def sending_away(self) -> tuple[UnitCommand, ...]:
        """The commands that print a line, which names the place that the unit leaves, and then send it to a box."""
        return tuple(each for each in self.commands if each.verb and each.box)

    def line_format(self) -> str:
        """Return the report format of a unit; what depends on the command stands before and behind its name."""
        return f"${_HEAD}${WHO}${_TAIL}${_QUOTED}"

    def line_format_without_place(self) -> str:
        """Return the report format of the lines without a counter: all of such a line stands before the name."""
        return f"${_HEAD}${_SIDE}"

    def line_property(self, grammar: Grammar) -> Trait:
        """Return the property with the whole line, the longest trait of a unit.

        The place is no part of it: an expression takes a hex 0402 for a number.
        """
        return calculated(_LINE, f"{{{self._told(grammar, self.commands)}}}")

    def placed_line_format(self, grammar: Grammar, side: str) -> str:
        """Return the report format of a side's units as one expression: for a board whose hexes have no names that are
        numbers.

        It is not a property of the unit, since VASSAL computes every property of each counter to which a key is sent.
        """
        named = f'.replace("{_NAME}",{CALLED}+" ("+LocationName+")")'
        placed = f'" at=\\""+LocationName+"\\" by=\\""+PlayerSide+"\\"{CLOSE}"'
        return f"{{{self._told(grammar, self.of_side(side))}{named}+{placed}}}"

    def line_parts(self) -> Iterator[Trait]:
        """Yield the properties that the format prints: the line before the counter's name, and behind it."""
        for place, name in enumerate((_HEAD, _TAIL)):
            yield calculated(name, f'{{({_LINE}+"{_NAME} ").split("{_NAME}")[{place}]}}')

    def _told(self, grammar: Grammar, commands: Iterable[UnitCommand]) -> str:
        """Return an expression for what these commands print: the sentence and the comment up to the place, parted at
        the name.

        All lines stand in one text, in which letters stand for what is not the same each time or comes often: every
        unit of every save carries it.

        Raises:
            ValueError: The grammar has a line that does not end with the place and the side.
        """
        told = {each.command: _middle(grammar, each) for each in commands if each.verb}
        for line in told.values():
            if _BETWEEN in line or _STANDS_FOR in line:
                raise ValueError(f"a line holds '{_BETWEEN}' or '{_STANDS_FOR}': {line}")
        text = _BETWEEN.join(("", *(told.get(each.command, "") for each in self.commands), " ")).replace(WHO, _NAME)
        chain = ""
        for letter, (common, value) in zip(ascii_lowercase, _stand_ins(grammar, text), strict=False):
            text = text.replace(common, _STANDS_FOR + letter)
            chain += f'.replace("{_STANDS_FOR}{letter}",{value})'
        escaped = text.replace('"', '\\"')
        return f'"{escaped}".split("{_BETWEEN}")[Says+0]{chain}'

    def chosen(self, values: Mapping[str, int]) -> str:
        """Return an expression for a number that depends on the command; 0 for those that are not named."""
        text = "0"
        for name, value in reversed(list(values.items())):
            text = f"Says=={self.numbers[name]}?{value}:{text}"
        return f"{{{text}}}"

    def by_box(self, values: Mapping[str, str | int]) -> str:
        """Return an expression for the value of the box that the command sends the unit to."""
        *others, last = [box for box in self.boxes if box in values]
        text = str(values[last])
        for box in reversed(others):
            end = max(self.numbers[each.command] for each in self.commands if each.box == box)
            text = f"Says<={end}?{values[box]}:{text}"
        return f"({text})"


def _middle(grammar: Grammar, command: UnitCommand) -> str:
    line = grammar.report_format(command.verb, **command.fixed)
    if not command.placed:
        return line.removesuffix(_SIDE)
    if not line.endswith(_QUOTED):
        raise ValueError(f"{command.verb} must end with the place and the side: {line}")
    head, told, tail = line[: -len(_QUOTED)].partition(WHO)
    if WHO in tail:
        raise ValueError(f"the sentence of {command.verb} names its counter twice: {line}")
    return f"{head}{WHO}{tail}" if told else f"{WHO}: {head}"


def _stand_ins(grammar: Grammar, text: str) -> Iterator[tuple[str, str]]:
    """Yield what letters stand for in the lines, and its value as an expression."""
    yield " u=$unit$", '" u="+unit'
    yield f" {OPEN}{grammar.tag} ", f'" {OPEN}{grammar.tag} "'
    for name in sorted(set(re.findall(r"\$(\w+)\$", text.replace(" u=$unit$", "")))):
        # An empty text and a number are a number to BeanShell, which cannot replace by one.
        yield f"${name}$", f"String.valueOf({name})"
