"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from trc_module.games.trc.acts.victors import automatic_victor
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.steps import MOVEMENT, arrived
from trc_module.games.trc.units import stacking_class
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words
from trc_module.rules.hooks import hook
from trc_module.rules.state import Stack, State, UnitId
from trc_module.sentence import Sentence

ARMIES, CORPS, MIXED = 2, 3, 2


@book.rule("6.3")
def counts(game: Trc, unit: UnitId) -> bool:
    """Some units have no stacking value."""
    return stacking_class(game.units[unit]) != "none"


@book.rule("6.1a")
def too_many_armies(armies: int, corps: int) -> bool:
    """A hex holds at most two armies."""
    return not corps and armies > ARMIES


@book.rule("6.1b")
def too_many_corps(armies: int, corps: int) -> bool:
    """A hex holds at most three corps."""
    return not armies and corps > CORPS


@book.rule("6.1c")
def too_many_mixed(armies: int, corps: int) -> bool:
    """A hex with both armies and corps holds at most two units."""
    return bool(armies and corps) and armies + corps > MIXED


@hook
def armies_count_as_corps(game: Trc, state: State, side: str) -> bool:
    """Tell whether the armies of a side stack as if they were corps."""
    return False


def excess(game: Trc, state: State, stack: Stack) -> tuple[str, str]:
    """Return the rule that a stack breaks and what it holds, or two empty strings."""
    armies, corps = _numbers(game, stack)
    if armies and armies_count_as_corps(game, state, game.side_of[stack[0]]):
        armies, corps = 0, armies + corps
    return _too_many(armies, corps)


@lru_cache(maxsize=256)
def _too_many(armies: int, corps: int) -> tuple[str, str]:
    if too_many_armies(armies, corps):
        return "6.1a", Sentence("{armies} armies (two may stack)", armies)
    if too_many_corps(armies, corps):
        return "6.1b", Sentence("{corps} corps (three may stack)", corps)
    if too_many_mixed(armies, corps):
        return "6.1c", Sentence("{armies} armies and corps (two may stack where they mix)", armies + corps)
    return "", ""


@lru_cache(maxsize=1 << 15)
def _numbers(game: Trc, stack: Stack) -> tuple[int, int]:
    """Return how many armies and how many corps of a stack count."""
    classes = [stacking_class(game.units[unit]) for unit in stack if counts(game, unit)]
    armies = classes.count("army")
    return armies, len(classes) - armies


def crowded(game: Trc, state: State, unit: UnitId) -> HexSet:
    """Return the hexes in which a unit that comes would be one too many; its own is not among them."""
    own = state.forces[game.side_of[unit]]
    mixing = armies_count_as_corps(game, state, game.side_of[unit])
    key = ("crowded", stacking_class(game.units[unit]), mixing)
    found: HexSet | None = own.memo.get(key)
    if found is None:
        # A unit that is already in one of the hexes changes nothing for the others.
        found = 0
        more_armies, more_corps = _numbers(game, (unit,))
        stacks = own.stacks
        for at in hexes(own.piled):
            armies, corps = _numbers(game, stacks[at])
            armies, corps = armies + more_armies, corps + more_corps
            if _too_many(*((0, armies + corps) if mixing else (armies, corps)))[0]:
                found |= 1 << at
        own.memo[key] = found
    at_ = own.places.get(unit)
    return found if at_ is None or isinstance(at_, str) else found & ~(1 << at_)


def overstacked(game: Trc, state: State, side: str) -> Iterator[tuple[Hex, Stack, str, str]]:
    """Yield the hexes in which a side stacks too much: hex, stack, rule, and what the hex holds."""
    for at, stack in sorted(state.forces[side].stacks.items()):
        if len(stack) > MIXED:
            rule, holds = excess(game, state, stack)
            if rule:
                yield at, stack, rule, holds


@book.check("6.2a", End)
def limits_at_the_end_of_movement(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Stacking limits hold at the end of the movement phase."""
    if state.clock.phase != MOVEMENT:
        return
    side = state.clock.side
    for at, stack, limit, holds in overstacked(game, state, side):
        rule = "16.2d" if piled_up_for_a_victory(state, stack) else limit
        if overstacked_by_arrivals(game, state, stack, at):
            rule = "20.4b"
        yield overstack(
            game,
            at,
            stack,
            rule,
            Sentence("{at} holds {holds} at the end of the movement phase", game.hex_name(at), holds),
            side,
        )


def overstack(game: Trc, at: Hex, stack: Stack, rule: str, what: str, side: str) -> Finding:
    """Return the finding of an overstacked hex, told once while the same units stand there."""
    counted = tuple(unit for unit in stack if counts(game, unit))
    return violation(
        rule,
        Sentence("{what}: {counted}.", what, in_words(counted)),
        units=counted,
        hexes=(game.hex_name(at),),
        facts=tuple(game.units[unit].fact("stacks") for unit in counted),
        dedup_key=(side, "6.1", at, frozenset(counted)),
    )


@book.rule("16.2d")
def piled_up_for_a_victory(state: State, stack: Stack) -> bool:
    """Units may overstack for an automatic victory if the stack is mended before the movement phase ends."""
    return any(automatic_victor(state, unit) == state.clock.part for unit in stack)


@book.rule("20.4b")
def overstacked_by_arrivals(game: Trc, state: State, stack: Stack, place: Hex) -> bool:
    """A unit comes in by the edge if its city would be overstacked when movement ends."""
    board = game.board
    # Where it is in doubt whether there is a city the general rule speaks: too many they are in any hex.
    city = bool(board.city_hexes >> place & 1) and not board.city_doubts(1 << place)
    return city and any(arrived(state, unit) for unit in stack)
