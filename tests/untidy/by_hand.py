"""Untidy plays by the engine's own drags and keys: `python -m tests.untidy.by_hand` plays them all (needs the engine).

`by_hand.toml` has them, in the words of `tests.crimes.by_hand`: innocent ones first, then some with a crime.
`by_hand.tar.xz` keeps the logs, `by_hand.txt` what an audit says of each, word by word: to be read by somebody when
either changes (`--told-only` writes it anew without playing). A play's `!` lines name all that is told of it beside
notes; they were written from the rules.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.crimes.by_hand import Play, sentences, told_by, write_logs
from tests.crimes.by_the_engine import VERSION, kept_logs
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.resources import data_dir

HERE = Path(__file__).parent
PLAYS, LOGS, TOLD = HERE / "by_hand.toml", HERE / "by_hand.tar.xz", HERE / "by_hand.txt"


def plays() -> list[Play]:
    """Return the plays of the table."""
    table = tomllib.loads(PLAYS.read_text(encoding="utf-8"))
    starts = table["starts"]
    return [
        Play(e["kind"], e["why"], starts.get(e["start"], e["start"]).strip(), e["acts"].strip(), e.get("by", "Axis"))
        for e in table["play"]
    ]


def beside_notes(lines: Iterable[str]) -> list[str]:
    """Return `verdict rule` of all that is told and no note."""
    told = (line.partition(": ")[0].split() for line in lines)
    return sorted(" ".join(words[-2:]) for words in told if words[-2] != "note")


def named(play: Play) -> list[str]:
    """Return `verdict rule` of all that is to be told of a play, without its notes."""
    return sorted(words for words in told_by(play) if not words.startswith("note"))


def told_of_all() -> dict[str, list[str]]:
    """Return what is told of each play, by its kind, as `by_hand.txt` has it."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in TOLD.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            lines.append(line.strip())
        elif line:
            lines = found.setdefault(line, [])
    return found


def audited(parts: ModuleInputs, archive: Path, chosen: Iterable[Play]) -> Iterator[tuple[Play, list[str]]]:
    """Yield each play with what an audit says of its log, in words."""
    with tempfile.TemporaryDirectory() as name:
        logs = {path.stem: path for path in kept_logs(Path(name), archive)}
        yield from ((play, sentences(logs[play.stem], parts)) for play in chosen)


def main() -> int:
    """Play all, or those of some kinds, and say of which too little or too much is told."""
    from trc_module.module.build import build_module

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="parts of kinds' names; nothing is kept then")
    parser.add_argument("--told-only", action="store_true", help="audit the logs that are kept, and play nothing")
    parser.add_argument("--module", type=Path, help="a module that is built already")
    given = parser.parse_args()
    parts = load_inputs(find_game("trc"), data_dir() / "trc")
    chosen = [play for play in plays() if not given.kinds or any(part in play.kind for part in given.kinds)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = LOGS
        if not given.told_only:
            module = given.module or folder / "trc.vmod"
            if given.module is None:
                build_module(parts, module, VERSION, folder / "cache")
            archive = folder / LOGS.name
            write_logs(parts, chosen, module, archive, with_opening=False)
            if not given.kinds:
                shutil.move(archive, LOGS)
                archive = LOGS
        found = list(audited(parts, archive, chosen))
    if given.kinds:
        for play, lines in found:
            print("\n  ".join([play.kind, *lines]))
    else:
        text = "\n\n".join("\n  ".join([play.kind, *lines]) for play, lines in found)
        TOLD.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    wrong = [
        "\n  ".join([play.kind, f"to be told: {'; '.join(named(play)) or 'notes at most'}", *lines])
        for play, lines in found
        if beside_notes(lines) != named(play)
    ]
    print("\n".join(wrong) or "All is told as it should be.")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
