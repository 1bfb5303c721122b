"""Supply and isolation (XIV)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from trc_module.facts import Fact, Source, Trust
from trc_module.games.trp.actions import Exchange, Produce, Remove
from trc_module.games.trp.acts import LOST
from trc_module.games.trp.attacks import state_weather
from trc_module.games.trp.control import facts_of_control, may_control
from trc_module.games.trp.data import AXIS, FINLAND, SOVIET, SUPPLY, USSR, Trp, book
from trc_module.games.trp.ground import FUELLED, enemy_of, least_steps
from trc_module.games.trp.marks import UNTOLD, Isolated, Reduced
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import End, Move
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import hexes_told
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import with_status

REACH = 7
"""Hexes from a unit to a city or town."""
_LIST = Source("missing", "the list stands in the part of the rules that is not to be had")
_ASSUMED = Fact("cities, sources of supply and fuel as our stand-in map has them", Source("assumed", "not seen"))
_FUEL = {AXIS: "Ploesti", SOVIET: "Soviet"}
_DRY = 2
"""Movement points of a unit without fuel."""


def friendly(game: Trp, state: State, side: str, *, perhaps: bool = False) -> HexSet:
    """Return the land that a side controls and no enemy stands in; with `perhaps` also land of unknown control."""
    own = (side, "") if perhaps and UNTOLD in state.marks else (side,)
    held: HexSet = sum(1 << at for at, holder in state.control.items() if holder in own)
    return held & ~state.forces[enemy_of(side)].occupied & game.board.land


@lru_cache(maxsize=16)
def edge_hexes(game: Trp, side: str) -> HexSet:
    """Return the source hexes of a side: western ones for the Axis, eastern and southern ones for the Soviets.

    The text wants those of a unit's own country. How a unit abroad is supplied it does not tell; so all of them serve.
    """
    grid, found = game.board.grid, 0
    for at in hexes(game.board.land):
        row, col = grid.row_col(at)
        if (game.country(at) == USSR) != (side == SOVIET):
            continue
        # Finland does not reach the western edge of our map.
        axis = (row - 1, col) if game.country(at) == FINLAND else (row, col - 1)
        ends = [axis] if side == AXIS else [(row, col + 1), (row + 1, col)]
        outside = [place for place in ends if not (0 <= place[0] < grid.rows and 0 <= place[1] < grid.cols)]
        if outside:
            found |= 1 << at
    return found


@book.rule("XIV.A")
def supplied(game: Trp, state: State, side: str, *, perhaps: bool = False) -> HexSet:
    """Return the hexes in which units of a side are in supply.

    They lie within seven hexes of a city or town from which friendly hexes lead to a source; a fortress or a victory
    city serves the units in it.
    """
    own, walk = friendly(game, state, side, perhaps=perhaps), game.board.walk
    lines = walk.flood(edge_hexes(game, side) & own, None, own)
    cities = game.board.city_hexes & lines
    found = walk.flood(cities, REACH, own) if cities else 0
    alone = sum(1 << at for kind in ("fortress", "victory") for at in game.board.sites.get(kind, {}).values())
    return found | (alone & own)


def unsupplied(game: Trp, state: State, side: str, *, certainly: bool = False) -> tuple[UnitId, ...]:
    """Return the units of a side that are out of supply, without Soviet cavalry, which isolation does not touch.

    With `certainly` those alone that are so whoever controls land of unknown control.
    """
    served = supplied(game, state, side, perhaps=certainly)
    places = state.forces[side].places.items()
    return tuple(unit for unit, at in places if isinstance(at, int) and not immune(game, unit) and not served >> at & 1)


def immune(game: Trp, unit: UnitId) -> bool:
    """Tell whether isolation does not touch a unit: Soviet cavalry."""
    return game.units[unit].nation == "soviet" and game.units[unit].type == "cavalry"


@book.check("XIV.B1", Produce)
def cities_that_are_joined(game: Trp, state: State, act: Produce) -> Iterator[Finding]:
    """A replacement city or tank factory gives points only while it is in supply."""
    side, where = state.clock.side, game.hex_name(act.hex)
    factories = set(game.board.sites.get("factory", {}).values())
    if not may_control(state, act.hex, side):
        text = Sentence(
            "The {side} side took points from {where}, which it does not control.", side.capitalize(), where
        )
        yield violation("XIV.B1", text, hexes=(where,), facts=facts_of_control(game, state, act.hex))
    elif act.hex not in factories:
        text = Sentence("Whether {where} gives replacements or tanks is not known.", where)
        facts = (Fact("replacement cities and tank factories", _LIST),) if not factories else ()
        yield violation("XIV.B1", text, hexes=(where,), facts=facts)
    elif not supplied(game, state, side, perhaps=True) >> act.hex & 1:
        text = Sentence("The {side} side took points from {where}, which is isolated.", side.capitalize(), where)
        yield violation("XIV.B1", text, hexes=(where,), facts=rests_on(game))


def rests_on(game: Trp) -> tuple[Fact, ...]:
    """Return what an answer about supply rests on: our map, until its owner has confirmed all cities."""
    cities = (game.board.fact(f"city {name}") for name in game.board.cities)
    return (_ASSUMED,) if any(fact.trust is Trust.ASSUMED for fact in cities) else ()


@book.check("XIV.B2", Remove, End)
def isolated_units(game: Trp, state: State, act: Remove | End) -> Iterator[Finding]:
    """Of an isolated pocket at least half of the factors are eliminated; Soviet cavalry is not touched."""
    side = state.clock.side
    if isinstance(act, Remove):
        if act.because != "XIV.B2":
            return
        if (side, state.clock.phase) != (game.side_of[act.unit], SUPPLY):
            text = Sentence(
                "{unit} was eliminated as isolated in {clock}, not in the supply phase of its side.",
                act.unit,
                state.clock.words,
            )
            yield violation("XIV.B2", text, units=(act.unit,))
        elif immune(game, act.unit):
            yield violation(
                "XIV.B2",
                Sentence("{unit} was eliminated as isolated; it is Soviet cavalry.", act.unit),
                units=(act.unit,),
            )
        elif act.unit not in unsupplied(game, state, game.side_of[act.unit]):
            text = Sentence("{unit} was eliminated as isolated; it is in supply.", act.unit)
            yield violation("XIV.B2", text, units=(act.unit,), facts=rests_on(game))
        return
    if state.clock.phase != SUPPLY:
        return
    for pocket in pockets(game, state, side):
        yield from _half_is_gone(game, state, side, pocket)


def pockets(game: Trp, state: State, side: str) -> Iterator[tuple[UnitId, ...]]:
    """Yield the groups of units out of supply that friendly hexes join."""
    left = dict.fromkeys(unsupplied(game, state, side, certainly=True))
    own = friendly(game, state, side, perhaps=True)
    if side == AXIS and state_weather(state) == "good":
        _spare_one_german_stack(game, state, left)
    while left:
        first = next(iter(left))
        at = state.place(first)
        assert isinstance(at, int)
        region = game.board.walk.flood(1 << at, None, own | 1 << at)
        pocket = tuple(unit for unit in left if isinstance(there := state.place(unit), int) and region >> there & 1)
        for unit in pocket:
            del left[unit]
        yield pocket


def _spare_one_german_stack(game: Trp, state: State, left: dict[UnitId, None]) -> None:
    """Take the largest isolated German stack out of account: it is supplied by air."""
    stacks: dict[Hex, list[UnitId]] = {}
    for unit in left:
        at = state.place(unit)
        if game.units[unit].nation == "german" and isinstance(at, int):
            stacks.setdefault(at, []).append(unit)
    for unit in max(stacks.values(), key=len, default=[]):
        del left[unit]


def _half_is_gone(game: Trp, state: State, side: str, pocket: tuple[UnitId, ...]) -> Iterator[Finding]:
    gone = Isolated.firsts(state)
    reduced = tuple((mark.front, mark.army) for mark in Reduced.all(state))
    every = (*(unit for unit in pocket if unit not in [army for _, army in reduced]), *gone, *(f for f, _ in reduced))
    facts = tuple(game.units[unit].fact("combat") for unit in (*every, *(army for _, army in reduced)))
    missing = tuple(fact for fact in facts if fact.trust is Trust.MISSING)
    key = (side, "XIV.B2", pocket)
    if missing:
        text = Sentence("Whether enough of the isolated {pocket} and its neighbours is gone is not known.", pocket[0])
        yield violation("XIV.B2", text, units=pocket, facts=missing, dedup_key=key)
        return
    total = sum(_strength(game, unit) for unit in every)
    lost = sum(_strength(game, unit) for unit in gone) + sum(_given_up(game, *pair) for pair in reduced)
    if 2 * lost < total:
        text = Sentence(
            "Of {total} isolated factors {lost} were eliminated; at least {other_total} must be.",
            total,
            lost,
            -(-total // 2),
        )
        yield violation("XIV.B2", text, units=pocket, facts=(*facts, *rests_on(game)), dedup_key=key)


def _strength(game: Trp, unit: UnitId) -> int:
    return game.units[unit].combat or 0


def _given_up(game: Trp, front: UnitId, army: UnitId) -> int:
    """Return the factors by which an isolated front shrinks: none if the army has more than half of them."""
    before, after = _strength(game, front), _strength(game, army)
    return before - after if 2 * after <= before else 0


@book.check("XIV.C", Exchange, Remove)
def of_ones_own_will(game: Trp, state: State, act: Exchange | Remove) -> Iterator[Finding]:
    """The Soviets replace a front by an army; each side eliminates own units, in its own turn, from the second on."""
    if isinstance(act, Exchange):
        front, army = game.units[act.front], game.units[act.army]
        if front.type != "front" or army.size != "army" or army.side != front.side:
            text = Sentence(
                "{front} was replaced by {army}; a front is replaced by a Soviet army.", act.front, act.army
            )
            yield violation("XIV.C", text, units=(act.front, act.army))
        else:
            yield from _no_gain(game, act)
        return
    if act.because != "XIV.C":
        return
    if game.side_of[act.unit] != state.clock.side:
        text = Sentence("{unit} was eliminated of its side's own will in the other's turn.", act.unit)
        yield violation("XIV.C", text, units=(act.unit,))
    elif state.clock.turn == 1:
        text = Sentence("{unit} was eliminated of its side's own will on the first turn.", act.unit)
        yield violation("XIV.C", text, units=(act.unit,))


def _no_gain(game: Trp, act: Exchange) -> Iterator[Finding]:
    """An army that takes a front's place has no more factors: the Soviets forfeit the difference."""
    front, army = game.units[act.front], game.units[act.army]
    facts = (front.fact("combat"), army.fact("combat"))
    if front.combat is None or army.combat is None:
        missing = tuple(fact for fact in facts if fact.trust is Trust.MISSING)
        text = Sentence("Whether {army} is weaker than {front} is not known.", act.army, act.front)
        yield violation("XIV.C", text, units=(act.front, act.army), facts=missing)
    elif army.combat > front.combat:
        text = Sentence(
            "{front}, with {combat} factors, was reduced to {army}, with {army_combat}.",
            act.front,
            front.combat,
            act.army,
            army.combat,
        )
        yield violation("XIV.C", text, units=(act.front, act.army), facts=facts)


@book.effect(Exchange)
def put_an_army(game: Trp, state: State, act: Exchange) -> State:
    """Put the army where the front was, and remember a front that was isolated."""
    at, side = state.place(act.front), state.clock.side
    if (side, state.clock.phase) == (SOVIET, SUPPLY) and act.front in unsupplied(game, state, side):
        state = state.with_mark(Reduced(act.front, act.army))
    state = with_status(state, act.front, "")
    return state.with_unit(SOVIET, act.front, LOST).with_unit(SOVIET, act.army, at)


@book.check("XIV.D", Move)
def fuel(game: Trp, state: State, act: Move) -> Iterator[Finding]:
    """Armor and motorized units that no line joins to their fuel move two points."""
    who = game.units[act.unit]
    trail = state.whole_way(act.unit, act.trail)
    if who.type not in FUELLED or least_steps(game, trail) <= _DRY:
        return
    name = _FUEL[who.side]
    source = game.board.sites.get("fuel", {}).get(name)
    fact = game.board.fact(f"fuel {name}") if source is not None else Fact("the fuel source", _LIST)
    steps = least_steps(game, trail)
    text = Sentence("{unit} moved {steps}", act.unit, hexes_told(steps))
    key = (who.side, "XIV.D", "unknown")
    if source is None or fact.trust is Trust.ASSUMED:
        missing = Fact(f"the {who.side} fuel source", _LIST)
        yield violation(
            "XIV.D", Sentence("{text}; whether it has fuel is not known.", text), facts=(missing,), dedup_key=key
        )
        return
    own = friendly(game, state, who.side, perhaps=True)
    if not own >> source & 1 or not game.board.walk.flood(1 << source, None, own) >> trail.hexes[0] & 1:
        yield violation(
            "XIV.D",
            Sentence("{text} without fuel; {dry} is the most.", text, _DRY),
            units=(act.unit,),
            facts=rests_on(game),
        )
