"""A finding can cite what it rests on."""

from __future__ import annotations

import pytest

from trc_module.board import Board
from trc_module.facts import Trust


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("terrain S12", "S12 is clear [transcribed:5th-edition map]"),
        ("closed F17-F18", "F18-F17 is a closed hexside [rulebook:8.3]"),
        ("closed F18-F17", "F18-F17 is a closed hexside [rulebook:8.3]"),
        ("closed S11-S12", "S11-S12 has no closed hexside [transcribed:5th-edition map]"),
        ("kerch KK20-KK19", "KK20-KK19 is the Kerch Strait [rulebook:8.5]"),
        ("rail S11-S12", "rails join S12 and S11 [rulebook:9.4.4]"),
        ("rail S11-R12", "S11-R12 has no rail link [transcribed:5th-edition map]"),
        ("port Odessa", "Odessa is a port of the black sea area [rulebook:10.4]"),
        ("district T24", "T24 lies in no military district [transcribed:5th-edition map]"),
        ("start Rumania", "Rumania starts axis [rulebook:3.5]"),
        ("coast R9", "R9 is not a coastal hex [transcribed:5th-edition map]"),
        ("exit QQ12", "rails leave the map from QQ12 by the south edge [rulebook:9.3]"),
        ("junction S11", "S11 is a rail junction [derived:rail links and cities]"),
        ("junction T13", "T13 is not a rail junction [derived:rail links and cities]"),
        ("box weather", "there is a box 'Weather' [rulebook:4.1.1]"),
    ],
)
def test_subjects_are_told_with_their_source(board: Board, subject: str, expected: str) -> None:
    assert str(board.fact(subject)) == expected


@pytest.mark.parametrize(
    ("subject", "trust"),
    [
        ("terrain F25", Trust.DOUBTFUL),
        ("city Odessa", Trust.DOUBTFUL),
        ("district J21", Trust.DOUBTFUL),
        ("country B15", Trust.ASSUMED),
        ("country B14", Trust.RULEBOOK),
        ("district B9", Trust.ASSUMED),
        ("rail L15-L14", Trust.DOUBTFUL),
        ("terrain PP20", Trust.DOUBTFUL),
        ("junction W15", Trust.DOUBTFUL),
        ("coast JJ22", Trust.DERIVED),
        ("country S12", Trust.DERIVED),
        ("terrain S12", Trust.TRANSCRIBED),
        ("rail GG19-HH21", Trust.RULEBOOK),
    ],
)
def test_known_doubts_lower_the_trust(board: Board, subject: str, trust: Trust) -> None:
    assert board.fact(subject).trust is trust


@pytest.mark.parametrize("subject", ["terrain S99", "nonsense S12", "city Atlantis", "closed S11", "rail S11-ZZ9"])
def test_unknown_subjects_are_refused(board: Board, subject: str) -> None:
    with pytest.raises(KeyError):
        board.fact(subject)


def test_helpers_cite_by_hex(board: Board) -> None:
    hex_ = board.grid.hex
    assert board.side_fact(hex_("KK19"), hex_("KK20")) == board.fact("kerch KK19-KK20")
    assert board.rail_fact(hex_("T13"), hex_("T14")) == board.fact("rail T14-T13")
    assert [fact.statement for fact in board.river_facts(hex_("EE22"))] == [
        "the Dnieper runs through P12 to EE22",
        "the Southern Bug runs through V23 to EE22",
    ]
    assert board.river_facts(hex_("S11"))[0].statement == "no river runs through S11"


def test_every_datum_is_listed_once(board: Board) -> None:
    facts = list(board.facts())
    assert len(facts) == len(board.fact_by_subject)
    assert all(fact.statement and fact.source.kind for fact in facts)
