"""28.6, part I: artillery corps as they were before 26.5, which takes its place where both could be agreed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.arrivals.russian_replacements import group_of
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.air_power import other_support
from trc_module.games.trc.combat.automatic_victory import won_by
from trc_module.games.trc.combat.lent_support import reinforced
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.marks import Replaced
from trc_module.games.trc.options.artillery import (
    guns_have_their_own,
    guns_in_their_boxes,
    guns_raise_the_odds,
    is_gun,
    with_guns,
)
from trc_module.games.trc.special_rules import Basic, special
from trc_module.roster import Unit
from trc_module.rules.actions import Attack, Replace
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.6-I")
special(option, Basic.REPLACED_FROM)(guns_in_their_boxes)
special(option, Basic.REPLACEMENT)(guns_have_their_own)
option.override(other_support)(guns_raise_the_odds)
option.override(reinforced)(with_guns)


@option.check("28.6-I-a", Replace)
def guns_from_their_year_on(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Russian artillery corps come from 1943, 1944 and 1945 on, one each, the German one from 1943 on."""
    unit = game.units[act.unit]
    if is_gun(unit) and unit.arrival is not None and state.clock.turn < unit.arrival:
        when = game.charts.turns[unit.arrival]
        text = Sentence(
            "{unit} was replaced on turn {turn}, but it is available only from {when} on.",
            act.unit,
            state.clock.turn,
            when,
        )
        yield violation("28.6-I-a", text, units=(act.unit,), facts=(unit.fact("arrival"),))


@option.check("28.6-I-e", Replace)
def guns_count_as_armor(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """A replaced Russian artillery corps counts as a Guards armor unit."""
    unit = game.units[act.unit]
    if unit.side != RUSSIAN or not _like_armor(unit):
        return
    taken = (unit for unit in Replaced.firsts(state) if unit != act.unit)
    before = tuple(name for name in taken if game.side_of[name] == RUSSIAN and _like_armor(game.units[name]))
    limit = game.charts.replacements.limits_on(state.clock.turn).armor
    if len(before) >= limit and any(is_gun(game.units[name]) for name in (act.unit, *before)):
        text = Sentence(
            "{unit} is armor or artillery unit number {count} replaced this turn; only {limit} may be.",
            act.unit,
            len(before) + 1,
            limit,
        )
        yield violation("28.6-I-e", text, units=(act.unit, *before), facts=(unit.fact("type"),))


def _like_armor(unit: Unit) -> bool:
    return is_gun(unit) or group_of(unit) == "armor"


@option.check("28.6-I-b", Attack)
def each_gun_a_step(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """Each artillery corps that attacks raises the odds by one step, besides its combat factor."""
    idle = tuple(unit for unit in act.guns if unit not in act.attackers)
    if idle:
        text = Sentence(
            "{idle} {verb} battle {number} without attacking in it.",
            in_words(idle),
            agree(idle, "supports", "support"),
            act.number,
        )
        yield violation("28.6-I-b", text, units=idle)


@option.rule("28.6-I-d")
def won_with_guns(game: Trc, attackers: tuple[UnitId, ...]) -> bool:
    """The Russian wins automatic victories at any date if an artillery corps takes part."""
    return any(is_gun(game.units[unit]) for unit in attackers)


@option.override(won_by)
def victories_with_guns(
    basic: Callable[[Trc, State, tuple[UnitId, ...]], bool], game: Trc, state: State, attackers: tuple[UnitId, ...]
) -> bool:
    """Allow the victory at any date."""
    return won_with_guns(game, attackers) or basic(game, state, attackers)
