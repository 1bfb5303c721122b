"""Parts that the acts share: fields of lines, steps of a log, and tests whether a unit is where an act begins."""

from __future__ import annotations

from trc_module.declarations import Field
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import Sunk
from trc_module.rules.interpretation import LogStep
from trc_module.rules.state import Place, State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.common_acts import at

NUMBER = r"\d+(\.[0-9A-Za-z-]+)*[a-z]?"
"""The number of a rule."""
DIE = Field("die", "$result$", "what the die shows, 1 to 6")
FACTOR = Field("cf", "$CF$", "the unit's combat factor", required=False)
SUMS = (
    Field("attack", "$AttackSum$", "factors of all attackers so far, this one included", required=False),
    Field("defence", "$DefenceSum$", "factors of all defenders so far, before terrain", required=False),
)
MARKED = Field("at", "$LocationName$", "the hex", quoted=True)
"""The hex of a line that is about no unit."""


def fixed(key: str, meaning: str) -> Field:
    """Return a field whose value the button or the menu entry itself fixes: one format is made for each value."""
    return Field(key, "", meaning)


def put(game: Trc, state: State, unit: UnitId, verb: str, box: str, **fields: str) -> LogStep:
    """Return the step that puts a unit into a box with a line."""
    return LogStep(((verb, {"u": unit, "at": at(game, state, unit), **fields}),), ((unit, box),))


def begins_there(game: Trc, state: State, unit: UnitId, start: Place) -> str:
    """Say where a unit is that is not where an act begins; '' if it is there."""
    found = state.place(unit)
    # A unit that the record does not place may wait in any box; one that was sunk may be played on, which is told then.
    if found == start or (found is None and isinstance(start, str)):
        return ""
    name = start if isinstance(start, str) else game.hex_name(start)
    if any(mark.goal == name for mark in Sunk.of(state, unit)):
        return ""
    return Sentence("{unit} is {found}, not {start}", unit, game.where(found), game.where(start))


def trail_begins_there(game: Trc, state: State, act: object) -> str:
    """Say where the unit of a move is that is not where its trail begins; '' if it is there."""
    trail: Trail = act.trail  # type: ignore[attr-defined]
    if state.place(act.unit) == trail.hexes[0]:  # type: ignore[attr-defined]
        return ""
    return begins_there(game, state, act.unit, trail.hexes[0])  # type: ignore[attr-defined]


def on_the_map(game: Trc, state: State, units: tuple[UnitId, ...]) -> str:
    """Say which of some units is not on the map; '' if all are."""
    for unit in units:
        found = state.place(unit)
        if found is None or isinstance(found, str):
            return Sentence("{unit} is {found}, not on the map", unit, game.where(found))
    return ""
