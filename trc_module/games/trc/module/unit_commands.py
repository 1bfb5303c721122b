"""The commands of every unit of The Russian Campaign, in one table."""

from __future__ import annotations

from collections.abc import Mapping

from trc_module.games.trc.module.keys import command_key
from trc_module.module.battle import SET_ATTACKER, SET_DEFENDER, SET_OUT
from trc_module.module.commands import POINTY_STEPS, CommandTable, UnitCommand
from trc_module.vassal.values import Key

SET_EXCHANGED, SET_SURRENDERED = Key.named("SetExchanged"), Key.named("SetSurrendered")
"""Keys that menus do not show: triggers and the toolbar press them."""
SET_CLICKED = Key.named("SetClicked")
"""The key by which a unit notes that its badge was clicked after the die."""
CLEAR_WAY = Key.named("ClearWay")
"""The pieces' key that forgets how they moved in the phase before."""
SET_DROP = Key.named("SetDrop")
"""The key by which a paratroop drops: no other unit has a menu entry that presses it."""

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
"""The kinds of movement; the level of the layer of badges is the number in this list, from 1."""
WAY_LAYER = "WayBadge"
WAY = f"{WAY_LAYER}_Level"
"""The property of that layer."""
BY_SEA = WAYS[4:7]


def _command(
    name: str, verb: str = "", fixed: Mapping[str, str] | None = None, box: str = "", option: str = "", side: str = ""
) -> UnitCommand:
    return UnitCommand(name, command_key(name), verb, fixed or {}, box, option=option, side=side)


def _hidden(name: str, key: Key, verb: str = "", box: str = "") -> UnitCommand:
    return UnitCommand(name, key, verb, {}, box, hidden=True)


def _because(verb: str, box: str, **reasons: str) -> tuple[UnitCommand, ...]:
    return tuple(_command(name.replace("_", "-"), verb, {"because": rule}, box) for name, rule in reasons.items())


_OF_OPTION = {"strategic": "26.10"}
_POOL, _SURRENDERED, _OFF_MAP, _WITHDRAWN, _REMOVED = BOXES
UNIT_COMMANDS = (
    # Commands into the same box are adjacent: `by_box` compares with the highest number of each box.
    _command("lost", "LOSS", box=_POOL),
    *_because("REMOVED", _POOL, supply="17.2", sunk="10.4", overstacked="6.2", will="2.1"),
    _command("recover", "RECOVER", box=_POOL, option="26.12", side="russian"),
    _command("lost-for-good", "LOSS", box=_SURRENDERED),
    *_because(
        "FORCED", _SURRENDERED, surrender_12="12.5", surrender_av="16.1", surrender_16="16.3", surrender_ds="13.3"
    ),
    _hidden("country", SET_SURRENDERED, box=_SURRENDERED),
    _command("delay", "DELAY", box=_OFF_MAP),
    *_because("LEAVE", _WITHDRAWN, leave="20.9", match="20.10"),
    *(_command(f"exit-{edge}", "EXIT", {"edge": edge}, _REMOVED) for edge in ("west", "east", "south", "north")),
    _command("join-vlasov", "VLASOV", box=_REMOVED, option="28.7", side="russian"),
    _hidden("exchanged", SET_EXCHANGED, box=_REMOVED),
    _command("arrive", "ARRIVE"),
    _command("replace", "REPLACE"),
    _command("rebuild", "REBUILD", option="26.4"),
    _command("to-siberia", "SIBERIA", option="28.6", side="russian"),
    _command("recall", "RECALL", option="28.6", side="russian"),
    # These are in the order of WAYS: `by_way` takes their numbers.
    _hidden("walk", CLEAR_WAY),
    *(_command(way, "MODE", {"mode": way}, option=_OF_OPTION.get(way, "")) for way in WAYS[:4]),
    *(_command(way, "SAIL", {"kind": way}) for way in BY_SEA),
    _command("retreat", "RETREAT"),
    _hidden("drop", SET_DROP),
    _hidden("attack", SET_ATTACKER, "ATT"),
    _hidden("defend", SET_DEFENDER, "DEF"),
    _hidden("out", SET_OUT, "OUT"),
    *(_command(step) for step in POINTY_STEPS),
    _hidden("clicked", SET_CLICKED),
    _command("help"),
)
TABLE = CommandTable(UNIT_COMMANDS, BOXES)
NUMBERS = TABLE.numbers

OPTION_COMMANDS: dict[tuple[str, str], tuple[UnitCommand, ...]] = {
    key: tuple(s for s in UNIT_COMMANDS if (s.option, s.side) == key)
    for key in sorted({(s.option, s.side) for s in UNIT_COMMANDS if s.option})
}
"""Commands of optional rules, by the rule and its only side (empty for both)."""


SET_WAY = tuple(TABLE.commands[NUMBERS["walk"] + number].key for number in range(-1, len(WAYS)))
"""The keys of the commands that change how a unit moves."""


def by_way() -> str:
    """Return an expression for the level of the layer of badges, once a unit has said how it moves or that it walks."""
    return f"{{Math.max(1,Says-{NUMBERS['walk']})}}"


def by_step(axis: int, scale: float) -> str:
    """Return an expression for the length of a step along an axis: 0 is east, 1 is north."""
    return TABLE.chosen({name: int(way[axis] * scale) for name, way in POINTY_STEPS.items()})
