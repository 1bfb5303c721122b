"""Answers about battles of games whose rules are data: the odds factor by factor, the results, what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack
from trc_module.rules.battles import next_number
from trc_module.rules.engine import check
from trc_module.rules.questions import Odds, Outcome, Reason, Term
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.odds import column_of, divided_by, facts_of_attack, shifts, strengths
from trc_module.systems.kit.owing import steps_in, worth_of_a_step
from trc_module.systems.kit.tables import ResultRules
from trc_module.systems.questions import EngineQuestions, outcomes_of


class KitQuestions(EngineQuestions):
    """The answers of a game whose rules are data."""

    game: KitGround

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return the odds of an attack with everything that goes into them; None without a defender."""
        game, defenders = self.game, self.defenders(state, targets)
        if not defenders:
            return None
        act = Attack(next_number(state.battles), tuple(attackers), defenders)
        attack, defence = strengths(game, state, act)
        column = column_of(game, state, act)
        return Odds(
            tuple(attackers),
            tuple(targets),
            column or f"below {game.table.columns[0]}",
            int(attack),
            defence,
            tuple(self._term(state, unit, game.strength(state, unit)) for unit in attackers),
            tuple(self._term(state, unit, game.defence(state, unit)) for unit in defenders),
            (),
            tuple(self._steps(state, act, attack, defence)),
            tuple(self._outcomes(column)),
            (),
            tuple(check(game, state, act)),
            tuple(self._notes(state, act, column)),
        )

    def _term(self, state: State, unit: UnitId, counts: int) -> Term:
        at = state.place(unit)
        # Who is asked about is on the map.
        assert at is not None
        assert not isinstance(at, str)
        return Term(unit, at, self.game.units[unit].combat, counts)

    def _steps(self, state: State, act: Attack, attack: Fraction, defence: int) -> Iterator[Reason]:
        """Yield the calculation: the strengths, what weather makes of them, the odds, and each thing that shifts."""
        game = self.game
        whole = sum(game.strength(state, unit) for unit in act.attackers)
        yield Reason("", Sentence("The attackers have {whole}, the defenders {defence}.", whole, defence))
        if divided_by(game, state.clock.turn) > 1:
            told = game.weather(state.clock.turn).attackers_divided
            assert told
            yield Reason(
                told.rule, Sentence("The weather divides the attackers by {by}: {number}.", told.by, _number(attack))
            )
        yield Reason("", Sentence("That is {number} to 1.", _number(attack / defence)))
        shift = game.basics.combat.shift
        for each in shifts(game, state, act):
            columns = f"{abs(each.columns)} column{'' if abs(each.columns) == 1 else 's'}"
            way = "to the worse" if each.columns < 0 else "to the better"
            yield Reason(shift.rule if shift else "", f"{each.why}: {columns} {way}.")

    def _outcomes(self, column: str) -> Iterator[Outcome]:
        table = self.game.table
        cells = table.cells[table.sheets[0], column] if column else ()
        yield from outcomes_of(cells, table.meanings)

    def _notes(self, state: State, act: Attack, column: str) -> Iterator[Reason]:
        """Yield what the results cost on the average, and the doubtful data."""
        game = self.game
        cells = game.table.cells[game.table.sheets[0], column] if column else ()
        costs = [
            lost(game, state, act, game.basics.results[result]) for result in cells if result in game.basics.results
        ]
        if costs:
            theirs, ours = (_number(Fraction(sum(each[side] for each in costs), len(costs))) for side in (0, 1))
            yield Reason(
                "",
                Sentence(
                    "On the average the defenders lose a strength of {theirs}, the attackers one of {ours}.",
                    theirs,
                    ours,
                ),
            )
        yield from (Reason("", f"{fact}.") for fact in facts_of_attack(game, state, act))


def lost(game: KitGround, state: State, act: Attack, told: ResultRules) -> tuple[int, int]:
    """Return the strength that a result takes of the defenders and of the attackers, the cheapest steps first."""
    theirs = _cost(game, state, act.defenders, told.defender)
    return theirs, theirs if told.attackers == "as much" else _cost(game, state, act.attackers, told.attackers)


def _cost(game: KitGround, state: State, units: Sequence[UnitId], told: str | int | None) -> int:
    if told == "all":
        return sum(game.strength(state, unit) for unit in units)
    return sum(sorted(worth_of_a_step(game, state, unit) for unit in units)[: steps_in(told)])


def _number(value: Fraction) -> str:
    """Return a number with at most two decimals: 2, 1.5, 0.67."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
