"""The victory of the Axis (XVI.A)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact, Source
from trc_module.games.trp.actions import Win
from trc_module.games.trp.data import AXIS, REDEPLOYED, Trp, book
from trc_module.games.trp.supply import edge_hexes, friendly, rests_on
from trc_module.hexgrid import HexSet
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State

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
        text = f"Whether the Axis has won is not known: it needs {least} victory cities in supply."
        yield violation("XVI.A", text, facts=(game.counts["victory-cities"].fact,))
        return
    facts = tuple(game.board.fact(f"victory {name}") for name in game.victory_cities)
    text = f"The Axis claims the victory with {len(held)} victory cities in supply; it needs {least}."
    yield violation("XVI.A", text, facts=(*facts, *rests_on(game)))


@book.effect(Win)
def remember_the_victory(game: Trp, state: State, act: Win) -> State:
    """Remember a claim that is right."""
    right = act.side == AXIS and len(reached(game, state)) >= needed(state)
    return state.with_mark(("won", act.side)) if right else state
