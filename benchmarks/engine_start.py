"""How long the real engine takes from start to map: our module against a bare one with the same pictures.

    python -m benchmarks.engine_start [--rounds 3]

The bare module has the same map, boxes and counters, each with its pictures and its name and nothing else. Both are
opened in turn by one process; the best of the rounds counts. Beginning a set-up is told beside it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from zipfile import ZipFile

from lxml import etree

from tests.referee.engine import Engine
from tests.referee.server import find_parts
from trc_module.games import find_game
from trc_module.module.build import build_module
from trc_module.module.parts import load_parts
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
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    parts = load_parts(find_game("trc"), data_dir() / "trc")
    with tempfile.TemporaryDirectory() as folder:
        ours, plain = Path(folder) / "ours.vmod", Path(folder) / "bare.vmod"
        build_module(parts, ours, "1", Path(folder) / "cache")
        bare(ours, plain)
        engine = Engine(find_parts())
        engine.open(plain, draw_palettes=False)
        best = {module: min(_opened(engine, module) for _ in range(rounds)) for module in (plain, ours)}
        game = engine.open(ours, draw_palettes=False)
        begun = time.perf_counter()
        game.start_setup(next(iter(setups(parts))).name, side="Axis")
        setup = time.perf_counter() - begun
        engine.close()
        size = ours.stat().st_size / 1e6
    print(
        f"bare module opened in {best[plain]:.2f} s, ours in {best[ours]:.2f} s: {best[ours] / best[plain]:.2f} times"
    )
    print(f"set-up of the campaign begun in {setup:.2f} s; module {size:.1f} MB")


def _opened(engine: Engine, module: Path) -> float:
    begun = time.perf_counter()
    engine.open(module, draw_palettes=False).new_game(side="Axis")
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
