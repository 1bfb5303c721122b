"""Meanings of a way that no line explains: by its two ends, and by its phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.departures import Exit, Motorize
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.boxes import MOTORIZATION, OFF_MAP, PARATROOP_RESERVE, POOL, REMOVED, SURRENDERED
from trc_module.games.trc.log.completions import UNCLAIMED
from trc_module.games.trc.log.infer_movement import read
from trc_module.games.trc.marks import UNDECLARED, VICTORIES
from trc_module.rules.actions import Action, Eliminate, Enter, Move, Replace, Surrender
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Die, Interpretation, PieceTrack, Unexplained
from trc_module.rules.state import Place, Trail

HEX = GAME.board.grid.hex
MOVING, FIGHTING, ENDING = (f"turn 2 axis impulse 1 {phase} clear" for phase in ("movement", "combat", "end"))


def place(name: str) -> Place:
    return GAME.board.grid.find(name) or name


def track(unit: str, *names: str, step: int = 4) -> PieceTrack:
    places = tuple(place(name) for name in names)
    steps = tuple(step + number for number in range(len(places) - 1))
    ends = [at for at in (places[0], places[-1]) if not isinstance(at, str)]
    ways = (Trail(tuple(ends), frozenset({0})),) if len(ends) == 2 else ()
    return PieceTrack(unit, places, steps, ways=ways)


def acts(
    tracks: Sequence[PieceTrack], at: str, at_sea: Mapping[str, int] | None = None, dice: Sequence[int] = ()
) -> list[tuple[Action, ...]]:
    state = position("on X17: rus-24-inf\n", at)
    return [interpretation.actions for interpretation, _ in read(GAME, state, tracks, at_sea or {}, dice)]


def kinds(found: Sequence[Action]) -> list[str]:
    return [type(act).__name__ for act in found]


@pytest.mark.parametrize(
    ("unit", "start", "goal", "at", "expected"),
    [
        ("ger-12-inf", "M20", POOL, ENDING, [(Eliminate("ger-12-inf", "17.2"),)]),
        ("ger-12-inf", "F17", POOL, MOVING, [(Eliminate("ger-12-inf", "10.6"),)]),
        ("ger-12-inf", "M20", POOL, MOVING, []),
        ("ger-12-inf", "M20", POOL, FIGHTING, []),
        ("rus-3-inf", "M10", POOL, MOVING, []),
        (
            "ger-12-inf",
            "M20",
            SURRENDERED,
            MOVING,
            [(Surrender("ger-12-inf", "12.5"), Surrender("ger-12-inf", "16.3"))],
        ),
        ("ger-12-inf", "M20", SURRENDERED, FIGHTING, []),
        ("rus-3-inf", "M10", SURRENDERED, MOVING, [(AutomaticVictory(UNCLAIMED, (), ("rus-3-inf",)),)]),
        ("ger-12-inf", "M20", REMOVED, MOVING, [(Exit("ger-12-inf"),)]),
        ("ger-12-inf", "M20", REMOVED, FIGHTING, []),
        ("rus-3-inf", "M10", REMOVED, MOVING, []),
        ("ger-2-para", OFF_MAP, PARATROOP_RESERVE, MOVING, [(Enter("ger-2-para", PARATROOP_RESERVE),)]),
        ("ger-2-para", OFF_MAP, POOL, MOVING, []),
        ("rus-partisan-1", "M20", "M19", FIGHTING, [(Enter("rus-partisan-1", HEX("M19")),)]),
        ("ger-12-inf", "M20", "M19", FIGHTING, []),
    ],
)
def test_a_track_without_a_line_means_what_its_ends_and_its_phase_allow(
    unit: str, start: str, goal: str, at: str, expected: list[tuple[Action, ...]]
) -> None:
    assert acts([track(unit, start, goal)], at) == expected


def test_who_has_surrendered_and_comes_in_where_replacements_do_was_replaced() -> None:
    assert acts([track("ger-12-inf", SURRENDERED, "E33")], MOVING) == [(Replace("ger-12-inf", HEX("E33")),)]
    # Elsewhere it may have been put back, after a mistake; nobody is replaced in a combat phase or by the enemy.
    assert acts([track("ger-12-inf", SURRENDERED, "M20")], MOVING) == []
    assert acts([track("ger-12-inf", SURRENDERED, "E33")], FIGHTING) == []
    assert acts([track("rus-3-inf", SURRENDERED, "X1")], MOVING) == []


def test_a_partisan_who_moves_in_a_movement_phase_has_not_come_in() -> None:
    state = position("", "turn 6 russian impulse 1 movement clear")
    [(interpretation, _)] = read(GAME, state, [track("rus-partisan-1", "M20", "M19")], {})
    assert "Enter" not in kinds(interpretation.actions)


def test_the_deed_of_a_box_is_told_by_the_names_of_both_ends() -> None:
    state = position("", ENDING)
    [(interpretation, _)] = read(GAME, state, [track("ger-12-inf", "M20", POOL)], {})
    [told] = interpretation.findings
    assert told.sentence == "ger-12-inf went from M20 to the box 'replacement pool'; the log does not say why."


def test_who_leaves_a_coast_for_the_off_map_box_has_sailed_and_who_dies_there_has_not() -> None:
    [sailed] = acts([track("rus-3-inf", "DD24", OFF_MAP)], "turn 2 russian impulse 1 movement clear")
    assert kinds(sailed) == ["SeaMove"] * 3
    [died] = acts([track("ger-12-inf", "DD24", POOL)], ENDING)
    assert kinds(died) == ["Eliminate"]


def test_a_die_at_sea_sinks_who_went_to_the_pool_and_carries_who_went_to_a_coast() -> None:
    [sunk] = acts([track("ger-12-inf", OFF_MAP, POOL)], MOVING, {"ger-12-inf": 4})
    assert sunk == (Eliminate("ger-12-inf", "10.4"),)
    assert acts([track("ger-12-inf", OFF_MAP, POOL)], MOVING) == []
    [landed] = acts([track("ger-12-inf", OFF_MAP, "DD24")], MOVING, {"ger-12-inf": 4})
    assert kinds(landed) == ["SeaMove"] * 3 + ["Enter"]


def test_the_die_at_sea_belongs_to_the_last_track_that_ends_at_sea() -> None:
    both = [track("rus-3-inf", "DD24", "JJ23"), track("rus-3-inf", "JJ23", OFF_MAP, step=8)]
    found = acts(both, "turn 2 russian impulse 1 movement clear", {"rus-3-inf": 4})
    dice = [[act.die for act in deed if isinstance(act, SeaMove)] for deed in found]
    assert dice == [[0, 0, 0], [4, 4, 4]]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        # A 3-4 and a 4-4: the 11th takes the place of the latter, though the former was taken off just before it came.
        (("ger-10-inf", "ger-11-inf"), ("ger-11-mot", "ger-26-mot")),
        # A 5-4 and a 4-4: without a 3-4 on the map 26th Corps may take the place of both, 11th Corps that of the 4-4.
        (("ger-11-inf", "ger-7-inf"), ("ger-26-mot", "ger-11-mot")),
    ],
)
def test_two_corps_of_one_hex_are_each_exchanged_for_what_they_may_be_exchanged_for(
    older: tuple[str, str], newer: tuple[str, str]
) -> None:
    state = position(
        f"on Y20: {' '.join(older)}\nbox axis motorization: ger-11-mot ger-26-mot\n",
        "turn 14 axis impulse 1 movement clear",
    )
    gone = [track(unit, "Y20", REMOVED, step=step) for unit, step in zip(older, (4, 9), strict=True)]
    come = [track(unit, MOTORIZATION, "Y20", step=step) for unit, step in zip(newer, (5, 10), strict=True)]
    found = {interpretation.actions for interpretation, _ in read(GAME, state, [*gone, *come], {}, ())}
    assert found == {(Motorize(older[1], newer[0]),), (Motorize(older[0], newer[1]),)}


def test_who_goes_from_a_hex_into_the_pool_was_sunk_if_a_die_was_rolled_for_him_at_sea() -> None:
    [sunk] = acts([track("ger-12-inf", "DD24", POOL)], MOVING, {"ger-12-inf": 4})
    assert sunk[0] == Eliminate("ger-12-inf", "10.4")
    [gone] = acts([track("ger-12-inf", "DD24", SURRENDERED)], MOVING, {"ger-12-inf": 4})
    assert Eliminate("ger-12-inf", "10.4") not in gone


def test_who_is_motorized_is_not_read_twice() -> None:
    pair = [track("ger-12-inf", "M20", REMOVED), track("ger-11-mot", MOTORIZATION, "M20")]
    other = track("ger-17-inf", "M21", "M22")
    found = acts([*pair, other], MOVING)
    assert found[0] == (Motorize("ger-12-inf", "ger-11-mot"),)
    assert [kinds(deed)[0] for deed in found[1:]] == ["Move"]
    assert isinstance(found[1][0], Move)
    assert found[1][0].unit == "ger-17-inf"


def test_only_what_was_moved_after_a_die_may_be_a_retreat() -> None:
    moved = PieceTrack("ger-12-inf", (HEX("Y17"), HEX("Y18")), (4,), ways=(Trail((HEX("Y17"), HEX("Y18"))),))
    state = position("on X17: rus-24-inf\n", MOVING)

    def perhaps(die: int) -> bool:
        [(interpretation, _)] = read(GAME, state, [moved], {}, [die])
        return interpretation.perhaps

    assert perhaps(3)
    assert not perhaps(4)


def test_a_unit_of_the_enemy_that_is_lost_while_moving_was_perhaps_an_automatic_victory() -> None:
    state = position("on Y17: ger-41-pz\non X17: rus-24-inf\n")

    def marks(unit: str, start: str, goal: Place) -> list[object]:
        track = PieceTrack(unit, (HEX(start), goal), (4,))
        return [interpretation.marks for interpretation in GAME.guess(state, (), Unexplained((track,))).interpretations]

    victory = [(UNDECLARED, VICTORIES)]
    assert marks("rus-24-inf", "X17", "replacement-pool") == victory
    assert marks("rus-24-inf", "X17", "surrendered") == [*victory, ()]
    assert marks("rus-24-inf", "X17", HEX("W17")) == []
    assert victory[0] not in marks("ger-41-pz", "Y17", "replacement-pool")


def test_a_line_about_a_die_at_sea_whose_die_is_not_among_the_dice_is_no_reading() -> None:
    state = position("on R9: rus-3-inf\n")
    about = Finding("log.sea", Verdict.UNDECIDED, "A die for rus-3-inf at sea.", ("rus-3-inf",))
    said = Interpretation((7,), findings=(about,))
    assert GAME.guess(state, (said,), Unexplained((), (Die(3, 5, "SEA"),))).interpretations == ()
