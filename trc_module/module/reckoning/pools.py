"""The dice of each side in battles that are fought with pools of dice, as expressions of the marker that reckons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from trc_module.module.battle import ATTACKER, DEFENDER
from trc_module.module.reckoning.names import AT, ATTACK, DEFENCE, HEX, NOTES, RECKON_NOW, RECKONED, SPOT
from trc_module.module.reckoning.patterns import Patterns
from trc_module.module.reckoning.reckoner import in_turn
from trc_module.module.texts import Texts
from trc_module.rules.reckoning import ALWAYS, PoolReckoning, UnitDice, When
from trc_module.vassal.traits import Trait

GROUND, SUPPORT, FIRM, COVER = "PoolGround", "PoolSupport", "PoolFirm", "PoolCover"
"""The module's properties: the dice of attackers on the ground and of their support, of defenders, of their ground."""
PROPERTIES = (GROUND, SUPPORT, FIRM, COVER)


@dataclass(frozen=True)
class PoolReckoner:
    """Make the traits of the marker."""

    patterns: Patterns
    told: PoolReckoning
    texts: Texts
    words: Mapping[str, str]

    def traits(self) -> Iterator[Trait]:
        """Yield them, outermost first."""
        yield from in_turn("Reckon", RECKON_NOW, self._reckoned())

    def _reckoned(self) -> Iterator[tuple[str, str]]:
        defenders = f'{AT}.replaceAll("<{ATTACKER};[^>]*>","")'
        first = f"^<{DEFENDER};([^;]*);([^;]*);.*$"
        yield HEX, f'{defenders}.equals("")?"":{defenders}.replaceAll("{first}",";$2;")'
        yield SPOT, f'{defenders}.equals("")?"":{defenders}.replaceAll("{first}","$1")'
        yield GROUND, self._sum(ATTACKER, self.told.attack)
        support = self._sum(ATTACKER, self.told.support)
        yield SUPPORT, f"{self._stands()}?Math.min({support},{GROUND}):{support}" if self.told.support else "0"
        yield ATTACK, f"{GROUND}+{SUPPORT}"
        yield FIRM, self._sum(DEFENDER, self.told.defence)
        yield COVER, self._cover()
        place = "".join(f"+({self._when(when)}?{self.patterns.by_hex(values)}:0)" for values, when in self.told.place)
        total = f"{FIRM}+{COVER}{place}"
        yield DEFENCE, f"{self._stands()}?{total}:0"
        yield NOTES, self._notes()
        yield RECKONED, self._words()

    def _when(self, when: When) -> str:
        return self.patterns.when(when) or "true"

    def _stands(self) -> str:
        """Return the condition that somebody attacks on the ground."""
        return self.patterns.some(self.patterns.of_part(ATTACKER, who=self.told.ground))

    def _sum(self, role: int, dice: Iterable[UnitDice]) -> str:
        return "+".join(self._dice(role, each) for each in dice) or "0"

    def _dice(self, role: int, dice: UnitDice) -> str:
        place = "[^;]*"
        if dice.along is not None:
            place = f'(?:"+{self.patterns.beside(dice.along)}+")'
        elif dice.not_along is not None:
            place = f'(?!(?:"+{self.patterns.beside(dice.not_along)}+");)[^;]*'
        number = self.patterns.number(self.patterns.of_part(role, place=place, who=dice.who))
        holds = self.patterns.when(dice.when)
        return f"({holds}?{dice.dice}*{number}:0)" if holds else f"{dice.dice}*{number}"

    def _cover(self) -> str:
        """Return the expression for the dice of the ground: those of cover, and of works for defenders without."""
        patterns = self.patterns
        sure = "+".join(
            f"({self._when(when)}?Math.min({most},{patterns.number(patterns.of_part(DEFENDER, who=who))}):0)"
            for who, most, when in self.told.cover
        )
        sure = f"({sure or '0'})"
        works = "+".join(
            f"({self._when(when)}?{patterns.origins_across(sides, self.told.ground)}:0)"
            for sides, when in self.told.works
        )
        every = patterns.number(patterns.of_part(DEFENDER))
        return f"{sure}+Math.min({works or '0'},{every}-{sure})"

    def _notes(self) -> str:
        parts: dict[str, list[str]] = {}
        for note in self.told.notes:
            parts.setdefault(note.name, []).append(self._when(note.when))
        named = {name: self.words.get(f"unknown.{name}", name).replace('"', "'") for name in parts}
        told = (f'({"||".join(f"({each})" for each in when)}?", {named[name]}":"")' for name, when in parts.items())
        return "+".join(('""', *told))

    def _need(self, needs: tuple[tuple[int, When], ...]) -> str:
        text = '"?"'
        for number, when in reversed(needs):
            text = f'"{number}"' if when == ALWAYS else f'({self._when(when)}?"{number}":{text})'
        return text

    def _words(self) -> str:
        texts = self.texts
        fought = f'{AT}.contains("<{ATTACKER};")&&{AT}.contains("<{DEFENDER};")'
        dice = texts("reckoned.dice")
        attack = f'"{texts("reckoned.attackers")} "+{ATTACK}+" {dice} "+{self._need(self.told.needs_attack)}'
        defence = f'"; {texts("reckoned.defenders")} "+{DEFENCE}+" {dice} "+{self._need(self.told.needs_defence)}'
        cover = f'({DEFENCE}>{FIRM}?" ({texts("reckoned.of-ground")} "+({DEFENCE}-{FIRM})+")":"")'
        notes = f'({NOTES}.equals("")?"":" ({texts("reckoned.without")} "+{NOTES}.substring(2)+")")'
        return f'!({fought})?"":{attack}+{defence}+{cover}+{notes}'
