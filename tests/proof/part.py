"""One part of the proof: a command that tries much, how much is asked of it, and what it has told."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

PARTS = Path(__file__).with_name("parts.toml")
_TRIED = re.compile(r"^.*: (\d+) inputs in .*, (\d+) different errors")
_COUNTED = re.compile(r"^.*: (\d+) planted, (\d+) found, (\d+) named right")


@dataclass(frozen=True, slots=True)
class Part:
    """A part as the table of parts has it."""

    what: str
    unit: str
    """What is counted of it."""
    n: int
    """How much is asked."""
    first: int
    """The first seed."""
    command: tuple[str, ...]
    """A module and its arguments, with {n}, {first} and {kept} where the amount, that seed and a file of its own go."""
    tell: str
    """A pattern of the lines that the page repeats."""

    def amount(self, share: float) -> int:
        """Return how much a share of it is, 1 at least."""
        return max(1, round(self.n * share))

    def words(self, n: int, kept: Path) -> list[str]:
        """Return the module and its arguments for so much."""
        return [word.format(n=n, first=self.first, kept=kept) for word in self.command]


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of a part has come to."""

    what: str
    commit: str
    n: int
    command: str
    code: int
    """The exit code of the command."""
    seconds: int
    date: str
    told: tuple[str, ...]


def parts() -> list[Part]:
    """Return the parts in the order of the page."""
    tables = tomllib.loads(PARTS.read_text(encoding="utf-8"))["part"]
    return [Part(**{**table, "command": tuple(table["command"])}) for table in tables]


def run(part: Part, share: float, commit: str, folder: Path) -> Run:
    """Run a share of a part; what it keeps lies in a folder, and goes first: nothing of another run counts."""
    n, kept = part.amount(share), folder / f"part-{part.first}.jsonl"
    kept.unlink(missing_ok=True)
    words, began = part.words(n, kept), time.monotonic()
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False)
    told = tuple(_told(part, done.stdout.splitlines())) or tuple(done.stderr.splitlines()[-1:])
    command = shlex.join(["python", "-m", *part.words(n, Path("FILE"))])
    return Run(part.what, commit, n, command, done.returncode, round(time.monotonic() - began), _today(), told)


def _told(part: Part, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that the page repeats; of many kinds of crimes, and of what was fuzzed, their sums."""
    found = [line.strip() for line in lines if re.match(part.tell, line)]
    crimes, inputs = ([match for line in found if (match := each.match(line))] for each in (_COUNTED, _TRIED))
    if found and len(crimes) == len(found):
        planted, right, named = _sums(crimes)
        yield f"{planted} crimes of {len(crimes)} kinds: {right} found, {named} named right"
    elif found and len(inputs) == len(found):
        tried, errors = _sums(inputs)
        yield f"{tried} inputs of {len(inputs)} targets: {errors} different errors"
    else:
        yield from found


def _sums(matches: Iterable[re.Match[str]]) -> Iterator[int]:
    """Yield the sums of the numbers that lines have in common."""
    yield from map(sum, zip(*([int(number) for number in match.groups()] for match in matches), strict=True))


def _today() -> str:
    return time.strftime("%Y-%m-%d", time.gmtime())
