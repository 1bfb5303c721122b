"""The commands of every unit that print a line into the log, move the unit into a box, or both: one table.

VASSAL writes every trait of every counter into every save, which costs time and space. So a unit does not have traits
for each of the thirty commands: it has one property `Says` that holds a number of this table, one report whose line
depends on it, and one trait that sends the unit into a box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trc_module.declarations import Grammar
from trc_module.module.battle import SET_ATTACKER, SET_DEFENDER, SET_OUT
from trc_module.module.trc.keys import command_key
from trc_module.vassal.values import Key

SET_EXCHANGED, SET_SURRENDERED = Key.named("SetExchanged"), Key.named("SetSurrendered")
"""Keys that menus do not show: triggers and the toolbar press them."""

BOXES = ("replacement-pool", "surrendered", "off-map-units", "withdrawn", "removed")
"""The boxes that a command may send a unit to, in the order of the table; all are in one window."""

WAYS = (
    "ground",
    "rail",
    "rail-free",
    "strategic",
    "sea-transfer",
    "sea-invasion",
    "sea-evacuation",
    "retreat",
    "drop",
)
"""The kinds of movement; the property Way holds the number in this list, from 1."""
BY_SEA = WAYS[4:7]

STEPS = {
    "west": (-2, 0),
    "east": (2, 0),
    "north-west": (-1, 1),
    "north-east": (1, 1),
    "south-west": (-1, -1),
    "south-east": (1, -1),
}
"""One hex to each side: half hexes to the east, lines to the north."""


@dataclass(frozen=True, slots=True)
class UnitCommand:
    """A command of every unit: the log line that it prints, if any, and the box that it sends the unit to, if any."""

    command: str
    verb: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    box: str = ""
    hidden: Key | None = None
    """The key of a command without a menu entry."""
    option: str = ""
    """The optional rule that a menu needs to show it; empty if none."""
    side: str = ""
    """The only side with this command; empty for both."""

    @property
    def key(self) -> Key:
        """The key that triggers it."""
        return self.hidden or command_key(self.command)


def _because(verb: str, box: str, **reasons: str) -> tuple[UnitCommand, ...]:
    return tuple(UnitCommand(name.replace("_", "-"), verb, {"because": rule}, box) for name, rule in reasons.items())


_OF_OPTION = {"strategic": "26.10"}
_POOL, _SURRENDERED, _OFF_MAP, _WITHDRAWN, _REMOVED = BOXES
UNIT_COMMANDS = (
    # Commands into the same box are adjacent: `by_box` compares with the highest number of each box.
    UnitCommand("lost", "LOSS", box=_POOL),
    *_because("REMOVED", _POOL, supply="17.2", sunk="10.4", overstacked="6.2", will="2.1"),
    UnitCommand("recover", "RECOVER", box=_POOL, option="26.12", side="russian"),
    UnitCommand("lost-for-good", "LOSS", box=_SURRENDERED),
    *_because(
        "FORCED", _SURRENDERED, surrender_12="12.5", surrender_av="16.1", surrender_16="16.3", surrender_ds="13.3"
    ),
    UnitCommand("country", box=_SURRENDERED, hidden=SET_SURRENDERED),
    UnitCommand("delay", "DELAY", box=_OFF_MAP),
    *_because("LEAVE", _WITHDRAWN, leave="20.9", match="20.10"),
    *(UnitCommand(f"exit-{edge}", "EXIT", {"edge": edge}, _REMOVED) for edge in ("west", "east", "south", "north")),
    UnitCommand("join-vlasov", "VLASOV", box=_REMOVED, option="28.7", side="russian"),
    UnitCommand("exchanged", box=_REMOVED, hidden=SET_EXCHANGED),
    UnitCommand("arrive", "ARRIVE"),
    UnitCommand("replace", "REPLACE"),
    UnitCommand("rebuild", "REBUILD", option="26.4"),
    UnitCommand("to-siberia", "SIBERIA", option="28.6", side="russian"),
    UnitCommand("recall", "RECALL", option="28.6", side="russian"),
    UnitCommand("retreat", "RETREAT"),
    *(UnitCommand(way, "MODE", {"mode": way}, option=_OF_OPTION.get(way, "")) for way in WAYS[:4]),
    *(UnitCommand(way, "SAIL", {"kind": way}) for way in BY_SEA),
    UnitCommand("attack", "ATT", hidden=SET_ATTACKER),
    UnitCommand("defend", "DEF", hidden=SET_DEFENDER),
    UnitCommand("out", "OUT", hidden=SET_OUT),
    *(UnitCommand(step) for step in STEPS),
)
NUMBERS = {each.command: number for number, each in enumerate(UNIT_COMMANDS, 1)}
"""The value of the property Says, by command."""

REPORTED_BY_KEY = tuple(s for s in UNIT_COMMANDS if s.verb and not s.box and not s.hidden)
"""Commands that only print a line."""
SENDING_AWAY = tuple(s for s in UNIT_COMMANDS if s.verb and s.box)
"""Commands that print a line, which names the place that the unit leaves, and then send it to a box."""

OPTION_COMMANDS: dict[tuple[str, str], tuple[UnitCommand, ...]] = {
    key: tuple(s for s in UNIT_COMMANDS if (s.option, s.side) == key)
    for key in sorted({(s.option, s.side) for s in UNIT_COMMANDS if s.option})
}
"""Commands of optional rules, by the rule and its only side (empty for both)."""

_QUOTED = ' at="$LocationName$" by="$PlayerSide$"'


def line_format(grammar: Grammar) -> str:
    """Return the report format of a unit; its property Line holds the part that depends on the command."""
    return f" *** {grammar.tag} $Line${_QUOTED}"


def line_expression(grammar: Grammar) -> str:
    """Return the expression of the property Line: the text between the tag and the place.

    Raises:
        ValueError: The table of declarations has a line that does not end with the place and the side.
    """
    text = '""'
    for command in reversed(UNIT_COMMANDS):
        if command.verb:
            line = _expression(_middle(grammar, command))
            text = f"Says=={NUMBERS[command.command]}?{line}:{text}"
    return f"{{{text}}}"


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


def by_box(values: Mapping[str, str | int]) -> str:
    """Return an expression for the value of the box that the command sends the unit to."""
    *others, last = BOXES
    text = str(values[last])
    for box in reversed(others):
        end = max(NUMBERS[s.command] for s in UNIT_COMMANDS if s.box == box)
        text = f"Says<={end}?{values[box]}:{text}"
    return f"({text})"


def by_step(axis: int, scale: float) -> str:
    """Return an expression for the length of a step along an axis: 0 is east, 1 is north."""
    text = "0"
    for name, way in reversed(STEPS.items()):
        text = f"Says=={NUMBERS[name]}?{int(way[axis] * scale)}:{text}"
    return f"{{{text}}}"
