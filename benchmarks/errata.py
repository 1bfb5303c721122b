"""Time of an erratum: all faces from clean, then one changed factor and the module written again.

    python -m benchmarks.errata [--rounds 5]

The budgets: all faces from clean under 4 s on two cores; after one erratum only its faces are drawn and the module is
written again in under 1.2 s, every other entry of the archive byte for byte the same. What counts is the command as a
module maker runs it, from its start to its end, with its bytecode kept as Python does by default. The same within a
process that has imported everything, and the command when nothing has changed, tell which part of it is imports.
Errata of other kinds are timed once each.
Processor time is that of all processes and tells more than the wall where a machine is shared.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

FACES_BUDGET, ERRATUM_BUDGET = 4.0, 1.2

HEAD = 'title = "{0}"\ndate = 2026-01-01\nsource = "erratum:benchmark"\n\n[[correction]]\n'

OTHERS = {
    "name": 'unit = "ger-3-pz"\nfield = "name"\nold = "{old}"\nnew = "{new}"',
    "new unit": 'unit = "rus-{new}-inf"\nadd = {{ side = "russian", nation = "russian", name = "{new}", '
    'type = "infantry", size = "army", stacks = "army", combat = 4, move = 3, area = "Moscow", arrival = "start" }}',
    "other id": 'unit = "ger-{old}-pz"\nrename = "ger-{new}-pz"',
    "retirement": 'unit = "rus-52-inf"\nretire = true',
}
"""Errata of other kinds than a changed factor."""


def faces_from_clean() -> tuple[float, int]:
    """Return the seconds that painting every face takes, with the processes' own start, and how many there are."""
    from trc_module.games import find_game
    from trc_module.module.draw_jobs import face_jobs
    from trc_module.module.draw_pool import drawing
    from trc_module.module.inputs import load_inputs
    from trc_module.resources import data_dir

    game = find_game("trc")
    folder = data_dir() / "trc"
    maker = load_inputs(game, folder).maker
    with tempfile.TemporaryDirectory() as scratch:
        start = time.perf_counter()
        with drawing(list(face_jobs(maker, "nato", "normal")), Path(scratch)) as finish:
            pictures = finish()
        return time.perf_counter() - start, len(pictures)


class Overlay:
    """An owner's folder, to which each build adds an erratum."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "mine"
        self._sheets = 0
        self._factor = 7
        self._held = {"name": "3", "other id": "24"}
        (self.folder / "errata").mkdir(parents=True)

    def correct(self, kind: str = "") -> None:
        """Change a factor to one that it has not had, or make an erratum of another kind."""
        if kind:
            old, new = self._held.get(kind, ""), str(700 + self._sheets)
            text = OTHERS[kind].format(old=old, new=new)
            self._held[kind] = new
        else:
            text = f'unit = "ger-47-pz"\nfield = "combat"\nold = {self._factor}\nnew = {self._factor + 1}'
            self._factor += 1
        self._sheets += 1
        sheet = self.folder / "errata" / f"{self._sheets:04}-benchmark.toml"
        sheet.write_text(HEAD.format(self._sheets) + text + "\n", encoding="utf-8")


def as_process(overlay: Overlay, module: Path, kind: str | None = "") -> tuple[float, float]:
    """Return wall and processor seconds of `trc-module build`, after a correction or, with None, without one."""
    if kind is not None:
        overlay.correct(kind)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["TRC_MODULE_CACHE"] = str(module.parent)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    command = [sys.executable, "-m", "trc_module", "build", "-o", str(module), "--data", str(overlay.folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_process(overlay: Overlay, module: Path) -> tuple[float, tuple[str, ...]]:
    """Return the seconds from reading the data to the module's end, and what was drawn."""
    from trc_module.disk_cache import cache_root
    from trc_module.module.build import BuildRequest, build_game

    overlay.correct()
    start = time.perf_counter()
    built = build_game(BuildRequest("trc", "0", overlay.folder), module, cache_root(module.parent))
    return time.perf_counter() - start, built.drawn


def others_are_the_same(before: Path, after: Path) -> bool:
    """Tell whether only the palette, the set-ups and the one face differ."""
    with zipfile.ZipFile(before) as a, zipfile.ZipFile(after) as b:
        changed = {name for name in a.namelist() if a.read(name) != b.read(name)}
        others = {name for name in changed if not name.endswith(".vsav")}
        return a.namelist() == b.namelist() and others == {"buildFile.xml", "images/ger-47-pz.png"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    seconds, faces = faces_from_clean()
    with tempfile.TemporaryDirectory() as folder:
        overlay, module = Overlay(Path(folder)), Path(folder) / "trc.vmod"
        as_process(overlay, module)
        earlier = module.with_name("earlier.vmod")
        earlier.write_bytes(module.read_bytes())
        walls, processor = zip(*(as_process(overlay, module) for _ in range(rounds)), strict=True)
        same = others_are_the_same(earlier, module)
        still, _ = zip(*(as_process(overlay, module, None) for _ in range(rounds)), strict=True)
        others = {kind: as_process(overlay, module, kind) for kind in OTHERS}
        within, drawn = zip(*(in_process(overlay, module) for _ in range(rounds)), strict=True)
    print(f"cores                               {os.cpu_count()}")
    print(f"all {faces} faces from clean          {seconds:6.2f} s   (budget {FACES_BUDGET})")
    print(f"after one erratum, the command      {statistics.median(walls):6.2f} s   (budget {ERRATUM_BUDGET})")
    print(f"    its processor time              {statistics.median(processor):6.2f} s   in all processes")
    print(f"    within a process that is there  {statistics.median(within[1:]):6.2f} s   drawn: {', '.join(drawn[-1])}")
    for kind, (wall, cpu) in others.items():
        print(f"an erratum of another kind: {kind:10}{wall:5.2f} s   its processor time {cpu:.2f} s")
    print(f"nothing changed, the command        {statistics.median(still):6.2f} s")
    print(f"every other entry the same bytes    {'yes' if same else 'NO'}")


if __name__ == "__main__":
    main()
