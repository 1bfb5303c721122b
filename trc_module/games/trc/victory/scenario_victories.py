"""Chapters 27.2 to 27.6: the victory conditions of each scenario."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import Agreed
from trc_module.games.trc.scenarios import scenario_of
from trc_module.games.trc.steps import END, WEATHER
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.victory.victory_points import tally
from trc_module.roster.scenarios import Scenario
from trc_module.rules.registry import covers
from trc_module.rules.state import State
from trc_module.sentence import Sentence

Answer: TypeAlias = tuple[bool | None, str]
"""Whether a condition is met (None: something unknown decides), and the words for that verdict and no other."""
Condition: TypeAlias = tuple[str, str, Callable[[Trc, State], Answer]]
"""The side that wins by it, its rule, and how it is judged."""


def _by_points(game: Trc, state: State, winner: str) -> Answer:
    scenario, points = scenario_of(state.scenario, game.overlay), tally(game, state)
    if scenario is None or points is None or scenario.victory.points is None:
        return False, "this scenario has no victory points"
    needed, clock = scenario.victory.points, state.clock
    if Agreed("go-on") in state.marks:
        return False, "it was agreed to play on to the end of the campaign"
    # A victory that is judged at the end may be claimed when the next turn begins.
    just_over = clock.turn == scenario.last_turn + 1 and clock.phase == WEATHER
    if not just_over and (clock.turn < scenario.last_turn or clock.side != RUSSIAN or clock.phase != END):
        return False, Sentence("it is judged at the end of the Russian turn {last_turn}", scenario.last_turn)
    met = points.reaches(needed)
    # What the log does not show may be worth points to either side.
    span = (
        ""
        if points.least == points.most
        else Sentence(" ({least} to {most} as far as the log shows)", points.least, points.most)
    )
    text = Sentence("the Axis has {total} victory points{span} and needs {needed}", points.total, span, needed)
    # By what we take for true; `rests_on` says how far that goes.
    reached = points.total >= needed if met is None else met
    if met is None and (points.holders_decide(needed) or any(fact.trust.carries_violation for fact in points.facts())):
        return None, text
    return (reached if winner == AXIS else not reached), text


def rests_on(game: Trc, state: State, rule: str) -> tuple[Fact, ...]:
    """Return the doubted data on which a victory by points rests; () where none of them could change it."""
    scenario, points = scenario_of(state.scenario, game.overlay), tally(game, state)
    if rule not in _POINTS or scenario is None or points is None or scenario.victory.points is None:
        return ()
    clock = state.clock
    if clock.turn < scenario.last_turn or (
        clock.turn == scenario.last_turn and (clock.side, clock.phase) != (RUSSIAN, END)
    ):
        return ()
    return points.facts() if points.reaches(scenario.victory.points) is None else ()


@book.rule("27.2b")
def breaking_storm_by_points(game: Trc, state: State) -> Answer:
    """The Axis wins Breaking Storm with -1 victory points or more at the end of January/February 1942."""
    return _by_points(game, state, AXIS)


@book.rule("27.2e")
def breaking_storm_is_held(game: Trc, state: State) -> Answer:
    """The Russian wins Breaking Storm if the Axis does not."""
    return _by_points(game, state, RUSSIAN)


def _moscow(game: Trc, state: State) -> Answer:
    scenario = scenario_of(state.scenario, game.overlay)
    moscow = game.places["Moscow"]
    turn = game.charts.turns.get(state.clock.turn)
    year = scenario.victory.capture.get("Moscow") if scenario is not None else None
    if year is None or turn is None or turn.year != year:
        return False, Sentence("this rule needs control of Moscow in {year}", year or "no year")
    if state.traces.get(UNSURE, 0) >> moscow & 1:
        return None, "control of Moscow depends on an unknown route"
    held = state.control.get(moscow) == AXIS
    return held, Sentence("the Axis {word} Moscow in {year}", "controls" if held else "does not control", year)


@book.rule("27.2d")
def moscow_in_1941(game: Trc, state: State) -> Answer:
    """The Axis wins Breaking Storm at once by controlling Moscow in 1941."""
    return _moscow(game, state)


@book.rule("27.3b")
def barbarossa_by_points(game: Trc, state: State) -> Answer:
    """The Axis wins Barbarossa with 4 victory points or more at the end of November/December 1942."""
    return _by_points(game, state, AXIS)


@book.rule("27.3c")
def moscow_in_1941_in_barbarossa(game: Trc, state: State) -> Answer:
    """The Axis wins Barbarossa at once by controlling Moscow in 1941."""
    return _moscow(game, state)


@book.rule("27.4c")
def fall_blau_by_points(game: Trc, state: State) -> Answer:
    """The Axis wins Fall Blau with 4 victory points or more at the end of July/August 1943."""
    return _by_points(game, state, AXIS)


@book.rule("27.5c")
def zitadelle_by_points(game: Trc, state: State) -> Answer:
    """The Axis wins Zitadelle with -6 victory points or more at the end of March/April 1944."""
    return _by_points(game, state, AXIS)


@book.rule("27.2c")
def no_other_victory_in_breaking_storm() -> str:
    """No victory of the campaign, and no Sudden Death, wins Breaking Storm."""
    return "27.2c"


@book.rule("27.6c")
def bagration_is_the_campaign() -> str:
    """Only the victories of the campaign win Bagration."""
    return "27.6c"


_POINTS = ("27.2b", "27.2e", "27.3b", "27.4c", "27.5c")
_REASONS = {
    **dict.fromkeys(
        ("27.2b", "27.2e", "27.3b", "27.4c", "27.5c"), "the victory points decide so at the scenario's end"
    ),
    "27.2d": "it controls Moscow in 1941",
    "27.3c": "it controls Moscow in 1941",
}


def reason(rule: str) -> str:
    """Say why a scenario is won by a rule; '' for a rule of the campaign."""
    return _REASONS.get(rule, "")


def _russian(game: Trc, state: State) -> Answer:
    return _by_points(game, state, RUSSIAN)


_AT_ONCE: dict[str, tuple[Condition, ...]] = {
    "breaking-storm": ((AXIS, "27.2d", moscow_in_1941),),
    "barbarossa": ((AXIS, "27.3c", moscow_in_1941_in_barbarossa),),
}
_AT_THE_END: dict[str, tuple[Condition, ...]] = {
    "breaking-storm": ((AXIS, "27.2b", breaking_storm_by_points), (RUSSIAN, "27.2e", breaking_storm_is_held)),
    "barbarossa": ((AXIS, "27.3b", barbarossa_by_points), (RUSSIAN, "27.3b", _russian)),
    "fall-blau": ((AXIS, "27.4c", fall_blau_by_points), (RUSSIAN, "27.4c", _russian)),
    "zitadelle": ((AXIS, "27.5c", zitadelle_by_points), (RUSSIAN, "27.5c", _russian)),
}
_ONLY = {
    "breaking-storm": ("27.2", no_other_victory_in_breaking_storm),
    "bagration": ("25.1", bagration_is_the_campaign),
}


def scenario_victories(scenario: Scenario) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """Return what wins a scenario beside the campaign's victories: at any moment, and at its end."""
    return _AT_ONCE.get(scenario.id, ()), _AT_THE_END.get(scenario.id, ())


def refused(state: State, because: str) -> str:
    """Return the rule by which a scenario is not won by what a claim cites; '' where it may be."""
    only = _ONLY.get(state.scenario)
    if only is None or covers(only[0], because) or covers(because, only[0]):
        return ""
    return only[1]()
