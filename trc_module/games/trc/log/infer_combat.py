"""Battles that nobody declared: is there any legal way to read what happened?

The log shows who was lost, who went back how far, and dice, but not who attacked whom. Only where no share-out of
attacks, no result of a die and no retreat could have led to that is a rule broken. Wherever something is not known it
is taken in the players' favour: enemies that may have been gone do not bar a retreat, support comes from the air if
there is any, and lower odds may have been announced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from trc_module.board import Terrain
from trc_module.facts import Fact
from trc_module.games.trc.acts.actions import SeaMove
from trc_module.games.trc.combat.air_power import MOST_TOGETHER, STUKA, STURMOVIK, available, in_range
from trc_module.games.trc.combat.attack_obligations import Combatant, Front, hopeless_key
from trc_module.games.trc.combat.automatic_victory import POOL, SURRENDERED
from trc_module.games.trc.combat.battle_context import HIGHEST, LOWEST, BattleContext
from trc_module.games.trc.combat.battle_odds import as_far_as_known, base, terrain_facts
from trc_module.games.trc.combat.combat_results import (
    RESULTS,
    holds_out,
    lost_instead,
    may_decline_retreat,
    unaffected,
)
from trc_module.games.trc.combat.retreat_routes import cannot_retreat, named, retreat_bounds, routes
from trc_module.games.trc.data import AXIS, ENEMY, Trc
from trc_module.games.trc.log.infer_movement import read
from trc_module.games.trc.movement.stacking import excess
from trc_module.games.trc.steps import COMBAT, EXPLAINED, MOVEMENT, UNDECLARED, VICTORIES
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.supply.derived_state import keep_track
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules import odds
from trc_module.rules.actions import Action, Attack, Eliminate, Surrender
from trc_module.rules.allocation import Attacker, TooHardError, components
from trc_module.rules.battle_inference import Fighter, Guess, explanation
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import in_words
from trc_module.rules.hypotheses import downgrade_if_excusable
from trc_module.rules.interpretation import Die, Guessed, Interpretation, PieceTrack, Traces
from trc_module.rules.paths import ALLOWANCE, Bounds, faults, told_of_routes
from trc_module.rules.registry import covers
from trc_module.rules.results import ALL, SideResult
from trc_module.rules.retreats import ends
from trc_module.rules.state import Deployment, Place, State, Trail, UnitId

_LONGEST = 2
_LOOSE = frozenset({"", "DIE", "ROLL"})
"""The lines about a die that leave open what it was for, if they name no battle that was declared."""
_BUDGET = 300


@dataclass(frozen=True, slots=True)
class Lot:
    """What became of a unit in a combat phase: the box it was put into, or the hex it went to; neither if it stayed."""

    box: str = ""
    goal: Hex | None = None
    unclear: bool = False
    """Whether anything may have become of it."""

    @property
    def changed(self) -> bool:
        """Tell whether only a battle explains it."""
        return not self.unclear and (bool(self.box) or self.goal is not None)


_STAYED = Lot()
_UNCLEAR = Lot(unclear=True)


def guess(game: Trc, state: State, heard: Sequence[Interpretation], traces: Traces) -> Guessed:
    """Return what a phase of a log may mean where no line says it; `heard` is what the lines say."""
    if state.clock.phase != COMBAT:
        return _ways(game, state, heard, traces)
    return _battles(game, state.with_mark(*(mark for told in heard for mark in told.marks)), heard, traces)


def _ways(game: Trc, state: State, heard: Sequence[Interpretation], traces: Traces) -> Guessed:
    """Return the same for a phase without battles."""
    moving = state.clock.phase == MOVEMENT
    at_sea = _at_sea(heard, traces)
    fought = [die.step for die in _loose(traces.dice, _LOOSE)] if moving else []
    acts = (act for interpretation in heard for act in interpretation.actions)
    voyages = {act.unit: act for act in acts if isinstance(act, SeaMove) and act.die}
    dice = {unit: die.pips for unit, die in at_sea.items()}
    found = tuple(read(game, state, traces.tracks, dice, fought, voyages))
    gone = tuple(track for _, group in found for track in group)
    sailed = tuple(at_sea[track.unit] for track in gone if track.unit in at_sea)
    ways = Guessed((*_fought_early(heard, fought), *(interpretation for interpretation, _ in found)), gone, sailed)
    return _movement(game, state, traces, ways) if moving else ways


def _battles(game: Trc, state: State, heard: Sequence[Interpretation], traces: Traces) -> Guessed:
    """Return the same for a combat phase."""
    traces = replace(traces, dice=_loose(traces.dice, _LOOSE), spare=_loose(traces.spare, _LOOSE - {"ROLL"}))
    declared = tuple(act for interpretation in heard for act in interpretation.actions if isinstance(act, Attack))
    clear = tuple(track for track in traces.tracks if _of_battle(game, state, track))
    shown = bool(traces.dice or clear)
    if not shown and (traces.has_dice or declared):
        return Guessed()
    first = _begins(traces)
    joined = UNDECLARED in state.marks and VICTORIES not in state.marks
    if not (shown and traces.over and traces.sure) or joined:
        return Guessed((Interpretation((first,), marks=(UNDECLARED,)),))
    findings = _told(game, state, declared, traces)
    told = tuple(Interpretation((_step_of(traces, finding),), (), (), (finding,)) for finding in findings)
    marks = Interpretation((first,), marks=(UNDECLARED, EXPLAINED))
    # A die has found its purpose where it has found its battle.
    named = any(finding.verdict is Verdict.NOTE for finding in findings)
    return Guessed((marks, *map(_gone, clear), *told), clear, traces.dice if named else ())


def _begins(traces: Traces) -> int:
    return min((*(die.step for die in traces.dice), *(s for track in traces.tracks for s in track.steps)), default=0)


def _told(game: Trc, state: State, declared: tuple[Attack, ...], traces: Traces) -> tuple[Finding, ...]:
    """Return what is to be said of the battles that nobody declared, as far as what is supposed allows."""
    case = Case(game, state, declared, traces)
    findings = tuple(case.findings())
    if not findings or not game.book.supposed:
        return findings
    silent = state.with_mark(UNDECLARED)
    return tuple(downgrade_if_excusable(game, silent, findings, lambda other: _explaining(game, other, case)))


def _gone(track: PieceTrack) -> Interpretation:
    """Return what became of a unit in a battle that nobody declared."""
    ways = tuple((track.unit, way) for way in track.ways[:1])
    return Interpretation(track.steps, _loss(track), ((track.unit, track.goal),), (), track.by, perhaps=True, ways=ways)


def _fought_early(heard: Sequence[Interpretation], dice: Sequence[int]) -> Iterator[Interpretation]:
    """Yield the mark of battles that nobody declared where units of a movement phase were lost in battle after a die.

    Who forgets to set the tracker on fights in the movement phase.
    """
    for interpretation in heard:
        lost = [
            act
            for act in interpretation.actions
            if isinstance(act, Eliminate | Surrender) and covers("13", act.because)
        ]
        if lost and any(die < interpretation.last for die in dice):
            yield Interpretation((interpretation.last - 1,), marks=(UNDECLARED,))
            return


def _explaining(game: Trc, state: State, case: Case) -> tuple[Finding, ...]:
    """Return what is to be said of the phase had it begun with another position."""
    return tuple(Case(game, state, case.declared, case.traces).findings())


def _at_sea(heard: Iterable[Interpretation], traces: Traces) -> dict[UnitId, Die]:
    """Return the dice that were rolled for units at sea of which no line says that they sailed."""
    dice = {die.step: die for die in traces.dice}
    told = (
        (finding.units[0], interpretation.last)
        for interpretation in heard
        for finding in interpretation.findings
        if finding.rule == "log.sea"
    )
    return {unit: dice[step] for unit, step in told if step in dice}


def _loose(dice: Iterable[Die], verbs: frozenset[str]) -> tuple[Die, ...]:
    return tuple(die for die in dice if die.verb in verbs)


def _movement(game: Trc, state: State, traces: Traces, guessed: Guessed) -> Guessed:
    enemy = ENEMY[state.clock.side]
    for track in traces.tracks:
        if game.side_of[track.unit] == enemy and track.goal in (POOL, SURRENDERED):
            marked = Interpretation(track.steps[-1:], marks=(UNDECLARED, VICTORIES))
            return replace(guessed, interpretations=(marked, *guessed.interpretations))
    return guessed


def _of_battle(game: Trc, state: State, track: PieceTrack) -> bool:
    """Tell whether a journey is what battles bring: from a hex to another, or to the boxes of the lost."""
    at = state.place(track.unit)
    if at is None or isinstance(at, str) or track.goal is None:
        return False
    return not isinstance(track.goal, str) or track.goal in (POOL, SURRENDERED)


def _loss(track: PieceTrack) -> tuple[Action, ...]:
    """Return the act by which a unit is lost, so that all that depends on a loss knows of it."""
    if track.goal == POOL:
        return (Eliminate(track.unit, "13.3"),)
    return (Surrender(track.unit, "13.3"),) if track.goal == SURRENDERED else ()


def _step_of(traces: Traces, finding: Finding) -> int:
    steps = [j.steps[-1] for j in traces.tracks if j.unit in finding.units[:1]]
    every = [*(d.step for d in traces.dice), *(j.steps[-1] for j in traces.tracks)]
    return max(steps or every)


class Case:
    """One combat phase, as far as its battles are not declared."""

    def __init__(self, game: Trc, state: State, declared: tuple[Attack, ...], traces: Traces) -> None:
        self.game = game
        self.state = state
        self.declared = declared
        self.traces = traces
        self.side = state.clock.side
        self.front = Front.now(game, state)
        self.attacking = frozenset(unit for act in declared for unit in act.attackers)
        self.attacked = frozenset(unit for act in declared for unit in act.defenders)
        self.free_to_idle = VICTORIES in state.marks
        self.tracks = {j.unit: j for j in traces.tracks if _of_battle(game, state, j)}
        self.lots = dict(self._lots())
        self.pips = tuple(die.pips for die in (*traces.dice, *traces.spare)) if traces.dice else None
        self.in_any_order = False
        """Whether to ask at what odds a battle may have been fought once others of the phase were over."""
        self._results: dict[int, dict[str, frozenset[int]]] = {}
        self._ends: dict[tuple[object, ...], HexSet] = {}

    def _lots(self) -> Iterator[tuple[UnitId, Lot]]:
        for unit, place in self.traces.elsewhere.items():
            track = self.tracks.get(unit)
            if track is None:
                # Some line speaks of it, or it went where no battle sends anybody.
                yield unit, _UNCLEAR
            elif isinstance(place, str):
                surrendered = place == SURRENDERED and self.game.side_of[unit] == self.side
                # No attacker surrenders in battle, but one who cannot attack does (12.5).
                yield unit, _UNCLEAR if surrendered else Lot(box=place)
            else:
                yield unit, Lot(goal=place)

    # ---------------------------------------------------------------- the front

    @cached_property
    def standers(self) -> tuple[Combatant, ...]:
        """The units that may have attacked, with whom they may have attacked; those of declared battles left out."""
        taken: HexSet = 0
        for at, units in self.front.holds.items():
            if self.attacked.intersection(units):
                taken |= 1 << at
        found = (
            replace(stander, foes=stander.foes & ~taken, free=stander.free & ~taken)
            for stander in self.front.standers
            if stander.unit not in self.attacking and not stander.victor
        )
        return tuple(stander for stander in found if stander.free | stander.foes)

    @cached_property
    def parts(self) -> tuple[tuple[HexSet, tuple[Combatant, ...]], ...]:
        """The pieces of the front that have nothing to do with one another."""
        by_unit = {stander.unit: stander for stander in self.standers}
        targets: HexSet = 0
        for stander in self.standers:
            targets |= stander.foes | stander.free
        links = tuple(Attacker(s.unit, s.foes | s.free, must=False) for s in self.standers)
        found = components(links, targets)
        return tuple((members, tuple(by_unit[link.unit] for link in group)) for members, group in found)

    def must(self, stander: Combatant) -> bool:
        """Tell whether a unit had to attack."""
        return bool(stander.foes) and not self.free_to_idle

    def lot(self, unit: UnitId) -> Lot:
        """Return what became of a unit."""
        return self.lots.get(unit, _STAYED)

    def _units(self, members: HexSet, standers: Iterable[Combatant]) -> tuple[UnitId, ...]:
        foes = (unit for at in hexes(members) for unit in self.front.holds[at])
        return (*(stander.unit for stander in standers), *foes)

    # --------------------------------------------------------------- the search

    def explained(
        self, members: HexSet, standers: Sequence[Combatant], dice: Sequence[int] | None
    ) -> list[Guess] | None:
        """Return battles that explain what became of a piece of the front, or None; TooHardError if nobody knows."""
        fighters = [
            Fighter(
                s.unit,
                # The limits of 3.7 rest on set-up codes; nobody is accused for them without a declaration.
                (s.free | s.foes) & members,
                self.must(s) or self.lot(s.unit).changed,
                self._kind(s),
            )
            for s in standers
        ]
        needed: HexSet = 0
        for stander in standers:
            if self.must(stander):
                needed |= stander.foes & members
        for at in hexes(members):
            if any(self.lot(unit).changed for unit in self.front.holds[at]):
                needed |= 1 << at
        return explanation(fighters, needed, self._explains, dice, _BUDGET)

    def _kind(self, stander: Combatant) -> tuple[object, ...]:
        unit = self.game.units[stander.unit]
        return stander.at, unit.combat, unit.type, unit.nation, self.lot(stander.unit)

    def _explains(self, units: tuple[UnitId, ...], goal: HexSet) -> frozenset[int]:
        foes = tuple(unit for at in hexes(goal) for unit in self.front.holds[at])
        fitting = [
            name for name, r in RESULTS.items() if self.fits(units, r.attackers) and self.fits(foes, r.defenders)
        ]
        if not fitting:
            return frozenset()
        fight = self.front.fight(units, goal)
        top = min(self._most(fight) + self._help(goal), HIGHEST)
        if fight.untold:
            top = HIGHEST
        if top < LOWEST:
            return frozenset()
        pips = self._pips_up_to(top)
        return frozenset().union(*(pips.get(name, frozenset()) for name in fitting))

    def _most(self, fight: BattleContext) -> int:
        """Return the best odds of a fight: battles before it may have opened or cut off ways of supply (17.3)."""
        if not self.in_any_order:
            return base(fight)
        enemy = ENEMY[self.side]
        others = {
            unit: place
            for unit, place in self.state.forces[enemy].places.items()
            if unit in fight.defenders or unit not in self.traces.elsewhere
        }
        own = self.state.forces[self.side].places
        gone = self._with(enemy, others)
        moved = {u: p for u, p in self.traces.elsewhere.items() if p is not None and u in own}
        later = {**own, **moved, **{unit: own[unit] for unit in fight.attackers}}
        after = gone.changed(forces=gone.forces.put(self.side, Deployment(FrozenMap(later))))
        later_on = (gone, after, self._held_anew(gone), self._held_anew(after))
        return max(base(replace(fight, state=state)) for state in (self.state, *later_on))

    def _held_anew(self, state: State) -> State:
        """Return a position in which the losses of battles have handed over cities, and with them supply."""
        return keep_track(self.game, self.state, state, None).untraced(UNSURE)

    def _help(self, goal: HexSet) -> int:
        """Return the most steps by which support may raise the odds against hexes; too many rather than too few."""
        if self.state.options & {"26.5", "26.13"}:
            return MOST_TOGETHER
        return MOST_TOGETHER if any(goal & ~reach == 0 for reach in self._flown_over) else 0

    @cached_property
    def _flown_over(self) -> tuple[HexSet, ...]:
        """The enemies' hexes within the range of each who may lend aircraft (15.4)."""
        kind = STUKA if self.side == AXIS else STURMOVIK
        if self.state.clock.part != 1 or not available(self.game, self.state, kind):
            return ()
        chart = self.game.charts.air.stuka if kind == STUKA else self.game.charts.air.sturmovik
        return tuple(
            sum(1 << at for at in self.front.holds if in_range(self.game, base, at, chart.range))
            for unit, base in self.front.own.items()
            if self.game.units[unit].type in ("hq", "leader")
        )

    def _pips_up_to(self, top: int) -> dict[str, frozenset[int]]:
        """Return by result the pips that bring it at some odds of the table up to a step."""
        found = self._results.get(top)
        if found is None:
            table = self.game.charts.combat
            pips: dict[str, set[int]] = {}
            for step in range(LOWEST, top + 1):
                for die in range(1, 7):
                    pips.setdefault(table.result(odds.name(step), die), set()).add(die)
            found = self._results[top] = {name: frozenset(dice) for name, dice in pips.items()}
        return found

    # --------------------------------------------------------- one side of a result

    def fits(self, units: tuple[UnitId, ...], result: SideResult) -> bool:
        """Tell whether a result may have done to a side's units what became of them."""
        unclear = sum(self.lot(unit).unclear for unit in units)
        lost = [unit for unit in units if self.lot(unit).box]
        if len(lost) + unclear < min(result.lose, len(units)) and unaffected not in self.game.policies:
            return False
        if any(self.lot(unit).box != self._box(unit, result) for unit in lost):
            return False
        if result.lose != ALL and not self._as_they_like:
            # More are lost only because they had to retreat and could not.
            sparable = [u for u in lost if result.retreat is None or self._could_go(u, result.retreat)]
            if len(sparable) > result.lose:
                return False
        return all(self._may_end(unit, result) for unit in units if not self.lot(unit).box)

    def _box(self, unit: UnitId, result: SideResult) -> str:
        return SURRENDERED if result.surrender or self.game.units[unit].type == "worker" else POOL

    def _may_end(self, unit: UnitId, result: SideResult) -> bool:
        lot = self.lot(unit)
        if lot.unclear:
            return True
        holds = self.front_place(unit) in self._woods
        if lot.goal is None:
            return result.retreat is None or holds or self._as_they_like
        return result.retreat is not None and not holds and bool(self._ways(unit, result.retreat) >> lot.goal & 1)

    @cached_property
    def _as_they_like(self) -> bool:
        """Whether an option lets some (unknown) units stand or die instead of retreating."""
        return any(s in self.game.policies for s in (holds_out, may_decline_retreat, lost_instead, unaffected))

    @cached_property
    def _woods(self) -> frozenset[Hex]:
        return frozenset(hexes(self.game.terrain(Terrain.WOODS)))

    def front_place(self, unit: UnitId) -> Hex:
        """Return where a unit stood when the phase began."""
        at = self.front.own.get(unit)
        return self.front.enemy[unit] if at is None else at

    def _ways(self, unit: UnitId, length: tuple[int, int]) -> HexSet:
        """Return where a retreat may have ended, if only those bar it who stood there all the time."""
        key = ("ways", unit, length)
        found = self._ends.get(key)
        if found is None:
            bounds = self._bounds_of(unit).sure
            gone = cannot_retreat(self.game, self.state, unit) is not None
            found = self._ends[key] = 0 if gone else ends(bounds, self.front_place(unit), *length)
        return found

    def _bounds_of(self, unit: UnitId) -> Bounds:
        side = self.game.side_of[unit]
        return retreat_bounds(self.game, self._only_those_who_stayed(ENEMY[side]), side)

    def _only_those_who_stayed(self, side: str) -> State:
        places = {u: p for u, p in self.state.forces[side].places.items() if u not in self.traces.elsewhere}
        return self._with(side, places)

    def _with(self, side: str, places: Mapping[UnitId, Place]) -> State:
        key = ("state", side, tuple(places.items()))
        found = self._states.get(key)
        if found is None:
            deployment = Deployment(FrozenMap(places))
            found = self._states[key] = self.state.changed(forces=self.state.forces.put(side, deployment))
        return found

    @cached_property
    def _states(self) -> dict[tuple[object, ...], State]:
        return {}

    def _could_go(self, unit: UnitId, length: tuple[int, int]) -> bool:
        """Tell whether a unit could retreat for certain, whatever the order of the battles was."""
        key = ("sure", unit, length)
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = self._surely_open(unit, length)
        return bool(found)

    def _surely_open(self, unit: UnitId, length: tuple[int, int]) -> HexSet:
        at = self.front_place(unit)
        if at in self._woods or cannot_retreat(self.game, self.state, unit) is not None:
            return 0
        game, side = self.game, self.game.side_of[unit]
        enemy = self.state.forces[ENEMY[side]].places
        moved = {u: p for u, p in self.traces.elsewhere.items() if u in enemy and p is not None}
        before = retreat_bounds(game, self.state, side)
        after = retreat_bounds(game, self._with(ENEMY[side], {**enemy, **moved}), side)
        shut = {limit.rule: limit.shut for limit in after.limits}
        limits = tuple(replace(limit, shut=limit.shut | shut.get(limit.rule, 0)) for limit in before.limits)
        open_ = ends(Bounds(game.board.grid, limits, game.board.walk), at, *length)
        # Comrades who came or went fill a hex in any order.
        comrades: dict[Hex, list[UnitId]] = {}
        for other, place in (*self.state.forces[side].places.items(), *self.traces.elsewhere.items()):
            if place is not None and not isinstance(place, str) and game.side_of[other] == side and other != unit:
                comrades.setdefault(place, []).append(other)
        for place, stack in comrades.items():
            if open_ >> place & 1 and excess(game, self.state, (*dict.fromkeys(stack), unit))[0]:
                open_ &= ~(1 << place)
        return open_

    # ----------------------------------------------------------------- findings

    def findings(self) -> Iterator[Finding]:
        """Yield what is to be said of the phase."""
        hopeless = idle = False
        told: set[UnitId] = set()
        for members, standers in self.parts:
            units = self._units(members, standers)
            told.update(units)
            try:
                if self._explicable(members, standers):
                    continue
                if self._lacks_dice and not self._has_changes(members, standers):
                    # Nobody fought there at all.
                    idle = True
                    continue
                hopeless = True
                yield self._no_way(members, standers)
            except TooHardError:
                hopeless = True
                yield self._too_hard(members, standers)
        yield from self._late(told)
        if idle or not hopeless:
            yield from self._together()

    def _explicable(self, members: HexSet, standers: Sequence[Combatant]) -> bool:
        if self.explained(members, standers, self.pips) is not None:
            return True
        self.in_any_order = True
        return self.explained(members, standers, self.pips) is not None

    def _together(self) -> Iterator[Finding]:
        """Yield what is to be said where each piece of the front can be explained by itself."""
        busy = self._busy
        if self._lacks_dice:
            yield from self._too_few_dice(busy)
            return
        try:
            battles = self._one_by_one(busy) or self._all_at_once(busy)
        except TooHardError:
            battles = None
        if battles is None:
            # Some other share-out of the dice may do; nobody is accused of what we cannot find.
            text = "No line says which dice of this combat phase are for which battles, and no share-out was found."
            yield _undecided("log.battle", text)
        elif battles:
            yield Finding("log.battle", Verdict.NOTE, self._reading(battles))

    @cached_property
    def _busy(self) -> list[tuple[HexSet, tuple[Combatant, ...]]]:
        """The pieces of the front in which there was a battle, or should have been."""
        return [(m, s) for m, s in self.parts if any(self.must(x) for x in s) or self._has_changes(m, s)]

    @property
    def _lacks_dice(self) -> bool:
        return self.pips is not None and len(self._busy) > len(self.pips)

    def _one_by_one(self, busy: Sequence[tuple[HexSet, tuple[Combatant, ...]]]) -> list[Guess] | None:
        """Return battles for all pieces of the front, each taking what dice it likes; None if that fails."""
        left = None if self.pips is None else list(self.pips)
        battles: list[Guess] = []
        for members, standers in busy:
            found = self.explained(members, standers, left)
            if found is None:
                return None
            battles += found
            for battle in found:
                if left is not None:
                    left.remove(battle.pips)
        return battles

    def _all_at_once(self, busy: Sequence[tuple[HexSet, tuple[Combatant, ...]]]) -> list[Guess] | None:
        members: HexSet = 0
        for part, _ in busy:
            members |= part
        return self.explained(members, [stander for _, group in busy for stander in group], self.pips)

    def _has_changes(self, members: HexSet, standers: Sequence[Combatant]) -> bool:
        return any(self.lot(unit).changed for unit in self._units(members, standers))

    def _reading(self, battles: Sequence[Guess]) -> str:
        told = []
        for battle in battles[:6]:
            foes = in_words(unit for at in hexes(battle.goal) for unit in self.front.holds[at])
            die = f" (die {battle.pips})" if battle.pips else ""
            told.append(f"{in_words(battle.units)} against {foes}{die}")
        more = " ..." if len(battles) > len(told) else ""
        return (
            f"No line declares the battles of this phase; this is one legal way to read them: {'; '.join(told)}{more}."
        )

    def _too_few_dice(self, busy: Sequence[tuple[HexSet, tuple[Combatant, ...]]]) -> Iterator[Finding]:
        dice = len(self.pips or ())
        idle = [(m, s) for m, s in busy if not self._has_changes(m, s)]
        missing = len(busy) - dice
        rolled = "one die was" if dice == 1 else f"{dice} dice were"
        if missing >= len(idle):
            for _, standers in idle:
                yield self._idle(standers, f"{rolled} rolled in this phase, for the battles elsewhere")
            return
        standers = tuple(s for _, group in idle for s in group)
        yield self._idle(
            standers, f"{rolled} rolled in this phase, at least {missing} too few for all of them", some=True
        )

    def _idle(self, standers: Sequence[Combatant], why: str, *, some: bool = False) -> Finding:
        bound = tuple(stander for stander in standers if self.must(stander))
        units = tuple(stander.unit for stander in bound)
        names = tuple(dict.fromkeys(self.game.hex_name(stander.at) for stander in bound))
        verb = "did not all attack" if some else "attacked nobody" if len(units) == 1 else "did not attack"
        text = (
            f"{in_words(units[:6])}{' and others' if len(units) > 6 else ''} stood next to the enemy and {verb}: {why}."
        )
        return violation("12.1a", text, units=units, hexes=names)

    def _late(self, told: set[UnitId]) -> Iterator[Finding]:
        """Yield what is to be said of units that moved in the combat phase where there was nobody to fight."""
        first = min((d.step for d in self.traces.dice), default=None)
        for unit, track in self.tracks.items():
            lot = self.lot(unit)
            if unit in told or lot.goal is None or unit in self.attacking or unit in self.attacked:
                continue
            a, b = self.game.hex_name(self.front_place(unit)), self.game.hex_name(lot.goal)
            if first is None or track.steps[0] < first:
                # The tracker may have been set on before the moves were finished.
                yield _undecided(
                    "log.move",
                    f"{unit} went from {a} to {b} in the combat phase; the log does not say why.",
                    unit,
                    a,
                    b,
                )
            else:
                yield violation(
                    "12.1c",
                    f"{unit} moved from {a} to {b} during the combat phase; nobody stood next to it whom it could "
                    "have fought.",
                    units=(unit,),
                    hexes=(a, b),
                    legal=f"it stays in {a}.",
                )

    def _too_hard(self, members: HexSet, standers: Sequence[Combatant]) -> Finding:
        names = tuple(self.game.hex_name(h) for h in hexes(members))
        text = (
            f"No line declares the battles against {', '.join(names[:6])}{' ...' if len(names) > 6 else ''}, and there "
            "are too many ways to share out the attacks; whether all is as it must be is not known."
        )
        return Finding("log.battle", Verdict.UNDECIDED, text, tuple(s.unit for s in standers), names)

    # ---------------------------------------------------- the nearest legal reading

    def _no_way(self, members: HexSet, standers: Sequence[Combatant]) -> Finding:
        """Return the finding of a piece of the front that no battles explain, with what would have been legal."""
        suspects = sorted(self._units(members, standers), key=self._suspicion)
        for unit in suspects:
            try:
                other = self._otherwise(members, standers, unit)
            except TooHardError:
                break
            if other:
                return self._as_far_as_known(members, standers, self._one(members, standers, unit, other))
        units = tuple(unit for unit in suspects if self.lot(unit).changed) or tuple(suspects[:6])
        names = tuple(self.game.hex_name(h) for h in hexes(members))
        text = (
            f"What became of {in_words(units[:6])} in this combat phase comes from no battles that could be fought "
            f"there{self._with_dice}."
        )
        finding = violation("13.2a", text, units=units, hexes=names, dedup_key=self._hopeless(members))
        return self._as_far_as_known(members, standers, finding)

    def _suspicion(self, unit: UnitId) -> tuple[object, ...]:
        lot = self.lot(unit)
        track = self.tracks.get(unit)
        return not lot.changed, -(track.steps[-1] if track else 0), unit

    def _otherwise(self, members: HexSet, standers: Sequence[Combatant], unit: UnitId) -> list[str]:
        """Return what might have become of a unit for all to be legal; nothing if that would not help."""
        lot = self.lot(unit)
        found = []
        for other, words in self._alternatives(unit):
            if other == lot:
                continue
            self.lots[unit] = other
            try:
                if self.explained(members, standers, self.pips) is not None:
                    found.append(words)
            finally:
                self.lots[unit] = lot
        return found

    def _alternatives(self, unit: UnitId) -> Iterator[tuple[Lot, str]]:
        at = self.front_place(unit)
        yield _STAYED, f"it stays in {self.game.hex_name(at)}"
        for length in ((2, 2), (1, 2)):
            open_ = routes(self.game, self.state, unit, at, length, strict=True) & self._ways(unit, length)
            goal = next(iter(hexes(open_)), None)
            if goal is not None:
                yield Lot(goal=goal), f"a retreat to {named(self.game, open_)}"
                break
        yield Lot(box=POOL), "it goes into the replacement pool"
        if self.game.side_of[unit] != self.side:
            yield Lot(box=SURRENDERED), "it surrenders"

    def _one(self, members: HexSet, standers: Sequence[Combatant], unit: UnitId, other: Sequence[str]) -> Finding:
        lot, at = self.lot(unit), self.front_place(unit)
        name = self.game.hex_name(at)
        rule, why = "13.2a", f"no battle that could be fought here explains that{self._with_dice}"
        hexes_: tuple[str, ...] = (name,)
        if lot.goal is not None:
            goal = self.game.hex_name(lot.goal)
            hexes_ = (name, goal)
            what = f"{unit} went from {name} to {goal} in the combat phase"
            rule, why = self._fault(unit, lot.goal, rule, why)
        elif lot.box:
            what = f"{unit} was taken from {name} into the box '{lot.box}'"
        else:
            what = f"{unit} stayed in {name}"
        legal = f"{' or '.join(dict.fromkeys(other))}."
        return violation(
            rule,
            f"{what}; {why}.",
            units=(unit,),
            hexes=hexes_,
            facts=(self.game.board.terrain_fact(at),),
            legal=legal,
            dedup_key=self._hopeless(members),
        )

    def _fault(self, unit: UnitId, goal: Hex, rule: str, why: str) -> tuple[str, str]:
        """Return the rule that a retreat breaks whatever the battle was, and why; what is given if it breaks none."""
        at = self.front_place(unit)
        if (self._ways(unit, (1, _LONGEST))) >> goal & 1:
            return rule, why
        bounds = self._bounds_of(unit)
        found = faults(bounds.sure, Trail((at, goal), frozenset({0})), _LONGEST)
        if not found:
            return rule, why
        first = found[0].rule
        if first == ALLOWANCE:
            defends = self.game.side_of[unit] != self.side
            return ("13.3-DR" if defends else "13.3-AR"), f"that is further than the {_LONGEST} hexes of a retreat"
        return first, told_of_routes(bounds.sure, first, at, goal, _LONGEST)

    @property
    def _with_dice(self) -> str:
        if not self.traces.dice:
            return ""
        pips = [str(die.pips) for die in self.traces.dice]
        return f" with the {'die' if len(pips) == 1 else 'dice'} of this phase ({', '.join(pips[:12])})"

    def _hopeless(self, members: HexSet) -> tuple[object, ...] | None:
        return hopeless_key(self.game, self.state, *hexes(members))

    def _as_far_as_known(self, members: HexSet, standers: Sequence[Combatant], finding: Finding) -> Finding:
        """Return a finding as strong as what is known of all who may have fought."""
        fight = self.front.fight(tuple(stander.unit for stander in standers), members)
        if fight.untold:
            return replace(finding, verdict=Verdict.SKIPPED)
        facts: tuple[Fact, ...] = tuple(dict.fromkeys((*finding.facts, *fight.factor_facts, *terrain_facts(fight))))
        weighed = violation(
            finding.rule,
            finding.sentence,
            units=finding.units,
            hexes=finding.hexes,
            facts=facts,
            legal=finding.legal,
            dedup_key=finding.dedup_key,
        )
        return as_far_as_known(fight, weighed)


def _undecided(rule: str, sentence: str, unit: UnitId = "", *names: str) -> Finding:
    return Finding(rule, Verdict.UNDECIDED, sentence, (unit,) if unit else (), names)
