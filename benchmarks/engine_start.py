"""Time of the real engine from start to map: our module against a bare one with the same pictures.

    python -m benchmarks.engine_start [--rounds 5] [--game trp]

The bare module has the same map, boxes and counters, each with its pictures and its name and nothing else. Processor
time is counted, not the clock's, so that other programs do not matter much; the two are opened in turn, and the median
of the rounds counts. `start` is what a player waits for: Java starts, opens the module and shows its map. `again` is
the opening alone, in a process that has opened both before. Beginning a set-up is told beside it, the first time and
the median of later ones, with the length of the text that a save of it has.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from zipfile import ZipFile

from lxml import etree

from tests.referee.engine import Engine, Game
from tests.referee.server import find_parts
from trc_module.games import find_game
from trc_module.module.build import build_module
from trc_module.module.inputs import load_inputs
from trc_module.module.setups import setups
from trc_module.resources import data_dir
from trc_module.vassal.buildfile import BUILD_FILE, serialize
from trc_module.vassal.commands import AddPiece, decode_command
from trc_module.vassal.safe_xml import parse
from trc_module.vassal.traits import Piece

_KEPT = ("BasicCommandEncoder", "PlayerRoster", "GlobalOptions", "Map", "PieceWindow")


def bare(module: Path, path: Path) -> None:
    """Write the module without all that makes it more than a map and counters."""
    with ZipFile(module) as old, ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == BUILD_FILE:
                data = serialize(_stripped(parse(data, name)))
            new.writestr(name, data)


def _stripped(root: etree._Element) -> etree._Element:
    for child in list(root):
        if str(child.tag).rpartition(".")[2] not in _KEPT:
            root.remove(child)
    for slot in root.iter("VASSAL.build.widget.PieceSlot"):
        command = decode_command(str(slot.text))
        assert isinstance(command, AddPiece)
        kept = [trait for trait in Piece.read(command).traits if trait.id in ("mark", "emb2", "piece")]
        slot.text = Piece.build(None, kept).command().encode()
    return root


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", default="trc")
    given = parser.parse_args()
    rounds = given.rounds
    parts = load_inputs(find_game(given.game), data_dir() / given.game)
    side = parts.game.sides[0].capitalize()
    with tempfile.TemporaryDirectory() as folder:
        ours, plain = Path(folder) / "ours.vmod", Path(folder) / "bare.vmod"
        build_module(parts, ours, "1", Path(folder) / "cache")
        bare(ours, plain)
        _tell("start", *_alternately(rounds, plain, ours, partial(_start, side)))
        engine = Engine(find_parts())
        for module in (plain, ours):
            _opened(engine, side, module)
        _tell("again", *_alternately(rounds, plain, ours, partial(_opened, engine, side)))
        game = engine.open(ours, draw_palettes=False)
        setup = next(iter(setups(parts))).name
        first, *later = (_begun(engine, game, setup, side) for _ in range(rounds + 1))
        size, text = ours.stat().st_size / 1e6, len(game.restore_text()) / 1e6
        print(
            f"'{setup}' begun in {first:.2f} s, later in {median(later):.2f} s; its save has {text:.1f} million signs"
        )
        print(f"size of the module: {size:.1f} MB")
        engine.close()


def _alternately(rounds: int, plain: Path, ours: Path, measure: Callable[[Path], float]) -> tuple[float, float]:
    """Return the medians of the bare module and ours, measured in turn, each of them first in every other round."""
    taken: dict[Path, list[float]] = {plain: [], ours: []}
    for number in range(rounds):
        for module in (plain, ours) if number % 2 else (ours, plain):
            taken[module].append(measure(module))
    return median(taken[plain]), median(taken[ours])


def _tell(what: str, plain: float, ours: float) -> None:
    print(f"{what}: bare module {plain:.2f} s, ours {ours:.2f} s of processor time: {ours / plain:.2f} times")


def _start(side: str, module: Path) -> float:
    engine = Engine(find_parts())
    _opened(engine, side, module)
    taken = engine.cpu_seconds()
    engine.close()
    return taken


def _begun(engine: Engine, game: Game, name: str, side: str) -> float:
    begun = engine.cpu_seconds()
    game.start_setup(name, side=side)
    return engine.cpu_seconds() - begun


def _opened(engine: Engine, side: str, module: Path) -> float:
    begun = engine.cpu_seconds()
    engine.open(module, draw_palettes=False).new_game(side=side)
    return engine.cpu_seconds() - begun


if __name__ == "__main__":
    main()
