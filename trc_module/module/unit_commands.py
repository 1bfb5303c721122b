"""What every unit can say by a key or its menu: one table, from which its commands, its line and its way are made.

VASSAL writes each trait of each counter into every save, and takes its time over every one. So a unit has one property
`Says` with a number of this table, one line that follows from it, one report and one way into the boxes, and not a
trait for each of the thirty things that it may have to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trc_module.declarations import Grammar
from trc_module.module.keys import command_key
from trc_module.vassal.values import Key

SET_ATTACKER, SET_DEFENDER, SET_OUT = Key.named("SetAttacker"), Key.named("SetDefender"), Key.named("SetOut")
SET_EXCHANGED, SET_SURRENDERED = Key.named("SetExchanged"), Key.named("SetSurrendered")
"""Keys that menus do not show: triggers and the toolbar press them."""

BOXES = ("replacement-pool", "surrendered", "off-map-units", "withdrawn", "removed")
"""The boxes that a statement may send a unit to, in the order of the table; all lie in one window."""

NO_ROLE, ATTACKER, DEFENDER = 1, 2, 3
"""The parts in a battle: the levels of the layer Role."""

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
"""How a unit moves; the property Way holds the number in this list, from 1."""
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
class Statement:
    """A command of every unit: the line that it prints, if any, and the box that the unit then goes to, if any."""

    command: str
    verb: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    box: str = ""
    hidden: Key | None = None
    """The key of a statement that has no entry of its own in the menu."""
    option: str = ""
    """The optional rule without which no menu shows it."""
    side: str = ""
    """The only side whose menus show it; empty if both do."""

    @property
    def key(self) -> Key:
        """The key that makes it."""
        return self.hidden or command_key(self.command)


def _because(verb: str, box: str, **reasons: str) -> tuple[Statement, ...]:
    return tuple(Statement(name.replace("_", "-"), verb, {"because": rule}, box) for name, rule in reasons.items())


_OF_OPTION = {"strategic": "26.10"}
_POOL, _SURRENDERED, _OFF_MAP, _WITHDRAWN, _REMOVED = BOXES
STATEMENTS = (
    # Whoever goes into one box stands together: the boxes are told apart by the numbers at which they end.
    Statement("lost", "LOSS", box=_POOL),
    *_because("REMOVED", _POOL, supply="17.2", sunk="10.4", overstacked="6.2", will="2.1"),
    Statement("recover", "RECOVER", box=_POOL, option="26.12", side="russian"),
    Statement("lost-for-good", "LOSS", box=_SURRENDERED),
    *_because(
        "FORCED", _SURRENDERED, surrender_12="12.5", surrender_av="16.1", surrender_16="16.3", surrender_ds="13.3"
    ),
    Statement("country", box=_SURRENDERED, hidden=SET_SURRENDERED),
    Statement("delay", "DELAY", box=_OFF_MAP),
    *_because("LEAVE", _WITHDRAWN, leave="20.9", match="20.10"),
    *(Statement(f"exit-{edge}", "EXIT", {"edge": edge}, _REMOVED) for edge in ("west", "east", "south", "north")),
    Statement("join-vlasov", "VLASOV", box=_REMOVED, option="28.7", side="russian"),
    Statement("exchanged", box=_REMOVED, hidden=SET_EXCHANGED),
    Statement("arrive", "ARRIVE"),
    Statement("replace", "REPLACE"),
    Statement("rebuild", "REBUILD", option="26.4"),
    Statement("to-siberia", "SIBERIA", option="28.6", side="russian"),
    Statement("recall", "RECALL", option="28.6", side="russian"),
    Statement("retreat", "RETREAT"),
    *(Statement(way, "MODE", {"mode": way}, option=_OF_OPTION.get(way, "")) for way in WAYS[:4]),
    *(Statement(way, "SAIL", {"kind": way}) for way in BY_SEA),
    Statement("attack", "ATT", hidden=SET_ATTACKER),
    Statement("defend", "DEF", hidden=SET_DEFENDER),
    Statement("out", "OUT", hidden=SET_OUT),
    *(Statement(step) for step in STEPS),
)
NUMBERS = {statement.command: number for number, statement in enumerate(STATEMENTS, 1)}
"""The value of the property Says, by command."""

TOLD_AT_ONCE = tuple(s for s in STATEMENTS if s.verb and not s.box and not s.hidden)
"""What is told by its own key."""
GOING = tuple(s for s in STATEMENTS if s.verb and s.box)
"""What is told first and then sends the unit away, so that the line names the place that it leaves."""

OF_OPTIONS: dict[tuple[str, str], tuple[Statement, ...]] = {
    key: tuple(s for s in STATEMENTS if (s.option, s.side) == key)
    for key in sorted({(s.option, s.side) for s in STATEMENTS if s.option})
}
"""What menus show with an optional rule alone, by the rule and the only side that has it."""

_QUOTED = ' at="$LocationName$" by="$PlayerSide$"'


def line_format(grammar: Grammar) -> str:
    """Return the format of a unit's report: the table's lines, with what follows from Says by the property Line."""
    return f" *** {grammar.tag} $Line${_QUOTED}"


def line_expression(grammar: Grammar) -> str:
    """Return the expression of the property Line: what stands between the tag and the place.

    Raises:
        ValueError: The table of declarations has a line that does not end with the place and the side.
    """
    text = '""'
    for statement in reversed(STATEMENTS):
        if statement.verb:
            line = _expression(_middle(grammar, statement))
            text = f"Says=={NUMBERS[statement.command]}?{line}:{text}"
    return f"{{{text}}}"


def _middle(grammar: Grammar, statement: Statement) -> str:
    line = grammar.report_format(statement.verb, **statement.fixed)
    head = f" *** {grammar.tag} "
    if not (line.startswith(head) and line.endswith(_QUOTED)):
        raise ValueError(f"{statement.verb} must end with the place and the side: {line}")
    return line[len(head) : -len(_QUOTED)]


def _expression(text: str) -> str:
    """Return a format as an expression: `b=$BattleId$` becomes `"b="+BattleId`."""
    parts = text.split("$")
    terms = [part if number % 2 else f'"{part}"' for number, part in enumerate(parts)]
    return "+".join(term for term in terms if term != '""')


def by_box(values: Mapping[str, str | int]) -> str:
    """Return the expression that is a value for each box, by what the unit says."""
    *others, last = BOXES
    text = str(values[last])
    for box in reversed(others):
        end = max(NUMBERS[s.command] for s in STATEMENTS if s.box == box)
        text = f"Says<={end}?{values[box]}:{text}"
    return f"({text})"


def by_step(axis: int, scale: float) -> str:
    """Return the expression that is how far a step goes: along the x axis (0) to the east, along the other north."""
    text = "0"
    for name, way in reversed(STEPS.items()):
        text = f"Says=={NUMBERS[name]}?{int(way[axis] * scale)}:{text}"
    return f"{{{text}}}"
