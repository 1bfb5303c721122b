"""The module of Moscow 1941 before the real engine: a turn of both sides is played, logged and audited."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.module.menus import keys_used_twice
from tests.referee.engine import Engine, Game
from trc_module.cli.main import group
from trc_module.disk_cache import cache_root
from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.hexgrid import hexes
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.layout import MAIN_MAP
from trc_module.module.setups import setups

WHOLE = "Moscow 1941: units in their boxes"
SET_UP = {
    "rus-western": "A2",
    "rus-20-army": "B2",
    "rus-tanks": "C2",
    "rus-24-army": "C1",
    "rus-43-army": "D2",
    "rus-bryansk": "E2",
    "rus-13-army": "B3",
    "rus-reserve": "C3",
    "rus-rzhev": "A3",
    "rus-16-army": "B4",
    "ger-9-army": "A1",
    "ger-4-army": "B1",
    "ger-3-pzgr": "B1",
    "ger-4-pzgr": "B1",
    "ger-2-pzgr": "D1",
    "ger-2-army": "D1",
}


@pytest.fixture(scope="module")
def parts() -> ModuleInputs:
    return load_inputs(find_game("m41"), find_spec("m41").folder)


@pytest.fixture(scope="module")
def module(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("m41") / "m41.vmod"
    build_module(parts, path, "0.0.1", cache_root())
    return path


@pytest.fixture
def game(referee: Engine, module: Path) -> Game:
    game = referee.keep(module)
    game.start_setup(WHOLE, side="German")
    return game


def identifiers(game: Game) -> dict[str, str]:
    return {str(piece.properties.get("unit")): piece.id for piece in game.pieces()}


def put(game: Game, parts: ModuleInputs, piece: str, hex_: str) -> None:
    game.move(piece, *parts.layout.point(parts.board.grid.hex(hex_)))


def test_the_module_opens_without_a_complaint(referee: Engine, module: Path) -> None:
    opened = referee.open(module)
    assert opened.report.complaints == ()
    opened.start_setup(WHOLE, side="German")
    assert opened.last.complaints == ()


def test_every_hex_names_itself(game: Game, parts: ModuleInputs) -> None:
    every = list(hexes(parts.board.grid.all))
    points = [parts.layout.point(h)[1:] for h in every]
    assert game.location_names(MAIN_MAP, points) == [parts.board.grid.name(h) for h in every]


def test_the_table_button_reads_every_cell_that_the_die_can_show(game: Game, parts: ModuleInputs) -> None:
    table: Any = parts.charts.get("firing", object)
    for number in range(1, 7):
        game.press("One more")
        for role, die in (("Attackers", number), ("Defenders", 7 - number)):
            game.load_dice(number)
            told = game.press(f"{role} on the table").chat[-1]
            head, _, hits = told.rpartition(": ")
            assert head.endswith(f" roll {number} at strength {number}, table full")
            assert int(hits.removesuffix(" hits")) == table.hits("full", die, number)


def test_statuses_are_badges_that_follow_what_a_unit_says(game: Game, parts: ModuleInputs) -> None:
    army = identifiers(game)["ger-4-army"]
    put(game, parts, army, "B1")
    shown = []
    for command in (
        "Fortifies",
        "Takes a hit (loses its works, or is disrupted)",
        "Retreats",
        "Recovers from disruption",
    ):
        game.choose(army, command)
        shown.append(game.pieces(army)[0].properties["Status"])
    assert shown == ["1", "0", "2", "0"]


def test_the_german_assault_is_in_the_menu_and_ends_after_four_turns(parts: ModuleInputs) -> None:
    found = {setup.name: (setup.scenario.id, setup.scenario.last_turn) for setup in setups(parts)}
    assert found == {
        WHOLE: ("campaign", 6),
        "Moscow 1941, the German assault: units in their boxes": ("assault", 4),
    }


def test_a_turn_of_both_sides_is_played_and_audited(game: Game, parts: ModuleInputs, tmp_path: Path) -> None:
    ids = identifiers(game)

    def do(unit: str, command: str) -> None:
        game.choose(ids[unit], command)

    logs = [tmp_path / "german.vlog", tmp_path / "russian.vlog"]
    game.begin_log(logs[0])
    for unit, hex_ in SET_UP.items():
        put(game, parts, ids[unit], hex_)
    game.press("Good")
    game.next_turn()
    # 3. and 4. Panzergruppe are too many for one hexside; the 4. Armee and one of them are not.
    for unit in ("ger-4-army", "ger-3-pzgr"):
        game.type_key(ids[unit], "ctrl A")
    do("ger-8-fk", "Attack (join as attacker)")
    game.type_key(ids["rus-tanks"], "ctrl B")
    do("rus-west-air", "Intercepts the 8. Fliegerkorps")
    game.load_dice(6)
    game.press("Interception")
    game.next_turn(times=2)
    # The interception took the air dice away: four are left. One defender at a river has two.
    for _ in range(4):
        game.press("One more")
    game.load_dice(6, 5, 1, 1)
    game.press("Attackers roll dice")
    for _ in range(2):
        game.press("One less")
    game.load_dice(4)
    game.press("Defenders on the table")
    do("ger-4-army", "Takes a hit (loses its works, or is disrupted)")
    do("rus-tanks", "Takes a hit (loses its works, or is disrupted)")
    do("rus-tanks", "Destroyed")
    do("ger-3-pzgr", "Advances, stays ready")
    put(game, parts, ids["ger-3-pzgr"], "C2")
    game.next_turn(times=5)
    # A disrupted unit recovers after the supply phase.
    do("ger-4-army", "Recovers from disruption")
    assert game.next_turn(times=2) == "Turn 1: Russian: replacements"
    game.end_log()
    # The Russian half: the tanks and the Kalinin Front come, the Reserve Front attacks the panzers in C2.
    game.change_side("Russian")
    game.begin_log(logs[1])
    do("rus-tanks", "Comes back as a replacement")
    put(game, parts, ids["rus-tanks"], "C7")
    do("rus-kalinin", "Comes back as a replacement, disrupted")
    put(game, parts, ids["rus-kalinin"], "D7")
    game.next_turn()
    game.type_key(ids["rus-reserve"], "ctrl A")
    # The battle of the German half is over, and its badges have left.
    assert [game.pieces(ids[unit])[0].properties["Role_Level"] for unit in ("rus-reserve", "ger-4-army")] == ["2", "1"]
    do("rus-moscow-air", "Attack (join as attacker)")
    game.type_key(ids["ger-3-pzgr"], "ctrl B")
    do("ger-2-fk", "Intercepts the Moscow Air")
    game.load_dice(3)
    game.press("Interception")
    game.next_turn()
    game.press("One less")
    game.load_dice(5)
    game.press("Attackers roll dice")
    for _ in range(2):
        game.press("One more")
    game.load_dice(6, 1, 1)
    game.press("Defenders roll dice")
    do("ger-3-pzgr", "Takes a hit (loses its works, or is disrupted)")
    do("rus-reserve", "Takes a hit (loses its works, or is disrupted)")
    game.next_turn(times=5)
    do("ger-2-fk", "Leaves the game")
    assert game.next_turn() == "Turn 2: German: weather"
    game.end_log()
    report = json.loads(CliRunner().invoke(group, ["audit", *map(str, logs), "--json"]).output)
    told = [f"{each['verdict']} {each['rule']}: {each['sentence']}" for each in report["findings"]]
    assert told == []
    acts = [act["text"] for act in report["acts"] if not act["text"].startswith(("setup", "end"))]
    assert acts == [
        "weather good",
        "attack 2: ger-4-army ger-3-pzgr ger-8-fk x rus-tanks",
        "intercept 2: rus-west-air x ger-8-fk",
        "airdie 2: 6",
        "fire 2: attack 6 5 1 1",
        "table 2: defend 4 at 2 full = 1",
        "hit 2: ger-4-army",
        "hit 2: rus-tanks",
        "lose 2: rus-tanks",
        "advance 2: ger-3-pzgr ready B1 C2",
        "recover ger-4-army",
        "replace rus-tanks ready C7",
        "replace rus-kalinin disrupted D7",
        "attack 4: rus-reserve rus-moscow-air x ger-3-pzgr",
        "intercept 4: ger-2-fk x rus-moscow-air",
        "airdie 4: 3",
        "fire 4: attack 5",
        "fire 4: defend 6 1 1",
        "hit 4: ger-3-pzgr",
        "hit 4: rus-reserve",
        "withdraw ger-2-fk",
    ]


def test_dice_without_a_strength_are_not_rolled_and_the_chat_says_why(game: Game, parts: ModuleInputs) -> None:
    ids = identifiers(game)
    put(game, parts, ids["ger-9-army"], "A1")
    put(game, parts, ids["rus-western"], "A2")
    game.type_key(ids["ger-9-army"], "ctrl A")
    why = ("* No firing strength is set: nothing is rolled. Choose whose strength it is first.",)
    for button in ("Attackers roll dice", "Defenders roll dice", "Attackers on the table", "Defenders on the table"):
        assert game.press(button).chat == why
    # The battle goes on: it was not rolled.
    game.press("Strength of the attackers")
    game.load_dice(*(3,) * int(game.property("FireStrength") or "0"))
    (told,) = game.press("Attackers roll dice").chat
    assert told.startswith("* Battle 1: ")


def test_no_key_stands_twice_in_a_counters_menu(game: Game) -> None:
    assert keys_used_twice(game) == []
