"""Dice that were rolled once more for a battle: agreed in chat, against the opponent's word, or for another battle.

Who joined the battle or left it in between makes no difference: it is declared anew, with the number that it had or
with the next one, in full or with those alone who join, and rolled with its own button or with the plain die.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from trc_module.games.trc.log.battles import Plan, TableEvidence
from trc_module.games.trc.log.chat import given_to_another
from trc_module.games.trc.log.participation import Participation
from trc_module.reading.consent import Word, word_on
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Die, Episode
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


class SecondThrows:
    """The dice of one combat phase that were rolled for a battle when it had one; `loose` are those of no battle."""

    def __init__(self, table: TableEvidence, part: Participation, episode: Episode, loose: Sequence[Die]) -> None:
        self.table = table
        self.part = part
        self.episode = episode
        self.loose = loose

    def settled(self, plans: Sequence[Plan]) -> tuple[Plan, ...]:
        """Return the battles, those that were rolled again with the die that was carried out."""
        found = self._with_dice_of_others(list(plans))
        at = 0
        while at < len(found):
            again = next(self._again(found, at), None)
            if again is None:
                at += 1
            else:
                found = again
        return tuple(replace(plan, chosen_from=self._chosen(plan)) for plan in found)

    # ------------------------------------------------------- the die of another

    def _with_dice_of_others(self, plans: list[Plan]) -> list[Plan]:
        """Return the battles, those without a die with a second one of another's if chat or the order gives it them."""
        for at, plan in enumerate(plans):
            if plan.die is not None or plan.won or not plan.complete:
                continue
            for n, other in enumerate(plans):
                parted = next(self._parted(other, plan), None) if other.again else None
                if parted is not None:
                    plans[n], plans[at] = parted
                    break
        return plans

    def _parted(self, held: Plan, plan: Plan) -> Iterator[tuple[Plan, Plan]]:
        """Yield a battle with one of its dice and another one with the next, if both fit the table."""
        assert held.die is not None
        dice = (held.die, *held.again)
        for die in reversed(dice):
            declared = min(plan.steps, default=die.step) < die.step and die is not held.die
            if not declared and not given_to_another(self.episode.chat, die.step, self._next_die(die)):
                continue
            left = [other for other in dice if other is not die]
            text = Sentence(
                "The {die} that was rolled for battle {number} is read as the die of battle {plan_number}.",
                die.pips,
                held.number,
                plan.number,
            )
            given = replace(plan, die=die).noting(text)
            kept = replace(held, die=left[0], again=tuple(left[1:]))
            if die is held.die:
                kept = replace(kept, stated=("", ""), told="")
            if self.table.fits(given) and self.table.fits(kept):
                yield kept, given

    def _next_die(self, die: Die) -> int:
        steps = [line.step for line in self.episode.lines if line.says.get("die") and line.step > die.step]
        return min(steps, default=die.step)

    # ------------------------------------------------------------- a second die

    def _again(self, plans: Sequence[Plan], at: int) -> Iterator[list[Plan]]:
        """Yield the battles with one as it was rolled again, if chat speaks of it and that alone fits the table."""
        plan = plans[at]
        if plan.die is None or plan.won or self.table.fits(plan):
            return
        dice = (plan.again, *((*plan.again, die) for die in self.loose))
        others = (whole for each in dice for whole in self._thrown_again(plan, each))
        yield from ([whole if one is plan else one for one in plans] for whole in others if self.table.fits(whole))

    def _thrown_again(self, plan: Plan, dice: Sequence[Die]) -> Iterator[Plan]:
        """Yield a battle with the last of some dice that were rolled for it later, if chat speaks of that."""
        assert plan.die is not None
        if not dice or dice[-1].step <= plan.die.step or dice[-1] in plan.void:
            return
        word = self._word(plan.die, dice[-1])
        if word is Word.NONE:
            return
        whole = self._rolled(plan, (plan.die, *dice), word)
        yield whole
        yield from self.part.with_attackers_anyway([whole], self._bound(whole))

    def _rolled(self, plan: Plan, dice: Sequence[Die], word: Word) -> Plan:
        *earlier, last = dice
        attackers = self._staying(plan.attackers, dice[0], last)
        void = tuple(dict.fromkeys((*plan.void, *earlier)))
        return replace(
            plan, attackers=attackers, die=last, again=(), stated=("", ""), told="", void=void, agreed=word.value
        )

    def _staying(self, units: Iterable[UnitId], first: Die, last: Die) -> tuple[UnitId, ...]:
        """Return units without those who left the battle between two dice."""
        left: dict[UnitId, bool] = {}
        for line in self.episode.lines:
            if first.step < line.step < last.step and line.says.verb in ("ATT", "OUT"):
                left[line.says.get("u") or ""] = line.says.verb == "OUT"
        return tuple(unit for unit in dict.fromkeys(units) if not left.get(unit, False))

    def _bound(self, plan: Plan) -> list[UnitId]:
        """Return the units that had to attack and are not in a battle."""
        bound = (s.unit for s in self.table.fates.front.combatants if s.must_attack)
        return [unit for unit in bound if unit not in plan.attackers and unit not in self._named]

    @cached_property
    def _named(self) -> frozenset[UnitId]:
        """The units of which lines of the phase say that they attack."""
        return frozenset(line.says["u"] for line in self.episode.lines if line.says.verb == "ATT")

    def _word(self, first: Die, last: Die) -> Word:
        return word_on(self.episode.chat, self.episode.speakers, first.step, last.step)

    # ---------------------------------------------------------- the best of many

    def _chosen(self, plan: Plan) -> tuple[Die, ...]:
        """Return the plain dice that were rolled one after the other before the plain die of a battle, if several.

        The battle was declared, nothing was done between them, and they have no other purpose.
        """
        if plan.die is None or plan.die.verb != "DIE" or plan.void:
            return ()
        begun = max((step for step in plan.steps if step < plan.die.step), default=0)
        dice = [die for die in self.loose if begun < die.step < plan.die.step and die.verb == "DIE"]
        first = min((die.step for die in dice), default=0)
        said = {line.step for line in self.episode.lines if line.says.verb != "DIE"}
        done = said.union(step for visits in self.episode.visits.values() for step, _ in visits)
        between = any(first < step < plan.die.step for step in done)
        return () if between or len(dice) < MANY else tuple(dice)


MANY = 2
"""The number of dice rolled for nothing before a battle's that are no oversight any more."""


def choice_among(dice: Iterable[Die], die: Die, battle: str, units: tuple[UnitId, ...] = ()) -> Finding:
    """Return the doubt about a battle before whose die others were rolled, and for nothing else."""
    text = Sentence(
        "{die} were rolled before the {die_pips} that is read as the die of ",
        in_words(str(one.pips) for one in dice),
        die.pips,
    )
    return Finding(
        "log.reroll", Verdict.DOUBT, Sentence("{text}{battle}; nobody says what they were for.", text, battle), units
    )


def told_of(plan: Plan) -> str:
    """Return in words that a battle was rolled again."""
    assert plan.die is not None
    earlier = in_words(str(one.pips) for one in plan.void)
    return Sentence(
        "Battle {number} was rolled again: {earlier} before, then {die}; ", plan.number, earlier, plan.die.pips
    )
