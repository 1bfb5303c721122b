"""The victory of the Axis (XVI.A)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact, Source
from trc_module.games.trp.actions import Stop, Win
from trc_module.games.trp.data import AXIS, REDEPLOYED, SUPPLY, Trp, book
from trc_module.games.trp.marks import Stopped, Won
from trc_module.games.trp.supply import edge_hexes, friendly, rests_on
from trc_module.hexgrid import HexSet
from trc_module.rules.finding import Finding, violation
from trc_module.rules.score import Score, Winner
from trc_module.rules.state import State
from trc_module.sentence import Sentence

CITIES, CITIES_AFTER_REDEPLOYMENT = 6, 3
"""The victory cities that the Axis needs; the second number holds where the Soviets have set up freely (XVI.C2)."""
_SECTION = Source("missing", "section IV is not to be had whole")


def reached(game: Trp, state: State) -> tuple[str, ...]:
    """Return the known victory cities that the Axis controls and to which a line of its hexes leads from a source."""
    own = friendly(game, state, AXIS, perhaps=True)
    lines: HexSet = game.board.walk.flood(edge_hexes(game, AXIS) & own, None, own)
    return tuple(name for name, at in game.victory_cities.items() if (lines & own) >> at & 1)


def needed(state: State) -> int:
    """Return how many victory cities the Axis needs."""
    return CITIES_AFTER_REDEPLOYMENT if REDEPLOYED in state.options else CITIES


def score_of(game: Trp, state: State) -> Score:
    """Return how the game stands: who has won by what is known, who has stopped it, and what is not known of it."""
    held, least = reached(game, state), needed(state)
    won = tuple(Winner(side, "XVI.A", "it has claimed the victory", claimed=True) for side in Won.firsts(state))
    if not won and game.all_victory_cities and len(held) >= least:
        why = Sentence("it holds {count} victory cities in supply, and needs {least}", len(held), least)
        won = (Winner(AXIS, "XVI.A", why, claimed=False),)
    stopped = next(iter(Stopped.firsts(state)), "")
    over = ""
    if stopped and not won:
        over = Sentence(
            "the {stopped} side has stopped the game, and the Axis has not won; what the Soviets need is not known",
            stopped,
        )
    known = game.all_victory_cities
    conditions: tuple[str, ...] = (
        (Sentence("the Axis holds {count} of {least} victory cities in supply", len(held), least),) if known else ()
    )
    conditions += (over,) if over else ()
    unknown = () if known else ("the victory cities (IV)",)
    return Score(state.scenario, state.clock, None, 0, 0, (), won, conditions, unknown, over)


@book.effect(Stop)
def remember_the_end(game: Trp, state: State, act: Stop) -> State:
    """Remember who has stopped the game."""
    return state.with_mark(Stopped(act.side))


@book.lister(Stop)
def stops(game: Trp, state: State) -> Iterator[Stop]:
    """Yield the end of the game, as a side's turn begins that is the last of the track or later."""
    if state.clock.phase == SUPPLY and state.clock.turn >= game.track.last:
        yield Stop(state.clock.side)


@book.lister(Win)
def wins(game: Trp, state: State) -> Iterator[Win]:
    """Yield the claim of a victory that the Axis has."""
    if game.all_victory_cities and len(reached(game, state)) >= needed(state) and Won(AXIS) not in state.marks:
        yield Win(AXIS)


@book.judge(Win)
def claimed_rightly(game: Trp, state: State, act: Win) -> Iterator[Finding]:
    """The Axis wins with six victory cities in supply, with three after a free Soviet set-up (XVI.A)."""
    if act.side != AXIS:
        unknown = Fact("the Soviet conditions of victory", _SECTION)
        yield violation("XVI.A", "Whether the Soviet side has won is not known.", facts=(unknown,))
        return
    held, least = reached(game, state), needed(state)
    if len(held) >= least:
        return
    if not game.all_victory_cities:
        text = Sentence("Whether the Axis has won is not known: it needs {least} victory cities in supply.", least)
        yield violation("XVI.A", text, facts=(game.counts["victory-cities"].fact,))
        return
    facts = tuple(game.board.fact(f"victory {name}") for name in game.victory_cities)
    text = Sentence(
        "The Axis claims the victory with {count} victory cities in supply; it needs {least}.", len(held), least
    )
    yield violation("XVI.A", text, facts=(*facts, *rests_on(game)))


@book.effect(Win)
def remember_the_victory(game: Trp, state: State, act: Win) -> State:
    """Remember a claim that is right."""
    right = act.side == AXIS and len(reached(game, state)) >= needed(state)
    return state.with_mark(Won(act.side)) if right else state
