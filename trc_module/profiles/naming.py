"""Units of a module's pieces, found by the pieces' names: the same counter is spelled in many ways."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from trc_module.profiles.outline import Slot
from trc_module.profiles.words import Words, roman, tokens
from trc_module.roster import Unit

_ALIKE = 0.74
"""The likeness from which two words count as one word misspelled; `deitl` and `dietl` are 0.8."""
_SHORT = 4
"""Shorter words are never misspelled ones: too many are alike."""
_FACTORS = re.compile(r"\(?(\d{1,2})\)?-(\d{1,2})")
_OPTIONAL, _SOFT, _WRONG = 1.5, 0.4, 1.0
_SURE, _MARGIN = 1.0, 0.3


@dataclass(frozen=True, slots=True)
class Named:
    """The result for a slot: the units (several where one slot is cloned for all of them), and how certain they are."""

    slot: Slot
    units: tuple[str, ...]
    sure: bool
    why: str = ""
    """The reason against it, or for a guess the reason for it."""


def name_units(slots: Sequence[Slot], units: Iterable[Unit], words: Words) -> list[Named]:
    """Return what each slot is; unknown slots have no units.

    A unit belongs to one slot: where two claim it the better spelling has it, and where both spell it as well neither.
    """
    speller = _Speller(list(units), words)
    open_ = {slot: speller.candidates(slot) for slot in slots}
    found: dict[Slot, Named] = {}
    taken: set[str] = set()
    # A unit that one slot has surely is none of another's candidates: what is left may be certain then.
    for _ in range(len(slots)):
        told = [named for slot, all_ in open_.items() if (named := _best(slot, all_, taken)) is not None]
        best = [named for named in told if named.sure] or told
        kept = list(_without_rivals(best))
        if not kept:
            break
        for named in kept:
            found[named.slot] = named
            taken.update(named.units)
            del open_[named.slot]
    for slot, all_ in open_.items():
        free = [c for c in all_ if c.units[0] not in taken]
        why = f"may be {' or '.join(c.units[0] for c in free[:3])}" if free else ""
        found[slot] = Named(slot, (), False, why)
    return [found[slot] for slot in slots]


@dataclass(frozen=True, slots=True)
class _Candidate:
    units: tuple[str, ...]
    penalty: float
    spelled: bool
    """Whether every word was found as it is spelled, and none only resembles one."""
    optional: bool = False


def _best(slot: Slot, candidates: Sequence[_Candidate], taken: set[str]) -> Named | None:
    free = sorted((c for c in candidates if not taken.intersection(c.units)), key=lambda c: c.penalty)
    if not free:
        return None
    if len(free) > 1 and free[1].penalty - free[0].penalty < _MARGIN:
        return None
    best = free[0]
    others = f"; else {free[1].units[0]}" if len(free) > 1 else ""
    if not best.spelled:
        return Named(slot, best.units, False, f"a name that is only alike{others}")
    if best.penalty - (_OPTIONAL if best.optional else 0.0) > _SURE:
        return Named(slot, best.units, False, f"not all of its words or figures fit{others}")
    return Named(slot, best.units, True)


def _without_rivals(named: Sequence[Named]) -> Iterator[Named]:
    claims: defaultdict[str, list[Named]] = defaultdict(list)
    for one in named:
        for unit in one.units:
            claims[unit].append(one)
    for one in named:
        if all(len(claims[unit]) == 1 for unit in one.units):
            yield one


@dataclass(frozen=True, slots=True)
class _Feature:
    """The words that a unit explains, and those that have to be there."""

    unit: Unit
    needed: tuple[frozenset[str], ...]
    """Each way to name it, as the words of its own name."""
    nation: frozenset[str]
    type: frozenset[str]
    formation: frozenset[str]
    size: frozenset[str]


class _Speller:
    def __init__(self, units: Sequence[Unit], words: Words) -> None:
        self._words = words
        self._features = [self._feature(unit) for unit in units]
        self._known = frozenset(
            token
            for table in (words.nations, words.types, words.formations)
            for key, phrases in table.items()
            for phrase in (key, *phrases)
            for token in tokens(phrase)
        )
        self._soft = frozenset(
            token
            for table in (words.sides, words.sizes)
            for key, phrases in table.items()
            for phrase in (key, *phrases)
            for token in tokens(phrase)
        )

    def _feature(self, unit: Unit) -> _Feature:
        words = self._words
        nation = _spelled(words.nations, unit.nation)
        kind = _spelled(words.types, unit.type)
        formation = _spelled(words.formations, unit.formation)
        own = frozenset(token for token in tokens(unit.name) if token not in formation | kind)
        names = (own, *(frozenset(tokens(phrase)) for phrase in words.names.get(unit.id, ())))
        return _Feature(unit, names, nation, kind, formation, _spelled(words.sizes, unit.size))

    def candidates(self, slot: Slot) -> list[_Candidate]:
        """Return the units that a slot may stand for, with what speaks against each; groups of clones are one."""
        told = _Told.of(slot)
        found = [c for feature in self._features if (c := self._fits(feature, told)) is not None]
        if slot.clones and not any(token.isdigit() for token in told.name):
            found += self._several(told)
        return found

    def _fits(self, feature: _Feature, told: _Told) -> _Candidate | None:
        best: _Candidate | None = None
        for needed in feature.needed:
            one = self._spelled_so(feature, needed, told)
            if one is not None and (best is None or (one.spelled, -one.penalty) > (best.spelled, -best.penalty)):
                best = one
        return best

    def _spelled_so(self, feature: _Feature, needed: frozenset[str], told: _Told) -> _Candidate | None:
        unit = feature.unit
        found = {word: self._spelling(word, told) for word in needed}
        if any(same is None for same, _ in found.values()):
            return None
        explained = {same for same, _ in found.values()}
        own = feature.nation | feature.type | feature.formation | feature.size
        left = [token for token in told.name if token not in explained and token not in own]
        if self._another_unit(left, needed) or self._says_nothing(feature, needed, told):
            return None
        if any(self._another(table, value, told) for table, value in self._context(unit)):
            return None
        penalty = _SOFT * len(left) + self._unsaid(feature, told) + self._drawn(unit, feature, told)
        if not needed:
            # Nothing of its own has to be there: whatever has a name or number of its own fits better.
            penalty += _SOFT
        penalty += _OPTIONAL if unit.option else 0.0
        spelled = not any(alike for _, alike in found.values())
        return _Candidate((unit.id,), penalty, spelled, bool(unit.option))

    def _spelling(self, word: str, told: _Told) -> tuple[str | None, bool]:
        """Return the word of a name that is a word of a unit's, and whether it is only alike; None if there is none."""
        same = next((t for t in told.name if t == word or (word.isdigit() and roman(t) == word)), None)
        if same is not None:
            return same, False
        return next((t for t in told.name if _alike(t, word) and t not in self._known), None), True

    def _another_unit(self, left: Sequence[str], needed: frozenset[str]) -> bool:
        """Tell whether the words that a unit does not explain are those of another.

        A second number may be a value or a turn; one beside a unit that has none is another unit's.
        """
        numbered = any(word.isdigit() for word in needed)
        for token in left:
            number = token.isdigit() or bool(roman(token))
            if token not in self._soft and (token in self._known or (number and not numbered)):
                return True
        return False

    @staticmethod
    def _says_nothing(feature: _Feature, needed: frozenset[str], told: _Told) -> bool:
        """Tell whether nothing but a number speaks for a unit: a number alone names nothing."""
        return not (feature.nation | feature.type) & told.every and not any(word.isalpha() for word in needed)

    @staticmethod
    def _unsaid(feature: _Feature, told: _Told) -> float:
        """Return the penalty of a unit whose nation, type or formation is not told."""
        penalty = 0.0 if feature.nation & told.every else _SOFT
        penalty += 0.0 if feature.type & told.every or not feature.type else _SOFT
        return penalty + (_WRONG if feature.unit.formation and not feature.formation & told.every else 0.0)

    def _context(self, unit: Unit) -> Iterator[tuple[Mapping[str, list[str]], str]]:
        yield self._words.nations, unit.nation
        yield self._words.sides, unit.side

    @staticmethod
    def _another(table: Mapping[str, list[str]], own: str, told: _Told) -> bool:
        """Tell whether all that stands around a piece says another nation or side than a unit's."""
        said = {key for key in table if _spelled(table, key) & told.around}
        return bool(said) and own not in said

    def _drawn(self, unit: Unit, feature: _Feature, told: _Told) -> float:
        """Return what the figures on the counter say against a unit."""
        penalty = 0.0
        if told.factors is not None and unit.combat is not None and unit.move is not None:
            penalty += 0.0 if told.factors == (unit.combat, unit.move) else _WRONG
        sizes = {key for key in self._words.sizes if _spelled(self._words.sizes, key) & told.image}
        if sizes and unit.size not in sizes and unit.size != "none":
            penalty += _WRONG
        if feature.size & set(told.name):
            penalty -= _SOFT
        return penalty

    def _several(self, told: _Told) -> Iterator[_Candidate]:
        """Yield the groups of units that differ by their number alone, where one slot is cloned for all of them."""
        groups: defaultdict[tuple[str, str, frozenset[str]], list[Unit]] = defaultdict(list)
        for feature in self._features:
            unit = feature.unit
            plain = frozenset(word for word in feature.needed[0] if not word.isdigit())
            if len(plain) < len(feature.needed[0]) and unit.size == "none" and feature.type & told.every:
                groups[unit.nation, unit.type, plain].append(unit)
        for (_, _, plain), units in groups.items():
            first = units[0]
            around = any(self._another(table, value, told) for table, value in self._context(first))
            if len(units) > 1 and plain <= set(told.name) and not around:
                own = first.name.lower().split()[0]
                penalty = 0.0 if any(_alike(own, token) or own == token for token in told.name) else 2.0
                yield _Candidate(tuple(unit.id for unit in units), penalty, True)


@dataclass(frozen=True, slots=True)
class _Told:
    """The words of a slot: of its name, of its picture, of what stands around it, and all of them together."""

    name: tuple[str, ...]
    around: frozenset[str]
    image: frozenset[str]
    every: frozenset[str]
    factors: tuple[int, int] | None

    @classmethod
    def of(cls, slot: Slot) -> _Told:
        name = tokens(slot.name)
        around = frozenset(token for text in (*slot.path, *slot.prototypes) for token in tokens(text))
        image = frozenset(token for text in slot.image for token in tokens(text))
        every = around | image | set(name) | set(tokens(slot.picture))
        factors = next((m for text in slot.image if (m := _FACTORS.fullmatch(text.strip()))), None)
        return cls(name, around, image, every, None if factors is None else (int(factors[1]), int(factors[2])))


def _spelled(table: Mapping[str, list[str]], key: str) -> frozenset[str]:
    if not key:
        return frozenset()
    return frozenset(token for phrase in (key, *table.get(key, ())) for token in tokens(phrase))


@lru_cache(maxsize=65536)
def _alike(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SHORT or one.isdigit() or other.isdigit():
        return False
    return SequenceMatcher(None, one, other).ratio() >= _ALIKE
