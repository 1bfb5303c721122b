"""Structure of the program: no circle of imports, no file and no function that is too long.

An import counts wherever it stands: at the top of a module, in a function, under TYPE_CHECKING, as a name that `lazily`
finds, or as a module that is imported by its name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.parsed import PACKAGE, PARSED, tree_of

pytestmark = PARSED

Graph: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each module the modules that it imports, each with the first line that does."""

PLUGINS = {
    "trc_module.games.trc.chapters": (
        *(f"trc_module.games.trc.{part}" for part in ("arrivals", "combat", "movement", "supply", "transport", "turn")),
        "trc_module.games.trc.victory",
        "trc_module.games.trc.units",
        "trc_module.games.trc.players.legal_actions",
    ),
    "trc_module.games.trc.options.entering": ("trc_module.games.trc.options", "trc_module.games.trc.variants"),
    "trc_module.rules.finder": ("trc_module.games.trc",),
    "trc_module.module.finding": ("trc_module.games.trc.module.recipe",),
    "trc_module.cli.main": ("trc_module.cli.commands",),
}
"""Modules that import whatever they find in a package."""


@cache
def modules_of(package: Path) -> dict[str, ast.Module]:
    """Return each module of a package by its full name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        # What new games are made from is a package of its own wherever it is written.
        if "template" in path.parts:
            continue
        parts = (package.name, *path.relative_to(package).with_suffix("").parts)
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = tree_of(path)
    return found


def imports_of(name: str, tree: ast.Module, modules: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the modules of the package that a module imports, each with its line."""
    known = set(modules)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}, line {node.lineno}: a relative import"
            source = node.module or ""
            for alias in node.names:
                target = f"{source}.{alias.name}"
                if target in known:
                    yield target, node.lineno
                elif source in known:
                    yield source, node.lineno
        elif isinstance(node, ast.Call) and node.args:
            called = _name_of(node.func)
            first = node.args[0]
            if called == "lazily" and isinstance(node.args[1], ast.Dict):
                homes = (str(key.value) for key in node.args[1].keys if isinstance(key, ast.Constant))
                yield from ((f"{name}.{home}", node.lineno) for home in homes)
            elif called == "import_module" and isinstance(first, ast.Constant) and first.value in known:
                yield str(first.value), node.lineno


def _name_of(called: ast.expr) -> str:
    """Return the last name of what is called, or nothing where it has none."""
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def graph_of(package: Path, plugins: Mapping[str, Iterable[str]]) -> Graph:
    """Return which module of a package imports which."""
    modules = modules_of(package)
    graph: dict[str, dict[str, int]] = {name: {} for name in modules}
    for name, tree in modules.items():
        for target, line in imports_of(name, tree, modules):
            if target != name:
                graph[name][target] = min(line, graph[name].get(target, line))
        for plugin in plugins.get(name, ()):
            found = (other for other in modules if other == plugin or other.rpartition(".")[0] == plugin)
            graph[name] |= {other: 0 for other in found if other != name and other not in graph[name]}
    return graph


def circles_of(graph: Graph) -> list[list[str]]:
    """Return the strongly connected parts of more than one module (Tarjan), each sorted."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    circles = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        waiting.add(module)
        for other in graph[module]:
            if other not in index:
                visit(other)
            if other in waiting:
                low[module] = min(low[module], low[other])
        if low[module] == index[module]:
            start = stack.index(module)
            circle = stack[start:]
            del stack[start:]
            waiting.difference_update(circle)
            if len(circle) > 1:
                circles.append(sorted(circle))

    for module in graph:
        if module not in index:
            visit(module)
    return sorted(circles, key=lambda circle: (-len(circle), circle))


def described(graph: Graph, circle: list[str]) -> str:
    """Return a circle as lines: each file of it, with the line where it imports another."""
    within = set(circle)
    arrows = [
        f"  {module}:{line} imports {other}"
        for module in circle
        for other, line in sorted(graph[module].items())
        if other in within
    ]
    return "\n".join([f"a circle of {len(circle)}:", *arrows])


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = graph_of(PACKAGE, PLUGINS)
    circles = circles_of(graph)
    assert not circles, "\n".join(["", *(described(graph, circle) for circle in circles)])


def test_a_file_of_a_game_has_at_most_600_lines() -> None:
    lengths = {
        path.relative_to(PACKAGE).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in (PACKAGE / "games").rglob("*.py")
    }
    assert {name: length for name, length in lengths.items() if length > 600} == {}


def test_what_the_rules_hand_to_games_is_no_struct() -> None:
    """A maker of a game extends it by dataclasses and changes it by `dataclasses.replace`, which takes no struct."""
    found = {
        name
        for name, tree in modules_of(PACKAGE).items()
        if name.startswith(("trc_module.rules.", "trc_module.declarations."))
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and "msgspec" in ast.unparse(node)
    }
    assert found == set()


WITHIN = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.Assert, ast.match_case)


def complexity(function: ast.FunctionDef) -> int:
    """Return how many ways lead through a function, functions inside it left out.

    Each condition counts, those within an expression too, where ruff's C901 counts statements alone.
    """
    ways = 1
    stack: list[ast.AST] = list(ast.iter_child_nodes(function))
    while stack:
        node = stack.pop()
        if isinstance(node, WITHIN):
            continue
        stack += ast.iter_child_nodes(node)
        if isinstance(node, BRANCHES):
            ways += 1
        elif isinstance(node, ast.BoolOp):
            ways += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            ways += 1 + len(node.ifs)
    return ways


def test_no_function_has_more_than_twenty_ways_through_it() -> None:
    found = {
        f"{name} {node.name}": complexity(node)
        for name, tree in modules_of(PACKAGE).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    assert {name: ways for name, ways in found.items() if ways > 20} == {}


def test_every_way_to_import_is_counted(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    (package / "goods").mkdir(parents=True)
    files = {
        "__init__.py": "",
        "goods/__init__.py": "from shop.lazy import lazily\n__getattr__ = lazily(__name__, {'tea': ('Tea',)})\n",
        "goods/tea.py": "def price():\n    from shop import till\n    return till.PRICE\n",
        "till.py": "import typing\nif typing.TYPE_CHECKING:\n    from shop.goods import Tea\nPRICE = 1\n",
        "lazy.py": "",
        "door.py": "import importlib\nimport shop.sign\nimportlib.import_module('shop.sign')\n",
        "sign.py": "",
        "plugs.py": "",
    }
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")
    graph = graph_of(package, {"shop.sign": ("shop.goods",), "shop.plugs": ()})
    assert graph["shop.goods.tea"] == {"shop.till": 2}
    assert graph["shop.door"] == {"shop.sign": 2}
    assert graph["shop.sign"] == {"shop.goods": 0, "shop.goods.tea": 0}
    assert circles_of(graph) == [["shop.goods", "shop.goods.tea", "shop.till"]]
    assert described(graph, circles_of(graph)[0]) == (
        "a circle of 3:\n"
        "  shop.goods:2 imports shop.goods.tea\n"
        "  shop.goods.tea:2 imports shop.till\n"
        "  shop.till:3 imports shop.goods"
    )


def marks_by_hand(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which marks are tuples of words: written as one, asked for as one, or read by a number."""
    texts: list[ast.expr]
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="with_mark"), args=made):
                texts = [each for mark in made for each in _tuples_of_words(mark)]
            case ast.Compare(left=ast.Tuple(), comparators=[ast.Attribute(attr="marks")]):
                texts = [node]
            case ast.Call(func=ast.Attribute(attr="without_marks"), args=[ast.Lambda(args=taken, body=asked)]):
                texts = list(_numbered(asked, {taken.args[0].arg}))
            case ast.For(target=ast.Name(id=name), iter=source) if _of_marks(source):
                texts = list(_numbered(node, {name}))
            case ast.GeneratorExp(generators=parts) | ast.ListComp(generators=parts) | ast.SetComp(generators=parts):
                each = {part.target.id for part in parts if isinstance(part.target, ast.Name) and _of_marks(part.iter)}
                texts = list(_numbered(node, each))
            case _:
                texts = []
        yield from (text.lineno for text in texts)


def _tuples_of_words(within: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(within):
        if isinstance(node, ast.Tuple) and node.elts and isinstance(node.elts[0], ast.Constant):
            yield node


def _of_marks(source: ast.AST) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == "marks" for node in ast.walk(source))


def _numbered(within: ast.AST, names: set[str]) -> Iterator[ast.Subscript]:
    for node in ast.walk(within):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in names:
            yield node


def test_games_speak_of_marks_by_their_kinds() -> None:
    rooms = ("trc_module.games.", "trc_module.systems.")
    named = [(name, tree) for name, tree in modules_of(PACKAGE).items() if name.startswith(rooms)]
    assert [f"{name}:{line}" for name, tree in named for line in marks_by_hand(tree)] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('state.with_mark(("moved", unit))', 1),
        ('state.with_mark(*(("moved", unit) for unit in units))', 1),
        ("state.with_mark(Moved(unit))", 0),
        ('("moved", unit) in state.marks', 1),
        ("Moved(unit) in state.marks", 0),
        ("state.without_marks(lambda mark: mark[0] in gone)", 1),
        ("state.without_marks(lambda mark: mark in gone)", 0),
        ("{mark[1] for mark in state.marks}", 1),
        ("for mark in sorted(state.marks):\n    print(mark[1])", 1),
        ("{mark[1] for mark in lines}", 0),
    ],
)
def test_what_counts_as_a_mark_by_hand(source: str, found: int) -> None:
    assert len(list(marks_by_hand(ast.parse(source)))) == found
