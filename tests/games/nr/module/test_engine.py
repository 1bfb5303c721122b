"""The module of No Retreat! before the real engine: the set-up, cards, faces, markers, and a log that is audited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.module.menus import keys_used_twice
from tests.referee.engine import Engine, Game
from trc_module.auditing.start import read_start
from trc_module.cli.main import group
from trc_module.disk_cache import cache_root
from trc_module.games.nr import load
from trc_module.games.nr.data import FOLDER
from trc_module.hexgrid import hexes
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.layout import MAIN_MAP
from trc_module.replay.gamelog import open_log
from trc_module.systems.conditions import units_that_are

CAMPAIGN = "No Retreat! The Russian Front: units in their boxes"


@pytest.fixture
def game(referee: Engine, nr_module: Path) -> Game:
    game = referee.keep(nr_module)
    game.start_setup(CAMPAIGN, side="Axis")
    return game


def at(parts: ModuleInputs, name: str) -> tuple[str, int, int]:
    return parts.layout.point(parts.board.grid.hex(name))


def test_the_module_opens_without_an_error_or_a_warning(referee: Engine, nr_module: Path) -> None:
    opened = referee.open(nr_module)
    assert opened.report.complaints == ()
    opened.start_setup(CAMPAIGN, side="Soviet")
    assert opened.last.complaints == ()


def test_every_hex_names_itself_as_drawn(game: Game, parts: ModuleInputs) -> None:
    every = list(hexes(parts.board.grid.all))
    points = [parts.layout.point(h)[1:] for h in every]
    assert game.location_names(MAIN_MAP, points) == [parts.board.grid.name(h) for h in every]


def test_units_cards_and_markers_stand_where_the_campaign_begins(game: Game) -> None:
    where = {piece.properties.get("unit"): piece for piece in game.pieces()}
    places = ("ger-1-pz", "sov-leningrad", "fin", "sov-kalinin", "turn", "vp", "blitz-1")
    assert [where[name].location for name in places] == [
        "J9", "B19", "A20", "Turn 2", "Turn 1", "12", "Blitz! markers",
    ]  # fmt: skip
    decks = [piece.deck for name, piece in where.items() if name and name.startswith("card-")]
    assert (decks.count("Event cards"), decks.count("Cards of 1945")) == (44, 10)


def test_a_card_is_drawn_played_and_discarded(game: Game) -> None:
    cards = [piece for piece in game.pieces() if piece.deck == "Event cards"]
    deck = cards[0].stack
    assert deck is not None
    for _ in range(2):
        assert game.choose(deck, "Draw a card").chat == ("* Axis draws a card",)
    first, second = (piece for piece in game.pieces() if piece.map == "Axis hand")
    # Others see the back, under another name.
    assert first.full_name == f"{first.name}(No Retreat!)"
    for held, menu, told in (
        (first, "Play for its event", "plays {} for its event"),
        (second, "Discard", "discards {}"),
    ):
        assert game.choose(held.id, menu).chat == (f"* Axis {told.format(held.name)}",)
        (played,) = game.pieces(held.id)
        assert (played.deck, played.full_name) == ("Discards", held.name)


def test_a_soviet_unit_is_upgraded_and_falls_back_an_axis_one_loses_a_step(game: Game) -> None:
    front, army = (next(p for p in game.pieces() if p.properties.get("unit") == name) for name in ("sov-west", "ger-9"))
    assert game.choose(front.id, "Is upgraded or fortified").chat == (
        "* Russian West Infantry (G13) is upgraded or fortified",
    )
    assert [game.pieces(front.id)[0].properties[name] for name in ("CF", "MF")] == ["7", "3"]
    assert game.choose(front.id, "Loses a step").chat == ("* Battle 1: Russian West Infantry (G13) loses a step",)
    assert game.pieces(front.id)[0].properties["CF"] == "4"
    assert game.choose(army.id, "Loses a step").chat == ("* Battle 1: 9th Army (E11) loses a step",)
    assert game.pieces(army.id)[0].properties["CF"] == "3"


def test_a_target_marker_is_placed_and_swept_away(game: Game) -> None:
    front = next(piece for piece in game.pieces() if piece.properties.get("unit") == "sov-west")
    assert game.choose(front.id, "Its hex becomes a target").chat == (
        "* The hex of Russian West Infantry (G13) becomes a target",
    )
    assert [piece.location for piece in game.pieces() if piece.properties.get("Kind") == "target"] == ["G13"]
    assert game.next_turn(times=6) == "Turn 1: Axis: removals"
    assert [piece for piece in game.pieces() if piece.properties.get("Kind") == "target"] == []


def test_a_log_of_the_engine_is_audited_and_tells_nothing_of_a_hand(
    game: Game, parts: ModuleInputs, tmp_path: Path
) -> None:
    path = tmp_path / "nr.vlog"
    game.begin_log(path)
    deck = next(piece.stack for piece in game.pieces() if piece.deck == "Event cards")
    assert deck is not None
    game.next_turn()
    for _ in range(3):
        game.choose(deck, "Draw a card")
    held = [piece for piece in game.pieces() if piece.map == "Axis hand"]
    game.choose(held[0].id, "Discard")
    game.next_turn(times=3)
    army = next(piece for piece in game.pieces() if piece.properties.get("unit") == "ger-18")
    game.move(army.id, *at(parts, "D13"))
    game.end_log()
    told = CliRunner().invoke(group, ["audit", str(path), "--json"])
    report = json.loads(told.output)
    assert report["game"] == "nr"
    said = [act["text"] for act in report["acts"] if act["text"].startswith(("draw", "card", "move"))]
    assert said == [
        "draw axis 1", "draw axis 1", "draw axis 1", f"card axis {held[0].properties['card']} discard",
        "move ger-18 D12 D13",
    ]  # fmt: skip
    hidden = [piece.properties["card"] for piece in held[1:]]
    assert [card for card in hidden if f'{card}"' in told.output or f"{card} " in told.output] == []


def test_a_hand_opens_for_its_own_side_alone(game: Game) -> None:
    named = {button.tooltip.partition(":")[0]: button.enabled for button in game.buttons()}
    hands = {name: enabled for name, enabled in named.items() if name.endswith(" hand")}
    assert hands == {"Axis hand": True, "Soviet hand": False}


def test_a_unit_without_supply_shows_it_until_the_next_supply_check(
    game: Game, parts: ModuleInputs, tmp_path: Path
) -> None:
    front = next(piece for piece in game.pieces() if piece.properties.get("unit") == "sov-west")
    assert game.next_turn(times=2) == "Turn 1: Axis: supply check"
    assert game.choose(front.id, "Unsupplied").chat == ("* Russian West Infantry (G13) is without supply",)
    game.next_turn()
    path = tmp_path / "late.vlog"
    game.begin_log(path)
    game.next_turn()
    game.end_log()
    log = open_log(path, parts)
    (world,) = read_start(log, log.table()).worlds
    assert units_that_are(world, "unsupplied") == {"sov-west"}
    assert game.pieces(front.id)[0].properties["IsUnsupplied_Level"] == "2"
    assert game.next_turn(times=5) == "Turn 1: Soviets: supply check"
    assert game.pieces(front.id)[0].properties["IsUnsupplied_Level"] == "1"


def test_the_german_module_draws_a_card_and_places_a_marker(referee: Engine, tmp_path: Path) -> None:
    german = load_inputs(load(), FOLDER, "de")
    build_module(german, tmp_path / "de.vmod", "0.0.1", cache_root())
    game = referee.keep(tmp_path / "de.vmod")
    game.start_setup("No Retreat! The Russian Front: Einheiten in ihren Feldern", side="Axis")
    buttons = {button.text or button.tooltip.partition(":")[0] for button in game.buttons()}
    assert {"Runden", "Punkte", "Achse", "Sowjets", "Karten", "Hand der Achse", "Hand der Sowjets"} <= buttons
    deck = next(piece.stack for piece in game.pieces() if piece.deck == "Event cards")
    assert deck is not None
    assert game.choose(deck, "Karte ziehen").chat == ("* Axis zieht eine Karte",)
    (held,) = (piece for piece in game.pieces() if piece.map == "Axis hand")
    titles = [german.texts.words[f"card.{held.properties['card']}-{side}-title"] for side in ("axis", "soviet")]
    assert held.name == " / ".join(titles)
    front = next(piece for piece in game.pieces() if piece.properties.get("unit") == "sov-west")
    told = game.choose(front.id, "Sein Hexfeld wird ein Angriffsziel").chat
    assert told == ("* Russisch West Infanterie (G13): das Hexfeld wird ein Angriffsziel",)
    assert [piece.location for piece in game.pieces() if piece.properties.get("Kind") == "target"] == ["G13"]


def test_no_key_stands_twice_in_a_counters_menu(game: Game) -> None:
    assert keys_used_twice(game) == []


def test_a_lost_unit_says_that_it_is_lost_and_goes_to_the_destroyed(game: Game) -> None:
    army = next(piece for piece in game.pieces() if piece.properties.get("unit") == "ger-9")
    assert game.choose(army.id, "Destroyed").chat == ("* Battle 1: 9th Army (E11) is lost",)
    assert game.pieces(army.id)[0].location == "Axis destroyed units"
