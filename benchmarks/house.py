"""Draw the imports of a package, floor by floor: each module stands above all that it imports; circles are red.

    python -m benchmarks.house [--package trc_module] [--within games.trc] [-o imports.svg]

`--package` may be the folder of another checkout, so that before and after can be compared. An import counts wherever
it stands: at the top, in a function, under TYPE_CHECKING.
"""

from __future__ import annotations

import argparse
from html import escape
from pathlib import Path

from tests.parsed import PACKAGE
from tests.test_house import PLUGINS, Graph, circles_of, graph_of

_WIDE, _HIGH, _MARGIN = 1800, 90, 60
_RED, _GREY = "#c0392b", "#9aa5b1"


def part_of(graph: Graph, within: str) -> Graph:
    """Return the modules below a name, each called as it is there, with their imports of each other."""
    kept = {name: name.removeprefix(f"{within}.") for name in graph if name.startswith(f"{within}.")}
    return {
        short: {kept[other]: line for other, line in graph[name].items() if other in kept}
        for name, short in kept.items()
    }


def floors(graph: Graph) -> dict[str, int]:
    """Return the floor of each module, 0 for those that import nothing; the modules of a circle share one."""
    circle = {name: tuple(found) for found in circles_of(graph) for name in found}
    found: dict[tuple[str, ...], int] = {}

    def floor(group: tuple[str, ...]) -> int:
        if group not in found:
            below = {circle.get(other, (other,)) for name in group for other in graph[name]} - {group}
            found[group] = max((floor(other) + 1 for other in below), default=0)
        return found[group]

    return {name: floor(circle.get(name, (name,))) for name in graph}


def drawing(graph: Graph, title: str) -> str:
    """Return the drawing as SVG."""
    level, red = floors(graph), {name: index for index, circle in enumerate(circles_of(graph)) for name in circle}
    rows = [sorted(name for name in graph if level[name] == number) for number in range(max(level.values()) + 1)]
    height = 2 * _MARGIN + _HIGH * len(rows)
    at = {
        name: (_MARGIN + (_WIDE - 2 * _MARGIN) * (place + 0.5) / len(row), height - _MARGIN - _HIGH * (number + 0.3))
        for number, row in enumerate(rows)
        for place, name in enumerate(row)
    }
    lines, dots = [], []
    for name, others in graph.items():
        for other in others:
            within = name in red and red[name] == red.get(other)
            (x1, y1), (x2, y2) = at[name], at[other]
            colour, strong = (_RED, 0.35) if within else (_GREY, 0.25)
            lines.append(f'<path d="M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}" stroke="{colour}" opacity="{strong}"/>')
    for name, (x, y) in at.items():
        dots.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="{_RED if name in red else "#2c3e50"}"/>')
        dots.append(
            f'<text transform="translate({x + 4:.0f} {y - 6:.0f}) rotate(-28)" font-size="10">{escape(name)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {height}" font-family="sans-serif" fill="none">'
        f'<rect width="100%" height="100%" fill="#fff"/><g fill="#222"><text x="{_MARGIN}" y="34" font-size="22">'
        f'{escape(title)}</text></g>{"".join(lines)}<g fill="#222">{"".join(dots)}</g></svg>\n'
    )


def main() -> None:
    """Draw, and print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", type=Path, default=PACKAGE)
    parser.add_argument("--within", default="games.trc")
    parser.add_argument("-o", "--output", type=Path, default=Path("imports.svg"))
    given = parser.parse_args()
    plugins = PLUGINS if given.package.resolve() == PACKAGE.resolve() else {}
    graph = part_of(graph_of(given.package, plugins), f"{given.package.name}.{given.within}")
    arrows, circles = sum(map(len, graph.values())), [len(circle) for circle in circles_of(graph)]
    high = max(floors(graph).values()) + 1
    told = f"{given.within}: {len(graph)} modules, {arrows} imports, {high} floors, circles: {circles or 'none'}"
    given.output.write_text(drawing(graph, told), encoding="utf-8")
    print(f"{given.output}: {told}.")


if __name__ == "__main__":
    main()
