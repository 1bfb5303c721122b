"""Effects of played events on battles, and the rules that the events leave open.

A position remembers both as marks. `effect <battle> <sure|maybe> <word> <value> <condition> <card>` changes a battle;
`opens <rule>` stands for a rule that an event changes in a way that no log shows.
"""

from __future__ import annotations

from typing import NamedTuple

from trc_module.rules.state import Mark, State

EFFECT, OPENS, OPENS_TURN = "effect", "opens", "opens-turn"
SURE, MAYBE = "sure", "maybe"
UNTOLD = ("untold",)
"""The mark of a log that does not show cards: no line stated a draw in the last card phase."""
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
WORKS, DIE, AGAIN = ("works",), "die", "again"
"""The mark of defensive works in a hex that no log shows, and that of a die that an event may have read again."""


class BattleEffect(NamedTuple):
    """The effect of an event on one battle."""

    battle: str
    sure: bool
    word: str
    value: str
    condition: str
    card: str

    @property
    def mark(self) -> Mark:
        """The mark by which a position remembers it."""
        sure = SURE if self.sure else MAYBE
        return (EFFECT, self.battle, sure, self.word, self.value, self.condition, self.card)


def battle_effects(state: State, number: int) -> tuple[BattleEffect, ...]:
    """Return what events do to a battle."""
    if not state.marks:
        return ()
    wanted = (str(number), ALL_BATTLES)
    found = sorted(mark for mark in state.marks if mark[0] == EFFECT and mark[1] in wanted)
    return tuple(_effect(mark) for mark in found)


def _effect(mark: Mark) -> BattleEffect:
    _, battle, sure, word, value, condition, card = mark
    return BattleEffect(battle, sure == SURE, word, value, condition, card)


def with_pending(state: State, number: int) -> State:
    """Return the position in which the effects on the next battle belong to the battle of this number."""
    pending = [mark for mark in state.marks if mark[:2] == (EFFECT, NEXT_BATTLE)]
    if not pending:
        return state
    known = state.without_marks(lambda mark: mark[:2] == (EFFECT, NEXT_BATTLE))
    return known.with_mark(*(_effect(mark)._replace(battle=str(number)).mark for mark in pending))


def is_open(state: State, number: int) -> bool:
    """Tell whether an event has changed a battle in a way that no log shows."""
    return opened(state, "10.6") or opened(state, f"battle-{number}")


def opened(state: State, rule: str) -> bool:
    """Tell whether an event that was played in this phase may have changed what a rule says."""
    return UNTOLD in state.marks or (OPENS, rule) in state.marks or (OPENS_TURN, rule) in state.marks
