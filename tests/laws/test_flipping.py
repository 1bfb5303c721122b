"""A verdict that a doubtful datum decides is a doubt: a sample of the data of each game, flipped one by one.

The long form is `python -m tests.laws.flipping --game NAME --each 200`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.laws.flipping import Flip, examples, flips, lost, moved, recast, search, weak
from trc_module.games import find_game
from trc_module.games.trc.supply import combat_supply
from trc_module.hexgrid import hexes

EVERY_KIND = {
    "trc": {"terrain", "country", "district", "rail", "city", "river", "combat", "move", "chart movement"},
    "nr": {"coast", "link", "province", "setup", "combat", "type", "chart turns", "chart costs", "chart allotments"},
    "m41": {"terrain", "no river", "no road", "river", "line", "road", "city", "type", "combat", "move"},
    "trp": {"terrain", "country", "river", "city", "type", "size", "chart turns", "chart shifts"},
}


@pytest.fixture(scope="module")
def all_flips() -> dict[str, list[Flip]]:
    return {name: list(flips(find_game(name))) for name in EVERY_KIND}


@pytest.mark.parametrize("name", EVERY_KIND)
def test_data_of_every_kind_are_flipped(name: str, all_flips: dict[str, list[Flip]]) -> None:
    assert {flip.kind for flip in all_flips[name]} >= EVERY_KIND[name]
    assert len({flip.words for flip in all_flips[name]}) > 100


@pytest.mark.parametrize(
    ("name", "kinds", "each", "most"),
    [
        ("trc", ("country", "city", "rail", "combat", "setup"), 8, 24),
        ("nr", ("combat", "type", "size", "link", "coast"), 6, 30),
        ("m41", (), 6, 30),
        ("trp", (), 4, 20),
    ],
)
def test_no_doubt_is_lost(name: str, kinds: Sequence[str], each: int, most: int) -> None:
    assert [str(one) for one in search(name, kinds, each, 1, most)] == []


def test_a_doubt_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds on the border of Finland once did not cite the country of the units."""
    monkeypatch.setattr("trc_module.games.trc.combat.battle_odds.supply_facts", lambda *_: ())
    text = (
        "game: trc\nat: turn 5 axis impulse 1 combat snow\non B9: ger-41-pz\non B8: rus-30-inf\n"
        "attack 1: ger-41-pz x rus-30-inf\nroll 1: 3 2-1 C"
    )
    flip = next(one for one in flips(find_game("trc")) if one.kind == "country" and one.hexes == ("B9",))
    found = list(lost(flip, text, {}))
    assert [(one.finding.rule, one.here) for one in found] == [("17.3.1a", True)]
    monkeypatch.setattr("trc_module.games.trc.combat.battle_odds.supply_facts", combat_supply.supply_facts)
    assert list(lost(flip, text, {})) == []


@pytest.mark.parametrize(("kind", "at"), [("district", "A9"), ("district", "A7")])
def test_who_may_stay_in_the_stalin_line_rests_on_its_districts(kind: str, at: str) -> None:
    text = (
        "game: trc\noptions: 28.7\nat: turn 2 axis impulse 1 combat clear\nbefore: chit russian 3\n"
        f"on A8: ger-41-pz ger-57-pz\non {at}: rus-24-inf\n"
        "attack 1: ger-41-pz ger-57-pz x rus-24-inf\nroll 1: 6 3-1 DR\nend"
    )
    found = [flip for flip in flips(find_game("trc")) if flip.kind == kind and flip.hexes == (at,)]
    assert found
    assert [str(one) for flip in found for one in lost(flip, text, {})] == []


@pytest.mark.parametrize(
    ("at", "acts"),
    [
        # 10.3b as the map is, 10.5e if C26 is land on the Baltic.
        (
            "C26",
            "at: turn 3 russian impulse 1 movement clear\non C26: rus-24-inf\non D33: rus-3-inf\n"
            "sea transfer rus-24-inf C26 D33 roll 4\nmove rus-24-inf D33 E33",
        ),
        # 10.5c and 10.4a.
        *(
            (
                at,
                f"at: turn 3 axis impulse 1 movement clear\ncontrol: Helsinki none, Riga axis\non {at}: ger-12-inf\n"
                f"sea transfer ger-12-inf {at} off-map-units roll 2\neliminate ger-12-inf because 10.5",
            )
            for at in ("A28", "KK28")
        ),
        (
            "KK28",
            "options: 28.6\nat: turn 3 axis impulse 1 movement clear\n"
            "before: early start, choice mediterranean-distraction yes\nbox axis off-map-units: ger-12-inf\n"
            "sea transfer ger-12-inf off-map-units KK28 roll 2",
        ),
    ],
)
def test_who_is_sunk_rests_on_the_coasts_between_which_it_sails(at: str, acts: str) -> None:
    found = [flip for flip in flips(find_game("trc")) if flip.kind == "terrain" and flip.hexes == (at,)]
    assert found
    assert [str(one) for flip in found for one in lost(flip, f"game: trc\n{acts}", {})] == []


def test_a_record_is_moved_with_all_its_hexes_as_they_lie_to_one_another() -> None:
    game: Any = find_game("trc")
    text = "game: trc\nat: turn 2 axis impulse 1 combat clear\non Y17: ger-41-pz\non X17: rus-24-inf\n"
    for goal in ("S12", "T13"):
        found = moved(game, text, goal, random.Random(1))
        assert found is not None
        pair = [line.split()[1].rstrip(":") for line in found.splitlines() if line.startswith("on ")]
        assert goal in pair
        a, b = map(game.board.grid.hex, pair)
        assert game.board.grid.adjacent(a, b)
    assert moved(game, text, "A33", random.Random(3)) is None


def test_a_counter_takes_the_place_of_another_of_its_side() -> None:
    text = "game: trc\non Y17: ger-41-pz\non X17: rus-24-inf\n"
    assert recast(find_game("trc"), text, "rus-54-inf", random.Random(1)) == text.replace("rus-24-inf", "rus-54-inf")


def test_examples_are_taken_of_every_game_and_expect_nothing() -> None:
    for name in EVERY_KIND:
        assert len(examples(name)) > 90
        assert not any("\nexpect" in text for text in examples(name))


def test_the_changed_datum_is_as_doubtful_as_before(all_flips: dict[str, list[Flip]]) -> None:
    game: Any = find_game("trc")
    (flip,) = (one for one in all_flips["trc"] if one.kind == "city")
    changed = flip.change(game)
    odessa = changed.board.cities["Odessa"]
    assert changed.board.grid.name(odessa.hex) == "CC24"
    assert {changed.board.grid.name(at) for at in hexes(odessa.elsewhere)} == {"DD24"}
    assert weak(odessa.fact)
    assert replace(odessa, hex=game.board.cities["Odessa"].hex) != odessa
