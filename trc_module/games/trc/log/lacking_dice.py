"""Battles for which no die is left: none is made up, and who went back or was lost in one is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from trc_module.games.trc.combat.attack_obligations import Combatant
from trc_module.games.trc.data import Trc
from trc_module.games.trc.log.fates import Fates
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.interpretation import Unexplained
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence

NONE_LEFT = "no die is left for a battle"
"""What is said of a battle for which no die was rolled."""
Part = tuple[HexSet, tuple[Combatant, ...]]
"""A piece of the front: hexes of the enemy, and who may attack them."""


def pips_of(traces: Unexplained) -> tuple[int, ...] | None:
    """Return the pips of the dice that the battles of a phase may have had; None if they were rolled elsewhere.

    They may have been where the logs hold no die at all and tell of battles nevertheless, and chat names no die either.
    """
    if not traces.has_dice and traces.has_battles and not traces.dice:
        return None
    return tuple(die.pips for die in (*traces.dice, *traces.spare))


class LackingDice:
    """The findings on pieces of the front that lack the die of a battle; `must` tells who had to attack."""

    def __init__(self, game: Trc, fates: Fates, must: Callable[[Combatant], bool]) -> None:
        self.game = game
        self.fates = fates
        self.must = must

    def too_few(self, busy: Sequence[Part], dice: int) -> Iterator[Finding]:
        """Yield the findings where fewer dice were rolled than pieces of the front needed one each."""
        idle = [part for part in busy if not self.changed(*part)]
        missing = len(busy) - dice
        rolled = "one die was" if dice == 1 else Sentence("{dice} dice were", dice)
        too_few = Sentence("{rolled} rolled in this phase, at least {missing} too few for all of them", rolled, missing)
        if missing < len(idle):
            yield self._idle(tuple(s for _, group in idle for s in group), too_few, some=True)
            return
        why = Sentence("{rolled} rolled in this phase, for the battles elsewhere", rolled) if dice else NONE_LEFT
        for _, combatants in idle:
            yield self._idle(combatants, why)
        left = missing - len(idle)
        # Who went back and cost nobody anything is likelier to have fought no battle.
        away = [part for part in busy if part not in idle and not self.struck(*part)]
        if left and left >= len(away):
            for part in away:
                yield from self.none_left(*part, why)
            left -= len(away)
            away = [part for part in busy if part not in idle and self.struck(*part)]
        if left:
            yield self._some(away, too_few)

    def none_left(self, members: HexSet, combatants: Sequence[Combatant], why: str) -> Iterator[Finding]:
        """Yield the findings on a piece of the front in which something happened, and for which there is no die."""
        bound = [combatant.unit for combatant in combatants if self.must(combatant)]
        if bound:
            yield self._idle(combatants, why)
        for unit in (*(combatant.unit for combatant in combatants), *self._foes(members)):
            lot, own = self.fates.lot(unit), self.game.side_of[unit] == self.fates.side
            if not lot.changed or unit in bound or (own and lot.box):
                # A player may give up a unit of his own (2.1).
                continue
            name = self.game.hex_name(self.fates.place_at_start(unit))
            goal = Sentence("the box '{box}'", spaced(lot.box)) if lot.goal is None else self.game.hex_name(lot.goal)
            yield violation(
                "12.1c" if lot.goal is not None else "13.2a",
                Sentence(
                    "{unit} went from {name} to {goal} in the combat phase without a battle: {why}.",
                    unit,
                    name,
                    goal,
                    why,
                ),
                units=(unit,),
                hexes=(name,) if lot.goal is None else (name, goal),
                legal=Sentence("it stays in {name}.", name),
            )

    def _some(self, parts: Sequence[Part], why: str) -> Finding:
        """Return the finding that not all of those who were lost or went elsewhere can have fought."""
        units = tuple(unit for part in parts for unit in self._units(*part) if self.fates.lot(unit).changed)
        names = tuple(dict.fromkeys(self.game.hex_name(self.fates.place_at_start(unit)) for unit in units))
        text = Sentence("What became of {units} was not all the result of battles: {why}.", in_words(units[:6]), why)
        return violation("13.2a", text, units=units, hexes=names)

    def _idle(self, combatants: Sequence[Combatant], why: str, *, some: bool = False) -> Finding:
        bound = tuple(combatant for combatant in combatants if self.must(combatant))
        units = tuple(combatant.unit for combatant in bound)
        names = tuple(dict.fromkeys(self.game.hex_name(combatant.at) for combatant in bound))
        verb = "did not all attack" if some else "attacked nobody" if len(units) == 1 else "did not attack"
        text = Sentence(
            "{units}{word} stood next to the enemy and {verb}: {why}.",
            in_words(units[:6]),
            " and others" if len(units) > 6 else "",
            verb,
            why,
        )
        return violation("12.1a", text, units=units, hexes=names)

    def _foes(self, members: HexSet) -> Iterator[UnitId]:
        yield from (unit for at in hexes(members) for unit in self.fates.front.holds[at])

    def _units(self, members: HexSet, combatants: Sequence[Combatant]) -> tuple[UnitId, ...]:
        return (*(combatant.unit for combatant in combatants), *self._foes(members))

    def changed(self, members: HexSet, combatants: Sequence[Combatant]) -> bool:
        """Tell whether somebody in a piece of the front was lost or went elsewhere."""
        return any(self.fates.lot(unit).changed for unit in self._units(members, combatants))

    def struck(self, members: HexSet, combatants: Sequence[Combatant]) -> bool:
        """Tell whether an enemy was lost or went elsewhere, or a unit of the attacker's was lost."""
        foes = any(self.fates.lot(unit).changed for unit in self._foes(members))
        return foes or any(self.fates.lot(combatant.unit).box for combatant in combatants)
