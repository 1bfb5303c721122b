"""The game's answers about positions, beside those of its engine: attacks with factors, shifts and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trc_module.games.nr.combat import odds as reckoned
from trc_module.games.nr.data import Nr
from trc_module.games.nr.movement import FINN, allowance_of, bounds_of
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.zones import room
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Attack
from trc_module.rules.battles import next_number
from trc_module.rules.engine import check
from trc_module.rules.questions import Odds, Outcome, Overlay, Reach, Reason, Term, Way, Ways
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.bringing_up import BestBySearch
from trc_module.systems.questions import CONTROL, LAND, POINTS, SUPPLY, assumed, outcomes_of

_LEFT = "left of the table"


class NrQuestions(BestBySearch):
    """The answers of No Retreat!"""

    overlays: Sequence[str] = (SUPPLY, CONTROL, POINTS)

    def overlay(self, state: State, key: str) -> Overlay | None:
        """Return who is in supply, or what every game shows."""
        game: Nr = self.game
        if key != SUPPLY:
            return super().overlay(state, key)
        lost, unsure = [], []
        for side in game.sides:
            found = supply_of(game, state, side)
            units = [unit for unit, at in state.forces[side].places.items() if isinstance(at, int)]
            lost += [unit for unit in units if unit not in found.possible]
            unsure += [unit for unit in units if unit in found.possible and unit not in found.sure]
        return self.supply_told(state, lost, unsure, {})

    def reach(self, state: State, unit: UnitId) -> Reach | None:
        """Return where a unit may go with the points that it has left, and whom it could attack."""
        game: Nr = self.game
        at = state.place(unit)
        if at is None or isinstance(at, str):
            raise KeyError(unit)
        points = _left(game, state, unit)
        closed = "" if points is not None else "How far it may move is not in our data."
        far = 0 if points is None else bounds_of(game, state, unit).reach(at, points) & ~(1 << at)
        ends = self.ends(state, unit)
        foes, near = self._foes(state, game.side_of[unit]), game.board.grid.neighbours
        after = foes & game.board.grid.spread(ends | 1 << at)
        ways = Ways(LAND, far, crowded=far & ~ends, closed=closed)
        return Reach(unit, at, (ways,), foes & near[at], after, tuple(_allowed(game, state, unit)))

    def ends(self, state: State, unit: UnitId) -> HexSet:
        """Return the hexes other than its own in which a unit may end its move, and has room."""
        game: Nr = self.game
        at, points = state.place(unit), _left(game, state, unit)
        if points is None or not isinstance(at, int):
            return 0
        return bounds_of(game, state, unit).reach(at, points) & room(game, state, game.side_of[unit]) & ~(1 << at)

    def way(self, state: State, unit: UnitId, goal: Hex, manner: str) -> Way | None:
        """Return a cheapest way, or what the judges say against going there."""
        at, points = state.place(unit), _left(self.game, state, unit)
        found = None
        if points is not None and isinstance(at, int):
            found = bounds_of(self.game, state, unit).way(at, goal, points)
        return Way(unit, goal, LAND, found, (), ()) if found else super().way(state, unit, goal, manner)

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return what an attack is worth on the table of its side, legal or not; None if a strength is not known."""
        game: Nr = self.game
        defenders = self.defenders(state, targets)
        act = Attack(next_number(state.battles), tuple(attackers), defenders)
        found = reckoned.odds_of(game, state, act)
        if found is None:
            return None
        return Odds(
            attackers=tuple(attackers),
            targets=tuple(targets),
            odds=found.final or _LEFT,
            attack=found.attack,
            defence=found.defence,
            attacking=tuple(_terms(game, state, attackers)),
            defending=tuple(_terms(game, state, defenders)),
            terrain=(),
            steps=tuple(_steps(game, found)),
            outcomes=tuple(_outcomes(game, found)),
            supports=(),
            against=tuple(check(game, state, act)),
            notes=tuple(_notes(found)),
        )


def _left(game: Nr, state: State, unit: UnitId) -> int | None:
    """Return the movement points that a unit has left in this phase; None if its factor is not known."""
    points = 0 if unit == FINN else allowance_of(game, state, unit).points
    trail = state.trails.get(unit)
    if points is None or trail is None:
        return points
    return max(0, points - bounds_of(game, state, unit).spent(trail.hexes))


def _allowed(game: Nr, state: State, unit: UnitId) -> Iterator[Reason]:
    found, left = allowance_of(game, state, unit), _left(game, state, unit)
    if unit == FINN:
        yield Reason("14.1d", "The Finns do not move.")
    elif found.points is not None:
        yield Reason(found.rule, Sentence("It has {points} movement points.", found.points))
        if left != found.points:
            yield Reason("", Sentence("It has moved in this phase: {left} of them are left.", left))


def _terms(game: Nr, state: State, units: Iterable[UnitId]) -> Iterator[Term]:
    for unit in units:
        at, factor = state.place(unit), game.face(state, unit).combat
        if at is not None and not isinstance(at, str):
            yield Term(unit, at, factor, factor or 0)


def _steps(game: Nr, found: reckoned.BattleOdds) -> Iterator[Reason]:
    ratio = game.results.columns[max(0, game.ladder.column(found.attack, max(found.defence, 1)) or 0)]
    yield Reason(
        "10.6",
        Sentence(
            "{attack} to {defence} is {ratio}, every fraction in the defender's favour.",
            found.attack,
            found.defence,
            ratio,
        ),
    )
    for rule, by in found.shifts:
        title = game.book.rules[rule].title if rule in game.book.rules else ""
        yield Reason(rule, f"{title}: {by:+d}.")


def _outcomes(game: Nr, found: reckoned.BattleOdds) -> Iterator[Outcome]:
    table = game.results
    if not found.final or len(found.sheets) > 1:
        # Left of the table the defenders may counterattack; of two tables the attacker chooses.
        return
    least, most = table.die
    dice = [table.result(found.final, die, found.sheets[0]) for die in range(least, most + 1)]
    yield from outcomes_of(dice, table.meanings)


def _notes(found: reckoned.BattleOdds) -> Iterator[Reason]:
    if found.is_open or len(found.possible) > 1:
        told = ", ".join(sorted(column or _LEFT for column in found.possible))
        yield Reason("", Sentence("Cards or data leave the column open: {told}.", told))
    yield from assumed(found.facts)
