"""Lines that were not meant: their marker went away again, they repeat a die, or nobody fell to what they claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from tests.auditing.steps import change, clock_of, leg, log_of, step
from tests.reading.phases import line
from tests.untidy.other_plays import parts_of
from trc_module.auditing.withdrawn import (
    with_dice_taken_back,
    with_idle_claims,
    withdrawn,
    without_repeated_dice,
)
from trc_module.hexgrid import Hex
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import MOVE

TRC = parts_of("trc")
Q10, Q11 = TRC.board.grid.find("Q10"), TRC.board.grid.find("Q11")


def log() -> GameLog:
    """Return a log in which a spot is the hex that it lies in, and a marker is called by its kind."""
    layout = SimpleNamespace(place=lambda map_, x, y: x)
    game = TRC.game
    return log_of(
        parts=SimpleNamespace(game=game, board=TRC.board, layout=layout),
        clock_of=lambda state: None if state == "nonsense" else SimpleNamespace(side=state),
        unit_of=lambda piece: piece if piece.id in game.side_of else None,
        marker_of=lambda piece: SimpleNamespace(kind=piece.id) if piece.id in ("rr-convert", "railhead") else None,
        place_of=lambda at: None if at is None else at.x,
    )


def spot(at: Hex | None) -> Any:
    return None if at is None else SimpleNamespace(map="map", x=at, y=0)


def goes(number: int, piece: str, before: Hex | None, after: Hex | None) -> Step:
    return step(number, changes=[change(piece, spot(before), spot(after))])


def turn(number: int, side: str, tracker: str = TRACKER_ID) -> Step:
    return step(number, events=[TurnSet(tracker, "", side)])


SAID = step(2, "CONVERT at=Q10")
GONE = goes(9, "rr-convert", Q10, Q11)
FOUND = {(2, "CONVERT", "Q10")}


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ([SAID, GONE], FOUND),
        ([SAID, goes(9, "rr-convert", Q10, None)], FOUND),
        ([GONE, SAID], set()),
        # It was put there, came from elsewhere, or is shifted in its hex.
        ([SAID, goes(9, "rr-convert", None, Q10)], set()),
        ([SAID, goes(9, "rr-convert", Q11, Q10)], set()),
        ([SAID, goes(9, "rr-convert", Q11, None)], set()),
        ([SAID, goes(9, "rr-convert", Q10, Q10)], set()),
        # Another marker, or none.
        ([SAID, goes(9, "railhead", Q10, Q11)], set()),
        ([SAID, goes(9, "a stranger", Q10, Q11)], set()),
        # Lines that no marker makes, or that name no hex of the map.
        ([step(2, "ATT b=1 u=ger-2-ss-pz at=Q10"), GONE], set()),
        ([step(2, "CONVERT at=ZZ99"), GONE], set()),
        ([step(2, "CONVERT by=axis"), GONE], set()),
        # The opponent has acted when the tracker shows his turn and a unit is moved.
        ([SAID, turn(3, "russian"), goes(4, "ger-2-ss-pz", Q10, Q11), GONE], set()),
        ([SAID, turn(3, "russian"), GONE], FOUND),
        ([SAID, turn(3, "axis"), goes(4, "ger-2-ss-pz", Q10, Q11), GONE], FOUND),
        ([SAID, turn(3, "nonsense"), goes(4, "ger-2-ss-pz", Q10, Q11), GONE], FOUND),
        ([SAID, turn(3, "russian", "another"), goes(4, "ger-2-ss-pz", Q10, Q11), GONE], FOUND),
        ([turn(1, "russian"), SAID, goes(4, "ger-2-ss-pz", Q10, Q11), GONE], FOUND),
    ],
)
def test_a_line_is_withdrawn_whose_marker_is_taken_away(
    steps: Sequence[Step], found: set[tuple[int, str, str]]
) -> None:
    begins: Any = SimpleNamespace(side="axis")
    assert withdrawn(log(), begins, steps) == found


def test_where_no_side_is_known_at_first_a_line_stands_until_the_tracker_shows_one() -> None:
    moved = goes(4, "ger-2-ss-pz", Q10, Q11)
    assert withdrawn(log(), None, [SAID, moved, GONE]) == FOUND
    assert withdrawn(log(), clock_of(MOVE), [SAID, turn(3, "axis"), moved, GONE]) == set()


def kept(said: Mapping[int, Sequence[str]], *rolled: int) -> list[str]:
    lines = {number: tuple(line(f"{number} {each}") for each in those) for number, those in said.items()}
    found = without_repeated_dice(lines, rolled)
    assert list(found) == list(said)
    return [f"{one.step} {one.says.verb}" for those in found.values() for one in those]


def test_a_line_of_a_die_that_only_repeats_one_that_was_rolled_is_none() -> None:
    roll = "ROLL b=1 die=3"
    assert kept({1: [roll], 2: [roll]}, 1) == ["1 ROLL"]
    assert kept({1: [roll], 2: [roll]}, 1, 2) == ["1 ROLL", "2 ROLL"]
    # One that no step rolled is known by its words alone.
    assert kept({1: [roll], 2: [roll]}) == ["1 ROLL", "2 ROLL"]
    assert kept({1: [roll], 2: ["ROLL b=1 die=4", "ROLL b=2 die=3", "DIE die=3"]}, 1) == [
        "1 ROLL",
        "2 ROLL",
        "2 ROLL",
        "2 DIE",
    ]
    assert kept({1: ["FIRE b=1 dice=3,4"], 2: ["FIRE b=1 dice=3,4", "ATT b=1"], 3: ["ATT b=1"]}, 1) == [
        "1 FIRE",
        "2 ATT",
        "3 ATT",
    ]


def test_a_die_is_taken_back_by_words_shortly_after_it() -> None:
    said = [line("1 ROLL b=1 die=3"), line("2 ATT b=1 u=red-1"), line("9 ROLL b=2 die=3")]
    found = with_dice_taken_back(said, [(3, "sorry, wrong button")])
    assert [one.withdrawn for one in found] == [True, False, False]


@pytest.mark.parametrize(
    ("legs", "stays"),
    [
        ([], True),
        ([leg(4, 2, 3, "blue-1")], True),
        ([leg(4, 2, "lost", "blue-1")], False),
        ([leg(4, 2, None, "blue-1")], False),
        ([leg(4, 2, "lost", "blue-1"), leg(5, "lost", 2, "blue-1")], True),
        # One of two that fell is enough.
        ([leg(4, 3, "lost", "blue-2")], False),
        ([leg(4, 1, "lost", "red-1")], True),
    ],
)
def test_a_victory_is_claimed_in_vain_whose_enemies_all_stay(legs: Sequence[Any], stays: bool) -> None:
    said = [
        line("1 ATT b=1 u=red-1"),
        line("2 DEF b=1 u=blue-1"),
        line("2 DEF b=1 u=blue-2"),
        line("3 AV b=1"),
        line("3 AV b=2"),
        line("3 LOSS b=1 u=blue-1"),
    ]
    state: Any = SimpleNamespace(place={"blue-1": Hex(2), "blue-2": Hex(3), "red-1": Hex(1)}.get)
    found = with_idle_claims(TRC.grammar, said, legs, state)
    assert [one.withdrawn for one in found] == [False, False, False, stays, False, False]
