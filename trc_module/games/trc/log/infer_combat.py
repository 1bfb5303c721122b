"""Undeclared battles: a legal reading of a combat phase, if there is one.

The log shows who was lost, who went back how far, and dice, but not who attacked whom. Only where no share-out of
attacks, no result of a die and no retreat could have led to that is a rule broken. Wherever something is not known it
is taken in the players' favour: support comes from the air if there is any, and lower odds may have been announced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from trc_module.facts import Fact
from trc_module.games.trc.acts.losses import LONGEST_RETREAT
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.combat.air_power import STUKA, STURMOVIK, available
from trc_module.games.trc.combat.attack_obligations import Combatant, hopeless_key
from trc_module.games.trc.combat.battle_context import attackable
from trc_module.games.trc.combat.battle_odds import as_far_as_known, odds_facts
from trc_module.games.trc.combat.retreat_routes import named, routes
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.log.fates import STAYED, Fates, Lot
from trc_module.games.trc.log.lacking_dice import NONE_LEFT, LackingDice, pips_of
from trc_module.games.trc.log.possible_ends import PossibleEnds
from trc_module.games.trc.log.unmet_duties import unmet
from trc_module.games.trc.marks import VICTORIES
from trc_module.games.trc.movement.stacking import excess, overstack
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.reading.testimony import odds_said
from trc_module.rules.actions import Attack
from trc_module.rules.allocation import Attacker, TooHardError, components
from trc_module.rules.battle_inference import Fighter, Guess, explanation
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.interpretation import Unexplained
from trc_module.rules.paths import ALLOWANCE, faults, told_of_routes
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence

_BUDGET = 300
"""The greatest number of battles that a search for an explanation looks at in vain."""

_TOO_MANY = "What became of the enemies of {units} shows air support in at least {count} battles; only {most} may fly."
_NO_RETREAT = "{unit} moved from {first} to {second} during the combat phase; that is not a retreat from its battle."
_NOBODY_NEAR = (
    "{unit} moved from {first} to {second} during the combat phase; nobody stood next to it whom it could have fought."
)


class UndeclaredPhase:
    """One combat phase, as far as its battles are not declared."""

    def __init__(self, game: Trc, state: State, declared: tuple[Attack, ...], traces: Unexplained) -> None:
        self.game = game
        self.state = state
        self.declared = declared
        self.traces = traces
        self.side = state.clock.side
        self.fates = Fates(game, state, traces.tracks, traces.elsewhere)
        self.front = self.fates.front
        self.attacking = frozenset(unit for act in declared for unit in act.attackers)
        self.attacked = frozenset(unit for act in declared for unit in act.defenders)
        self.free_to_idle = VICTORIES in state.marks
        self.pips = pips_of(traces)
        self.lacking = LackingDice(game, self.fates, self.must)
        self.surplus: tuple[int, ...] = ()
        """The pips of the dice of the phase that no battle can have had beside the others."""
        self.ends = PossibleEnds(game, state, self.fates)
        self.flown_too_often = False
        """Whether there were too few aircraft for the battles of the phase."""

    # ---------------------------------------------------------------- the front

    @cached_property
    def combatants(self) -> tuple[Combatant, ...]:
        """The units that may have attacked, with whom they may have attacked; those of declared battles left out."""
        taken: HexSet = 0
        for at, units in self.front.holds.items():
            if self.attacked.intersection(units):
                taken |= 1 << at
        found = (
            combatant.sparing(taken)
            for combatant in self.front.combatants
            if combatant.unit not in self.attacking and not combatant.victor
        )
        return tuple(combatant for combatant in found if combatant.free | combatant.foes)

    @cached_property
    def parts(self) -> tuple[tuple[HexSet, tuple[Combatant, ...]], ...]:
        """The pieces of the front that have nothing to do with one another."""
        by_unit = {combatant.unit: combatant for combatant in self.combatants}
        targets: HexSet = 0
        for combatant in self.combatants:
            targets |= combatant.foes | combatant.free
        links = tuple(Attacker(s.unit, s.foes | s.free, must=False) for s in self.combatants)
        found = components(links, targets)
        return tuple((members, tuple(by_unit[link.unit] for link in group)) for members, group in found)

    def must(self, combatant: Combatant) -> bool:
        """Tell whether a unit had to attack."""
        return combatant.must_attack and not self.free_to_idle

    def _units(self, members: HexSet, combatants: Iterable[Combatant]) -> tuple[UnitId, ...]:
        foes = (unit for at in hexes(members) for unit in self.front.holds[at])
        return (*(combatant.unit for combatant in combatants), *foes)

    # --------------------------------------------------------------- the search

    def explained(
        self, members: HexSet, combatants: Sequence[Combatant], dice: Sequence[int] | None, *, every_die: bool = False
    ) -> list[Guess] | None:
        """Return battles that explain the fates in a part of the front, or None; TooHardError if it takes too long.

        With `every_die` each die has to be that of a battle.
        """
        fighters = [
            Fighter(
                s.unit,
                # The limits of 3.7 rest on set-up codes; nobody is accused for them without a declaration.
                (s.free | s.foes) & members,
                self.must(s) or self.fates.lot(s.unit).changed,
                self._kind(s),
            )
            for s in combatants
        ]
        needed: HexSet = 0
        for combatant in combatants:
            if self.must(combatant):
                needed |= combatant.foes & members
        for at in hexes(members):
            if any(self.fates.lot(unit).changed for unit in self.front.holds[at]):
                needed |= 1 << at
        return explanation(fighters, needed, self.ends.pips, dice, _BUDGET, every_die=every_die)

    def _kind(self, combatant: Combatant) -> tuple[object, ...]:
        unit = self.game.units[combatant.unit]
        return combatant.at, unit.combat, unit.type, unit.nation, combatant.perhaps, self.fates.lot(combatant.unit)

    # ----------------------------------------------------------------- findings

    def findings(self) -> Iterator[Finding]:
        """Yield the findings on the phase."""
        hopeless = idle = False
        told: set[UnitId] = set()
        for members, combatants in self.parts:
            units = self._units(members, combatants)
            told.update(units)
            try:
                if self._steps_aside(members, combatants):
                    hopeless = True
                    yield from self.lacking.none_left(members, combatants, NONE_LEFT)
                    continue
                if self._explicable(members, combatants):
                    continue
                if self._lacks_dice and not self.lacking.changed(members, combatants):
                    # No battle was fought there.
                    idle = True
                    continue
                hopeless = True
                if self.pips == () and self.explained(members, combatants, None) is not None:
                    yield from self.lacking.none_left(members, combatants, NONE_LEFT)
                    continue
                yield self._no_way(members, combatants)
            except TooHardError:
                hopeless = True
                yield self._too_hard(members, combatants)
        yield from self._late(told)
        yield from self._piled_up()
        if self.declared and not self.free_to_idle:
            open_ = sum(members for members, _ in self.parts)
            yield from unmet(self.game, self.state, self.front, self.declared, told, open_)
        if idle or not hopeless:
            yield from self._too_many_flown()
            yield from self._together()

    def _steps_aside(self, members: HexSet, combatants: Sequence[Combatant]) -> bool:
        """Tell whether somebody only left the enemy without a die, where lines declare the battles of the phase."""
        moved = self.lacking.changed(members, combatants) and not self.lacking.struck(members, combatants)
        return bool(self.declared) and self.pips is None and moved and any(map(self.must, combatants))

    def _too_many_flown(self) -> Iterator[Finding]:
        """Yield the finding where more battles need aircraft than there are, or than are lent (15.5, 15.6, 15.9)."""
        kind, rule = (STUKA, "15.6a") if self.side == AXIS else (STURMOVIK, "15.9a")
        most = available(self.game, self.state, kind)
        if most and kind == STUKA and len(self.ends.flown_over) < most:
            rule, most = "15.5c", len(self.ends.flown_over)
        busy = [(m, s) for m, s in self._busy if self.lacking.changed(m, s)]
        flown = sum(len(act.air) for act in self.declared)
        if not most or len(busy) + flown <= most:
            return
        lowered = self.ends.lowered
        # Lower odds leave what aircraft alone can explain unexplained.
        self.ends.in_any_order = self.ends.grounded = self.ends.lowered = True
        try:
            needy = [(m, s) for m, s in busy if self.explained(m, s, self.pips) is None]
        except TooHardError:
            return
        finally:
            self.ends.grounded, self.ends.lowered = False, lowered
        if needy and len(needy) + flown > most:
            units = tuple(combatant.unit for _, group in needy for combatant in group)
            text = Sentence(_TOO_MANY, in_words(units[:6]), len(needy) + flown, "one" if most == 1 else most)
            self.flown_too_often = True
            finding = violation(rule, text, units=units)
            for members, combatants in needy:
                finding = self._as_far_as_known(members, combatants, finding)
            yield finding

    def _explicable(self, members: HexSet, combatants: Sequence[Combatant]) -> bool:
        if self.explained(members, combatants, self.pips) is not None:
            return True
        self.ends.in_any_order = True
        if self.explained(members, combatants, self.pips) is not None:
            return True
        self.ends.lowered = True
        return self.explained(members, combatants, self.pips) is not None

    def _together(self) -> Iterator[Finding]:
        """Yield the findings where each part of the front can be explained by itself."""
        busy = self._busy
        if self._lacks_dice:
            yield from self.lacking.too_few(busy, len(self.pips or ()))
            return
        try:
            battles = self._one_by_one(busy) or self._all_at_once(busy)
            battles = self._with_every_die(battles)
        except TooHardError:
            battles = None
        if battles is None:
            # Some other share-out of the dice may do; nobody is accused of what we cannot find.
            text = "No line says which dice of this combat phase are for which battles, and no assignment was found."
            yield _undecided("log.battle", text)
        elif battles:
            yield Finding("log.battle", Verdict.NOTE, self._reading(battles))
            yield from self._at_lower_odds(battles)

    def _at_lower_odds(self, battles: Iterable[Guess]) -> Iterator[Finding]:
        """Yield the doubts about battles that only lower odds explain, if no words of the phase announce any."""
        if odds_said(self.traces.chat):
            return
        self.ends.lowered = False
        for battle in battles:
            pips = self.ends.pips(battle.units, battle.goal)
            if battle.pips in pips if battle.pips else pips:
                continue
            foes = tuple(unit for at in hexes(battle.goal) for unit in self.front.holds[at])
            text = Sentence(
                "What became of {units} and {foes} fits lower odds than theirs alone; no line announces any.",
                in_words(battle.units),
                in_words(foes),
            )
            yield Finding("13.1b", Verdict.UNDECIDED, text, (*battle.units, *foes))

    @cached_property
    def _busy(self) -> list[tuple[HexSet, tuple[Combatant, ...]]]:
        """The pieces of the front in which there was a battle, or should have been."""
        return [(m, s) for m, s in self.parts if any(self.must(x) for x in s) or self.lacking.changed(m, s)]

    @property
    def _lacks_dice(self) -> bool:
        return self.pips is not None and len(self._busy) > len(self.pips)

    def _one_by_one(self, busy: Sequence[tuple[HexSet, tuple[Combatant, ...]]]) -> list[Guess] | None:
        """Return battles for all pieces of the front, each taking what dice it likes; None if that fails."""
        left = None if self.pips is None else list(self.pips)
        battles: list[Guess] = []
        for members, combatants in busy:
            found = self.explained(members, combatants, left)
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
        return self.explained(members, [combatant for _, group in busy for combatant in group], self.pips)

    def _with_every_die(self, battles: list[Guess] | None) -> list[Guess] | None:
        """Return battles that use up the dice of the phase, if there are any; else the same, and the dice left over."""
        dice = [die.pips for die in self.traces.dice]
        if not battles or len(battles) >= len(dice):
            return battles
        members: HexSet = 0
        for part, _ in self.parts:
            members |= part
        try:
            others = self.explained(members, self.combatants, dice, every_die=True)
        except TooHardError:
            return battles
        if others is None:
            left = Counter(dice) - Counter(battle.pips for battle in battles)
            self.surplus = tuple(left.elements())
        return others or battles

    def _reading(self, battles: Sequence[Guess]) -> str:
        told = []
        for battle in battles[:6]:
            foes = in_words(unit for at in hexes(battle.goal) for unit in self.front.holds[at])
            die = f" (die {battle.pips})" if battle.pips else ""
            told.append(f"{in_words(battle.units)} against {foes}{die}")
        more = "; and others" if len(battles) > len(told) else ""
        way = "one way" if self.flown_too_often else "one legal way"
        return Sentence(
            "No line declares the battles of this phase; this is {way} to read them: {told}{more}.",
            way,
            "; ".join(told),
            more,
        )

    def _late(self, told: set[UnitId]) -> Iterator[Finding]:
        """Yield the findings on units that moved, or were lost, where there was no enemy to fight.

        A unit of a declared battle is among them if its battle cannot have caused that: what the result explains has
        been read as a loss or a retreat before.
        """
        for unit, track in self.fates.tracks.items():
            lot = self.fates.lot(unit)
            if unit in told:
                continue
            fought = unit in self.attacking or unit in self.attacked
            if lot.box and fought:
                yield self._lost(unit, lot, "its battle does not cause that")
            elif lot.box and attackable(self.game, (unit,)) and self.game.side_of[unit] != self.side:
                # A player may give up a unit of his own (2.1), but none of the enemy's.
                yield self._lost(unit, lot, "nobody stood next to it who could have attacked it")
            if lot.goal is None:
                continue
            a, b = self.game.hex_name(self.fates.place_at_start(unit)), self.game.hex_name(lot.goal)
            if not fought and not self._after_a_die(unit, track.steps[0]):
                # The tracker may have been set on before the moves were finished.
                form = "{unit} went from {first} to {second} in the combat phase; the log does not say why."
                yield _undecided("log.move", Sentence(form, unit, a, b), unit, a, b)
                continue
            text = Sentence(_NO_RETREAT if fought else _NOBODY_NEAR, unit, a, b)
            legal = Sentence("it stays in {first}.", a)
            yield violation("12.1c", text, units=(unit,), hexes=(a, b), legal=legal)

    def _after_a_die(self, unit: UnitId, step: int) -> bool:
        """Tell whether a unit certainly moved when battles had begun.

        For a unit next to an enemy (it may have fought), only dice count that no act has used; and for an enemy, which
        may have been put right, unless others of it retreated.
        """
        dice = [die.step for die in self.traces.dice]
        mine = self.game.side_of[unit] == self.side or bool(self._gone_back)
        if unit not in self._at_the_front and mine:
            dice += [] if self.traces.first_die is None else [self.traces.first_die]
        return bool(dice) and step >= min(dice)

    @cached_property
    def _gone_back(self) -> frozenset[UnitId]:
        """The enemies that went elsewhere over the map in declared battles."""
        there = (
            unit for unit, place in self.fates.elsewhere.items() if place is not None and not isinstance(place, str)
        )
        return self.attacked.intersection(there)

    @cached_property
    def _at_the_front(self) -> frozenset[UnitId]:
        """The units next to an enemy, whoever of them was in a declared battle."""
        near = sum({1 << at for s in self.front.combatants for at in hexes(s.foes | s.free)})
        holds = (units for at, units in self.front.holds.items() if near >> at & 1)
        return frozenset(s.unit for s in self.front.combatants).union(*holds)

    def _piled_up(self) -> Iterator[Finding]:
        """Yield the findings on retreats without a line that left too many units in a hex."""
        goals = {lot.goal: unit for unit, lot in self.fates.lots.items() if lot.goal is not None}
        for at, unit in goals.items():
            side = self.game.side_of[unit]
            stood = self.state.forces[side].places.items()
            stack = tuple(
                other
                for other, place in {**dict(stood), **self.fates.elsewhere}.items()
                if place == at and self.game.side_of[other] == side
            )
            rule, holds = excess(self.game, self.state, stack)
            if rule:
                what = Sentence(
                    "{unit} retreated to {at}, which then held {holds}, and no unit was eliminated",
                    unit,
                    self.game.hex_name(at),
                    holds,
                )
                yield overstack(self.game, at, stack, "13.7a", what, side)

    def _lost(self, unit: UnitId, lot: Lot, why: str) -> Finding:
        """Return the finding of a unit that was lost in no battle."""
        name = self.game.hex_name(self.fates.place_at_start(unit))
        text = Sentence("{unit} was taken from {name} into the box '{box}'; {why}.", unit, name, spaced(lot.box), why)
        return violation("13.2a", text, units=(unit,), hexes=(name,), legal=Sentence("it stays in {name}.", name))

    def _too_hard(self, members: HexSet, combatants: Sequence[Combatant]) -> Finding:
        names = tuple(self.game.hex_name(h) for h in hexes(members))
        text = Sentence(
            "No line declares the battles against {names}{word}, and there are too many ways to distribute the "
            "attacks; it is unknown whether all duties to attack are met.",
            ", ".join(names[:6]),
            " ..." if len(names) > 6 else "",
        )
        return Finding("log.battle", Verdict.UNDECIDED, text, tuple(s.unit for s in combatants), names)

    # ---------------------------------------------------- the nearest legal reading

    def _no_way(self, members: HexSet, combatants: Sequence[Combatant]) -> Finding:
        """Return the finding of a piece of the front that no battles explain, with what would have been legal."""
        suspects = sorted(self._units(members, combatants), key=self._suspicion)
        for unit in suspects:
            try:
                other = self._otherwise(members, combatants, unit)
            except TooHardError:
                break
            if other:
                return self._as_far_as_known(members, combatants, self._one(members, unit, other))
        units = tuple(unit for unit in suspects if self.fates.lot(unit).changed) or tuple(suspects[:6])
        names = tuple(self.game.hex_name(h) for h in hexes(members))
        text = Sentence(
            "No battles that could be fought there{with_dice} explain what became of {units} in this combat phase.",
            self._with_dice,
            in_words(units[:6]),
        )
        finding = violation("13.2a", text, units=units, hexes=names, dedup_key=self._hopeless(members))
        return self._as_far_as_known(members, combatants, finding)

    def _suspicion(self, unit: UnitId) -> tuple[object, ...]:
        lot = self.fates.lot(unit)
        track = self.fates.tracks.get(unit)
        return not lot.changed, -(track.steps[-1] if track else 0), unit

    def _otherwise(self, members: HexSet, combatants: Sequence[Combatant], unit: UnitId) -> list[str]:
        """Return what might have become of a unit for all to be legal; nothing if that would not help."""
        lot = self.fates.lot(unit)
        found = []
        for other, words in self._alternatives(unit):
            if other == lot:
                continue
            self.fates.lots[unit] = other
            try:
                if self.explained(members, combatants, self.pips) is not None:
                    found.append(words)
            finally:
                self.fates.lots[unit] = lot
        return found

    def _alternatives(self, unit: UnitId) -> Iterator[tuple[Lot, str]]:
        at = self.fates.place_at_start(unit)
        yield STAYED, _stays(self.game.hex_name(at))
        for length in ((2, 2), (1, 2)):
            open_ = routes(self.game, self.state, unit, at, length, strict=True) & self.fates.may_have_gone(
                unit, length
            )
            goal = next(iter(hexes(open_)), None)
            if goal is not None:
                yield Lot(goal=goal), Sentence("a retreat to {named}", named(self.game, open_))
                break
        yield Lot(box=POOL), "it goes into the replacement pool"
        if self.game.side_of[unit] != self.side:
            yield Lot(box=SURRENDERED), "it surrenders"

    def _one(self, members: HexSet, unit: UnitId, other: Sequence[str]) -> Finding:
        lot, at = self.fates.lot(unit), self.fates.place_at_start(unit)
        name = self.game.hex_name(at)
        rule = "13.2a"
        why: str = Sentence("no battle that could be fought here explains that{with_dice}", self._with_dice)
        hexes_: tuple[str, ...] = (name,)
        if lot.goal is not None:
            goal = self.game.hex_name(lot.goal)
            hexes_ = (name, goal)
            what = Sentence("{unit} went from {name} to {goal} in the combat phase", unit, name, goal)
            if lot.goal in self.front.holds and self.game.side_of[unit] == self.side and _stays(name) in other:
                # It took the enemy's place, and to stay would have been legal.
                rule, why = "12.1c", "no unit advances after combat"
            else:
                rule, why = self._fault(unit, lot.goal, rule, why)
        elif lot.box:
            what = Sentence("{unit} was taken from {name} into the box '{box}'", unit, name, spaced(lot.box))
        else:
            what = Sentence("{unit} stayed in {name}", unit, name)
        legal = Sentence("{legal}.", " or ".join(dict.fromkeys(other)))
        return violation(
            rule,
            Sentence("{what}; {why}.", what, why),
            units=(unit,),
            hexes=hexes_,
            facts=(self.game.board.terrain_fact(at),),
            legal=legal,
            dedup_key=self._hopeless(members),
        )

    def _fault(self, unit: UnitId, goal: Hex, rule: str, why: str) -> tuple[str, str]:
        """Return the rule that a retreat breaks whatever the battle was, and why; the given ones if it breaks none."""
        at = self.fates.place_at_start(unit)
        if (self.fates.may_have_gone(unit, (1, LONGEST_RETREAT))) >> goal & 1:
            return rule, why
        bounds = self.fates.bounds_of(unit)
        found = faults(bounds.sure, Trail((at, goal), frozenset({0})), LONGEST_RETREAT)
        if not found:
            return rule, why
        first = found[0].rule
        if first == ALLOWANCE:
            result = "13.3-DR" if self.game.side_of[unit] != self.side else "13.3-AR"
            return result, Sentence("that is further than the {longest_retreat} hexes of a retreat", LONGEST_RETREAT)
        return first, told_of_routes(bounds.sure, first, at, goal, LONGEST_RETREAT)

    @property
    def _with_dice(self) -> str:
        if not self.traces.dice:
            return ""
        pips = [str(die.pips) for die in self.traces.dice]
        form = " with the die of this phase ({pips})" if len(pips) == 1 else " with the dice of this phase ({pips})"
        return Sentence(form, ", ".join(pips[:12]))

    def _hopeless(self, members: HexSet) -> tuple[object, ...] | None:
        return hopeless_key(self.game, self.state, *hexes(members))

    def _as_far_as_known(self, members: HexSet, combatants: Sequence[Combatant], finding: Finding) -> Finding:
        """Return a finding as strong as what is known of all who may have fought."""
        fight = self.front.fight(tuple(combatant.unit for combatant in combatants), members)
        if fight.untold:
            return replace(finding, verdict=Verdict.SKIPPED)
        facts: tuple[Fact, ...] = tuple(dict.fromkeys((*finding.facts, *odds_facts(fight))))
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


def _stays(name: str) -> str:
    return Sentence("it stays in {name}", name)


def _undecided(rule: str, sentence: str, unit: UnitId = "", *names: str) -> Finding:
    return Finding(rule, Verdict.UNDECIDED, sentence, (unit,) if unit else (), names)
