"""Acts of a combat phase: those of the inferred battles, one after the other, and those of the other lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from trc_module.declarations import FATE
from trc_module.games.trc.acts.battles import AutomaticVictory, Fly
from trc_module.games.trc.combat.air_power import as_many_as_there_are, first_impulse_only, one_stuka_a_headquarters
from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.games.trc.log.battles import Plan
from trc_module.games.trc.log.certain_battles import every_battle_told
from trc_module.games.trc.log.evidence import CombatEvidence
from trc_module.games.trc.log.second_throws import choice_among, told_of
from trc_module.games.trc.log.testimony import OF_BATTLES
from trc_module.games.trc.marks import PERHAPS, Victor
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.reading.consent import Word, finding_of
from trc_module.rules.actions import Action, AirSupport, Attack, Claim, Lose, Retreat, RollCombat
from trc_module.rules.battles import WON
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Interpretation, Line, PhaseReading, PieceTrack
from trc_module.rules.results import SideResult
from trc_module.rules.state import Trail, UnitId
from trc_module.sentence import Sentence

_AROUND = 6
"""The number of neighbours of a hex that lies at no edge."""
_VICTORS_APART = 3
"""The greatest distance in hexes between the first impulse's victors in the second, if one of them is unknown."""
_REMOVING = frozenset({"FORCED", "REMOVED", "LOSS"})
_IN_BATTLE = "13.3"
"""The rule by which units are removed as a battle's losses."""
_ELSEWHERE = frozenset({"2.1", "6.2", "10.4", _IN_BATTLE, "16.1", "16.3", "17.2"})
"""The rules by which units are removed in other phases, and that of battles."""


class Deeds:
    """The interpretation of one combat phase under the assumption that certain battles were fought."""

    def __init__(self, evidence: CombatEvidence) -> None:
        self.game = evidence.game
        self.state = evidence.state
        self.side = evidence.side
        self.episode = evidence.episode
        self.lines = evidence.lines
        self.fates = evidence.fates
        self.changed = evidence.changed
        self.table = evidence.table

    def victors(self, plans: Iterable[Plan]) -> tuple[UnitId, ...]:
        """Return the units that attack nobody and may have won an automatic victory in this impulse (16.2)."""
        attacking = {unit for plan in plans for unit in plan.attackers}
        won: HexSet = 0
        for battle in self.state.battles:
            if battle.result == WON:
                for unit in battle.defenders:
                    won |= 1 << battle.places[unit]
        near = self.game.board.grid.spread(won)
        # A unit that was lost or went back has fought.
        busy = attacking.union(self.changed)
        bound = (s for s in self.table.fates.front.combatants if s.must_attack)
        idle = (s for s in bound if s.unit not in busy)
        return tuple(
            s.unit for s in idle if (near | self._near_earlier_victors) >> s.at & 1 or self._passed(s.unit) & near
        )

    @cached_property
    def _near_earlier_victors(self) -> HexSet:
        """The hexes from which units may have fought in a victory of the first impulse, beside those known to have."""
        found: HexSet = 0
        for unit in Victor.firsts(self.state):
            at = self.table.at(unit)
            if at is not None:
                found |= self.game.board.grid.disc(at, _VICTORS_APART)
        return found

    def _passed(self, unit: UnitId) -> HexSet:
        trail = self.state.trails.get(unit)
        return sum(1 << at for at in set(trail.hexes)) if trail is not None else 0

    def heard(
        self, plans: Sequence[Plan], *, losses_first: bool = False, victors: tuple[UnitId, ...] = ()
    ) -> PhaseReading:
        """Return the acts of battles, one battle after the other, and what the other lines say."""
        units: set[UnitId] = set()
        interpretations = self._fought(plans, units, losses_first=losses_first)
        if victors:
            interpretations.insert(0, (0, self._won_before(victors)))
        for unit, interpretation in self._home(units):
            units.add(unit)
            interpretations.append(
                (max(interpretation.last, interpretations[-1][0] if interpretations else 0), interpretation)
            )
        dice = _dice_of(plans)
        thrown = self._thrown_for_nothing(plans, dice)
        interpretations += ((line.step, _for_nothing(line)) for line in thrown)
        dice = dice.union(line.step for line in thrown)
        rest = self.game.hear(self.state.clock, self._other_lines(units, dice), self._other_tracks(units))
        ends = max((at for at, _ in interpretations), default=0)
        told = ((max(ends, one.last) if _claims(one) else one.last, one) for one in rest)
        merged = sorted([*interpretations, *told], key=lambda pair: pair[0])
        return PhaseReading(tuple(merged), frozenset(units), dice, self._unexplained(units))

    def _fought(
        self, plans: Sequence[Plan], units: set[UnitId], *, losses_first: bool = False
    ) -> list[tuple[int, Interpretation]]:
        """Return the acts of battles, one battle after the other; `units` takes those whose ways they explain."""
        if not losses_first:
            plans = sorted(plans, key=lambda plan: plan.die.step if plan.die else plan.won or max(plan.steps))
        found: list[tuple[int, Interpretation]] = []
        for plan in plans:
            for interpretation in self._battle(plan, units, losses_first=losses_first):
                found.append((max(interpretation.last, found[-1][0]) if found else interpretation.last, interpretation))
        return found

    def _thrown_for_nothing(self, plans: Sequence[Plan], dice: frozenset[int]) -> list[Line]:
        """Return the plain dice of a phase all of whose battles were carried out as the dice of their own button say.

        Which they are for does not matter: nothing was decided by them.
        """
        plain = [line for line in self.lines if line.says.verb == "DIE" and line.step not in dice]
        if not plain or not every_battle_told(self.table, plans, self.changed):
            return []
        told = all(plan.won or (plan.die and plan.die.verb == "ROLL" and self._as_rolled(plan)) for plan in plans)
        return plain if told else []

    def _as_rolled(self, plan: Plan) -> bool:
        return bool(self.table.result(plan)) and self.table.fits(plan)

    def _unexplained(self, units: set[UnitId]) -> tuple[PieceTrack, ...]:
        """Return the ways of those whom a line puts into a battle that they are not read to have fought."""
        return tuple(track for unit, track in self.changed.items() if unit not in units and unit in self.fates)

    def _battle(self, plan: Plan, units: set[UnitId], *, losses_first: bool) -> Iterator[Interpretation]:
        by = self.side
        began = plan.die.step if plan.die else plan.won or max(plan.steps, default=0)
        steps = tuple(sorted(step for step in plan.steps if step <= began)) or (began,)
        told = (*plan.notes, *self._set_aside(plan))
        notes = tuple(_note(text, *plan.units) for text in told)
        if plan.won:
            victory = AutomaticVictory(plan.number, plan.attackers, plan.defenders, plan.air)
            yield Interpretation((*steps, plan.won), (victory,), (), notes, by)
        else:
            if plan.supposed:
                notes = (*notes, Finding("13.1b", Verdict.UNDECIDED, plan.supposed, plan.units))
            yield Interpretation(steps, (plan.attack,), (), notes, by)
        yield from self._flights(plan, began, units)
        if plan.die is not None:
            rolled = RollCombat(plan.number, plan.die.pips, *plan.stated, plan.told)
            yield Interpretation((plan.die.step,), (rolled,), (), (), by)
            yield from self._rolled_again(plan)
            if plan.void:
                found = finding_of(Word(plan.agreed), told_of(plan), plan.units)
                yield Interpretation((plan.die.step,), findings=(found,), by=by)
            if plan.chosen_from:
                doubt = choice_among(plan.chosen_from, plan.die, f"battle {plan.number}", plan.units)
                yield Interpretation((plan.die.step,), findings=(doubt,), by=by)
        yield from self._fates_of(plan, units, losses_first=losses_first)

    def _rolled_again(self, plan: Plan) -> Iterator[Interpretation]:
        """Yield the later dice of a battle: as a note if the first one was carried out, else as rolls to be judged."""
        for die in plan.again:
            if self.table.fits(plan):
                text = Sentence(
                    "A second die ({die}) was rolled for battle {number}; the first one was carried out.",
                    die.pips,
                    plan.number,
                )
                yield Interpretation((die.step,), findings=(_note(text, *plan.units),), by=self.side)
            else:
                yield Interpretation((die.step,), (RollCombat(plan.number, die.pips),), (), (), self.side)

    def _set_aside(self, plan: Plan) -> Iterator[str]:
        """Yield notes on losses and retreats that lines state and the table does not show."""
        for unit in plan.units:
            line = self.fates.get(unit)
            if line is not None and unit not in self.changed:
                yield Sentence(
                    "The line {verb} names {unit}, whose counter stayed where it was; it is set aside.",
                    line.says.verb,
                    unit,
                )

    def _flights(self, plan: Plan, step: int, units: set[UnitId]) -> Iterator[Interpretation]:
        """Yield the aircraft that were laid on the defenders, whenever that was."""
        if not plan.air:
            return
        for at in hexes(self.table.targets(plan)):
            for unit in self.table.lying.get(at, ()):
                if unit not in units:
                    units.add(unit)
                    yield Interpretation((step,), (Fly(unit, at),), ((unit, at),), (), self.side)

    def _home(self, flown: set[UnitId]) -> Iterator[tuple[UnitId, Interpretation]]:
        """Yield where the aircraft were put last."""
        for unit, visits in self.episode.visits.items():
            step, place = visits[-1]
            if (
                self.game.units[unit].type == "air"
                and place is not None
                and (isinstance(place, str) or unit not in flown)
            ):
                yield unit, Interpretation((step,), (Fly(unit, place),), ((unit, place),), (), self.side)

    def _fates_of(self, plan: Plan, units: set[UnitId], *, losses_first: bool) -> Iterator[Interpretation]:
        result = RESULTS.get(self.table.result(plan))
        moved = [unit for unit in plan.units if unit in self.changed and unit not in units]
        # Several retreats may be dragged in turns, leg by leg: the first leg tells in which order they were begun.
        moved.sort(key=lambda unit: self.changed[unit].steps[0])
        first = losses_first or (result is not None and result.attackers_first)
        if first:
            moved.sort(key=lambda unit: (not self._lost(unit), unit not in plan.attackers))
        moved = self._those_who_could_retreat_first(plan, moved)
        for unit in moved:
            interpretation = self._fate(plan, unit)
            if interpretation is not None:
                units.add(unit)
                yield interpretation

    def _those_who_could_retreat_first(self, plan: Plan, moved: list[UnitId]) -> list[UnitId]:
        """Return units with the lost ones of each side in another order: a loss by choice comes before a forced one.

        Who could not retreat is lost anyway (13.4); in which order counters were taken off says nothing.
        """
        found = list(moved)
        for group in (plan.attackers, plan.defenders):
            at = [number for number, unit in enumerate(moved) if unit in group and self._lost(unit)]
            if len(at) < 2:
                continue
            lost = sorted((moved[number] for number in at), key=self._forced)
            for number, unit in zip(at, lost, strict=True):
                found[number] = unit
        return found

    def _forced(self, unit: UnitId) -> tuple[bool, bool]:
        """Tell whether a unit may have been unable to retreat, so that its loss was forced, and whether it was."""
        fates = self.table.fates
        return not fates.could_go(unit), not fates.may_have_gone(unit, (1, 2))

    def _lost(self, unit: UnitId) -> bool:
        return isinstance(self.changed[unit].goal, str)

    def _fate(self, plan: Plan, unit: UnitId) -> Interpretation | None:
        """Return the loss or the retreat of a unit, with a note where its line is missing or another's."""
        track, line = self.changed[unit], self.fates.get(unit)
        way = _over_the_map(track)
        retreated = line is not None and line.says.verb == "RETREAT"
        steps = tuple(sorted({*track.steps, *((line.step,) if line else ())}))
        if isinstance(track.goal, str) and not (retreated and len(way) > 1):
            return self._loss(plan, unit, steps, way[0] if retreated else None)
        if not retreated and unit in plan.attackers and self._stays(plan):
            # That was no retreat: it moved on when its battle was over.
            return None
        return self._retreat(plan, unit, steps, said=retreated)

    def _loss(self, plan: Plan, unit: UnitId, steps: tuple[int, ...], edge: Hex | None) -> Interpretation | None:
        """Return the loss of a unit; `edge` is where it stood if a retreat was declared for it."""
        track, line = self.changed[unit], self.fates.get(unit)
        places = ((unit, track.goal),)
        if plan.won and unit in plan.defenders:
            return Interpretation(steps, (), places, (), track.by)
        if line is None and self._removed_by_rule(unit) and not self._owes(plan, unit):
            return None
        chose = (line.says.get("chose") or "") if line is not None else ""
        notes = () if line is not None else (self._unsaid_loss(plan, unit),)
        acts: tuple[Action, ...] = (Lose(plan.number, unit, chose),)
        if edge is not None and self.game.board.grid.neighbours[edge].bit_count() < _AROUND:
            # At an edge of the board the key says that it went over it; who could go nowhere was lost.
            acts = (Retreat(plan.number, unit, Trail((edge,)), True), *acts)
        return Interpretation(steps, acts, places, notes, track.by)

    def _retreat(self, plan: Plan, unit: UnitId, steps: tuple[int, ...], *, said: bool) -> Interpretation:
        track = self.changed[unit]
        lost = isinstance(track.goal, str)
        ways = track.ways or (Trail(_over_the_map(track)),)
        acts = tuple(Retreat(plan.number, unit, trail, lost) for trail in ways)
        goal = "off the map" if lost else Sentence("to {goal}", self.game.hex_name(track.goal))  # type: ignore[arg-type]
        text = Sentence(
            "No retreat key was pressed for {unit}; its move {goal} is read as its retreat from battle {number}.",
            unit,
            goal,
            plan.number,
        )
        notes = () if said else (_note(text, unit),)
        return Interpretation(steps, acts, ((unit, track.goal),), notes, track.by)

    def _stays(self, plan: Plan) -> bool:
        """Tell whether the result of a battle leaves its attackers where they are."""
        result = RESULTS.get(self.table.result(plan))
        return result is not None and result.attackers.retreat is None

    def _unsaid_loss(self, plan: Plan, unit: UnitId) -> Finding:
        other = next((line for line in self.lines if line.says.verb in _REMOVING and line.says.get("u") == unit), None)
        how = (
            Sentence("as {verb} ({says})", other.says.verb, other.says.get("because"))
            if other is not None
            else "without a line"
        )
        return _note(
            Sentence("{unit} was removed {how}; read as its loss in battle {number}.", unit, how, plan.number), unit
        )

    def _removed_by_rule(self, unit: UnitId) -> bool:
        return any(line.says.verb in ("FORCED", "REMOVED") and line.says.get("u") == unit for line in self.lines)

    def _owes(self, plan: Plan, unit: UnitId) -> bool:
        """Tell whether the result of a battle may cost a unit; so if it is not known."""
        result = RESULTS.get(self.table.result(plan))
        if result is None:
            return plan.die is not None
        fate: SideResult = result.attackers if unit in plan.attackers else result.defenders
        return bool(fate.lose) or fate.retreat is not None

    # ------------------------------------------------------------- other lines

    def _other_lines(self, units: set[UnitId], dice: frozenset[int]) -> list[Line]:
        """Return the lines that say something else than what the battles are read from."""
        mine = {id(line) for line in self.lines if line.says.verb in OF_BATTLES | {"AV"}}
        mine |= {id(line) for line in self.lines if line.says.verb in _REMOVING and line.says.get("u") in units}
        mine |= {id(line) for line in self.lines if line.says.verb == "DIE" and line.step in dice}
        mine |= {id(line) for line in self.lines if line.says.get("u") in units and self._was_put_right(line)}
        return [line for line in self.episode.lines if id(line) not in mine]

    def _was_put_right(self, line: Line) -> bool:
        """Tell whether a line puts a counter into a box in which it did not stay: another key was meant."""
        if self.game.grammar.verbs[line.says.verb].governs != FATE:
            return False
        unit = line.says["u"]
        box = next((place for step, place in self.episode.visits.get(unit, ()) if step == line.step), None)
        track = self.changed.get(unit)
        return isinstance(box, str) and track is not None and box != track.goal

    def _other_tracks(self, units: set[UnitId]) -> list[PieceTrack]:
        return [
            track
            for track in self.episode.tracks
            if track.unit not in units and (track.line is None or track.line.says.verb not in OF_BATTLES)
        ]

    def _for_a_loss(self, line: Line) -> bool:
        # A unit that cannot attack surrenders (12.5): a defender was lost.
        because = line.says.get("because") or ""
        return because in _ELSEWHERE or (because == "12.5" and self.game.side_of[line.says["u"]] != self.side)

    def _won_before(self, victors: Sequence[UnitId]) -> Interpretation:
        they = "it" if len(victors) == 1 else "they"
        text = Sentence(
            "{victors} attacked nobody; no line says that {they} had a part in the automatic victory, but {they} "
            "may have had.",
            in_words(victors),
            they,
        )
        begins = min((line.step for line in self.lines), default=0)
        marks = tuple(Victor(unit, PERHAPS) for unit in victors)
        return Interpretation((begins,), findings=(_note(text, *victors),), marks=marks)

    @cached_property
    def slips(self) -> tuple[Line, ...]:
        """The lines that remove a unit by a rule of another phase: their keys were pressed for losses in battle."""
        removing = (line for line in self.lines if line.says.verb in _REMOVING and line.says["u"] in self.changed)
        return tuple(filter(self._for_a_loss, removing))

    def _slips_told(self) -> Iterator[Interpretation]:
        for line in self.slips:
            because = line.says.get("because")
            if because != _IN_BATTLE:
                text = Sentence(
                    "The line removes {says} by {because}, a rule of another phase; ", line.says["u"], because
                )
                note = _note(Sentence("{text}it is read as a loss in battle.", text), line.says["u"])
                yield Interpretation((line.step,), findings=(note,), by=self.side)

    def undeclared(self, kept: Sequence[Plan] = ()) -> Iterator[PhaseReading]:
        """Yield the phase as if no line told of a battle: what the table shows is then explained by itself.

        The battles of `kept` stay as their lines tell them.
        """
        units: set[UnitId] = set()
        fought = self._fought(kept, units)
        dice = _dice_of(kept)
        lost = {line.says["u"] for line in self.slips}
        lines, tracks = self._other_lines(lost | units, dice), self._other_tracks(lost | units)
        rest = self.game.hear(self.state.clock, lines, tracks)
        told = [(one.last, one) for one in (*rest, *self._slips_told(), *self._aircraft())]
        told = sorted([*fought, *told], key=lambda pair: pair[0])
        loose = tuple(track for unit, track in self.changed.items() if unit not in units)
        yield PhaseReading(tuple(told), frozenset(units), dice, loose, aside=True)
        victors = self.victors(kept)
        if victors:
            told.insert(0, (0, self._won_before(victors)))
            yield PhaseReading(tuple(told), frozenset(units), dice, loose, aside=True)

    def _aircraft(self) -> Iterator[Interpretation]:
        """Yield the findings on the aircraft that lines name, whichever battles they supported (15.5, 15.6)."""
        flown = {line.says["u"]: line for line in self.lines if line.says.verb == "AIR"}
        lent = self._lent(flown)
        state = self.state
        for number in dict.fromkeys(line.says.number("b") for line in flown.values()):
            lines = [line for line in flown.values() if line.says.number("b") == number]
            act = Attack(number, (), (), tuple(lent[line.says["u"]] for line in lines))
            told = [found for judge in _OF_AIRCRAFT for found in judge(self.game, state, act)]
            if told:
                yield Interpretation(tuple(line.step for line in lines), (), (), tuple(told), self.side)
            state = self.game.apply(state, act)

    def _lent(self, flown: Mapping[UnitId, Line]) -> dict[UnitId, AirSupport]:
        """Return the support of aircraft, whoever lent them: an entry of the menu may have been chosen twice (15.5)."""
        named = [line.says["hq"] for line in flown.values()]
        free = [hq for hq in self.table.fates.front.own if self.table.lends_somewhere(hq) and hq not in named]
        found: dict[UnitId, AirSupport] = {}
        for unit, line in flown.items():
            lends_again = any(support.by == line.says["hq"] for support in found.values())
            lender = free.pop() if free and lends_again else line.says["hq"]
            found[unit] = AirSupport(line.says["kind"], lender)
        return found


_OF_AIRCRAFT = (first_impulse_only, one_stuka_a_headquarters, as_many_as_there_are)
"""The checks of aircraft that do not depend on who fights whom."""


def _for_nothing(line: Line) -> Interpretation:
    text = Sentence(
        "A {says} was rolled in the combat phase, and no battle lacks a die; it is read as rolled for ",
        line.says["die"],
    )
    return Interpretation((line.step,), findings=(_note(Sentence("{text}nothing.", text)),), by=line.by)


def _dice_of(plans: Iterable[Plan]) -> frozenset[int]:
    return frozenset(
        die.step for plan in plans for die in (plan.die, *plan.again, *plan.void, *plan.chosen_from) if die
    )


def _claims(interpretation: Interpretation) -> bool:
    """Tell whether a victory is claimed: the position with which the phase ends decides about it."""
    return any(isinstance(action, Claim) for action in interpretation.actions)


def _over_the_map(track: PieceTrack) -> tuple[Hex, ...]:
    return tuple(place for place in track.places if place is not None and not isinstance(place, str))


def _note(text: str, *units: UnitId) -> Finding:
    return Finding("log.battle", Verdict.NOTE, text, tuple(units))
