"""The score: a condition's verdict, its words, and who has won never contradict each other."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.marks import Won
from trc_module.games.trc.victory.campaign_victory import conditions_of, judge_claim
from trc_module.rules.actions import Claim

STORM = "scenario: breaking-storm\ncontrol: Moscow {holder}\non F9: rus-3-inf\n"
EXIT = "used: axis unmatched 9\non R9: rus-24-inf\non Y19: ger-12-inf\n"


def lines(text: str, at: str, rule: str) -> list[str]:
    """Return what the score says of a rule in a position: who has won by it, and how far it is met."""
    score = GAME.score(position(text, at))
    won = [f"{one.side} won: {one.why}" for one in score.won if one.rule == rule]
    return [*won, *(line for line in score.conditions if f"by {rule}:" in line)]


def test_moscow_in_1941_is_met_in_words_too() -> None:
    at = "turn 3 axis impulse 1 combat clear"
    text = STORM.format(holder="russian")
    assert lines(text, at, "27.2d") == ["Axis by 27.2d: not met; the Axis does not control Moscow in 1941."]
    text = STORM.format(holder="axis")
    assert lines(text, at, "27.2d") == ["Axis by 27.2d: met; the Axis controls Moscow in 1941."]


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("russian impulse 1 movement", "not met; the Axis side may still match 9 factors in its next player turn."),
        ("axis impulse 1 movement", "met; the Axis side has only 4 of the 9 factors that it has to match."),
        ("axis impulse 2 end", "met; the Axis side has only 4 of the 9 factors that it has to match."),
    ],
)
def test_factors_that_are_not_matched(at: str, told: str) -> None:
    assert lines(EXIT, f"turn 8 {at} clear", "25.1.2-2") == [f"Russian by 25.1.2-2: {told}"]


def test_factors_that_could_have_been_matched_until_the_turn_ended() -> None:
    text = "used: axis unmatched 2\non Y19: ger-12-inf\n"
    (line,) = lines(text, "turn 8 axis impulse 1 movement clear", "25.1.2-2")
    assert line.endswith("not met; the Axis side may still match 2 factors until its player turn ends.")
    (line,) = lines(text, "turn 8 axis impulse 2 end clear", "25.1.2-2")
    assert line.endswith("met; the Axis side has not matched 2 factors when its player turn ends.")


@pytest.mark.parametrize(
    "scenario", ["campaign", "breaking-storm", "barbarossa", "fall-blau", "zitadelle", "bagration"]
)
def test_who_has_won_has_met_the_condition_whatever_came_later(scenario: str) -> None:
    start = GAME.start(scenario, frozenset())
    at_once, at_an_end, _ = conditions_of(GAME, start)
    for side, rule, _condition in (*at_once, *at_an_end):
        score = GAME.score(start.with_mark(Won(side, rule)))
        (winner,) = score.won
        (line,) = (each for each in score.conditions if each.startswith(f"{side.capitalize()} by {rule}:"))
        assert line == f"{side.capitalize()} by {rule}: met; {winner.why}."


def test_a_claim_before_the_end_of_what_is_decided_there_is_told_so() -> None:
    state = position("used: russian unmatched 9\non R9: rus-24-inf\n", "turn 8 russian impulse 1 movement clear")
    ruling = judge_claim(GAME, state, Claim("axis", "25.1.1-3"))
    assert (ruling.right, ruling.why) == (False, "the time at which it is decided has not come")
