"""Battles of any game in the real engine against its rules: the module's column and result of each.

    python -m tests.referee.reckoned_games nr [--battles 500] [--seed 1] [--data FOLDER | --made-up]

Each table is loaded from a save with a few battles at random places and turns; units show random faces, some are in a
condition, markers lie where a rule asks for them. Players select the attackers and press F4. It prints each battle that
differs, and how many were compared; it ends with 1 if any did.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from pathlib import Path

from tests.games.trp.form import fill
from tests.referee.engine import Engine, Game
from tests.referee.seats import load_table
from tests.referee.server import find_parts
from trc_module.disk_cache import cache_root
from trc_module.gamespec import game_folder
from trc_module.hexgrid import Hex, hexes
from trc_module.module.build import build_module
from trc_module.module.inputs import load_inputs
from trc_module.module.pieces import FACES
from trc_module.module.recipe import ModuleInputs
from trc_module.module.table.conditions import IS, layer_name
from trc_module.module.table.statuses import STATUS
from trc_module.module.tabletop import Tabletop
from trc_module.rules.actions import Attack
from trc_module.rules.clock import FIGHT
from trc_module.rules.finder import load_game
from trc_module.rules.state import State, UnitId, forces
from trc_module.systems.conditions import units_that_are, with_condition
from trc_module.systems.statuses import with_status
from trc_module.systems.steps import with_steps_lost

TOGETHER = 5
"""The greatest number of battles on a table."""
Read = Callable[[State, Attack, int], tuple[str, str]]
"""What the rules say of a battle and its die: the column, '' below the table, and the result, '' where none is read."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The column and result of module and rules engine for a battle."""

    words: str
    ours: str
    theirs: str


class Battles:
    """Battles that come by the table."""

    def battles(self, number: int) -> Iterator[Compared]:
        """Play so many battles."""
        yield from islice(chain.from_iterable(self._table() for _ in count()), number)

    def _table(self) -> Iterator[Compared]:
        raise NotImplementedError


@dataclass
class Tables(Battles):
    """Random tables with battles of one game, each played in the engine."""

    game: Game
    parts: ModuleInputs
    folder: Path
    chance: random.Random
    read: Read
    conditions: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    marked: str = ""
    """The kind of a marker that lies on some of the hexes that are attacked."""
    mark: Callable[[State, Hex], State] | None = None
    supported: str = ""
    """The button that supports a battle, and what it does to the position."""
    support: Callable[[State, int, int], State] | None = None

    def _table(self) -> Iterator[Compared]:
        chance, rules = self.chance, self.parts.game
        step = chance.choice([step for step in rules.sequence.steps if step.kind == FIGHT])
        turn = chance.randint(1, self.parts.last_turn)
        state = rules.start("none" if "none" in rules.scenarios else rules.scenarios[0], frozenset())
        state = replace(state, clock=rules.sequence.at(turn, step), forces=forces(rules.sides))
        plans = list(self._plans(step.side))
        used = {}
        for attackers, defenders in plans:
            for unit, at in (attackers | defenders).items():
                state = state.with_unit(self.parts.roster.units[unit].side, unit, at)
                state, used[unit] = self._look(state, unit)
        marked = [next(iter(defenders.values())) for _, defenders in plans]
        ids = self._sit_down(state, plans, used, marked if self.marked else [])
        for at in marked:
            state = self.mark(state, at) if self.mark else state
        for number, (attackers, defenders) in enumerate(plans, 1):
            yield self._compare(state, attackers, defenders, ids, number)

    def _plans(self, side: str) -> Iterator[tuple[dict[UnitId, Hex], dict[UnitId, Hex]]]:
        chance, board = self.chance, self.parts.board
        free = board.land
        units = [unit for unit in self.parts.roster.units.values() if unit.type != "air"]
        chance.shuffle(units)
        ours = [unit.id for unit in units if unit.side == side]
        theirs = [unit.id for unit in units if unit.side != side]
        for _ in range(TOGETHER):
            if not free:
                return
            target = chance.choice(list(hexes(free)))
            around = [h for h in hexes(board.walk.of[target] & free) if board.walk.of[h] >> target & 1]
            if not around:
                continue
            origins = chance.sample(around, min(len(around), chance.randint(1, 3)))
            for at in (*origins, target):
                free &= ~board.grid.spread(board.grid.spread(1 << at))
            attackers = {ours.pop(): at for at in origins for _ in range(chance.choice((1, 1, 2))) if ours}
            defenders = {theirs.pop(): target for _ in range(chance.choice((1, 1, 2, 3))) if theirs}
            if attackers and defenders:
                yield attackers, defenders

    def _look(self, state: State, unit: UnitId) -> tuple[State, dict[str, int]]:
        """Return the position with a unit that shows a face, and the levels and values that its counter shows."""
        chance, shown = self.chance, {}
        faces = len(self.parts.roster.units[unit].faces)
        if faces and chance.random() < 0.5:
            lost = chance.randint(1, faces)
            state, shown[FACES] = with_steps_lost(state, unit, lost), lost + 1
        for condition in self.conditions:
            if chance.random() < 0.15:
                state, shown[layer_name(condition)] = _also(state, condition, unit), IS
        if self.statuses and chance.random() < 0.3:
            number = chance.randint(1, len(self.statuses))
            state, shown[STATUS] = with_status(state, unit, self.statuses[number - 1]), number
        return state, shown

    def _sit_down(
        self,
        state: State,
        plans: list[tuple[dict[UnitId, Hex], dict[UnitId, Hex]]],
        used: dict[UnitId, dict[str, int]],
        marked: list[Hex],
    ) -> dict[str, str]:
        table = Tabletop(self.parts)
        for attackers, defenders in plans:
            for unit, at in (attackers | defenders).items():
                table.put(self.parts.roster.units[unit], at)
        for unit, shown in used.items():
            for name, level in shown.items():
                table.show(unit, name, level)
        path, side = self.folder / "table.vsav", state.clock.side.capitalize()
        ids = load_table(self.game, self.parts, table, state, path, side)
        kind = next((each for each in self.parts.roster.markers.values() if each.kind == self.marked), None)
        for at in marked:
            assert kind is not None
            self.game.place(self.parts.maker.gpid(kind), *self.parts.layout.point(at))
        return ids

    def _compare(
        self, state: State, attackers: dict[UnitId, Hex], defenders: dict[UnitId, Hex], ids: dict[str, str], number: int
    ) -> Compared:
        game, chance = self.game, self.chance
        die = chance.randint(1, 6)
        game.hot_key("F6")
        if self.support is not None and chance.random() < 0.5:
            count = chance.randint(1, 2)
            for _ in range(count):
                game.press(self.supported)
            state = self.support(state, number, count)
        game.type_key(ids[next(iter(defenders))], "ctrl B")
        game.load_dice(die)
        game.type_key([ids[unit] for unit in attackers], "F4")
        assert game.last.complaints == (), game.last.complaints
        assert game.property("Rolled") == "1", game.last.chat
        column, result = self.read(state, Attack(number, tuple(attackers), tuple(defenders)), die)
        name = self.parts.board.grid.name
        told = {unit: name(at) for unit, at in (attackers | defenders).items()}
        words = f"{state.clock} {told} marks {sorted(state.marks)}: {game.property('Reckoned')}"
        return Compared(
            words, f"{column} {result}".strip(), f"{game.property('Odds')} {game.property('Result')}".strip()
        )


class Pools(Tables):
    """Tables of a game whose battles are fought with pools of dice: the dice of both sides are compared."""

    def _compare(
        self, state: State, attackers: dict[UnitId, Hex], defenders: dict[UnitId, Hex], ids: dict[str, str], number: int
    ) -> Compared:
        from trc_module.games.m41.firepower import Firepower
        from trc_module.rules.battles import Battle
        from trc_module.rules.frozen import FrozenMap
        from trc_module.systems.weather import with_weather

        game, rules = self.game, self.parts.game
        weather = self.chance.choice(("good", "mud", "snow"))
        game.press({"good": "Good", "mud": "Mud", "snow": "Snow"}[weather])
        state = with_weather(state, weather)
        game.hot_key("F6")
        game.type_key(ids[next(iter(defenders))], "ctrl B")
        game.type_key([ids[unit] for unit in attackers], "ctrl A")
        assert game.last.complaints == (), game.last.complaints
        battle = Battle(number, tuple(attackers), tuple(defenders), FrozenMap(attackers | defenders))
        powers = [Firepower(rules, state, battle, role) for role in ("attack", "defend")]  # type: ignore[arg-type]
        told = str(game.property("Reckoned"))
        theirs = f"{game.property('BattleAttack')}/ {game.property('BattleDefence')}/"
        name = self.parts.board.grid.name
        where = {unit: name(at) for unit, at in (attackers | defenders).items()}
        ours = " ".join(f"{power.dice}/" for power in powers)
        return Compared(f"{state.clock} {weather} {where}: {told}", ours, theirs)


def _also(state: State, condition: str, unit: UnitId) -> State:
    return with_condition(state, condition, units_that_are(state, condition) | {unit})


def tables_of(name: str, game: Game, parts: ModuleInputs, folder: Path, chance: random.Random) -> Tables:
    """Return the tables of a game that is known here, else of one whose rules are data."""
    rules = parts.game
    if name == "nr":
        from trc_module.games.nr.combat import odds as nr

        def read(state: State, act: Attack, die: int) -> tuple[str, str]:
            found = nr.odds_of(rules, state, act)  # type: ignore[arg-type]
            column = found.final if found is not None else ""
            return column, rules.results.result(column, die, found.sheets[0]) if column and found else ""  # type: ignore[attr-defined]

        def target(state: State, at: Hex) -> State:
            return state.with_mark(("target", parts.board.grid.name(at)))

        def support(state: State, number: int, count: int) -> State:
            return state.with_mark(("support", str(number), str(count)))

        button = parts.texts("button.support")
        return Tables(game, parts, folder, chance, read, ("unsupplied",), (), "target", target, button, support)
    if name == "m41":
        return Pools(game, parts, folder, chance, lambda *_: ("", ""), (), ("fortified", "disrupted"))
    if name == "trp":
        from trc_module.games.trp import odds as trp
        from trc_module.rules.battles import Battle
        from trc_module.rules.frozen import FrozenMap

        def read_trp(state: State, act: Attack, die: int) -> tuple[str, str]:
            units = (*act.attackers, *act.defenders)
            places = FrozenMap({unit: at for unit in units if isinstance(at := state.place(unit), int)})
            found = trp.column_of(rules, state, Battle(act.number, act.attackers, act.defenders, places))  # type: ignore[arg-type]
            if not isinstance(found, trp.BattleColumn) or found.final is None or found.final < 0:
                return "", ""
            table = rules.table  # type: ignore[attr-defined]
            column = table.columns[min(found.final, len(table.columns) - 1)]
            return column, table.result(column, die)

        return Tables(game, parts, folder, chance, read_trp, (), ("spent", "dispersed"))
    from trc_module.systems.kit import odds as kit

    def read_kit(state: State, act: Attack, die: int) -> tuple[str, str]:
        column = kit.column_of(rules, state, act)  # type: ignore[arg-type]
        return column, rules.table.result(column, die) if column else ""  # type: ignore[attr-defined]

    return Tables(game, parts, folder, chance, read_kit)


def main() -> int:
    """Play battles and print those that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a game by its name, or the folder of one whose rules are data")
    parser.add_argument("--battles", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="an owner's corrections of the data")
    parser.add_argument("--made-up", action="store_true", help="fill in the Portfolio's form with numbers of our own")
    given = parser.parse_args()
    folder = Path(given.game)
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        if folder.is_dir():
            from trc_module.systems.kit.game import Kit

            name, rules = "kit", Kit(folder).load()
        else:
            name, folder = given.game, game_folder(given.game)
            overlay = fill(Path(scratch) / "mine") if given.made_up else given.data
            rules = load_game(given.game, overlay=overlay)  # type: ignore[assignment]
        parts = load_inputs(rules, folder)
        module = Path(scratch) / "game.vmod"
        build_module(parts, module, "1", cache_root())
        engine = Engine(find_parts())
        game = engine.open(module, draw_palettes=False)
        tables = tables_of(name, game, parts, Path(scratch), random.Random(given.seed))
        for compared in tables.battles(given.battles):
            if compared.ours != compared.theirs:
                wrong += 1
                print(f"rules {compared.ours!r}, module {compared.theirs!r}: {compared.words}", flush=True)
        engine.close()
    print(f"{given.battles} battles, {wrong} reckoned otherwise")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
