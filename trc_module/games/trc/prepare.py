"""Chapter 3: preparing the campaign game."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.game import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.stacking import excess
from trc_module.games.trc.turns import MOVEMENT, WEATHER
from trc_module.roster import Unit
from trc_module.rules.actions import End, Setup
from trc_module.rules.finding import Finding, Verdict, breach
from trc_module.rules.game import in_words
from trc_module.rules.state import State

AT_START = "at-start"
DISTRICTS = frozenset("LBWKO")
FINNISH_BORDER = "F"
"""The code of Russian units that older editions set up on the Finnish border; here that is the Leningrad district."""
AXIS_COUNTRIES = ("Germany", "Poland", "Hungary", "Rumania")


def _unit(game: Trc, act: Setup) -> Unit:
    return game.units[act.unit]


def _wrong_place(game: Trc, rule: str, act: Setup, where: str, facts: tuple[Fact, ...]) -> Finding:
    at = game.hex_name(act.hex)
    code = _unit(game, act).setup
    told = f" (code {code})" if code else ""
    return breach(
        rule, f"{act.unit}{told} was set up in {at}; it starts {where}.", units=(act.unit,), hexes=(at,), facts=facts
    )


@book.check("3.3b", Setup)
def start_in_your_city(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up Russian units with a C in their named city.

    Log: the placing of the unit.
    Data: the set-up code of the unit and its city.
    """
    unit = _unit(game, act)
    if unit.side != RUSSIAN or unit.setup != "C":
        return
    city = game.board.cities.get(unit.area)
    if city is None:
        yield Finding("3.3b", Verdict.SKIPPED, f"Nobody has told us in which city {act.unit} starts.", (act.unit,))
    elif city.hex != act.hex:
        yield _wrong_place(
            game, "3.3b", act, f"in {city.name} ({game.hex_name(city.hex)})", (unit.fact("area"), city.fact)
        )


@book.check("3.3c", Setup)
def start_in_your_district(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up the other Russian units anywhere in their own military district.

    The letters are L for Leningrad, B for Baltic, W for Western, K for Kiev and O for Odessa.

    Log: the placing of the unit.
    Data: the set-up code of the unit; the districts' hexes.
    """
    unit = _unit(game, act)
    letter = "L" if unit.setup == FINNISH_BORDER else unit.setup
    if unit.side != RUSSIAN or letter not in DISTRICTS:
        return
    district = next(region for region in game.board.regions.values() if region.code == letter)
    if not district.hexes >> act.hex & 1:
        facts = (unit.fact("setup"), game.board.fact(f"district {game.hex_name(act.hex)}"), district.fact)
        yield _wrong_place(game, "3.3c", act, f"in the {district.title}", facts)


@book.check("3.3d", Setup)
def high_stacks_may_wait(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Note a set-up stack above the limit, which is no breach.

    Stacking limits bind at the end of a movement phase and after combat (6.2). A higher stack at set-up must be
    mended by the end of the owner's first movement phase.

    Log: the placing of the unit.
    Data: the size of each unit.
    """
    side = game.side_of[act.unit]
    stack = (*state.forces[side].put(act.unit, None).stack(act.hex), act.unit)
    rule, holds = excess(game, stack)
    if rule:
        at = game.hex_name(act.hex)
        yield Finding("3.3d", Verdict.NOTE, f"{at} holds {holds} at set-up.", stack, (at,))


@book.check("3.3a", End)
def russians_set_up_completely(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Place all Russian at-start units before play begins.

    Log: the end of the set-up.
    Data: which units start on the map.
    """
    left = state.forces[RUSSIAN].stack(AT_START)
    if left and state.clock.phase in (WEATHER, MOVEMENT):
        facts = tuple(game.units[unit].fact("setup") for unit in left)
        yield breach(
            "3.3a",
            f"The Russian set-up is not complete: {in_words(left)} not placed.",
            units=left,
            facts=facts,
            lasting=(state.clock.side, "3.3a"),
        )


@book.check("3.4a", Setup)
def russians_first(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Let the Russian player set up first.

    The Axis player places his units when all Russian at-start units are on the map.

    Log: the order of the placings.
    Data: which units start on the map.
    """
    left = state.forces[RUSSIAN].stack(AT_START)
    if game.side_of[act.unit] == AXIS and left:
        yield breach(
            "3.4a",
            f"{act.unit} was set up while {len(left)} Russian units were still to be placed.",
            units=(act.unit,),
            lasting=(AXIS, "3.4a"),
        )


@book.check("3.4b", Setup)
def no_axis_unit_next_to_the_enemy(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up no Axis unit next to an enemy unit.

    Next to an enemy district is allowed (3.7), next to an enemy unit is not (C08).

    Log: the placing of the unit.
    Data: the grid.
    """
    unit = _unit(game, act)
    if unit.side != AXIS:
        return
    enemy = state.forces[ENEMY[AXIS]]
    near = [h for h in enemy.stacks if game.board.grid.adjacent(h, act.hex) or h == act.hex]
    if near:
        foes = tuple(foe for h in sorted(near) for foe in enemy.stacks[h])
        at = game.hex_name(act.hex)
        yield breach(
            "3.4b", f"{act.unit} was set up in {at}, next to {in_words(foes)}.", units=(act.unit, *foes), hexes=(at,)
        )


def _in_countries(game: Trc, act: Setup, rule: str, countries: tuple[str, ...]) -> Iterator[Finding]:
    if game.board.country_of.get(act.hex) not in countries:
        unit = _unit(game, act)
        facts = (unit.fact("setup"), game.board.fact(f"country {game.hex_name(act.hex)}"))
        yield _wrong_place(
            game,
            rule,
            act,
            "in " + ", ".join(countries[:-1]) + (" or " if countries[1:] else "") + countries[-1],
            facts,
        )


@book.check("3.4c", Setup)
def rumanian_group_in_rumania(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up units with an R in Rumania.

    Log: the placing of the unit.
    Data: the set-up code of the unit; the country's hexes.
    """
    unit = _unit(game, act)
    if unit.side == AXIS and unit.setup == "R":
        yield from _in_countries(game, act, "3.4c", ("Rumania",))


@book.check("3.4d", Setup)
def finns_in_finland(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up units with an F in Finland.

    Log: the placing of the unit.
    Data: the set-up code of the unit; the country's hexes.
    """
    unit = _unit(game, act)
    if unit.side == AXIS and unit.setup == "F":
        yield from _in_countries(game, act, "3.4d", ("Finland",))


@book.check("3.4e", Setup)
def others_behind_the_border(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up all other Axis units in Germany, Poland, Hungary or Rumania.

    East Prussia belongs to Germany (3.4f).

    Log: the placing of the unit.
    Data: the set-up code of the unit; the countries' hexes.
    """
    unit = _unit(game, act)
    if unit.side == AXIS and unit.setup not in ("R", "F"):
        yield from _in_countries(game, act, "3.4e", AXIS_COUNTRIES)


@book.check("3.6", Setup)
def set_up_before_play(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up before play begins with the Axis first impulse of May/June 1941.

    Log: the first phase recorded (D02).
    Data: none.
    """
    clock = state.clock
    opening = clock.turn == 1 and clock.side == AXIS and clock.impulse == 1 and clock.phase in (WEATHER, MOVEMENT)
    if not opening or state.trails:
        yield breach("3.6", f"{act.unit} was set up when play had begun ({clock}).", units=(act.unit,))


@book.effect(Setup)
def place(game: Trc, state: State, act: Setup) -> State:
    """Put the unit on the map."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.hex)
