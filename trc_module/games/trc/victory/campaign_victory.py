"""Chapters 4.4, 25.0 and 25.1: the winner of the campaign, and play after the victory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from trc_module.games.trc.acts.battles import Fly
from trc_module.games.trc.acts.table import BASIC
from trc_module.games.trc.arrivals.encirclements import available
from trc_module.games.trc.arrivals.minor_allies import held_by
from trc_module.games.trc.arrivals.withdrawals import demanded, outstanding, unmatched
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN, SIDES, Trc
from trc_module.games.trc.marks import Agreed, Claimed, Won
from trc_module.games.trc.movement.headquarters import LEADERS, SIDE_OF_NATION, lost
from trc_module.games.trc.scenarios import scenario_of
from trc_module.games.trc.steps import END, MOVEMENT, WEATHER
from trc_module.games.trc.victory.scenario_victories import Answer, Condition, reason, rests_on, scenario_victories
from trc_module.games.trc.victory.scenario_victories import refused as refused_by_the_scenario
from trc_module.games.trc.victory.sudden_death import achieved, goals, row_of, time_of_the_check
from trc_module.rules.actions import Action, Claim, End, Move
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, by_some_way, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.hooks import hook
from trc_module.rules.registry import covers
from trc_module.rules.state import State
from trc_module.sentence import Sentence

LAST_TURN = 25
"""May/June 1945."""
ALL_ACTS: tuple[type[Action], ...] = tuple(dict.fromkeys((*(act.syntax.action for act in BASIC), End)))


# Conditions

_STALIN = tuple(leader for leader, nation in LEADERS.items() if SIDE_OF_NATION[nation] == RUSSIAN)


@book.rule("25.1.1-1")
def moscow_without_stalin(game: Trc, state: State) -> Answer:
    """The Axis wins at once by controlling Moscow when Stalin has been eliminated."""
    holder = held_by(game, state, "Moscow")
    gone = any(lost(state, leader) for leader in _STALIN)
    if not gone:
        return False, "Stalin has not been eliminated"
    if holder is None:
        return None, "control of Moscow depends on an unknown route"
    return holder == AXIS, Sentence("Stalin has been eliminated, and the Axis {does} Moscow", _does(holder == AXIS))


def _does(holds: bool) -> str:
    return "controls" if holds else "does not control"


@book.rule("25.1.1-2")
def berlin_holds(game: Trc, state: State) -> Answer:
    """The Axis wins if the Russian does not control Berlin at the end of May/June 1945."""
    holder, clock = held_by(game, state, "Berlin"), state.clock
    # Until a counter is moved the position is that of the end of the turn before.
    just_over = clock.turn == LAST_TURN + 1 and clock.phase == WEATHER
    ends = clock.turn >= LAST_TURN and _russian_end(clock)
    if holder is None and (ends or just_over):
        return None, "control of Berlin depends on an unknown route"
    if not ends:
        return False, Sentence("it is judged at the end of turn {last_turn}", LAST_TURN)
    won = holder == AXIS if "C25b" in state.options else holder != RUSSIAN
    return won, Sentence(
        "the Russian {does} Berlin at the end of turn {last_turn}", _does(holder == RUSSIAN), LAST_TURN
    )


def _russian_end(clock: Clock) -> bool:
    return clock.side == RUSSIAN and clock.phase == END


@book.rule("25.1.1-3")
def russian_failed_to_match(game: Trc, state: State) -> Answer:
    """The Axis wins if the Russian does not match the factors that left over his edge."""
    return _failed_to_match(game, state, RUSSIAN)


@book.rule("25.1.2-2")
def axis_failed_to_match(game: Trc, state: State) -> Answer:
    """The Russian wins if the Axis does not match the factors that left over its edge."""
    return _failed_to_match(game, state, AXIS)


def _failed_to_match(game: Trc, state: State, side: str) -> Answer:
    left = unmatched(state, side)
    if not left:
        return False, Sentence("the {side} side has nothing to match", side.capitalize())
    who, count = Sentence("the {side} side", side.capitalize()), Sentence("{left} factors", left)
    if state.clock.side != side:
        return False, Sentence("{who} may still match {count} in its next player turn", who, count)
    have = available(game, state)
    if left > have:
        return True, Sentence("{who} has only {have} of the {count} that it has to match", who, have, count)
    if state.clock.phase == END:
        return True, Sentence("{who} has not matched {count} when its player turn ends", who, count)
    return False, Sentence("{who} may still match {count} until its player turn ends", who, count)


@book.rule("25.1.2-1")
def berlin_falls(game: Trc, state: State) -> Answer:
    """The Russian wins at once by controlling Berlin."""
    holder = held_by(game, state, "Berlin")
    if holder is None:
        return None, "control of Berlin depends on an unknown route"
    return holder == RUSSIAN, Sentence("the Russian {does} Berlin", _does(holder == RUSSIAN))


def _withdrawals_omitted(game: Trc, state: State) -> Answer:
    """Say whether the Axis has lost by keeping the corps that leave in May 1944 (20.9.2), or later ones too (C98)."""
    clock = state.clock
    demand = demanded(game, state)
    first = clock.side == AXIS and clock.part == 1 and clock.phase == MOVEMENT
    due = first and demand is not None and (demand.back_on is not None or "C98b" in state.options)
    left = outstanding(game, state) if due else 0
    return left > 0, Sentence("the Axis has {left} more corps to withdraw", left or "no")


_AT_ONCE: tuple[Condition, ...] = (
    (AXIS, "25.1.1-1", moscow_without_stalin),
    (RUSSIAN, "25.1.2-1", berlin_falls),
)
"""The victories that are won at any moment."""
_AT_AN_END: tuple[Condition, ...] = (
    (AXIS, "25.1.1-2", berlin_holds),
    (AXIS, "25.1.1-3", russian_failed_to_match),
    (RUSSIAN, "25.1.2-2", axis_failed_to_match),
    (RUSSIAN, "20.9.2d", _withdrawals_omitted),
)
"""Those that are won when a phase ends."""


@lru_cache(maxsize=16)
def conditions(scenario: str) -> tuple[tuple[Condition, ...], tuple[Condition, ...], bool]:
    """Return what wins a scenario at any moment, what wins when a phase ends, and whether there is Sudden Death."""
    found = scenario_of(scenario)
    if found is None:
        return _AT_ONCE, _AT_AN_END, True
    at_once, at_an_end = scenario_victories(found)
    if found.victory.campaign:
        at_once, at_an_end = (*_AT_ONCE, *at_once), (*_AT_AN_END, *at_an_end)
    return at_once, at_an_end, found.victory.sudden_death


@hook
def further_victories(game: Trc, state: State) -> tuple[Condition, ...]:
    """Return the conditions besides the scenario's that win when a phase ends."""
    return ()


def conditions_of(game: Trc, state: State) -> tuple[tuple[Condition, ...], tuple[Condition, ...], bool]:
    """Return the conditions that win this game, in the form of `conditions`."""
    at_once, at_an_end, sudden = conditions(state.scenario)
    return at_once, (*at_an_end, *further_victories(game, state)), sudden


_WHY = {
    "25.1.1-1": "it controls Moscow, and Stalin has been eliminated",
    "25.1.1-2": "the Russian did not control Berlin when May/June 1945 ended",
    "25.1.1-3": "the Russian did not match the factors that left over his edge",
    "25.1.2-1": "it controls Berlin",
    "25.1.2-2": "the Axis did not match the factors that left over its edge",
    "20.9.2d": "the Axis did not withdraw the corps that the order of battle demands",
}


# Claims and play after the end


@hook
def victory_in_words(game: Trc, rule: str) -> str:
    """Say why a side has won by a rule."""
    return _WHY.get(rule) or reason(rule) or "it has achieved all objectives of Sudden Death"


def _why(game: Trc, side: str, rule: str) -> str:
    why = victory_in_words(game, rule)
    return Sentence("The {side} side has won by {rule}: {why}.", side.capitalize(), rule, why)


class Ruling(NamedTuple):
    """The rule that decides a claim of victory, and whether the claim is right."""

    rule: str
    right: bool | None
    """None if something unknown decides."""
    why: str


def judge_claim(game: Trc, state: State, act: Claim) -> Ruling:
    """Decide a claim of victory."""
    candidates: list[Ruling] = []
    known: list[Won | Claimed] = [*Won.of(state, act.side), *Claimed.of(state, act.side)]
    for mark in known:
        if _same(mark.rule, act.because):
            return Ruling(mark.rule, True, "")
    at_once_, at_an_end, sudden = conditions_of(game, state)
    for side, rule, condition in (*at_once_, *at_an_end):
        if side == act.side and _same(rule, act.because):
            met, why = condition(game, state)
            # A victory that the end of a phase decides was not decided before it.
            at_once = (side, rule, condition) in at_once_
            if met and not at_once and not _russian_end(state.clock):
                met, why = False, "the time at which it is decided has not come"
            candidates.append(Ruling(rule, met, why))
    refused = refused_by_the_scenario(state, act.because)
    if refused and not candidates:
        return Ruling(refused, False, Sentence("this rule does not win {scenario}", spaced(state.scenario).title()))
    if sudden and (covers("25.2", act.because) or not candidates):
        candidates.append(_sudden_death(game, state, act))
    if not candidates:
        candidates.append(Ruling("25.0", False, Sentence("{because} is not a rule of victory", act.because)))
    for wanted in (True, None):
        found = next((candidate for candidate in candidates if candidate.right is wanted), None)
        if found is not None:
            return found
    return candidates[0]


def _same(rule: str, because: str) -> bool:
    return covers(because, rule) or covers(rule, because)


def _sudden_death(game: Trc, state: State, act: Claim) -> Ruling:
    # The check is over when the next turn begins, but its claim is still to be heard.
    just_over = state.clock.phase == WEATHER
    turn = state.clock.turn - just_over
    row = row_of(turn, act.side)
    if not covers("25.2", act.because):
        return Ruling("25.0", False, Sentence("{because} is not a rule of victory", act.because))
    in_time = row and (just_over or time_of_the_check(state.clock))
    if not in_time or not (covers(act.because, row) or act.because == "25.2.1"):
        return Ruling(
            "25.2.1",
            False,
            Sentence("it is checked at the end of January/February, and this is {clock}", state.clock.words),
        )
    found = goals(game, state, act.side, turn)
    left = [goal.text for goal in found if not goal.met]
    return Ruling(row, achieved(found), Sentence("it lacks {left}", in_words(left)))


@book.judge(Claim)
def judge_claims(game: Trc, state: State, act: Claim) -> Iterator[Finding]:
    """Judge a claim of victory."""
    rule, right, why = judge_claim(game, state, act)
    if right is None:
        yield by_some_way(
            rule,
            Sentence(
                "The {side} side claimed the victory by {because}; {why}.", act.side.capitalize(), act.because, why
            ),
        )
    elif not right:
        facts = rests_on(game, state, rule)
        yield violation(
            rule,
            Sentence(
                "The {side} side claimed the victory by {because}, but {why}.", act.side.capitalize(), act.because, why
            ),
            facts=facts,
        )


# Putting aircraft back into their box is not playing on.
@book.judge(*(kind for kind in ALL_ACTS if kind not in (Claim, Fly)), of_marks=(Won.word, Claimed.word))
def judge_play_after_a_victory(game: Trc, state: State, act: Action) -> Iterator[Finding]:
    """Report an unclaimed victory, and play that goes on after a claimed one."""
    claimed = Claimed.all(state)
    for mark in (claimed or Won.all(state))[:1]:
        why = _why(game, mark.side, mark.rule)
        text = (
            Sentence("{why} Play went on after that.", why)
            if claimed
            else Sentence("{why} The victory has not been claimed.", why)
        )
        yield violation(
            mark.rule, text, facts=rests_on(game, state, mark.rule), dedup_key=(mark.side, "won", mark.rule)
        )


@book.check("25.0", *ALL_ACTS)
def last_turn_of_the_campaign(game: Trc, state: State, act: Action) -> Sequence[Finding]:
    """The campaign ends with May/June 1945 at the latest."""
    scenario = scenario_of(state.scenario)
    last = LAST_TURN if scenario is None else scenario.last_turn
    if state.marks and Agreed("go-on") in state.marks:
        last = LAST_TURN
    if state.clock.turn <= last or isinstance(act, Claim) or Won.all(state) or Claimed.all(state):
        return ()
    rule = "25.0" if last == LAST_TURN else last_turn_of_a_scenario()
    name = "The game" if scenario is None else scenario.name
    text = Sentence("{name} ends with turn {last}, but play went on in turn {turn}.", name, last, state.clock.turn)
    return (violation(rule, text, dedup_key=(AXIS, rule)),)


@book.rule("4.4")
def last_turn_of_a_scenario() -> str:
    """Play goes on until the last turn of the scenario is over, and no longer."""
    return "4.4"


@book.effect(Claim)
def end_the_game(game: Trc, state: State, act: Claim) -> State:
    """Remember a victory that was claimed rightly."""
    ruling = judge_claim(game, state, act)
    if not ruling.right:
        return state
    return Won.forgotten(state).with_mark(Claimed(act.side, ruling.rule))


@book.follow
def remember_victories(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember that a side has won, until it is claimed."""
    # A victory at once depends on control and on lost units, and a move over land loses no unit.
    if before.control is after.control and isinstance(act, Move):
        return after
    ended = isinstance(act, End)
    if not ended and before.forces[RUSSIAN] is after.forces[RUSSIAN] and before.control is after.control:
        return after
    if isinstance(act, Claim) or Claimed.all(after):
        return after
    at_once, at_an_end, sudden = conditions_of(game, after)
    for side, rule, condition in (*at_once, *(at_an_end if ended else ())):
        # A victory at the end of a phase is judged by the position in which the phase ended.
        after_it = (side, rule, condition) in at_once or rule == "25.1.1-2" or rule.startswith("27")
        if condition(game, after if after_it else before)[0]:
            after = after.with_mark(Won(side, rule))
    if sudden and ended and time_of_the_check(before.clock):
        for side in SIDES:
            if achieved(goals(game, after, side, before.clock.turn)):
                after = after.with_mark(Won(side, row_of(before.clock.turn, side)))
    return after
