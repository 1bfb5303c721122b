"""A module that a table declares, before the real engine: keys, dice, cards, and what the log says of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.module.menus import keys_used_twice
from tests.referee.engine import Engine, Game
from trc_module.declarations import Declaration
from trc_module.disk_cache import cache_root
from trc_module.hexgrid import hexes
from trc_module.module.build import build_module
from trc_module.module.compose import compose
from trc_module.module.identity import engine_version
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP
from trc_module.replay.events import Reported
from trc_module.replay.gamelog import open_log
from trc_module.rules.record import read_record

WHOLE = "The Three Baronies: units in their boxes"


@pytest.fixture
def game(referee: Engine, toy_module: Path) -> Game:
    game = referee.keep(toy_module)
    game.start_setup(WHOLE, side="Red")
    return game


def at(parts: ModuleInputs, name: str) -> tuple[str, int, int]:
    return parts.layout.point(parts.board.grid.hex(name))


def test_the_module_opens_without_an_error_or_a_warning(referee: Engine, toy_module: Path) -> None:
    opened = referee.open(toy_module)
    assert opened.report.complaints == ()
    opened.start_setup(WHOLE, side="Red")
    assert opened.last.complaints == ()


def test_a_module_for_vassal_3_7_warns_an_older_engine_and_shares_its_saves_with_the_other(
    referee: Engine, toy_module: Path, toy: ModuleInputs, tmp_path: Path
) -> None:
    newer, saved, saved_newer = tmp_path / "newer.vmod", tmp_path / "old.vsav", tmp_path / "newer.vsav"
    build_module(replace(toy, vassal=engine_version("3.7")), newer, "0.0.1", cache_root())
    game = referee.keep(toy_module)
    game.start_setup(WHOLE, side="Red")
    places = sorted(game.places().values())
    game.save_game(saved)
    game = referee.open(newer)
    assert [dialog.title for dialog in game.report.dialogs] == ["Version Mismatch"]
    assert "was created with VASSAL 3.7.0" in "".join(game.report.errors)
    assert game.load(saved, side="Red")
    assert game.last.complaints == ()
    assert sorted(game.places().values()) == places
    game.save_game(saved_newer)
    game = referee.open(toy_module)
    assert game.load(saved_newer, side="Red")
    assert game.last.complaints == ()
    assert sorted(game.places().values()) == places


def test_every_hex_of_a_flat_top_grid_names_itself_as_printed(game: Game, toy: ModuleInputs) -> None:
    every = list(hexes(toy.board.grid.all))
    points = [toy.layout.point(h)[1:] for h in every]
    assert game.location_names(MAIN_MAP, points) == [toy.board.grid.name(h) for h in every]
    assert game.snap(MAIN_MAP, points) == points


def test_units_wait_in_their_boxes_and_the_cards_in_the_deck(game: Game) -> None:
    where = {piece.properties.get("unit"): piece for piece in game.pieces()}
    assert where["red-1"].location == "Red levies"
    assert where["red-h"].location == "Week 2"
    assert where["turn"].location == "Week 1"
    cards = [piece for name, piece in where.items() if name and name.startswith("card-")]
    assert len(cards) == 12
    assert {piece.location for piece in cards} == {"Deck"}


def test_a_battle_is_said_with_keys_and_rolled_with_a_die_of_ten(game: Game, toy: ModuleInputs) -> None:
    attacker, defender = game.piece("Rustmark 1 Foot 4-3"), game.piece("Waterland 1 Foot 5-3")
    game.move(attacker.id, *at(toy, "0402"))
    game.move(defender.id, *at(toy, "0503"))
    told = game.type_key(attacker.id, "ctrl A").chat
    assert told == (
        "* Battle 1: Rustmark 1st Foot (0402) attacks",
        "* Battle 1: defending Waterland 1st Foot (0503)",
    )
    assert (game.property("AttackSum"), game.property("DefenceSum")) == ("4", "5")
    game.load_dice(10)
    assert game.press("Roll battle").chat == ("* Battle 1: die 10",)
    game.load_dice(7)
    assert game.press("Die").chat == ("* Die: 7",)


def test_the_die_of_a_battle_without_units_is_not_rolled_and_the_module_says_why(game: Game) -> None:
    game.load_dice(10)
    assert game.press("Roll battle").chat == (
        "* Nobody fights: nothing is rolled. Say first who attacks (Ctrl+A) and who is attacked (Ctrl+B).",
    )
    assert game.property("Rolled") == "0"


def test_a_unit_loses_a_step_and_shows_its_other_face_and_then_goes_to_the_lost(game: Game, toy: ModuleInputs) -> None:
    unit = game.piece("Rustmark 1 Foot 4-3").id
    game.move(unit, *at(toy, "0402"))
    assert game.choose(unit, "Loses a step").chat == ("* Battle 1: Rustmark 1st Foot (0402) loses a step",)
    shown = game.pieces(unit)[0].properties
    assert [shown[name] for name in ("Steps_Level", "Steps_Image", "CF", "MF")] == ["2", "red-1-back.png", "2", "3"]
    assert game.choose(unit, "Lost in this battle").chat == ("* Battle 1: Rustmark 1st Foot (0402) is lost",)
    assert game.pieces(unit)[0].location == "Red losses"


def test_steps_go_round_a_hex_of_a_flat_top_grid(game: Game, toy: ModuleInputs) -> None:
    unit = game.piece("Rustmark 1 Foot 4-3").id
    game.move(unit, *at(toy, "0402"))
    went = []
    for way in ("North", "South-east", "South", "South-west", "North-west", "North"):
        game.choose(unit, way)
        went.append(game.pieces(unit)[0].location)
    assert went == ["0401", "0502", "0503", "0403", "0303", "0302"]


def test_the_tracker_tells_the_phase_and_the_turn_marker_follows(game: Game) -> None:
    assert game.next_turn(times=9) == "Turn 2: Red barony: muster"
    assert game.last.chat[-1] == "* Turn 2: Red barony: muster"
    assert game.piece("Turn").location == "Week 2"


def test_a_card_is_drawn_into_the_hand_played_onto_the_pile_and_shuffled_back(game: Game) -> None:
    cards = [piece for piece in game.pieces() if piece.deck == "Deck"]
    deck = cards[0].stack
    assert deck is not None
    assert game.choose(deck, "Draw a card").chat == ("* A side draws cards from the deck (count 1)",)
    (held,) = [piece for piece in game.pieces() if piece.map == "Red hand"]
    # Others see the back, under another name.
    assert held.full_name == f"{held.name}(Card)"
    card = held.properties["card"]
    assert game.choose(held.id, "Charge with this card").chat == (
        f"* A side plays or discards a card (card {card}, for charge)",
    )
    (played,) = game.pieces(held.id)
    assert (played.deck, played.full_name) == ("Discards", held.name)
    assert played.stack is not None
    assert game.choose(played.stack, "Shuffle the pile into the deck").chat == (
        "* The discards are shuffled into the deck",
    )
    assert {piece.deck for piece in game.pieces(*(each.id for each in cards))} == {"Deck"}


def test_a_log_of_the_engine_is_read_again(game: Game, toy: ModuleInputs, tmp_path: Path) -> None:
    path = tmp_path / "toy.vlog"
    game.begin_log(path)
    unit = game.piece("Rustmark 1 Foot 4-3").id
    game.move(unit, *at(toy, "0402"))
    deck = next(piece.stack for piece in game.pieces() if piece.deck == "Deck")
    assert deck is not None
    game.choose(deck, "Draw a card")
    game.choose(unit, "Loses a step")
    game.end_log()
    log = open_log(path, toy)
    table = log.table()
    said = [event for step in log.steps(table) for event in step.events if isinstance(event, Reported)]
    declared = [each.declares for each in said if isinstance(each.declares, Declaration)]
    assert [(each.verb, dict(each.fields)) for each in declared] == [
        ("DRAW", {"side": "Red", "count": "1", "by": "Red"}),
        ("REDUCE", {"b": "1", "u": "red-1", "at": "0402", "by": "Red"}),
    ]
    where = {log.name_of(piece): piece.spot for piece in table.pieces.values()}
    assert log.place_of(where["red-1"]) == toy.board.grid.hex("0402")


def test_a_composed_log_begins_with_its_cards_in_hands_deck_and_pile(
    game: Game, toy: ModuleInputs, tmp_path: Path
) -> None:
    text = "game: toy\nat: turn 2 red battle\nhand: red 2\ndiscards: card-5 card-4\nend\n"
    compose(toy, read_record(text, "a", lambda *_: toy.game), tmp_path / "a.vlog", "0.0.1")
    # All sides are taken in a composed log; whoever opens it observes.
    game.load(tmp_path / "a.vlog")
    cards = [piece for piece in game.pieces() if "card" in piece.properties]
    assert Counter(piece.deck or piece.map for piece in cards) == {"Red hand": 2, "Deck": 8, "Discards": 2}
    deck = next(piece.stack for piece in cards if piece.deck == "Deck")
    assert deck is not None
    assert game.choose(deck, "Draw a card").chat == ("* A side draws cards from the deck (count 1)",)


def test_selected_units_attack_and_roll_with_one_key_and_the_log_has_a_declaration_for_each(
    game: Game, toy: ModuleInputs, tmp_path: Path
) -> None:
    path = tmp_path / "toy.vlog"
    units = [game.piece(name).id for name in ("Rustmark 1 Foot 4-3", "Rustmark 2 Foot 4-3")]
    game.next_turn(times=2)
    game.begin_log(path)
    for unit in units:
        game.move(unit, *at(toy, "0402"))
    game.move(game.piece("Waterland 1 Foot 5-3").id, *at(toy, "0503"))
    game.load_dice(7)
    told = game.type_key(units, "F4").chat
    game.end_log()
    assert len(told) == 2
    assert told[1].endswith("die 7")
    log = open_log(path, toy)
    said = [event for step in log.steps(log.table()) for event in step.events if isinstance(event, Reported)]
    declared = [each.declares for each in said if isinstance(each.declares, Declaration)]
    assert [(each.verb, each.get("u")) for each in declared] == [
        ("ATT", "red-1"),
        ("ATT", "red-2"),
        ("DEF", "blue-1"),
        ("ROLL", None),
    ]


def test_a_hand_opens_for_its_own_side_alone(game: Game) -> None:
    hands = {button.text: button.enabled for button in game.buttons() if button.text.endswith(" hand")}
    assert hands == {"Red hand": True, "Blue hand": False, "Grey hand": False}


def test_no_key_stands_twice_in_a_counters_menu(game: Game) -> None:
    assert keys_used_twice(game) == []
