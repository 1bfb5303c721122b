"""Several plain dice of a phase: the ways to deal them to its battles, the likeliest first.

Where sides fire, those ways leave the fewest hits unexplained: who is hit, lost or sent back was fired at before, and
no side fires oftener than a battle has rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, permutations, product

from msgspec import Struct, field

from trc_module.declarations import Grammar
from trc_module.digits import is_number
from trc_module.reading.battle import Fight
from trc_module.rules.interpretation import Line

_MOST_WAYS = 1024
"""The greatest number of ways among which the likeliest are looked for."""
_LATE = 2
"""The greatest number of steps by which what a die has brought may come before it, as a slip of the hand."""
_FAR = 1000
"""The distance in steps between a die and a side if no line tells of its battle."""
_MOST_DEALT = 720
"""The greatest number of ways to deal dice to battles among which those are looked for that fit the steps' order."""


class FiringSide(Struct):
    """A side of a battle that fires: what it has rolled, and what the other side has suffered."""

    battle: str
    word: str
    """The word by which lines name the side."""
    dice: list[int] = field(default_factory=list)
    """The steps of its dice that lines tell of."""
    hits: list[int | None] = field(default_factory=list)
    """The hits that those have brought; None where no line counts them."""
    hit_from: int = 0
    """The step of the first of those that has brought a hit; 0 for none."""
    suffered: list[int] = field(default_factory=list)
    """The steps in which its enemies were hit."""
    near: list[int] = field(default_factory=list)
    """The steps of all lines of its battle."""

    def far(self, die: int) -> int:
        """Return how far the nearest line of the battle is from a die."""
        return min((abs(step - die) for step in self.near), default=_FAR)

    @property
    def unpaid(self) -> int:
        """The number of hits that no die of a line explains."""
        return 0 if None in self.hits else max(0, len(self.suffered) - sum(hits or 0 for hits in self.hits))

    @property
    def first_unpaid(self) -> int:
        """The step of the first hit before which no die of a line has hit; 0 for none."""
        first = next(iter(self.suffered), 0)
        return first if first and not 0 < self.hit_from <= first + _LATE else 0


def sides_of(
    numbers: Iterable[str],
    words: Sequence[str],
    lines: Sequence[Line],
    fired: Sequence[str],
    suffers: Callable[[Line], str],
) -> list[FiringSide]:
    """Return the sides of battles as lines tell of them.

    `fired` are the verbs by which a side fires; `suffers` returns of a line the side whose enemies it tells to be
    hit, '' of any other.
    """
    sides = {(number, word): FiringSide(number, word) for number in numbers for word in words}
    for line in lines:
        number = line.says.get("b") or ""
        for word in words:
            if (number, word) in sides:
                sides[number, word].near.append(line.step)
        side = sides.get((number, line.says.get("as") or ""))
        if line.says.verb in fired and side is not None:
            _fire(side, line)
            continue
        hit = sides.get((number, suffers(line)))
        if hit is not None:
            hit.suffered.append(line.step)
    return list(sides.values())


def _fire(side: FiringSide, line: Line) -> None:
    told = line.says.get("hits") or ""
    hits = int(told) if is_number(told) else None
    side.dice.append(line.step)
    side.hits.append(hits)
    if hits != 0 and not side.hit_from:
        side.hit_from = line.step


def dealt(dice: Sequence[Line], sides: Sequence[FiringSide], rounds: int) -> Iterator[tuple[FiringSide, ...]]:
    """Yield the sides that may have rolled some dice, one for each die, the likeliest ways first.

    `rounds` is how often a side fires at most; 0 if that is not known.
    """
    most = len(sides)
    while most ** len(dice) > _MOST_WAYS:
        most -= 1
    likely = [sorted(sides, key=lambda side: (not _lacks(side, die), side.far(die.step)))[:most] for die in dice]
    ranked = []
    for way in product(*(range(len(each)) for each in likely)):
        chosen = tuple(each[at] for each, at in zip(likely, way, strict=True))
        ranked.append((_unlikely(dice, chosen, sides, rounds), sum(way), way, chosen))
    yield from (chosen for *_, chosen in sorted(ranked, key=lambda each: each[:3]))


def _lacks(side: FiringSide, die: Line) -> bool:
    return side.unpaid > 0 or bool(side.first_unpaid and die.step <= side.first_unpaid + _LATE)


def _unlikely(
    dice: Sequence[Line], chosen: Sequence[FiringSide], sides: Sequence[FiringSide], rounds: int
) -> tuple[int, int, int, int]:
    """Return in how many things a way does not fit what lines tell, and how many hits it leaves unexplained.

    Behind them come how many sides have hit before any die of theirs fell, by a slip of the hand, and how much oftener
    one side of a battle fires than the other: both fire in a round.
    """
    wrong = left = slips = 0
    fires: dict[str, list[int]] = {}
    for side in sides:
        own = [die.step for die, other in zip(dice, chosen, strict=True) if other is side]
        first = side.first_unpaid
        wrong += bool(first) and not any(step <= first + _LATE for step in own)
        wrong += max(0, len(side.dice) + len(own) - rounds) if rounds and own else 0
        left += max(0, side.unpaid - len(own))
        slips += bool(side.suffered) and not any(die < side.suffered[0] for die in (*side.dice, *own))
        fires.setdefault(side.battle, []).append(len(side.dice) + len(own))
    return wrong, left, slips, sum(max(times) - min(times) for times in fires.values())


def in_order(grammar: Grammar, dice: Sequence[Line], fights: Sequence[Fight]) -> Iterator[list[tuple[Line, int]]]:
    """Yield the ways to deal dice to battles that lack one, each die with the place of its battle.

    Those that fit the order of the steps come first.
    """
    places = range(len(fights))
    ways: Iterator[Iterable[tuple[Line, int]]]
    if len(dice) <= len(fights):
        ways = (zip(dice, chosen, strict=True) for chosen in permutations(places, len(dice)))
    else:
        ways = (zip(chosen, places, strict=True) for chosen in permutations(dice, len(fights)))
    few = [list(way) for way in islice(ways, _MOST_DEALT)]
    if fights:
        yield from sorted(few, key=lambda way: _out_of_order(grammar, [(line, fights[at]) for line, at in way]))


def _out_of_order(grammar: Grammar, way: Sequence[tuple[Line, Fight]]) -> tuple[int, int, int]:
    """Return how badly dice fit the order of the steps, as three counts of which the first weighs most.

    They are the dice that come before their battle was declared or, counted twice, after its result was carried out;
    the dice after which no line tells of a result; the dice of battles of which lines had said nothing but who fights.
    """
    early = sum(line.step < fight.declared[-1] for line, fight in way if fight.declared)
    late = sum(any(_is_carried_out(grammar, result, line) for result in fight.results) for line, fight in way)
    barren = sum(not any(result.step > line.step for result in fight.results) for line, fight in way)
    silent = sum(not any(result.step < line.step for result in fight.results) for line, fight in way)
    return 2 * late + early, barren, silent


def _is_carried_out(grammar: Grammar, result: Line, die: Line) -> bool:
    """Tell whether a line carries out before a die what it has brought."""
    verb = grammar.verbs[result.says.verb]
    return result.step < die.step and bool(verb.governs or not verb.says_only)
