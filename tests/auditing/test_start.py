"""The position with which a log begins, of a table with a few counters."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from tests.auditing.steps import clock_of, log_of, place
from tests.reading.phases import TOY
from trc_module.auditing.start import Start, read_start
from trc_module.hexgrid import Hex
from trc_module.module.turns import TRACKER_ID
from trc_module.rules.clock import FIGHT, MOVE, OTHER, Clock
from trc_module.rules.slices import OnTable


def counter(id_: str, unit: str, at: int | str | None, **shows: Any) -> Any:
    shown = {"face": None, "status": None, "words": (), "fights": False, **shows}
    return SimpleNamespace(id=id_, unit=unit, name=unit, spot=place(at), **shown)


RED = counter("1", "red-1", 1)


def begun(
    *counters: Any,
    clock: Clock | None = None,
    properties: dict[tuple[str, str], str] | None = None,
    worlds: int = 1,
) -> tuple[Start, OnTable, bool]:
    """Return the beginning of a log, what its table shows besides, and whether a game is told that it began late."""
    asked: list[tuple[OnTable, bool]] = []

    def off_table(game: Any, world: Any, shown: OnTable, late: bool) -> list[Any]:
        asked.append((shown, late))
        return [world] * worlds

    game: Any = copy(TOY)
    vars(game)["systems"] = [SimpleNamespace(off_table=off_table, moment="the weather")]
    layout = SimpleNamespace(place=lambda map_, x, y: x)
    log = log_of(
        parts=SimpleNamespace(game=game, roster=game.roster, board=game.board, layout=layout),
        unit_of=lambda piece: game.roster.units.get(piece.unit),
        is_foreign=lambda piece: piece.unit == "a stranger",
        face_of=lambda piece: piece.face,
        status_of=lambda piece: piece.status,
        conditions_of=lambda piece: piece.words,
        marker_of=lambda piece: SimpleNamespace(id=piece.unit) if piece.unit.startswith("marker") else None,
        fights=lambda piece: piece.fights,
        clock_of=lambda state: clock,
        hands=lambda: {},
        foreign=None,
        scenario="campaign",
        options=frozenset(),
    )
    pieces = {one.id: one for one in counters}
    table: Any = SimpleNamespace(
        pieces=pieces,
        position=lambda: {one.spot: (one.id,) for one in counters if one.spot is not None},
        turns={TRACKER_ID: "a state"},
        properties=properties or {},
    )
    start = read_start(log, table)
    (told,) = asked
    return (start, *told)


def test_counters_show_where_units_are_and_what_they_are() -> None:
    start, shown, _ = begun(
        counter("1", "red-1", 1, face=1, status=0, words=("tired",)),
        counter("2", "red-2", "lost"),
        counter("3", "blue-1", 2, words=("tired",)),
        counter("4", "red-1", 3, face=0),
        counter("5", "blue-2", None),
        counter("6", "a stranger", 4),
        counter("7", "a word", 5),
        clock=clock_of(MOVE),
    )
    (state,) = start.worlds
    assert [state.place(unit) for unit in ("red-1", "red-2", "blue-1", "blue-2")] == [Hex(1), "lost", Hex(2), None]
    assert (shown.faces, shown.statuses) == ({"red-1": 1}, {"red-1": 0})
    assert shown.conditions == {"tired": {"red-1", "blue-1"}}
    assert [str(finding) for finding in start.findings] == [
        "note log.unit: red-1 is on the table twice; the second is disregarded.",
        "note log.unit: The piece 'a stranger' at 4 is not in the data.",
        "note log.place: blue-2 lies outside all hexes and boxes, at None.",
    ]


def test_properties_are_those_of_the_module() -> None:
    properties = {("Module", "weather"): "snow", ("Map", "weather"): "mud", ("Module", "vp"): "3"}
    assert begun(RED, clock=clock_of(MOVE), properties=properties)[1].properties == {"weather": "snow", "vp": "3"}


def test_markers_are_those_that_lie_in_boxes() -> None:
    lying = [counter("1", "marker-1", 1), counter("2", "marker-2", 1), counter("3", "marker-3", None)]
    lying[0].spot, lying[1].spot = (_Spot("a box"), _Spot(7))
    assert begun(*lying, clock=clock_of(MOVE))[1].markers == {"marker-1": "a box"}


@dataclass(frozen=True)
class _Spot:
    """A spot of a map, which lies at its name."""

    x: int | str
    y: int = 0
    map: str = "Map"


@pytest.mark.parametrize(
    ("clock", "late", "told"),
    [
        (clock_of(OTHER), False, False),
        (clock_of(MOVE), False, False),
        (clock_of(FIGHT), True, False),
        (clock_of(OTHER, turn=2), True, True),
    ],
)
def test_only_the_first_movement_has_nothing_before_it(clock: Clock, late: bool, told: bool) -> None:
    start, _, later = begun(RED, clock=clock)
    assert (start.late, later, start.worlds[0].clock) == (late, told, clock)


def test_where_somebody_fights_a_battle_was_declared_before() -> None:
    start, _, _ = begun(counter("1", "red-1", 1, fights=True), clock=clock_of(MOVE))
    assert (start.late, start.fighting) == (True, True)


def test_without_a_tracker_a_log_is_taken_for_one_of_the_whole_game() -> None:
    start, _, _ = begun(RED)
    assert (start.late, start.worlds[0].clock) == (False, TOY.start("campaign", frozenset()).clock)
    assert [finding.rule for finding in start.findings] == ["log.phase"]


def test_what_is_not_shown_is_unknown_if_it_may_be_several_things() -> None:
    for worlds, unknown in ((1, ()), (2, ("the weather",)), (3, ("the weather",))):
        start, _, _ = begun(RED, clock=clock_of(MOVE), worlds=worlds)
        assert (len(start.worlds), start.unknown) == (worlds, unknown)
