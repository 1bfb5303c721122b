"""Events and the odds of a battle: the events that hold in it, and all the ways in which they may be read (5, 10.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from msgspec import Struct

from trc_module.games.nr.cards.effects import ALWAYS, DOUBLE, DOUBLE_ONE, PLUS, RESULT, SHIFT, battle_effects
from trc_module.games.nr.combat.battle import site_of
from trc_module.games.nr.data import ARMOR, AXIS, MECHANIZED, SOVIET, Nr
from trc_module.games.nr.marks import MAYBE, BattleEffect
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack
from trc_module.rules.battles import Battle
from trc_module.rules.state import State, UnitId

YEAR_1944 = 17
"""The first turn of 1944."""
NEAR = 2
"""The greatest distance in hexes of other battles from the battle in which the table was chosen (card 22)."""
MOST_MAYBE = 6
"""The number of uncertain events that are tried in all combinations; more of them leave a battle open."""


class EventReading(Struct, frozen=True):
    """One way to read what events do to a battle."""

    doubled: frozenset[UnitId] = frozenset()
    plus: int = 0
    """Strength points more of each Soviet unit."""
    shifts: int = 0
    words: frozenset[str] = frozenset()
    """Their other effects: `no-river`, `bonus-two`."""


PLAIN = (EventReading(),)
"""The only reading of a battle without events."""


def holding(game: Nr, state: State, act: Attack | Battle, at: Hex) -> tuple[BattleEffect, ...]:
    """Return the events that hold in a battle; one with a condition that our data cannot decide may hold."""
    found = []
    for effect in battle_effects(state, act.number):
        met = _is_met(game, state, act, at, effect)
        if met is not False:
            found.append(effect if met else effect.changed(certainty=MAYBE))
    return tuple(found)


def _is_met(game: Nr, state: State, act: Attack | Battle, at: Hex, effect: BattleEffect) -> bool | None:
    """Tell whether the condition of an event is met; None if it is unknown."""
    side, condition = game.side_of[act.attackers[0]], effect.condition
    if condition.startswith("near-"):
        chosen = game.board.grid.hex(condition.removeprefix("near-"))
        return game.board.grid.distance(at, chosen) <= NEAR
    match condition:
        case "axis-attack" | "soviet-attack":
            return condition.startswith(side)
        case "1944":
            return state.clock.turn >= YEAR_1944
        case "city":
            return bool(game.board.city_hexes >> at & 1)
        case "german-city":
            return bool(game.board.city_hexes & game.german_land & 1 << at)
        case "black-sea":
            black = game.board.coasts.get("black", 0)
            return bool(black >> at & 1) or any(black >> here & 1 for here in _places(state, act))
        case "armor-and-infantry":
            return _has_both(game, state, act.attackers)
    # `at-2-1` is about a column, and is asked of each that is possible.
    return True


def _places(state: State, act: Attack | Battle) -> Iterator[Hex]:
    for unit in act.attackers:
        here = act.places.get(unit) if isinstance(act, Battle) else state.place(unit)
        if isinstance(here, int):
            yield here


def _has_both(game: Nr, state: State, units: Sequence[UnitId]) -> bool | None:
    """Tell whether units are armor and infantry, all with supply; None if mechanized units decide it."""
    arms = {game.arm(state, unit) for unit in units}
    if ARMOR not in arms or any(game.is_cut_off(state, unit) for unit in units):
        return False
    others = arms - {ARMOR}
    if not others:
        return False
    return None if others == {MECHANIZED} else True


def readings(
    game: Nr, state: State, act: Attack | Battle, effects: tuple[BattleEffect, ...]
) -> tuple[EventReading, ...]:
    """Return all ways to read events that hold in a battle; the first is that in which only the sure ones count."""
    if not effects:
        return PLAIN
    maybe = [each for each in effects if not each.sure][:MOST_MAYBE]
    sure = [each for each in effects if each.sure]
    found: dict[EventReading, None] = {}
    for some in chain.from_iterable(combinations(maybe, size) for size in range(len(maybe) + 1)):
        for reading in _read(game, act, [*sure, *some]):
            found[reading] = None
    return tuple(found)


def _read(game: Nr, act: Attack | Battle, effects: Sequence[BattleEffect]) -> Iterator[EventReading]:
    doubled: set[UnitId] = set()
    plus = shifts = 0
    words = set()
    single = False
    for effect in effects:
        match effect.what:
            case str(word) if word == SHIFT:
                shifts += int(effect.value)
            case str(word) if word == PLUS:
                plus += int(effect.value)
            case str(word) if word == DOUBLE:
                doubled |= {unit for unit in act.defenders if game.side_of[unit] == AXIS}
            case str(word) if word == DOUBLE_ONE:
                single = True
            case str(word) if word != RESULT:
                words.add(word)
    for chosen in (
        (),
        *((unit,) for unit in (*act.attackers, *act.defenders) if single and game.side_of[unit] == AXIS),
    ):
        yield EventReading(frozenset(doubled.union(chosen)), plus, shifts, frozenset(words))


def strength_with(game: Nr, reading: EventReading, unit: UnitId, factor: int) -> int:
    """Return the strength of a unit in a battle under the events."""
    doubled = 2 * factor if unit in reading.doubled else factor
    return doubled + (reading.plus if game.side_of[unit] == SOVIET else 0)


def results_with(game: Nr, effects: Sequence[BattleEffect], at: Hex, result: str, columns: Sequence[str]) -> set[str]:
    """Return what a result may become by events; `columns`: those in which the battle may be read."""
    found = {result}
    for effect in effects:
        if effect.what != RESULT:
            continue
        before, arrow, after = effect.value.rpartition(">")
        met = _at_column(game, effect.condition, at, columns)
        if met is False:
            continue
        changed = {after if not arrow or each == before else each for each in found}
        found = changed if effect.sure and met else found | changed
    return found


def _at_column(game: Nr, condition: str, at: Hex, columns: Sequence[str]) -> bool | None:
    """Tell whether a condition about the odds is met: in all columns that are possible, in none, or in some (None)."""
    if not condition.startswith("at-2-1"):
        return True
    if condition != "at-2-1" and game.board.city_hexes >> at & 1:
        return False
    order = game.results.columns
    least = order.index("2-1")
    found = {column in order and order.index(column) >= least for column in columns}
    return found.pop() if len(found) == 1 else None


def fixed_result(game: Nr, state: State, battle: Battle) -> str:
    """Return the result that an event gives a battle whatever its die shows; '' if none does."""
    at = site_of(state, battle)
    if at is None:
        return ""
    for effect in holding(game, state, battle, at):
        if effect.what == RESULT and effect.sure and ">" not in effect.value and effect.condition in (ALWAYS, "city"):
            return effect.value
    return ""
