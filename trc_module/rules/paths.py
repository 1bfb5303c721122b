"""The path kernel: it finds a legal way, or else the rules that forbid every way.

A game describes what stops a mover as `Limit`s, one for each rule. Together with an allowance they
make `Bounds`, from which follow the hexes in reach, the verdict on a path known hex by hex, and for
an unknown path the search: a move is legal if any path is. What forbids a move is found by asking
which limits must be lifted before it becomes legal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import Self, TypeAlias, cast

from trc_module.hexgrid import Adjacency, Hex, HexGrid, HexSet, hexes
from trc_module.rules.state import Trail

Sides: TypeAlias = frozenset[tuple[Hex, Hex]]
"""Hexsides as pairs of hexes, both ways round."""

ALLOWANCE = "allowance"
"""The word for the allowance where limits are named."""


def both_ways(pairs: Iterable[tuple[Hex, Hex]]) -> Sides:
    """Return hexsides, each both ways round."""
    return frozenset(pair for a, b in pairs for pair in ((a, b), (b, a)))


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits that one rule sets to a mover."""

    rule: str
    stop: HexSet = 0
    """A unit that enters one of these hexes moves no further."""
    shut: HexSet = 0
    """Hexes that may not be entered."""
    leave: HexSet = 0
    """No step leads from one of these hexes ..."""
    enter: HexSet = 0
    """... straight into one of those."""
    closed: Sides = frozenset()
    """Hexsides that may not be crossed, and links between hexes further apart that may not be used."""
    last: Sides = frozenset()
    """A unit that crosses one of these hexsides moves no further."""
    step: str = ""
    """The sentence on a mover that broke it between two known hexes, with {a}, {b} and {foes} to fill in."""
    stretch: str = ""
    """The phrase for an obstacle in every way between two hexes a and b."""
    displaces: frozenset[str] = frozenset()
    """Rules that are not named when this one is broken at the same step, because this is the more special."""
    doubted: HexSet = 0
    """Hexes about which the limit rests on data that cannot carry a violation."""

    def surely(self) -> Limit:
        """Return what is left of the limit without doubted data."""
        if not self.doubted:
            return self
        sure = ~self.doubted
        return replace(
            self, stop=self.stop & sure, shut=self.shut & sure, leave=self.leave & sure, enter=self.enter & sure
        )


@dataclass(frozen=True, slots=True)
class Breach:
    """A limit broken between two hexes: by a known step, or somewhere on a stretch of unknown path."""

    rule: str
    a: Hex
    b: Hex
    known: bool = True


@dataclass(frozen=True)
class Bounds:
    """All limits on a mover together.

    `limits` go from the most special to the most general: where lifting either of two makes a way of the same length
    legal, the first is named. `sides` is the grid with the hexsides shut that the map closes; those that a limit closes
    are shut in it too. A game that gives it with all of them shut saves a look at each.
    """

    grid: HexGrid
    limits: tuple[Limit, ...]
    sides: Adjacency
    bridges: Sides = frozenset()
    """Links between hexes that are no neighbours, open only when the rule that closes them is lifted."""
    # Not handed on by `replace`: other limits have other ways.
    _lifted: dict[frozenset[str], Bounds] = field(default_factory=dict, init=False, compare=False, repr=False)
    _reached: dict[tuple[Hex, int | None], HexSet] = field(default_factory=dict, init=False, compare=False, repr=False)
    _layers: dict[tuple[Hex, int | None], list[HexSet]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """The hexes from which a mover may go on, by its start and the number of steps to them."""

    def __post_init__(self) -> None:
        for limit in self.limits:
            for sides in filter(None, (limit.closed, limit.last)):
                # A frozen set remembers its hash: to ask again takes a microsecond.
                object.__setattr__(self, "sides", _shut(self.sides, sides))

    @cached_property
    def stop(self) -> HexSet:
        """The hexes that end a move."""
        return _union(limit.stop for limit in self.limits)

    @cached_property
    def shut(self) -> HexSet:
        """The hexes that may not be entered."""
        return _union(limit.shut for limit in self.limits)

    @cached_property
    def barred(self) -> tuple[tuple[HexSet, HexSet], ...]:
        """The pairs of sets between which no step leads."""
        return tuple((limit.leave, limit.enter) for limit in self.limits if limit.leave and limit.enter)

    @cached_property
    def guarded(self) -> HexSet:
        """The hexes from which some steps do not lead."""
        return _union(leave for leave, _ in self.barred)

    @cached_property
    def last(self) -> Sides:
        """The hexsides whose crossing ends a move."""
        found = frozenset(pair for limit in self.limits for pair in limit.last)
        return found.difference(*(limit.closed for limit in self.limits)) if found else found

    @cached_property
    def sure(self) -> Self:
        """The same without doubted data."""
        limits = tuple(limit.surely() for limit in self.limits)
        if limits == self.limits:
            return self
        # `sides` may keep to land, which the doubted hexes are not.
        return self._with(limits, _with_closed(self.grid, _closed(limits)), self.bridges)

    def _with(self, limits: tuple[Limit, ...], sides: Adjacency, bridges: Sides) -> Self:
        """Return bounds of the same kind with other limits."""
        return cast(Self, Bounds(self.grid, limits, sides, bridges))

    def cost(self, a: Hex, b: Hex) -> int:
        """Return what a step takes of the allowance: one hex."""
        return 1

    def is_spent(self, steps: int | None) -> bool:
        """Tell whether nothing is left with which a step could be made, whichever rules are lifted."""
        return steps == 0

    def without(self, rules: frozenset[str]) -> Self:
        """Return the bounds with some rules lifted."""
        if rules not in self._lifted:
            limits = tuple(limit for limit in self.limits if limit.rule not in rules)
            sides = self.sides
            if any(limit.closed or limit.last for limit in self.limits if limit.rule in rules):
                sides = _with_closed(self.grid, _closed(limits))
            bridges = frozenset(
                (a, b)
                for limit in self.limits
                if limit.rule in rules
                for a, b in limit.closed
                if not self.grid.adjacent(a, b)
            )
            self._lifted[rules] = self._with(limits, sides, bridges)
        return cast(Self, self._lifted[rules])

    @cached_property
    def displacing(self) -> tuple[tuple[str, ...], ...]:
        """Each rule that displaces others, with these; the fewest first."""
        rules = dict.fromkeys(limit.rule for limit in self.limits)
        found = ((limit.rule, *(rule for rule in rules if rule in limit.displaces)) for limit in self.limits)
        return tuple(sorted((chosen for chosen in found if len(chosen) > 1), key=len))

    @cached_property
    def open(self) -> HexSet:
        """The hexes that may be entered."""
        return self.grid.all & ~self.shut

    @cached_property
    def _go(self) -> HexSet:
        # The hexes from which a mover may go on.
        return self.open & ~self.stop

    @cached_property
    def _links(self) -> HexSet:
        return _union(1 << a for a, _ in self.last | self.bridges)

    @cached_property
    def _odd(self) -> HexSet:
        # Hexes from which a step needs more than the usual look: links, last hexsides, and bars that bind a
        # mover in mid-move, which in most games stop him anyway.
        return self._links | _union(leave & ~self.stop for leave, _ in self.barred)

    def joined_by(self, fresh: tuple[Limit, ...], limits: tuple[Limit, ...]) -> Self:
        """Return the bounds by `limits`, which are this one's and some fresh ones among them.

        What the limits of this one do together is not worked out again.
        """
        found = self._with(limits, self.sides, self.bridges)
        if any(limit.closed or limit.last for limit in fresh):
            return found
        known = vars(found)
        stop = known["stop"] = self.stop | _union(limit.stop for limit in fresh)
        shut = known["shut"] = self.shut | _union(limit.shut for limit in fresh)
        known["barred"] = self.barred + tuple((one.leave, one.enter) for one in fresh if one.leave and one.enter)
        known["last"] = self.last
        known["_links"] = self._links
        known["open"] = self.grid.all & ~shut
        known["_go"] = self.grid.all & ~(shut | stop)
        return found

    def reach(self, start: Hex, steps: int | None, goal: HexSet = 0) -> HexSet:
        """Return the hexes in which a move of at most `steps` hexes may end, the start included.

        None means any number. With a goal the search ends as soon as it is reached.
        """
        known = self._reached.get((start, steps))
        if known is not None:
            return known
        reached: HexSet = 1 << start
        if steps == 0:
            return reached
        open_, go, odd, spread = self.open, self._go, self._odd, self.sides.spread
        across, ended = self._step(start)
        across &= open_ & ~reached
        reached |= across
        edge = across & go
        layers = [1 << start, edge]
        left = -1 if steps is None else steps - 1
        while edge and left and not (reached | ended) & goal:
            strange = edge & odd
            across = spread(edge ^ strange)
            if strange:
                for a in hexes(strange):
                    onward, last = self._step(a)
                    across |= onward
                    ended |= last
            across &= open_ & ~reached
            reached |= across
            edge = across & go
            layers.append(edge)
            left -= 1
        reached |= ended
        if not goal:
            self._reached[start, steps] = reached
            self._layers[start, steps] = layers
        return reached

    def reaches(self, start: Hex, goal: Hex, steps: int | None) -> bool:
        """Tell whether a move of at most `steps` hexes (None: any number) may end in a hex."""
        known = self._reached.get((start, steps))
        if known is not None:
            return bool(known >> goal & 1)
        if start == goal:
            return True
        open_ = self.open
        if steps == 0 or not open_ >> goal & 1:
            return False
        across, ended = self._step(start)
        if (across | ended) >> goal & 1:
            return True
        go, odd = self._go, self._odd
        edge = across & go
        # The last step need not be taken for all hexes at once.
        near = self.sides.of[goal] & ~odd
        left = -1 if steps is None else steps - 1
        reached = 1 << start | across
        spread = self.sides.spread
        while edge and left:
            if edge & near:
                return True
            strange = edge & odd
            across = spread(edge ^ strange)
            if strange:
                for a in hexes(strange):
                    onward, last = self._step(a)
                    across |= onward
                    ended |= last
            if (across | ended) >> goal & 1:
                return True
            edge = across & go & ~reached
            reached |= across
            left -= 1
        return False

    def _step(self, a: Hex) -> tuple[HexSet, HexSet]:
        """Return the hexes next to one from which a mover may go on, and those where it must stay."""
        across, last = self.sides.of[a], 0
        if self._links >> a & 1:
            for here, b in self.bridges:
                if here == a:
                    across |= 1 << b
            for here, b in self.last:
                if here == a:
                    last |= 1 << b
        for leave, enter in self.barred:
            if leave >> a & 1:
                across &= ~enter
                last &= ~enter
        return across, last & self.open

    def way(self, start: Hex, goal: Hex, steps: int | None) -> tuple[Hex, ...] | None:
        """Return a shortest legal move of at most `steps` hexes, both ends included, or None if there is none."""
        if start == goal:
            return (start,)
        known = self._layers.get((start, steps))
        if known is not None:
            return self._along(known[:steps], goal) if self.open >> goal & 1 else None
        open_, go, odd, spread = self.open, self._go, self._odd | 1 << start, self.sides.spread
        layers: list[HexSet] = [1 << start]
        reached: HexSet = 1 << start
        while layers[-1] and (steps is None or len(layers) <= steps):
            strange = layers[-1] & odd
            across, ended = spread(layers[-1] ^ strange), 0
            for a in hexes(strange):
                onward, last = self._step(a)
                across |= onward
                ended |= last
            across &= open_
            if (across | ended) >> goal & 1:
                return self._back(layers, goal)
            across &= ~reached
            reached |= across
            layers.append(across & go)
        return None

    def leads(self, way: tuple[Hex, ...], steps: int | None) -> bool:
        """Tell whether a known way is plainly legal: no limit says a word, nor ends the move before its last hex.

        If not, it may be legal still.
        """
        if steps is not None and len(way) > steps + 1:
            return False
        open_, go, of, odd = self.open, self._go, self.sides.of, self._odd
        last = way[0]
        for i, at in enumerate(way[1:]):
            if not (of[last] & open_) >> at & 1 or (i and not go >> last & 1) or odd >> last & 1:
                return False
            if i == 0 and self.guarded >> last & 1 and any(a >> last & b >> at & 1 for a, b in self.barred):
                return False
            last = at
        return True

    def _along(self, layers: list[HexSet], goal: Hex) -> tuple[Hex, ...] | None:
        """Return a shortest way by layers that `reach` has found, None if there is none."""
        near = self.sides.of[goal] | self._links
        for steps, layer in enumerate(layers):
            if any((onward | last) >> goal & 1 for onward, last in map(self._step, hexes(layer & near))):
                return self._back(layers[: steps + 1], goal)
        return None

    def _back(self, layers: list[HexSet], goal: Hex) -> tuple[Hex, ...]:
        """Return the way to a goal that lies a step from the last of some layers, each a step from the one before."""
        path = [goal]
        for layer in reversed(layers):
            near = layer & (self.sides.of[path[-1]] | self._links)
            for a in hexes(near):
                onward, last = self._step(a)
                if (onward | (last if len(path) == 1 else 0)) >> path[-1] & 1:
                    path.append(a)
                    break
        return tuple(reversed(path))

    def length(self, start: Hex, goal: Hex) -> int:
        """Return the length of a shortest legal move; ValueError if there is none of any length."""
        across, last = self._step(start)
        if start != goal and (across & self.open | last) >> goal & 1:
            return 1
        way = self.way(start, goal, None)
        if way is None:
            raise ValueError(f"no way from {self.grid.name(start)} to {self.grid.name(goal)}")
        return len(way) - 1

    def held_after(self, start: Hex, goal: Hex, steps: int | None) -> tuple[str, ...]:
        """Return the rules that hold a mover fast at the goal, whichever legal way it has taken."""
        rules = tuple(limit.rule for limit in self.limits if limit.stop >> goal & 1)
        if not any(b == goal for _, b in self.last):
            return rules
        plain = self._with(tuple(replace(limit, last=frozenset()) for limit in self.limits), self.sides, self.bridges)
        if plain.reach(start, steps, 1 << goal) >> goal & 1:
            return rules
        return rules + tuple(limit.rule for limit in self.limits if any(b == goal for _, b in limit.last))

    def breaches(self, a: Hex, b: Hex) -> Iterator[Breach]:
        """Yield the limits that the step from a to b breaks by itself, wherever the mover comes from."""
        for limit in self.limits:
            if limit.shut >> b & 1 or (a, b) in limit.closed or (limit.leave >> a & 1 and limit.enter >> b & 1):
                yield Breach(limit.rule, a, b)

    def holding(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """Return the rules that hold a mover fast who has stepped from a to b."""
        return tuple(limit.rule for limit in self.limits if limit.stop >> b & 1 or (a, b) in limit.last)


@lru_cache(maxsize=64)
def _shut(sides: Adjacency, closed: Sides) -> Adjacency:
    """Return an adjacency with some hexsides shut: itself if they are."""
    joined = [(a, b) for a, b in closed if sides.joined(a, b)]
    return sides.without(joined) if joined else sides


@lru_cache(maxsize=64)
def _with_closed(grid: HexGrid, closed: Sides) -> Adjacency:
    return Adjacency(grid, (pair for pair in closed if grid.adjacent(*pair)))


def _closed(limits: Iterable[Limit]) -> Sides:
    return frozenset(pair for limit in limits for pair in limit.closed | limit.last)


def _union(sets: Iterable[HexSet]) -> HexSet:
    members = 0
    for more in sets:
        members |= more
    return members


def allowed(bounds: Bounds, trail: Trail, allowance: int | None) -> bool:
    """Tell whether a move is legal: as it was made where the way is known, by some way where it is not."""
    return is_plain(bounds, trail, allowance) or not _faults(bounds, trail, allowance)


def is_plain(bounds: Bounds, trail: Trail, allowance: int | None) -> bool:
    """Tell whether a move is legal at first sight; if not, it may be legal still."""
    if len(trail.hexes) == 2 and trail.gaps:
        start, goal = trail.hexes
        return bounds.reaches(start, goal, allowance)
    return not trail.gaps and bounds.leads(trail.hexes, allowance)


def faults(bounds: Bounds, trail: Trail, allowance: int | None) -> tuple[Breach, ...]:
    """Return what a move breaks, nothing if it is legal.

    Each stretch of unknown path is judged by the fewest and most special limits that must be lifted
    for a legal way to exist; `ALLOWANCE` is the rule of a move that is too long, or to a hex to which the grid has no
    way at all. A breach is left out where another one of the same step displaces it.
    """
    if is_plain(bounds, trail, allowance):
        return ()
    found = tuple(dict.fromkeys(_faults(bounds, trail, allowance)))
    displaced = {limit.rule: limit.displaces for limit in bounds.limits}
    return tuple(
        breach
        for breach in found
        if not any(
            breach.rule in displaced.get(other.rule, ()) and (other.a, other.b) == (breach.a, breach.b)
            for other in found
        )
    )


def _faults(bounds: Bounds, trail: Trail, allowance: int | None) -> list[Breach]:
    found: list[Breach] = []
    spent = 0
    held: tuple[str, ...] = ()
    for i, (a, b) in enumerate(pairwise(trail.hexes)):
        if a == b:
            continue
        found += (Breach(rule, a, b, known=i not in trail.gaps) for rule in held)
        if i not in trail.gaps:
            found += bounds.breaches(a, b)
            held = bounds.holding(a, b)
            spent += bounds.cost(a, b)
            continue
        left = None if allowance is None else max(allowance - spent, 0)
        blamed = () if bounds.reach(a, left, 1 << b) >> b & 1 else _blame(bounds, a, b, left)
        if blamed is None:
            # The grid has gaps, and the hex lies beyond one: no way is long enough.
            found.append(Breach(ALLOWANCE, a, b, known=False))
            held = ()
            continue
        found += (Breach(rule, a, b, known=False) for rule in blamed)
        lifted = bounds.without(frozenset(blamed)) if blamed else bounds
        spent += lifted.length(a, b)
        held = lifted.held_after(a, b, None if ALLOWANCE in blamed else left)
    if allowance is not None and spent > allowance and not any(breach.rule == ALLOWANCE for breach in found):
        found.append(Breach(ALLOWANCE, trail.hexes[0], trail.hexes[-1]))
    return found


def _blame(bounds: Bounds, start: Hex, goal: Hex, steps: int | None) -> tuple[str, ...] | None:
    """Return the fewest rules that must be lifted for a way to exist; None if the grid itself has no way.

    Of several rules each of which bars the way alone it is the one without which the way is shortest: so the counter
    most likely went.
    """
    stays = bounds.is_spent(steps)
    alone = {} if stays else _barring(bounds, start, goal, steps)
    if alone:
        return (min(alone, key=lambda rule: alone[rule].length(start, goal)),)

    def enough(chosen: Collection[str]) -> bool:
        lifted = bounds.without(frozenset(chosen) - {ALLOWANCE})
        return bool(lifted.reach(start, None if ALLOWANCE in chosen else steps, 1 << goal) >> goal & 1)

    few = () if stays else bounds.displacing
    if steps is not None:
        few = (*few, (ALLOWANCE,))
    found = next(filter(enough, few), None)
    if found is not None:
        return found
    rules = dict.fromkeys(limit.rule for limit in bounds.limits)
    return _fewest([*rules] if steps is None else [*rules, ALLOWANCE], enough)


def _fewest(rules: Sequence[str], enough: Callable[[Collection[str]], bool]) -> tuple[str, ...] | None:
    """Return the fewest rules, two at least, that are enough to lift; None if all of them are not.

    To lift another rule never closes a way: a rule without which all the others are not enough is in every such set.
    """
    if not enough(rules):
        return None
    needed = {rule for rule in rules if not enough([other for other in rules if other != rule])}
    sets = (chosen for size in range(2, len(rules) + 1) for chosen in combinations(rules, size))
    return next((chosen for chosen in sets if needed.issubset(chosen) and enough(chosen)), None)


def _barring(bounds: Bounds, start: Hex, goal: Hex, steps: int | None) -> dict[str, Bounds]:
    """Return each rule that alone blocks the route, the most special first, with the bounds without it."""
    alone = {limit.rule: bounds.without(frozenset((limit.rule,))) for limit in bounds.limits}
    return {rule: lifted for rule, lifted in alone.items() if lifted.reach(start, steps, 1 << goal) >> goal & 1}


def told_of_routes(bounds: Bounds, rule: str, start: Hex, goal: Hex, steps: int | None) -> str:
    """Return in words what is wrong with all routes between two hexes, a broken rule's words first."""
    at_most = "" if steps is None else f" of at most {steps} hexes"
    stretch = {limit.rule: limit.stretch for limit in bounds.limits}
    others = frozenset(stretch) - {rule}
    if not bounds.without(others).reaches(start, goal, steps):
        return f"every route{at_most} {stretch[rule]}"
    more = (f", another {stretch[other]}" for other in _barring(bounds, start, goal, steps) if other != rule)
    return f"no route{at_most} is legal; one {stretch[rule]}{''.join(more)}"


def nearest(bounds: Bounds, start: Hex, goal: Hex, steps: int | None) -> Hex:
    """Return the hex nearest to a goal in which a legal move may end (the start itself, if need be)."""
    reach = bounds.reach(start, steps)
    near: HexSet = 1 << goal
    while not near & reach:
        near |= bounds.grid.spread(near)
    return next(hexes(near & reach))
