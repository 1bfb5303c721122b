"""Time of `lint`, `explode` and `implode`: on a module of ours and on a large made one.

    python -m benchmarks.module_tools [MODULE.vmod ...]

The budget is 2 s for `lint` of a module of the size of ours (some 500 pictures, 6 to 12 MB). The made one has 5,000
slots of ten traits each, 4,000 pictures and two set-ups of 3,000 pieces, several times what large published ones have.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from trc_module.vassal import Archive, Entry, GameSetup, Metadata, Trait, component, serialize, write_archive
from trc_module.vassal.exploded import explode, implode
from trc_module.vassal.lint import lint
from trc_module.vassal.saves import write_saved_game
from trc_module.vassal.traits.build import (
    basic_piece,
    layer,
    marker,
    piece,
    prototype,
    prototype_text,
    report,
    slot_text,
)
from trc_module.vassal.values import Key

BUDGET = 2.0
SLOTS, PICTURES, PIECES = 5_000, 4_000, 3_000
GIF = b"GIF89a\x50\x00\x50\x00\x00" + bytes(3_000)
DATA = Metadata("large", "1.0", vassal_version="3.5.8")


def traits(number: int) -> list[Trait]:
    return [
        prototype("Unit"),
        marker(unit=f"unit-{number}", Side="A", CF=str(number % 9), MF="7"),
        layer("Step", (f"c{number % PICTURES}.gif", ""), names=("", "+ (half)")),
        *(report((Key.ctrl("X"),), f"$BasicName$ does $Step_Level$ {line}") for line in range(6)),
        Trait.make("sendto", command="Eliminate", key=Key.ctrl("E"), map="Main Map", x="10", y="10"),
    ]


def basic(number: int, **place: int | str) -> Trait:
    return basic_piece(f"Unit {number}", f"c{number % PICTURES}.gif", gpid=number + 1, **place)  # type: ignore[arg-type]


def make_module(path: Path) -> None:
    unit = [Trait.make("delete"), Trait.make("clone", key=Key.ctrl("X")), Trait.make("markmoved")]
    parts = ("BoardPicker", "PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToKeyBuffer")
    root = component(
        "GameModule",
        component(
            "module.PrototypesContainer",
            component("module.PrototypeDefinition", name="Unit", content=prototype_text(unit)),
        ),
        component("module.Map", *(component(f"module.map.{part}") for part in parts), mapName="Main Map"),
        component(
            "module.PieceWindow",
            *(
                component(
                    "widget.PieceSlot", entryName=f"Unit {i}", gpid=str(i + 1), content=slot_text(traits(i), basic(i))
                )
                for i in range(SLOTS)
            ),
        ),
        *(component("module.PredefinedSetup", name=name, file=f"{name}.vsav") for name in ("one", "two")),
        name="large",
        version="1.0",
        VassalVersion="3.5.8",
        nextPieceSlotId=SLOTS + 1,
    )
    entries = [Entry("moduledata", DATA.encode()), Entry("buildFile.xml", serialize(root))]
    for name in ("one", "two"):
        pieces = tuple(
            piece(str(1000 + i), [*unit, *traits(i)[1:]], basic(i, map="Main Map", x=i, y=i)) for i in range(PIECES)
        )
        save = path.with_suffix(".vsav")
        write_saved_game(save, GameSetup(pieces).commands(), save_data=DATA, module_data=DATA)
        entries.append(Entry(f"{name}.vsav", save.read_bytes()))
    write_archive(path, (*entries, *(Entry(f"images/c{i}.gif", GIF) for i in range(PICTURES))))


def seconds(run: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds by the clock and of the processor."""
    start, busy = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - start, time.process_time() - busy


def look(path: Path) -> int:
    with Archive(path) as archive:
        return len(lint(archive))


def measure(path: Path, folder: Path, name: str) -> None:
    again = folder / "again.vmod"
    runs: dict[str, Callable[[], object]] = {
        "lint": lambda: look(path),
        "explode": lambda: explode(path, folder / "texts"),
        "implode": lambda: implode(folder / "texts", again),
    }
    print(f"{name}: {path.stat().st_size / 1e6:.1f} MB, {look(path)} findings")
    for tool, run in runs.items():
        clock, busy = min(seconds(run) for _ in range(2))
        over = " OVER THE BUDGET" if tool == "lint" and name != "made" and busy > BUDGET else ""
        print(f"  {tool:8} {clock:6.2f} s, {busy:6.2f} s of the processor{over}")


def main() -> None:
    given = [Path(argument) for argument in sys.argv[1:]] or sorted(Path("build").glob("*.vmod"))
    with TemporaryDirectory() as folder:
        for number, path in enumerate(given):
            (Path(folder) / str(number)).mkdir()
            measure(path, Path(folder) / str(number), path.name)
        made = Path(folder) / "made.vmod"
        make_module(made)
        measure(made, Path(folder), "made")


if __name__ == "__main__":
    main()
