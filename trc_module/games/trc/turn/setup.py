"""Chapter 3: preparing the campaign game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc, box_at_start
from trc_module.games.trc.movement.stacking import excess
from trc_module.games.trc.scenarios import AT_START as AT_START
from trc_module.games.trc.scenarios import opening_turn, set_up_by_a_card
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.steps import MOVEMENT, WEATHER
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import End, Setup
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words, spaced
from trc_module.rules.hooks import hook
from trc_module.rules.state import Stack, State
from trc_module.sentence import Sentence

DISTRICTS = frozenset("LBWKO")
AXIS_COUNTRIES = ("Germany", "Poland", "Hungary", "Rumania")


@hook
def still_to_set_up(game: Trc, state: State, side: str) -> Stack:
    """Return the at-start units of a side that are not on the map yet and have to be."""
    return state.forces[side].stack(AT_START)


def _unit(game: Trc, act: Setup) -> Unit:
    return game.units[act.unit]


def _wrong_place(game: Trc, rule: str, act: Setup, where: str, facts: tuple[Fact, ...]) -> Finding:
    at = game.hex_name(act.hex)
    code = _unit(game, act).setup
    told = Sentence(" (code {code})", code) if code else ""
    return violation(
        rule,
        Sentence("{unit}{told} was set up in {at}, but it starts {where}.", act.unit, told, at, where),
        units=(act.unit,),
        hexes=(at,),
        facts=facts,
    )


@book.check("3.3b", Setup)
def start_in_your_city(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Russian units with a C are set up in their named city."""
    if set_up_by_a_card(state):
        return
    unit = _unit(game, act)
    if unit.side != RUSSIAN or unit.setup != "C":
        return
    city = game.board.cities.get(unit.area)
    if city is None:
        yield Finding(
            "3.3b",
            Verdict.SKIPPED,
            Sentence("The city in which {unit} starts is not in our data.", act.unit),
            (act.unit,),
        )
    elif city.hex != act.hex:
        yield _wrong_place(
            game,
            "3.3b",
            act,
            Sentence("in {name} ({hex})", city.name, game.hex_name(city.hex)),
            (unit.fact("area"), city.fact),
        )


@book.check("3.3c", Setup)
def start_in_your_district(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """The other Russian units are set up anywhere in their own military district."""
    if set_up_by_a_card(state):
        return
    unit = _unit(game, act)
    if unit.side != RUSSIAN or unit.setup not in DISTRICTS or special_rule(game, state, unit, Basic.SET_UP):
        return
    district = next(region for region in game.board.regions.values() if region.code == unit.setup)
    if not district.hexes >> act.hex & 1:
        borders = (fact for word in ("district", "country") for fact in _borders(game, act.hex, word, district.hexes))
        facts = (unit.fact("setup"), *borders, district.fact)
        yield _wrong_place(game, "3.3c", act, Sentence("in the {title}", district.title), facts)


@book.check("3.3d", Setup)
def high_stacks_may_wait(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """A set-up stack above the stacking limit is noted and is no violation."""
    side = game.side_of[act.unit]
    below = state.forces[side].stack(act.hex)
    stack = (*(unit for unit in below if unit != act.unit), act.unit)
    rule, holds = excess(game, state, stack)
    if rule:
        at = game.hex_name(act.hex)
        yield Finding(
            "3.3d",
            Verdict.NOTE,
            Sentence(
                "{at} holds {holds} at set-up; the stack must be mended by the end of the first movement phase.",
                at,
                holds,
            ),
            stack,
            (at,),
        )


@book.check("3.3a", End)
def russians_set_up_completely(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """All Russian at-start units are placed before play begins."""
    yield from _not_complete(game, state, "3.3a", RUSSIAN)


def _not_complete(game: Trc, state: State, rule: str, side: str) -> Iterator[Finding]:
    left = still_to_set_up(game, state, side)
    if left and state.clock.phase in (WEATHER, MOVEMENT):
        yield violation(
            rule,
            Sentence("The {side} set-up is not complete: {left} not placed.", side.capitalize(), in_words(left)),
            units=left,
            facts=tuple(game.units[unit].fact("setup") for unit in left),
            dedup_key=(state.clock.side, rule, side),
        )


@book.check("3.4a", Setup, End)
def russians_first(game: Trc, state: State, act: Setup | End) -> Iterator[Finding]:
    """The Russian player sets up first, then the Axis player sets up all his units."""
    left = still_to_set_up(game, state, RUSSIAN)
    if isinstance(act, End):
        # Before the Russians are done the Axis has not its turn: that is told as 3.3a.
        yield from () if left else _not_complete(game, state, "3.4a", AXIS)
        return
    if game.side_of[act.unit] == AXIS and left and not set_up_by_a_card(state):
        yield violation(
            "3.4a",
            Sentence(
                "{unit} was set up before {count} Russian {verb} placed.",
                act.unit,
                len(left),
                agree(len(left), "unit was", "units were"),
            ),
            units=(act.unit,),
            dedup_key=(AXIS, "3.4a"),
        )


@book.check("3.4b", Setup)
def no_axis_unit_next_to_the_enemy(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """No Axis unit is set up next to an enemy unit."""
    if set_up_by_a_card(state):
        return
    unit = _unit(game, act)
    if unit.side != AXIS:
        return
    enemy = state.forces[ENEMY[AXIS]]
    near = [h for h in enemy.stacks if game.board.grid.adjacent(h, act.hex) or h == act.hex]
    if near:
        foes = tuple(foe for h in sorted(near) for foe in enemy.stacks[h])
        at = game.hex_name(act.hex)
        yield violation(
            "3.4b",
            Sentence("{unit} was set up in {at}, next to {foes}.", act.unit, at, in_words(foes)),
            units=(act.unit, *foes),
            hexes=(at,),
        )


def _borders(game: Trc, at: Hex, word: str, allowed: HexSet) -> tuple[Fact, ...]:
    """Return the fact about the region of a hex, if it could lie in an allowed one.

    Where a border is not known for certain, its doubt stands at all hexes on both sides of it, or at the one hex that
    may belong to its neighbour. A hex that is allowed on neither side is wrong wherever the border runs.
    """
    fact = game.board.fact(f"{word} {game.hex_name(at)}")
    spread = game.board.grid.spread
    alike = (members for members in _doubts_of(game, word).values() if members >> at & 1)
    if not fact.doubt or any((members | spread(members)) & allowed for members in alike):
        return (fact,)
    return ()


@lru_cache(maxsize=8)
def _doubts_of(game: Trc, word: str) -> Mapping[str, HexSet]:
    """Return the hexes to which each doubt about countries or districts belongs."""
    found: dict[str, HexSet] = {}
    for at in hexes(game.board.land):
        doubt = game.board.fact(f"{word} {game.hex_name(at)}").doubt
        if doubt:
            found[doubt] = found.get(doubt, 0) | 1 << at
    return found


def axis_countries(unit: Unit) -> tuple[str, ...]:
    """Return the countries in which an Axis unit may be set up by the letter on its counter (3.4)."""
    return {"R": ("Rumania",), "F": ("Finland",)}.get(unit.setup, AXIS_COUNTRIES)


@book.check("3.4c", "3.4d", "3.4e", Setup)
def axis_units_start_in_their_countries(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Units with an R are set up in Rumania, with an F in Finland, others in Germany, Poland, Hungary or Rumania."""
    unit = _unit(game, act)
    if unit.side != AXIS or set_up_by_a_card(state) or special_rule(game, state, unit, Basic.SET_UP):
        return
    rule = {"R": "3.4c", "F": "3.4d"}.get(unit.setup, "3.4e")
    countries = axis_countries(unit)
    if (rule == "3.4e" and unit.entry != "start") or game.board.country_of.get(act.hex) in countries:
        return
    allowed = sum(game.board.regions[country].hexes for country in countries)
    facts = (unit.fact("setup"), *_borders(game, act.hex, "country", allowed))
    where = ", ".join(countries[:-1]) + (" or " if countries[1:] else "") + countries[-1]
    yield _wrong_place(game, rule, act, Sentence("in {where}", where), facts)


@book.check("3.6", Setup)
def set_up_before_play(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set-up ends when play begins, with the Axis first impulse of May/June 1941."""
    if set_up_by_a_card(state):
        return
    clock = state.clock
    opening = clock.side == AXIS and clock.part == 1 and clock.phase in (WEATHER, MOVEMENT)
    if not opening or clock.turn != opening_turn(state) or state.trails:
        yield violation(
            "3.6",
            Sentence("{unit} was set up after play had begun ({clock}).", act.unit, clock.words),
            units=(act.unit,),
        )


@book.effect(Setup)
def place(game: Trc, state: State, act: Setup) -> State:
    """Put the unit on the map."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.hex)


@book.check("3.2a", End)
def reinforcements_wait_in_their_boxes(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Reinforcements wait in the box of the turn that their set-up code names."""
    if state.clock.turn != opening_turn(state) or state.clock.phase != WEATHER:
        return
    for side in game.sides:
        for name, place in state.forces[side].places.items():
            right = box_at_start(game.units[name])
            if isinstance(place, str) and place.startswith("turn-") and right.startswith("turn-") and place != right:
                yield violation(
                    "3.2a",
                    Sentence(
                        "{name} waits in the box '{place}', but its set-up code says '{right}'.",
                        name,
                        spaced(place),
                        spaced(right),
                    ),
                    units=(name,),
                    facts=(game.units[name].fact("arrival"),),
                )
