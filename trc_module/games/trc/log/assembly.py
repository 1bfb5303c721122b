"""A combat phase read as a whole: battles as lines tell them, dice and fates as the table shows them.

What lines leave out is filled in from the table, late or misplaced lines are put where they belong, and each line that
is set aside or missing is named in a note. Several readings may fit; they come in the order in which they set aside
the fewest lines, and the referee takes the first that breaks no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, product

from msgspec.structs import replace

from trc_module.games.trc.combat.battle_context import LOWEST
from trc_module.games.trc.combat.battle_odds import chosen
from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.log.battles import Means, Plan
from trc_module.games.trc.log.certain_battles import kept, without_a_way_out
from trc_module.games.trc.log.deeds import Deeds
from trc_module.games.trc.log.evidence import CombatEvidence
from trc_module.games.trc.log.known_battles import of_known_battles
from trc_module.games.trc.log.participation import Participation
from trc_module.games.trc.log.second_throws import SecondThrows
from trc_module.games.trc.log.testimony import OF_BATTLES, BattleTestimony
from trc_module.hexgrid import HexSet
from trc_module.reading.testimony import odds_said
from trc_module.rules import odds
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Die, Episode, PhaseReading
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

_LOOKS = 400
"""The greatest number of ways to complete the battles of a phase that are tried."""
_MOST_PERMUTED = 5
"""The greatest number of battles without a die of their own for which every order of the dice is tried."""


def readings(game: Trc, state: State, episode: Episode) -> Iterator[PhaseReading]:
    """Yield the readings of a combat phase that has battles by declaration, the one nearest to its lines first."""
    yield from of_known_battles(game, state, episode, readings)
    evidence = CombatEvidence(game, state, episode)
    deeds = Deeds(evidence)
    if not any(line.says.verb in OF_BATTLES | {"AV"} for line in episode.lines):
        if deeds.slips:
            yield from deeds.undeclared()
        return
    reading = _Reading(evidence)
    if not reading.plans:
        # Nothing but dice and fates: who fought whom the table alone tells.
        yield from deeds.undeclared()
        return
    first = reading.rolled_again()
    whole = tuple(plan for plan in first if plan.complete)
    if whole == first:
        # What was done with an aircraft that may not fly is no misread result.
        flown = tuple(map(reading.with_any_aircraft, first))
        yield from map(deeds.heard, dict.fromkeys((flown, first)))
    told, first = first, reading.without_repeats(reading.with_free_lenders(first))
    yield from _heard_anew(deeds, told, first)
    mended = reading.mended(first)
    yield from _heard_anew(deeds, first, mended)
    joined = reading.with_the_idle(mended)
    if joined != mended:
        yield deeds.heard(joined)
        # A battle may lack the units that had to attack, rather than any unit that fits it.
        bound = reading.mended(reading.with_the_idle(first))
        if bound != joined:
            yield deeds.heard(bound)
    sober = tuple(map(reading.without_slips, joined))
    yield from _heard_anew(deeds, joined, sober)
    victors = deeds.victors(joined)
    if victors:
        yield deeds.heard(joined, victors=victors)
    spared = reading.against_the_spared(whole)
    if spared != joined and (victors := deeds.victors(spared)):
        yield deeds.heard(spared, victors=victors)
    for plans in dict.fromkeys((joined, mended)):
        for order in reading.orders(plans):
            yield deeds.heard(order, losses_first=True)
    if reading.is_out_of_turn:
        yield from _read_anew(deeds, _Reading(evidence, in_turn=True))
    if not all(map(reading.table.fits, first)):
        # Others of the phase may have changed supply, and with it the odds, before its battle was fought.
        yield from _read_anew(deeds, _Reading(evidence, in_any_order=True))
    anyway = reading.with_the_idle_anyway(joined)
    if anyway != joined:
        # Where no reading keeps the rules, the keys of these are missing rather than their attacks.
        yield deeds.heard(anyway)
    if reading.open_to_the_table(first):
        yield from deeds.undeclared(reading.kept(first))


def _read_anew(deeds: Deeds, reading: _Reading) -> Iterator[PhaseReading]:
    """Yield what was done by a reading that takes dice or odds otherwise, though another one is nearer to the lines."""
    first = reading.without_repeats(reading.with_free_lenders(reading.rolled_again()))
    mended = reading.mended(first)
    yield deeds.heard(mended)
    yield from _heard_anew(deeds, mended, reading.with_the_idle(mended))


def _heard_anew(deeds: Deeds, told: tuple[Plan, ...], plans: tuple[Plan, ...]) -> Iterator[PhaseReading]:
    """Yield what was done in battles that are read otherwise than before."""
    if plans != told:
        yield deeds.heard(plans)


class _Reading:
    """The battles that are read out of the evidence of one combat phase."""

    def __init__(self, evidence: CombatEvidence, *, in_turn: bool = False, in_any_order: bool = False) -> None:
        self.game = evidence.game
        self.state = evidence.state
        self.side = evidence.side
        self.episode = evidence.episode
        self.fates = evidence.fates
        self.loose = evidence.said.dice
        self.results_said = evidence.results_said
        self.changed = evidence.changed
        self.table = replace(evidence.table, in_any_order=True) if in_any_order else evidence.table
        self.said = odds_said(evidence.episode.chat)
        self.part = Participation(self.table, self.said)
        self.is_out_of_turn = False
        """Whether the dice that no line assigns are those of battles in another order than they fell in."""
        self._in_turn = in_turn
        self.plans = self._plans(evidence.said.claims)

    # ------------------------------------------------------------ the battles

    def _plans(self, claims: Sequence[BattleTestimony]) -> list[Plan]:
        plans = self._joined_sides([self._plan(claim) for claim in claims])
        plans = [self._with_comrades(plan) for plan in plans if plan.units]
        plans = self._with_the_flown_over(self._with_the_changed(plans))
        for number, plan in enumerate(plans):
            found = self._with_aircraft(plan, [support.by for other in plans for support in other.air])
            # Another battle may have been given the headquarters that flew here; `with_free_lenders` settles that.
            plans[number] = found if found.air else self._with_aircraft(plan, ())
        return self._with_dice(plans)

    def _plan(self, claim: BattleTestimony) -> Plan:
        die, stated, told = None, ("", ""), ""
        if claim.rolls:
            line = claim.rolls[0]
            die = Die(line.step, line.says.number("die"), "ROLL")
            stated = (line.says.get("odds") or "", line.says.get("result") or "")
            told = line.says.get("told") or ""
        plan = Plan(
            claim.number,
            tuple(unit for unit in claim.attackers if self._may_be(unit, self.side)),
            tuple(unit for unit in claim.defenders if self._may_be(unit, ENEMY[self.side])),
            tuple(claim.air.values()),
            tuple(claim.guns),
            claim.barrage,
            claim.odds,
            tuple(claim.steps),
            die,
            stated,
            claim.won.step if claim.won else 0,
            flown=frozenset(claim.air),
            again=tuple(Die(line.step, line.says.number("die"), "ROLL") for line in claim.rolls[1:]),
            told=told,
        )
        absent = [unit for unit in claim.units if self.table.at(unit) is None]
        wrong = [unit for unit in claim.units if unit not in (*plan.units, *absent)]
        if wrong:
            plan = plan.noting(
                Sentence("The wrong key was pressed for {wrong}: no unit fights against its own side.", in_words(wrong))
            )
        return (
            plan.noting(Sentence("{absent} is not on the map and fights in no battle.", in_words(absent)))
            if absent
            else plan
        )

    def _joined_sides(self, plans: Sequence[Plan]) -> list[Plan]:
        """Return the battles, those that were rolled with one side alone with the other side of the next one.

        The key of a unit that is pressed after the die begins the next battle in the module.
        """
        found: list[Plan] = []
        for plan in plans:
            rolled = found[-1] if found else None
            if rolled is None or rolled.die is None or plan.die is not None or not self._is_rest_of(rolled, plan):
                found.append(plan)
                continue
            steps = tuple(sorted({*rolled.steps, *plan.steps}))
            verb = "was" if len(plan.units) == 1 else "were"
            text = Sentence(
                "{units} {verb} named after the die, in battle {number}; it is read as part of ",
                in_words(plan.units),
                verb,
                plan.number,
            )
            whole = replace(rolled, attackers=rolled.units[: len(rolled.attackers)] or plan.attackers, steps=steps)
            whole = replace(whole, defenders=rolled.defenders or plan.defenders)
            found[-1] = whole.noting(f"{text}battle {rolled.number}.")
        return found

    def _is_rest_of(self, rolled: Plan, plan: Plan) -> bool:
        """Tell whether a battle names nobody but the side that another one lacks, all of them next to each other."""
        attackers, defenders = (rolled.attackers, plan.defenders) if rolled.attackers else (plan.attackers, ())
        defenders = defenders or rolled.defenders
        lacks = bool(rolled.attackers) != bool(rolled.defenders) and bool(plan.attackers) != bool(plan.defenders)
        if not lacks or not attackers or not defenders or plan.won or plan.air:
            return False
        whole = replace(rolled, attackers=attackers, defenders=defenders)
        return all(self.table.targets(whole) & ~self.table.reach(unit) == 0 for unit in attackers)

    def _may_be(self, unit: UnitId, side: str) -> bool:
        return self.table.at(unit) is not None and self.game.side_of[unit] == side

    def _with_comrades(self, plan: Plan) -> Plan:
        """Return a battle with all units in the hexes that it attacks (12.2), if it had a result."""
        if plan.die is None and not self.loose:
            return plan
        goal = self.table.targets(plan)
        there = [unit for at, units in self.table.fates.front.holds.items() if goal >> at & 1 for unit in units]
        left_out = tuple(unit for unit in there if unit not in plan.units)
        if not left_out:
            return plan
        text = Sentence(
            "No line says that {left_out} was attacked in battle {number}; it stood there as well.",
            in_words(left_out),
            plan.number,
        )
        return replace(plan, defenders=(*plan.defenders, *left_out)).noting(text)

    def _with_the_changed(self, plans: list[Plan]) -> list[Plan]:
        """Return the battles with those who were lost or went back though no line says that they fought."""
        found = list(plans)
        for unit in self.changed:
            if any(unit in plan.units for plan in found) or self.game.units[unit].type == "air":
                continue
            own = self.game.side_of[unit] == self.side
            number = self._of_battle(unit, found, own=own)
            if number is not None:
                found[number] = self.part.joined(found[number], unit, own=own)
        return found

    def _of_battle(self, unit: UnitId, plans: Sequence[Plan], *, own: bool) -> int | None:
        """Return the index of the battle in which a unit was lost or went back; None if it can be none of them."""
        may = [n for n, plan in enumerate(plans) if (self.part.may_attack if own else self.part.may_defend)(unit, plan)]
        line = self.fates.get(unit)
        said = [n for n in may if line is not None and plans[n].number == line.says.number("b")]
        rolled = [n for n in may if plans[n].complete and plans[n].die]
        open_ = [n for n in may if not _spares(plans[n], own=own)]
        fitting = [n for n in rolled if n in open_ and self.table.fits(self.part.joined(plans[n], unit, own=own))]
        gone = self.changed[unit].steps[-1]
        near = sorted(open_, key=lambda n: abs(gone - max(plans[n].steps)))
        others = [n for n in near if n not in rolled]
        return next(iter((*said, *fitting, *others, *near)), None)

    def _with_the_flown_over(self, plans: list[Plan]) -> list[Plan]:
        """Return the battles with the enemies on whom an aircraft was laid and whom no line names (15.2)."""
        found = list(plans)
        for at in self.table.lying:
            foes = self.table.fates.front.holds.get(at, ())
            if not foes or any(self.table.targets(plan) >> at & 1 for plan in found):
                continue
            for number, plan in enumerate(found):
                lenders = [support.by for other in found if other is not plan for support in other.air]
                more = self.part.joined(plan, foes[0], own=False)
                if self.part.may_defend(foes[0], plan) and self.table.as_stated(self._with_aircraft(more, lenders)):
                    found[number] = more
                    break
        return found

    def _with_aircraft(self, plan: Plan, lenders: Sequence[UnitId]) -> Plan:
        """Return a battle with the support that counters on its defenders show, if no line tells of it (15.2)."""
        goal = self.table.targets(plan)
        lying = [unit for at, units in self.table.lying.items() if goal >> at & 1 for unit in units]
        unsaid = [unit for unit in lying if unit not in plan.flown]
        found = self._supported(plan, unsaid, lenders)
        more = len(lying) - len(plan.air)
        if unsaid and more < len(unsaid) and any(self.table.oddity(found)):
            # The line of one aircraft may have been said, and another laid down.
            fewer = self._supported(plan, unsaid[-more:] if more > 0 else (), lenders)
            found = min(found, fewer, key=self.table.oddity)
        return found

    def _supported(self, plan: Plan, aircraft: Sequence[UnitId], lenders: Sequence[UnitId]) -> Plan:
        used = list(lenders)
        for unit in aircraft:
            support = self.table.support(plan, used) or (plan.air[-1] if plan.air else None)
            if support is None:
                break
            used.append(support.by)
            text = Sentence(
                "No line says that {unit} supported battle {number}; it lay on the defenders.", unit, plan.number
            )
            plan = replace(plan, air=(*plan.air, support)).noting(text)
        return plan

    def with_any_aircraft(self, plan: Plan) -> Plan:
        """Return a battle with the aircraft on its defenders, allowed or not, if it fits the table with them alone."""
        goal = self.table.targets(plan)
        lying = [unit for at, units in self.table.lying.items() if goal >> at & 1 for unit in units]
        more = lying[len(plan.air) :]
        if not more or self.table.fits(plan):
            return plan
        support = self.table.any_support(plan)
        found = plan if support is None else replace(plan, air=(*plan.air, *(support for _ in more)))
        if found == plan or not self.table.fits(found):
            return plan
        they = "it" if len(more) == 1 else "they"
        text = Sentence(
            "No line says that {more} supported battle {number}; {they} lay on the defenders.",
            in_words(more),
            plan.number,
            they,
        )
        return found.noting(text)

    def with_free_lenders(self, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Return the battles with aircraft of those who may lend them, where lines name some who may not.

        The table shows which aircraft flew, and not who lent them: the wrong entry of the menu may have been chosen.
        """
        flights = [(n, support) for n, plan in enumerate(plans) for support in plan.air]
        choices = [self.table.lenders(plans[n], support) for n, support in flights]
        ways = [way for way in product(*choices) if self.table.lend_enough(way)]
        if not ways:
            return plans
        best = min(ways, key=lambda way: sum(lent != support for lent, (_, support) in zip(way, flights, strict=True)))
        found = [replace(plan, air=()) for plan in plans]
        for lent, (n, support) in zip(best, flights, strict=True):
            found[n] = replace(found[n], air=(*found[n].air, lent))
            if lent != support:
                text = Sentence(
                    "The line of the {kind} names {by}, which cannot lend it; in battle ", support.kind, support.by
                )
                found[n] = found[n].noting(
                    Sentence("{text}{number} it is read as that of {by}.", text, plans[n].number, lent.by)
                )
        return tuple(found)

    def without_repeats(self, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Return the battles without those that were declared once more when they had been rolled, and came to nothing.

        No die is left for them.
        """
        if self.episode.dice:
            return plans
        fought = {unit for plan in plans if plan.die is not None for unit in plan.units}
        again = [plan for plan in plans if plan.die is None and not plan.won and fought.issuperset(plan.units)]
        found = [plan for plan in plans if plan not in again]
        for plan in again:
            text = Sentence(
                "Battle {number} was declared, but its units had fought and no die was rolled; it is set aside.",
                plan.number,
            )
            before = next(n for n, other in enumerate(found) if set(other.units) & set(plan.units))
            found[before] = found[before].noting(text)
        return tuple(found)

    # --------------------------------------------------------------- the dice

    def _with_dice(self, plans: list[Plan]) -> list[Plan]:
        """Return the battles with the dice that no line assigns, in an order in which they fit."""
        without = [n for n, plan in enumerate(plans) if plan.die is None and not plan.won]
        dice = list(self.loose)
        if not without or not dice:
            return plans
        in_turn = list(zip(without, dice, strict=False))
        best = in_turn if self._in_turn else self._in_order(plans, without, dice)
        self.is_out_of_turn = best != in_turn
        found, typed = list(plans), {step for step, _ in self.episode.chat}
        for number, die in best:
            source = "the chat names" if die.step in typed else "no line assigns"
            text = Sentence(
                "The {die} that {source} is read as the die of battle {number}.", die.pips, source, plans[number].number
            )
            found[number] = replace(plans[number], die=die).noting(text)
        return found

    def _in_order(self, plans: Sequence[Plan], without: Sequence[int], dice: Sequence[Die]) -> list[tuple[int, Die]]:
        """Return the dice of battles `without` one, in the order in which most results fit the table and the chat."""
        count = min(len(without), len(dice))
        plain = list(zip(without, dice, strict=False))
        if len(without) > _MOST_PERMUTED or len(dice) > _MOST_PERMUTED:
            return plain
        shown = sorted(without, key=lambda n: not any(unit in self.changed for unit in plans[n].units))
        best, most = plain, (-1, 0)
        all_fit = count, sum(die.step in self.results_said for die in dice)
        for order in permutations(range(len(dice)), count):
            for numbers in (without, shown):
                pairs = [(n, dice[d]) for n, d in zip(numbers, order, strict=False)]
                rolled = [replace(plans[n], die=die) for n, die in pairs]
                fitting = sum(map(self.table.fits, rolled)), sum(map(self._as_said, rolled))
                if fitting > most:
                    best, most = pairs, fitting
            if most >= all_fit:
                break
        return best

    def _as_said(self, plan: Plan) -> bool:
        """Tell whether the result of a battle is what chat says behind its die."""
        said = self.results_said.get(plan.die.step) if plan.die else None
        return said is not None and said == self.table.result(plan)

    def rolled_again(self) -> tuple[Plan, ...]:
        """Return the battles, those that were rolled again, by what chat says, with the die that was carried out."""
        return SecondThrows(self.table, self.part, self.episode, self.left(self.plans)).settled(self.plans)

    def left(self, plans: Iterable[Plan]) -> list[Die]:
        """Return the dice that no line assigns and no battle has."""
        used = {die.step for plan in plans for die in (plan.die, *plan.again, *plan.void) if die}
        return [die for die in self.loose if die.step not in used]

    # ------------------------------------------------------------ other readings

    @cached_property
    def idle(self) -> tuple[UnitId, ...]:
        """The units that may attack, those first who have to."""
        combatants = [s for s in self.table.fates.front.combatants if not s.victor]
        return tuple(s.unit for s in sorted(combatants, key=lambda s: not s.foes))

    def open_to_the_table(self, plans: tuple[Plan, ...]) -> bool:
        """Tell whether the phase may also be read as if no line told of a battle.

        Such a reading is judged when the phase is over: before that, a battle with one side alone does not lead to it.
        """
        whole = all(plan.complete for plan in plans)
        return self.untidy(plans) or (not whole and self.episode.ended)

    def kept(self, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Return the battles that stay as their lines tell them where the others are read by the table alone."""
        whole = [plan for plan in plans if plan.complete]

        def means(plan: Plan) -> Means:
            # An aircraft may have been another headquarters' than is read of each battle.
            return replace(self._means(whole, plan, self.said, untidy=False), lenders=())

        wrong = without_a_way_out(self.table, plans, self.left(plans), means)
        return kept(self.table, plans, self.changed, self.said, tuple(wrong))

    def untidy(self, plans: Iterable[Plan]) -> bool:
        """Tell whether a line is missing, late or wrong somewhere in the phase."""
        return any(plan.notes or plan.supposed for plan in plans) or bool(self._unkeyed) or self._misnumbered(plans)

    def _misnumbered(self, plans: Iterable[Plan]) -> bool:
        fought = {unit: plan.number for plan in plans for unit in plan.units}
        return any(fought.get(unit, 0) != line.says.number("b") for unit, line in self.fates.items())

    @cached_property
    def _unkeyed(self) -> tuple[UnitId, ...]:
        return tuple(unit for unit in self.changed if unit not in self.fates)

    def mended(self, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Return the battles, those that do not fit the table with the least that no line says.

        Those of which a side is not known at all, and cannot be found, are left out.
        """
        said = self.said
        # Those whose die states the odds leave the fewest choices: they come first.
        order = sorted(range(len(plans)), key=lambda n: not plans[n].stated[0])
        arranged = tuple(plans[n] for n in order)
        self._looks = _LOOKS
        found = self._fitting(arranged, 0, said, self.untidy(plans), whole=True)
        if found is None:
            self._looks = _LOOKS
            found = self._fitting(arranged, 0, said, self.untidy(plans), whole=False)
        mended = dict(zip(order, found or arranged, strict=True))
        return tuple(mended[n] for n in range(len(plans)) if mended[n].complete)

    def _fitting(
        self, plans: tuple[Plan, ...], at: int, said: tuple[str, ...], untidy: bool, *, whole: bool
    ) -> tuple[Plan, ...] | None:
        """Return battles that all fit, from one of them on; unless they must, one that never fits stays as it is."""
        if at == len(plans):
            return plans
        plan = plans[at]
        if plan.complete and self.table.as_stated(plan):
            return self._fitting(plans, at + 1, said, untidy, whole=whole)
        for other in self.table.options(plan, self._means(plans, plan, said, untidy=untidy)):
            self._looks -= 1
            if self._looks < 0:
                return None
            told = other if other == plan or self.table.as_stated(other) else self._otherwise_than_stated(other)
            changed = (*plans[:at], told, *plans[at + 1 :])
            found = self._fitting(changed, at + 1, said, untidy, whole=whole)
            if found is not None:
                return found
        return None if whole else self._fitting(plans, at + 1, said, untidy, whole=whole)

    def _otherwise_than_stated(self, plan: Plan) -> Plan:
        """Return a battle without what the line of its die states, and a note of both readings."""
        if not any(plan.stated):
            return plan
        fight = self.table.fight(plan)
        here = " ".join(filter(None, (odds.name(max(chosen(self.game, fight), LOWEST)), self.table.result(plan))))
        text = Sentence(
            "The line of the die of battle {number} states {filter}; ", plan.number, " ".join(filter(None, plan.stated))
        )
        return replace(plan, stated=("", "")).noting(Sentence("{text}it is read as {here}.", text, here))

    def _means(self, plans: Sequence[Plan], plan: Plan, said: tuple[str, ...], *, untidy: bool) -> Means:
        fighting = {unit for other in plans for unit in other.units}
        return Means(
            tuple(unit for unit in self.idle if unit not in fighting),
            self.table.spared(plans),
            (*said, *filter(None, plan.stated[:1])),
            tuple(support.by for other in plans for support in other.air),
            untidy,
        )

    def with_the_idle(self, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Return the battles with those who had to attack, and with the enemies that had to be attacked, if it fits."""
        return self.against_the_spared(self.part.with_attackers(plans, self._bound(plans)))

    def with_the_idle_anyway(self, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        """Return the battles with those who had to attack, though that does not fit the table."""
        return tuple(self.part.with_attackers_anyway(plans, self._bound(plans)))

    def _bound(self, plans: Iterable[Plan]) -> list[UnitId]:
        """Return the units that had to attack and are in no battle."""
        attacking = {unit for plan in plans for unit in plan.attackers}
        combatants = self.table.fates.front.combatants
        return [s.unit for s in combatants if s.must_attack and s.unit not in attacking]

    def against_the_spared(self, plans: Iterable[Plan]) -> tuple[Plan, ...]:
        """Return the battles with the enemies that had to be attacked and whom no line names, if it fits."""
        found = list(plans)
        attacked = {unit for plan in plans for unit in plan.defenders}
        needed: HexSet = 0
        for combatant in self.table.fates.front.combatants:
            if not combatant.victor:
                needed |= combatant.foes
        for at, units in self.table.fates.front.holds.items():
            if not needed >> at & 1 or attacked.intersection(units):
                continue
            found = self.part.with_defender(found, units[0])
        return tuple(found)

    def orders(self, plans: tuple[Plan, ...]) -> Iterator[tuple[Plan, ...]]:
        """Yield the battles in other orders: as they were finished, as they were begun."""
        yield plans
        yield tuple(sorted(plans, key=self._finished))

    def _finished(self, plan: Plan) -> int:
        steps = [self.changed[unit].steps[-1] for unit in plan.units if unit in self.changed]
        return max((*steps, plan.die.step if plan.die else plan.won))

    def without_slips(self, plan: Plan) -> Plan:
        """Return a battle without what lines say of it and the table contradicts, if it fits the table like that.

        Who stands next to none of the defenders cannot have attacked them, and what was rolled for was not won at once.
        """
        goal = self.table.targets(plan)
        distant = tuple(unit for unit in plan.attackers if not self.table.reach(unit) & goal)
        near = tuple(unit for unit in plan.attackers if unit not in distant)
        found = plan
        if distant and near:
            text = Sentence(
                "{distant} stands next to no defender of battle {number}; it is left out of it.",
                in_words(distant),
                plan.number,
            )
            found = replace(found, attackers=near).noting(text)
        if plan.won and plan.die is not None:
            text = Sentence(
                "Battle {number} was rolled; the line that claims an automatic victory is set aside.", plan.number
            )
            found = replace(found, won=0).noting(text)
        real, (at, claimed) = self.table.result(found), found.stated
        over = found.die is None or found.die.step != self.table.unfinished
        stated_wrong = over and claimed in RESULTS and real in RESULTS and claimed != real
        if stated_wrong and not self.table.may_end(found, RESULTS[claimed]):
            text = Sentence(
                "The line of the die states {at} and {claimed} for battle {number}; it is at {odds}, which is "
                "{real}, and so it was carried out.",
                at,
                claimed,
                plan.number,
                self.table.odds(found),
                real,
            )
            found = replace(found, stated=("", "")).noting(text)
        return found if found != plan and self.table.as_stated(found) else plan


def _spares(plan: Plan, *, own: bool) -> bool:
    """Tell whether the result that the line of a battle's die states leaves one side where and as it was."""
    result = RESULTS.get(plan.stated[1])
    if result is None:
        return False
    fate = result.attackers if own else result.defenders
    return not fate.lose and fate.retreat is None
