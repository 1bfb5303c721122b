"""Each kind of statement, false: the map contradicts it."""

from __future__ import annotations

import pytest

from tests.board.conftest import TRC
from trc_module.board import Board
from trc_module.board.statements import _KINDS, Statement, check_statements, read_statements

FALSE = [
    (Statement("adjacent", "0", hexes=("S11", "S14")), "S11 and S14 should be adjacent"),
    (Statement("capital", "0", names=("Kiev",)), "Kiev should be a capital"),
    (Statement("cities", "0", names=("Budapest",)), "the map has no city Budapest"),
    (Statement("cities-in", "0", country="Finland", count=2), "Finland should have at least 2 cities, not 1"),
    (Statement("city", "0", names=("Bryansk",), hexes=("T13",)), "Bryansk should be in T13"),
    (Statement("city-beside", "0", names=("Riga",), hexes=("F20",)), "Riga should lie next to F20"),
    (Statement("closed", "0", hexes=("S11", "S12")), "the hexside S11-S12 should be closed"),
    (
        Statement("closed-beside", "0", names=("Riga",), hexes=("G17",)),
        "the hexside between G17 and Riga should be closed",
    ),
    (Statement("coast", "0", hexes=("S11",), sea="black"), "S11 should be on the black coast"),
    (
        Statement("common-neighbours", "0", hexes=("Y22", "Z22", "Y21")),
        "the common neighbours of Y22 and Z22 should be Y21",
    ),
    (Statement("countries", "0", names=("Turkey",)), "the map has no country Turkey"),
    (Statement("districts", "0", names=("Moscow",)), "the map has no district Moscow"),
    (
        Statement("edge", "0", hexes=("QQ16", "QQ4"), edge="south"),
        "the south edge should run from QQ16 to QQ4, all land",
    ),
    (Statement("exit", "0", hexes=("QQ13",), edge="south"), "QQ13 should be a rail exit of the south edge"),
    (
        Statement("exit-in", "0", country="Poland", edge="west"),
        "rails should leave the map by the west edge from Poland",
    ),
    (Statement("exits", "0", edge="north", count=3), "the north edge should have at least 3 rail hexes, not 2"),
    (Statement("in-country", "0", names=("Kiev",), country="Poland"), "Kiev should lie in Poland"),
    (Statement("junction", "0", hexes=("T13",)), "T13 should be a rail junction"),
    (
        Statement("hexside", "0", hexes=("KK18", "KK19"), names=("kerch",)),
        "the hexside KK18-KK19 should be of the kind kerch",
    ),
    (Statement("land", "0", hexes=("KK24",)), "KK24 should be land in play"),
    (Statement("major", "0", names=("Tula",)), "Tula should be a major city"),
    (Statement("terrain", "0", hexes=("S11",), names=("mountain",)), "S11 should be mountain"),
    (Statement("no-river", "0", hexes=("W19",)), "W19 should be without a river"),
    (Statement("north-of", "0", names=("Kiev",), row="E"), "Kiev should lie north of row E"),
    (Statement("oil", "0", names=("Ploesti",), hexes=("AA28",)), "the oil wells of Ploesti should be in AA28"),
    (Statement("oil", "0", names=("Baku",)), "the map has no oil wells of Baku"),
    (Statement("oil-wells", "0", count=4), "there should be at least 4 oil wells, not 3"),
    (
        Statement("outside-district", "0", hexes=("O23",), names=("Western",)),
        "O23 should lie outside the district Western",
    ),
    (Statement("part-of", "0", names=("East Prussia",), country="Poland"), "East Prussia should be part of Poland"),
    (Statement("ports", "0", names=("Kiev",), sea="black"), "Kiev should be a port of the black sea area"),
    (Statement("rail", "0", hexes=("S11", "R12")), "rails should join S11 and R12"),
    (
        Statement("rail-between", "0", names=("Kiev", "Moscow"), hexes=("W14",)),
        "W14 should lie on rails between Kiev and Moscow without a city between",
    ),
    (Statement("rail-hex", "0", hexes=("R12",)), "R12 should be a rail hex"),
    (
        Statement("rail-joined", "0", names=("Moscow", "Tallinn")),
        "one should be able to go by rail from Moscow to Tallinn",
    ),
    (Statement("rail-only", "0", hexes=("S11", "S12")), "S11-S12 should be for rail movement only"),
    (
        Statement("rail-to-edge", "0", names=("Tallinn",), edge="east"),
        "rails should lead from Tallinn off the east edge",
    ),
    (Statement("rows", "0", names=("Z",)), "the map has no named row Z"),
    (
        Statement("strait", "0", hexes=("KK19", "KK20"), names=("Caspian Sea",)),
        "the hexside KK19-KK20 should end at the Caspian Sea",
    ),
    (Statement("walk", "0", hexes=("F18", "F17")), "one should be able to walk from F18 to F17"),
    (Statement("water", "0", hexes=("S11",)), "S11 should be water"),
    (
        Statement("waters", "0", names=("Black Sea",), sea="baltic"),
        "the Black Sea should belong to the baltic sea area",
    ),
    (Statement("west-of", "0", hexes=("W13", "W14")), "W13 should lie west of W14"),
    (Statement("within", "0", hexes=("I18", "J17"), steps=1), "I18 and J17 should be at most 1 hexes apart"),
    (Statement("land", "0", hexes=("A99",)), "the map has no hex A99"),
]


@pytest.mark.parametrize(("statement", "message"), FALSE, ids=lambda value: getattr(value, "kind", ""))
def test_a_false_statement_is_told(board: Board, statement: Statement, message: str) -> None:
    problems = check_statements(board, (statement,))
    assert [problem.message for problem in problems] == [f"rule 0: {message}"]
    assert problems[0].is_error


def test_every_kind_is_tried_above_and_used_in_our_data() -> None:
    assert {statement.kind for statement, _ in FALSE} == set(_KINDS)
    assert {statement.kind for statement in read_statements(TRC)} == set(_KINDS)


def test_a_statement_that_rests_on_a_doubtful_datum_is_a_doubt(board: Board) -> None:
    problem = check_statements(board, (Statement("land", "0", hexes=("F25",)),))[0]
    assert problem.message == "rule 0: F25 should be land in play"
    assert problem.doubt == "read as sea, but used as land in 4th-edition play"


def test_the_only_claims_that_our_map_denies_are_noted_doubts(board: Board) -> None:
    statements = read_statements(TRC)
    assert len(statements) > 75
    assert [(problem.message, problem.is_error) for problem in check_statements(board, statements)] == [
        ("rule 28.2: U25 should be mountain", False),
        ("rule 28.6: the map has no city Budapest", False),
    ]
