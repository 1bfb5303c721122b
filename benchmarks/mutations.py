"""Which comparisons of the game's rules no test would miss: mutation testing over games/trc.

    python -m benchmarks.mutations [MODULE ...] [--kinds negated,shifted] [--jobs 2] [--write]

Every comparison of a module is changed, one at a time, and the tests that run its line are asked whether they notice:

* negated: `==` becomes `!=`, `<` becomes `>=`, `in` becomes `not in`;
* shifted: `<` becomes `<=` and `>` `>=`, and back: the boundary of an order;
* true, false: the whole comparison is left out, as if it always or never held.

The tests run once with coverage's contexts, which tell which test runs which line. Then each mutant gets a fork of
this process, in which the code of the changed functions is exchanged and the tests of that line are run, the quickest
first, until one fails. A mutant that no line of a test reaches, or that all of them accept, has survived. Survivors
that change nothing a record could show are explained in `mutations.toml` beside this file; `--write` makes
docs/mutations.md of all.

mutmut cannot be told to change comparisons alone, and cosmic-ray starts the tests anew for every mutant; this way 1,500
of them take ten minutes. Needs `coverage`, besides what the tests need.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import resource
import signal
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

ROOT = Path(__file__).parent.parent
RULES = ROOT / "trc_module" / "games" / "trc"
EXPLAINED = Path(__file__).with_name("mutations.toml")
PAGE = ROOT / "docs" / "mutations.md"
TESTS = (
    "tests/games",
    "tests/rules",
    "tests/replay",
    "tests/cli/test_rules_commands.py",
    "tests/module/test_compose.py",
)

NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SHIFTED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
KINDS = ("negated", "shifted", "true", "false")
SURVIVED, KILLED, TIMED_OUT, UNREACHED = "survived", "killed", "timed out", "not reached"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one comparison."""

    path: Path
    compare: int
    """Which comparison of its file, in the order of `ast.walk`."""
    operator: int
    """Which of its operators; -1 stands for all of it."""
    kind: str
    lines: range
    where: str
    """The qualified name of the function."""
    before: str
    after: str

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(RULES).with_suffix("").parts)

    def __str__(self) -> str:
        return f"{self.module}.{self.where}:{self.lines.start}: {self.before} -> {self.after}"


def mutants_of(path: Path, kinds: Iterable[str]) -> Iterator[Mutant]:
    """Yield the mutants of a file in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    asserted = {id(node) for stated in ast.walk(tree) if isinstance(stated, ast.Assert) for node in ast.walk(stated)}
    names = _functions(tree)
    found = []
    for index, node in enumerate(n for n in ast.walk(tree) if isinstance(n, ast.Compare)):
        # What is asserted is there for the type checker.
        if id(node) in asserted or id(node) not in names:
            continue
        for kind, operator, new in _changes(node):
            if kind in kinds:
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                found.append(
                    Mutant(path, index, operator, kind, lines, names[id(node)], ast.unparse(node), ast.unparse(new))
                )
    yield from sorted(found, key=lambda mutant: (mutant.lines.start, mutant.compare, KINDS.index(mutant.kind)))


def _functions(tree: ast.Module) -> dict[int, str]:
    """Return the qualified name of the function around each node, by the node's id."""
    names: dict[int, str] = {}

    def enter(node: ast.AST, name: str, inside: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                enter(child, f"{name}.{child.name}".lstrip("."), inside or isinstance(child, ast.FunctionDef))
            else:
                if inside or isinstance(child, ast.Lambda):
                    names[id(child)] = name
                enter(child, name, inside or isinstance(child, ast.Lambda))

    enter(tree, "", False)
    return names


def _changes(node: ast.Compare) -> Iterator[tuple[str, int, ast.expr]]:
    for i, op in enumerate(node.ops):
        for kind, table in (("negated", NEGATED), ("shifted", SHIFTED)):
            if type(op) in table:
                ops = [*node.ops[:i], table[type(op)](), *node.ops[i + 1 :]]
                yield kind, i, ast.Compare(node.left, ops, node.comparators)
    for kind, value in (("true", True), ("false", False)):
        yield kind, -1, ast.Constant(value)


class _Exchange(ast.NodeTransformer):
    """Exchange one comparison of a tree."""

    def __init__(self, old: ast.Compare, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def changed_code(mutant: Mutant) -> dict[tuple[str, int], CodeType]:
    """Return the code of every function of a mutant's file, by qualified name and first line."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    node = [n for n in ast.walk(tree) if isinstance(n, ast.Compare)][mutant.compare]
    new = next(new for kind, i, new in _changes(node) if (kind, i) == (mutant.kind, mutant.operator))
    tree = ast.fix_missing_locations(_Exchange(node, new).visit(tree))
    return dict(_codes(compile(tree, str(mutant.path), "exec", dont_inherit=True)))


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield (inner.co_qualname, inner.co_firstlineno), inner
            yield from _codes(inner)


@dataclass
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    fate: str
    by: str = ""
    """The test that noticed it."""
    why: str = ""
    """Why it changes nothing, where that has been explained."""


@dataclass
class Hunt:
    """A pytest plugin: runs the collected tests once to see which runs what, then hunts the mutants."""

    mutants: Sequence[Mutant]
    jobs: int
    lines: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self._cover()
        for name in self.failed:
            print(f"fails without any mutant and is left out: {name}", file=sys.stderr)
        self._hunt()
        return True

    @cached_property
    def _caches(self) -> list[Any]:
        """What remembers results of the functions under change."""
        return [
            one
            for one in gc.get_objects()
            if hasattr(type(one), "cache_clear")
            and getattr(getattr(one, "__wrapped__", None), "__module__", "").startswith("trc_module.games.trc")
        ]

    @cached_property
    def _objects(self) -> list[Any]:
        """The games that tests share, whose cached properties remember as well."""
        from trc_module.games.trc.game import Trc

        return [one for one in gc.get_objects() if isinstance(one, Trc)]

    def _forget(self) -> None:
        for cache in self._caches:
            cache.cache_clear()
        for name, module in list(sys.modules.items()):
            if name.startswith("trc_module.games.trc"):
                for kept in vars(module).values():
                    if isinstance(kept, WeakKeyDictionary):
                        kept.clear()
        for game in self._objects:
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
                self.failed.append(name)
            self.seconds[name] = time.process_time() - begin
        meter.stop()
        data = meter.get_data()
        for path in data.measured_files():
            for line, tests in data.contexts_by_lineno(path).items():
                self.lines[path, line].update(test for test in tests if test)

    def _tests(self, mutant: Mutant) -> list[str]:
        found = set().union(*(self.lines.get((str(mutant.path), line), ()) for line in mutant.lines))
        return sorted(found.difference(self.failed), key=self.seconds.__getitem__)

    def _hunt(self) -> None:
        self._forget()
        functions: dict[str, list[FunctionType]] = defaultdict(list)
        for one in gc.get_objects():
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
                self._be_mutant(mutant, functions[str(mutant.path)], tests, write)
            os.close(write)
            running[child] = (mutant, read)
            if done % 50 == 0:
                lived = sum(verdict.fate in (SURVIVED, UNREACHED) for verdict in self.verdicts)
                print(f"{done} of {len(self.mutants)} mutants, {lived} alive, in {mutant.module}", file=sys.stderr)
        while running:
            self._reap(running)

    def _be_mutant(self, mutant: Mutant, functions: list[FunctionType], tests: list[str], write: int) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        codes = changed_code(mutant)
        for function in functions:
            key = (function.__code__.co_qualname, function.__code__.co_firstlineno)
            if key in codes:
                function.__code__ = codes[key]
        killer = ""
        try:
            for name in tests:
                # Past ten times its time a test has no end, which is noticed as well; the signal ends this process.
                signal.setitimer(signal.ITIMER_PROF, 5 + 10 * self.seconds[name])
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
            self._record(Verdict(mutant, TIMED_OUT if name == "SIGPROF" else KILLED, name))
        else:
            self._record(Verdict(mutant, KILLED if os.WEXITSTATUS(status) else SURVIVED, killer))

    def _record(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        if _alive(verdict):
            print(f"{verdict.fate}: {verdict.mutant}", file=sys.stderr)


def explanations() -> dict[tuple[str, str, str], str]:
    """Return why some mutants change nothing, by module and function, the comparison and what became of it."""
    if not EXPLAINED.exists():
        return {}
    entries = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["equivalent"]
    return {(e["where"], e["before"], after): e["why"] for e in entries for after in e["after"]}


def page(verdicts: Sequence[Verdict]) -> str:
    """Return docs/mutations.md."""
    lines = [
        "# Mutated comparisons",
        "",
        "Made by `python -m benchmarks.mutations --write` (its docstring says how). Each comparison in `games/trc` is",
        "changed, one at a time, and the tests that run its line must notice. *Negated* turns it round, *shifted*",
        "moves the boundary of an order by one, *true* and *false* leave it out.",
        "",
        "| kind | mutants | noticed | change nothing | open | rate |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for kind in KINDS:
        if any(v.mutant.kind == kind for v in verdicts):
            lines.append(_row(kind, [v for v in verdicts if v.mutant.kind == kind]))
    lines += [_row("**all**", verdicts), "", "The rate leaves out what changes nothing. By module:", ""]
    lines += ["| module | mutants | noticed | change nothing | open | rate |", "|---|---:|---:|---:|---:|---:|"]
    for module in sorted({v.mutant.module for v in verdicts}):
        lines.append(_row(f"`{module}`", [v for v in verdicts if v.mutant.module == module]))
    measured = {v.mutant.path for v in verdicts}
    others = [p for p in sorted(RULES.rglob("*.py")) if p not in measured and any(mutants_of(p, KINDS))]
    if others:
        names = ", ".join(f"`{'.'.join(p.relative_to(RULES).with_suffix('').parts)}`" for p in others)
        lines += ["", f"Not measured here: {names}."]
    lines += ["", "## What changes nothing, and why", ""]
    reasons: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if _alive(verdict) and verdict.why:
            reasons[verdict.why].append(verdict)
    for why, found in sorted(
        reasons.items(), key=lambda entry: (entry[1][0].mutant.module, entry[1][0].mutant.lines[0])
    ):
        lines += [why, "", *_named(found), ""]
    lines += ["## Open", ""]
    lines += _named([v for v in verdicts if _alive(v) and not v.why]) or ["None."]
    return "\n".join(lines).rstrip() + "\n"


def _named(verdicts: Iterable[Verdict]) -> list[str]:
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for v in verdicts:
        found[v.mutant.module, v.mutant.where, v.mutant.before].append(v.mutant.after)
    return [
        f"* `{module}.{where}`: `{before}` as {', '.join(f'`{after}`' for after in dict.fromkeys(afters))}"
        for (module, where, before), afters in found.items()
    ]


def _alive(verdict: Verdict) -> bool:
    return verdict.fate in (SURVIVED, UNREACHED)


def _row(name: str, verdicts: Sequence[Verdict]) -> str:
    explained = sum(_alive(v) and bool(v.why) for v in verdicts)
    left = sum(_alive(v) and not v.why for v in verdicts)
    noticed = len(verdicts) - explained - left
    rate = noticed / (noticed + left) if noticed + left else 1.0
    return f"| {name} | {len(verdicts)} | {noticed} | {explained} | {left} | {rate:.1%} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="files of games/trc without their ending; all if none is named")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="write docs/mutations.md")
    given = parser.parse_args()
    kinds = given.kinds.split(",")
    paths = [p for p in sorted(RULES.rglob("*.py")) if not given.modules or p.stem in given.modules]
    mutants = [mutant for path in paths for mutant in mutants_of(path, kinds)]
    settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    settings.load_profile("mutants")
    hunt = Hunt(mutants, given.jobs)
    os.chdir(ROOT)
    status = pytest.main(
        ["-q", "-m", "not referee", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS], plugins=[hunt]
    )
    if not hunt.verdicts:
        sys.exit(int(status) or 2)
    order = {mutant: i for i, mutant in enumerate(mutants)}
    hunt.verdicts.sort(key=lambda verdict: order[verdict.mutant])
    why = explanations()
    for verdict in hunt.verdicts:
        key = (f"{verdict.mutant.module}.{verdict.mutant.where}", verdict.mutant.before, verdict.mutant.after)
        verdict.why = why.get(key, "")
    for verdict in hunt.verdicts:
        if _alive(verdict) and not verdict.why:
            print(f"{verdict.fate}: {verdict.mutant}")
    print(_row("all", hunt.verdicts))
    if given.write:
        PAGE.write_text(page(hunt.verdicts), encoding="utf-8")


if __name__ == "__main__":
    main()
