"""26.6: national restrictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from trc_module.games.trc.actions import RailMove, SeaMove, Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.game import AXIS, RUSSIAN, Trc
from trc_module.games.trc.listing import full, without_supply
from trc_module.games.trc.moves import bounds_of
from trc_module.games.trc.options.limiting import entered, limited, spared
from trc_module.games.trc.retreat_routes import named, routes
from trc_module.games.trc.turns import END, MOVEMENT
from trc_module.games.trc.words import Words
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Eliminate, End, Retreat
from trc_module.rules.finding import Finding, breach
from trc_module.rules.game import in_words
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import State, UnitId

option = book.option("26.6")
ALLIES = ("italian", "hungarian", "rumanian")
COUNTRY = {"finnish": "Finland", "hungarian": "Hungary", "rumanian": "Rumania"}
MINORS = (*ALLIES, "finnish")
HELSINKI, MOST_TO_HELSINKI = "axis helsinki", 2
_SOUTH_OF_H, _NORTH_OF_L = "IJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJK"


def _rows(game: Trc, letters: str, *, doubled: bool) -> HexSet:
    """Return the hexes of rows by their letters; beyond Z the letters are doubled."""
    found: HexSet = 0
    for hex_ in hexes(game.board.grid.all):
        row = game.hex_name(hex_).rstrip("0123456789")
        if row in letters if len(row) == 1 else doubled:
            found |= 1 << hex_
    return found


@lru_cache(maxsize=4)
def _south_of_h(game: Trc) -> HexSet:
    return _rows(game, _SOUTH_OF_H, doubled=True)


@lru_cache(maxsize=4)
def _north_of_l(game: Trc) -> HexSet:
    return _rows(game, _NORTH_OF_L, doubled=False)


@option.rule("26.6.1a")
def finns_keep_north(game: Trc) -> Limit:
    """Move Finns into row H, and no further south.

    Rows are lettered from north to south.

    Log: the hexes crossed (D05).
    Data: the map's grid.

    Legal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        on G10: fin-4-inf
        move fin-4-inf G10 H10
        expect ok

    Illegal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        on H10: fin-4-inf
        move fin-4-inf H10 I10
        expect 26.6
    """
    return Limit("26.6.1a", shut=_south_of_h(game), step="entered {b}, south of row H", stretch="leads south of row H")


@option.rule("26.6.2a")
def allies_keep_south(game: Trc) -> Limit:
    """Move Italians, Hungarians and Rumanians not north of row L.

    Row L itself is open to them.

    Log: the hexes crossed (D05).
    Data: the map's grid.

    Legal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        on M20: rum-cav
        move rum-cav M20 L20
        expect ok

    Illegal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        on M20: rum-cav
        move rum-cav M20 L20 K19
        expect 26.6
    """
    return Limit("26.6.2a", shut=_north_of_l(game), step="entered {b}, north of row L", stretch="leads north of row L")


def limit_of(game: Trc, unit: Unit) -> Limit | None:
    """Return the limit on a unit of a minor ally, None for all others."""
    if unit.side != AXIS or unit.nation not in MINORS:
        return None
    return finns_keep_north(game) if unit.nation == "finnish" else allies_keep_south(game)


@option.replaces(bounds_of)
def bounds_of_allies(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Add the limit of the unit's nation."""
    bounds = basic(game, state, unit)
    if unit.side != AXIS or unit.nation not in MINORS:
        return bounds
    memo = state.forces[RUSSIAN].memo
    key = ("nation", unit.nation == "finnish")
    limit: Limit | None = memo.get(key) or limit_of(game, unit)
    if limit is None:
        return bounds
    memo[key] = limit
    return limited(bounds, state, unit, key, limit)


@option.judge(RailMove, Strategic)
def judge_rides(game: Trc, state: State, act: RailMove | Strategic) -> Iterator[Finding]:
    """Judge rides and strategic moves of minor allies."""
    limit = limit_of(game, game.units[act.unit])
    first = None if limit is None else next(entered(act, limit.shut), None)
    if limit is not None and first is not None:
        at = game.hex_name(first)
        yield breach(limit.rule, f"{act.unit} {limit.step.format(b=at)}.", units=(act.unit,), hexes=(at,))


@option.check("26.6.1b", SeaMove)
def two_to_helsinki(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Try two Axis sea moves to Helsinki in the game, not more.

    The try counts, whatever becomes of it.

    Log: every sea move of the game (D15).
    Data: none.

    Legal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        used: axis helsinki 1
        box axis off-map-units: ger-12-inf
        sea transfer ger-12-inf off-map-units B14 roll 1
        expect ok

    Illegal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        used: axis helsinki 2
        box axis off-map-units: ger-12-inf
        sea transfer ger-12-inf off-map-units B14 roll 1
        expect 26.6
    """
    tries = state.used.get(HELSINKI, 0)
    if _to_helsinki(game, act) and tries >= MOST_TO_HELSINKI:
        text = f"{act.unit} sailed for Helsinki, sea move number {tries + 1} of the game; two may be tried."
        yield breach("26.6.1b", text, units=(act.unit,))


def _to_helsinki(game: Trc, act: SeaMove) -> bool:
    return game.side_of[act.unit] == AXIS and act.goal == game.places["Helsinki"]


@option.check("26.6.1c", SeaMove)
def no_armor_to_helsinki(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """Send no armor by sea to Helsinki.

    Other units may go.

    Log: the sea move (D15).
    Data: unit types.

    Legal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        box axis off-map-units: ger-12-inf
        sea transfer ger-12-inf off-map-units B14 roll 1
        expect ok

    Illegal::

        options: 26.6
        at: turn 2 axis impulse 1 movement clear
        box axis off-map-units: ger-41-pz
        sea transfer ger-41-pz off-map-units B14 roll 1
        expect 26.6
    """
    unit = game.units[act.unit]
    if _to_helsinki(game, act) and unit.type == "armor":
        text = f"{act.unit}, which is armor, sailed for Helsinki."
        yield breach("26.6.1c", text, units=(act.unit,), facts=(unit.fact("type"),))


@option.effect(SeaMove)
def count_helsinki(game: Trc, state: State, act: SeaMove) -> State:
    """Count the tries to reach Helsinki."""
    return state.counted(HELSINKI) if _to_helsinki(game, act) else state


@option.check("26.6.2b", End)
def no_guests_of_another_ally(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """End the Axis turn with no Italian, Hungarian or Rumanian in the country of another ally.

    They may pass through it.

    Log: the units at the end of the turn.
    Data: countries.

    Legal::

        options: 26.6
        at: turn 9 axis impulse 2 end clear
        on AA29: rum-cav
        end
        expect ok

    Illegal::

        options: 26.6
        at: turn 9 axis impulse 2 end clear
        on U28: rum-cav
        end
        expect 26.6
    """
    if state.clock.phase != END or state.clock.side != AXIS:
        return
    for unit, at in _minors(game, state):
        country = game.board.country_of.get(at, "")
        if unit.nation in ALLIES and country in COUNTRY.values() and COUNTRY.get(unit.nation) != country:
            name = game.hex_name(at)
            text = f"{unit.id} ends the Axis turn in {name}, in {country}."
            yield breach("26.6.2b", text, units=(unit.id,), hexes=(name,), facts=(game.board.country_fact(at),))


def _minors(game: Trc, state: State) -> Iterator[tuple[Unit, Hex]]:
    for name, at in state.forces[AXIS].places.items():
        unit = game.units[name]
        if not isinstance(at, str) and unit.nation in MINORS:
            yield unit, at


@option.check("26.6.2c", End)
def allies_never_stack(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Stack units of different allies nowhere.

    Each may stack with Germans. It is asked when a movement phase ends, as all stacking is, and when the turn ends.

    Log: the units at the end of the phase.
    Data: none.

    Legal::

        options: 26.6
        at: turn 9 axis impulse 1 movement clear
        on Y20: rum-cav ger-41-pz
        end
        expect ok

    Illegal::

        options: 26.6
        at: turn 9 axis impulse 1 movement clear
        on Y20: rum-cav hun-3-inf
        end
        expect 26.6
    """
    if state.clock.side != AXIS or state.clock.phase not in (MOVEMENT, END):
        return
    for at, stack in sorted(state.forces[AXIS].stacks.items()):
        if len(_nations(game, stack)) > 1:
            mixed = tuple(unit for unit in stack if game.units[unit].nation in MINORS)
            name = game.hex_name(at)
            text = f"{in_words(mixed)}, units of different allies, stand together in {name}."
            yield breach("26.6.2c", text, units=mixed, hexes=(name,), lasting=(AXIS, "26.6.2c", at, mixed))


@option.check("26.6.3a", Retreat)
def no_dictated_breach(game: Trc, state: State, act: Retreat) -> Iterator[Finding]:
    """Dictate as the Russian no retreat that breaks these limits, as long as there is another way.

    Where there is none the unit goes, and the Axis mends it at the end of its turn.

    Log: the hexes of the retreat (D12).
    Data: the map's grid; the results table.

    Legal::

        options: 26.6
        at: turn 9 russian impulse 1 combat clear
        on M19: rus-24-inf rus-13-inf
        on L20: rum-cav
        attack 1: rus-24-inf rus-13-inf x rum-cav
        roll 1: 3 4-1 DR
        retreat 1: rum-cav L20 L21 L22
        expect ok

    Illegal::

        options: 26.6
        at: turn 9 russian impulse 1 combat clear
        on M19: rus-24-inf rus-13-inf
        on L20: rum-cav
        attack 1: rus-24-inf rus-13-inf x rum-cav
        roll 1: 3 4-1 DR
        retreat 1: rum-cav L20 K20 J21
        expect 26.6
    """
    limit = limit_of(game, game.units[act.unit])
    if limit is None or state.clock.side != RUSSIAN:
        return
    elsewhere = spared(game, state, act, limit.shut)
    if elsewhere:
        goal = game.hex_name(act.trail.hexes[-1])
        text = f"{act.unit} was made to retreat to {goal}, against its national limits, though it had another way."
        legal = f"a retreat to {named(game, elsewhere)}."
        yield breach("26.6.3a", text, units=(act.unit,), hexes=(goal,), legal=legal)


@option.check("26.6.3b", End)
def allies_out_of_bounds_are_removed(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Remove units of minor allies, when the Axis turn ends, until the limits are kept.

    The Axis chooses which where several could go.

    Log: the units at the end of the turn; the removals (D18).
    Data: the map's grid.

    Legal::

        options: 26.6
        at: turn 9 axis impulse 2 end clear
        on K19: rum-cav
        eliminate rum-cav because 26.6.3
        end
        expect ok

    Illegal::

        options: 26.6
        at: turn 9 axis impulse 2 end clear
        on K19: rum-cav
        end
        expect 26.6
    """
    if state.clock.phase != END or state.clock.side != AXIS:
        return
    for unit, at in _minors(game, state):
        limit = limit_of(game, unit)
        if limit is not None and limit.shut >> at & 1:
            name = game.hex_name(at)
            where = limit.step.format(b=name).removeprefix("entered ")
            text = f"{unit.id} is in {where} when the Axis turn ends."
            yield breach("26.6.3b", text, units=(unit.id,), hexes=(name,), lasting=(AXIS, "26.6.3b", unit.id))


@option.replaces(without_supply)
def out_of_bounds(basic: Callable[[Trc, State], Iterator[Eliminate]], game: Trc, state: State) -> Iterator[Eliminate]:
    """Add the minor allies that have to go when the Axis turn ends."""
    yield from basic(game, state)
    if state.clock.phase != END or state.clock.side != AXIS:
        return
    mixed = {at for at, stack in state.forces[AXIS].stacks.items() if len(_nations(game, stack)) > 1}
    for unit, at in _minors(game, state):
        limit = limit_of(game, unit)
        country = game.board.country_of.get(at, "")
        guest = unit.nation in ALLIES and country in COUNTRY.values() and COUNTRY.get(unit.nation) != country
        if guest or at in mixed or (limit is not None and limit.shut >> at & 1):
            yield Eliminate(unit.id, "26.6.3")


def _nations(game: Trc, stack: tuple[UnitId, ...]) -> set[str]:
    return {game.units[unit].nation for unit in stack} & set(MINORS)


@option.replaces(full)
def full_of_other_allies(
    basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId
) -> HexSet:
    """Count a hex with a unit of another ally as full."""
    found = basic(game, state, unit)
    nation = game.units[unit].nation
    if nation in MINORS:
        for at, stack in state.forces[AXIS].stacks.items():
            if _nations(game, stack) - {nation}:
                found |= 1 << at
    return found


@option.replaces(routes)
def retreats_within_bounds(
    basic: Callable[..., HexSet],
    game: Trc,
    state: State,
    unit: UnitId,
    at: Hex,
    length: tuple[int, int],
    *,
    surely: bool,
) -> HexSet:
    """Keep retreats that the Russian dictates within the limits where there is another way."""
    found = basic(game, state, unit, at, length, surely=surely)
    if state.clock.side == RUSSIAN and (limit := limit_of(game, game.units[unit])) is not None:
        return found & ~limit.shut or found
    return found


WORDS = Words(counters=frozenset({HELSINKI}))
