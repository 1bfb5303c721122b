"""Rail movement (9): into the box, and out of it near an own city."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.nr.acts.rail import Detrain, Entrain
from trc_module.games.nr.cards.balance import paid, spend
from trc_module.games.nr.cards.effects import opened
from trc_module.games.nr.cards.grants import CADRE_BY_RAIL, DETRAINING_NOW, ENTRAINING, first_grant, use
from trc_module.games.nr.data import CADRES, DETRAINING, MOVEMENT, OTHER_SIDE, RAIL, Nr, book
from trc_module.games.nr.marks import Grant
from trc_module.games.nr.supply import overland, supply_of
from trc_module.games.nr.zones import enemy_zone, room
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State
from trc_module.sentence import Sentence

NO_EXTRA = (1, 2)
"""The turns on which no card buys rail moves (13.5)."""
RODE = "by rail"
PURPOSE = "rail"


@book.check("9.1", Entrain)
def entrain(game: Nr, state: State, act: Entrain) -> Iterator[Finding]:
    """A side entrains its own units in its movement, one a turn without a card."""
    side = game.side_of[act.unit]
    if ride_by_event(game, state, act) is not None:
        return
    if (side, MOVEMENT) != (state.clock.side, state.clock.phase):
        yield violation(
            "9.1", Sentence("{unit} went by rail in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
        return
    if not isinstance(state.place(act.unit), int):
        yield violation("9.1", Sentence("{unit} is not on the map, and went by rail.", act.unit), units=(act.unit,))
    if game.is_fortress(state, act.unit):
        yield violation("9.1", Sentence("{unit} is a fort, and went by rail.", act.unit), units=(act.unit,))
    free = game.values["free-rail"] - state.used.get(f"{side} {RODE}", 0)
    if free > 0 or opened(state, "9.1"):
        return
    if state.clock.turn in NO_EXTRA:
        text = Sentence(
            "{unit} is a further unit by rail; on turn {turn} no card buys one.", act.unit, state.clock.turn
        )
        yield violation("13.5-1", text, units=(act.unit,))
    elif paid(state, side, PURPOSE) < game.values["extra-rail"]:
        text = Sentence(
            "{unit} is a further unit by rail; the {side} side discarded no card for it.", act.unit, side.capitalize()
        )
        yield violation("9.1", text, units=(act.unit,), facts=(game.values.facts["extra-rail"],))


def ride_by_event(game: Nr, state: State, act: Entrain) -> Grant | None:
    """Return the event that lets a unit entrain: one with supply, or a cadre out of its box; None if there is none."""
    side, at = game.side_of[act.unit], state.place(act.unit)
    if at == CADRES:
        return first_grant(state, CADRE_BY_RAIL, side)
    if not isinstance(at, int) or game.is_fortress(state, act.unit) or game.is_cut_off(state, act.unit):
        return None
    supplied = act.unit in supply_of(game, state, side).possible
    return first_grant(state, ENTRAINING, side) if supplied else None


@book.rule("9.1.1", "13.5-1")
def may_buy(state: State) -> bool:
    """Tell whether cards buy rail moves."""
    return state.clock.turn not in NO_EXTRA


@book.effect(Entrain)
def ride(game: Nr, state: State, act: Entrain) -> State:
    """Put a unit into the box, and count the move or take the card."""
    side = game.side_of[act.unit]
    after = state.with_unit(side, act.unit, RAIL)
    if (grant := ride_by_event(game, state, act)) is not None:
        return use(after, grant)
    if state.used.get(f"{side} {RODE}", 0) < game.values["free-rail"]:
        return after.counted(f"{side} {RODE}")
    return spend(after, side, PURPOSE, game.values["extra-rail"])


@book.check("9.1.2", Detrain)
def detrain(game: Nr, state: State, act: Detrain) -> Iterator[Finding]:
    """A side detrains its units in an own supplied city or near one, away from the enemy."""
    side = game.side_of[act.unit]
    name = game.hex_name(act.hex)
    now = (side, DETRAINING) == (state.clock.side, state.clock.phase) or opened(state, "9.1")
    if not now and first_grant(state, DETRAINING_NOW, side) is None:
        yield violation(
            "9.1.2", Sentence("{unit} detrained in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
    elif state.place(act.unit) != RAIL:
        yield violation(
            "9.1.2", Sentence("{unit} detrained in {name}; it was not entrained.", act.unit, name), units=(act.unit,)
        )
    elif not stations(game, state, side, sure=False) >> act.hex & 1:
        far = game.values["detrain"]
        text = Sentence(
            "{unit} detrained in {name}: no own city, nor within {far} hexes of one and away from enemies.",
            act.unit,
            name,
            far,
        )
        facts = (game.values.facts["detrain"],)
        yield violation("9.1.2", text, units=(act.unit,), hexes=(name,), facts=facts)


def stations(game: Nr, state: State, side: str, *, sure: bool) -> HexSet:
    """Return the hexes in which a side's units may detrain; `sure`: by any reading."""
    enemy = OTHER_SIDE[side]
    held = game.held(state, enemy)
    doubted = game.in_doubt(state)
    own = (game.controlled(state, side) | doubted) & game.board.city_hexes & ~held
    if sure:
        own &= ~doubted & supplied_places(game, state, side)
    theirs = game.controlled(state, enemy) & game.board.city_hexes
    theirs = theirs | doubted if sure else theirs & ~doubted
    shy = held | enemy_zone(game, state, side) | theirs | game.reach.spread(theirs)
    near = game.board.walk.flood(own, game.values["detrain"], game.board.land & ~held) & ~shy
    return (own | near) & room(game, state, side) & ~game.areas


def supplied_places(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes of a side's units that are supplied, and those from which supply leads home for certain."""
    found = overland(game, state, side)
    for unit in supply_of(game, state, side).sure:
        at = state.place(unit)
        if isinstance(at, int):
            found |= 1 << at
    return found


@book.effect(Detrain)
def arrive(game: Nr, state: State, act: Detrain) -> State:
    """Put a unit on the map."""
    side = game.side_of[act.unit]
    after = state.with_unit(side, act.unit, act.hex)
    if (side, DETRAINING) == (state.clock.side, state.clock.phase):
        return after
    return use(after, first_grant(state, DETRAINING_NOW, side))


@book.effect(End)
def count_anew(game: Nr, state: State, act: End) -> State:
    """Forget how many units went by rail when the movement is over."""
    if state.clock.phase != MOVEMENT:
        return state
    return state.changed(used=state.used.without([f"{side} {RODE}" for side in game.sides]))
