"""What logs of other modules leave of a finding, and the words of turns that they tell."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.auditing.steps import clock_of, log_of
from tests.reading.phases import TOY
from trc_module.auditing.foreigners import Foreigners, as_foreign, foreign_worlds
from trc_module.replay.foreign import Foreign
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game
from trc_module.systems.turn_words import TurnWord

WRONG = Finding("4.1", Verdict.VIOLATION, "It is so.", ("red-1",), hexes=("0102",))
PLAIN = Foreign("a module", "a profile")


@pytest.mark.parametrize(
    ("foreign", "finding", "verdict"),
    [
        (PLAIN, WRONG, Verdict.VIOLATION),
        (replace(PLAIN, unsaid=("4",)), WRONG, Verdict.NOTE),
        (replace(PLAIN, uncertain=frozenset({clock_of(MOVE)})), WRONG, Verdict.UNDECIDED),
        (replace(PLAIN, uncertain=frozenset({clock_of(FIGHT)})), WRONG, Verdict.VIOLATION),
        (replace(PLAIN, dice_of_purpose=("4",)), WRONG, Verdict.UNDECIDED),
        (replace(PLAIN, strangers=("a piece",)), WRONG, Verdict.UNDECIDED),
        # What is open is no doubt already.
        (replace(PLAIN, strangers=("a piece",)), replace(WRONG, verdict=Verdict.NOTE), Verdict.NOTE),
        # Another edition of the map makes a violation a doubt.
        (replace(PLAIN, other_edition=frozenset({"0102"})), WRONG, Verdict.DOUBT),
        (replace(PLAIN, other_edition=frozenset({"0103"})), WRONG, Verdict.VIOLATION),
    ],
)
def test_a_finding_is_as_strong_as_such_a_log_carries_it(foreign: Foreign, finding: Finding, verdict: Verdict) -> None:
    found = as_foreign(foreign, finding, clock_of(MOVE))
    assert found.verdict is verdict
    # What was a doubt before is told without the map.
    doubt = replace(WRONG, verdict=Verdict.DOUBT)
    if foreign.other_edition:
        assert as_foreign(foreign, doubt, clock_of(MOVE)) is doubt


class Weather(TurnWord):
    """A system whose worlds are words, and whose second turn is known."""

    moment = "the weather"
    moment_words = ("clear", "mud")

    def __init__(self) -> None:
        self.fixed = lambda game, turn: "snow" if turn == 2 else None

    def with_word(self, state: Any, word: str) -> Any:
        return word


def game_with(*systems: object) -> Game:
    game: Any = copy(TOY)
    vars(game)["systems"] = systems
    found: Game = game
    return found


@pytest.mark.parametrize(
    ("told", "open_", "turn", "before", "worlds", "unknown"),
    [
        # Whoever states the word settles it, and so does the calendar.
        ({1: "mud"}, False, 1, ["clear", "mud"], ["mud"], []),
        ({}, False, 2, ["clear", "mud"], ["snow"], []),
        ({}, False, 1, ["clear", "mud"], ["clear", "mud"], ["the weather"]),
        ({1: "mud"}, False, 1, ["clear"], ["clear"], ["the weather"]),
        ({}, True, 1, ["clear"], ["clear", "clear"], ["the weather", "the weather"]),
        ({}, True, 1, ["clear", "mud"], ["clear", "mud"], ["the weather"]),
    ],
)
def test_a_word_of_a_turn_that_is_open_makes_worlds(
    told: dict[int, str],
    open_: bool,
    turn: int,
    before: Sequence[Any],
    worlds: Sequence[Any],
    unknown: Sequence[str],
) -> None:
    foreign = replace(PLAIN, turn_words=told, turn_word_is_open=open_)
    left = ["the weather"]
    found = foreign_worlds(foreign, game_with(Weather()), clock_of(MOVE, turn=turn), [*before], left)
    assert (found, left) == (worlds, unknown)
    # Worlds that differ in something else stay, and so does a game without such words.
    others: list[str] = []
    if len(before) > 1:
        assert foreign_worlds(foreign, game_with(Weather()), clock_of(MOVE, turn=turn), [*before], others) == before
    assert foreign_worlds(foreign, game_with(), clock_of(MOVE, turn=turn), [*before], ["x"]) == before


def foreigners(game: Game, *logs: Foreign | None) -> Foreigners:
    links = [SimpleNamespace(execution=SimpleNamespace(log=SimpleNamespace(foreign=log))) for log in logs]
    chain: Any = SimpleNamespace(
        log=log_of(parts=SimpleNamespace(game=game)), links=links, place=lambda step: (step - 1, 1)
    )
    return Foreigners(chain)


def test_a_finding_is_of_the_log_in_which_its_first_step_stands() -> None:
    found = foreigners(TOY, replace(PLAIN, unsaid=("4",)), None)
    told = [found.doubt(WRONG, steps, clock_of(MOVE)).verdict for steps in ((1, 2), (2,), ())]
    assert told == [Verdict.NOTE, Verdict.VIOLATION, Verdict.NOTE]
    assert foreigners(TOY, None).doubt(WRONG, (1,), clock_of(MOVE)) is WRONG


@pytest.mark.parametrize(
    ("ended", "told", "words"),
    [
        (TOY.sequence.at(1, TOY.sequence.steps[0]), {}, ["clear", "mud", "clear"]),
        (TOY.sequence.at(1, TOY.sequence.steps[0]), {1: "mud"}, ["mud", "mud", "mud"]),
        # The calendar, and a later phase, tell of none.
        (TOY.sequence.at(2, TOY.sequence.steps[0]), {2: "mud"}, ["", "", ""]),
        (TOY.sequence.at(1, TOY.sequence.steps[1]), {1: "mud"}, ["", "", ""]),
    ],
)
def test_each_world_gets_the_word_of_a_turn(ended: Any, told: dict[int, str], words: Sequence[str]) -> None:
    referees: Any = [SimpleNamespace(state="") for _ in words]
    found = foreigners(game_with(Weather()), None, replace(PLAIN, turn_words=told))
    found.tell_turn_word(referees, ended)
    assert [one.state for one in referees] == words
    foreigners(game_with(), PLAIN).tell_turn_word(referees, ended)
    assert [one.state for one in referees] == words
