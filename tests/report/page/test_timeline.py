from __future__ import annotations

from itertools import chain
from pathlib import Path

from tests.replay.script import Script
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import GameLog
from trc_module.report.page.timeline import Timeline


def lying(timeline: Timeline, log: GameLog, step: int) -> dict[str, list[str]]:
    ids = {site.name: [timeline.pieces[piece] for piece in site.at(step)] for site in timeline.sites}
    return {name: [p.markers["unit"] for p in here] for name, here in ids.items() if here}


def test_a_film_shows_what_the_table_holds_after_every_step(script: Script) -> None:
    log = script.log()
    timeline = Timeline(log, log.steps(log.table()))
    table = log.table()
    assert len(log.saved.steps) == 9
    for step in chain([None], log.steps(table)):
        spots: dict[str, list[str]] = {}
        for spot, ids in table.position().items():
            place = log.parts.layout.place(spot.map, spot.x, spot.y)
            name = f"{spot.map}: {log.parts.layout.title(place)}" if isinstance(place, str) else None
            name = name or (log.parts.board.grid.name(place) if isinstance(place, int) else "beside the hexes")
            spots.setdefault(name, []).extend(table.pieces[id_].markers["unit"] for id_ in ids)
        assert lying(timeline, log, step.number if step else 0) == spots


def test_the_moment_and_the_moves_of_a_step(script: Script) -> None:
    log = script.log()
    timeline = Timeline(log, log.steps(log.table()))
    moved = {step: [timeline.pieces[p].markers["unit"] for p in pieces] for step, pieces in timeline.moved.items()}
    assert moved == {
        1: ["ger-41-pz"],
        2: ["ger-41-pz"],
        3: ["ger-56-pz"],
        4: ["ger-56-pz"],
        5: ["ger-57-pz"],
        6: ["rus-3-inf"],
    }
    assert [(step, clock.phase) for step, clock in timeline.phases] == [(0, "movement"), (8, "combat")]
    assert timeline.clock(7).phase == "movement"


def test_boxes_stand_in_the_order_of_the_modules_windows_that_of_turns(parts: ModuleInputs, tmp_path: Path) -> None:
    header = "at: turn 1 axis impulse 1 movement clear\non I18: ger-57-pz\n"
    boxes = {"russian turn-12": "rus-4-inf", "axis turn-10": "ger-41-pz", "axis turn-2": "ger-56-pz"}
    lines = "".join(f"box {box}: {unit}\n" for box, unit in {**boxes, "axis turn-9": "ger-8-inf"}.items())
    log = Script(parts, header + lines, tmp_path / "game.vlog").log()
    timeline = Timeline(log, log.steps(log.table()))
    assert [site.name.rpartition(": ")[2] for site in timeline.sites] == [
        "I18",
        "Axis arrivals, turn 2",
        "Axis arrivals, turn 9",
        "Axis arrivals, turn 10",
        "Russian arrivals, turn 12",
    ]
