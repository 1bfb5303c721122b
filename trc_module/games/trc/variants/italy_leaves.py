"""28.6, part III: three choices that take all Italian units out of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.strategic_choices import DISTRACTION, SELLOUT, TUNISIA
from trc_module.games.trc.arrivals.minor_allies import in_play
from trc_module.games.trc.book import book
from trc_module.games.trc.countries import NATIONS, country_of
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.players.option_actions import DUE, further
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.steps import WEATHER
from trc_module.games.trc.turn.setup import still_to_set_up
from trc_module.games.trc.variants.strategic_choices import chosen, without
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import Action, End, Setup, Surrender
from trc_module.rules.finding import Finding, violation
from trc_module.rules.registry import covers
from trc_module.rules.state import Stack, State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.6")
ITALY = "italy"
BY_CHOICE = {DISTRACTION: "28.6-MD-3", SELLOUT: "28.6-IS-4", TUNISIA: "28.6-TT-2"}
"""The choices that take Italy out, each with the rule that says so."""


def _named(act: Surrender) -> bool:
    return country_of(act.who) == ITALY and covers("28.6", act.because)


def _chosen(state: State) -> bool:
    return any(chosen(state, choice) for choice in BY_CHOICE)


@special(option, Basic.SURRENDER)
def italy_may_leave_early(game: Trc, state: State, act: Surrender) -> bool:
    """Let Italy leave by a choice."""
    # The button of the module gives 24.4 as the reason, whatever it is.
    return _named(act) or (country_of(act.who) == ITALY and _chosen(state))


def _judge(game: Trc, state: State, act: Surrender | End | Setup, choice: str) -> Iterator[Finding]:
    rule = BY_CHOICE[choice]
    if isinstance(act, Surrender):
        # Where the reason names no choice in particular, the first one answers for all.
        mine = act.because == rule or (act.because not in BY_CHOICE.values() and choice == DISTRACTION)
        made = chosen(state, choice) if act.because == rule else _chosen(state)
        if _named(act) and mine and not made:
            text = Sentence("Italy left the war by {because}, but no choice that takes it out was made.", act.because)
            yield without(state, choice, violation(rule, text))
    elif not chosen(state, choice):
        return
    elif isinstance(act, Setup):
        if game.units[act.unit].nation == NATIONS[ITALY]:
            yield violation(
                rule, Sentence("{unit} was set up; all Italian units are out of the game.", act.unit), units=(act.unit,)
            )
    elif state.clock.phase != WEATHER and in_play(game, state, ITALY):
        still = "Italian units are still in play; the choice that was made takes them out of the game."
        yield violation(rule, still, dedup_key=(AXIS, rule))


@option.override(still_to_set_up)
def italians_stay_away(basic: Callable[[Trc, State, str], Stack], game: Trc, state: State, side: str) -> Stack:
    """Ask for no Italians: a choice may take them out, and it need not be shown yet."""
    return tuple(unit for unit in basic(game, state, side) if game.units[unit].nation != NATIONS[ITALY])


@option.check(*BY_CHOICE.values(), Surrender, End, Setup)
def no_italians(game: Trc, state: State, act: Surrender | End | Setup) -> Iterator[Finding]:
    """The Mediterranean Distraction, the Italian Sellout and Tunisia take all Italian units out of the game."""
    for choice in BY_CHOICE:
        yield from _judge(game, state, act, choice)


@option.override(starting_area)
def no_italian_starts(basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId) -> HexSet:
    """Set up no Italian unit where a choice takes them out."""
    out = game.units[unit].nation == NATIONS[ITALY] and _chosen(state)
    return 0 if out else basic(game, state, unit)


@option.lister(Surrender)
def legal_departure(game: Trc, state: State) -> Iterator[Surrender]:
    """Yield the departure of Italy, if a choice takes it out."""
    rule = next((rule for choice, rule in BY_CHOICE.items() if chosen(state, choice)), "")
    if rule and in_play(game, state, ITALY):
        yield Surrender(ITALY, rule)


@option.override(further)
def italy_goes(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let Italy leave as soon as a choice takes it out."""
    yield from basic(game, state, moment)
    if moment == DUE:
        yield from legal_departure(game, state)
