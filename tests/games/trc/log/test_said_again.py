"""Lines that say again what was said: nothing is done twice, and what is done twice is told."""

from __future__ import annotations

import pytest

from tests.games.trc.log.test_log_reader import HEX, lines, track
from tests.games.trc.play import GAME, position
from trc_module.games.trc import load
from trc_module.games.trc.acts.battlegroups import Remnant
from trc_module.games.trc.log.log_reader import hear
from trc_module.games.trc.log.said_again import said_again
from trc_module.rules.interpretation import PieceTrack

GROUPS = load(frozenset({"26.4"}))
PRESSED = "REMNANT b=1 u=ger-inf-bg lost=ger-13-inf at={}\n"


def remnants(text: str, *tracks: PieceTrack) -> list[tuple[tuple[object, ...], tuple[int, ...]]]:
    """Return the acts that lines are heard as in a Russian combat phase, and the steps of each."""
    clock = position("", "turn 9 russian impulse 1 combat clear").clock
    return [(one.actions, one.steps) for one in hear(GROUPS, clock, lines(text), tracks) if one.actions]


def test_a_battlegroup_that_is_declared_twice_survives_once() -> None:
    survived = Remnant(1, "ger-13-inf", "ger-inf-bg", HEX("Y19"))
    assert remnants(PRESSED.format("Y19") * 2) == [((survived,), (1,))]


def test_what_is_declared_before_a_retreat_and_behind_it_ends_where_it_was_declared_last() -> None:
    first, last = lines(PRESSED.format("Y18") + PRESSED.format("Y19"))
    before = track("ger-inf-bg", "optional", HEX("Y18"), line=first, step=0)
    after = track("ger-inf-bg", HEX("Y18"), HEX("Y19"), line=last, step=2)
    survived = Remnant(1, "ger-13-inf", "ger-inf-bg", HEX("Y19"))
    assert remnants(PRESSED.format("Y18") + PRESSED.format("Y19"), before, after) == [((survived,), (0, 1, 2))]


def test_a_battlegroup_that_takes_the_place_of_another_loss_does_so_again() -> None:
    other = "REMNANT b=2 u=ger-inf-bg lost=ger-17-inf at=Y19\n"
    assert [acts for acts, _ in remnants(PRESSED.format("Y19") + other)] == [
        (Remnant(1, "ger-13-inf", "ger-inf-bg", HEX("Y19")),),
        (Remnant(2, "ger-17-inf", "ger-inf-bg", HEX("Y19")),),
    ]


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("DRAWCHIT side=axis seal=a1 by=axis\nDRAWCHIT side=axis seal=a1 by=axis", [2]),
        ("DRAWCHIT side=axis seal=a1 by=axis\nDRAWCHIT side=axis seal=b2 by=axis", []),
        ("DRAWCHIT side=axis seal=a1 by=axis\nDRAWCHIT side=axis seal=a1 by=russian", []),
        ("CHOICE side=axis choice=tunisia answer=yes\n" * 3, [2, 3]),
        ("CHOICE side=axis choice=tunisia answer=yes\nCHOICE side=axis choice=tunisia answer=no\n" * 2, []),
        ("MARK marker=oil at=X17\nMARK marker=oil at=X17", []),
        ("FORT at=X17 marker=fortress\nFORT at=X17 marker=fortress", []),
        ("CONVERT at=X17\nCONVERT at=X17", []),
        ("DELAY u=ger-13-inf\nDELAY u=ger-13-inf", []),
    ],
    ids=[
        "the same chit",
        "a second chit",
        "another player's",
        "a choice",
        "taken back and made again",
        "two markers",
        "two fortresses",
        "a hex of rail",
        "a key that moves the counter",
    ],
)
def test_which_lines_say_again_what_was_said(text: str, again: list[int]) -> None:
    told = lines(text)
    assert [line.step for line, _ in said_again(GAME.grammar.verbs, told)] == again
