"""The record of a game for an archive, made from an audit."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from trc_module.archive.ground import named_place, terrain_words
from trc_module.archive.record import Fought, GameRecord, Opening, Stay, Taken
from trc_module.auditing.audit import Audit
from trc_module.auditing.judged import Done
from trc_module.hexgrid import Hex, HexSet
from trc_module.replay.chain import Chain
from trc_module.report.as_json import audit_json
from trc_module.report.victory import scores
from trc_module.rules.actions import Attack, End, RollCombat
from trc_module.rules.battles import WON, Battle
from trc_module.rules.clock import Clock
from trc_module.rules.game import Game, place_name
from trc_module.rules.options import UNSAID
from trc_module.rules.registry import in_order
from trc_module.rules.state import Place, State, UnitId

CUSTOM = "area"
"""The custom by which an archive keeps what findings mean; whoever shows them says whether it is theirs."""


def gathered(audit: Audit, logs: tuple[int, ...]) -> GameRecord:
    """Return what is kept of a game; `logs` are its logs by their place among those that were given."""
    game, end = audit.log.parts.game, audit.end
    (score,) = scores(game, [end], late=audit.late)
    won = next((winner for winner in score.won if not winner.unknown), None)
    counts = Counter(noted.finding.verdict.value for noted in audit.findings)
    steps = _Steps(audit)
    return GameRecord(
        logs=logs,
        rules=game.name,
        scenario=audit.log.scenario,
        options=tuple(sorted(audit.log.options - {UNSAID}, key=in_order)),
        players=_players(audit),
        turn=end.clock.turn,
        moment=str(end.clock),
        winner=won.side if won else "",
        won_by=won.rule if won else "",
        why=won.why if won else "",
        points=score.points,
        rolls=len(audit.dice.counting),
        counts=tuple(sorted(counts.items())),
        faces=_faces(audit),
        origins=tuple(_origins(audit.chain)),
        phases=tuple((clock.turn, str(clock)) for clock, _ in audit.phases),
        battles=tuple(_battles(audit, steps)),
        stays=tuple(_stays(audit, steps)),
        taken=tuple(_taken(audit, steps)),
        opening=_opening(audit),
        results=tuple(_results(game)),
        tree=audit_json(audit, audit.findings, CUSTOM),
    )


def _players(audit: Audit) -> tuple[tuple[str, str], ...]:
    found = ((audit.log.side_of(player), player.name) for player in audit.players)
    return tuple(sorted({(side, name) for side, name in found if side is not None and name}))


def _faces(audit: Audit) -> tuple[tuple[str, int, int], ...]:
    counted = Counter((roll.by or "", roll.pips) for roll in audit.dice.counting)
    return tuple((side, face, count) for (side, face), count in sorted(counted.items()))


def _results(game: Game) -> Iterator[tuple[str, str, int, str, int]]:
    ranks = game.ranked_results
    if ranks is None:
        return
    for (sheet, odds), row in ranks.rows.items():
        yield from ((sheet, odds, die, result, ranks.order.index(result)) for die, result in enumerate(row, 1))


def _origins(chain: Chain) -> Iterator[tuple[int, str, int]]:
    before = None
    for step, origin in enumerate(chain.origins, 1):
        if before is None or (origin.log, origin.step) != (before.log, before.step + 1):
            yield step, chain.name(origin.log), origin.step
        before = origin


class _Steps:
    """The steps at which phases ended, and those that brought units to where they are."""

    def __init__(self, audit: Audit) -> None:
        ended: dict[Clock, int] = {}
        self._of: dict[UnitId, list[int]] = {}
        last = 0
        for done in audit.acts:
            last = max(last, done.steps[-1])
            if isinstance(done.action, End):
                ended.setdefault(done.clock, done.steps[-1])
                continue
            for unit in _units(done):
                self._of.setdefault(unit, []).append(done.steps[-1])
        self.last = last
        self._ended = [ended.get(clock, last) for clock, _ in audit.phases]

    def ended(self, phase: int) -> int:
        """Return the step with which a phase ended, by its number."""
        return self._ended[phase]

    def brought(self, unit: UnitId, phase: int) -> int:
        """Return the last act on a unit up to the end of a phase; where there is none in it, the end itself."""
        steps = self._of.get(unit, [])
        at = bisect_right(steps, self.ended(phase)) - 1
        began = self.ended(phase - 1) if phase else 0
        return steps[at] if at >= 0 and steps[at] > began else self.ended(phase)


def _units(done: Done) -> tuple[UnitId, ...]:
    unit = getattr(done.action, "unit", None)
    return (unit,) if isinstance(unit, str) else ()


# Battles

_Key = tuple[int, str, int, int]
"""Turn, side, impulse and number of a battle."""


@dataclass(slots=True)
class _Case:
    """The data of a battle: as it was declared, as it was rolled, and as it stood when its impulse ended."""

    clock: Clock
    attack: Attack | None = None
    odds: str = ""
    roll: RollCombat | None = None
    battle: Battle | None = None
    step: int = 0
    sheet: str = ""
    """Of the results table."""


def _battles(audit: Audit, steps: _Steps) -> Iterator[Fought]:
    game = audit.log.parts.game
    cases: dict[_Key, _Case] = {}
    for done in audit.acts:
        if isinstance(done.action, Attack | RollCombat):
            case = cases.setdefault(_key(done.clock, done.action.number), _Case(done.clock))
            case.step = done.steps[-1]
            # The battle may have changed between its declaration and its roll: support is added in between.
            case.odds = done.odds or case.odds
            if isinstance(done.action, RollCombat):
                case.roll = done.action
            else:
                case.attack = done.action
    ended = [steps.ended(number) for number in range(len(audit.phases))]
    for (clock, state), step in zip((*audit.phases, (audit.end.clock, audit.end)), (*ended, steps.last), strict=True):
        for battle in state.battles:
            key = _key(clock, battle.number)
            if key in cases or battle.result == WON:
                case = cases.setdefault(key, _Case(clock, step=step))
                case.battle, case.sheet = battle, game.results_sheet(state, clock.side)
    known = [case for case in cases.values() if case.attack or case.battle]
    for number, case in enumerate(sorted(known, key=lambda case: case.step), 1):
        yield _fought(game, case, number)


def _key(clock: Clock, number: int) -> _Key:
    return clock.turn, clock.side, clock.part, number


def _fought(game: Game, case: _Case, number: int) -> Fought:
    who = case.attack or case.battle
    assert who is not None
    places = case.battle.places if case.battle else {}
    hexes = {places[unit] for unit in who.defenders if unit in places}
    odds = (case.roll.odds if case.roll else "") or case.odds or who.odds
    die = case.roll.die if case.roll else None
    ranks = game.ranked_results
    return Fought(
        number=number,
        turn=case.clock.turn,
        side=case.clock.side,
        moment=str(case.clock),
        step=case.step,
        attackers=who.attackers,
        defenders=who.defenders,
        hexes=tuple(sorted(game.board.grid.name(hex_) for hex_ in hexes)),
        terrain=terrain_words(game, hexes),
        odds=odds,
        die=die,
        result=_result(case),
        sheet=case.sheet,
        better=None if ranks is None else ranks.better(case.sheet, odds, die),
    )


def _result(case: _Case) -> str:
    """Return the result that was read out, else the one that was carried out; '' where neither is known."""
    known = case.battle.result if case.battle else ""
    return (case.roll.result if case.roll else "") or (known if known.isalnum() else "")


# Positions


def _stays(audit: Audit, steps: _Steps) -> Iterator[Stay]:
    game = audit.log.parts.game
    open_: dict[UnitId, tuple[Place, int, int]] = {}
    states = [state for _, state in audit.phases]
    names: dict[Place, str] = {}

    def stay(unit: UnitId, last: int) -> Stay:
        place, first, step = open_[unit]
        if place not in names:
            names[place] = place_name(game, place)
        return Stay(unit, names[place], first, last, step)

    for number, state in enumerate(states):
        now = {unit: place for force in state.forces.values() for unit, place in force.places.items()}
        for unit in [unit for unit, (place, _, _) in open_.items() if now.get(unit) != place]:
            yield stay(unit, number - 1)
            del open_[unit]
        for unit, place in now.items():
            if unit not in open_:
                open_[unit] = place, number, steps.brought(unit, number)
    for unit in open_:
        yield stay(unit, len(states) - 1)


def _taken(audit: Audit, steps: _Steps) -> Iterator[Taken]:
    game = audit.log.parts.game
    states: list[tuple[Clock | None, State]] = [(None, audit.start), *audit.phases]
    names: dict[Hex, str] = {}
    for number, ((_, before), (clock, after)) in enumerate(pairwise(states)):
        assert clock is not None
        unsure = _unsure(after)
        for hex_, side in _changed(before.control, after.control):
            if unsure >> hex_ & 1:
                continue
            if hex_ not in names:
                names[hex_] = named_place(game, hex_)
            yield Taken(names[hex_], side, clock.turn, str(clock), steps.ended(number))


def _changed(before: Mapping[Hex, str], after: Mapping[Hex, str]) -> Iterator[tuple[Hex, str]]:
    for hex_ in sorted(after):
        if after[hex_] != before.get(hex_, ""):
            yield hex_, after[hex_]


def _unsure(state: State) -> HexSet:
    """Return the places of unknown control: those of the traces that are named so."""
    unsure: HexSet = 0
    for name, hexes in state.traces.items():
        if name.startswith(("unsure-", "untold-")):
            unsure |= hexes
    return unsure


def _opening(audit: Audit) -> Opening | None:
    """Return the opening; None where the logs begin later, or end before the first moves are made."""
    if audit.late is not None or not audit.phases:
        return None
    first = audit.phases[0][0]
    part = (first.turn, first.side, first.part)
    started = audit.log.parts.game.start(audit.log.scenario, frozenset()).clock
    moved = None
    for number, (clock, state) in enumerate(audit.phases):
        rolled_for = any(battle.result != WON for battle in state.battles)
        if (clock.turn, clock.side, clock.part) != part or rolled_for:
            break
        moved = number
    # That part of the turn is over, or its battles have begun: what is not moved by then does not move in it.
    now = audit.end.clock
    over = moved is not None and (moved + 1 < len(audit.phases) or (now.turn, now.side, now.part) != part)
    if moved is None or not over or first != started:
        return None
    game, state = audit.log.parts.game, audit.phases[moved][1]
    side = first.side
    there = sorted((unit, place_name(game, place)) for unit, place in state.forces[side].places.items())
    digest = hashlib.sha256(repr(there).encode()).hexdigest()[:10]
    return Opening(digest, side, moved)
