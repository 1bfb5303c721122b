"""From an audit to what an archive keeps of the game."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from trc_module.archive.ground import named_place, terrain_words
from trc_module.archive.record import Fought, GameRecord, Opening, Stay, Taken
from trc_module.charts.combat import RESULTS
from trc_module.hexgrid import Hex, HexSet
from trc_module.replay.audit import Audit, Done
from trc_module.replay.chain import Chain
from trc_module.report.as_json import audit_json
from trc_module.report.victory import standings
from trc_module.rules.actions import Attack, End, Roll
from trc_module.rules.battles import WON, Battle
from trc_module.rules.clock import Clock
from trc_module.rules.game import Game, place_name
from trc_module.rules.options import UNSAID
from trc_module.rules.registry import in_order
from trc_module.rules.state import Place, State, UnitId


def gathered(audit: Audit, logs: tuple[int, ...]) -> GameRecord:
    """Return what is kept of a game; `logs` are its logs by their place among those that were given."""
    game, end = audit.log.parts.game, audit.end
    (standing,) = standings(game, [end], late=audit.late)
    won = next((winner for winner in standing.won if not winner.unknown), None)
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
        points=standing.points,
        rolls=len(audit.dice.counting),
        counts=tuple(sorted(counts.items())),
        faces=_faces(audit),
        origins=tuple(_origins(audit.chain)),
        phases=tuple((clock.turn, str(clock)) for clock, _ in audit.phases),
        battles=tuple(_battles(audit)),
        stays=tuple(_stays(audit, steps)),
        taken=tuple(_taken(audit, steps)),
        opening=_opening(audit),
        results=tuple(_results(game)),
        tree=audit_json(audit, audit.findings),
    )


def _players(audit: Audit) -> tuple[tuple[str, str], ...]:
    found = ((audit.log.side_of(player), player.name) for player in audit.players)
    return tuple(sorted({(side, name) for side, name in found if side is not None and name}))


def _faces(audit: Audit) -> tuple[tuple[str, int, int], ...]:
    counted = Counter((roll.by or "", roll.pips) for roll in audit.dice.counting)
    return tuple((side, face, count) for (side, face), count in sorted(counted.items()))


def _results(game: Game) -> Iterator[tuple[str, int, str]]:
    for odds, row in game.charts.combat.results.items():
        yield from ((odds, die, result) for die, result in enumerate(row, 1))


def _origins(chain: Chain) -> Iterator[tuple[int, str, int]]:
    before = None
    for step, origin in enumerate(chain.origins, 1):
        if before is None or (origin.log, origin.step) != (before.log, before.step + 1):
            yield step, chain.name(origin.log), origin.step
        before = origin


class _Steps:
    """At which step each phase ended, and which step brought a unit to where it is."""

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


def _battles(audit: Audit) -> Iterator[Fought]:
    attacks = [done for done in audit.acts if isinstance(done.action, Attack)]
    rolls = {_key(done.clock, done.action.number): done for done in audit.acts if isinstance(done.action, Roll)}
    fought = _fought(audit)
    declared = {}
    for done in attacks:
        assert isinstance(done.action, Attack)
        declared[_key(done.clock, done.action.number)] = done
    found = sorted(declared.keys() | {key for key, (_, battle) in fought.items() if battle.result == WON})
    told = [_battle(audit, fought.get(key), declared.get(key), rolls.get(key)) for key in found]
    for number, battle in enumerate(sorted((b for b in told if b is not None), key=lambda b: b[0]), 1):
        yield replace(battle[1], number=number)


_Key = tuple[int, str, int, int]


def _key(clock: Clock, number: int) -> _Key:
    return clock.turn, clock.side, clock.impulse, number


def _fought(audit: Audit) -> dict[_Key, tuple[Clock, Battle]]:
    """Return the battles by impulse and number, as they stood when it ended."""
    states = (*audit.phases, (audit.end.clock, audit.end))
    return {_key(clock, battle.number): (clock, battle) for clock, state in states for battle in state.battles}


def _battle(
    audit: Audit, fought: tuple[Clock, Battle] | None, attack: Done | None, roll: Done | None
) -> tuple[int, Fought] | None:
    game = audit.log.parts.game
    battle = fought[1] if fought else None
    declared = attack.action if attack else None
    rolled = roll.action if roll else None
    assert declared is None or isinstance(declared, Attack)
    assert rolled is None or isinstance(rolled, Roll)
    act = roll or attack
    step = act.steps[-1] if act else 0
    clock = attack.clock if attack else fought[0] if fought else audit.end.clock
    defenders = declared.defenders if declared else battle.defenders if battle else ()
    odds = (rolled.odds if rolled else "") or (attack.odds if attack else "") or (battle.odds if battle else "")
    known = battle.result if battle else ""
    hexes = {battle.stood[unit] for unit in defenders if unit in battle.stood} if battle else set()
    names = tuple(sorted(game.board.grid.name(hex_) for hex_ in hexes))
    die = rolled.die if rolled else None
    return step, Fought(
        number=0,
        turn=clock.turn,
        side=clock.side,
        moment=str(clock),
        step=step,
        attackers=declared.attackers if declared else battle.attackers if battle else (),
        defenders=defenders,
        hexes=names,
        terrain=terrain_words(game, hexes),
        odds=odds,
        die=die,
        result=(rolled.result if rolled else "") or (known if known.isalnum() else ""),
        better=_better(game, odds, die),
    )


def _better(game: Game, odds: str, die: int | None) -> int | None:
    """Return how many faces of the die are worse for the attacker, less how many are better; None if not known."""
    row = game.charts.combat.results.get(odds)
    if row is None or die is None or not 1 <= die <= len(row):
        return None
    ranks = [RESULTS.index(result) for result in row]
    return sum(rank < ranks[die - 1] for rank in ranks) - sum(rank > ranks[die - 1] for rank in ranks)


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
    """Return the places of which nobody knows who controls them, by the traces whose names say so."""
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
    impulse = (first.turn, first.side, first.impulse)
    started = audit.log.parts.game.start(audit.log.scenario, frozenset()).clock
    moved = None
    for number, (clock, state) in enumerate(audit.phases):
        rolled_for = any(battle.result != WON for battle in state.battles)
        if (clock.turn, clock.side, clock.impulse) != impulse or rolled_for:
            break
        moved = number
    # The impulse is over, or its battles have begun: what is not moved by then does not move in it.
    now = audit.end.clock
    over = moved is not None and (moved + 1 < len(audit.phases) or (now.turn, now.side, now.impulse) != impulse)
    if moved is None or not over or first != started:
        return None
    game, state = audit.log.parts.game, audit.phases[moved][1]
    side = first.side
    there = sorted((unit, place_name(game, place)) for unit, place in state.forces[side].places.items())
    digest = hashlib.sha256(repr(there).encode()).hexdigest()[:10]
    return Opening(digest, side, moved)
