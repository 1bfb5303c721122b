"""Effects of played events on battles, and the rules that the events leave open.

A position remembers both as marks. `effect <battle> <sure|maybe> <word> <value> <condition> <card>` changes a battle;
`opens <rule>` stands for a rule that an event changes in a way that no log shows.
"""

from __future__ import annotations

from trc_module.games.nr.marks import UNTOLD, BattleEffect, Opens, OpensForTurn
from trc_module.rules.state import State

ALL_BATTLES, NEXT_BATTLE = "all", "next"
"""Words in place of the number of a battle: every battle of the phase, and the next one that is declared."""
NO_VALUE, ALWAYS = "-", "always"
"""Signs for an effect without a value, and for an effect without a condition."""

SHIFT, DOUBLE, DOUBLE_ONE, PLUS, RESULT, ADVANCE = "shift", "double", "double-one", "plus", "result", "advance"
NO_RIVER, NO_FORTS, EITHER_TABLE = "no-river", "no-forts", "either-table"
ARMOR_WIDE, BONUS_TWO, STEP_MORE, NO_ZONES = "armor-wide", "bonus-two", "step-more", "no-zones"
BATTLE_WORDS = frozenset(
    (SHIFT, DOUBLE, DOUBLE_ONE, PLUS, RESULT, ADVANCE, NO_RIVER, NO_FORTS, EITHER_TABLE, ARMOR_WIDE, BONUS_TWO)
) | {STEP_MORE, NO_ZONES}
"""The kinds of effects on a battle."""


def battle_effects(state: State, number: int) -> tuple[BattleEffect, ...]:
    """Return what events do to a battle."""
    wanted = (str(number), ALL_BATTLES)
    return tuple(effect for effect in BattleEffect.all(state) if effect.battle in wanted)


def with_pending(state: State, number: int) -> State:
    """Return the position in which the effects on the next battle belong to the battle of this number."""
    pending = BattleEffect.of(state, NEXT_BATTLE)
    if not pending:
        return state
    known = BattleEffect.forgotten(state, NEXT_BATTLE)
    return known.with_mark(*(effect.changed(battle=str(number)) for effect in pending))


def is_open(state: State, number: int) -> bool:
    """Tell whether an event has changed a battle in a way that no log shows."""
    return opened(state, "10.6") or opened(state, f"battle-{number}")


def opened(state: State, rule: str) -> bool:
    """Tell whether an event that was played in this phase may have changed what a rule says."""
    return UNTOLD in state.marks or Opens(rule) in state.marks or OpensForTurn(rule) in state.marks
