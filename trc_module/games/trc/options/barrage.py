"""26.13: the Russian artillery barrage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from trc_module.games.trc.book import book
from trc_module.games.trc.combat.air_power import other_support
from trc_module.games.trc.combat.battle_context import BattleContext, fight_of
from trc_module.games.trc.combat.lent_support import reinforced
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.steps import WEATHER
from trc_module.rules.actions import Attack, End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("26.13")
STAVKA, RANGE, STEPS = "rus-stavka", 5, 3
BARRAGES = "russian barrage"
FIRST_YEAR = 1943


def _fired(state: State, act: Attack) -> bool:
    return act.barrage and state.clock.side == RUSSIAN


@option.check("26.13a", Attack)
def barrages_of_the_year(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """One barrage is fired in 1943, and two in each later year."""
    turn = game.charts.turns.get(state.clock.turn)
    if not _fired(state, act) or turn is None:
        return
    most = 0 if turn.year < FIRST_YEAR else 1 if turn.year == FIRST_YEAR else 2
    used = state.used.get(BARRAGES, 0)
    if used >= most:
        yield violation(
            "26.13a",
            Sentence(
                "Battle {number} has barrage number {used} of {year}; only {most} may be fired.",
                act.number,
                used + 1,
                turn.year,
                most,
            ),
        )


@option.check("26.13c", Attack)
def within_five_of_stavka(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """A barrage needs all defenders within five hexes of Stavka."""
    if not _fired(state, act):
        return
    stavka = state.place(STAVKA)
    if stavka is None or isinstance(stavka, str):
        yield violation(
            "26.13c", Sentence("Battle {number} has a barrage, but Stavka is {stavka}.", act.number, game.where(stavka))
        )
        return
    for hex_ in fight_of(game, state, act).at_hexes:
        far = game.board.grid.distance(stavka, hex_)
        if far > RANGE:
            at = game.hex_name(hex_)
            text = Sentence(
                "Battle {number} has a barrage on {at}, {far} hexes from Stavka; the range is five.",
                act.number,
                at,
                far,
            )
            yield violation("26.13c", text, hexes=(at, game.hex_name(stavka)))


@option.check("26.13d", Attack)
def clear_first_impulse(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """Barrages are fired in clear weather and in the first impulse only."""
    if _fired(state, act) and (weather_of(state) != "clear" or state.clock.part != 1):
        weather = spaced(weather_of(state))
        text = Sentence(
            "Battle {number} has a barrage in impulse {part} of a {weather} turn; barrages need the first "
            "impulse and clear weather.",
            act.number,
            state.clock.part,
            weather,
        )
        yield violation("26.13d", text)


@option.check("26.13e", Attack)
def no_other_shift(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """A barrage joins no other Russian shift."""
    if not _fired(state, act):
        return
    fight = fight_of(game, state, act)
    if fight.air or other_support(game, fight) > STEPS:
        yield violation("26.13e", Sentence("Battle {number} has a barrage together with another shift.", act.number))


@option.rule("26.13b")
def three_steps(fight: BattleContext) -> int:
    """A barrage raises the odds by three steps."""
    return STEPS if fight.barrage and fight.side == RUSSIAN else 0


@option.override(other_support)
def barrage_raises_the_odds(basic: Callable[[Trc, BattleContext], int], game: Trc, fight: BattleContext) -> int:
    """Add the steps of a barrage."""
    return basic(game, fight) + three_steps(fight)


@option.effect(Attack)
def count_the_barrage(game: Trc, state: State, act: Attack) -> State:
    """Count a barrage."""
    return state.counted(BARRAGES) if _fired(state, act) else state


@option.effect(End)
def new_year(game: Trc, state: State, act: End) -> State:
    """Begin to count anew with the first turn of a year."""
    turns = game.charts.turns
    now, before = turns.get(state.clock.turn), turns.get(state.clock.turn - 1)
    if state.clock.phase != WEATHER or now is None or before is None or now.year == before.year:
        return state
    return state.changed(used=state.used.without((BARRAGES,))) if BARRAGES in state.used else state


@option.override(reinforced)
def with_a_barrage(
    basic: Callable[[Trc, State, Attack], Iterator[Attack]], game: Trc, state: State, act: Attack
) -> Iterator[Attack]:
    """Yield the attack with a barrage in the place of all other support."""
    yield from basic(game, state, act)
    if state.clock.side == RUSSIAN:
        yield replace(act, air=(), guns=(), barrage=True)
