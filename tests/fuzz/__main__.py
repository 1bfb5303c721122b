"""Fuzz the readers: `python -m tests.fuzz [--seconds 60] [--inputs 1000000] [--target record] [--engine atheris]`.

With `--write docs/self-play.md` what was tried is added to the table there; each target when it has ended.

Without an engine inputs are changed with their format in mind, by a seed. Seconds are of processor time, so that other
work on the machine takes none of them. With `--engine atheris` (which is no
dependency of ours: `pip install atheris`) changes are guided by the code that they reach.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import random
import signal
import subprocess
import sys
import time
import traceback
from datetime import date
from pathlib import Path

import pytest
from click import Abort

from tests.fuzz.mutating import changed
from tests.fuzz.once import keep_what_stays
from tests.fuzz.targets import TARGETS, Target
from tests.fuzz.totals import Total, with_runs

CORPUS = Path(__file__).parent / "corpus"
GROWN = Path("build/fuzz")
"""The inputs that have reached new code, by target: they are kept for the next run with atheris, but are no tests."""

_LONGEST = 20_000
"""Bytes of an input that is changed further."""


def keep(target: Target, data: bytes) -> Path:
    """Write an input that was not borne into the corpus, where it stays as a test."""
    folder = CORPUS / target.name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(data).hexdigest()[:16]
    path.write_bytes(data)
    return path


class Interrupted(Exception):  # noqa: N818 - it is no error
    """Somebody has stopped the run (Ctrl-C), after so many inputs and errors."""


def fuzz(target: Target, seconds: float, seed: int, inputs: int | None = None) -> tuple[int, int]:
    """Return how many inputs were tried, and how many different errors there were.

    It ends after the seconds of processor time, or after the number of inputs if that is sooner. An interruption raises
    `Interrupted`, which tells as much.
    """
    rng = random.Random(f"{target.name} {seed}")
    pool = list(target.seeds())
    seen: set[str] = set()
    tried = 0
    end = time.process_time() + seconds
    try:
        while time.process_time() < end and tried != inputs:
            data = changed(rng.choice(pool), pool, target.words, rng)
            tried += 1
            # Changes of changes grow: without a limit the pool of a long run is made of inputs of many MB.
            if len(pool) < 500 and len(data) <= _LONGEST and rng.random() < 0.01:
                pool.append(data)
            try:
                target.run(data)
            except Abort:
                # Click makes it of an interruption in the midst of a command.
                raise KeyboardInterrupt from None
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                name = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}"
                if name not in seen:
                    seen.add(name)
                    print(f"{target.name}: {name}: {str(error)[:120]}\n    kept as {keep(target, data)}")
    except KeyboardInterrupt:
        raise Interrupted(max(0, tried - 1), len(seen)) from None
    return tried, len(seen)


def guided(target: Target, seconds: int) -> None:
    """Fuzz with atheris; it ends the process."""
    try:
        atheris = importlib.import_module("atheris")
    except ImportError:
        print("atheris is not installed (pip install atheris); without it: python -m tests.fuzz", file=sys.stderr)
        raise SystemExit(2) from None
    finds, grown = CORPUS / target.name, GROWN / target.name
    finds.mkdir(parents=True, exist_ok=True)
    grown.mkdir(parents=True, exist_ok=True)
    for i, seed in enumerate(target.seeds()):
        (grown / f"seed-{i}").write_bytes(seed)
    dictionary = GROWN / f"{target.name}.words"
    dictionary.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words), encoding="ascii")
    words = [sys.argv[0], f"-max_total_time={seconds}", f"-max_len={_LONGEST}", "-timeout=20", f"-dict={dictionary}"]
    words += [f"-artifact_prefix={finds}/", str(grown), str(finds)]
    atheris.instrument_all()
    atheris.Setup(words, target.run)
    atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def add_to(page: Path, runs: list[Total]) -> None:
    """Add runs to the table in a page; it ends the process if there is none."""
    try:
        text = with_runs(page.read_text(encoding="utf-8"), runs)
    except (OSError, ValueError) as error:
        raise SystemExit(f"{page}: {error}") from None
    # Another run may read the page meanwhile, to add its own.
    half = page.with_name(f"{page.name}.{os.getpid()}")
    half.write_text(text, encoding="utf-8")
    half.replace(page)


def _commit() -> str:
    return subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="of processor time, for all targets together")
    parser.add_argument("--inputs", type=int, help="for each target, at most")
    parser.add_argument("--target", choices=sorted(TARGETS), action="append", help="may be repeated; by default all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", choices=("own", "atheris"), default="own")
    parser.add_argument("--write", type=Path, metavar="FILE", help="add what was tried to the table in this page")
    given = parser.parse_args()
    chosen = [TARGETS[name] for name in given.target or TARGETS]
    if given.write:
        add_to(given.write, [])
    keep_what_stays(pytest.MonkeyPatch())
    # Whoever ends a long run in the background (`kill`) is told too what it has tried.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if given.engine == "atheris":
        guided(chosen[0], given.seconds)
    errors = 0
    for target in chosen:
        found, stopped = _tell(target, given, given.seconds / len(chosen))
        errors += found
        if stopped:
            break
    raise SystemExit(1 if errors else 0)


def _tell(target: Target, given: argparse.Namespace, seconds: float) -> tuple[int, bool]:
    """Fuzz a target, tell how it went, and return the number of errors and whether somebody has stopped it."""
    began, stopped = time.process_time(), False
    try:
        tried, found = fuzz(target, seconds, given.seed, given.inputs)
    except Interrupted as end:
        tried, found = end.args
        stopped = True
    minutes = (time.process_time() - began) / 60
    print(f"{target.name}: {tried} inputs in {minutes:.1f} minutes, {found} different errors", flush=True)
    if given.write:
        add_to(given.write, [Total(target.name, tried, minutes, found, _commit(), date.today().isoformat())])
    return found, stopped


if __name__ == "__main__":
    main()
