"""The patterns of the program's source, and how the time that each takes grows with the length of a text.

A pattern is found in the source as the argument of `re.compile`, `re.match` and so on. Texts that are hard for it are
made out of its own parts: what may stand before a repeat, then what the repeat takes, over and over, then something
that nothing takes.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

ROOT = Path(__file__).parents[1] / "trc_module"
_METHODS = ("compile", "match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split")
_CALLED = re.compile(rf"\bre\s*\.\s*(?:{'|'.join(_METHODS)})\s*\(")
"""What a file has in it that makes a pattern: the others need not be parsed."""
_USED = re.compile(rf"(?<!\w)(\w+)\.({'|'.join(_METHODS[1:])})\(")
_OPEN = 50
"""The number of times from which a repeat counts as open."""


@dataclass(frozen=True)
class Found:
    """A pattern of the source: where it stands, its text and flags, and how it is applied."""

    place: str
    pattern: str | bytes
    flags: int
    ways: tuple[str, ...]

    def __str__(self) -> str:
        return self.place


class NotPlainError(Exception):
    """The text of a pattern is made while the program runs."""


def files() -> list[Path]:
    """Return the files of the source that have patterns."""
    return [path for path in sorted(ROOT.rglob("*.py")) if _CALLED.search(path.read_text(encoding="utf-8"))]


@cache
def patterns(path: Path) -> tuple[list[Found], list[str]]:
    """Return the patterns of a file, and the places of those whose text is made while the program runs."""
    found, made = [], []
    text = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(text), text.split("\n")
    for call in ast.walk(tree):
        name = _of_re(call)
        if name is None:
            continue
        assert isinstance(call, ast.Call)
        place = f"{path.relative_to(ROOT.parent).as_posix()}:{_segment(text, lines, call.args[0])}"
        try:
            pattern, flags = _evaluated(path, call)
        except NotPlainError:
            made.append(place)
            continue
        ways = _uses(text, tree, call) if name == "compile" else (name,)
        found.append(Found(place, pattern, flags, ways))
    return found, made


def _of_re(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS and node.args:
        owner = node.func.value
        if isinstance(owner, ast.Name) and owner.id == "re":
            return node.func.attr
    return None


def _segment(text: str, lines: list[str], node: ast.expr) -> str | None:
    # The library's way splits the whole text anew for each node.
    if node.lineno != node.end_lineno:
        return ast.get_source_segment(text, node)
    return lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()


def _evaluated(path: Path, call: ast.Call) -> tuple[str | bytes, int]:
    module = importlib.import_module(".".join(path.relative_to(ROOT.parent).with_suffix("").parts))
    flags = 0
    extra = [*call.args[1:], *(word.value for word in call.keywords if word.arg == "flags")]
    for each in extra:
        if "re." in ast.unparse(each):
            flags = int(eval(ast.unparse(each), vars(module)))
    try:
        pattern = eval(ast.unparse(call.args[0]), dict(vars(module)))
    except NameError:
        raise NotPlainError from None
    if not isinstance(pattern, str | bytes):
        raise NotPlainError
    return pattern, flags


def _uses(text: str, tree: ast.Module, call: ast.Call) -> tuple[str, ...]:
    """Return the methods that are called on a pattern that a module has compiled; all where that is unclear."""
    assigned = (node for node in ast.walk(tree) if isinstance(node, ast.Assign))
    name = next((name for node in assigned for name in _names_of(node.targets[0], node.value, call)), "")
    methods = _called_on(text if name.startswith("_") else _source()).get(name, set())
    return tuple(sorted(methods)) or ("fullmatch", "match", "search")


def _names_of(target: ast.expr, value: ast.expr, call: ast.Call) -> Iterator[str]:
    if value is call:
        yield ast.unparse(target)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=True):
            yield from _names_of(one, other, call)


@cache
def _called_on(source: str) -> dict[str, set[str]]:
    """Return which methods of patterns a source calls on each name."""
    found: dict[str, set[str]] = {}
    for name, method in _USED.findall(source):
        found.setdefault(name, set()).add(method)
    return found


@cache
def _source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.py")))


# ---------------------------------------------------------------------------------------------- texts that are hard


def pumps(found: Found) -> Iterator[tuple[str, str]]:
    """Yield what to begin with and what to repeat."""
    text = found.pattern.decode("latin-1") if isinstance(found.pattern, bytes) else found.pattern
    tree = parser.parse(text, found.flags)
    seen = set()
    units = _units(tree)
    for before, inside in _repeats(tree, ""):
        own = {inside, *(letter for letter in units if len(letter) == 1)}
        for unit in sorted(own):
            if unit and (before, unit) not in seen:
                seen.add((before, unit))
                yield before, unit
    for unit in sorted(units):
        if ("", unit) not in seen:
            seen.add(("", unit))
            yield "", unit


def _units(tree: Any) -> set[str]:
    """Return texts that repeats take, one of each class of characters, and pairs of neighbours."""
    letters = {inside for _, inside in _repeats(tree, "") if inside}
    singles = {one for inside in letters for one in inside} | {" ", "a", "0"} | set(list(_literals(tree))[:_MOST])
    pairs = {a + b for a in singles for b in singles} if len(singles) <= _MOST else set()
    return letters | singles | pairs | {f"{inside} " for inside in letters}


_MOST = 10


def _literals(tree: Any) -> Iterator[str]:
    """Yield the letters that a pattern names, marks before others, each once."""
    found = dict.fromkeys(letter for letter in _named(tree) if letter.isprintable())
    yield from sorted(found, key=str.isalnum)


def _named(tree: Any) -> Iterator[str]:
    for op, value in tree:
        if op in (codes.LITERAL, codes.NOT_LITERAL):
            yield chr(value)
        elif op is codes.IN:
            yield from (chr(one) for kind, one in value if kind is codes.LITERAL)
        elif op is codes.SUBPATTERN:
            yield from _named(value[-1])
        elif op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            yield from _named(value[2])
        elif op is codes.ATOMIC_GROUP:
            yield from _named(value)
        elif op is codes.BRANCH:
            for branch in value[1]:
                yield from _named(branch)


def _repeats(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """Yield for each open repeat a text that leads to it, and one that it takes once."""
    for op, value in tree:
        if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, inner = value
            if most is codes.MAXREPEAT or most > _OPEN:
                yield before, sample(inner)
            yield from _repeats(inner, before)
            before += sample(inner) * max(least, 0 if most is codes.MAXREPEAT else 1)
        elif op is codes.SUBPATTERN:
            yield from _repeats(value[-1], before)
            before += sample(value[-1])
        elif op is codes.ATOMIC_GROUP:
            yield from _repeats(value, before)
            before += sample(value)
        elif op is codes.BRANCH:
            for branch in value[1]:
                yield from _repeats(branch, before)
            before += sample(value[1][0])
        elif op in (codes.ASSERT, codes.ASSERT_NOT):
            yield from _repeats(value[1], before)
        else:
            before += sample([(op, value)])


def sample(tree: Any) -> str:
    """Return a short text that a pattern takes."""
    made = ""
    for op, value in tree:
        if op is codes.LITERAL:
            made += chr(value)
        elif op in (codes.ANY, codes.NOT_LITERAL):
            made += "a" if value != ord("a") else "b"
        elif op is codes.IN:
            made += _of_class(value)
        elif op is codes.SUBPATTERN:
            made += sample(value[-1])
        elif op is codes.ATOMIC_GROUP:
            made += sample(value)
        elif op is codes.BRANCH:
            made += sample(value[1][0])
        elif op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            made += sample(value[2]) * max(1, value[0])
    return made


_CANDIDATES = "a0A -_=<>\"'./\\;,:*$(){}[]#\n\t!+é"


def _of_class(items: Any) -> str:
    return next((letter for letter in _CANDIDATES if _in(items, letter)), "a")


def _in(items: Any, letter: str) -> bool:
    negate = any(op is codes.NEGATE for op, _ in items)
    inside = False
    for op, value in items:
        if op is codes.LITERAL:
            inside = inside or ord(letter) == value
        elif op is codes.RANGE:
            inside = inside or value[0] <= ord(letter) <= value[1]
        elif op is codes.CATEGORY:
            inside = inside or _category(value, letter)
    return inside != negate


def _category(value: Any, letter: str) -> bool:
    name = str(value).rpartition("_")[2]
    word = letter.isalnum() or letter == "_"
    holds = {"DIGIT": letter.isdigit(), "SPACE": letter.isspace(), "WORD": word}[name]
    return holds != ("_NOT_" in str(value))


# -------------------------------------------------------------------------------------------------------- the time

_TAILS = ("", "\x00", "\n\x00")
_LENGTHS = (12, 16, 24, 48, 100, 300, 1000, 4000)
"""What grows by powers of two must not be asked for a long text at once."""
_ENOUGH = 0.003
"""Seconds of processor time: what is linear takes a few hundredths of them for the longest of these texts."""


_FAST = 3.4
"""The growth at which no harder text is looked for."""


def _apply(found: Found, way: str) -> Callable[[str], object]:
    compiled: Any = re.compile(found.pattern, found.flags)
    as_bytes = isinstance(found.pattern, bytes)
    method = getattr(compiled, "findall" if way == "finditer" else way)
    first = (b"" if as_bytes else "",) if way in ("sub", "subn") else ()
    return lambda text: method(*first, text.encode("utf-8") if as_bytes else text)


def worst(found: Found) -> tuple[float, str]:
    """Return how many times longer a text of double length takes, for the hardest text, and that text in short.

    1 stands for a pattern that is too quick to measure.
    """
    hardest, which = 1.0, ""
    for way in found.ways:
        run = _apply(found, way)
        for before, unit in pumps(found):
            for tail in _TAILS:
                ratio = growth(run, before, unit, tail)
                if ratio > hardest:
                    hardest, which = ratio, f"{way} {before!r} {unit!r} * n {tail!r}"
                if hardest > _FAST:
                    return hardest, which
    return hardest, which


def growth(run: Callable[[str], object], before: str, unit: str, tail: str) -> float:
    """Return how many times longer a text of double length takes; 1 where it is too quick to measure."""

    def seconds(length: int, times: int) -> float:
        text = before + unit * (length // len(unit)) + tail
        best = float("inf")
        for _ in range(times):
            start = time.process_time()
            run(text)
            best = min(best, time.process_time() - start)
        return best

    length = next((length for length in _LENGTHS if seconds(length, 1) > _ENOUGH and seconds(length, 2) > _ENOUGH), 0)
    if not length:
        return 1.0
    if length < 100:
        # So short a text takes so long only where the time is multiplied with each letter.
        return float("inf")
    # Twice as long, and twice again, where that does not take too long: one ratio alone is easily disturbed.
    ratios: list[float] = []
    while len(ratios) < 2 and seconds(length, 1) < 0.1:
        shorter, longer = seconds(length, 3), seconds(2 * length, 2)
        ratios.append(longer / max(shorter, 1e-9))
        length *= 2
    return min(ratios, default=float("inf"))
