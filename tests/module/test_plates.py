"""Plates on the map above the counters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP
from trc_module.module.plates import name_plates


def test_every_city_has_a_plate_at_its_hex_and_a_number_of_its_own(parts: ModuleInputs) -> None:
    plates = list(name_plates(parts.board, parts.layout, parts.texts))
    assert [(plate.name, (plate.map, *plate.position)) for plate in plates] == [
        (city.name, parts.layout.point(at)) for at, city in parts.board.city_at.items()
    ]
    assert len({plate.gpid for plate in plates}) == len(plates) == 35


@pytest.fixture
def game(referee: Engine, module_file: Path) -> Game:
    return referee.keep(module_file)


@pytest.mark.parametrize(
    ("setup", "notes"),
    [
        ("Campaign: units in their boxes", []),
        (
            "Fall Blau: needs its card; units in the boxes of the campaign",
            ["Fall Blau: turns 7 to 14. The forces of this scenario are on its card"],
        ),
    ],
)
def test_a_set_up_says_on_the_map_what_only_its_card_knows(game: Game, setup: str, notes: list[str]) -> None:
    game.start_setup(setup, side="Axis")
    assert game.last.complaints == ()
    plates = [piece for piece in game.pieces() if piece.properties.get("DrawnIn") == "names"]
    assert {piece.map for piece in plates} == {MAIN_MAP}
    found = [piece for piece in plates if piece.properties.get("Kind") == "note"]
    assert len(plates) - len(found) == 35
    assert len(found) == len(notes)
    for note, words in zip(found, notes, strict=True):
        assert words in (game.property("SetupNote") or "")
        game.choose(note, "Read: take this note off the map")
        assert note.id not in game.places()


def test_units_stack_in_a_city_under_its_plate(game: Game, parts: ModuleInputs) -> None:
    game.start_setup("Campaign: a suggested deployment", side="Axis")
    ids = {p.properties["unit"]: p.id for p in game.pieces() if "unit" in p.properties}
    at = parts.layout.point(parts.board.grid.hex("W19"))
    for unit in ("ger-41-pz", "ger-47-pz"):
        game.move(ids[unit], *at)
    one, other = game.pieces(ids["ger-41-pz"], ids["ger-47-pz"])
    assert one.stack == other.stack is not None
    assert (one.location, other.location) == ("W19", "W19")
    (kiev,) = [piece for piece in game.pieces() if piece.name == "Kiev"]
    assert (kiev.location, kiev.stack) == ("W19", None)
    assert not game.menu(kiev)
