"""Each kind of statement, false: the map contradicts it."""

from __future__ import annotations

import pytest

from tests.board.conftest import TRC
from trc_module.board import Board
from trc_module.board.assertions import _KINDS, Assertion, check_statements, read_assertions

FALSE = [
    (Assertion("adjacent", "0", hexes=("S11", "S14")), "S11 and S14 should be adjacent"),
    (Assertion("capital", "0", names=("Kiev",)), "Kiev should be a capital"),
    (Assertion("cities", "0", names=("Budapest",)), "the map has no city Budapest"),
    (Assertion("cities-in", "0", country="Finland", count=2), "Finland should have at least 2 cities, not 1"),
    (Assertion("city", "0", names=("Bryansk",), hexes=("T13",)), "Bryansk should be in T13"),
    (Assertion("city-beside", "0", names=("Riga",), hexes=("F20",)), "Riga should lie next to F20"),
    (Assertion("closed", "0", hexes=("S11", "S12")), "the hexside S11-S12 should be closed"),
    (
        Assertion("closed-beside", "0", names=("Riga",), hexes=("G17",)),
        "the hexside between G17 and Riga should be closed",
    ),
    (Assertion("coast", "0", hexes=("S11",), sea="black"), "S11 should be on the black coast"),
    (
        Assertion("common-neighbours", "0", hexes=("Y22", "Z22", "Y21")),
        "the common neighbours of Y22 and Z22 should be Y21",
    ),
    (Assertion("countries", "0", names=("Turkey",)), "the map has no country Turkey"),
    (Assertion("districts", "0", names=("Moscow",)), "the map has no district Moscow"),
    (
        Assertion("edge", "0", hexes=("QQ16", "QQ4"), edge="south"),
        "the south edge should run from QQ16 to QQ4, all land",
    ),
    (Assertion("exit", "0", hexes=("QQ13",), edge="south"), "QQ13 should be a rail exit of the south edge"),
    (
        Assertion("exit-in", "0", country="Poland", edge="west"),
        "rails should leave the map by the west edge from Poland",
    ),
    (Assertion("exits", "0", edge="north", count=3), "the north edge should have at least 3 rail hexes, not 2"),
    (Assertion("in-country", "0", names=("Kiev",), country="Poland"), "Kiev should lie in Poland"),
    (Assertion("junction", "0", hexes=("T13",)), "T13 should be a rail junction"),
    (
        Assertion("hexside", "0", hexes=("KK18", "KK19"), names=("kerch",)),
        "the hexside KK18-KK19 should be of the kind kerch",
    ),
    (Assertion("land", "0", hexes=("KK24",)), "KK24 should be land in play"),
    (Assertion("major", "0", names=("Tula",)), "Tula should be a major city"),
    (Assertion("terrain", "0", hexes=("S11",), names=("mountain",)), "S11 should be mountain"),
    (Assertion("no-river", "0", hexes=("W19",)), "W19 should be without a river"),
    (Assertion("north-of", "0", names=("Kiev",), row="E"), "Kiev should lie north of row E"),
    (Assertion("oil", "0", names=("Ploesti",), hexes=("AA28",)), "the oil wells of Ploesti should be in AA28"),
    (Assertion("oil", "0", names=("Baku",)), "the map has no oil wells of Baku"),
    (Assertion("oil-wells", "0", count=4), "there should be at least 4 oil wells, not 3"),
    (
        Assertion("outside-district", "0", hexes=("O23",), names=("Western",)),
        "O23 should lie outside the district Western",
    ),
    (Assertion("part-of", "0", names=("East Prussia",), country="Poland"), "East Prussia should be part of Poland"),
    (Assertion("ports", "0", names=("Kiev",), sea="black"), "Kiev should be a port of the black sea area"),
    (Assertion("rail", "0", hexes=("S11", "R12")), "rails should join S11 and R12"),
    (
        Assertion("rail-between", "0", names=("Kiev", "Moscow"), hexes=("W14",)),
        "W14 should lie on rails between Kiev and Moscow without a city between",
    ),
    (Assertion("rail-hex", "0", hexes=("R12",)), "R12 should be a rail hex"),
    (
        Assertion("rail-joined", "0", names=("Moscow", "Tallinn")),
        "one should be able to go by rail from Moscow to Tallinn",
    ),
    (Assertion("rail-only", "0", hexes=("S11", "S12")), "S11-S12 should be for rail movement only"),
    (
        Assertion("rail-to-edge", "0", names=("Tallinn",), edge="east"),
        "rails should lead from Tallinn off the east edge",
    ),
    (Assertion("rows", "0", names=("Z",)), "the map has no named row Z"),
    (
        Assertion("strait", "0", hexes=("KK19", "KK20"), names=("Caspian Sea",)),
        "the hexside KK19-KK20 should end at the Caspian Sea",
    ),
    (Assertion("walk", "0", hexes=("F18", "F17")), "one should be able to walk from F18 to F17"),
    (Assertion("water", "0", hexes=("S11",)), "S11 should be water"),
    (
        Assertion("waters", "0", names=("Black Sea",), sea="baltic"),
        "the Black Sea should belong to the baltic sea area",
    ),
    (Assertion("west-of", "0", hexes=("W13", "W14")), "W13 should lie west of W14"),
    (Assertion("within", "0", hexes=("I18", "J17"), steps=1), "I18 and J17 should be at most 1 hexes apart"),
    (Assertion("land", "0", hexes=("A99",)), "the map has no hex A99"),
]


@pytest.mark.parametrize(("assertion", "message"), FALSE, ids=lambda value: getattr(value, "kind", ""))
def test_a_false_statement_is_told(board: Board, assertion: Assertion, message: str) -> None:
    problems = check_statements(board, (assertion,))
    assert [problem.message for problem in problems] == [f"rule 0: {message}"]
    assert problems[0].is_error


def test_every_kind_is_tried_above_and_used_in_our_data() -> None:
    assert {assertion.kind for assertion, _ in FALSE} == set(_KINDS)
    assert {assertion.kind for assertion in read_assertions(TRC)} == set(_KINDS)


def test_a_statement_that_rests_on_a_doubtful_datum_is_a_doubt(board: Board) -> None:
    problem = check_statements(board, (Assertion("land", "0", hexes=("F25",)),))[0]
    assert problem.message == "rule 0: F25 should be land in play"
    assert problem.doubt == "read as sea, but used as land in 4th-edition play"


def test_the_only_claims_that_our_map_denies_are_noted_doubts(board: Board) -> None:
    assertions = read_assertions(TRC)
    assert len(assertions) > 75
    assert [(problem.message, problem.is_error) for problem in check_statements(board, assertions)] == [
        ("rule 28.2: U25 should be mountain", False),
        ("rule 28.6: the map has no city Budapest", False),
    ]
