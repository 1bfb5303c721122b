"""Games that are joined in the middle: what an event before the log may excuse, and what the position decides.

What a log does not show of a phase are the events that were played in it before, in so far as they last: those that
change all battles of a phase, or allow something for a phase or a turn. A finding that stays whatever they were is no
longer a question.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.nr.cards.resolution import carried_out
from trc_module.games.nr.chart_readers import Event, Events
from trc_module.games.nr.combat.odds import read_again
from trc_module.games.nr.data import SIDES, Nr
from trc_module.rules.actions import End
from trc_module.rules.clock import Clock
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding
from trc_module.rules.state import State

AT_THE_END = frozenset(("8e", "10.7d"))
"""Rules that are checked where a phase ends, and that need nothing of the game before but its events."""


def is_decided(game: Nr, state: State, finding: Finding, began: Clock) -> bool:
    """Tell whether a finding on the end of a phase stays, whatever was played before the log in the turn it begins in.

    `state` is the position with which the phase ends.
    """
    if finding.rule not in AT_THE_END:
        return False
    if state.clock.turn != began.turn:
        return True
    return all(_told_again(game, changed, finding) for changed in _after_an_event(game, state))


def _after_an_event(game: Nr, state: State) -> Iterator[State]:
    """Yield the position as it would be if one of the events that last had been played before."""
    for (card, side), event in game.charts.get("events", Events).of.items():
        if side not in SIDES or not _may_have_been_played(state, side, event):
            continue
        changed = carried_out(game, state, side, card)
        for battle in state.battles:
            if battle.result:
                changed = read_again(game, changed, battle)
        yield changed


def _may_have_been_played(state: State, side: str, event: Event) -> bool:
    """Tell whether an event that lasts fits the phase, the turn and the weather of a position."""
    clock = state.clock
    lasts = any(words[0].endswith("-all") or (words[0] == "grant" and "stack" in words[1:2]) for words in event.does)
    whose = event.whose not in ("own", "enemy") or (event.whose == "own") == (side == clock.side)
    return lasts and whose and (not event.phases or clock.phase in event.phases) and event.first <= clock.turn


def _told_again(game: Nr, state: State, finding: Finding) -> bool:
    """Tell whether the same rule is still broken by one of the same units."""
    told = check(game, state, End())
    return any(found.rule == finding.rule and set(found.units) & set(finding.units) for found in told)
