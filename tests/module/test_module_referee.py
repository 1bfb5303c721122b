"""The built module, and saves and logs that we wrote, before the real engine."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from trc_module.games import find_game
from trc_module.hexgrid import hexes
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP, TITLE
from trc_module.module.options import OPTIONS_MAP, SETUP_NOTE
from trc_module.module.plates import name_plates
from trc_module.module.recipe import SetupEntry
from trc_module.module.setups import setups, suggested_deployment
from trc_module.module.turns import TurnState
from trc_module.resources import data_dir
from trc_module.rules.record import read_record
from trc_module.rules.record.trial import try_record
from trc_module.vassal.commands import AddPiece, SetTurn, decode_commands, walk
from trc_module.vassal.traits import Piece

SCENARIOS = ("breaking-storm", "barbarossa", "fall-blau", "zitadelle", "bagration")
CAMPAIGN = "Campaign: units in their boxes"


@pytest.fixture
def game(referee: Engine, module_file: Path) -> Game:
    return referee.keep(module_file)


def test_the_module_opens_without_an_error_or_a_warning(referee: Engine, module_file: Path) -> None:
    opened = referee.open(module_file)
    assert opened.report.complaints == ()


def test_every_hex_names_itself_as_printed(game: Game, parts: ModuleInputs) -> None:
    game.new_game(side="Axis")
    every = list(hexes(parts.board.grid.all))
    points = [parts.layout.point(h)[1:] for h in every]
    assert len(every) == 1419
    assert game.location_names(MAIN_MAP, points) == [parts.board.grid.name(h) for h in every]
    assert game.snap(MAIN_MAP, points) == points


def test_a_counter_dropped_anywhere_in_a_box_snaps_into_this_box_and_every_point_names_it(
    game: Game, parts: ModuleInputs
) -> None:
    game.new_game(side="Axis")
    for window in parts.layout.windows:
        points, boxes = [], []
        for box in window.boxes:
            # The corners, the title's middle and the cells' borders among them.
            for x in (box.x, box.x + 46, box.x + box.width // 2, box.x + box.width - 1):
                for y in (box.y, box.y + TITLE // 2, box.y + TITLE, box.y + box.height // 2, box.y + box.height - 1):
                    points.append((x, y))
                    boxes.append(box)
        titles = [box.title for box in boxes]
        assert game.location_names(window.name, points) == titles
        snapped = game.snap(window.name, points)
        assert [parts.layout.place(window.name, x, y) for x, y in snapped] == [box.key for box in boxes]
        assert game.location_names(window.name, snapped) == titles
        cells = {box.key: {box.cell(number) for number in range(box.cells)} for box in window.boxes}
        assert all(point in cells[box.key] for point, box in zip(snapped, boxes, strict=True))


def test_a_counter_dropped_anywhere_in_a_hex_snaps_to_the_centre_where_we_say_that_hex_is(
    game: Game, parts: ModuleInputs
) -> None:
    game.new_game(side="Axis")
    chance = random.Random(8)
    every = list(hexes(parts.board.grid.all))
    points = []
    for _ in range(200):
        x, y = parts.layout.point(chance.choice(every))[1:]
        points.append((x + chance.randint(-28, 28), y + chance.randint(-28, 28)))
    ours = [parts.layout.map_layout.hex_at(point) for point in points]
    snapped = game.snap(MAIN_MAP, points)
    assert snapped == [parts.layout.point(h)[1:] for h in ours if h is not None]
    assert game.location_names(MAIN_MAP, snapped) == [parts.board.grid.name(h) for h in ours if h is not None]


def test_the_campaigns_setup_loads_with_every_counter_in_its_box(game: Game, parts: ModuleInputs) -> None:
    game.start_setup(CAMPAIGN, side="Axis")
    assert game.report.complaints == ()
    expected = {
        (str(parts.roster.piece_number(item.id)), parts.board.boxes[str(box)].name)
        for box, items in parts.start_contents("campaign").items()
        for item in items
    }
    placed = {"turn": "Turn 0", "weather-drm": "Turn 0", "weather-clear": "Weather"}
    for marker in parts.roster.markers.values():
        if marker.kind in parts.recipe.placed:
            place = placed.get(marker.id, "Markers not in use")
            expected.add((str(parts.roster.piece_number(marker.id)), place))
    expected |= {(str(row.number), OPTIONS_MAP) for row in parts.option_rows}
    plates = name_plates(parts.board, parts.layout, parts.texts)
    cities = map(parts.board.grid.name, parts.board.city_at)
    expected |= {(plate.gpid, name) for plate, name in zip(plates, cities, strict=True)}
    assert sorted((piece.gpid, piece.location) for piece in game.pieces()) == sorted(expected)


@pytest.mark.parametrize("file", [f"{name}.vsav" for name in SCENARIOS])
def test_every_set_up_loads_on_its_turn_with_its_weather_modifier(game: Game, parts: ModuleInputs, file: str) -> None:
    (setup,) = [setup for setup in setups(parts) if setup.file == file]
    game.start_setup(setup.name, side="Axis")
    assert game.last.complaints == ()
    assert game.property("Turn") == str(setup.scenario.first_turn)
    assert game.property("WeatherDrm") == str(setup.scenario.modifier)
    assert game.property("Scenario") == setup.scenario.id
    markers = [m for m in parts.roster.markers.values() if m.count == 1]
    plates = len(parts.board.city_at) + bool(setup.scenario.missing)
    assert len(game.places()) == len(parts.roster.units) + len(markers) + len(parts.option_rows) + plates
    assert says_what_its_card_has(game, setup) is (setup.scenario.set_up == "card")


def says_what_its_card_has(game: Game, setup: SetupEntry) -> bool:
    """Tell whether menu, window of options and the note on the map say that the scenario's card is needed."""
    note = (game.property(SETUP_NOTE) or "").replace("<br>", " ")
    said = [
        setup.name.endswith(": needs its card; units in the boxes of the campaign"),
        "Not in this module, to be taken from the card: the forces of both sides; the hexes of the line" in note,
    ]
    assert "Options" in {window["title"].partition(" - ")[2] for window in game.windows()}
    assert len(set(said)) == 1
    return said[0]


def test_the_suggested_deployment_stands_on_the_map(game: Game, parts: ModuleInputs) -> None:
    (setup,) = [setup for setup in setups(parts) if setup.file == "campaign-deployed.vsav"]
    game.start_setup(setup.name, side="Axis")
    on_map = {p.properties["unit"]: p.location for p in game.pieces() if p.map == MAIN_MAP and "unit" in p.properties}
    assert on_map == {unit: parts.board.grid.name(h) for unit, h in suggested_deployment(parts).items()}


def test_what_the_engine_writes_again_of_our_setup_are_the_same_pieces(game: Game, parts: ModuleInputs) -> None:
    game.start_setup(CAMPAIGN, side="Axis")
    added = [c for node in decode_commands(game.restore_text()) for c in walk(node) if isinstance(c, AddPiece)]
    theirs = {(p := Piece.read(c)).property("unit"): p for c in added if c.type.split(";")[0] not in ("stack", "deck")}
    items = [item for items in parts.start_contents("campaign").values() for item in items]
    items += [marker for marker in parts.roster.markers.values() if marker.kind in parts.recipe.placed]
    del theirs[None]
    assert set(theirs) == {item.id for item in items}
    for item in items:
        piece = theirs[item.id]
        ours = parts.maker.placed_piece(item, piece.id or "", piece.map or "", *piece.position)
        assert [t.id for t in piece.traits] == [t.id for t in ours.traits]
        # We write the tokens of VASSAL 3.7, this engine those of 3.6: what both have must be the same.
        for a, b in zip(ours.traits, piece.traits, strict=True):
            both = min(len(a.tokens), len(b.tokens))
            assert _unnumbered(b.tokens[:both]) == _unnumbered(a.tokens[:both])
            assert all(field.since for field in (a.spec.fields if a.spec else ())[both:])
        assert piece.gpid == ours.gpid


def _unnumbered(tokens: tuple[str, ...]) -> list[str]:
    """Leave out the numbers of named keys, which the engine gives anew in each session."""
    return [re.sub(r"57\d{3}(?=\\*,0\\*,)", "", token) for token in tokens]


def test_the_demos_log_plays_in_the_engine_and_ends_where_the_rules_engine_ends(
    game: Game, parts: ModuleInputs, tmp_path: Path
) -> None:
    text = (data_dir() / "trc" / "games" / "opening.game").read_text(encoding="utf-8")
    record = read_record(text, "opening.game", find_game)
    compose(parts, record, tmp_path / "opening.vlog", "0.0.1")
    assert game.load(tmp_path / "opening.vlog", side="Axis")
    assert game.report.complaints == ()
    while game.steps_left:
        assert game.step().report.complaints == ()
    end = try_record(record, "opening.game").end
    numbers = parts.roster.by_piece_number
    theirs = {numbers[int(piece.gpid)]: piece.location for piece in game.pieces() if "Nation" in piece.properties}
    grid = parts.board.grid
    ours = {
        unit: grid.name(place) if not isinstance(place, str) else parts.board.boxes[parts.box_key(side, place)].name
        for side, force in end.forces.items()
        for unit, place in force.places.items()
    }
    assert theirs == ours
    turns = [c for n in decode_commands(game.restore_text()) for c in walk(n) if isinstance(c, SetTurn)]
    assert [TurnState.read(turn) for turn in turns] == [TurnState(1, 2)]
