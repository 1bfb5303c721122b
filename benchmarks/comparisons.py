"""The comparisons of a room's code, how each can be changed, and which changes are explained to change nothing."""

from __future__ import annotations

import ast
import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "trc_module"
FIRST = "games/trc"
"""The room whose modules are named without it: the rules of The Russian Campaign, where this began."""
EXPLAINED = Path(__file__).with_name("mutations.toml")

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


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one comparison."""

    path: Path
    compare: int
    """The number of the comparison in its file, in the order of `ast.walk`."""
    operator: int
    """The number of its operator; -1 stands for all of it."""
    kind: str
    lines: range
    where: str
    """The qualified name of the function."""
    before: str
    after: str
    code: str
    """A text that tells the function as it stands from any other, comments and docstrings apart."""
    nth: int
    """The number of comparisons of the same text, and the same change, before it in the function."""

    @property
    def key(self) -> tuple[str, str, str, str, str, int]:
        """Return what stays the same wherever the function stands in its file."""
        return self.module, self.where, self.code, self.before, self.after, self.nth

    @property
    def module(self) -> str:
        return module_of(self.path)

    @property
    def text(self) -> tuple[str, str, str]:
        """Return what an explanation is bound to: module and function, the comparison, what became of it."""
        return f"{self.module}.{self.where}", self.before, self.after

    def __str__(self) -> str:
        return f"{self.module}.{self.where}:{self.lines.start}: {self.before} -> {self.after}"


def module_of(path: Path) -> str:
    """Return the name of a file of the package: `combat.air_power` in the first room, `reading.search` in others."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removeprefix(FIRST.replace("/", ".") + ".")


def files_of(room: str) -> list[Path]:
    """Return the files of a room, such as `reading` or `games/nr`."""
    return sorted((PACKAGE / room).rglob("*.py"))


@lru_cache(maxsize=4)
def _parsed(path: Path) -> tuple[ast.Module, list[ast.Compare]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tree, [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]


def mutants_of(path: Path, kinds: Iterable[str] = KINDS) -> Iterator[Mutant]:
    """Yield the mutants of a file in the order of its lines."""
    tree, compares = _parsed(path)
    asserted = {id(node) for stated in ast.walk(tree) if isinstance(stated, ast.Assert) for node in ast.walk(stated)}
    names, codes = _functions(tree), _codes_of(tree)
    found: list[Mutant] = []
    seen: Counter[tuple[str, str, str]] = Counter()
    for index, node in enumerate(compares):
        # What is asserted is there for the type checker.
        if id(node) in asserted or id(node) not in names:
            continue
        for kind, operator, new in _changes(node):
            if kind in kinds:
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                text = (names[id(node)], ast.unparse(node), ast.unparse(new))
                found.append(Mutant(path, index, operator, kind, lines, *text, codes.get(text[0], ""), seen[text]))
                seen[text] += 1
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


def _codes_of(tree: ast.Module) -> dict[str, str]:
    """Return a digest of each function and class by its qualified name."""
    found: dict[str, str] = {}

    def enter(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
                body = [
                    one for one in child.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
                ]
                said = "\n".join(ast.unparse(one) for one in body)
                found[inner] = hashlib.sha256(said.encode()).hexdigest()[:12]
                enter(child, inner)

    enter(tree, "")
    return found


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
    """Return the code of every function of a mutant's file, by qualified name and first line; spoils what is kept."""
    tree, compares = _parsed(mutant.path)
    node = compares[mutant.compare]
    new = next(new for kind, i, new in _changes(node) if (kind, i) == (mutant.kind, mutant.operator))
    # The top statement alone that holds it: the others stay as they are.
    top = next(one for one in tree.body if any(inner is node for inner in ast.walk(one)))
    changed = ast.fix_missing_locations(ast.Module([_Exchange(node, new).visit(top)], []))
    code = compile(changed, str(mutant.path), "exec", flags=_future(tree), dont_inherit=True)
    return dict(_codes(code))


def _future(tree: ast.Module) -> int:
    """Return the flags of a module's `from __future__ import annotations`."""
    import __future__

    return sum(
        getattr(__future__, name.name).compiler_flag
        for one in tree.body
        if isinstance(one, ast.ImportFrom) and one.module == "__future__"
        for name in one.names
    )


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield (inner.co_qualname, inner.co_firstlineno), inner
            yield from _codes(inner)


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons why some mutants change nothing that a rule decides."""

    texts: dict[tuple[str, str, str], str]
    """By `Mutant.text`."""
    preferences: dict[str, str]
    """By the package or function whose mutants all are of that kind."""

    def of(self, mutant: Mutant) -> str:
        """Return why a mutant changes nothing; '' if nobody has said so."""
        package, function = mutant.module.partition(".")[0], mutant.text[0]
        return self.texts.get(mutant.text) or self.preferences.get(package) or self.preferences.get(function, "")


def explanations() -> Reasons:
    """Return what `mutations.toml` says."""
    told = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    texts = {(e["where"], e["before"], after): e["why"] for e in told["equivalent"] for after in e["after"]}
    return Reasons(texts, {name: e["why"] for e in told["preference"] for name in e["of"]})


def stale(explained: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the explanations of comparisons that do not stand in the code any more."""
    texts = list(explained)
    modules = {where.rpartition(".")[0] for where, _, _ in texts}
    # A function may stand in a class.
    modules |= {module.rpartition(".")[0] for module in modules}
    paths = [path for path in PACKAGE.rglob("*.py") if module_of(path) in modules]
    known = {mutant.text for path in paths for mutant in mutants_of(path)}
    return [text for text in texts if text not in known]
