"""The steps of a turn (4), and what is forgotten when one of them ends."""

from __future__ import annotations

from dataclasses import replace

from trc_module.rules import clock
from trc_module.rules.clock import Clock, Sequence, Step
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Mark, State, UnitId

UNDECLARED = ("undeclared", "battles")
"""The mark of a combat phase of which the record does not say who attacks whom."""
EXPLAINED = ("undeclared", "explained")
"""The mark of a combat phase of which has been said what can be said without declarations."""

WEATHER, MOVEMENT, COMBAT, END = "weather", "movement", "combat", "end"
_KINDS = {MOVEMENT: clock.MOVE, COMBAT: clock.FIGHT, END: clock.END}
SEQUENCE = Sequence(
    (
        Step("axis", 1, WEATHER),
        *(
            Step(side, impulse, phase, _KINDS[phase])
            for side in ("axis", "russian")
            for impulse, phase in ((1, MOVEMENT), (1, COMBAT), (2, MOVEMENT), (2, COMBAT), (2, END))
        ),
    ),
    part_word="impulse",
)

_OF_THE_PHASE = frozenset({"moved", "pinned", "arrived", "held", "railed", "sailed", "saved"})
_OF_THE_IMPULSE = frozenset({"invaded", "undeclared"})
_OF_THE_PLAYER_TURN = frozenset({"av", "undeclared", "owing"})
VICTORIES = ("undeclared", "victories")
"""The mark of a player turn in whose movement enemies were lost and nobody said why: whoever won an automatic victory
then attacks nobody in the second impulse either (16.2c)."""
_OF_THE_TURN = frozenset(
    {"rolled", "reserved", "landed", "replaced", "withdrawn", "archangel", "south", "invaded", "ashore", "sunk"}
)


def in_phase(clock: Clock, side: str, phase: str) -> bool:
    """Tell whether it is a side's phase of some name."""
    return clock.side == side and clock.phase == phase


def arrived(state: State, unit: UnitId) -> bool:
    """Tell whether a unit has come onto the map in this phase."""
    return any(mark[:2] == ("arrived", unit) for mark in state.marks)


def advance(state: State) -> State:
    """Return the state at the next phase: what belonged to the phase or turn that ends is forgotten."""
    clock = SEQUENCE.after(state.clock)
    over = _OF_THE_PHASE | (_OF_THE_TURN if clock.turn != state.clock.turn else frozenset())
    if state.clock.phase == COMBAT:
        over |= _OF_THE_IMPULSE
    ended = state.clock.phase == END
    if ended:
        over |= _OF_THE_PLAYER_TURN
    marks: frozenset[Mark] = frozenset(
        mark for mark in state.marks if mark[0] not in over or (mark == VICTORIES and not ended)
    )
    # The battles of an impulse begin with the automatic victories of its movement phase.
    battles = () if state.clock.phase == COMBAT else state.battles
    return replace(state, clock=clock, marks=marks, trails=FrozenMap(), battles=battles)
