"""Mutation testing over games/trc: the comparisons of the game's rules that no test would miss.

    python -m benchmarks.mutations [MODULE ...] [--kinds negated,shifted] [--jobs 2] [--write]
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
comparison's text; `--write` makes docs/mutations.md of all that is known. What a run finds is kept in
build/mutations.json as it goes.

mutmut cannot be told to change comparisons alone, and cosmic-ray starts the tests anew for every mutant. Needs
`coverage`, besides what the tests need.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from benchmarks.comparisons import KINDS, ROOT, RULES, Mutant, changed_code, explanations, mutants_of, stale
from trc_module.games.trc.game import TrcGame
from trc_module.spreadsheet import as_csv

PAGE = ROOT / "docs" / "mutations.md"
KEPT = ROOT / "build" / "mutations.json"
TESTS = (
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
)
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
def _games() -> Iterator[WeakSet[TrcGame]]:
    """Remember every game that is made, for what it keeps."""
    made: WeakSet[TrcGame] = WeakSet()
    original = TrcGame.__init__

    def init(game: TrcGame, *given: Any, **named: Any) -> None:
        original(game, *given, **named)
        made.add(game)

    TrcGame.__init__ = init  # type: ignore[method-assign, assignment]
    try:
        yield made
    finally:
        TrcGame.__init__ = original  # type: ignore[method-assign]


@dataclass
class Hunt:
    """A pytest plugin: runs the collected tests once to see which runs what, then hunts the mutants."""

    mutants: Sequence[Mutant]
    jobs: int
    games: WeakSet[TrcGame]
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
        self._control()
        for name in sorted(self.failed):
            print(f"fails without any mutant and is left out: {name}", file=sys.stderr)
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
            and getattr(getattr(one, "__wrapped__", None), "__module__", "").startswith("trc_module.games.trc")
        ]

    def _forget(self) -> None:
        for cache in self._caches:
            cache.cache_clear()
        for name, module in list(sys.modules.items()):
            if name.startswith("trc_module.games.trc"):
                for kept in vars(module).values():
                    if isinstance(kept, WeakKeyDictionary):
                        kept.clear()
        for game in self.games:
            for name in [name for name in vars(game) if isinstance(getattr(type(game), name, None), cached_property)]:
                if name not in ("ledger", "readings"):
                    delattr(game, name)
            game._allowances.clear()

    def _run(self, item: pytest.Item) -> bool:
        reports = runtestprotocol(item, log=False, nextitem=self.session)  # type: ignore[arg-type]
        return all(report.outcome != "failed" for report in reports)

    def _cover(self) -> None:
        print(f"{len(self.items)} tests, {len(self.mutants)} mutants", file=sys.stderr)
        meter = coverage.Coverage(data_file=None, include=[f"{RULES}/*"], config_file=False)
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
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(RULES)):
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


def page(verdicts: Sequence[Verdict]) -> str:
    """Return docs/mutations.md."""
    lines = [
        "# Mutated comparisons",
        "",
        "Made by `python -m benchmarks.mutations --write` (its docstring says how). Each comparison in `games/trc` is",
        "changed, one at a time, and the tests that run its line must notice. *Negated* turns it round, *shifted*",
        "moves the boundary of an order by one, *true* and *false* leave it out. *Without end* are mutants with which",
        "a test took more than ten times its own processor time: noticed, but by the clock alone. What was found of a",
        "function holds until the function changes: of those that have changed since, and of modules that no run has",
        "reached yet, it says below that they are not measured.",
        "",
        _head("kind"),
        _RULED,
    ]
    for kind in KINDS:
        if any(v.mutant.kind == kind for v in verdicts):
            lines.append(_row(kind, [v for v in verdicts if v.mutant.kind == kind]))
    lines += [_row("**all**", verdicts), "", "The rate leaves out what changes nothing. By module it stands in"]
    lines += ["[modules.csv](mutations/modules.csv)."]
    measured = {v.mutant for v in verdicts}
    kinds = {v.mutant.kind for v in verdicts}
    others = {m.module for p in sorted(RULES.rglob("*.py")) for m in mutants_of(p, kinds) if m not in measured}
    if others:
        names = ", ".join(f"`{name}`" for name in sorted(others))
        lines += ["", f"Not measured, or not all of it: {names}."]
    explained = [verdict for verdict in verdicts if verdict.alive and verdict.why]
    lines += ["", "## Mutants that change nothing", ""]
    count = f"{len(explained)} mutants change nothing, for {len({v.why for v in explained})} reasons"
    lines += [
        f"{count}; each stands with its",
        "reason in [unchanged.csv](mutations/unchanged.csv).",
        "",
        "## Open",
        "",
    ]
    lines += _named([v for v in verdicts if v.alive and not v.why]) or ["None."]
    return "\n".join(lines).rstrip() + "\n"


def tables(verdicts: Sequence[Verdict]) -> dict[str, str]:
    """Return the data files beside the page, by name."""
    modules = sorted({v.mutant.module for v in verdicts})
    rows = [_cells(module, [v for v in verdicts if v.mutant.module == module]) for module in modules]
    texts = explanations().texts
    reasons: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.alive and verdict.why:
            reasons[verdict.why].append(verdict)
    unchanged: list[tuple[object, ...]] = []
    for why, found in sorted(
        reasons.items(), key=lambda entry: (entry[1][0].mutant.module, entry[1][0].mutant.lines[0])
    ):
        if found[0].mutant.text in texts:
            unchanged += [(why, *key, " or ".join(afters), "") for key, afters in _by_place(found).items()]
        else:
            counts = sorted(Counter(v.mutant.module for v in found).items())
            unchanged += [(why, module, "", "", "", number) for module, number in counts]
    return {"modules.csv": as_csv(COLUMNS, rows), "unchanged.csv": as_csv(UNCHANGED, unchanged)}


COLUMNS = ("module", "mutants", "noticed", "without end", "change nothing", "open", "rate")
UNCHANGED = ("reason", "module", "function", "comparison", "as", "mutants")


def _named(verdicts: Iterable[Verdict]) -> list[str]:
    return [
        f"* `{module}.{where}`: `{before}` as {', '.join(f'`{after}`' for after in afters)}"
        for (module, where, before), afters in _by_place(verdicts).items()
    ]


def _by_place(verdicts: Iterable[Verdict]) -> dict[tuple[str, str, str], list[str]]:
    """Return by module, function and comparison what it was changed to."""
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for v in verdicts:
        place = found[v.mutant.module, v.mutant.where, v.mutant.before]
        if v.mutant.after not in place:
            place.append(v.mutant.after)
    return found


_RULED = "|---|---:|---:|---:|---:|---:|---:|"


def _head(name: str) -> str:
    return f"| {name} | mutants | noticed | without end | change nothing | open | rate |"


def _row(name: str, verdicts: Sequence[Verdict]) -> str:
    return f"| {' | '.join(map(str, _cells(name, verdicts)))} |"


def _cells(name: str, verdicts: Sequence[Verdict]) -> tuple[object, ...]:
    explained = sum(v.alive and bool(v.why) for v in verdicts)
    left = sum(v.alive and not v.why for v in verdicts)
    endless = sum(v.fate == ENDLESS for v in verdicts)
    noticed = len(verdicts) - explained - left
    rate = noticed / (noticed + left) if noticed + left else 1.0
    return name, len(verdicts), noticed - endless, endless, explained, left, f"{rate:.1%}"


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


def kept() -> list[Verdict]:
    """Return what the runs before found of functions that have not changed, in the order of the code; unexplained."""
    told = {tuple(row["key"]): row for row in _rows()}
    mutants = (mutant for path in sorted(RULES.rglob("*.py")) for mutant in mutants_of(path))
    return [Verdict(m, told[m.key]["fate"], told[m.key]["by"]) for m in mutants if m.key in told]


def _explain(verdicts: Iterable[Verdict]) -> None:
    why = explanations()
    for text in stale(why.texts):
        print(f"explained, but not in the code: {text}", file=sys.stderr)
    for verdict in verdicts:
        verdict.why = why.of(verdict.mutant)
        if verdict.mutant.text in why.texts and not verdict.alive:
            print(f"explained as changing nothing, but noticed by {verdict.by}: {verdict.mutant}", file=sys.stderr)


def _chosen(given: argparse.Namespace) -> list[Mutant]:
    paths = [p for p in sorted(RULES.rglob("*.py")) if not given.modules or _names(p) & set(given.modules)]
    mutants = [mutant for path in paths for mutant in mutants_of(path, given.kinds.split(","))]
    if given.again:
        settled, why = {verdict.mutant for verdict in kept() if not verdict.alive}, explanations()
        mutants = [mutant for mutant in mutants if mutant not in settled and not why.of(mutant)]
    return mutants


def _names(path: Path) -> set[str]:
    """Return what a module may be called: its name, and its packages' names."""
    within = path.relative_to(RULES)
    return {path.stem, *within.parts[:-1], ".".join(within.with_suffix("").parts)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="modules or packages of games/trc; all if none is named")
    parser.add_argument("--kinds", default="negated,shifted", help="negated, shifted, true, false")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="only what lived unexplained in the run before, or is new")
    parser.add_argument(
        "--tests", nargs="+", metavar="PATH", help="only these tests; what they do not notice stays as it was"
    )
    parser.add_argument("--page", action="store_true", help="write docs/mutations.md from the run before")
    parser.add_argument("--write", action="store_true", help="write docs/mutations.md")
    given = parser.parse_args()
    verdicts: list[Verdict] = []
    if not given.page:
        # Some tests alone show what is noticed, and not what is not.
        write = _keep_noticed if given.tests else keep
        verdicts = _hunted(_chosen(given), given.jobs, given.tests or TESTS, write)
        write(verdicts)
    if given.write or given.page:
        verdicts = kept()
    _explain(verdicts)
    for verdict in verdicts:
        if verdict.alive and not verdict.why:
            print(f"{verdict.fate}: {verdict.mutant}")
    print(_head("").strip(), _row("all", verdicts), sep="\n")
    if given.write or given.page:
        PAGE.write_text(page(verdicts), encoding="utf-8")
        for name, table in tables(verdicts).items():
            (PAGE.with_suffix("") / name).write_text(table, encoding="utf-8")


def _keep_noticed(verdicts: Iterable[Verdict]) -> None:
    keep(verdict for verdict in verdicts if not verdict.alive)


def _hunted(
    mutants: Sequence[Mutant], jobs: int, tests: Sequence[str], write: Callable[[Iterable[Verdict]], None]
) -> list[Verdict]:
    settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    settings.load_profile("mutants")
    os.chdir(ROOT)
    with _games() as games:
        hunt = Hunt(mutants, jobs, games, write)
        status = pytest.main(
            ["-q", "-m", "not referee", "-p", "no:cacheprovider", "-p", "no:xdist", *tests], plugins=[hunt]
        )
    if not hunt.verdicts:
        sys.exit(int(status) or 2)
    order = {mutant: i for i, mutant in enumerate(mutants)}
    return sorted(hunt.verdicts, key=lambda verdict: order[verdict.mutant])


if __name__ == "__main__":
    main()
