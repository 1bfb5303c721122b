"""The module before the real engine: it opens, the set-up lies there, and a turn that is played is audited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.module.menus import keys_used_twice
from tests.referee.engine import Engine, Game
from trc_module.cli.main import group
from trc_module.declarations import Declaration
from trc_module.disk_cache import cache_root
from trc_module.games import find_game
from trc_module.games.trp.data import NAME
from trc_module.gamespec import find_spec
from trc_module.hexgrid import hexes
from trc_module.module.build import build_module
from trc_module.module.commands import names_no_counter
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.layout import MAIN_MAP
from trc_module.module.table.commands import MenuCommand, unit_commands
from trc_module.module.table_file import read_table
from trc_module.replay.events import Reported
from trc_module.replay.gamelog import open_log

HISTORICAL = "June 22nd, 1941 (historical set-up)"


@pytest.fixture(scope="module")
def parts() -> ModuleInputs:
    return load_inputs(find_game(NAME), find_spec(NAME).folder)


@pytest.fixture(scope="module")
def module(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trp") / "trp.vmod"
    build_module(parts, path, "0.0.1", cache_root())
    return path


@pytest.fixture
def game(referee: Engine, module: Path) -> Game:
    game = referee.keep(module)
    game.start_setup(HISTORICAL, side="Axis")
    return game


def test_the_module_opens_without_an_error_or_a_warning(referee: Engine, module: Path) -> None:
    opened = referee.open(module)
    assert opened.report.complaints == ()
    opened.start_setup(HISTORICAL, side="Axis")
    assert opened.last.complaints == ()


def test_units_lie_in_their_hexes_and_hexes_have_their_names(game: Game, parts: ModuleInputs) -> None:
    where = {piece.properties.get("unit"): piece.location for piece in game.pieces()}
    listed = {unit.id: unit.setup for unit in parts.roster.units.values() if unit.setup}
    assert len(listed) == 87
    assert {unit: where[unit] for unit in listed} == listed
    every = list(hexes(parts.board.grid.all))[::7]
    points = [parts.layout.point(h)[1:] for h in every]
    assert game.location_names(MAIN_MAP, points) == [parts.board.grid.name(h) for h in every]


def test_lines_that_name_no_counter_are_printed_as_the_grammar_has_them(
    game: Game, parts: ModuleInputs, tmp_path: Path
) -> None:
    commands = [
        command
        for command in unit_commands(read_table(parts.folder), parts.grammar, parts.folder)
        if names_no_counter(parts.grammar, command.verb.name, command.data.fixed) and "soviet" not in command.data.sides
    ]
    assert len(commands) == 52
    (unit,) = (piece for piece in game.pieces() if piece.properties.get("unit") == "ger-24-pz")
    game.begin_log(tmp_path / "all.vlog")
    for command in commands:
        game.choose(unit, command.text(parts.texts.words))
    game.end_log()
    log = open_log(tmp_path / "all.vlog", parts)
    said = [event.declares for step in log.steps(log.table()) for event in step.events if isinstance(event, Reported)]
    assert [
        (each.verb, {key: value for key, value in each.fields.items() if value})
        for each in said
        if isinstance(each, Declaration)
    ] == [(command.verb.name, {**printed_by(command, game), **command.data.fixed}) for command in commands]


def printed_by(command: MenuCommand, game: Game) -> dict[str, str]:
    """Return what the game itself puts into a line's fields."""
    known = {"$BattleId$": game.property("BattleId") or "", "$PlayerSide$": "Axis"}
    return {field.key: known[field.prints] for field in command.verb.fields if field.prints in known}


class Table:
    """Both players at one table: each leaves a log of what it did."""

    def __init__(self, game: Game, parts: ModuleInputs, folder: Path) -> None:
        self.game, self.parts, self.folder = game, parts, folder
        self.ids = {str(piece.properties.get("unit")): piece.id for piece in game.pieces()}
        self.logs: list[Path] = []

    def sit_down(self, side: str) -> None:
        """End the other player's log, and begin one as a side."""
        if self.logs:
            self.game.end_log()
            self.game.change_side(side)
        self.logs.append(self.folder / f"{len(self.logs)}.vlog")
        self.game.begin_log(self.logs[-1])

    def to(self, unit: str, *names: str) -> None:
        """Drag a unit from hex to hex."""
        for name in names:
            self.game.move(self.ids[unit], *self.parts.layout.point(self.parts.board.grid.hex(name)))

    def do(self, unit: str, command: str) -> tuple[str, ...]:
        """Choose a command in a unit's menu; return what the chat says."""
        return self.game.choose(self.ids[unit], command).chat

    def battle(self, attackers: tuple[str, ...], defender: str, odds: str, die: int, result: str) -> tuple[str, ...]:
        """Declare a battle, roll its die and state its result; return what the chat says of the result."""
        for unit in attackers:
            self.game.type_key(self.ids[unit], "ctrl A")
        self.game.type_key(self.ids[defender], "ctrl B")
        if odds:
            self.do(attackers[0], f"Fought at {odds}")
        self.game.load_dice(die)
        self.game.press("Roll battle")
        return self.do(attackers[0], result)


def test_a_whole_turn_of_both_sides_is_played_and_audited(game: Game, parts: ModuleInputs, tmp_path: Path) -> None:
    table = Table(game, parts, tmp_path)
    table.sit_down("Axis")
    game.press("Good weather")
    assert game.last.chat == ("* The weather is good",)
    game.next_turn()
    table.to("ger-7-inf", "R2")
    game.next_turn()
    assert table.do("ger-24-pz", "Ask for No Retreat orders") == ("* The attacker asks for No Retreat orders",)
    told = table.battle(("ger-24-pz", "ger-4-army"), "sov-4-army", "5-1", 5, "D4")
    assert told == (f"* Battle {game.property('BattleId')}: the result is D4",)
    table.do("sov-4-army", "Retreats")
    table.to("sov-4-army", "S5", "S6")
    assert table.do("sov-4-army", "Dispersed") == ("* Soviet 4th Rifle Army (S6) is Dispersed",)
    assert game.pieces(table.ids["sov-4-army"])[0].properties["Status"] == "2"
    table.do("ger-24-pz", "Advance")
    table.to("ger-24-pz", "S4")
    game.next_turn()
    # The Soviet half: a move near the border, a battle that takes the hex back, a retreat of one hex.
    table.sit_down("Soviet")
    game.next_turn()
    table.to("sov-6-mex", "R4")
    game.next_turn()
    told = table.battle(("sov-14-mex", "sov-5-army"), "ger-24-pz", "3-1", 4, "D1")
    assert told == (f"* Battle {game.property('BattleId')}: the result is D1",)
    table.do("ger-24-pz", "Retreats")
    table.to("ger-24-pz", "S3")
    table.do("ger-24-pz", "Spent")
    table.do("sov-14-mex", "Advance")
    table.to("sov-14-mex", "S4")
    assert game.next_turn() == "Turn 1: Axis: reserve 1, moves"
    # The reserve phases: who has not acted yet may act now, and Soviets far from the border too.
    table.sit_down("Axis")
    game.next_turn()
    table.battle(("ger-6-army",), "sov-5-kav", "", 5, "No effect")
    game.next_turn()
    table.sit_down("Soviet")
    table.to("sov-20-army", "Q14")
    for _ in range(10):
        shown = game.next_turn()
    assert shown == "Turn 2: Axis: supply and orders"
    game.end_log()
    report = json.loads(CliRunner().invoke(group, ["audit", *map(str, table.logs), "--json"]).output)
    assert [(told["verdict"], told["rule"]) for told in report["findings"]] == [
        ("skipped", "XIII.B1"), ("skipped", "XIII.C1"), ("skipped", "XIII.D3"),
        ("skipped", "XIII.B1"), ("skipped", "XIII.C1"), ("skipped", "XIII.D3"),
        ("skipped", "XIII.G"),
    ]  # fmt: skip
    acts = [act["text"] for act in report["acts"] if act["text"] != "end"]
    assert acts == [
        "weather good",
        "move ger-7-inf Q2 R2",
        "ask axis",
        "attack 3: ger-24-pz ger-4-army x sov-4-army",
        "odds 3: 5-1",
        "roll 3: 5",
        "result 3: D4",
        "retreat 3: sov-4-army S4 S5 S6",
        "disperse sov-4-army",
        "advance 3: ger-24-pz S3 S4",
        "move sov-6-mex Q4 R4",
        "attack 5: sov-14-mex sov-5-army x ger-24-pz",
        "odds 5: 3-1",
        "roll 5: 4",
        "result 5: D1",
        "retreat 5: ger-24-pz S4 S3",
        "spend ger-24-pz",
        "advance 5: sov-14-mex S5 S4",
        "attack 7: ger-6-army x sov-5-kav",
        "roll 7: 5",
        "result 7: -",
        "move sov-20-army Q13 Q14",
    ]


def test_no_key_stands_twice_in_a_counters_menu(game: Game) -> None:
    assert keys_used_twice(game) == []
