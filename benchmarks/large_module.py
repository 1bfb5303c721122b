"""A very large module of another game, made up: what lint, explode and diff take on it.

    python -m benchmarks.large_module [--setups 189] [--stacks 364] [--pieces 10] [--keep FOLDER]

Prints processor seconds and the peak of memory of each command, run in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from trc_module.vassal import (
    MODULE_DATA,
    Entry,
    GameSetup,
    Metadata,
    Piece,
    Stack,
    Trait,
    component,
    serialize,
    write_archive,
)
from trc_module.vassal.commands import PlacedBoard, SetBoards
from trc_module.vassal.saves import saved_game_entries
from trc_module.vassal.traits.build import (
    PropertyChange,
    basic_piece,
    dynamic_property,
    layer,
    markers,
    report,
    set_to,
    trigger,
)
from trc_module.vassal.values import Color, Key
from trc_module.vassal.writing import pack_archive

DATA = Metadata("large", "1.0", vassal_version="3.7.0")
_SLOTS = 600
_FUEL = 34
"""The trait whose state differs between the pieces of a slot."""


def traits(number: int) -> list[Trait]:
    """Return a piece's traits, outermost first, as modules of large games have them: forty, most of them shared."""
    go = Key.named("Go")
    more = [
        trait
        for n in range(14)
        for trait in (
            dynamic_property(f"Count {n}", "0", [PropertyChange(Key.named(f"Count {n}"), set_to(f"{{Total + {n}}}"))]),
            trigger(
                (go, Key.named(f"Count {n}")), key=Key.named(f"Begin {n}"), when=f'{{Phase == {n} && Side == "A"}}'
            ),
        )
    ]
    return [
        *more,
        Trait.make("delete"),
        Trait.make("clone"),
        Trait.make("markmoved", image="moved.png"),
        Trait.make("footprint"),
        report((go,), "$location$: $newPieceName$ attacks with $CF$ of $Formation$"),
        trigger((go,), command="Attack", key=Key.ctrl("A"), when='{CF > 0 && Side == "A"}'),
        dynamic_property("Fuel", "3", [PropertyChange(Key.ctrl("F"), set_to("{Fuel - 1}"), "Use fuel")]),
        dynamic_property("Orders", "", [PropertyChange(Key.ctrl("O"), set_to("hold"), "Hold")]),
        Trait.make("label", key=Key.ctrl("L"), text=""),
        Trait.make("sendto", command="Eliminate", key=Key.ctrl("E"), map="Main Map", board="Plain", x="5", y="5"),
        markers({"CF": str(number % 9 + 1), "MF": "6", "Side": "AB"[number % 2], "Formation": f"Corps {number // 10}"}),
        layer("Step", (f"u{number}.png", f"u{number}b.png"), names=("", "+ (half)")),
    ]


def write_module(path: Path, setups: int, stacks: int, pieces: int, seed: int) -> None:
    """Write a module with so many set-ups of so many stacks."""
    rng = random.Random(seed)
    slots = [Piece.build(None, [*traits(n), basic_piece(f"Unit {n}", f"u{n}.png", gpid=str(n))]) for n in range(_SLOTS)]
    build_file = component(
        "GameModule",
        component("module.BasicCommandEncoder"),
        component(
            "module.Map",
            component(
                "module.map.BoardPicker",
                component("module.map.boardPicker.Board", name="Plain", width=9000, height=9000, color=Color(9, 9, 9)),
            ),
            *(component(f"module.map.{part}") for part in ("PieceMover", "KeyBufferer", "MenuDisplayer")),
            component("module.map.ForwardToKeyBuffer"),
            mapName="Main Map",
        ),
        component(
            "module.PieceWindow",
            *(
                component("widget.PieceSlot", entryName=slot.name, gpid=slot.gpid, content=slot.command().encode())
                for slot in slots
            ),
            name="Counters",
        ),
        *(component("module.PredefinedSetup", name=f"Set-up {n}", file=f"s{n}.vsav") for n in range(setups)),
        name="large",
        version="1.0",
        VassalVersion="3.7.0",
        nextPieceSlotId=_SLOTS,
    )
    entries = [Entry("buildFile.xml", serialize(build_file)), Entry(MODULE_DATA, DATA.encode())]
    for number in range(setups):
        game = _setup(slots, stacks, pieces, rng)
        saved = saved_game_entries(game.commands(), save_data=DATA, module_data=DATA)
        entries.append(Entry(f"s{number}.vsav", pack_archive(path, saved)))
    write_archive(path, entries)


def _setup(slots: list[Piece], stacks: int, pieces: int, rng: random.Random) -> GameSetup:
    lying: list[Piece] = []
    piles: list[Stack] = []
    for pile in range(stacks):
        x, y = rng.randrange(9000), rng.randrange(9000)
        ids = [str(1_600_000_000_000 + pile * 100 + n) for n in range(pieces)]
        for id_ in ids:
            slot = slots[rng.randrange(1, len(slots))]
            fuel = (*slot.states[:_FUEL], str(rng.randrange(4)), *slot.states[_FUEL + 1 :])
            lying.append(Piece(id_, slot.types, fuel).with_position("Main Map", x, y))
        piles.append(Stack(str(1_700_000_000_000 + pile), "Main Map", x, y, tuple(ids)))
    return GameSetup(tuple(lying), tuple(piles), boards=(SetBoards("Main Map", (PlacedBoard("Plain"),)),))


def measured(words: list[str]) -> tuple[float, float]:
    """Run a command; return its processor seconds and the peak of its memory in MB."""
    process = subprocess.Popen([sys.executable, "-m", "trc_module", *words], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    # Linux gives kilobytes, macOS bytes.
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setups", type=int, default=189)
    parser.add_argument("--stacks", type=int, default=364, help="in each set-up")
    parser.add_argument("--pieces", type=int, default=10, help="in each stack")
    parser.add_argument("--keep", type=Path, help="a folder for the modules")
    given = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        old, new = folder / "old.vmod", folder / "new.vmod"
        for seed, path in enumerate((old, new)):
            if not path.exists():
                write_module(path, given.setups, given.stacks, given.pieces, seed)
        commands = (
            ["lint", str(old)],
            ["explode", str(old), str(Path(temporary, "texts"))],
            ["implode", str(Path(temporary, "texts")), str(Path(temporary, "again.vmod"))],
            ["diff", str(old), str(new)],
        )
        print(f"{given.setups * given.stacks} stacks, {given.setups * given.stacks * given.pieces} pieces")
        for words in commands:
            seconds, memory = measured(words)
            print(f"{words[0]:8} {seconds:6.1f} s  {memory:6.0f} MB")


if __name__ == "__main__":
    main()
