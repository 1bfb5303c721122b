"""Resolution of an answer: the result is carried out as ordered, and the rules judge each loss and each retreat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from trc_module.errors import UserError
from trc_module.games.trc.acts.table import ACTS
from trc_module.games.trc.combat.combat_results import ATTACKERS, DEFENDERS, BattleResolution
from trc_module.games.trc.combat.retreat_routes import retreat_bounds
from trc_module.games.trc.data import Trc
from trc_module.games.trc.orders.gathering import Gathered, who_goes
from trc_module.games.trc.orders.short_names import unit_named
from trc_module.games.trc.orders.values import Answer
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, Lose, Retreat, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding
from trc_module.rules.retreats import way
from trc_module.rules.state import State, Trail, UnitId


class OpenChoice(Struct, frozen=True):
    """A choice that an answer still leaves open: how many attackers are lost, or where a unit goes."""

    units: tuple[UnitId, ...]
    """The units some of which are lost, or the one that retreats."""
    losses: int = 0
    ends: tuple[Hex, ...] = ()
    """The hexes to which the unit may go."""


class AnswerOutcome(Struct, frozen=True):
    """The result of an answer to one result of a battle: the breaches of rules, and the choices left open."""

    findings: tuple[Finding, ...]
    choices: tuple[OpenChoice, ...]


class _Resolution:
    """A result carried out step by step; what the rules say of each step is kept."""

    def __init__(self, game: Trc, state: State, battle: Gathered, result: str, die: int) -> None:
        self.game = game
        self.number = battle.attack.number
        self.findings: list[Finding] = []
        self.state = game.apply(state, battle.attack)
        self.state = game.apply(self.state, RollCombat(self.number, die, battle.order.odds, result))

    @property
    def case(self) -> BattleResolution:
        """Return the battle as it stands."""
        battle = battle_numbered(self.state.battles, self.number)
        assert battle is not None
        return BattleResolution(self.game, self.state, battle)

    def do(self, act: Action) -> None:
        """Judge an act and carry it out."""
        wrong = ACTS.precondition_error(self.game, self.state, act)
        if wrong:
            raise UserError(wrong)
        self.findings += [finding for finding in check(self.game, self.state, act) if finding.accuses]
        self.state = self.game.apply(self.state, act)


def resolve(game: Trc, state: State, battle: Gathered, result: str, die: int, where: str) -> AnswerOutcome:
    """Carry a result out as its answer says, the defender's own choice of a loss in every way that he has.

    What only one of several choices of the defender brings about is found too. UserError names a unit or hex of the
    answer that cannot be meant.
    """
    answer = battle.order.answers.get(result, Answer())
    begun = _Resolution(game, state, battle, result, die)
    for text in answer.lost:
        begun.do(Lose(begun.number, unit_named(game, text, battle.attack.attackers, where)))
    choices = list(_losses(begun))
    choices_open = bool(choices)
    findings = list(begun.findings)
    for lost in _defenders_choices(begun):
        branch = _Resolution(game, state, battle, result, die)
        branch.state = begun.state
        for unit in lost:
            branch.do(Lose(branch.number, unit))
        _go(branch, battle, answer, result, where)
        findings += branch.findings
        # Until it is said which attacker is lost, where the others go is no question yet.
        choices += _retreats(branch, (DEFENDERS,) if choices_open else (ATTACKERS, DEFENDERS))
    return AnswerOutcome(_once(findings), tuple(dict.fromkeys(choices)))


def _once(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple({(finding.rule, finding.sentence): finding for finding in findings}.values())


def _losses(begun: _Resolution) -> Iterator[OpenChoice]:
    """Take the attackers' losses that are forced; yield what is left to be chosen."""
    losses = begun.case.outstanding(ATTACKERS).losses
    left = tuple(unit for unit in begun.case.units(ATTACKERS) if unit not in begun.case.battle.lost)
    if losses and losses >= len(left):
        for unit in left:
            begun.do(Lose(begun.number, unit))
    elif losses:
        yield OpenChoice(left, losses=losses)
        # What else the result asks for does not depend on which of them it is, or hardly: the first stand for all.
        said = list(begun.findings)
        for unit in left[:losses]:
            begun.do(Lose(begun.number, unit))
        begun.findings = said


def _defenders_choices(begun: _Resolution) -> Iterator[tuple[UnitId, ...]]:
    case = begun.case
    losses = case.outstanding(DEFENDERS).losses
    left = tuple(unit for unit in case.units(DEFENDERS) if unit not in case.battle.lost)
    yield from combinations(left, min(losses, len(left)))


def _go(branch: _Resolution, battle: Gathered, answer: Answer, result: str, where: str) -> None:
    """Retreat the units as ordered; who is lost already has no way to go."""
    able = who_goes(battle.attack, result)
    for going in answer.going:
        named = tuple(unit_named(branch.game, text, able, where) for text in going.units)
        for unit in named or battle.attack.defenders:
            if unit not in branch.case.battle.lost and (named or _owes(branch, unit)):
                branch.do(Retreat(branch.number, unit, _trail(branch, unit, going.hexes, where)))


def _owes(branch: _Resolution, unit: UnitId) -> bool:
    """Tell whether a unit that is not named has a retreat to make: others stay, or have nowhere to go."""
    case = branch.case
    who = case.who(unit)
    return unit in case.outstanding(who).retreats and bool(case.routes(unit, strict=False))


def _trail(branch: _Resolution, unit: UnitId, named: tuple[str, ...], where: str) -> Trail:
    """Return the way of a retreat: as written, or if only its end is, a legal way if there is one."""
    game, case = branch.game, branch.case
    at = case.battle.places[unit]
    places = []
    for name in named:
        found = game.board.grid.find(name)
        if found is None:
            raise UserError(f"{where}: expected a hex of the map, found '{name}'.")
        places.append(found)
    if len(places) == 1:
        length = case.side_result(case.who(unit)).retreat or (1, 2)
        path = way(retreat_bounds(game, branch.state, game.side_of[unit]), at, places[0], *length)
        return Trail(path) if path is not None else Trail((at, places[0]), frozenset({0}))
    distance = game.board.grid.distance
    hexes_ = (at, *places)
    gaps = frozenset(i for i in range(len(places)) if distance(hexes_[i], hexes_[i + 1]) != 1)
    return Trail(hexes_, gaps)


def _retreats(branch: _Resolution, sides: tuple[str, ...]) -> Iterator[OpenChoice]:
    """Yield the retreats that are still to be chosen; one with a single end, or with none, is no choice."""
    case = branch.case
    for who in sides:
        for unit in case.outstanding(who).retreats:
            ends = tuple(hexes(case.routes(unit, strict=False)))
            if len(ends) > 1:
                yield OpenChoice((unit,), ends=ends)
