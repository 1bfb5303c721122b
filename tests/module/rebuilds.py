"""Builds after random corrections compared with builds from clean: `python -m tests.module.rebuilds`.

Everything that an owner can correct is corrected in random order, some of it twice and some of it back again. After
every change the module is built with the cache of the earlier builds, and now and then with an empty one; the two must
be the same to the byte.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HEAD = 'title = "{0}"\ndate = 2026-01-01\nsource = "erratum:letter"\n\n'


class Owner:
    """An owner's folder, in which corrections come and go, and a copy of this package."""

    def __init__(self, folder: Path, package: Path, lot: random.Random) -> None:
        self.folder = folder
        self.package = package
        self.lot = lot
        self._sheets = 0
        self._factor, self._name, self._unit, self._retired = 7, "3", "ger-3-pz", False
        (folder / "errata").mkdir(parents=True)

    def sheet(self, *corrections: str) -> None:
        """Add a sheet of errata."""
        self._sheets += 1
        text = HEAD.format(self._sheets) + "".join(f"[[correction]]\n{text}\n" for text in corrections)
        (self.folder / "errata" / f"{self._sheets:04}-letter.toml").write_text(text, encoding="utf-8")

    def change_factor(self) -> None:
        """Change a factor, to one of another length or the same."""
        new = self.lot.choice([4, 8, 9, 11, 12])
        if new != self._factor:
            self.sheet(f'unit = "ger-47-pz"\nfield = "combat"\nold = {self._factor}\nnew = {new}')
            self._factor = new

    def change_name(self) -> None:
        """Change what a counter is called."""
        new = f"3{self.lot.randrange(1000)}"
        self.sheet(f'unit = "{self._unit}"\nfield = "name"\nold = "{self._name}"\nnew = "{new}"')
        self._name = new

    def rename(self) -> None:
        """Give a counter another id."""
        new = f"ger-3-{self.lot.randrange(10000)}"
        self.sheet(f'unit = "{self._unit}"\nrename = "{new}"')
        self._unit = new

    def add(self) -> None:
        """Add a unit."""
        name = self.lot.randrange(100, 10000)
        self.sheet(
            f'unit = "rus-{name}-inf"\nadd = {{ side = "russian", nation = "russian", name = "{name}", type = '
            '"infantry", size = "army", stacks = "army", combat = 4, move = 3, area = "Moscow", arrival = "start" }'
        )

    def retire(self) -> None:
        """Retire a unit, once."""
        if not self._retired:
            self._retired = True
            self.sheet('unit = "rus-52-inf"\nretire = true')

    def arrive(self) -> None:
        """Let a reinforcement come on another turn."""
        turn = self.lot.randrange(3, 20)
        self._table("units.csv", "id, arrival", f"rus-3gd-tank-army, {turn}")

    def marker(self) -> None:
        """Call a marker something else."""
        self._table("markers.csv", "id, front", f"invasion-axis, Landing {self.lot.randrange(99)}")

    def weaken(self) -> None:
        """Correct a factor in the owner's own table, and forget what stood in it before."""
        self._table("units.csv", "id, combat", f"rus-3gd-tank-army, {self.lot.randrange(1, 20)}")

    def chart(self) -> None:
        """Replace a part of a chart."""
        stukas = f'1941 = {{ clear = {self.lot.randrange(9)}, light-mud = 1, mud = 1, snow = 0, source = "owner" }}'
        self._write("charts/air.toml", f"[stukas]\n{stukas}\n")

    def city(self) -> None:
        """Make a city a major or a minor one."""
        told = {"kind": "city", "name": "Smolensk", "hex": "P14", "source": "owner"}
        told["class"] = self.lot.choice(["major", "minor"])
        feature = {"type": "Feature", "id": "city:Smolensk", "properties": told, "geometry": None}
        self._write("map/places.geojson", json.dumps({"type": "FeatureCollection", "features": [feature]}))

    def option_text(self) -> None:
        """Call an optional rule something else, in our own words for it."""
        path = self.package / "trc_module" / "module" / "texts" / "en.toml"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'^("26\.5" = ").*"', rf'\g<1>Option {self.lot.random()}"', text, flags=re.M), "utf-8")

    def nothing(self) -> None:
        """Delete a correction, if there is one in a table of the owner's own."""
        (self.folder / "units.csv").unlink(missing_ok=True)

    def _table(self, name: str, heading: str, row: str) -> None:
        self._write(name, f"{heading}\n{row}\n")

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


CHANGES: tuple[Callable[[Owner], None], ...] = (
    Owner.change_factor,
    Owner.change_name,
    Owner.rename,
    Owner.add,
    Owner.retire,
    Owner.arrive,
    Owner.marker,
    Owner.weaken,
    Owner.chart,
    Owner.city,
    Owner.option_text,
    Owner.nothing,
)


def build(owner: Owner, module: Path) -> list[str]:
    """Build the module as its maker does, and return what was drawn for it."""
    command = [sys.executable, "-m", "trc_module", "build", "-o", str(module), "--data", str(owner.folder), "--json"]
    cache = str(module.parent / "cache")
    environment = {**os.environ, "PYTHONPATH": str(owner.package), "TRC_MODULE_CACHE": cache}
    run = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, cwd=owner.package)
    if run.returncode:
        raise SystemExit(run.stderr)
    drawn: list[str] = json.loads(run.stdout)["drawn"]
    return drawn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=4, help="Compare with a clean build after so many changes.")
    arguments = parser.parse_args()
    lot = random.Random(arguments.seed)
    root = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for part in ("trc_module", "data", "source_art"):
            shutil.copytree(root / part, place / "copy" / part, ignore=shutil.ignore_patterns("__pycache__"))
        owner = Owner(place / "mine", place / "copy", lot)
        module, clean = place / "grown" / "trc.vmod", place / "clean" / "trc.vmod"
        build(owner, module)
        for number in range(1, arguments.changes + 1):
            change = lot.choice(CHANGES)
            change(owner)
            drawn = build(owner, module)
            print(f"{number:3} {change.__name__:14} drawn: {', '.join(drawn)}")
            if number % arguments.every == 0 or number == arguments.changes:
                shutil.rmtree(clean.parent, ignore_errors=True)
                clean.parent.mkdir()
                build(owner, clean)
                same = module.read_bytes() == clean.read_bytes()
                print(f"    a clean build: {'same' if same else 'DIFFERS'}")
                if not same:
                    raise SystemExit(1)


if __name__ == "__main__":
    main()
