"""Hex names count, and coordinates must agree with them."""

from __future__ import annotations

import pytest

from tests.board.conftest import TRC, Edit
from trc_module.board import Board, load_board
from trc_module.board.geometry import check_geometry


def test_our_coordinates_agree_with_our_names(board: Board) -> None:
    assert check_geometry(board, TRC) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "hexes.geojson",
            "[-0.5, -0.2887], [0, -0.5774]",
            "[0, -0.5774], [-0.5, -0.2887]",
            "'A33' is not a proper polygon",
        ),
        ("hexes.geojson", "[0, -0.5774]", "[0, -0.7774]", "'A33' lies elsewhere than its hex names say"),
        (
            "hexes.geojson",
            '"geometry": {"type": "Polygon"',
            '"geometry": {"type": "Blob"',
            "'A33' has no geometry that can be read",
        ),
        (
            "rivers.geojson",
            '"type": "LineString"',
            '"type": "MultiPoint"',
            "'danube' lies elsewhere than its hex names say",
        ),
        (
            "rails.geojson",
            '"hexes": ["A33", "B33"]',
            '"hexes": ["A33", "A32"]',
            "'A33-B33' lies elsewhere than its hex names say",
        ),
        (
            "hexsides.geojson",
            '"hexes": ["B15", "C15"]',
            '"hexes": ["B15", "C14"]',
            "'closed:B15-C15' lies elsewhere than its hex names say",
        ),
        (
            "places.geojson",
            '"name": "Kiev", "hex": "W19"',
            '"name": "Kiev", "hex": "W18"',
            "'city:Kiev' lies elsewhere than its hex names say",
        ),
        (
            "hexes.geojson",
            '"terrain": "clear", "country": "Germany"',
            '"terrain": "clear", "country": "Poland"',
            "'country:Germany' lies elsewhere than its hex names say",
        ),
    ],
)
def test_a_displaced_feature_is_told(edited: Edit, file: str, old: str, new: str, message: str) -> None:
    folder = edited(file, old, new)
    messages = [problem.message for problem in check_geometry(load_board(folder), folder)]
    assert message in messages
