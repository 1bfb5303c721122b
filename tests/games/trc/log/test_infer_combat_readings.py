"""Readings of a combat phase without declarations, action by action."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.marks import EXPLAINED, UNDECLARED
from trc_module.rules.interpretation import Die, Inferred, PieceTrack, Unexplained
from trc_module.rules.state import Mark, Place

MARKS: dict[Mark, str] = {UNDECLARED: "undeclared", EXPLAINED: "explained"}


def read(text: str, moves: tuple[tuple[str, str], ...], dice: tuple[int, ...]) -> Inferred:
    """Read a phase whose dice fell with step 1, and in which units went elsewhere with the steps after it."""
    state = position(text)
    elsewhere: dict[str, Place | None] = {unit: GAME.board.grid.find(to) or to for unit, to in moves}
    tracks = [PieceTrack(u, (state.place(u), to), (step,)) for step, (u, to) in enumerate(elsewhere.items(), 2)]
    known = tuple(Die(1, pips) for pips in dice)
    return GAME.guess(state, (), Unexplained(tuple(tracks), known, has_dice=bool(known), elsewhere=elsewhere))


def deeds(found: Inferred) -> list[str]:
    return [
        f"{interpretation.last}: "
        + ", ".join(
            [MARKS[mark] for mark in interpretation.marks]
            + [f"{type(act).__name__} {vars_of(act)}" for act in interpretation.actions]
            + [f"{unit} went" for unit, _ in interpretation.places]
            + [f"{finding.verdict.value} {finding.rule}" for finding in interpretation.findings]
        )
        for interpretation in found.interpretations
    ]


def vars_of(act: object) -> str:
    return str(getattr(act, "unit", getattr(act, "who", "")))


@pytest.mark.parametrize(
    ("text", "moves", "dice", "expected", "explained", "used"),
    [
        pytest.param(
            "at: turn 14 axis impulse 1 combat clear\nbefore: undeclared battles\n"
            "on Y17: ger-41-pz\non Y16: rus-6-tank\n",
            (),
            (1, 2),
            ["1: undeclared", "1: note log.battle"],
            (),
            1,
            id="a log that begins in the phase tells of no battles before it",
        ),
        pytest.param(
            "at: turn 14 axis impulse 1 combat clear\nbefore: undeclared battles, undeclared victories\n"
            "on Y17: ger-41-pz\non Y16: rus-6-tank\n",
            (),
            (5,),
            ["1: undeclared, explained"],
            (),
            0,
            id="victories of the movement phase do not make it such a log, and nobody has to attack after them",
        ),
        pytest.param(
            "at: turn 14 axis impulse 1 combat snow\non Y17: ger-17-inf\non Y16: rus-6-tank\n",
            (("rus-6-tank", "Z16"),),
            (2,),
            ["1: undeclared, explained", "2: rus-6-tank went", "2: violation 13.2a"],
            ("rus-6-tank",),
            0,
            id="a retreat is no loss, and the die of what cannot be is not used",
        ),
        pytest.param(
            "at: turn 2 axis impulse 1 combat snow\non Y17: ger-12-inf\non W16: rus-6-tank\n",
            (("rus-6-tank", "turn-5"),),
            (3,),
            ["1: undeclared, explained"],
            (),
            0,
            id="no battle puts a unit onto the turn track",
        ),
        pytest.param(
            "at: turn 14 axis impulse 1 combat clear\non W17: ger-17-inf\non W16: rus-13-inf\n",
            (("ger-17-inf", "V16"), ("rus-13-inf", "Y16")),
            (5,),
            ["1: undeclared, explained", "2: ger-17-inf went", "3: rus-13-inf went", "3: violation 13.2a"],
            ("ger-17-inf", "rus-13-inf"),
            0,
            id="a fault is told with the step of its own unit",
        ),
        pytest.param(
            "at: turn 14 axis impulse 2 combat clear\non X17: rum-cav ger-41-pz\non Y16: rus-3-inf\n",
            (("rum-cav", "surrendered"), ("ger-41-pz", "replacement-pool")),
            (1,),
            [
                "1: undeclared, explained",
                "2: Surrender rum-cav, rum-cav went",
                "3: Eliminate ger-41-pz, ger-41-pz went",
                "3: note log.battle",
            ],
            ("rum-cav", "ger-41-pz"),
            1,
            id="lost and surrendered are two acts",
        ),
        pytest.param(
            "at: turn 14 axis impulse 2 combat clear\non X17: rum-cav ger-41-pz\non Y16: rus-3-inf\n",
            (("rum-cav", "surrendered"), ("ger-41-pz", "surrendered")),
            (3,),
            [
                "1: undeclared, explained",
                "2: Surrender rum-cav, rum-cav went",
                "3: Surrender ger-41-pz, ger-41-pz went",
                "3: note log.battle",
            ],
            ("rum-cav", "ger-41-pz"),
            1,
            id="an attacker who surrenders may have had to (12.5), whatever the battle was",
        ),
        pytest.param(
            "at: turn 2 axis impulse 1 combat clear\non X18: rum-cav ger-17-inf\non W17: rus-6-tank rus-13-inf\n",
            (("rum-cav", "X16"), ("ger-17-inf", "turn-5"), ("rus-13-inf", "turn-5")),
            (6, 6),
            ["1: undeclared, explained", "2: rum-cav went", "2: violation 13.5a"],
            ("rum-cav",),
            0,
            id="a retreat through a zone stays one, whatever became of the others",
        ),
        pytest.param(
            "at: turn 2 axis impulse 1 combat light-mud\n"
            "on W16: rum-cav\non X17: rus-6-tank\non Y17: rus-24-inf rus-3-inf\n",
            (("rus-6-tank", "W17"), ("rus-24-inf", "Z17")),
            (),
            [
                "2: undeclared, explained",
                "2: rus-6-tank went",
                "3: rus-24-inf went",
                "2: violation 13.5a",
                "3: undecided log.move",
            ],
            ("rus-6-tank", "rus-24-inf"),
            0,
            id="who moved where nobody fought, before any die, is not accused",
        ),
    ],
)
def test_what_a_phase_without_declarations_is_read_as(
    text: str,
    moves: tuple[tuple[str, str], ...],
    dice: tuple[int, ...],
    expected: list[str],
    explained: tuple[str, ...],
    used: int,
) -> None:
    found = read(text, moves, dice)
    assert deeds(found) == expected
    assert tuple(track.unit for track in found.tracks) == explained
    assert len(found.dice) == used


def test_who_moved_with_the_first_die_moved_after_the_battles_had_begun() -> None:
    state = position("at: turn 2 axis impulse 1 combat clear\non K21: ger-56-pz\n")
    goal = GAME.board.grid.hex("K20")
    for step, verdict in ((4, "violation 12.1c"), (3, "undecided log.move")):
        track = PieceTrack("ger-56-pz", (state.place("ger-56-pz"), goal), (step,))
        found = GAME.guess(state, (), Unexplained((track,), (Die(4, 3),), elsewhere={"ger-56-pz": goal}))
        assert verdict in [
            f"{f.verdict.value} {f.rule}" for interpretation in found.interpretations for f in interpretation.findings
        ]


def test_up_to_six_units_that_did_not_attack_are_all_named() -> None:
    six = "on Y17: ger-41-pz ger-47-pz\non X18: ger-56-pz ger-12-inf\non W17: ger-17-inf ger-7-inf\n"
    apart = "at: turn 2 axis impulse 1 combat clear\n{}on X17: rus-24-inf\non K21: ger-39-pz\non K20: rus-13-inf\n"
    apart += "on K24: ger-hq-north\n"

    def sentence(more: str) -> str:
        found = read(apart.format(six + more), (("rus-13-inf", "replacement-pool"),), (6,))
        [told] = [finding for interpretation in found.interpretations for finding in interpretation.findings]
        assert told.rule == "12.1a"
        return told.sentence

    assert "and others" not in sentence("")
    assert "and others" in sentence("on Y16: ger-11-inf\n")
