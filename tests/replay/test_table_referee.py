"""Our table against the engine's own, piece by piece after every step."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.referee.engine import Engine
from tests.referee.modules import write_module
from tests.referee.test_engine_saves import MAP as MAP_XML
from tests.referee.test_engine_saves import write_save
from tests.replay.commands import MAP, move, piece, stack
from trc_module.replay.table import Table
from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    ChangePiece,
    Command,
    LogCommand,
    NotNewGame,
    RemovePiece,
    encode_commands,
)

UNITS = ["1", "2", "3", "4", "5", "6"]
STACKS = ["21", "22", "23"]
PLACES = [(20, 30), (60, 53), (100, 76), (140, 99)]
START: list[Command] = [
    *(piece(id_, *PLACES[0]) for id_ in UNITS[:3]),
    *(piece(id_, *PLACES[1]) for id_ in UNITS[3:5]),
    piece("6", *PLACES[2]),
    piece("9", *PLACES[1], trait="immob;;N"),
    stack("21", *PLACES[0], "1", "2", "3"),
    stack("22", *PLACES[1], "4", "5"),
    stack("23", *PLACES[2], "6"),
]


def write_log(path: Path, steps: list[Command]) -> Path:
    save = encode_commands([*START, NotNewGame(), *map(LogCommand, steps)])
    opening, _, rest = ("begin_save\x1b" + save).partition("SETUP_STACK\t")
    return write_save(path, f"{opening}SETUP_STACK\t\x1bend_save{rest}")


def we_say(table: Table) -> dict[str, tuple[str | None, int, int, int]]:
    said: dict[str, tuple[str | None, int, int, int]] = {}
    for p in table.pieces.values():
        index = 0
        if p.parent is not None:
            # A change of a stack may drop a piece that goes on believing that it lies there.
            index = p.parent.pieces.index(p) if p in p.parent.pieces else -1
        said[p.id] = (p.spot.map, p.spot.x, p.spot.y, index) if p.spot else (None, p.x, p.y, index)
    return said


def random_act(chance: random.Random) -> Command:
    kind = chance.choices(["move", "move stack", "stack", "order", "change", "remove", "add"], [12, 3, 3, 3, 2, 1, 1])[
        0
    ]
    x, y = chance.choice(PLACES)
    if kind == "move":
        return move(chance.choice([*UNITS, "9"]), x, y, chance.choice([None, None, *UNITS]))
    if kind == "move stack":
        return move(chance.choice(STACKS), x, y, chance.choice([None, *UNITS]))
    if kind == "stack":
        return stack(chance.choice(STACKS), x, y, *chance.sample(UNITS, chance.randint(1, 2)))
    ids = chance.sample(UNITS, 3)
    if kind == "order":
        new, old = f"{MAP};{x};{y};{';'.join(ids)};@@1", f"{MAP};{x};{y};{';'.join(sorted(ids))};@@1"
        return ChangePiece(chance.choice(STACKS), new, old if chance.random() < 0.7 else None)
    if kind == "change":
        new, old = (sequence.encode_nested([ids[0], f"{MAP};{a};{b};7;0"]) for a, b in chance.sample(PLACES, 2))
        return ChangePiece(ids[0], new, old if chance.random() < 0.7 else None)
    return RemovePiece(ids[0]) if kind == "remove" else piece(ids[0], x, y)


def compare(referee: Engine, folder: Path, steps: list[Command]) -> None:
    game = referee.open(write_module(folder / "m.vmod", MAP_XML), draw_palettes=False)
    assert game.load(write_log(folder / "game.vlog", steps)), game.last
    major, minor = (int(part) for part in game.engine_version.split(".")[:2])
    table = Table(game.maps, makes_stacks=(major, minor) >= (3, 7))
    for command in START:
        table.execute(command)
    assert we_say(table) == game.places()
    for number, command in enumerate(steps, 1):
        game.step()
        table.execute(command)
        assert we_say(table) == game.places(), f"step {number}: {command}"


@pytest.mark.parametrize("seed", range(3))
def test_random_acts_end_where_the_engine_says(referee: Engine, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    compare(referee, tmp_path, [random_act(chance) for _ in range(150)])
