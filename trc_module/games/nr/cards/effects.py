"""What events that were played do: to a battle, or to the rules of a phase.

A position remembers them as marks: `effect <battle> <word> <value>` of a battle, `opens <rule>` for a rule that an
event may change in this phase in a way that no log tells.
"""

from __future__ import annotations

from trc_module.rules.state import State

EFFECT, OPENS, OPENS_TURN = "effect", "opens", "opens-turn"
DOUBLED, PLUS, SHIFTED, RESULT = "doubled", "plus", "shift", "result"
UNTOLD = ("untold",)
"""The mark of a log that does not tell of cards: no line told of a draw in the last card phase."""
ALL_BATTLES = "all"
"""Stands for the number of a battle where an event holds for a whole phase."""


def battle_effects(state: State, number: int) -> tuple[tuple[str, str], ...]:
    """Return what events do to a battle: pairs of a word and a value."""
    if not state.marks:
        return ()
    return tuple(
        (mark[2], mark[3])
        for mark in sorted(state.marks)
        if mark[0] == EFFECT and mark[1] in (str(number), ALL_BATTLES)
    )


def is_open(state: State, number: int) -> bool:
    """Tell whether an event has changed a battle in a way that no log tells."""
    return opened(state, "10.6") or opened(state, f"battle-{number}")


def opened(state: State, rule: str) -> bool:
    """Tell whether an event that was played in this phase may have changed what a rule says."""
    return UNTOLD in state.marks or (OPENS, rule) in state.marks or (OPENS_TURN, rule) in state.marks
