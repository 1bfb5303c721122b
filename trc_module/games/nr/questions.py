"""What the game answers about positions beside what its engine tells: attacks with factors, shifts and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from trc_module.games.nr.combat import odds as reckoned
from trc_module.games.nr.data import Nr
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack
from trc_module.rules.engine import check
from trc_module.rules.questions import Odds, Outcome, Reason, Term
from trc_module.rules.state import State, UnitId
from trc_module.systems.questions import EngineQuestions

_LEFT = "left of the table"


class NrQuestions(EngineQuestions):
    """The answers of No Retreat!"""

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return what an attack is worth on the table of its side, legal or not; None if a strength is not known."""
        game: Nr = self.game
        defenders = self.defenders(state, targets)
        act = Attack(1, tuple(attackers), defenders)
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


def _terms(game: Nr, state: State, units: Iterable[UnitId]) -> Iterator[Term]:
    for unit in units:
        at, factor = state.place(unit), game.face(state, unit).combat
        if at is not None and not isinstance(at, str):
            yield Term(unit, at, factor, factor or 0)


def _steps(game: Nr, found: reckoned.Odds) -> Iterator[Reason]:
    ratio = game.results.columns[max(0, game.ladder.column(found.attack, max(found.defence, 1)) or 0)]
    yield Reason("10.6", f"{found.attack} to {found.defence} is {ratio}, every fraction in the defender's favour.")
    for rule, by in found.shifts:
        title = game.book.rules[rule].title if rule in game.book.rules else ""
        yield Reason(rule, f"{title}: {by:+d}.")


def _outcomes(game: Nr, found: reckoned.Odds) -> Iterator[Outcome]:
    table = game.results
    if not found.final or len(found.sheets) > 1:
        # Left of the table the defenders may counterattack; of two tables the attacker chooses.
        return
    least, most = table.die
    dice = [table.result(found.final, die, found.sheets[0]) for die in range(least, most + 1)]
    for result, faces in Counter(dice).items():
        yield Outcome(result, faces, len(dice), table.meanings.get(result, ""))


def _notes(found: reckoned.Odds) -> Iterator[Reason]:
    if found.is_open or len(found.possible) > 1:
        told = ", ".join(sorted(column or _LEFT for column in found.possible))
        yield Reason("", f"Cards or data leave the column open: {told}.")
    for fact in dict.fromkeys(found.facts):
        if not fact.trust.carries_violation:
            yield Reason("", f"Assumed: {fact}.")
