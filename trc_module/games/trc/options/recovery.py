"""26.12: Russian recovery."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.prisoners import Recover
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.russian_replacements import Budget, budget, cost, group_of, judge_the_sum
from trc_module.games.trc.arrivals.sequence_of_arrivals import russian_replacements_first
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import Replaced
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import ARRIVALS, further
from trc_module.roster import Unit
from trc_module.rules.actions import Action, Replace
from trc_module.rules.finding import Finding, violation
from trc_module.rules.marks import TURN, KindOfMark
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("26.12")
FIRST_TURN = 13
"""May/June 1943."""


class Recovered(KindOfMark, word="recovered", until=TURN):
    """a unit: it was moved from the surrendered into the pool on this turn (26.12)"""

    unit: UnitId


def _recovered(game: Trc, state: State) -> list[Unit]:
    return [game.units[unit] for unit in Recovered.firsts(state)]


@option.check("26.12a", Recover)
def recovery_costs_the_factor(game: Trc, state: State, act: Recover) -> Iterator[Finding]:
    """From May 1943 on surrendered Russian units may move to the pool for the cost of a replacement."""
    who, clock = game.units[act.unit], state.clock
    if who.side != RUSSIAN or not russian_replacements_first(clock):
        yield violation(
            "26.12a",
            Sentence("{unit} was recovered in {clock}, outside the replacement step.", act.unit, clock.words),
            units=(act.unit,),
        )
        return
    if clock.turn < FIRST_TURN:
        text = Sentence(
            "{unit} was recovered on turn {turn}; recovery begins on turn {first_turn}.",
            act.unit,
            clock.turn,
            FIRST_TURN,
        )
        yield violation("26.12a", text, units=(act.unit,))
        return
    at = state.place(act.unit)
    if at != SURRENDERED or who.type == "worker":
        yield violation(
            "26.12a",
            Sentence("{unit}, which was {at}, cannot be recovered.", act.unit, game.where(at)),
            units=(act.unit,),
        )
        return
    taken = [game.units[unit] for unit in Replaced.firsts(state)]
    units = [one for one in taken if one.side == RUSSIAN]
    yield from judge_the_sum(game, state, units, ended=False, more=((who, cost(game, who)),))


@option.override(budget)
def costs_of_recovery(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Add what was spent on recoveries."""
    return basic(game, state).with_costs((one, cost(game, one)) for one in _recovered(game, state))


@option.check("26.12b", Replace)
def not_at_once(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """No unit is replaced on the turn on which it was recovered."""
    if Recovered(act.unit) in state.marks:
        yield violation(
            "26.12b", Sentence("{unit} was recovered and replaced on the same turn.", act.unit), units=(act.unit,)
        )


@option.check("26.12c", Recover)
def one_of_each(game: Trc, state: State, act: Recover) -> Iterator[Finding]:
    """One Guards and one armor unit a turn are recovered, beside those that may be replaced."""
    who = game.units[act.unit]
    group = group_of(who)
    before = tuple(one.id for one in _recovered(game, state) if group and group_of(one) == group)
    if before:
        what = "armor" if group == "armor" else "Guards"
        text = Sentence(
            "{unit} is {what} unit number {count} recovered this turn; only one may be.",
            act.unit,
            what,
            len(before) + 1,
        )
        yield violation("26.12c", text, units=(act.unit, *before), facts=(who.fact("type"), who.fact("formation")))


@book.effect(Recover)
def into_the_pool(game: Trc, state: State, act: Recover) -> State:
    """Put the unit into the replacement pool, and remember it until the turn is over."""
    return state.with_unit(game.side_of[act.unit], act.unit, POOL).with_mark(Recovered(act.unit))


@option.lister(Recover)
def legal_recoveries(game: Trc, state: State) -> Iterator[Recover]:
    """Yield every recovery that the points allow."""
    if state.clock.turn >= FIRST_TURN and russian_replacements_first(state.clock):
        acts = map(Recover, state.forces[RUSSIAN].stack(SURRENDERED))
        yield from (act for act in acts if unaccused(game, state, act))


@option.override(further)
def recoveries(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let the Russians recover units when replacements come."""
    yield from basic(game, state, moment)
    if moment == ARRIVALS:
        yield from legal_recoveries(game, state)


belongs_to("26.12", Recover)

EXTENSION = Extension(marks=(Recovered,))
