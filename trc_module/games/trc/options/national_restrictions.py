"""26.6: national restrictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.retreat_routes import named, routes
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.options.limiting import entered, limited, spared
from trc_module.games.trc.players.legal_actions import full, without_supply
from trc_module.games.trc.steps import END, MOVEMENT
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Eliminate, End, Retreat
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence, sentence_from

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
    """Finns move no further south than row H."""
    return Limit("26.6.1a", shut=_south_of_h(game), step="entered {b}, south of row H", stretch="leads south of row H")


@option.rule("26.6.2a")
def allies_keep_south(game: Trc) -> Limit:
    """Italians, Hungarians and Rumanians move no further north than row L."""
    return Limit("26.6.2a", shut=_north_of_l(game), step="entered {b}, north of row L", stretch="leads north of row L")


def limit_of(game: Trc, unit: Unit) -> Limit | None:
    """Return the limit on a unit of a minor ally, None for all others."""
    if unit.side != AXIS or unit.nation not in MINORS:
        return None
    return finns_keep_north(game) if unit.nation == "finnish" else allies_keep_south(game)


@option.override(bounds_of)
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
        yield violation(
            limit.rule,
            Sentence("{unit} {limit}.", act.unit, sentence_from(limit.step, b=at)),
            units=(act.unit,),
            hexes=(at,),
        )


@option.check("26.6.1b", SeaMove)
def two_to_helsinki(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """The Axis tries at most two sea moves to Helsinki in the game."""
    tries = state.used.get(HELSINKI, 0)
    if _to_helsinki(game, act) and tries >= MOST_TO_HELSINKI:
        text = Sentence(
            "{unit} sailed for Helsinki as sea move number {tries} of the game; only two may be tried.",
            act.unit,
            tries + 1,
        )
        yield violation("26.6.1b", text, units=(act.unit,))


def _to_helsinki(game: Trc, act: SeaMove) -> bool:
    return game.side_of[act.unit] == AXIS and act.goal == game.places["Helsinki"]


@option.check("26.6.1c", SeaMove)
def no_armor_to_helsinki(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """No armor moves by sea to Helsinki."""
    unit = game.units[act.unit]
    if _to_helsinki(game, act) and unit.type == "armor":
        text = Sentence("{unit}, which is armor, sailed for Helsinki.", act.unit)
        yield violation("26.6.1c", text, units=(act.unit,), facts=(unit.fact("type"),))


@option.effect(SeaMove)
def count_helsinki(game: Trc, state: State, act: SeaMove) -> State:
    """Count the tries to reach Helsinki."""
    return state.counted(HELSINKI) if _to_helsinki(game, act) else state


@option.check("26.6.2b", End)
def no_guests_of_another_ally(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """No Italian, Hungarian or Rumanian unit ends the Axis turn in the country of another ally."""
    if state.clock.phase != END or state.clock.side != AXIS:
        return
    for unit, at in _minors(game, state):
        country = game.board.country_of.get(at, "")
        if unit.nation in ALLIES and country in COUNTRY.values() and COUNTRY.get(unit.nation) != country:
            name = game.hex_name(at)
            text = Sentence("{unit} ends the Axis turn in {name}, in {country}.", unit.id, name, country)
            yield violation("26.6.2b", text, units=(unit.id,), hexes=(name,), facts=(game.board.country_fact(at),))


def _minors(game: Trc, state: State) -> Iterator[tuple[Unit, Hex]]:
    for name, at in state.forces[AXIS].places.items():
        unit = game.units[name]
        if not isinstance(at, str) and unit.nation in MINORS:
            yield unit, at


@option.check("26.6.2c", End)
def allies_never_stack(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Units of different allies never stack."""
    if state.clock.side != AXIS or state.clock.phase not in (MOVEMENT, END):
        return
    for at, stack in sorted(state.forces[AXIS].stacks.items()):
        if len(_nations(game, stack)) > 1:
            mixed = tuple(unit for unit in stack if game.units[unit].nation in MINORS)
            name = game.hex_name(at)
            text = Sentence("{mixed} are units of different allies and stack in {name}.", in_words(mixed), name)
            yield violation("26.6.2c", text, units=mixed, hexes=(name,), dedup_key=(AXIS, "26.6.2c", at, mixed))


@option.check("26.6.3a", Retreat)
def no_dictated_breach(game: Trc, state: State, act: Retreat) -> Iterator[Finding]:
    """The Russian dictates no retreat that breaks these limits while another route exists."""
    limit = limit_of(game, game.units[act.unit])
    if limit is None or state.clock.side != RUSSIAN:
        return
    elsewhere = spared(game, state, act, limit.shut)
    if elsewhere:
        goal = game.hex_name(act.trail.hexes[-1])
        text = Sentence(
            "{unit} was made to retreat to {goal}, against its national limits, although it had another route.",
            act.unit,
            goal,
        )
        legal = Sentence("a retreat to {named}.", named(game, elsewhere))
        yield violation("26.6.3a", text, units=(act.unit,), hexes=(goal,), legal=legal)


@option.check("26.6.3b", End)
def allies_out_of_bounds_are_removed(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Units of minor allies are removed at the end of the Axis turn until the limits are kept."""
    if state.clock.phase != END or state.clock.side != AXIS:
        return
    for unit, at in _minors(game, state):
        limit = limit_of(game, unit)
        if limit is not None and limit.shut >> at & 1:
            name = game.hex_name(at)
            where = sentence_from(limit.step.removeprefix("entered "), b=name)
            text = Sentence("{unit} is in {where} when the Axis turn ends.", unit.id, where)
            yield violation("26.6.3b", text, units=(unit.id,), hexes=(name,), dedup_key=(AXIS, "26.6.3b", unit.id))


@option.override(without_supply)
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


@option.override(full)
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


@option.override(routes)
def retreats_within_bounds(
    basic: Callable[..., HexSet],
    game: Trc,
    state: State,
    unit: UnitId,
    at: Hex,
    length: tuple[int, int],
    *,
    strict: bool,
) -> HexSet:
    """Keep retreats that the Russian dictates within the limits where there is another way."""
    found = basic(game, state, unit, at, length, strict=strict)
    if state.clock.side == RUSSIAN and (limit := limit_of(game, game.units[unit])) is not None:
        return found & ~limit.shut or found
    return found


EXTENSION = Extension(counters=frozenset({HELSINKI}))
