"""Time of reading a save, as ratios to what no reader can do without, and the memory that it takes.

    python -m benchmarks.vassal_reading [FILE.vsav ...] [--megabytes 465]

The floor is `bytes.fromhex`, `translate` and `split` of the same save in the same run. Without files
a save made up here is measured. The large save is written to a temporary folder and read in
streaming by a process of its own, whose peak memory is printed.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
import zipfile
from binascii import hexlify
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ESC = "\x1b"
SMALL_PIECES = 800


def piece_text(number: int, chance: random.Random) -> str:
    """Write one counter with some thirty traits, as modules have them."""
    from trc_module.vassal.traits import Trait
    from trc_module.vassal.traits.build import basic_piece, dynamic_property, layer, marker, piece, report, trigger
    from trc_module.vassal.values import Key

    keys = [Key.named(f"key{index}") for index in range(6)]
    traits = [
        marker(unit=f"unit-{number}", nation=chance.choice(("Deutschland", "Magyarország", "România", "СССР"))),
        layer("Step", (f"u{number}.png", f"u{number}b.png"), names=("", "+ (reduced)"), level=chance.randint(1, 2)),
        Trait.make("markmoved", moved=chance.random() < 0.5),
        Trait.make("footprint"),
        Trait.make("delete"),
        Trait.make("clone"),
        Trait.make("restrict", sides=("Axis", "Soviet")),
        Trait.make("label", text=str(chance.randint(1, 9))),
    ]
    for index in range(8):
        traits += [
            dynamic_property(f"Property{index}", str(chance.randint(0, 999))),
            trigger(
                keys[:3], command=f"Command {index}", key=keys[index % 6], when=f'{{Property{index} > 3 && a != "b/c"}}'
            ),
            report(keys[:2], "*** $pieceName$: $location$ → $Property1$"),
        ]
    x, y = chance.randint(0, 5000), chance.randint(0, 5000)
    basic = basic_piece(f"Unit {number}", f"u{number}.png", gpid=number, map="Main Map", x=x, y=y)
    return piece(str(1700000000000 + number), traits, basic).command().encode()


def save_text(pieces: int) -> str:
    """Write the text of a save."""
    from trc_module.vassal import sequence

    chance = random.Random(1)
    group = sequence.encode(["", *(piece_text(number, chance) for number in range(pieces))], ESC)
    return sequence.encode(["begin_save", "", group, "SETUP_STACK\t", "end_save"], ESC)


def fastest(*functions: Callable[[], object], times: int = 15) -> list[float]:
    """Return the shortest of some runs of each, in seconds of this process, run in turn."""
    found = [float("inf")] * len(functions)
    for _ in range(times):
        for index, function in enumerate(functions):
            start = time.process_time()
            function()
            found[index] = min(found[index], time.process_time() - start)
    return found


def floor(data: bytes) -> list[bytes]:
    key = int(data[5:7], 16)
    return bytes.fromhex(data[7:].decode("ascii")).translate(bytes(byte ^ key for byte in range(256))).split(b"\x1b")


def split_only(data: bytes) -> list[str]:
    from trc_module.vassal.obfuscation import reveal

    return reveal(data).split(ESC)


def parse(data: bytes, *, fields: bool) -> int:
    from trc_module.vassal.commands import AddPiece, decode_commands, walk
    from trc_module.vassal.obfuscation import reveal_bytes
    from trc_module.vassal.traits import Piece, read_piece

    count = 0
    for node in decode_commands(reveal_bytes(data)):
        for command in walk(node):
            if isinstance(command, AddPiece):
                piece = read_piece(command)
                count += 1
                if fields and isinstance(piece, Piece):
                    for trait in piece.traits:
                        count += len(trait.tokens) + len(trait.state_tokens)
    return count


def measure(name: str, data: bytes) -> None:
    """Print the ratios of one save."""
    base, *ours = fastest(
        lambda: floor(data),
        lambda: split_only(data),
        lambda: parse(data, fields=False),
        lambda: parse(data, fields=True),
    )
    split, pieces, tokens = (seconds / base for seconds in ours)
    print(f"{name}: {len(data) / 1e6:.2f} MB, floor {base * 1000:.2f} ms")
    print(f"  revealed and split              {split:5.2f} times the floor (at most 3)")
    print(f"  with piece types and states     {pieces:5.2f} times the floor (at most 13)")
    print(f"  with every field of every trait {tokens:5.2f} times the floor")


def large_save(path: Path, megabytes: int) -> None:
    """Write a save whose `savedGame` has so many megabytes, a piece at a time."""
    chance = random.Random(2)
    table = bytes(byte ^ 0x47 for byte in range(256))
    # Many different counters, then the same again under other ids.
    kinds = [piece_text(number, chance).split("/", 2)[2] for number in range(400)]

    def parts() -> Iterator[str]:
        yield f"begin_save{ESC}{ESC}"
        written = number = 0
        while written < megabytes * 500_000:
            text = f"\\{ESC}+/{1700000000000 + number}/{kinds[number % len(kinds)]}"
            yield text
            written += len(text.encode())
            number += 1
        yield f"{ESC}SETUP_STACK\t{ESC}end_save"

    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("savedGame", "w", force_zip64=True) as stream,
    ):
        stream.write(b"!VCSK47")
        for part in parts():
            stream.write(hexlify(part.encode().translate(table)))


def read_streaming(path: Path) -> None:
    """Read a save in streaming, every piece with its properties, and print what it took."""
    from trc_module.vassal.commands import AddPiece, walk
    from trc_module.vassal.saves import stream_saved_game
    from trc_module.vassal.traits import Piece, read_piece

    start = time.perf_counter()
    count = 0
    for item in stream_saved_game(path):
        for command in walk(item.node):
            if isinstance(command, AddPiece):
                piece = read_piece(command)
                count += isinstance(piece, Piece) and piece.map is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    print(f"  {count} pieces in {time.perf_counter() - start:.1f} s, peak memory {peak:.0f} MB (less than 300)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="saves or logs to measure instead of the one made up here")
    parser.add_argument("--megabytes", type=int, default=60, help="size of the large save (465 is the largest known)")
    parser.add_argument("--stream", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.stream:
        read_streaming(options.stream)
        return
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.obfuscation import veil

    for file in options.files:
        with Archive(file) as archive:
            measure(file.name, archive.read("savedGame"))
    if not options.files:
        measure("a save made up here", veil(save_text(SMALL_PIECES)))
    with TemporaryDirectory() as folder:
        path = Path(folder, "large.vsav")
        large_save(path, options.megabytes)
        with zipfile.ZipFile(path) as archive:
            size = archive.getinfo("savedGame").file_size
        print(f"a save of {size / 1e6:.0f} MB, read in streaming:", flush=True)
        subprocess.run([sys.executable, "-m", "benchmarks.vassal_reading", "--stream", str(path)], check=True)


if __name__ == "__main__":
    main()
