"""The commands of every unit that print a line into the log, move the unit into a box, or both: one table a game.

VASSAL writes every trait of every counter into every save, which costs time and space. So a unit does not have traits
for each of thirty commands: it has one property `Says` that holds a number of this table, one report whose line
depends on it, and one trait that sends the unit into a box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from trc_module.declarations import Grammar
from trc_module.vassal.values import Key

_QUOTED = ' at="$LocationName$" by="$PlayerSide$"'
"""How the lines of units end."""


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


def ends_with_place(grammar: Grammar, verb: str, fixed: Mapping[str, str]) -> bool:
    """Tell whether a verb's line can stand in the table: whether it ends with the place and the side."""
    return grammar.report_format(verb, **fixed).endswith(_QUOTED)


class CommandTable:
    """The commands of one game, in an order in which those into the same box are adjacent."""

    def __init__(self, commands: Iterable[UnitCommand], boxes: Sequence[str]) -> None:
        self.commands = tuple(commands)
        self.boxes = tuple(boxes)
        """The boxes that a command may send a unit to, in the order of the commands."""
        self.numbers = {each.command: number for number, each in enumerate(self.commands, 1)}
        """The value of the property Says, by command."""

    @property
    def reported_by_key(self) -> tuple[UnitCommand, ...]:
        """The commands that only print a line."""
        return tuple(each for each in self.commands if each.verb and not each.box and not each.hidden)

    @property
    def sending_away(self) -> tuple[UnitCommand, ...]:
        """The commands that print a line, which names the place that the unit leaves, and then send it to a box."""
        return tuple(each for each in self.commands if each.verb and each.box)

    def line_format(self, grammar: Grammar) -> str:
        """Return the report format of a unit; its property Line holds the part that depends on the command."""
        return f" *** {grammar.tag} $Line${_QUOTED}"

    def line_expression(self, grammar: Grammar) -> str:
        """Return the expression of the property Line: the text between the tag and the place.

        Raises:
            ValueError: The grammar has a line that does not end with the place and the side.
        """
        text = '""'
        for command in reversed(self.commands):
            if command.verb:
                line = _expression(_middle(grammar, command))
                text = f"Says=={self.numbers[command.command]}?{line}:{text}"
        return f"{{{text}}}"

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
    head = f" *** {grammar.tag} "
    if not (line.startswith(head) and line.endswith(_QUOTED)):
        raise ValueError(f"{command.verb} must end with the place and the side: {line}")
    return line[len(head) : -len(_QUOTED)]


def _expression(text: str) -> str:
    """Return a format as an expression: `b=$BattleId$` becomes `"b="+BattleId`."""
    parts = text.split("$")
    terms = [part if number % 2 else f'"{part}"' for number, part in enumerate(parts)]
    return "+".join(term for term in terms if term != '""')
