"""The steps of a turn (4), and what is forgotten when one of them ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from trc_module.games.trc.marks import VICTORIES, Arrived
from trc_module.gamespec import game_folder
from trc_module.rules.clock import Clock
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.marks import COMBAT as COMBAT_PHASE
from trc_module.rules.marks import PHASE, PLAYER_TURN, TURN, KindOfMark, lasting
from trc_module.rules.sequence_file import read_sequence
from trc_module.rules.state import State, UnitId

WEATHER, MOVEMENT, COMBAT, END = "weather", "movement", "combat", "end"
SEQUENCE = read_sequence(game_folder("trc"))


def in_phase(clock: Clock, side: str, phase: str) -> bool:
    """Tell whether it is a side's phase of some name."""
    return clock.side == side and clock.phase == phase


def arrived(state: State, unit: UnitId) -> bool:
    """Tell whether a unit has come onto the map in this phase."""
    return bool(Arrived.of(state, unit))


def advance(state: State, kinds: Mapping[str, type[KindOfMark]]) -> State:
    """Return the state at the next phase: what belonged to the phase or turn that ends is forgotten.

    `kinds` are the kinds of marks of the game, with those of its options.
    """
    clock = SEQUENCE.after(state.clock)
    ends = {PHASE}
    if clock.turn != state.clock.turn:
        ends.add(TURN)
    if state.clock.phase == COMBAT:
        ends.add(COMBAT_PHASE)
    if state.clock.phase == END:
        ends.add(PLAYER_TURN)
    marks = lasting(state.marks, kinds, frozenset(ends))
    if VICTORIES in state.marks and state.clock.phase != END:
        # Only this mark of undeclared acts outlasts a combat phase.
        marks |= {VICTORIES}
    # The battles of an impulse begin with the automatic victories of its movement phase.
    battles = () if state.clock.phase == COMBAT else state.battles
    return replace(state, clock=clock, marks=marks, trails=FrozenMap(), battles=battles)
