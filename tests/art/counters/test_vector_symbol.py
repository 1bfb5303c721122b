from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.art.counters.vector_symbol import Shape, load_symbol, parse_symbol
from trc_module.facts import DataError
from trc_module.resources import source_art_dir

HERE = Path("x.outline")
DRAWN_BY_US = sorted((source_art_dir() / "symbols").rglob("*.outline")) + sorted(
    (source_art_dir() / "markers").glob("*.outline")
)


def test_a_line_of_text_becomes_a_shape() -> None:
    symbol = parse_symbol("# a comment\nbox 60 40\nline ink 4 M 0 0 L 60 40  # a belt\n", HERE)
    assert (symbol.name, symbol.width, symbol.height) == ("x", 60, 40)
    assert symbol.shapes == (Shape("ink", 4, (((0, 0), (60, 40)),)),)


def test_commands_take_several_sets_of_operands_and_paths_several_parts() -> None:
    symbol = parse_symbol("box 9 9\nfill accent M 0 0 9 0 9 9 Z R 1 2 3 4 M 5 5 H 7 V 8", HERE)
    assert symbol.shapes[0].paths == (
        ((0, 0), (9, 0), (9, 9), (0, 0)),
        ((1, 2), (4, 2), (4, 6), (1, 6), (1, 2)),
        ((5, 5), (7, 5), (7, 8)),
    )


def test_curves_end_where_they_say_and_pass_through_their_middle() -> None:
    (path,) = parse_symbol("box 9 9\nline ink 1 M 0 0 Q 4 8 8 0 C 8 4 0 4 0 0", HERE).shapes[0].paths
    assert path[7] == (4.0, 4.0)
    assert path[14] == (8.0, 0.0)
    assert path[21] == (4.0, 3.0)
    assert path[28] == (0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("fill ink M 0 0 L 1 1", None, "box WIDTH HEIGHT"),
        ("box 0 40", None, "positive"),
        ("box 60", 1, "box W H"),
        ("box 60 40\npaint ink M 0 0", 2, "no verb 'paint'"),
        ("box 60 40\nfill red M 0 0", 2, "roles are accent, ink, paper"),
        ("box 60 40\nline ink M 0 0 L 1 1", 2, "could not convert"),
        ("box 60 40\nline ink 0 M 0 0 L 1 1", 2, "above 0"),
        ("box 60 40\nfill ink M 0 0 A 1 1", 2, "no path command 'A'"),
        ("box 60 40\nfill ink M 0 0 L 1", 2, "'L' takes 2 numbers"),
        ("box 60 40\nfill ink L 1 1", 2, "needs an 'M'"),
        ("box 60 40\nfill ink M 1e999 1 L 2 2", 2, "finite"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text: str, line: int | None, words: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_symbol(text, HERE)
    assert caught.value.line == line
    assert words in str(caught.value)


@pytest.mark.parametrize("path", DRAWN_BY_US, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_our_outlines_stay_in_their_boxes(path: Path) -> None:
    symbol = load_symbol(path)
    for shape in symbol.shapes:
        for points in shape.paths:
            assert all(0 <= x <= symbol.width and 0 <= y <= symbol.height for x, y in points)
