"""Mutation testing: the comparisons of a game's rules, or of another room's code, that no test would miss.

    python -m benchmarks.mutations [MODULE ...] [--kinds negated,shifted] [--jobs 2] [--write]
    python -m benchmarks.mutations --room reading   of trc_module/reading instead of trc_module/games/trc
    python -m benchmarks.mutations --again          those alone that lived in the run before, or whose function is new;
                                                    so a run that was stopped goes on
    python -m benchmarks.mutations --again --tests tests/games/trc/test_new.py     by some tests alone: what they notice
    python -m benchmarks.mutations --page           the page anew from the run before, with today's explanations

Every comparison of a module is changed, one at a time, and the tests that run its line are asked whether they notice:

* negated: `==` becomes `!=`, `<` becomes `>=`, `in` becomes `not in`;
* shifted: `<` becomes `<=` and `>` `>=`, and back: the boundary of an order;
* true, false: the whole comparison is left out, as if it always or never held.

The tests run once with coverage's contexts, which tell which test runs which line, and once more in a fork without:
a test that then fails by itself is asked nothing. Then each mutant gets a fork of this process, in which the code of
the changed functions is exchanged and the tests of that line are run until one fails: first those that have noticed
another mutant of the same function, then the quickest. A mutant that no line of a test reaches, or that all of them
accept, has survived. A test that takes more than ten times its own processor time (and two seconds) has run on without
end; only the process's own time counts, so that a busy machine changes nothing, and these are counted by themselves.

Survivors that change nothing a record could show are explained in `mutations.toml` beside this file, bound to the
comparison's text; `--write` makes the room's rows of docs/mutations.md and its tables of all that is known. What a run
finds is kept in build/mutations.json as it goes.

mutmut cannot be told to change comparisons alone, and cosmic-ray starts the tests anew for every mutant. Needs
`coverage`, besides what the tests need.
"""

from __future__ import annotations

import argparse
import csv
import gc
import json
import math
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from benchmarks.comparisons import (
    FIRST,
    PACKAGE,
    ROOT,
    Mutant,
    changed_code,
    explanations,
    files_of,
    mutants_of,
    stale,
)
from trc_module.spreadsheet import as_csv
from trc_module.systems.base_game import BaseGame

PAGE = ROOT / "docs" / "mutations.md"
KEPT = ROOT / "build" / "mutations.json"
TESTS = {
    FIRST: (
        "tests/games",
        "tests/rules",
        "tests/replay",
        "tests/auditing",
        "tests/crimes",
        "tests/cli/test_rules_commands.py",
        "tests/cli/test_audits.py",
        "tests/cli/test_audit_options.py",
        "tests/cli/test_orders.py",
        "tests/cli/test_victory.py",
        "tests/module/test_compose.py",
    ),
    "reading": ("tests/reading", "tests/untidy", "tests/auditing"),
    "auditing": ("tests/auditing", "tests/reading", "tests/untidy", "tests/replay"),
}
"""The tests that are asked about a room; about any other those in the folder of its name."""
SURVIVED, KILLED, ENDLESS, UNREACHED = "survived", "noticed", "without end", "not reached"
KEPT_EVERY = 50
"""The number of mutants after which the results are written, so that little is lost when a run is stopped."""


@dataclass
class Verdict:
    """The verdict on a mutant."""

    mutant: Mutant
    fate: str
    by: str = ""
    """The test that noticed it."""
    why: str = ""
    """The reason why it changes nothing, where that has been explained."""

    @property
    def alive(self) -> bool:
        return self.fate in (SURVIVED, UNREACHED)


@contextmanager
def _games() -> Iterator[WeakSet[BaseGame]]:
    """Remember every game that is made, for what it keeps."""
    made: WeakSet[BaseGame] = WeakSet()
    original = BaseGame.__init__

    def init(game: BaseGame, *given: Any, **named: Any) -> None:
        original(game, *given, **named)
        made.add(game)

    BaseGame.__init__ = init  # type: ignore[method-assign, assignment]
    try:
        yield made
    finally:
        BaseGame.__init__ = original  # type: ignore[method-assign]


@dataclass
class Hunt:
    """A pytest plugin: runs the collected tests once to see which runs what, then hunts the mutants."""

    room: str
    mutants: Sequence[Mutant]
    jobs: int
    within: float
    """The seconds of processor time beyond which a test is asked nothing."""
    games: WeakSet[BaseGame]
    keep: Callable[[Iterable[Verdict]], None]
    """The function that writes the verdicts found since its last call."""
    lines: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    seconds: dict[str, float] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    verdicts: list[Verdict] = field(default_factory=list)
    keen: dict[tuple[Path, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """The tests that have noticed mutants, by function."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        begin = time.process_time()
        self._cover()
        self.failed.update(name for name, taken in self.seconds.items() if taken > self.within)
        self._control()
        for name in sorted(self.failed):
            print(f"fails without any mutant, or takes too long, and is left out: {name}", file=sys.stderr)
        print(f"what runs what: {time.process_time() - begin:.0f} s of processor time", file=sys.stderr)
        self._hunt()
        return True

    @cached_property
    def _caches(self) -> list[Any]:
        """The caches with results of the functions under change."""
        return [
            one
            for one in _loaded()
            if hasattr(type(one), "cache_clear")
            and getattr(getattr(one, "__wrapped__", None), "__module__", "").startswith(self._package)
        ]

    @property
    def _package(self) -> str:
        return f"{PACKAGE.name}.{self.room.replace('/', '.')}"

    def _forget(self) -> None:
        for cache in self._caches:
            cache.cache_clear()
        for name, module in list(sys.modules.items()):
            if name.startswith(self._package):
                for kept in vars(module).values():
                    if isinstance(kept, WeakKeyDictionary):
                        kept.clear()
        for game in self.games:
            for name in [name for name in vars(game) if isinstance(getattr(type(game), name, None), cached_property)]:
                if name not in ("ledger", "readings"):
                    delattr(game, name)
            getattr(game, "_allowances", {}).clear()

    def _run(self, item: pytest.Item) -> bool:
        reports = runtestprotocol(item, log=False, nextitem=self.session)  # type: ignore[arg-type]
        return all(report.outcome != "failed" for report in reports)

    def _cover(self) -> None:
        print(f"{len(self.items)} tests, {len(self.mutants)} mutants", file=sys.stderr)
        meter = coverage.Coverage(data_file=None, include=[f"{PACKAGE / self.room}/*"], config_file=False)
        meter.start()
        for name, item in self.items.items():
            self._forget()
            meter.switch_context(name)
            begin = time.process_time()
            if not self._run(item):
                self.failed.add(name)
            self.seconds[name] = time.process_time() - begin
        meter.stop()
        data = meter.get_data()
        for path in data.measured_files():
            for line, tests in data.contexts_by_lineno(path).items():
                self.lines[path, line].update(test for test in tests if test)

    def _control(self) -> None:
        """Run all tests in a fork in which nothing is changed, the quickest first, as mutants meet them."""
        self._forget()
        read, write = os.pipe()
        child = os.fork()
        if not child:
            _silence()
            failed = [name for name in self._in_order(self.items) if not self._run(self.items[name])]
            os.write(write, "\n".join(failed).encode()[:60000])
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            self.failed.update(pipe.read().decode().split("\n"))
        os.waitpid(child, 0)
        self.failed.discard("")

    def _in_order(self, names: Iterable[str], where: tuple[Path, str] | None = None) -> list[str]:
        keen = self.keen[where] if where else Counter[str]()
        return sorted(set(names) - self.failed, key=lambda name: (-keen[name], self.seconds[name], name))

    def _tests(self, mutant: Mutant) -> list[str]:
        found = set().union(*(self.lines.get((str(mutant.path), line), ()) for line in mutant.lines))
        return self._in_order(found, (mutant.path, mutant.where))

    def _hunt(self) -> None:
        self._forget()
        functions: dict[str, list[FunctionType]] = defaultdict(list)
        for one in _loaded():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(PACKAGE / self.room)):
                functions[one.__code__.co_filename].append(one)
        gc.collect()
        gc.freeze()
        running: dict[int, tuple[Mutant, int]] = {}
        for done, mutant in enumerate(self.mutants):
            tests = self._tests(mutant)
            if not tests:
                self._record(Verdict(mutant, UNREACHED))
                continue
            while len(running) >= self.jobs:
                self._reap(running)
            read, write = os.pipe()
            child = os.fork()
            if not child:
                self._be_mutant(mutant, functions[str(mutant.path)], self._tests(mutant), write)
            os.close(write)
            running[child] = (mutant, read)
            if done % 50 == 0:
                lived = sum(verdict.alive for verdict in self.verdicts)
                spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                print(
                    f"{done} of {len(self.mutants)} mutants, {lived} alive, in {mutant.module}, {spent:.0f} s",
                    file=sys.stderr,
                )
        while running:
            self._reap(running)

    def _be_mutant(self, mutant: Mutant, functions: list[FunctionType], tests: list[str], write: int) -> None:
        _silence()
        codes = changed_code(mutant)
        for function in functions:
            key = (function.__code__.co_qualname, function.__code__.co_firstlineno)
            if key in codes:
                function.__code__ = codes[key]
        killer = ""
        try:
            for name in tests:
                # The signal ends this process; its clock is the process's own time.
                signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds[name])
                if not self._run(self.items[name]):
                    killer = name
                    break
        except BaseException as error:  # a mutant may do anything
            killer = f"{type(error).__name__}"
        os.write(write, killer.encode()[:4000])
        os._exit(1 if killer else 0)

    def _reap(self, running: dict[int, tuple[Mutant, int]]) -> None:
        child, status = os.wait()
        mutant, read = running.pop(child)
        with os.fdopen(read, "rb") as pipe:
            killer = pipe.read().decode(errors="replace")
        if os.WIFSIGNALED(status):
            name = signal.Signals(os.WTERMSIG(status)).name
            self._record(Verdict(mutant, ENDLESS if name == "SIGPROF" else KILLED, name))
        else:
            self._record(Verdict(mutant, KILLED if os.WEXITSTATUS(status) else SURVIVED, killer))

    def _record(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        if verdict.by in self.items:
            self.keen[verdict.mutant.path, verdict.mutant.where][verdict.by] += 1
        if verdict.alive or verdict.fate == ENDLESS:
            print(f"{verdict.fate}: {verdict.mutant}", file=sys.stderr)
        if len(self.verdicts) % KEPT_EVERY == 0:
            self.keep(self.verdicts[-KEPT_EVERY:])


def _loaded() -> list[Any]:
    """Return all objects that the collector knows.

    The tests' conftest, and a command that a test runs in this process, freeze what is loaded: then it is not listed.
    """
    gc.unfreeze()
    return gc.get_objects()


def _silence() -> None:
    """Let this fork say nothing, nor take more than 4 GB."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)


Table = list[list[str]]
"""The rows of a data file, without its headings."""
TABLES = {
    "modules.csv": (
        *("room", "module", "mutants", "noticed", "without end", "change nothing", "open", "rate", "not measured"),
    ),
    "unchanged.csv": ("room", "reason", "module", "function", "comparison", "as", "mutants"),
    "open.csv": ("room", "module", "function", "comparison", "as"),
}
"""The headings of the data files beside the page, by their names."""


def page(tables: Mapping[str, Table], runs: str) -> str:
    """Return docs/mutations.md, with what is told of the runs."""
    modules = tables["modules.csv"]
    alive, reasons = sum(int(row[5]) for row in modules), len({row[1] for row in tables["unchanged.csv"]})
    lines = [
        "# Mutated comparisons",
        "",
        "Made by `python -m benchmarks.mutations --write` (its docstring says how). Each comparison of a room's code",
        "is changed, one at a time, and the tests that run its line must notice: it is turned round, and the boundary",
        "of an order is moved by one. *Without end* are mutants with which a test took more than ten times its own",
        "processor time: noticed, but by the clock alone. What was found of a function holds until the function",
        "changes: those that have changed since, and those that no run has reached yet, are *not measured*.",
        "",
        *((runs, "") if runs else ()),
        "| room | mutants | noticed | without end | change nothing | open | rate | not measured |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *(_sum(room, [row for row in modules if row[0] == room]) for room in dict.fromkeys(row[0] for row in modules)),
        _sum("**all**", modules),
        "",
        "The rate leaves out what changes nothing. By module it stands in",
        "[modules.csv](mutations/modules.csv).",
        "",
        "## Mutants that change nothing",
        "",
        f"{alive} mutants change nothing, for {reasons} reasons;",
        "each stands with its reason in [unchanged.csv](mutations/unchanged.csv).",
        "",
        "## Open",
        "",
        *([f"* `{row[1]}.{row[2]}`: `{row[3]}` as `{row[4]}`" for row in tables["open.csv"]] or ["None."]),
    ]
    return "\n".join(lines) + "\n"


def _sum(name: str, modules: Table) -> str:
    *numbers, unmeasured = (sum(int(row[at]) for row in modules) for at in (2, 3, 4, 5, 6, 8))
    cells = (name, *numbers, _rate(numbers[1] + numbers[2], numbers[4]), unmeasured)
    return f"| {' | '.join(map(str, cells))} |"


def _rate(noticed: int, left: int) -> str:
    return f"{noticed / (noticed + left) if noticed + left else 1.0:.1%}"


def tables(room: str, verdicts: Sequence[Verdict]) -> dict[str, Table]:
    """Return the rows of a room for the data files beside the page, by the file's name."""
    kinds = {v.mutant.kind for v in verdicts}
    every = Counter(mutant.module for path in files_of(room) for mutant in mutants_of(path, kinds))
    found = {module: [v for v in verdicts if v.mutant.module == module] for module in sorted(every)}
    texts = explanations().texts
    reasons: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.alive and verdict.why:
            reasons[verdict.why].append(verdict)
    unchanged: list[tuple[object, ...]] = []
    for why, those in sorted(
        reasons.items(), key=lambda entry: (entry[1][0].mutant.module, entry[1][0].mutant.lines[0])
    ):
        if those[0].mutant.text in texts:
            unchanged += [(why, *key, " or ".join(afters), "") for key, afters in _by_place(those).items()]
        else:
            counts = sorted(Counter(v.mutant.module for v in those).items())
            unchanged += [(why, module, "", "", "", number) for module, number in counts]
    left = _by_place(v for v in verdicts if v.alive and not v.why)
    rows: dict[str, list[tuple[object, ...]]] = {
        "modules.csv": [(*_cells(module, those), every[module] - len(those)) for module, those in found.items()],
        "unchanged.csv": unchanged,
        "open.csv": [(*key, " or ".join(afters)) for key, afters in left.items()],
    }
    return {name: [[room, *map(str, row)] for row in those] for name, those in rows.items()}


def _by_place(verdicts: Iterable[Verdict]) -> dict[tuple[str, str, str], list[str]]:
    """Return by module, function and comparison what it was changed to."""
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for v in verdicts:
        place = found[v.mutant.module, v.mutant.where, v.mutant.before]
        if v.mutant.after not in place:
            place.append(v.mutant.after)
    return found


def _cells(name: str, verdicts: Sequence[Verdict]) -> tuple[object, ...]:
    explained = sum(v.alive and bool(v.why) for v in verdicts)
    left = sum(v.alive and not v.why for v in verdicts)
    endless = sum(v.fate == ENDLESS for v in verdicts)
    noticed = len(verdicts) - explained - left
    return name, len(verdicts), noticed - endless, endless, explained, left, _rate(noticed, left)


def write(room: str, verdicts: Sequence[Verdict]) -> None:
    """Write the rows of a room into the data files beside the page, and the page anew from these."""
    new, all_rows = tables(room, verdicts), {}
    for name, columns in TABLES.items():
        path = PAGE.with_suffix("") / name
        with path.open(encoding="utf-8", newline="") as file:
            rest = [row for row in list(csv.reader(file))[1:] if row[0] != room]
        # The first room stays the first, and the others stand by their names.
        all_rows[name] = sorted([*rest, *new[name]], key=lambda row: (row[0] != FIRST, row[0]))
        path.write_text(as_csv(columns, all_rows[name]), encoding="utf-8")
    told = PAGE.read_text(encoding="utf-8").split("\n\n")[2:]
    runs = "\n\n".join(takewhile(lambda part: not part.startswith("|"), told))
    PAGE.write_text(page(all_rows, runs), encoding="utf-8")


def keep(verdicts: Iterable[Verdict]) -> None:
    """Write what a run has found into the build folder, over what earlier ones found."""
    rows = {tuple(row["key"]): row for row in _rows()}
    rows |= {v.mutant.key: {"key": v.mutant.key, "fate": v.fate, "by": v.by} for v in verdicts}
    KEPT.parent.mkdir(exist_ok=True)
    half = KEPT.with_suffix(".half")
    half.write_text(json.dumps(list(rows.values()), indent=0), encoding="utf-8")
    half.replace(KEPT)


def _rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else []
    return found


def kept(room: str) -> list[Verdict]:
    """Return what the runs before found of functions that have not changed, in the order of the code; unexplained.

    What is explained to change nothing lives, whether a run has asked about it or not.
    """
    told, texts = {tuple(row["key"]): row for row in _rows()}, explanations().texts
    found: list[Verdict] = []
    for mutant in (mutant for path in files_of(room) for mutant in mutants_of(path)):
        row = told.get(mutant.key)
        if row is not None:
            found.append(Verdict(mutant, row["fate"], row["by"]))
        elif mutant.text in texts:
            found.append(Verdict(mutant, SURVIVED))
    return found


def _explain(verdicts: Iterable[Verdict]) -> None:
    why = explanations()
    for text in stale(why.texts):
        print(f"explained, but not in the code: {text}", file=sys.stderr)
    for verdict in verdicts:
        verdict.why = why.of(verdict.mutant)
        if verdict.mutant.text in why.texts and not verdict.alive:
            print(f"explained as changing nothing, but noticed by {verdict.by}: {verdict.mutant}", file=sys.stderr)


def _chosen(given: argparse.Namespace) -> list[Mutant]:
    paths = [p for p in files_of(given.room) if not given.modules or _names(p, given.room) & set(given.modules)]
    mutants = [mutant for path in paths for mutant in mutants_of(path, given.kinds.split(","))]
    if given.again:
        settled, why = {verdict.mutant for verdict in kept(given.room) if not verdict.alive}, explanations()
        mutants = [mutant for mutant in mutants if mutant not in settled and not why.of(mutant)]
    return mutants


def _names(path: Path, room: str) -> set[str]:
    """Return what a module may be called: its name, and its packages' names."""
    within = path.relative_to(PACKAGE / room)
    return {path.stem, *within.parts[:-1], ".".join(within.with_suffix("").parts)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="modules or packages of the room; all if none is named")
    parser.add_argument("--room", default=FIRST, help="a folder of trc_module, such as reading; games/trc if not given")
    parser.add_argument("--kinds", default="negated,shifted", help="negated, shifted, true, false")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="only what lived unexplained in the run before, or is new")
    parser.add_argument(
        "--tests", nargs="+", metavar="PATH", help="only these tests; what they do not notice stays as it was"
    )
    parser.add_argument(
        "--within", type=float, default=math.inf, metavar="SECONDS", help="leave out the tests that take longer"
    )
    parser.add_argument("--page", action="store_true", help="write docs/mutations.md from the run before")
    parser.add_argument("--write", action="store_true", help="write docs/mutations.md")
    given = parser.parse_args()
    verdicts: list[Verdict] = []
    if not given.page:
        verdicts = _hunted(given)
        # Some tests alone show what is noticed, and not what is not.
        (_keep_noticed if given.tests else keep)(verdicts)
    if given.write or given.page:
        verdicts = kept(given.room)
    _explain(verdicts)
    for verdict in verdicts:
        if verdict.alive and not verdict.why:
            print(f"{verdict.fate}: {verdict.mutant}")
    print(dict(zip(TABLES["modules.csv"][1:], _cells(given.room, verdicts), strict=False)))
    if given.write or given.page:
        write(given.room, verdicts)


def _keep_noticed(verdicts: Iterable[Verdict]) -> None:
    keep(verdict for verdict in verdicts if not verdict.alive)


def _hunted(given: argparse.Namespace) -> list[Verdict]:
    mutants, tests = _chosen(given), given.tests or TESTS.get(given.room, (f"tests/{given.room}",))
    settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    settings.load_profile("mutants")
    os.chdir(ROOT)
    with _games() as games:
        hunt = Hunt(given.room, mutants, given.jobs, given.within, games, _keep_noticed if given.tests else keep)
        status = pytest.main(
            ["-q", "-m", "not referee", "-p", "no:cacheprovider", "-p", "no:xdist", *tests], plugins=[hunt]
        )
    if not hunt.verdicts:
        sys.exit(int(status) or 2)
    order = {mutant: i for i, mutant in enumerate(mutants)}
    return sorted(hunt.verdicts, key=lambda verdict: order[verdict.mutant])


if __name__ == "__main__":
    main()
