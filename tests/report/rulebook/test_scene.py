"""Pictures of examples."""

from __future__ import annotations

import re

import pytest

from trc_module.games import find_game
from trc_module.games.trc import pictures
from trc_module.gamespec import find_spec, game_names, module_of_game
from trc_module.report.rulebook.scene import DrawnWay, ExampleScene, play_scene

GAME = find_game("trc")


def scene(number: str, *, broken: bool = False) -> ExampleScene:
    rule = GAME.book.rules[number]
    example = rule.examples[0]
    return play_scene(rule.entry, example.broken if broken else example.kept, "trc", pictures)


def names(found: object) -> list[str]:
    assert isinstance(found, tuple | list | frozenset)
    return [GAME.board.grid.name(h) for h in sorted(found)]


def way(*hexes: str, kind: str, label: str = "") -> DrawnWay:
    return DrawnWay(kind, tuple(map(GAME.board.grid.hex, hexes)), label)


def test_a_move_is_shown_by_its_way_and_the_zone_that_it_meets() -> None:
    kept, broken = scene("7.2"), scene("7.2", broken=True)
    assert kept.ways == (way("Y20", "Y19", "Y18", "Y17", kind="move"),)
    assert broken.ways == (way("Y20", "Y19", "Y18", "Y17", "Z17", kind="move"),)
    assert list(kept.zones) == ["russian"]
    assert kept.zones["russian"] == GAME.board.grid.disc(GAME.board.grid.hex("X17"), 1)
    assert (names(kept.named), names(broken.named)) == ([], ["Y17", "Z17"])
    assert [(act.text, act.decides, [str(found.rule) for found in act.findings]) for act in broken.acts] == [
        ("move ger-41-pz Y20 Y19 Y18 Y17 Z17", True, ["7.2"])
    ]


def test_the_place_of_a_marker_is_shown_though_nothing_moves() -> None:
    assert names(scene("2.1k").named) == [GAME.board.grid.name(GAME.places["Moscow"])]


def test_a_retreat_is_shown_in_the_position_after_the_battle_with_the_zone_of_its_enemy() -> None:
    shown = scene("13.5a", broken=True)
    assert list(shown.zones) == ["axis"]
    assert [each.kind for each in shown.ways] == ["move", "fought"]
    assert [act.decides for act in shown.acts] == [False, False, True]


def test_an_attack_is_shown_with_its_odds() -> None:
    assert scene("12.3c").ways == (
        way("Y17", "X17", kind="attack", label="1-1"),
        way("Y17", "Y16", kind="attack"),
    )
    # One of the attackers stands too far off.
    assert {names(each.hexes)[0] for each in scene("12.3c", broken=True).ways} == {"X17"}


def test_supply_is_shown_by_lines_and_by_units_without() -> None:
    kept, broken = scene("17.2.3a"), scene("17.2.3a", broken=True)
    assert [names(line)[0] for line in kept.supply.values() if line] == ["W19"]
    assert broken.supply == {"ger-12-inf": None}


@pytest.mark.parametrize("name", [name for name in game_names() if module_of_game(find_spec(name), "pictures")])
def test_every_game_that_has_zones_and_supply_shows_them_in_some_example(name: str) -> None:
    extra = module_of_game(find_spec(name), "pictures")
    scenes = [
        play_scene(rule.entry, lines, name, extra)
        for rule in find_game(name).book.under("")
        if re.search("zone|suppl|isolat", rule.title, re.IGNORECASE)
        for example in rule.examples
        for lines in (example.kept, example.broken)
        if lines
    ]
    if hasattr(extra, "zones"):
        assert any(any(shown.zones.values()) for shown in scenes)
    # Some unit is shown without supply, and another with it.
    assert {line is None for shown in scenes for line in shown.supply.values()} == {True, False}


def test_who_comes_to_the_map_and_who_leaves_it_is_shown() -> None:
    entering = scene("22.3a")
    assert list(entering.arriving.values()) == [("rus-worker-a1",)]
    leaving = next(
        found
        for rule in GAME.book.under("13")
        if rule.examples[0].kept[-1].text.startswith("lose ")
        for found in [scene(rule.number)]
        if found.leaving
    )
    assert leaving.leaving <= leaving.subjects


@pytest.mark.parametrize("number", ["4.1.1a", "24.1.3a", "26.5b", "27.4a", "28.7a"])
def test_the_act_that_decides_is_one_of_each_record(number: str) -> None:
    for rule in GAME.book.under(number):
        for example in rule.examples:
            for lines in filter(None, (example.kept, example.broken)):
                played = play_scene(rule.entry, lines, "trc", pictures)
                assert sum(act.decides for act in played.acts) == bool(played.acts)
