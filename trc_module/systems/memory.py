"""Memory of a saved position besides its counters: the header of a record, kept in a global property.

We write it where we make a save or a log from a record. VASSAL does not keep it up to date: it counts only as long as
the turn tracker stands where it stood then, and nobody has moved a counter or declared a battle since. Elsewhere a log
that begins in the midst of a game does not tell what came before, and the mark `joined` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from trc_module.errors import UserError
from trc_module.rules.marks import KindOfMark
from trc_module.rules.slices import OnTable, Quiet
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.rules.slices import Ground

PROPERTY, PLACES = "Memory", "MemoryOfPlaces"
"""The properties with the header, and with the digest of where the counters lay."""
_BATTLE, _FIRST = "BattleId", "1"
"""The module's property with the number of the battle, and the number with which a game begins."""


class Joined(KindOfMark, word="joined"):
    """the log began in the midst of the game, and does not tell what came before"""


JOINED = Joined()
"""The mark of a game whose beginning is not in the log."""
JOINED_MARK = str(Joined.__doc__)
"""What it says, for a game that lists its marks without classes."""


class MemorySystem(Quiet):
    """Keeps control, counters, marks and the slices of all systems with a position; the first system of a game.

    The others take what a table shows after it, and know better.
    """

    def on_table(self, game: Ground, state: State) -> Mapping[str, str]:
        """Keep the header of the position, without the places of the counters."""
        from trc_module.rules.record.writer import position_lines

        lines = (line for line in position_lines(_whole(game), state) if not line.startswith(("on ", "box ")))
        return {PROPERTY: "; ".join(lines), PLACES: _digest(state)}

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the header if it is of this moment; a position that is neither new nor remembered has been joined."""
        begins = not late and state.clock.step in game.sequence.steps[:2]
        known = _read(game, shown.properties.get(PROPERTY, ""))
        if known is not None and known.clock == state.clock and (begins or _holds(state, shown.properties)):
            return (
                state.changed(
                    control=known.control,
                    slices=known.slices,
                    used=known.used,
                    marks=known.marks,
                    traces=known.traces,
                    battles=known.battles,
                ),
            )
        return (state if begins else state.with_mark(JOINED),)


def _holds(state: State, properties: Mapping[str, str]) -> bool:
    """Tell whether the table is still as it was when the header was kept; older saves do not tell of its counters."""
    places = properties.get(PLACES)
    return places in (None, _digest(state)) and properties.get(_BATTLE, _FIRST) == _FIRST


def _digest(state: State) -> str:
    """Return a short text that is the same for the same places of all counters."""
    placed = ((side, unit, place) for side, force in state.forces.items() for unit, place in force.places.items())
    return sha256(repr(sorted(placed, key=lambda one: one[:2])).encode()).hexdigest()[:16]


def _read(game: Ground, text: str) -> State | None:
    from trc_module.rules.record.reader import read_record

    if not text:
        return None
    try:
        return read_record(text, "a saved position", lambda name, options: _whole(game), written=True).start
    except UserError:
        # Another version of the program may have written it.
        return None


def _whole(game: Ground) -> Any:
    return game
