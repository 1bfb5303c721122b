"""The table in the real engine, as players see it: the moment, the arrivals, the notes of a set-up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module.menus import keys_used_twice
from tests.referee.engine import Engine, Game
from trc_module.games.trc.module.tables import charts_of
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP
from trc_module.module.setups import setups


@pytest.fixture
def game(referee: Engine, module_file: Path) -> Game:
    return referee.keep(module_file)


def begin(game: Game, parts: ModuleInputs, file: str) -> None:
    (setup,) = [setup for setup in setups(parts) if setup.file == file]
    game.start_setup(setup.name, side="Axis")
    assert game.last.complaints == ()


def test_the_tracker_shows_months_and_weather_and_the_step_is_lit(game: Game, parts: ModuleInputs) -> None:
    begin(game, parts, "campaign.vsav")
    # It shows in the toolbar of the main window, and in none of its own.
    assert game.property("turnDocked") == "true"
    assert "Turn" not in {window["title"] for window in game.windows()}
    assert game.next_turn() == "Turn 1, May/June 1941: Axis, first impulse: movement \u2013 clear"
    steps = len(parts.phase_names)
    assert [game.property(f"Lit_{number}") for number in range(steps)] == ["", "now", *[""] * (steps - 2)]
    # Months without a die have their weather at once.
    # What a log or a save shows of the last step, and its player of the next turn's first.
    assert game.next_turn(times=steps - 2) == ("Turn 1, May/June \u2192 July/Aug 1941: Russian, end of the player turn")
    assert game.next_turn() == "Turn 2, July/Aug 1941: Weather \u2013 clear"
    game.next_turn(times=steps)
    game.load_dice(1)
    game.hot_key("F8")
    chart = charts_of(parts).weather.roll(charts_of(parts).turns[3], 1, 0)
    shown = f"Turn 3, Sep/Oct 1941: Axis, first impulse: movement \u2013 {chart.weather.replace('-', ' ')}"
    assert game.next_turn() == shown


def test_the_map_opens_on_the_front_at_a_zoom_that_shows_an_army_group(game: Game, parts: ModuleInputs) -> None:
    begin(game, parts, "campaign-deployed.vsav")
    x, y, width, height = game.view(MAIN_MAP)
    hexes = [parts.layout.point(parts.board.grid.hex(name))[1:] for name in ("L22", "M23", "O24", "P25")]
    assert all(x < at[0] < x + width and y < at[1] < y + height for at in hexes)
    units = [piece for piece in game.pieces() if piece.map == MAIN_MAP and "unit" in piece.properties]
    seen = [piece for piece in units if x < piece.x < x + width and y < piece.y < y + height]
    # Many stand far behind: the workers, the Finns, the reserves.
    assert 3 * len(seen) > len(units)


def test_a_button_tells_what_arrives_and_what_is_left(game: Game, parts: ModuleInputs) -> None:
    begin(game, parts, "campaign-deployed.vsav")
    assert game.press("Arrivals").chat[0] == "* Turn 1: nothing arrives and nothing is due."
    game.next_turn(times=len(parts.phase_names) + 1)
    moved = next(piece for piece in game.pieces() if piece.properties.get("unit") == "ger-41-pz")
    game.type_key(moved, "ctrl L")
    arriving, left = game.press("Arrivals").chat
    assert arriving.startswith("* Turn 2: Axis: German 40 Armor 8-7, German SS Res Motorized 2-7, ")
    assert "Rumanian 5 Infantry 2-4 (Bucharest)" in arriving
    assert left.startswith("* Rail moves left in this phase: Axis 5, Russian 5. Sea moves left in this turn, ")


def test_no_russian_unit_offers_what_only_the_axis_can_do(game: Game, parts: ModuleInputs) -> None:
    begin(game, parts, "campaign-deployed.vsav")
    texts = parts.texts
    offered = {
        unit: {command.name for command in game.menu(piece)}
        for piece in game.pieces()
        if (unit := piece.properties.get("unit")) in ("rus-3-inf", "ger-1-inf")
    }
    assert texts("menu.exchanged") in offered["ger-1-inf"]
    for entry in ("exchanged", "cut"):
        assert texts(f"menu.{entry}") not in offered["rus-3-inf"]
    # Combat supply matters in snow alone (17.3).
    assert texts("menu.cut") not in offered["ger-1-inf"]


def test_no_key_stands_twice_in_a_counters_menu(game: Game, parts: ModuleInputs) -> None:
    begin(game, parts, "campaign.vsav")
    assert keys_used_twice(game) == []


def test_windows_have_room_for_their_boards_and_their_toolbars(game: Game, parts: ModuleInputs) -> None:
    begin(game, parts, "fall-blau.vsav")
    game.press(parts.texts("window.tracks-button"))
    sizes = {window["title"].partition(" - ")[2]: (window["width"], window["height"]) for window in game.windows()}
    (options,) = game.boards("Options")
    width, height = sizes["Options"]
    # 4 pixels are the toolbar's, 3 the frame's: with less both scroll bars come.
    assert (width >= options.width + 3, height >= options.height + 7) == (True, True)
    (tracks,) = game.boards("Turn Record and Weather")
    width, height = sizes["Turn Record and Weather"]
    assert (width >= tracks.width / 2 + 3, height >= tracks.height / 2 + 35) == (True, True)
    game.press(parts.texts("window.tracks-button"))
