"""Answers about attacks: factors, shifts and the column; results as far as the table is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from trc_module.facts import Fact, Trust
from trc_module.games.trp.data import MOVES, Trp
from trc_module.games.trp.ground import enemy_of
from trc_module.games.trp.legal_actions import ways_of, zones_of
from trc_module.games.trp.odds import BattleColumn, attack_factors, column_of, defence_factors
from trc_module.games.trp.supply import supplied, unsupplied
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Attack, Move
from trc_module.rules.battles import Battle, next_number
from trc_module.rules.engine import breaks_a_rule, check
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.questions import Best, Odds, Outcome, Overlay, Reason, Term
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.bringing_up import BestBySearch
from trc_module.systems.questions import CONTROL, POINTS, SUPPLY, assumed, outcomes_of

_MOVEMENT = Reason(
    "",
    "The rules of movement are not in our data: units are taken to move by their factors and the costs of terrain, and "
    "to stop in enemy zones of control.",
)


class TrpQuestions(BestBySearch):
    """The answers of The Russian Portfolio."""

    overlays: Sequence[str] = (SUPPLY, CONTROL, POINTS)

    def overlay(self, state: State, key: str) -> Overlay | None:
        """Return who is in supply, or what every game shows."""
        game: Trp = self.game
        if key != SUPPLY:
            return super().overlay(state, key)
        lost = [unit for side in game.sides for unit in unsupplied(game, state, side, certainly=True)]
        less = [unit for side in game.sides for unit in unsupplied(game, state, side) if unit not in lost]
        return self.supply_told(state, lost, less, {side: supplied(game, state, side) for side in game.sides})

    def ends(self, state: State, unit: UnitId) -> HexSet:
        """Return the hexes other than its own in which a unit may end its move, as far as movement is known."""
        game: Trp = self.game
        side = game.side_of[unit]
        if state.clock.side != side or not state.clock.phase.startswith(MOVES):
            return 0
        found: HexSet = 0
        for way in ways_of(game, state, unit, zones_of(game, state, enemy_of(side))):
            if not breaks_a_rule(game, state, Move(unit, way)):
                found |= 1 << way.hexes[-1]
        return found

    def best(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Best | None:
        """Return the best column that units can be brought up for; None where the data do not tell the column."""
        if len(targets) != 1:
            return None
        found = super().best(state, attackers, targets, support)
        return None if found is None else replace(found, notes=(*found.notes, _MOVEMENT))

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return what is known of an attack, legal or not; None unless it is on one hex with enemies."""
        game: Trp = self.game
        defenders = self.defenders(state, targets)
        if not defenders or len(targets) != 1:
            return None
        act = Attack(next_number(state.battles), tuple(attackers), defenders)
        places = {unit: at for unit in (*act.attackers, *defenders) if isinstance(at := state.place(unit), int)}
        found = column_of(game, state, Battle(act.number, act.attackers, defenders, FrozenMap(places)))
        column = found if isinstance(found, BattleColumn) else None
        attack, _ = attack_factors(game, act.attackers)
        defence, _ = defence_factors(game, state, defenders, targets[0])
        return Odds(
            attackers=act.attackers,
            targets=tuple(targets),
            odds="" if column is None else _name(game, column),
            attack=attack or 0,
            defence=defence or 0,
            attacking=tuple(_term(unit, places[unit], game.units[unit].combat) for unit in act.attackers),
            defending=tuple(_term(unit, places[unit], game.units[unit].own["defence"]) for unit in defenders),
            terrain=(),
            steps=() if column is None else tuple(_steps(column, attack or 0, defence or 0)),
            outcomes=() if column is None else tuple(_outcomes(game, _name(game, column))),
            supports=(),
            against=tuple(check(game, state, act)),
            notes=tuple(_notes(game, found)),
        )


def _term(unit: UnitId, at: Hex, factor: object) -> Term:
    return Term(unit, at, factor if isinstance(factor, int) else None, factor if isinstance(factor, int) else 0)


def _name(game: Trp, column: BattleColumn) -> str:
    """Return the column that the table has; below the first one there is none."""
    columns = game.table.columns
    return "" if column.final is None or column.final < 0 else columns[min(column.final, len(columns) - 1)]


def _steps(column: BattleColumn, attack: int, defence: int) -> Iterator[Reason]:
    yield Reason(
        "XIII.B3",
        Sentence("{attack} to {defence} with the ground, every fraction in the defender's favour.", attack, defence),
    )
    if column.shift:
        yield Reason("XIII.B5", Sentence("Rivers and the season shift the column by {shift:+d}.", column.shift))
    if column.surprise:
        yield Reason(
            "XVI.B1", Sentence("The surprise of the first turn shifts the column by {surprise:+d}.", column.surprise)
        )


def _outcomes(game: Trp, column: str) -> Iterator[Outcome]:
    """Yield the results of a column; none of one that our data do not have."""
    table = game.table
    if not column or table.facts["", column].trust is Trust.MISSING:
        return
    least, most = table.die
    yield from outcomes_of([table.result(column, die) for die in range(least, most + 1)], table.meanings)


def _notes(game: Trp, found: BattleColumn | tuple[str, tuple[Fact, ...]]) -> Iterator[Reason]:
    if isinstance(found, BattleColumn):
        facts = found.facts
        if not _name(game, found):
            yield Reason("XIII.B4", "The odds are below the table: this attack may not be made.")
    else:
        rule, facts = found
        lacking = ", ".join(dict.fromkeys(fact.statement.partition(":")[0] for fact in facts))
        yield Reason(rule, Sentence("The odds cannot be told: our data lack {lacking}.", lacking))
    if all(game.table.facts["", name].trust is Trust.MISSING for name in game.table.columns):
        yield Reason("XIII.C1", "Results cannot be told: our data lack the results table of this game.")
    yield from assumed(facts)
