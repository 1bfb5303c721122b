"""Memory of a saved position besides its counters: the header of a record, kept in a global property.

We write it where we make a save or a log from a record. VASSAL does not keep it up to date: it counts only as long as
the turn tracker stands where it stood then. Elsewhere a log that begins in the midst of a game does not tell what came
before, and the mark `joined` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trc_module.errors import UserError
from trc_module.rules.slices import OnTable, Quiet
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.rules.slices import Ground

PROPERTY = "Memory"
JOINED = ("joined",)
"""The mark of a game whose beginning is not in the log."""
JOINED_MARK = "the log began in the midst of the game, and does not tell what came before"


class MemorySystem(Quiet):
    """Keeps control, counters, marks and the slices of all systems with a position; the first system of a game.

    The others take what a table shows after it, and know better.
    """

    def on_table(self, game: Ground, state: State) -> Mapping[str, str]:
        """Keep the header of the position, without the places of the counters."""
        from trc_module.rules.record.writer import position_lines

        lines = (line for line in position_lines(_whole(game), state) if not line.startswith(("on ", "box ")))
        return {PROPERTY: "; ".join(lines)}

    def off_table(self, game: Ground, state: State, shown: OnTable, late: bool) -> tuple[State, ...]:
        """Take the header if it is of this moment; a position that is neither new nor remembered has been joined."""
        known = _read(game, shown.properties.get(PROPERTY, ""))
        if known is not None and known.clock == state.clock:
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
        begins = not late and state.clock.step in game.sequence.steps[:2]
        return (state if begins else state.with_mark(JOINED),)


def _read(game: Ground, text: str) -> State | None:
    from trc_module.rules.record.reader import read_record

    if not text:
        return None
    try:
        return read_record(text, "a saved position", lambda name, options: _whole(game)).start
    except UserError:
        # Another version of the program may have written it.
        return None


def _whole(game: Ground) -> Any:
    return game
