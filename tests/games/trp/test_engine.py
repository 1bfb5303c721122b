"""The module before the real engine: it opens, the set-up lies there, and a turn that is played is audited."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.referee.engine import Engine, Game
from trc_module.disk_cache import cache_root
from trc_module.games import find_game
from trc_module.games.trp.data import JUNE_22, NAME
from trc_module.gamespec import find_spec
from trc_module.hexgrid import hexes
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleParts, load_inputs
from trc_module.module.layout import MAIN_MAP
from trc_module.replay.agreed import scenario_in
from trc_module.replay.audit import audit_log
from trc_module.replay.gamelog import open_log

HISTORICAL = "June 22nd, 1941 (historical set-up)"


@pytest.fixture(scope="module")
def parts() -> ModuleParts:
    return load_inputs(find_game(NAME), find_spec(NAME).folder)


@pytest.fixture(scope="module")
def module(parts: ModuleParts, tmp_path_factory: pytest.TempPathFactory) -> Path:
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


def test_units_lie_in_their_hexes_and_hexes_have_their_names(game: Game, parts: ModuleParts) -> None:
    where = {piece.properties.get("unit"): piece.location for piece in game.pieces()}
    listed = {unit.id: unit.setup for unit in parts.roster.units.values() if unit.setup}
    assert len(listed) == 87
    assert {unit: where[unit] for unit in listed} == listed
    every = list(hexes(parts.board.grid.all))[::7]
    points = [parts.layout.point(h)[1:] for h in every]
    assert game.location_names(MAIN_MAP, points) == [parts.board.grid.name(h) for h in every]


def test_a_turn_that_is_played_is_audited(game: Game, parts: ModuleParts, tmp_path: Path) -> None:
    ids = {piece.properties.get("unit"): piece.id for piece in game.pieces()}

    def to(unit: str, name: str) -> None:
        game.move(ids[unit], *parts.layout.point(parts.board.grid.hex(name)))

    game.begin_log(tmp_path / "trp.vlog")
    game.press("Good weather")
    assert game.last.chat == ('* *** TRP1 WEATHER weather=good shows= by="Axis"',)
    game.next_turn()
    to("ger-7-inf", "R2")
    game.next_turn()
    for unit in ("ger-24-pz", "ger-4-army"):
        game.type_key(ids[unit], "ctrl A")
    game.type_key(ids["sov-4-army"], "ctrl B")
    battle = game.property("BattleId")
    assert game.choose(ids["ger-24-pz"], "Ask for No Retreat orders").chat == ('* *** TRP1 ASK side=axis by="Axis"',)
    assert game.choose(ids["ger-24-pz"], "Fought at 5-1").chat == (f'* *** TRP1 ODDS b={battle} odds=5-1 by="Axis"',)
    game.load_dice(5)
    game.press("Roll battle")
    assert game.choose(ids["ger-24-pz"], "D4").chat == (f'* *** TRP1 RESULT b={battle} result=D4 for= by="Axis"',)
    game.choose(ids["sov-4-army"], "Retreats")
    for name in ("S5", "S6"):
        to("sov-4-army", name)
    assert game.choose(ids["sov-4-army"], "Dispersed").chat == ('* *** TRP1 DISPERSE u=sov-4-army at="S6" by="Axis"',)
    assert game.pieces(ids["sov-4-army"])[0].properties["Status"] == "2"
    game.choose(ids["ger-24-pz"], "Advance")
    to("ger-24-pz", "S4")
    game.next_turn()
    game.end_log()
    log = open_log(tmp_path / "trp.vlog", parts)
    assert scenario_in([log]) == JUNE_22
    audit = audit_log(replace(log, scenario=JUNE_22))
    assert [(told.finding.verdict.value, told.finding.rule) for told in audit.findings] == [
        ("skipped", "XIII.B1"),
        ("skipped", "XIII.C1"),
        ("skipped", "XIII.D3"),
    ]
    said = [str(type(done.action).__name__) for done in audit.acts]
    assert said == [
        "DeclareWeather", "End", "Move", "End", "Attack", "Ask", "Odds", "RollCombat", "Result", "Retreat", "Disperse",
        "Advance", "End",
    ]  # fmt: skip
