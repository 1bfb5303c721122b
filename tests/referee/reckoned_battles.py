"""Battles in the real engine against the rules engine: what the module reckons of them, and what its die comes to.

    python -m tests.referee.reckoned_battles --battles 1000 [--seed 1] [--module build/trc.vmod]

Each table is loaded from a save with a few battles at random places, turns and weather, some with aircraft, artillery,
lower odds and units without combat supply (their player says so with the key, as the rules engine judges it). Units
join by the players' own keys. It prints each battle that differs, and how many were compared; it ends with 1 if any
did.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.referee.engine import Engine, Game
from tests.referee.reckoned_games import Battles, Compared
from tests.referee.seats import load_table
from tests.referee.server import find_parts
from trc_module.games import find_game
from trc_module.games.trc.combat.battle_context import fight_of
from trc_module.games.trc.combat.battle_odds import base, final, odds_of
from trc_module.games.trc.game import load
from trc_module.games.trc.supply.combat_supply import combat_supply
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.module.build import build_module
from trc_module.module.inputs import load_inputs
from trc_module.module.recipe import ModuleInputs
from trc_module.module.setups import setup_state, setups
from trc_module.module.tabletop import Tabletop
from trc_module.resources import data_dir
from trc_module.roster import Unit
from trc_module.rules import odds
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.clock import Step
from trc_module.rules.state import State, UnitId
from trc_module.systems.weather import with_weather

GUNS = "26.5"
LOWEST = odds.step(1, 6)
TOGETHER = 5
"""The greatest number of battles on a table."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A battle to be played: who attacks whom from where, with what support."""

    attackers: dict[UnitId, Hex]
    defenders: dict[UnitId, Hex]
    air: tuple[tuple[UnitId, AirSupport], ...]
    lower: str


class Tables(Battles):
    """Random tables with battles, each played in the engine."""

    def __init__(self, game: Game, parts: ModuleInputs, folder: Path, chance: random.Random) -> None:
        self.game = game
        self.parts = parts
        self.folder = folder
        self.chance = chance
        self.units = parts.roster.units
        self.basic, self.with_guns = load(), load(frozenset({GUNS}))

    def _table(self) -> Iterator[Compared]:
        chance = self.chance
        side = chance.choice(("axis", "russian"))
        step = Step(side, chance.choice((1, 1, 2)), "combat")
        turn = 1 if chance.random() < 0.2 else chance.randint(1, 25)
        state = setup_state(self.parts, next(setups(self.parts)))
        weather = chance.choice(("clear", "clear", "snow", "snow", "light-mud"))
        state = replace(state, clock=self.parts.game.sequence.at(turn, step))
        state = with_weather(state, weather)
        options = frozenset({GUNS}) if chance.random() < 0.5 else frozenset()
        state = replace(state, options=options)
        plans = list(self._plans(side))
        for plan in plans:
            for unit, at in (plan.attackers | plan.defenders).items():
                state = state.with_unit(self.units[unit].side, unit, at)
        ids = self._sit_down(state, plans)
        for number, plan in enumerate(plans):
            compared = self._compare(state, plan, ids, number)
            if compared is not None:
                yield compared

    def _plans(self, side: str) -> Iterator[Plan]:
        chance, board = self.chance, self.parts.board
        free: HexSet = board.land
        fighters = {
            one: [u.id for u in self.units.values() if u.side == one and self._fights(u)] for one in ("axis", "russian")
        }
        for pool in fighters.values():
            chance.shuffle(pool)
        movers = [unit for unit in fighters[side] if self.units[unit].move is not None]
        standing = fighters["russian" if side == "axis" else "axis"]
        planes = [u.id for u in self.units.values() if u.side == side and u.type == "air"]
        for _ in range(TOGETHER):
            places = self._places(free)
            if places is None:
                continue
            origins, targets = places
            for at in (*origins, *targets):
                free &= ~(board.grid.spread(board.grid.spread(1 << at)))
            attackers = {movers.pop(): at for at in origins for _ in range(chance.choice((1, 1, 2, 3)))}
            defenders = {standing.pop(): at for at in targets for _ in range(chance.choice((1, 1, 2, 3)))}
            air: tuple[tuple[UnitId, AirSupport], ...] = ()
            if planes and chance.random() < 0.3:
                kind, by = ("stuka", "ger-hq-center") if side == "axis" else ("sturmovik", "rus-stavka")
                flying = [planes.pop() for _ in range(1 if side == "axis" else chance.randint(1, min(3, len(planes))))]
                air = tuple((unit, AirSupport(kind, by)) for unit in flying)
            lower = chance.choice(("", "", "", "1-2", "2-1"))
            yield Plan(attackers, defenders, air, lower)

    @staticmethod
    def _fights(unit: Unit) -> bool:
        return unit.type not in ("air", "partisan") and bool(unit.fact("combat").trust)

    def _places(self, free: HexSet) -> tuple[list[Hex], list[Hex]] | None:
        """Return hexes to attack from and to be attacked, each of the former next to each of the latter."""
        chance, board = self.chance, self.parts.board
        odd = [h for h in hexes(free) if self._strong(h)]
        targets = [chance.choice(odd if odd and chance.random() < 0.4 else list(hexes(free)))]
        if chance.random() < 0.25:
            beside = list(hexes(board.zoc.of[targets[0]] & free))
            targets += beside and [chance.choice(beside)]
        around = free
        for at in targets:
            around &= board.zoc.of[at]
        found = [h for h in hexes(around) if h not in targets and all(board.zoc.of[h] >> at & 1 for at in targets)]
        rivers = [h for h in found if board.river_hexes >> h & 1]
        if rivers and chance.random() < 0.6:
            found = rivers
        if not found:
            return None
        return chance.sample(found, min(len(found), chance.randint(1, 3))), targets

    def _strong(self, at: Hex) -> bool:
        board = self.parts.board
        return bool((board.major_cities | board.river_hexes) >> at & 1) or board.terrain[at].id == "mountain"

    def _sit_down(self, state: State, plans: list[Plan]) -> dict[str, str]:
        table = Tabletop(self.parts)
        for plan in plans:
            for unit, at in (plan.attackers | plan.defenders).items():
                table.put(self.units[unit], at)
            for unit, _ in plan.air:
                table.put(self.units[unit], self.parts.box_key(self.units[unit].side, self.units[unit].area))
        return load_table(self.game, self.parts, table, state, self.folder / "table.vsav", "Axis")

    def _compare(self, state: State, plan: Plan, ids: dict[str, str], number: int) -> Compared | None:
        """Play a battle; None if the rules engine does not know who has combat supply."""
        game, rules = self.game, self.with_guns if state.options else self.basic
        if number:
            game.hot_key("F6")
        cut = [
            unit
            for unit, at in (plan.attackers | plan.defenders).items()
            if combat_supply(rules, state, unit, at) is False
        ]
        for unit in cut:
            game.type_key(ids[unit], "ctrl X")
        game.type_key([ids[unit] for unit in plan.attackers], "ctrl A")
        named = {at: unit for unit, at in plan.defenders.items()}
        if game.property("DefenceSum") == "0":
            game.type_key([ids[unit] for unit in named.values()], "ctrl B")
        for unit, support in plan.air:
            game.type_key(ids[unit], "ctrl 1")
            assert support.by in ("ger-hq-center", "rus-stavka")
        told = Attack(1, tuple(plan.attackers), tuple(plan.defenders), tuple(each for _, each in plan.air))
        lower = plan.lower
        fight = fight_of(rules, state, told)
        step = odds.parse(lower) if lower else None
        if step is not None and step < final(rules, fight):
            game.press(lower)
            told = replace(told, odds=lower)
        ours = odds_of(rules, state, told)
        right = odds.parse(ours)
        if right is None or right < LOWEST:
            ours = ""
        if fight.in_dark:
            return None
        die = self.chance.randint(1, 6)
        game.load_dice(die)
        game.hot_key("F7")
        ours += f" {rules.charts.combat.result(ours, die) if ours else ''}"
        theirs = f"{game.property('Odds')} {game.property('Result')}"
        assert game.last.complaints == (), game.last.complaints
        name = self.parts.board.grid.name
        where = {unit: name(at) for unit, at in (plan.attackers | plan.defenders).items()}
        words = f"{state.clock} {where} cut {cut} air {len(plan.air)} odds {base(fight)} lower {told.odds}"
        return Compared(words, ours.strip(), theirs.strip())


def main() -> int:
    """Play battles and print those that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", type=Path, help="a module that is built already")
    given = parser.parse_args()
    parts = load_inputs(find_game("trc"), data_dir() / "trc")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        module = given.module or Path(folder) / "trc.vmod"
        if given.module is None:
            build_module(parts, module, "1", Path(folder) / "cache")
        engine = Engine(find_parts())
        game = engine.open(module, draw_palettes=False)
        tables = Tables(game, parts, Path(folder), random.Random(given.seed))
        for compared in tables.battles(given.battles):
            if compared.ours != compared.theirs:
                wrong += 1
                print(f"rules {compared.ours!r}, module {compared.theirs!r}: {compared.words}", flush=True)
        engine.close()
    print(f"{given.battles} battles, {wrong} reckoned otherwise")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
