"""What is a violation by one map alone, where another may be right as well, is a doubt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trc_module.games import find_game
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding
from trc_module.rules.record import read_record
from trc_module.rules.record.values import Expect

ACROSS = """\
game: nr
at: turn 10 axis combat
on N2: ger-6
on P4: sov-south
target sov-south
attack 1: ger-6 x sov-south
"""
BY_RAIL = """\
game: trc
at: turn 7 axis impulse 1 movement clear
before: arrived ger-44-inf off-map-units
on T9: ger-44-inf
rail-free ger-44-inf T9 > AA3
"""
NOT_ATTACKED = """\
game: nr
at: turn 2 axis combat
on N2: ger-6
on O4: sov-south
hand: soviet 1
card soviet card-6 counterblow
counterblow sov-south
end
"""
OUT_OF_A_ZONE = """\
game: nr
at: turn 2 axis movement
on P4: ger-6
on N2: sov-west
move ger-6 P4 P5 P6 P7
"""
TWO_ALIKE = OUT_OF_A_ZONE.replace("on N2: sov-west", "on N2: sov-west\non O4: sov-south").replace("P7", "P7 P8")


def told(text: str, overlay: Path | None = None) -> list[Finding]:
    record = read_record(text, "record", lambda name, options: find_game(name, options, overlay))
    referee = Referee(record.game, record.start)
    lines = [line.entry for line in record.lines if not isinstance(line.entry, Expect)]
    return [finding for act in lines for finding in referee.act(act).findings if finding.accuses]


def removed(folder: Path, layer: str, id_: str, said: dict[str, object]) -> Path:
    (folder / "map").mkdir()
    features = [{"type": "Feature", "id": id_, "properties": {**said, "removed": True}, "geometry": None}]
    tree = {"type": "FeatureCollection", "features": features}
    (folder / "map" / f"{layer}.geojson").write_text(json.dumps(tree), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("text", "layer", "id_", "said", "rule", "fact"),
    [
        (
            ACROSS,
            "hexsides",
            "link:N2-P4",
            {"kind": "link", "hexes": ["N2", "P4"]},
            "10.1.3",
            "N2-P4 has no link [owner] (doubt: a fold)",
        ),
        (
            BY_RAIL,
            "rails",
            "T9-U8",
            {"kind": "link", "hexes": ["T9", "U8"]},
            "9.3.2a",
            "T9-U8 has no rail link [owner] (doubt: a fold)",
        ),
    ],
)
def test_what_an_owner_has_removed_with_a_doubt_makes_a_doubt(
    text: str, layer: str, id_: str, said: dict[str, object], rule: str, fact: str, tmp_path: Path
) -> None:
    assert rule not in {finding.rule for finding in told(text)}
    for folder, more, verdict in (("sure", {}, "violation"), ("doubted", {"doubt": "a fold"}, "doubt")):
        (tmp_path / folder).mkdir()
        overlay = removed(tmp_path / folder, layer, id_, {**said, **more})
        (finding,) = (finding for finding in told(text, overlay) if finding.rule == rule)
        assert finding.verdict.value == verdict
        assert (fact in map(str, finding.facts)) == (verdict == "doubt")


@pytest.mark.parametrize(("text", "rule"), [(NOT_ATTACKED, "10.1.4"), (OUT_OF_A_ZONE, "8a")])
def test_what_only_a_doubted_link_breaks_is_a_doubt(text: str, rule: str) -> None:
    """A zone and a neighbour that a link of doubtful reading makes carry no violation."""
    (finding,) = told(text)
    assert (finding.rule, finding.verdict.value) == (rule, "doubt")
    assert [fact.statement for fact in finding.facts if fact.doubt] == [
        f"an area joins N2-{'O4' if rule == '10.1.4' else 'P4'}"
    ]


def test_what_no_link_decides_is_a_violation() -> None:
    (finding,) = told(TWO_ALIKE)
    assert (finding.rule, finding.verdict.value) == ("8a", "violation")


def test_the_game_on_another_map_is_made_once() -> None:
    game = find_game("nr")
    (other,) = game.board.otherwise
    assert len(other.apart) == len(other.doubts) == 5
    assert game.on_board(other.board) is game.on_board(other.board)
    assert find_game("trc").board.otherwise == ()
