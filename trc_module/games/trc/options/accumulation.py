"""26.15: replacement accumulation."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from trc_module.games.trc.arrivals.russian_replacements import FALLEN, Budget, budget, cost, owner_of_a_limit, points
from trc_module.games.trc.book import book
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import Replaced
from trc_module.games.trc.steps import END
from trc_module.rules.actions import End
from trc_module.rules.counts import doubts_of, resting_on
from trc_module.rules.state import State

option = book.option("26.15")
SAVED = "russian saved"
Further = tuple[tuple[str, int], ...]


@option.rule("26.15a")
def saved_points(state: State) -> int:
    """Replacement points that are not spent may be saved for later turns."""
    return state.used.get(SAVED, 0)


@option.override(budget)
def with_the_saved(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Count the saved points."""
    account = basic(game, state).with_points("saved", saved_points(state))
    return replace(account, facts=(*account.facts, *doubts_of(state, SAVED, game.units)))


@option.override(owner_of_a_limit)
def limits_hold(basic: Callable[[Trc, State, str], str], game: Trc, state: State, rule: str) -> str:
    """Blame the saved points for a unit too many of armor or Guards."""
    return saved_points_break_no_limit(state) or basic(game, state, rule)


@option.rule("26.15b")
def saved_points_break_no_limit(state: State) -> str:
    """Saved points do not raise the limits of armor and Guards units."""
    return "26.15b" if saved_points(state) else ""


@option.effect(End)
def save_what_is_left(game: Trc, state: State, act: End) -> State:
    """Save what the points of the turn leave when the Russian turn ends; an excess leaves nothing."""
    account = budget(game, state)
    if state.clock.phase != END or state.clock.side != RUSSIAN or account.unknown:
        return state
    taken = [game.units[unit] for unit in Replaced.firsts(state)]
    paid = [unit for unit in taken if unit.side == RUSSIAN and unit.type not in ("worker", "paratroop")]
    spent = [cost(game, unit) for unit in paid]
    spent += [one for _, one in account.costs]
    have = points(game, state) + state.used.get(FALLEN, 0)
    left = max(0, have - sum(one for one in spent if one is not None))
    used = state.used.without((SAVED,))
    # What was saved before with a doubt is in doubt still: the marks of it stay.
    after = resting_on(state, SAVED, (*paid, *(unit for unit, _ in account.costs)))
    return after.changed(used=used.put(SAVED, left) if left else used)


EXTENSION = Extension(counters=frozenset({SAVED}))
