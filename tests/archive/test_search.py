"""Questions to all games, each answered with game, step and moment."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.archive.games import START, added
from tests.replay.script import Script
from trc_module.archive.search import Answer, answers_text, battles, openings, places_taken, units_in
from trc_module.archive.store import Store
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def store(tournament: Path) -> Iterable[Store]:
    with Store(tournament) as found:
        yield found


def told(answers: Iterable[Answer]) -> list[tuple[str, str, str]]:
    return sorted((answer.at, answer.moment, answer.text) for answer in answers)


def test_where_a_unit_was_at_the_end_of_phases(store: Store) -> None:
    since, until = "turn 2 axis impulse 1 movement", "turn 2 axis impulse 1 combat"
    text = f"ger-41-pz in Y17 to the end of {until}"
    assert told(units_in(store, "ger-41-pz", "Y17")) == [("battle.vlog:1", since, text)]
    assert told(units_in(store, "ger-41-pz", "Y17", turn=2)) == [("battle.vlog:1", since, text)]
    assert told(units_in(store, "ger-41-pz", "Y17", turn=3)) == []
    # It began there and left in the first phase whose end the log shows.
    assert told(units_in(store, "ger-56-pz", "Y17")) == [
        ("battle.vlog:2", since, f"ger-56-pz in Y17 to the end of {until}")
    ]


def test_battles_by_odds_terrain_result_unit_and_turn(store: Store) -> None:
    text = "ger-41-pz ger-56-pz against rus-24-inf in X17 (clear): 3-1, die 5, D1"
    found = [("battle.vlog:7", "turn 2 axis impulse 1 combat", text)]
    for fits in (
        battles(store, odds="3-1"),
        battles(store, odds="3-1", terrain=["clear"], result="D1", unit="rus-24-inf", turn=2),
        battles(store, unit="ger-56-pz"),
    ):
        assert told(fits) == found
    for other in (
        battles(store, odds="4-1"),
        battles(store, terrain=["clear", "river"]),
        battles(store, unit="ger-5"),
        battles(store, turn=1),
        battles(store, result="D"),
    ):
        assert told(other) == []


@pytest.fixture
def openings_store(tmp_path: Path, parts: ModuleInputs) -> Iterable[Store]:
    """Three games that begin, two of them alike; in one the Axis takes Kaunas."""
    (tmp_path / "logs").mkdir()
    for name, to, die in (("one", "J21", 3), ("two", "J21", 4), ("three", "J20", 5)):
        script = (
            Script(parts, f"scenario: campaign\n{START}", tmp_path / "logs" / f"{name}.vlog")
            .move("ger-56-pz", to)
            .roll(die)
        )
        script.end().move("ger-41-pz", "K19" if name == "one" else "L19").end().end().write()
    added(tmp_path / "x.db", tmp_path / "logs")
    with Store(tmp_path / "x.db") as store:
        yield store


def test_openings_and_places_taken(openings_store: Store) -> None:
    store = openings_store
    two = "opening 662b2b5f3c of the axis side"
    assert [
        told(openings(store, moves)) for moves in ("ger-56-pz J21, ger-41-pz K19", "ger-56-pz J21", "662b2b5f3c")
    ] == [
        [("one.vlog:4", "", "opening 29089685d9 of the axis side")],
        [("one.vlog:1", "", "opening 29089685d9 of the axis side"), ("two.vlog:1", "", two)],
        [("", "", two)],
    ]
    assert told(openings(store, "ger-56-pz J20, ger-41-pz K19")) == []
    took = "turn 1 axis impulse 1 movement"
    found = [(f"{name}.vlog:5", took, "axis took Kaunas") for name in ("one", "three", "two")]
    assert told(places_taken(store, "Kaunas", side="axis", by=1)) == found
    assert told(places_taken(store, "Kaunas", side="russian")) == []


def test_what_no_game_knows_is_told_with_what_may_be_meant(store: Store) -> None:
    with pytest.raises(
        UserError, match=r"No game of this archive knows the unit 'ger-41-p'; did you mean 'ger-41-pz'\?"
    ):
        list(units_in(store, "ger-41-p", "Y17"))
    with pytest.raises(UserError, match="No game of this archive mentions 'Atlantis' being taken"):
        list(places_taken(store, "Atlantis"))
    with pytest.raises(UserError, match="Expected units with their hexes"):
        list(openings(store, "ger-41-pz to Y17"))


def test_answers_are_lines_with_a_link(store: Store) -> None:
    (answer,) = units_in(store, "ger-41-pz", "Y17")
    assert answers_text([answer]).splitlines() == [
        f"{answer.game}  battle.vlog:1, turn 2 axis impulse 1 movement: ger-41-pz in Y17 to the end of turn 2 axis "
        f"impulse 1 combat  [{answer.game}.html#step=1]",
        "1 answer in 1 game.",
    ]
    assert answers_text([]) == "0 answers in 0 games."
